"""The roll of a league: who takes part in which matches, as people join and leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Change(NamedTuple):
    """Somebody joins, comes back or leaves."""

    slot: int
    """From here on: the first slot of a match."""
    entrant: int
    takes_part: bool


class Roll:
    """Who takes part when."""

    def __init__(
        self, seats: int, changes: Iterable[Change], suspended: Mapping[int, int] | None = None
    ) -> None:
        """Take what happened so far.

        Args:
            seats: How many sit at a table.
            changes: Who joined, and who left.
            suspended: By entrant: the slot from which on it is suspended.
        """
        self._seats = seats
        self._changes = sorted(changes)
        self._out = dict(suspended or {})

    def suspend(self, entrant: int, slot: int) -> None:
        """Note that an entrant is suspended from a slot on."""
        self._out[entrant] = slot

    def __call__(self, match: int) -> Sequence[int]:
        """Give the entrants who can be drawn for a match, in order."""
        return sorted(self._at(match * self._seats))

    def away(self, slot: int) -> set[int]:
        """Give the entrants who have left by a slot."""
        return {change.entrant for change in self._changes} - self._members(slot)

    def _at(self, slot: int) -> set[int]:
        never = slot + 1
        return {each for each in self._members(slot) if self._out.get(each, never) > slot}

    def _members(self, slot: int) -> set[int]:
        members: set[int] = set()
        for change in self._changes:
            if change.slot <= slot:
                (members.add if change.takes_part else members.discard)(change.entrant)
        return members
