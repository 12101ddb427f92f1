"""What the referee hands back for one game: the record, the think times, or why it is void.

An outcome crosses from a worker process to the organiser's as one line of JSON, with the record in
it as a text of its own, which is stored as it stands: writing a record costs as much as storing it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.errors import NotationError
from bumblepuppy_sdk.records import Record
from bumblepuppy_server.evidence import SeatEvidence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bumblepuppy_server.spec import GameSpec

VERSION: Final = 2
"""The version of the line, in the key `outcome`."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """How long one seat thought in one game, by the referee's clock."""

    decisions: int
    """The questions that the seat was asked; forced and defaulted actions are not among them."""
    total_s: float
    """Over all of them, in seconds."""
    max_s: float
    """For the slowest of them, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One attempt at one game of the schedule.

    A void outcome (FA-5) still names slot, attempt, game id, seats and whatever was dealt and
    played before the game broke off; its record has the reason `void` and no places.
    """

    record: Record
    times: tuple[SeatTime, ...]
    """By seat."""
    seconds: float
    """From the deal to the result, on the wall clock."""
    void: str | None = None
    """Why the game does not count, in words for the organiser; `None` when it counts."""
    evidence: tuple[SeatEvidence, ...] = ()
    """By seat: what can be told of it; empty if nothing went wrong."""
    _line: str | None = field(default=None, init=False, repr=False, compare=False)
    """The record as JSON, if it was read from that; `replace` does not take it along."""

    @classmethod
    def of_line(
        cls,
        line: str,
        *,
        times: tuple[SeatTime, ...],
        seconds: float = 0.0,
        void: str | None = None,
        evidence: tuple[SeatEvidence, ...] = (),
    ) -> Outcome:
        """Give the outcome of a record that is one line of JSON.

        Raises:
            NotationError: the line is no record.
        """
        record = Record.from_json(line)
        made = cls(record=record, times=times, seconds=seconds, void=void, evidence=evidence)
        object.__setattr__(made, "_line", line)
        return made

    @property
    def record_line(self) -> str:
        """The record as one line of JSON."""
        return self._line or self.record.to_json()

    @classmethod
    def voided(cls, spec: GameSpec, why: str, evidence: tuple[SeatEvidence, ...] = ()) -> Outcome:
        """Give the outcome of an attempt that counts for nothing."""
        record = Record(
            game_id=spec.game_id,
            slot=spec.slot,
            attempt=spec.attempt,
            game=spec.game,
            options=spec.options,
            hands=[],
            seats=spec.seats,
            actions=[],
            faults=[],
            reason="void",
            places=[],
            penalty=[],
            autopilot=[],
            suspended=spec.suspended,
            network=spec.network,
        )
        return cls(record=record, times=(), seconds=0.0, void=why, evidence=evidence)

    def to_json(self) -> str:
        """Write one line of JSON."""
        found: dict[str, Any] = {
            "outcome": VERSION,
            "void": self.void,
            "seconds": self.seconds,
            "times": [(time.decisions, time.total_s, time.max_s) for time in self.times],
            "evidence": [seat.to_dict() for seat in self.evidence],
            "record": self.record_line,
        }
        return json.dumps(found, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Outcome:
        """Read one line of JSON.

        Raises:
            NotationError: the line is no outcome of this version.
        """
        try:
            return cls.from_dict(json.loads(line))
        except ValueError as error:
            raise NotationError(f"not an outcome ({error!r}): {line[:60]!r}") from error

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Outcome:
        """Read what one line of JSON holds.

        Raises:
            NotationError: it is no outcome of this version.
        """
        try:
            if found["outcome"] != VERSION:
                raise NotationError(f"not an outcome of version {VERSION}: {str(found)[:60]!r}")
            return cls.of_line(
                found["record"],
                times=tuple(SeatTime(*time) for time in found["times"]),
                seconds=found["seconds"],
                void=found["void"],
                evidence=tuple(SeatEvidence.from_dict(seat) for seat in found["evidence"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise NotationError(f"not an outcome ({error!r}): {str(found)[:60]!r}") from error
