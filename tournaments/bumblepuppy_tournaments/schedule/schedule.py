"""The schedule: who plays whom, in which seats and on which deal; a pure function of its seed.

A *match* seats `k` entrants in one circular order and plays it `k` times, turned by one seat from
game to game, so that everybody sits in every seat. The games of all matches in a row are the
*slots*, numbered from 0. The sequence of matches has no end: a longer tournament plays on where a
shorter one stopped, and nothing of it is kept in memory.

With as many entrants as seats, the matches go through blocks (see `blocks`). With more, they
are drawn up so that after *every* match all have played equally often, give or take one match, and
so that the counts of meetings of any two pairs of entrants, and of ordered neighbours, stay close.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from operator import add
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_server.chance import Stream
from bumblepuppy_tournaments.schedule.blocks import circular_orders

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ARRANGEMENTS: Final = 3
"""How many arrangements of a table are tried; more gained nothing in trials."""


class ScheduleError(BumblepuppyError):
    """No schedule can be made of so many entrants for so many seats."""


class Deals(StrEnum):
    """Which games are played on the same deal."""

    SHARED = "shared"
    """The games of a match: everybody plays the same cards from every seat."""
    INDEPENDENT = "independent"
    """None: every game has its own deal."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One game of the schedule."""

    number: int
    """From 0, in schedule order."""
    match: int
    """The match it belongs to, from 0."""
    deal: int
    """The number of its deal."""
    seats: tuple[int, ...]
    """By seat: the entrant, from 0."""


@dataclass(frozen=True, slots=True)
class Match:
    """One circular order, to be played from every seat."""

    number: int
    """From 0."""
    order: tuple[int, ...]
    """The entrants, from 0, each directly before the next and the last before the first."""
    deals: Deals = Deals.SHARED

    def slots(self) -> tuple[Slot, ...]:
        """Give the match's games, one a rotation."""
        return tuple(self._slot(rotation) for rotation in range(len(self.order)))

    def _slot(self, rotation: int) -> Slot:
        number = self.number * len(self.order) + rotation
        deal = self.number if self.deals is Deals.SHARED else number
        return Slot(number, self.number, deal, self.order[rotation:] + self.order[:rotation])


@dataclass(frozen=True, slots=True)
class Schedule:
    """The endless sequence of matches; iterating begins at the first one each time."""

    entrants: int
    """How many take part; they are numbered from 0."""
    seats: int
    """How many sit at a table, 2 or more."""
    seed: bytes | int
    deals: Deals = Deals.SHARED

    def __post_init__(self) -> None:
        """Refuse a table that cannot be filled.

        Raises:
            ScheduleError: there are fewer entrants than seats, or fewer than two seats.
        """
        if self.seats < 2:
            raise ScheduleError(f"expected at least 2 seats, got {self.seats}")
        if self.entrants < self.seats:
            raise ScheduleError(
                f"{self.seats} seats need at least {self.seats} bots, but there are only"
                f" {self.entrants}: enter more bots, or play with fewer seats"
            )

    def __iter__(self) -> Iterator[Match]:
        """Yield all matches from the first, without end."""
        key = self.seed if isinstance(self.seed, bytes) else str(self.seed).encode()
        stream = Stream(key, "schedule")
        full = self.entrants == self.seats
        orders = _blocks(self.seats, stream) if full else _tables(self.entrants, self.seats, stream)
        for number, order in enumerate(orders):
            yield Match(number, order, self.deals)

    def slots(self) -> Iterator[Slot]:
        """Yield the games of all matches, without end."""
        for match in self:
            yield from match.slots()


def matches_for(games: int, seats: int) -> int:
    """Tell how many matches make at least `games` games: matches are never broken off."""
    return -(-games // seats)


def _blocks(seats: int, stream: Stream) -> Iterator[tuple[int, ...]]:
    """Yield block after block, the entrants in each numbered afresh by lot."""
    names = list(range(seats))
    while True:
        stream.shuffle(names)
        for order in circular_orders(seats):
            yield tuple(names[i] for i in order)


def _tables(entrants: int, seats: int, stream: Stream) -> Iterator[tuple[int, ...]]:
    """Yield one table after another, each the evenest that the counts so far suggest.

    Both counts steer themselves: a pair that has met too often is passed over until the others
    have caught up. In 5000 matches of up to 40 entrants at up to 8 seats the counts of two pairs
    never differed by more than 7 matches, those of two ordered pairs by more than 5. The tests
    hold every prefix to 8 and 6.
    """
    met = [[0] * entrants for _ in range(entrants)]
    before = [[0] * entrants for _ in range(entrants)]
    waiting: list[int] = []
    while True:
        table, waiting = _choose(seats, waiting, met, stream)
        order = _arrange(table, before)
        for i, entrant in enumerate(order):
            before[order[i - 1]][entrant] += 1
            row = met[entrant]
            for other in order:
                row[other] += 1
        yield tuple(order)


def _choose(
    seats: int, waiting: list[int], met: list[list[int]], stream: Stream
) -> tuple[list[int], list[int]]:
    """Fill a table from those who wait, and tell who is left waiting.

    `waiting` are those who have not played in this round yet. When they are too few, all of them
    play, and a new round begins for everybody: so nobody is ever two games behind.
    """
    table: list[int] = []
    candidates = list(waiting)
    if len(waiting) < seats:
        table, waiting = waiting, list(range(len(met)))
        stream.shuffle(waiting)
        candidates = [entrant for entrant in waiting if entrant not in table]
    meetings = [0] * len(met)
    for entrant in table:
        meetings = list(map(add, meetings, met[entrant]))
    chosen: list[int] = []
    while len(table) + len(chosen) < seats:
        # The first of the least acquainted; all stand in random order, so that lots decide.
        entrant = min(candidates, key=meetings.__getitem__)
        candidates.remove(entrant)
        chosen.append(entrant)
        meetings = list(map(add, meetings, met[entrant]))
    return table + chosen, [entrant for entrant in waiting if entrant not in chosen]


def _arrange(table: Sequence[int], before: list[list[int]]) -> list[int]:
    """Seat a table so that its neighbours have seldom been neighbours, as well as a glance can."""
    tries = [_chain(start, table, before) for start in table[:_ARRANGEMENTS]]
    return min(tries, key=lambda order: sum(before[order[i - 1]][x] for i, x in enumerate(order)))


def _chain(start: int, table: Sequence[int], before: list[list[int]]) -> list[int]:
    """Let each be followed by the one that it has been followed by least."""
    order, left = [start], [entrant for entrant in table if entrant != start]
    while left:
        order.append(min(left, key=before[order[-1]].__getitem__))
        left.remove(order[-1])
    return order
