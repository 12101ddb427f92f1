"""The tournament file: one SQLite database that holds the plan, every result and the standings.

A `Writer` is the one process that plays the tournament; any number of `Reader`s may look on.
Results are added in batches, each one transaction, together with the standings that follow from
them: a file is consistent at any instant, and opening it again takes the same time however many
games it holds.
"""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Self

from bumblepuppy_server.outcome import SeatTime
from bumblepuppy_tournaments.deals import Secret
from bumblepuppy_tournaments.lock import StoreError, WriterLock
from bumblepuppy_tournaments.plan import Plan, differences
from bumblepuppy_tournaments.schema import connect_to_read, connect_to_write, plain_errors
from bumblepuppy_tournaments.standings import Fold, Score, Standings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from bumblepuppy_server.outcome import Outcome

__all__ = ["Reader", "StoreError", "Writer"]

_ADD_RESULT: Final = "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_ADD_SEAT: Final = "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Reader:
    """A tournament file to be read, while it is being played or afterwards.

    Use it in a `with` statement, or call `close`. Every method raises `StoreError` when the file is
    damaged.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection | None = None) -> None:
        """Open the file `path`.

        Raises:
            StoreError: it does not exist, or is no tournament file that can be read.
        """
        self.path = path
        with ExitStack() as stack:
            if connection is None:
                connection = connect_to_read(path)
                stack.callback(connection.close)
            self._connection = connection
            meta = self._meta()
            self.secret = Secret.from_hex(meta["secret"])
            """What the deals follow from: not to be shown before the last game."""
            self.commitment: str = meta["commitment"]
            """The hash of the secret, published before the first game."""
            self.secret_told = "secret_told" in meta
            """Whether the secret was shown, all games that were planned then having been played."""
            self.plan = self._plan(meta["plan"])
            stack.pop_all()

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _meta(self) -> dict[str, str]:
        with plain_errors(self.path):
            meta = dict(self._connection.execute("SELECT key, value FROM meta"))
        if "plan" not in meta:
            raise StoreError(f"{self.path} holds no tournament yet: play one first")
        return meta

    def _plan(self, text: str) -> Plan:
        with plain_errors(self.path):
            rows = self._connection.execute("SELECT name, command, author FROM entrant ORDER BY id")
            entrants = [
                {"name": name, "command": json.loads(command), "author": author}
                for name, command, author in rows
            ]
        return Plan.from_dict({**json.loads(text), "entrants": entrants})

    @property
    def games_planned(self) -> int:
        """How many games the latest run set out to have in the file."""
        return int(self._meta()["games_planned"])

    def fold(self) -> Fold:
        """Give the standings so far, ready for the next result.

        The snapshot in the file spares counting again; without a readable one, all is counted.
        """
        plan = self.plan
        standings = Standings(plan.game, plan.names, plan.seats, self.games_planned)
        fold = Fold(standings)
        with plain_errors(self.path), self._transaction("DEFERRED"):
            kept = self._connection.execute("SELECT state FROM snapshot").fetchone()
            if kept:
                standings.restore(json.loads(kept[0]))
            for score in self._scores(standings.games_played):
                fold.add(score)
        return fold

    def standings(self) -> Standings:
        """Give the standings so far."""
        return self.fold().standings

    def _scores(self, first: int) -> Iterator[Score]:
        """Read what counts of the games from slot `first` on, in order."""
        rows = self._connection.execute(
            "SELECT slot, entrant, place, faults, decisions, think_s, think_max_s"
            " FROM seat WHERE slot >= ? ORDER BY slot, seat",
            (first,),
        )
        while seats := rows.fetchmany(self.plan.seats):
            slots, entrants, places, faults, *times = zip(*seats, strict=True)
            yield Score(
                slot=slots[0],
                seats=entrants,
                places=places,
                faults=tuple(json.loads(causes) if causes else {} for causes in faults),
                times=tuple(SeatTime(*time) for time in zip(*times, strict=True)),
            )

    def attempts(self) -> dict[int, int]:
        """Tell the last void attempt at each slot that had one."""
        with plain_errors(self.path):
            query = "SELECT slot, max(attempt) FROM result WHERE void IS NOT NULL GROUP BY slot"
            return dict(self._connection.execute(query))

    def records(self) -> Iterator[str]:
        """Yield the records of the games that count, one line of JSON each, in schedule order."""
        with plain_errors(self.path):
            query = "SELECT record FROM result WHERE void IS NULL ORDER BY slot"
            for (record,) in self._connection.execute(query):
                yield record

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        self._connection.execute(f"BEGIN {kind}")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # A full disk may have ended the transaction already.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


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
            self._refuse_changes(plan)
            self._set_games(games)
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
        shared = plan.to_dict()
        del shared["entrants"]
        meta = {
            "plan": json.dumps(shared),
            "commitment": secret.commitment(),
            "secret": secret.hex(),
            "games_planned": "0",
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        entrants = [
            (number, entrant.name, json.dumps(entrant.command), entrant.author)
            for number, entrant in enumerate(plan.entrants)
        ]
        with plain_errors(self.path), self._transaction("IMMEDIATE"):
            self._connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
            self._connection.executemany("INSERT INTO entrant VALUES (?, ?, ?, ?)", entrants)

    def _refuse_changes(self, plan: Plan) -> None:
        # As it would come out of the file: JSON knows no tuples, for one.
        wanted = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
        if changes := differences(self.plan, wanted):
            raise StoreError(
                f"{self.path} holds another tournament: {'; '.join(changes)}. Take that back to"
                " play on, or begin a new tournament in another file by --db"
            )

    def _set_games(self, games: int) -> None:
        planned = max(games, self.standings().games_played)
        with plain_errors(self.path):
            query = "UPDATE meta SET value = ? WHERE key = 'games_planned'"
            self._connection.execute(query, (str(planned),))

    def tell_secret(self) -> None:
        """Note that the secret is being shown."""
        with plain_errors(self.path):
            self._connection.execute("INSERT OR REPLACE INTO meta VALUES ('secret_told', '1')")

    def append(self, outcomes: Sequence[Outcome], standings: Standings) -> None:
        """Add a batch of outcomes, and the standings after it, in one transaction.

        Args:
            outcomes: Games that ended since the last call, void ones included, in any order.
            standings: What all the games stored, with these, have been folded into.

        Raises:
            StoreError: the file cannot be written; nothing of the batch is stored.
        """
        results = [_result_row(outcome) for outcome in outcomes]
        seats = [row for outcome in outcomes if not outcome.void for row in self._seats(outcome)]
        snapshot = (standings.games_played, json.dumps(standings.snapshot()))
        with plain_errors(self.path), self._transaction("IMMEDIATE"):
            self._connection.executemany(_ADD_RESULT, results)
            self._connection.executemany(_ADD_SEAT, seats)
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
        record.to_json(),
    )
