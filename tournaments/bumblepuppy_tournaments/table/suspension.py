"""Who is suspended: a bot that spoils too many games takes no part in the rest of the schedule.

A bot spoils a game in which it is put on autopilot (FA-2). Once it has spoiled more than a tenth of
its games, twenty at least, the referee plays for it from the first card on, without asking it, and
places it last (FA-3). The schedule stays as it is: everybody else meets the empty chair equally
often in every seat and neighbourhood, which favours nobody. So that no match is mixed, it begins
with the first match of which no game has begun.

One crash spoils every game that was in flight, and each of them counts. What is counted is the harm
to the others, not how often the bot was wrong: in each of these games they played against the
default action. To count a crash once would let a bot spoil thousands of games by the few crashes
after which it is started again. Nor could it be told from the records, from which all of this
follows: they say that a bot crashed in a game, not in which games it crashed at one time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bumblepuppy_tournaments.schedule.schedule import Slot
    from bumblepuppy_tournaments.table.standings import Standings

FEWEST_GAMES: Final = 20
"""Games that a bot has played before anybody judges it."""
TOLERATED: Final = 10
"""Percent of its games that a bot may spoil."""


class Spoiling(NamedTuple):
    """How many of its games a bot has spoiled."""

    spoiled: int
    games: int

    def is_too_much(self) -> bool:
        """Tell whether a bot is suspended for it.

        >>> Spoiling(2, 20).is_too_much(), Spoiling(3, 20).is_too_much()
        (False, True)
        >>> Spoiling(19, 19).is_too_much()
        False
        """
        return self.games >= FEWEST_GAMES and 100 * self.spoiled > TOLERATED * self.games


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspension:
    """One bot's suspension."""

    entrant: int
    """Its number in the plan."""
    first: int
    """The slot from which on nobody fills its seat: the first of a match."""
    spoiling: Spoiling
    """When it was suspended."""

    def in_words(self, name: str) -> str:
        """Tell it of the bot called `name`."""
        spoiled, games = self.spoiling
        return (
            f"bot {name!r} is suspended from slot {self.first} on, for it spoiled {spoiled} of"
            f" {games} games: the referee plays for it, and places it last"
        )


class Suspensions:
    """All suspensions of a tournament."""

    def __init__(self, seats: int, known: Iterable[Suspension]) -> None:
        """Begin with those that are `known` already, at tables of so many `seats`."""
        self._seats = seats
        self._first = {suspension.entrant: suspension.first for suspension in known}

    def take(self, standings: Standings, upcoming: int) -> list[Suspension]:
        """Suspend whoever spoils too much by the standings; give those that were not before.

        Args:
            standings: What is known by now.
            upcoming: The first slot that has not begun.
        """
        first = -(-upcoming // self._seats) * self._seats
        found = [
            Suspension(entrant=entrant, first=first, spoiling=spoiling)
            for entrant, spoiling in standings.suspended.items()
            if entrant not in self._first
        ]
        self._first |= {suspension.entrant: first for suspension in found}
        return found

    def seats(self, slot: Slot) -> list[int]:
        """Give the seats of a slot that nobody fills."""
        never = slot.number + 1
        return [
            seat
            for seat, entrant in enumerate(slot.seats)
            if self._first.get(entrant, never) <= slot.number
        ]

    def over(self, played: int) -> set[int]:
        """Give the entrants who have no game left, once the slots before `played` are over."""
        return {entrant for entrant, first in self._first.items() if first <= played}
