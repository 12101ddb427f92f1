"""Quick players for playouts: they look at the legal list alone, sorted by suit and rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from bumblepuppy_sdk import Action


def rolling_stone(legal: Sequence[Action], rng: Random) -> Action:
    """Follow low, lead low from the longest suit, pick up rather than slip, challenge a slip."""
    first, last = legal[0], legal[-1]
    if first.kind is not Kind.PLAY or first.card is None:
        return last
    if last.card is None or last.card.suit is first.card.suit:
        return first
    return _longest(legal, rng)


def _longest(legal: Sequence[Action], rng: Random) -> Action:
    """Give the lowest card of the longest suit; equals are drawn by lot, lest it go in circles."""
    best, most = legal[0], 0.0
    lowest, suit, length = legal[0], None, rng.random()
    for action in legal:
        card = action.card
        if card and card.suit is not suit:
            lowest, suit, length = action, card.suit, rng.random()
        length += 1
        if length > most:
            best, most = lowest, length
    return best


def rumba(legal: Sequence[Action], rng: Random) -> Action:
    """Play a card if there is one, whichever; name any suit; draw rather than pass."""
    action = legal[int(rng.random() * len(legal))]
    return action if action.card or action.suit else legal[0]
