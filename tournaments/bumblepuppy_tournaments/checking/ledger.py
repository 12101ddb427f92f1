"""A tournament file as an auditor reads it: every row, as it was at one instant."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bumblepuppy_server.outcome import SeatTime
from bumblepuppy_tournaments.store.lock import StoreError
from bumblepuppy_tournaments.store.reader import Reader
from bumblepuppy_tournaments.store.schema import plain_errors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class SeatRow(NamedTuple):
    """What the table of seats tells of one seat in one game."""

    entrant: int
    place: int
    penalty: int
    autopilot: int
    suspended: int
    faults: str | None
    """A JSON object of counts by cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One attempt at one game, as it is stored."""

    slot: int
    attempt: int
    game_id: str
    void: str | None
    """Why it does not count; `None` if it does."""
    reason: str
    actions: int
    record: str
    seats: tuple[SeatRow, ...]
    """By seat; empty for a void attempt."""
    times: tuple[SeatTime, ...]
    """By seat."""


class Ledger(Reader):
    """A tournament file that may be played on meanwhile, as it was when it was first read."""

    def __init__(self, path: Path) -> None:
        """Open the file `path`.

        Raises:
            StoreError: it does not exist, or is no tournament file that can be read.
        """
        super().__init__(path)
        with ExitStack() as stack, plain_errors(path):
            stack.callback(self.close)
            # In one transaction, all that is read is of one instant; the writer is not held up.
            self._connection.execute("BEGIN DEFERRED")
            stack.pop_all()

    def attempts_stored(self) -> int:
        """Count the attempts, void ones included."""
        with plain_errors(self.path):
            return int(self._connection.execute("SELECT count(*) FROM result").fetchone()[0])

    def entries(self) -> Iterator[Entry]:
        """Yield every attempt, in schedule order."""
        with plain_errors(self.path):
            rows = self._connection.execute(
                "SELECT slot, attempt, game_id, void, reason, actions, record FROM result"
                " ORDER BY slot, attempt"
            )
            for slot, attempt, game_id, void, reason, actions, record in rows:
                self._refuse_other_than_numbers(slot, attempt)
                seats = self._seats(slot, attempt)
                yield Entry(
                    slot=slot,
                    attempt=attempt,
                    game_id=game_id,
                    void=void,
                    reason=reason,
                    actions=actions,
                    record=record,
                    seats=tuple(SeatRow(*row[:6]) for row in seats),
                    times=tuple(SeatTime(*row[6:]) for row in seats),
                )

    def _seats(self, slot: int, attempt: int) -> list[tuple[Any, ...]]:
        query = (
            "SELECT entrant, place, penalty, autopilot, suspended, faults, decisions, think_s,"
            " think_max_s FROM seat WHERE slot = ? AND attempt = ? ORDER BY seat"
        )
        return self._connection.execute(query, (slot, attempt)).fetchall()

    def seats_without_result(self) -> list[int]:
        """List the slots that have seats of an attempt which is not there."""
        query = (
            "SELECT DISTINCT slot FROM seat WHERE NOT EXISTS (SELECT 1 FROM result"
            " WHERE result.slot = seat.slot AND result.attempt = seat.attempt) ORDER BY slot"
        )
        with plain_errors(self.path):
            return [slot for (slot,) in self._connection.execute(query)]

    def snapshot(self) -> tuple[int, str] | None:
        """Give the standings that are stored: through how many games, and as JSON."""
        with plain_errors(self.path):
            query = "SELECT games_played, state FROM snapshot"
            found: tuple[int, str] | None = self._connection.execute(query).fetchone()
        if found:
            self._refuse_other_than_numbers(found[0])
        return found

    def _refuse_other_than_numbers(self, *found: object) -> None:
        """Refuse what SQLite takes where a number should be."""
        for each in found:
            if not isinstance(each, int):
                raise StoreError(
                    f"{self.path} is damaged: restore a copy. In its tables {each!r} stands for a"
                    " number of a slot, an attempt or games"
                )
