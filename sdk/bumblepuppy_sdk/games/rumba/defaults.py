"""What the referee does in the place of a seat at fault (FA-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Cards


def default_action(legal: Sequence[Action], hand: Cards, wild: int) -> Action:
    """Choose among `legal` for a seat with this `hand`; `wild` are the bits of all wild cards.

    The lowest card that is not wild; else draw; else pass or stop; else the lowest wild card. After
    a wild card, the suit that the seat holds most of, the lowest one on a tie.
    """
    suits = [action.suit for action in legal if action.suit]
    if suits:
        held = [len(hand.in_suit(suit)) for suit in suits]
        return legal[held.index(max(held))]
    plays = sorted((action.card.rank, action.card, action) for action in legal if action.card)
    tame = [action for _, card, action in plays if not wild >> card.code & 1]
    instead = [action for action in legal if not action.card]
    return (tame or instead or [action for *_, action in plays])[0]
