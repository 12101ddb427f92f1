"""`bumblepuppy import`: records out of a file, made a tournament file again."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.outcome import Outcome, SeatTime
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.exchange.head import is_head
from bumblepuppy_tournaments.exchange.imported import ImportedFile
from bumblepuppy_tournaments.exchange.reading import Survey, lines_of
from bumblepuppy_tournaments.table.standings import Score
from bumblepuppy_tournaments.table.suspension import Suspension

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from bumblepuppy_tournaments.exchange.head import Head
    from bumblepuppy_tournaments.table.standings import Standings

BATCH: Final = 500
"""Games in one transaction."""
NO_TIME: Final = SeatTime(0, 0.0, 0.0)
"""Records do not tell how long anybody thought."""


def import_records(file: Path, db: Path) -> list[str]:
    """Make a tournament file of records, and tell what is in it.

    Raises:
        ConfigError: the records cannot be read, a line is wrong, or there is a file `db` already.
        StoreError: the tournament file cannot be written; it is taken away again.
    """
    if db.exists():
        raise ConfigError(f"--db {db}: this file exists: name a new one")
    survey = Survey.of(file)
    head = survey.summed_up()
    try:
        with ImportedFile(db, head) as target:
            played = _store(file, head, target)
    except BaseException:
        db.unlink(missing_ok=True)
        raise
    lines = [f"{survey.games} games of {len(head.plan.entrants)} bots are in {db}"]
    if survey.games > played:
        lines.append(f"{played} of them are rated: the one of slot {played} is missing")
    return lines


def _store(file: Path, head: Head, target: ImportedFile) -> int:
    """Store all records; give how many games could be rated."""
    plan, fold = head.plan, target.fold()
    numbers = {name: number for number, name in enumerate(plan.names)}
    empty_chairs: dict[int, int] = {}
    outcomes = _outcomes(file, plan.seats)
    while batch := list(islice(outcomes, BATCH)):
        for outcome in batch:
            score = Score.of(outcome, numbers)
            fold.add(score)
            for seat in outcome.record.suspended:
                entrant, slot = score.seats[seat], score.slot
                empty_chairs[entrant] = min(slot, empty_chairs.get(entrant, slot))
        target.append(batch, fold.standings)
    target.append([], fold.standings, _suspensions(fold.standings, empty_chairs, target))
    return fold.standings.games_played


def _outcomes(file: Path, seats: int) -> Iterator[Outcome]:
    for _, line in lines_of(file):
        if not is_head(line):
            yield Outcome.of_line(line, times=(NO_TIME,) * seats)


def _suspensions(
    standings: Standings, empty_chairs: Mapping[int, int], target: ImportedFile
) -> list[Suspension]:
    """Tell since when those are suspended who are: from the match on in which it first shows."""
    seats = target.plan.seats
    firsts = {entrant: slot // seats * seats for entrant, slot in empty_chairs.items()}
    later = -(-target.first_unused_slot() // seats) * seats
    return [
        Suspension(entrant=entrant, first=firsts.get(entrant, later), spoiling=spoiling)
        for entrant, spoiling in standings.suspended.items()
    ]
