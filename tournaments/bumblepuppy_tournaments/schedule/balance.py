"""How even a schedule is: what `--dry-run` shows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bumblepuppy_tournaments.schedule.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the most of some counts."""

    least: int
    most: int

    @classmethod
    def over(cls, counts: Iterable[int]) -> Span:
        """Find the least and the most of `counts`."""
        ordered = sorted(counts)
        return cls(ordered[0], ordered[-1])

    def __str__(self) -> str:
        """Give both, or the one number that they are."""
        if self.least == self.most:
            return str(self.least)
        return f"{self.least}–{self.most}"  # noqa: RUF001 (an en dash is meant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The counts of a schedule's first matches, all of them in games."""

    games: Span
    """By entrant: games played."""
    seats: Span
    """By entrant and seat: games played in it."""
    pairs: Span
    """By pair of entrants: games at one table."""
    neighbours: Span
    """By ordered pair of entrants: games in which the one sat directly before the other."""

    def lines(self) -> list[str]:
        """Tell the balance in words, one line a count."""
        return [
            f"games of each bot: {self.games}",
            f"in each seat: {self.seats}",
            f"with each other bot: {self.pairs}",
            f"directly before each other bot: {self.neighbours}",
        ]


def balance(schedule: Schedule, matches: int) -> Balance:
    """Count what the first `matches` matches of a schedule (1 or more) give each entrant."""
    entrants, seats = schedule.entrants, schedule.seats
    played = [0] * entrants
    met = [[0] * entrants for _ in range(entrants)]
    before = [[0] * entrants for _ in range(entrants)]
    for match in islice(schedule, matches):
        for i, entrant in enumerate(match.order):
            played[entrant] += 1
            before[match.order[i - 1]][entrant] += 1
            for other in match.order:
                met[entrant][other] += 1
    others = [(x, y) for x in range(entrants) for y in range(entrants) if x != y]
    return Balance(
        games=Span.over(seats * count for count in played),
        # A match seats each of its entrants once in each seat.
        seats=Span.over(played),
        pairs=Span.over(seats * met[x][y] for x, y in others),
        neighbours=Span.over(seats * before[x][y] for x, y in others),
    )
