"""The results of a tournament as one flat table: a row a game and seat."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from bumblepuppy_tournaments.store.reader import Reader
from bumblepuppy_tournaments.store.schema import plain_errors

if TYPE_CHECKING:
    from collections.abc import Iterator


class ResultRow(NamedTuple):
    """What came of one game for one seat; `tournaments/RECORDS.md` tells the columns."""

    slot: int
    match: int
    game_id: str
    attempt: int
    seat: int
    bot: str
    place: int
    penalty: int
    faults: int
    causes: str
    autopilot: bool
    suspended: bool
    decisions: int
    think_s: float
    think_max_s: float
    reason: str
    actions: int


class ResultsReader(Reader):
    """A tournament file whose results are read as one table."""

    def rows(self) -> Iterator[ResultRow]:
        """Yield a row for each seat of each game that counts, in schedule order."""
        query = (
            "SELECT slot, game_id, attempt, seat, name, place, penalty, faults, autopilot,"
            " suspended, decisions, think_s, think_max_s, reason, actions"
            " FROM result JOIN seat USING (slot, attempt) JOIN entrant ON entrant.id = entrant"
            " WHERE void IS NULL AND slot < ? ORDER BY slot, seat"
        )
        with plain_errors(self.path):
            for row in self._connection.execute(query, (self.games_planned,)):
                slot, game_id, attempt, seat, bot, place, penalty, faults, *rest = row
                autopilot, suspended, *others = rest
                causes = json.loads(faults) if faults else {}
                yield ResultRow(
                    slot,
                    slot // self.plan.seats,
                    game_id,
                    attempt,
                    seat,
                    bot,
                    place,
                    penalty,
                    sum(causes.values()),
                    " ".join(f"{cause}={count}" for cause, count in sorted(causes.items())),
                    bool(autopilot),
                    bool(suspended),
                    *others,
                )
