"""Places after a hand and after a match, and how a match stands (RS-10, RS-11, RU-14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands before a hand."""

    hand: int
    """The number of the hand, from 0."""
    penalty: tuple[int, ...]
    """By seat: penalty points so far."""
    won: tuple[int, ...]
    """By seat: hands won so far."""

    @classmethod
    def at_start(cls, players: int) -> Standing:
        """Stand before the first hand."""
        return cls(0, (0,) * players, (0,) * players)

    def after(self, places: Sequence[int], penalty: Sequence[int]) -> Standing:
        """Stand after a hand with these places, and penalty points of its own."""
        return Standing(
            self.hand + 1,
            tuple(old + new for old, new in zip(self.penalty, penalty, strict=True)),
            tuple(won + (place == 1) for won, place in zip(self.won, places, strict=True)),
        )


def hand_places(out: Sequence[int], penalty: Sequence[int]) -> tuple[int, ...]:
    """Place the seats after a hand: those `out` in that order, then by penalty (RS-10, RU-14)."""
    return _ranked(
        [(out.index(seat) if seat in out else len(out), left) for seat, left in enumerate(penalty)]
    )


def match_places(penalty: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """Place the seats after a match: by penalty, then by hands won, then shared (RS-11)."""
    return _ranked([(points, -wins) for points, wins in zip(penalty, won, strict=True)])


def _ranked(scores: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Give competition ranks: one more than the number of lower scores."""
    ordered = sorted(scores)
    return tuple(1 + ordered.index(score) for score in scores)
