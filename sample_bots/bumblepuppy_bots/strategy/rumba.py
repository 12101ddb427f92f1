"""Three ways to play Rumba, from simple to strong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_bots.strategy.outlook import Outlook
from bumblepuppy_sdk.games.rumba import Effect

if TYPE_CHECKING:
    from bumblepuppy_bots.strategy.match_memory import MatchMemory
    from bumblepuppy_sdk import Action, RumbaView


def greedy(view: RumbaView) -> Action:
    """Get rid of a card whenever you can, and stay in the suit of which you hold most."""
    return max(view.legal, key=lambda action: _length(view, action))


def tips(view: RumbaView) -> Action:
    """Follow the tips that players give each other.

    - Keep wild cards until nothing else matches: they are the one card that can always be played.
    - Play an ace as soon as you can: everybody else takes a card, and you may go on.
    - Of the rest, play the suit of which you hold most, so that you can follow it later.
    """
    order = {Effect.WILD: 0, None: 1, Effect.ALL_DRAW_AGAIN: 2}

    def worth(action: Action) -> tuple[int, int]:
        if action.card:
            return order.get(view.options.effect_of(action.card), 1), _length(view, action)
        return -1, _length(view, action)

    return max(view.legal, key=worth)


def counter(view: RumbaView, memory: MatchMemory) -> Action:
    """Count the cards, and weigh what each action leaves: to you, and to the seat after you."""
    memory.update(view)
    return max(view.legal, key=Outlook(view, memory).worth)


def _length(view: RumbaView, action: Action) -> int:
    """Count the cards held of the suit that the action plays or names; -1 if it does neither."""
    suit = action.card.suit if action.card else action.suit
    return len(view.hand.in_suit(suit)) if suit else -1
