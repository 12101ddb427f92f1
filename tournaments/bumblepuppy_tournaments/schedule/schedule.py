"""The schedule: who plays whom, in which seats and on which deal; a pure function of its seed.

A *match* seats `k` entrants in one circular order and plays it `k` times, turned by one seat from
game to game, so that everybody sits in every seat. The games of all matches in a row are the
*slots*, numbered from 0. Which matches they are the format says (see `formats`). The sequence of
most has no end: a longer tournament plays on where a shorter one stopped.

In a round-robin with as many entrants as seats, the matches go through blocks (see `blocks`). With
more, they are drawn up so that after *every* match all have played equally often, give or take one
match, and so that the counts of meetings of any two pairs of entrants, and of ordered neighbours,
stay close.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from bumblepuppy_server.chance import Stream
from bumblepuppy_tournaments.schedule.blocks import circular_orders
from bumblepuppy_tournaments.schedule.fitting import refuse_misfits
from bumblepuppy_tournaments.schedule.formats import Format, Kind
from bumblepuppy_tournaments.schedule.gauntlet import gauntlet
from bumblepuppy_tournaments.schedule.knockout import knockout, knockout_matches
from bumblepuppy_tournaments.schedule.ladder import ladder
from bumblepuppy_tournaments.schedule.past import Past
from bumblepuppy_tournaments.schedule.round_robin import full_tables, tables
from bumblepuppy_tournaments.schedule.swiss import swiss, swiss_matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bumblepuppy_tournaments.schedule.formats import Orders


class Deals(StrEnum):
    """Which games are played on the same deal."""

    SHARED = "shared"
    """The games of a match: everybody plays the same cards from every seat."""
    BLOCK = "block"
    """The games of a block: and after everybody else as well."""
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
        deal = {
            Deals.SHARED: self.number,
            Deals.BLOCK: self.number // len(circular_orders(len(self.order))),
            Deals.INDEPENDENT: number,
        }[self.deals]
        return Slot(number, self.number, deal, self.order[rotation:] + self.order[:rotation])


@dataclass(frozen=True, slots=True)
class Schedule:
    """The sequence of matches; iterating begins at the first one each time."""

    entrants: int
    """How many take part; they are numbered from 0."""
    seats: int
    """How many sit at a table, 2 or more."""
    seed: bytes | int
    deals: Deals = Deals.SHARED
    format: Format = field(default_factory=Format)
    names: Sequence[str] = ()
    """The entrants' names, for formats that name some."""
    authors: Sequence[str | None] = ()
    """The entrants' authors, where those of one author are to be kept apart."""
    roll: Callable[[int], Sequence[int]] | None = None
    """Gives those who take part in a match, if that is not always everybody."""

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn up.

        Raises:
            ScheduleError: a table cannot be filled, or the format does not fit the entrants.
        """
        refuse_misfits(self)

    def __iter__(self) -> Iterator[Match]:
        """Yield all matches from the first, without end; of a format that never looks back."""
        for match in self.matches(Past(self.seats)):
            assert match, "a format that looks back is fed with its past"
            yield match

    def matches(self, past: Past) -> Iterator[Match | None]:
        """Yield the matches from the first; `None` where the next depends on one not in `past`."""
        number = 0
        for order in self._orders(past):
            if order is None:
                yield None
            else:
                yield Match(number, order, self.deals)
                number += 1

    def ranked(self, past: Past) -> list[int]:
        """Give the entrants as the format ranks them, best first; empty if it does not."""
        for match in self.matches(past):
            if match is None:
                break
        return past.ranked

    def most_matches(self) -> int:
        """Tell how many matches a format that has an end plays, ties in a knockout left out.

        Raises:
            ValueError: it has no end.
        """
        entrants, seats, how = self.entrants, self.seats, self.format
        match how.kind:
            case Kind.SWISS:
                return swiss_matches(entrants, seats, how)
            case Kind.KNOCKOUT:
                return knockout_matches(entrants, seats, how.best_of)
            case _:
                raise ValueError(f"a {how.kind} has no end")

    def _orders(self, past: Past) -> Orders:
        key = self.seed if isinstance(self.seed, bytes) else str(self.seed).encode()
        stream = Stream(key, "schedule")
        entrants, seats, how = self.entrants, self.seats, self.format
        match how.kind:
            case Kind.ROUND_ROBIN if entrants == seats:
                return full_tables(seats, stream)
            case Kind.ROUND_ROBIN:
                return tables(entrants, seats, stream, self._groups())
            case Kind.GAUNTLET:
                challengers = [self.names.index(name) for name in how.challengers]
                return gauntlet(entrants, seats, stream, challengers)
            case Kind.SWISS:
                return swiss(entrants, seats, stream, past, how)
            case Kind.KNOCKOUT:
                return knockout(entrants, seats, stream, past, how.best_of)
            case Kind.LADDER:
                return ladder(seats, stream, past, self.roll or (lambda _: range(entrants)))

    def _groups(self) -> list[int] | None:
        """Number the authors, each entrant without one for itself."""
        if not self.format.apart:
            return None
        known: dict[object, int] = {}
        return [
            known.setdefault(author or entrant, entrant)
            for entrant, author in enumerate(self.authors)
        ]

    def slots(self) -> Iterator[Slot]:
        """Yield the games of all matches, without end; of a format that never looks back."""
        for match in self:
            yield from match.slots()

    def unfold(self, past: Past) -> Iterator[Slot | None]:
        """Yield the games of all matches; `None` where the next depends on one not in `past`.

        After a `None`, ask again when there is more in `past`.
        """
        for match in self.matches(past):
            if match is None:
                yield None
            else:
                yield from match.slots()


def matches_for(games: int, seats: int) -> int:
    """Tell how many matches make at least `games` games: matches are never broken off."""
    return -(-games // seats)
