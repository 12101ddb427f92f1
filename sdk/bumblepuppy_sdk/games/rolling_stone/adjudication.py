"""Hands that would never end are adjudicated (RS-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import SUIT_BITS, TWIN
from bumblepuppy_sdk.games.copying import Copyable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.cards import Suit
    from bumblepuppy_sdk.games.rolling_stone.options import RollingStoneOptions

TIMES: Final = 3
"""How often a position comes up before the hand is adjudicated."""


class Adjudicator(Copyable):
    """Looks at one hand before each lead, and says when it must be adjudicated (RS-14)."""

    __slots__ = ("_cap", "_dead_cards_return", "_live", "_sees_dead_ends", "seen")

    def __init__(self, options: RollingStoneOptions, held: Sequence[int]) -> None:
        """Watch a hand dealt as `held` (bits by seat)."""
        self._cap = options.cap_tricks
        self._dead_cards_return = options.silence
        self._sees_dead_ends = (
            options.going_out in {"completed", "own_card_back"}
            and options.trump is None
            and not options.silence
        )
        # By suit: the cards in hands, as long as all cards of a trick are of the suit led.
        self._live = [
            sum((hand & (suit | suit << TWIN)).bit_count() for hand in held) for suit in SUIT_BITS
        ]
        self.seen: dict[tuple[int, ...], int] = {}
        """By leader and hands, before a lead: how often this position came up."""

    def trick_completed(self, suit: Suit, cards: int) -> None:
        """Note that a trick of that many `cards`, led in `suit`, has left the game."""
        self._live[suit.index] -= cards
        if not self._dead_cards_return:
            self.seen.clear()  # with fewer cards in hands no earlier position can come back

    def reason(self, leader: int, held: Sequence[int], seats_in: int, tricks: int) -> str | None:
        """Say why the hand must end before this lead; `None` when it may go on.

        Args:
            leader: the seat that is to lead.
            held: the hands, as bits by seat.
            seats_in: how many seats are still in.
            tricks: how many tricks of this hand have been played, broken ones included.
        """
        if self._sees_dead_ends and max(self._live) < seats_in:
            return "dead_end"  # no suit can go round: no trick can ever be completed
        position = (leader, *held)
        times = self.seen[position] = self.seen.get(position, 0) + 1
        if times == TIMES:
            return "repetition"
        if tricks >= self._cap:
            return "cap"
        return None
