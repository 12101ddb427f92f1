"""Places after a hand and after a match (RS-10, RS-11, RU-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


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
