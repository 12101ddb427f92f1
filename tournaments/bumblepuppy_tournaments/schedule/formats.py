"""Formats: how matches are made of entrants, and of what has been played.

A format is a generator of circular orders. Some never look back: `round_robin` and `gauntlet` are
endless and follow from their lots alone. Others go by rounds and look at what was played:
`swiss`, `knockout` and `ladder`. Those yield `None` when no match can be drawn before all drawn
ones are over; who drives them asks again later. So a format needs no state but that of its own
generator, and to take a tournament up again is to draw it once more from its past.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bumblepuppy_sdk.errors import BumblepuppyError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Orders: TypeAlias = Iterator[tuple[int, ...] | None]
    """Circular orders, entrants numbered from 0; `None`: not before all so far are over."""


class ScheduleError(BumblepuppyError):
    """No schedule can be made of so many entrants for so many seats."""


class Kind(StrEnum):
    """The formats by their names."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody, equally often."""
    GAUNTLET = "gauntlet"
    """Challengers, one at a table, against the field."""
    SWISS = "swiss"
    """Rounds in which those meet who have done equally well so far."""
    KNOCKOUT = "knockout"
    """The worse half of each table drops out, until one table is left."""
    LADDER = "ladder"
    """A league that entrants join and leave, which plays where the order is least certain."""

    @property
    def is_endless(self) -> bool:
        """Whether more games can always be played."""
        return self not in {Kind.SWISS, Kind.KNOCKOUT}

    @property
    def looks_back(self) -> bool:
        """Whether its matches follow from results."""
        return self not in {Kind.ROUND_ROBIN, Kind.GAUNTLET}

    @property
    def ranks(self) -> bool:
        """Whether it has an order of its own, beside that of the ratings."""
        return not self.is_endless


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format, with what it can be told."""

    kind: Kind = Kind.ROUND_ROBIN
    challengers: tuple[str, ...] = ()
    """The names of a gauntlet's challengers."""
    rounds: int | None = None
    """How many a Swiss tournament has; `None`: see `swiss.rounds_for`."""
    best_of: int = 1
    """How many blocks a table of a Swiss or knockout round plays, unless it is decided before."""
    apart: bool = False
    """Whether a round-robin keeps the bots of one author apart."""
