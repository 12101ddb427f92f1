"""What the referee does for a seat at fault (FA-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.actions import LET, PICKUP, PLAY
from bumblepuppy_sdk.cards import FRENCH, Cards

if TYPE_CHECKING:
    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.rolling_stone.hand import Hand


def default_action(hand: Hand) -> Action:
    """Give the lowest playable card by rank then suit, or else the pick-up, or `let` (FA-1).

    It is never a slip: the referee does not bluff in a seat's place, and a fault must be no way out
    of a pick-up (FA-3).
    """
    if hand.in_question:
        return LET
    playable = Cards(FRENCH, hand.playable())
    if not playable:
        return PICKUP
    lowest = min(playable, key=lambda card: (card.rank, card.suit))
    return PLAY[FRENCH][lowest.code]
