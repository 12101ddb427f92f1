"""The tournament file: one SQLite database that holds the plan, every result and the standings.

A `Writer` is the one process that plays the tournament; any number of `Reader`s may look on.
Results are added in batches, each one transaction, together with the standings that follow from
them: a file is consistent at any instant, and opening it again takes the same time however many
games it holds.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.schedule.deals import Secret
from bumblepuppy_tournaments.schedule.formats import Kind
from bumblepuppy_tournaments.schedule.roll import Change, Roll
from bumblepuppy_tournaments.settings.plan import Plan, differences
from bumblepuppy_tournaments.store.lock import StoreError, WriterLock
from bumblepuppy_tournaments.store.reader import Reader
from bumblepuppy_tournaments.store.schema import connect_to_write, plain_errors
from bumblepuppy_tournaments.table.standings import Score, Standings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.bots.entrants import Entrant
    from bumblepuppy_tournaments.table.suspension import Suspension

__all__ = ["Reader", "StoreError", "Writer"]

_ADD_RESULT: Final = "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ADD_MEMBERSHIP: Final = "INSERT OR REPLACE INTO membership VALUES (?, ?, ?)"
_ADD_SUSPENSION: Final = "INSERT INTO suspension VALUES (?, ?, ?, ?)"
_ADD_SEAT: Final = "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Writer(Reader):
    """A tournament file to be played on, by one process at a time."""

    def __init__(self, path: Path, plan: Plan, games: int) -> None:
        """Begin a tournament in a new file, or take it up again in an old one.

        A new tournament's secret is drawn, or derived from the plan's seed, and stored with its
        commitment before this returns. `self.plan` is the file's, which numbers the entrants.

        Args:
            path: The file.
            plan: What the games have in common.
            games: How many games there are to be in the file, whole matches.

        Raises:
            StoreError: another process plays this file; it holds a tournament of another plan; or
                it cannot be used.
        """
        with ExitStack() as stack:
            stack.callback(WriterLock(path).release)
            connection = connect_to_write(path)
            stack.callback(connection.close)
            self.path, self._connection = path, connection
            self.resumed = self._has_plan()
            """Whether the file held a tournament before."""
            if not self.resumed:
                self._begin(plan)
            super().__init__(path, connection)
            self.refuse_to_play()
            if self.plan.format.kind is Kind.LADDER:
                plan = self._enrol(plan)
            self._refuse_changes(plan)
            self.set_games(max(games, self._begun()))
            self._held = stack.pop_all()

    def close(self) -> None:
        """Close the file, and let others play it."""
        with self._held, plain_errors(self.path):
            # Somebody who copies the file while others look on must not miss what is in the log.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _has_plan(self) -> bool:
        with plain_errors(self.path):
            query = "SELECT count(*) FROM meta WHERE key = 'plan'"
            return bool(self._connection.execute(query).fetchone()[0])

    def _begin(self, plan: Plan) -> None:
        secret = Secret.random() if plan.seed is None else Secret.from_seed(plan.seed)
        meta = {
            "commitment": secret.commitment(),
            "secret": secret.hex(),
            "games_planned": "0",
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        self._describe(plan, meta)

    def _describe(
        self, plan: Plan, meta: Mapping[str, str], membership: Iterable[Change] = ()
    ) -> None:
        """Write down, in a file that holds nothing yet, what it is about."""
        shared = plan.to_dict()
        del shared["entrants"]
        rows = {"plan": json.dumps(shared), **meta}.items()
        with plain_errors(self.path), self._transaction("IMMEDIATE"):
            self._connection.executemany("INSERT INTO meta VALUES (?, ?)", rows)
            self._add_entrants(plan.entrants, 0)
            self._add_membership(membership)

    def _add_entrants(self, entrants: Sequence[Entrant], first: int) -> None:
        rows = [
            (number, entrant.name, json.dumps(entrant.command), entrant.author)
            for number, entrant in enumerate(entrants, first)
        ]
        self._connection.executemany("INSERT INTO entrant VALUES (?, ?, ?, ?)", rows)

    def _add_membership(self, changes: Iterable[Change]) -> None:
        self._connection.executemany(_ADD_MEMBERSHIP, changes)

    def _refuse_changes(self, plan: Plan) -> None:
        # As it would come out of the file: JSON knows no tuples, for one.
        wanted = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
        if changes := differences(self.plan, wanted):
            raise StoreError(
                f"{self.path} holds another tournament: {'; '.join(changes)}. Take that back to"
                " play on, or begin a new tournament in another file by --db"
            )

    def _enrol(self, plan: Plan) -> Plan:
        """Let those of a plan join who do not take part in the ladder, and all others leave it.

        It holds from the next round that is drawn. What it gives is the plan that was to be
        expected of the file.
        """
        names = self.plan.names
        joining = [entrant for entrant in plan.entrants if entrant.name not in names]
        slot = self._begun()
        members = Roll(plan.seats, self.membership())(slot // plan.seats)
        wanted = {*(plan.names)}
        changes = [
            Change(slot, number, takes_part=name in wanted)
            for number, name in enumerate((*names, *(entrant.name for entrant in joining)))
            if (name in wanted) != (number in members)
        ]
        with plain_errors(self.path), self._transaction("IMMEDIATE"):
            self._add_entrants(joining, len(names))
            self._add_membership(changes)
        self.plan = replace(self.plan, entrants=(*self.plan.entrants, *joining))
        stayed = {entrant.name: entrant for entrant in plan.entrants}
        expected = [stayed.get(entrant.name, entrant) for entrant in self.plan.entrants]
        return replace(plan, entrants=tuple(expected))

    def _begun(self) -> int:
        """Tell how many games have begun, whole matches: of games that count none is left out."""
        return -(-self.first_unused_slot() // self.plan.seats) * self.plan.seats

    def set_games(self, games: int, decided: str = "") -> None:
        """Note how many games there are to be, and by what that was decided before, if it was."""
        meta = {"games_planned": str(games), "decided": decided}
        with plain_errors(self.path), self._transaction("IMMEDIATE"):
            self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())

    def note_sandbox(self, name: str) -> None:
        """Note what the bots of this run are kept in, for whoever looks on."""
        with plain_errors(self.path):
            self._connection.execute("INSERT OR REPLACE INTO meta VALUES ('sandbox', ?)", (name,))

    def tell_secret(self) -> None:
        """Note that the secret is being shown."""
        with plain_errors(self.path):
            self._connection.execute("INSERT OR REPLACE INTO meta VALUES ('secret_told', '1')")

    def append(
        self,
        outcomes: Sequence[Outcome],
        standings: Standings,
        suspensions: Sequence[Suspension] = (),
    ) -> None:
        """Add a batch of outcomes, and what follows from it, in one transaction.

        Args:
            outcomes: Games that ended since the last call, void ones included, in any order.
            standings: What all the games stored, with these, have been folded into.
            suspensions: Those that these games led to.

        Raises:
            StoreError: the file cannot be written; nothing of the batch is stored.
        """
        results = [_result_row(outcome) for outcome in outcomes]
        seats = [row for outcome in outcomes if not outcome.void for row in self._seats(outcome)]
        out = [(found.entrant, found.first, *found.spoiling) for found in suspensions]
        snapshot = (standings.games_played, json.dumps(standings.snapshot()))
        with plain_errors(self.path), self._transaction("IMMEDIATE"):
            self._connection.executemany(_ADD_RESULT, results)
            self._connection.executemany(_ADD_SEAT, seats)
            self._connection.executemany(_ADD_SUSPENSION, out)
            self._connection.execute("INSERT OR REPLACE INTO snapshot VALUES (1, ?, ?)", snapshot)

    def _seats(self, outcome: Outcome) -> Iterator[tuple[Any, ...]]:
        record = outcome.record
        score = Score.of(outcome, {name: i for i, name in enumerate(self.plan.names)})
        for seat, time in enumerate(score.times):
            faults = score.faults[seat]
            yield (
                record.slot,
                record.attempt,
                seat,
                score.seats[seat],
                score.places[seat],
                record.penalty[seat],
                seat in record.autopilot,
                json.dumps(faults) if faults else None,
                time.decisions,
                time.total_s,
                time.max_s,
                seat in record.suspended,
            )


def _result_row(outcome: Outcome) -> tuple[Any, ...]:
    record = outcome.record
    return (
        record.slot,
        record.attempt,
        record.game_id,
        outcome.void,
        record.reason,
        len(record.actions),
        outcome.seconds,
        outcome.record_line,
        _evidence_text(outcome),
    )


def _evidence_text(outcome: Outcome) -> str | None:
    """Write what can be told of a game in which something went wrong."""
    seats = [seat.to_dict() for seat in outcome.evidence]
    return json.dumps(seats, ensure_ascii=False, separators=(",", ":")) if seats else None
