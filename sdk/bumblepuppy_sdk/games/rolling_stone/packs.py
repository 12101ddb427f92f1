"""The packs of Rolling Stone and how they are dealt (RS-1, RS-3)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import FRENCH, Card, Rank, add

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.games.rolling_stone.options import RollingStoneOptions

LOWEST: Final = {4: Rank.SEVEN, 5: Rank.FIVE, 6: Rank.THREE, 7: Rank.TWO, 8: Rank.EIGHT}
"""By number of players: the lowest rank in the pack (RS-1)."""
LEFT_OUT: Final = (FRENCH.card("2C"), FRENCH.card("2D"), FRENCH.card("2H"))
"""What seven players leave out, so that 49 cards remain (RS-1)."""


@cache
def pack(options: RollingStoneOptions) -> tuple[Card, ...]:
    """Give the whole pack by suit, then rank; the two of a kind in two packs stand together."""
    if options.players == 8 and options.eight_players == "single_pack":
        return tuple(card for card in FRENCH.cards if card.rank >= Rank.THREE)
    cards = (card for card in FRENCH.cards if card.rank >= LOWEST[options.players])
    if options.players == 8:
        return tuple(card for card in cards for _ in range(2))
    if options.players == 7:
        return tuple(card for card in cards if card not in LEFT_OUT)
    return tuple(cards)


def deal(deck: Sequence[Card], players: int, first: int) -> list[int]:
    """Deal the whole deck one card at a time, clockwise, to seat `first` first (RS-3).

    Returns:
        By seat: the hand's bits, as `bumblepuppy_sdk.cards` tells them.
    """
    held = [0] * players
    for number, card in enumerate(deck):
        seat = (first + number) % players
        held[seat] = add(held[seat], 1 << card.code)
    return held
