"""Records that come from somewhere else: read line by line, checked, and summed up.

Here is checked that a line has the form of a record and belongs to the others; whether the game
went by the rules is for `bumblepuppy verify`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import BumblepuppyError, NotationError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import Record
from bumblepuppy_server.spec import DEFAULT_MAX_FAULTS
from bumblepuppy_tournaments.bots.entrants import ConfigError, Entrant, read_name
from bumblepuppy_tournaments.exchange.head import Head, is_head
from bumblepuppy_tournaments.settings.config import MOST_GAMES
from bumblepuppy_tournaments.settings.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MOST_POINTS: Final = 1 << 53
"""Beyond, not every program that reads JSON has whole numbers."""


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not blank, each with its number, from 1.

    Raises:
        ConfigError: the file cannot be read, or is not in UTF-8.
    """
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if text := line.strip():
                    yield number, text
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not a text in UTF-8: {error}") from error


@dataclass(slots=True)
class Survey:
    """What a file of records holds, every line of it having been checked."""

    head: Head | None = None
    """The file's own, if it has one."""
    games: int = 0
    _first: Record | None = None
    _slots: dict[int, int] = field(default_factory=dict)
    """By slot: the line of its record."""
    _names: dict[str, None] = field(default_factory=dict)
    """In the order in which they come up."""
    _most_faults: int = 0
    """Of one seat in one game, as long as it was asked."""
    _max_faults: int | None = None
    """Those of a seat that was put on autopilot."""
    _suspends: bool = False

    @classmethod
    def of(cls, path: Path) -> Survey:
        """Go through a file.

        Raises:
            ConfigError: it cannot be read, or a line of it is wrong; the message tells which.
        """
        survey = cls()
        for number, line in lines_of(path):
            try:
                survey._take(number, line)
            except (BumblepuppyError, RecursionError) as error:
                raise ConfigError(f"{path}: line {number}: {error}") from error
        if not survey.games:
            raise ConfigError(f"{path}: there is no record in it: nothing to import")
        return survey

    def _take(self, number: int, line: str) -> None:
        if is_head(line):
            if self.head or self.games:
                raise NotationError("another head: there is one at most, on the first line")
            self.head = Head.from_json(line)
            return
        record = Record.from_json(line)
        check_form(record)
        self._check_others(record)
        if (twin := self._slots.setdefault(record.slot, number)) != number:
            raise NotationError(f"slot {record.slot} has a record already, on line {twin}")
        self._add(record)

    def _check_others(self, record: Record) -> None:
        """Check that a record belongs to the same tournament as the head and those before."""
        plan, first = self.head.plan if self.head else None, self._first
        for what, found, theirs in (
            ("game", record.game, (plan or first or record).game),
            ("options", record.options, (plan or first or record).options),
            ("number of seats", len(record.seats), _seats(plan, first or record)),
        ):
            if found != theirs:
                raise NotationError(f"another tournament: {what} {found!r}, before {theirs!r}")
        if plan and (strangers := set(record.seats) - set(plan.names)):
            raise NotationError(f"{min(strangers)!r} is no entrant by the head of the file")

    def _add(self, record: Record) -> None:
        self._first = self._first or record
        self.games += 1
        self._names |= dict.fromkeys(record.seats)
        self._suspends |= bool(record.suspended)
        for seat in range(len(record.seats)):
            faults = sum(fault.seat == seat for fault in record.faults)
            if seat not in record.autopilot:
                self._most_faults = max(self._most_faults, faults)
            elif seat not in record.suspended:
                self._max_faults = faults

    def summed_up(self) -> Head:
        """Give the head of the file; without one, what the records tell of what it would say."""
        if self.head:
            return self.head
        assert self._first is not None, "a survey has a record"
        most = max(DEFAULT_MAX_FAULTS, self._most_faults + 1)
        return Head(
            plan=Plan(
                game=self._first.game,
                options=self._first.options,
                seats=len(self._first.seats),
                entrants=tuple(Entrant(name=name, command=()) for name in self._names),
                max_faults=self._max_faults or most,
                # Nobody knows: so that no fault is taken for one that could not be.
                ask_forced=True,
                suspend=self._suspends,
            ),
            games_planned=max(self._slots) + 1,
        )


def _seats(plan: Plan | None, record: Record) -> int:
    return plan.seats if plan else len(record.seats)


def check_form(record: Record) -> None:
    """Check that a record of a game that counts is one that can be stored and rated.

    Raises:
        NotationError: it is not.
        BumblepuppyError: its game is not installed, its options are none, or a name is not allowed.
    """
    for key, expected, is_right in _FORM:
        if not is_right(record):
            raise NotationError(f"{key}: expected {expected}, got {getattr(record, key)!r}")
    load_game(record.game).options(record.options)
    for name in record.seats:
        if read_name(name, "seats") != name:
            raise NotationError(f"seats: {name!r} is not in Unicode's composed form")


def _is_whole(found: object, least: int, below: int) -> bool:
    return isinstance(found, int) and not isinstance(found, bool) and least <= found < below


def _are_whole(found: object, least: int, below: int) -> bool:
    return isinstance(found, list) and all(_is_whole(each, least, below) for each in found)


def _are_names(found: object) -> bool:
    return isinstance(found, list) and len(found) > 1 and all(isinstance(x, str) for x in found)


_FORM: Final[tuple[tuple[str, str, Callable[[Record], bool]], ...]] = (
    ("slot", "a whole number from 0 on", lambda r: _is_whole(r.slot, 0, MOST_GAMES)),
    ("attempt", "a whole number from 1 on", lambda r: _is_whole(r.attempt, 1, MOST_GAMES)),
    ("game_id", "a text", lambda r: isinstance(r.game_id, str)),
    ("game", "a text", lambda r: isinstance(r.game, str)),
    ("options", "an object", lambda r: isinstance(r.options, dict)),
    ("reason", "why a game ended", lambda r: isinstance(r.reason, str) and r.reason != "void"),
    ("seats", "two names or more", lambda r: _are_names(r.seats)),
    ("seats", "nobody in two seats", lambda r: len({*r.seats}) == len(r.seats)),
    ("places", "numbers from 1 on", lambda r: _are_whole(r.places, 1, len(r.seats) + 1)),
    ("places", "one a seat", lambda r: len(r.places) == len(r.seats)),
    ("penalty", "numbers", lambda r: _are_whole(r.penalty, -MOST_POINTS, MOST_POINTS)),
    ("penalty", "one a seat", lambda r: len(r.penalty) == len(r.seats)),
    ("autopilot", "seats", lambda r: _are_whole(r.autopilot, 0, len(r.seats))),
    ("suspended", "seats", lambda r: _are_whole(r.suspended, 0, len(r.seats))),
    ("faults", "of seats", lambda r: _are_whole([f.seat for f in r.faults], 0, len(r.seats))),
    ("faults", "causes in words", lambda r: all(isinstance(f.cause, str) for f in r.faults)),
)
"""By key: what is expected, in words and as a test; each may rely on those before."""
