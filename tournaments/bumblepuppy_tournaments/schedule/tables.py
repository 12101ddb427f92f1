"""Drawing up tables of a larger field, so evenly that no lot of the draw decides anything.

Who plays is settled in *rounds*: nobody plays a further match before all have played theirs. Whom
they meet is settled by counts that steer themselves: a pair that has met too often is passed over
until the others have caught up; and in what order they sit, likewise.
"""

from __future__ import annotations

from collections import Counter
from operator import add
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_server.chance import Stream

_ARRANGEMENTS: Final = 3
"""How many arrangements of a table are tried; more gained nothing in trials."""


class Acquaintance:
    """Who has met whom how often, and who sat directly before whom."""

    def __init__(self, entrants: int) -> None:
        """Begin with nobody knowing anybody."""
        self.met = [[0] * entrants for _ in range(entrants)]
        """By two entrants: the matches in which both sat."""
        self._before = [[0] * entrants for _ in range(entrants)]

    def seat(self, table: Sequence[int]) -> tuple[int, ...]:
        """Put a table in circular order and note it.

        Neighbours are such as have seldom been neighbours, as well as a glance can tell.
        """
        tries = [self._chain(start, table) for start in table[:_ARRANGEMENTS]]
        order = min(tries, key=self._repeated)
        for i, entrant in enumerate(order):
            self._before[order[i - 1]][entrant] += 1
            row = self.met[entrant]
            for other in order:
                row[other] += 1
        return tuple(order)

    def _repeated(self, order: Sequence[int]) -> int:
        return sum(self._before[order[i - 1]][entrant] for i, entrant in enumerate(order))

    def _chain(self, start: int, table: Sequence[int]) -> list[int]:
        """Let each be followed by the one that it has been followed by least."""
        order, left = [start], [entrant for entrant in table if entrant != start]
        while left:
            order.append(min(left, key=self._before[order[-1]].__getitem__))
            left.remove(order[-1])
        return order


class Rounds:
    """Whose turn it is: in a round everybody plays once."""

    def __init__(
        self, entrants: Sequence[int], stream: Stream, groups: Sequence[int] | None = None
    ) -> None:
        """Begin before the first round.

        Args:
            entrants: Who takes part.
            stream: Draws the lots.
            groups: By entrant: a number that it shares with those whom it must not meet, the bots
                of one author; `None` where all may meet.
        """
        self._entrants = entrants
        self._stream = stream
        self._groups = groups
        self._waiting: list[int] = []
        """Those who have not played in this round, in an order drawn by lot."""

    def choose(self, number: int, table: Sequence[int], met: Sequence[list[int]]) -> list[int]:
        """Choose `number` entrants to join those at a `table`, the least acquainted first.

        When too few wait, all of them play, and a new round begins for everybody else: so nobody
        is ever two matches behind.
        """
        chosen: list[int] = []
        if len(self._waiting) < number:
            chosen = self._begin_round()
        candidates = [entrant for entrant in self._waiting if entrant not in chosen]
        meetings = [0] * len(met)
        for entrant in (*table, *chosen):
            meetings = list(map(add, meetings, met[entrant]))
        while len(chosen) < number:
            # The first of the least acquainted; all stand in random order, so that lots decide.
            eligible = self._eligible(candidates, chosen, number) if self._groups else candidates
            entrant = min(eligible, key=meetings.__getitem__)
            candidates.remove(entrant)
            self._waiting.remove(entrant)
            chosen.append(entrant)
            meetings = list(map(add, meetings, met[entrant]))
        return chosen

    def _begin_round(self) -> list[int]:
        """Begin a round, and give those left over from the last, who play first."""
        over, late = self._waiting, list[int]()
        if self._groups:
            over, late = _without_twins(over, self._groups)
        fresh = list(self._entrants)
        self._stream.shuffle(fresh)
        self._waiting = late + fresh
        return over

    def _eligible(self, candidates: list[int], chosen: list[int], number: int) -> list[int]:
        """Give those who may join so that the rest of the round can still be kept apart.

        A group with more members than tables are left, begun ones included, must send one now. And
        where the groups left would hardly fill the full tables that are left, each counted once a
        table, one must come of a group that can spare it.
        """
        assert self._groups
        groups = self._groups
        here = {groups[entrant] for entrant in chosen}
        apart = [entrant for entrant in candidates if groups[entrant] not in here]
        left = len(self._waiting) - (number - len(chosen))
        sizes = Counter(groups[entrant] for entrant in self._waiting)
        urgent = [entrant for entrant in apart if sizes[groups[entrant]] > -(-left // number)]
        full = left // number
        if not urgent and sum(min(size, full) for size in sizes.values()) <= full * number:
            urgent = [entrant for entrant in apart if sizes[groups[entrant]] > full]
        return urgent or apart or candidates


def _without_twins(entrants: Sequence[int], groups: Sequence[int]) -> tuple[list[int], list[int]]:
    """Give one entrant of each group, and all others."""
    first: dict[int, int] = {}
    for entrant in entrants:
        first.setdefault(groups[entrant], entrant)
    kept = list(first.values())
    return kept, [entrant for entrant in entrants if entrant not in kept]
