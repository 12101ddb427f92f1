"""Reading a tournament file, while it is being played or afterwards."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final, Self

from bumblepuppy_sdk.records import Record
from bumblepuppy_server.evidence import SeatEvidence
from bumblepuppy_server.outcome import Outcome, SeatTime
from bumblepuppy_tournaments.schedule.deals import ID_DIGITS, Secret, schedule_seed
from bumblepuppy_tournaments.schedule.past import Past
from bumblepuppy_tournaments.schedule.roll import Change
from bumblepuppy_tournaments.settings.plan import Plan
from bumblepuppy_tournaments.store.lock import StoreError
from bumblepuppy_tournaments.store.schema import connect_to_read, plain_errors
from bumblepuppy_tournaments.table.fold import Fold
from bumblepuppy_tournaments.table.standings import Score, Standings
from bumblepuppy_tournaments.table.suspension import Spoiling, Suspension

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from pathlib import Path


IMPORTED: Final = "imported"
"""The key under which a file tells when its games were imported."""


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
            self.secret_told = "secret_told" in meta
            """Whether the secret was shown, all games that were planned then having been played."""
            self.imported = IMPORTED in meta
            """Whether the games were played elsewhere, and came as records."""
            try:
                known = "secret" in meta or not self.imported
                self.known_secret = Secret.from_hex(meta["secret"]) if known else None
                """What the deals follow from: not to be shown before the last game."""
                self.commitment: str = meta["commitment"]
                """The hash of the secret, published before the first game; may be empty if
                imported."""
                self.plan = self._plan(meta["plan"])
            except (LookupError, TypeError, ValueError) as error:
                raise StoreError(
                    f"{path} is damaged: restore a copy. What it says of its tournament cannot be"
                    f" read ({error!r})"
                ) from error
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

    @property
    def secret(self) -> Secret:
        """What the deals follow from: not to be shown before the last game.

        Raises:
            StoreError: nobody told it to whoever imported these games.
        """
        if self.known_secret is None:
            raise StoreError(f"{self.path} was imported, and the secret of its deals is not known")
        return self.known_secret

    def refuse_to_play(self) -> None:
        """Refuse to play games of a tournament that was imported.

        Raises:
            StoreError: it was.
        """
        if self.imported:
            raise StoreError(
                f"{self.path} was imported from records, which do not tell how to start the bots:"
                " nothing can be played in it. Name another file by --db"
            )

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
    def sandbox(self) -> str:
        """What the bots of the latest run are kept in; empty before the first."""
        return self._meta().get("sandbox", "")

    @property
    def games_planned(self) -> int:
        """How many games the latest run set out to have in the file."""
        return int(self._meta()["games_planned"])

    @property
    def decided(self) -> str:
        """By what rule the latest run ended before all that it set out for was played, in words.

        Games that had begun by then may have results, and are no part of the tournament. Empty if
        there was none.
        """
        return self._meta().get("decided", "")

    def fold(self, follow: Callable[[Score], bool | None] | None = None) -> Fold:
        """Give the standings so far, ready for the next result.

        The snapshot in the file spares counting again; without a readable one, all is counted.

        Args:
            follow: Is shown all games from the first on, and may end the tournament: see `Fold`.
        """
        standings = self.plan.standings(self.games_planned)
        fold = Fold(standings, follow)
        with plain_errors(self.path), self._transaction("DEFERRED"):
            kept = self._connection.execute("SELECT state FROM snapshot").fetchone()
            if kept:
                standings.restore(json.loads(kept[0]))
            counted = standings.games_played
            for score in self._scores(0 if follow else counted):
                if score.slot < counted:
                    fold.follow(score)
                else:
                    fold.add(score)
        return fold

    def standings(self) -> Standings:
        """Give the standings so far."""
        if not self.plan.format.kind.ranks:
            return self.fold().standings
        past = Past(self.plan.seats)
        standings = self.fold(lambda score: past.add(score.seats, score.places)).standings
        standings.ranked = self.plan.schedule(schedule_seed(self.secret)).ranked(past)
        return standings

    def _scores(self, first: int) -> Iterator[Score]:
        """Read what counts of the games from slot `first` on, in order."""
        rows = self._connection.execute(
            "SELECT slot, entrant, place, faults, autopilot AND NOT suspended,"
            " decisions, think_s, think_max_s FROM seat WHERE slot >= ? ORDER BY slot, seat",
            (first,),
        )
        while seats := rows.fetchmany(self.plan.seats):
            slots, entrants, places, faults, spoiled, *times = zip(*seats, strict=True)
            yield Score(
                slot=slots[0],
                seats=entrants,
                places=places,
                faults=tuple(json.loads(causes) if causes else {} for causes in faults),
                times=tuple(SeatTime(*time) for time in zip(*times, strict=True)),
                spoiled=frozenset(seat for seat, was_spoiled in enumerate(spoiled) if was_spoiled),
            )

    def suspensions(self) -> list[Suspension]:
        """Tell who is suspended, in the order in which it happened."""
        with plain_errors(self.path):
            rows = self._connection.execute(
                "SELECT entrant, first_slot, spoiled, games FROM suspension ORDER BY first_slot"
            )
            return [
                Suspension(entrant=entrant, first=first, spoiling=Spoiling(*spoiling))
                for entrant, first, *spoiling in rows
            ]

    def membership(self) -> list[Change]:
        """Tell who joined and left a ladder, and when."""
        with plain_errors(self.path):
            rows = self._connection.execute("SELECT slot, entrant, takes_part FROM membership")
            return [Change(slot, entrant, bool(takes_part)) for slot, entrant, takes_part in rows]

    def first_unused_slot(self) -> int:
        """Tell the slot after the last that has a result, be it void."""
        with plain_errors(self.path):
            (last,) = self._connection.execute("SELECT max(slot) FROM result").fetchone()
        return 0 if last is None else int(last) + 1

    def attempts(self) -> dict[int, int]:
        """Tell the last void attempt at each slot that had one."""
        with plain_errors(self.path):
            query = "SELECT slot, max(attempt) FROM result WHERE void IS NOT NULL GROUP BY slot"
            return dict(self._connection.execute(query))

    def slot_of(self, game: str) -> int:
        """Find the slot of a game that has a result.

        Args:
            game: The number of its slot; or its id, or the beginning of it.

        Raises:
            StoreError: there is no such game, or more than one.
        """
        wanted = game.strip().lower().partition("-")[0]  # bots know a further attempt by ID-NUMBER
        if not (wanted and wanted.isascii()):  # what is no text SQLite would not take
            raise self._no_game(game)
        with plain_errors(self.path):
            if wanted.isdecimal() and len(wanted) < ID_DIGITS:
                query = "SELECT slot FROM result WHERE slot = ?"
                if found := self._connection.execute(query, (int(wanted),)).fetchone():
                    return int(found[0])
            query = "SELECT DISTINCT slot FROM result WHERE game_id BETWEEN ? AND ? LIMIT 2"
            span = (wanted, wanted + "g")  # the letter after the last hex digit
            slots = [slot for (slot,) in self._connection.execute(query, span)]
        if not slots:
            raise self._no_game(game)
        if len(slots) > 1:
            raise StoreError(
                f"{self.path} has more than one game whose id begins with {game!r}: give more of"
                f" it, or the slot, such as {slots[0]}"
            )
        return int(slots[0])

    def _no_game(self, game: str) -> StoreError:
        return StoreError(
            f"{self.path} has no result of a game {game!r}: name it by its slot, or by its id or"
            " the beginning of that, as `bumblepuppy export` tells them"
        )

    def outcomes(self, slot: int) -> list[Outcome]:
        """Give what came of each attempt at a slot, the last one last."""
        with plain_errors(self.path), self._transaction("DEFERRED"):
            query = (
                "SELECT attempt, record, void, seconds, evidence FROM result WHERE slot = ?"
                " ORDER BY attempt"
            )
            return [
                Outcome(
                    record=Record.from_json(record),
                    times=self._times(slot, attempt),
                    seconds=seconds,
                    void=void,
                    evidence=tuple(map(SeatEvidence.from_dict, json.loads(evidence or "[]"))),
                )
                for attempt, record, void, seconds, evidence in self._connection.execute(
                    query, (slot,)
                ).fetchall()
            ]

    def _times(self, slot: int, attempt: int) -> tuple[SeatTime, ...]:
        query = (
            "SELECT decisions, think_s, think_max_s FROM seat WHERE slot = ? AND attempt = ?"
            " ORDER BY seat"
        )
        return tuple(SeatTime(*row) for row in self._connection.execute(query, (slot, attempt)))

    def records(self) -> Iterator[str]:
        """Yield the records of the games that count, one line of JSON each, in schedule order."""
        with plain_errors(self.path):
            # What was begun before the tournament was decided is no part of it.
            query = "SELECT record FROM result WHERE void IS NULL AND slot < ? ORDER BY slot"
            for (record,) in self._connection.execute(query, (self.games_planned,)):
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
