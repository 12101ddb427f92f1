"""The gauntlet: challengers, one at a table and by turns, against a field that they never join."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_tournaments.schedule.tables import Acquaintance, Rounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_server.chance import Stream


def gauntlet(
    entrants: int, seats: int, stream: Stream, challengers: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield one table after another: the challenger whose turn it is, and others of the field.

    After every match no challenger is more than one match ahead of another, and none of the field
    of another of the field.
    """
    known = Acquaintance(entrants)
    field = [entrant for entrant in range(entrants) if entrant not in challengers]
    turns, rounds = Rounds(challengers, stream), Rounds(field, stream)
    while True:
        challenger = turns.choose(1, (), known.met)
        yield known.seat(challenger + rounds.choose(seats - 1, challenger, known.met))
