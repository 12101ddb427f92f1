"""The ladder: an open league that spends its matches where the order is least certain.

Strengths are those of Bradley and Terry (1952), fitted after each round by the method of Hunter
(2004) with one drawn match against a player of strength 1 as a prior, which keeps them finite. A
*doubt* belongs to two neighbours in the order: the variance of their distance, the smaller the
further apart they are. Who has just joined is most doubtful, and plays most, until the order
around it is as certain as that of the others. All of it is plain arithmetic, so that every
machine draws the same tables.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.schedule.tables import Acquaintance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bumblepuppy_server.chance import Stream
    from bumblepuppy_tournaments.schedule.formats import Orders
    from bumblepuppy_tournaments.schedule.past import Past

FEWEST_MATCHES: Final = 8
"""Matches in a round, where the field is small: fewer would leave the referee idle between."""
_SWEEPS: Final = 5
"""Of the fit, each round; it goes on where the last round's ended."""


class _Strengths:
    """What the matches so far say of each entrant."""

    def __init__(self) -> None:
        self._strength: dict[int, float] = {}
        self._won: dict[int, float] = defaultdict(float)
        self._met: dict[int, dict[int, int]] = {}

    def add(self, match: Mapping[int, int]) -> None:
        """Count a match: each pair shares a win as their points are apart."""
        most = 2 * len(match) * (len(match) - 1)
        for one, mine in match.items():
            met = self._met.setdefault(one, defaultdict(int))
            for other, theirs in match.items():
                if other != one:
                    met[other] += 1
                    self._won[one] += 0.5 + (mine - theirs) / (2 * most)

    def fit(self) -> None:
        """Bring the strengths nearer to what fits best."""
        strength = self._strength
        for _ in range(_SWEEPS):
            for one, met in self._met.items():
                mine = strength.get(one, 1.0)
                weight = sum(n / (mine + strength.get(other, 1.0)) for other, n in met.items())
                strength[one] = (self._won[one] + 0.5) / (weight + 1 / (mine + 1))

    def of(self, one: int) -> float:
        """Give an entrant's strength, more than 0; 1 is the middle."""
        return self._strength.get(one, 1.0)

    def precision(self, one: int) -> float:
        """Give the inverse of the variance of the logarithm of a strength."""
        mine = self.of(one)
        known = mine / (mine + 1) ** 2
        for other, n in self._met.get(one, {}).items():
            theirs = self.of(other)
            known += n * mine * theirs / (mine + theirs) ** 2
        return known


def ladder(
    seats: int, stream: Stream, past: Past, members: Callable[[int], Sequence[int]]
) -> Orders:
    """Yield the matches of round after round, without end.

    Args:
        seats: How many sit at a table.
        stream: Draws the lots.
        past: What is over.
        members: Gives those who take part in a match; asked at the beginning of each round.
    """
    strengths, drawn, seen = _Strengths(), 0, 0
    while True:
        while len(past.matches) < drawn or len(members(drawn)) < seats:
            yield None
        for match in past.matches[seen:drawn]:
            strengths.add(match)
        seen = drawn
        strengths.fit()
        for order in _round(members(drawn), seats, strengths, stream):
            drawn += 1
            yield order


def matches_in_round(entrants: int, seats: int) -> int:
    """Tell how many matches are drawn before results are looked at again."""
    return max(FEWEST_MATCHES, entrants // seats)


def _round(
    active: Sequence[int], seats: int, strengths: _Strengths, stream: Stream
) -> list[tuple[int, ...]]:
    """Draw a round: every table where the doubt is greatest, as if those before were played."""
    ranked = sorted(active, key=lambda i: (-strengths.of(i), i))
    precision = [strengths.precision(entrant) for entrant in ranked]
    seating = Acquaintance(max(active) + 1)
    orders = []
    for _ in range(matches_in_round(len(active), seats)):
        doubts = [
            _doubt(strengths, ranked[i], ranked[i + 1], precision[i], precision[i + 1])
            for i in range(len(ranked) - 1)
        ]
        chosen = _around(doubts.index(max(doubts)), len(ranked), seats, stream)
        for position in chosen:
            precision[position] += (seats - 1) / 4
        table = [ranked[position] for position in chosen]
        stream.shuffle(table)
        orders.append(seating.seat(table))
    return orders


def _doubt(
    strengths: _Strengths, one: int, other: int, precision: float, precision_too: float
) -> float:
    """Tell how little is known of which of two is the stronger."""
    mine, theirs = strengths.of(one), strengths.of(other)
    variance = 1 / precision + 1 / precision_too
    distance = 2 * (mine - theirs) / (mine + theirs)
    return variance / (1 + distance * distance / variance)


def _around(first: int, ranks: int, seats: int, stream: Stream) -> list[int]:
    """Choose the ranks `first` and `first + 1`, and others near them by lot."""
    begin = max(0, min(first - seats // 2, ranks - 2 * seats))
    near = [i for i in range(begin, min(ranks, begin + 2 * seats)) if i not in {first, first + 1}]
    stream.shuffle(near)
    return [first, first + 1, *near[: seats - 2]]
