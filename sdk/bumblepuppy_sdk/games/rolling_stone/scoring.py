"""Penalty points and places (RS-10, RS-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import FRENCH, Cards, Rank

if TYPE_CHECKING:
    from collections.abc import Sequence

FACE: Final = {Rank.ACE: 11, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
"""RS-10: what a card left counts under `face`; the others count their pips."""


def penalty_points(held: int, scoring: str) -> int:
    """Count the penalty for the cards `held` (bits) at the end of a hand (RS-10)."""
    if scoring == "cards":
        return held.bit_count()
    return sum(FACE.get(card.rank, int(card.rank)) for card in Cards(FRENCH, held))


def hand_places(out: Sequence[int], penalty: Sequence[int]) -> tuple[int, ...]:
    """Place the seats after a hand: those `out` in that order, then by penalty (RS-10)."""
    unplaced = len(out)
    return _ranked(
        [
            (out.index(seat) if seat in out else unplaced, points)
            for seat, points in enumerate(penalty)
        ]
    )


def match_places(penalty: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """Place the seats after a match: by penalty, then by hands won, then shared (RS-11)."""
    return _ranked([(points, -wins) for points, wins in zip(penalty, won, strict=True)])


def _ranked(scores: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Give competition ranks: one more than the number of lower scores."""
    ordered = sorted(scores)
    return tuple(1 + ordered.index(score) for score in scores)
