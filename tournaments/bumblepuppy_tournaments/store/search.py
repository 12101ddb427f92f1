"""Finding games of a tournament file by what came of them.

Every search reads the results once from end to end, which takes a fraction of a second for a
hundred thousand games: an index would cost each game that is stored more than it would save.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.store.reader import Reader
from bumblepuppy_tournaments.store.schema import plain_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ANY: Final = "any"
"""For a fault of whatever cause."""
ORDERS: Final = {"slot": "slot DESC, attempt DESC", "length": "actions DESC, slot DESC"}
"""By name: what games can be ordered by."""
_COLUMNS: Final = "slot, attempt, game_id, reason, actions, seconds, void"
_GREATEST: Final = 2**62
"""No number in a file is greater, and none that is much greater would be taken by SQLite."""
_SOME_SEAT: Final = "(slot, attempt) IN (SELECT slot, attempt FROM seat WHERE {})"
_IS_BOT: Final = "entrant = (SELECT id FROM entrant WHERE name = ?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What games are looked for; all of it must hold."""

    bots: tuple[str, ...] = ()
    """They were all at the table; `place` and `fault` are about the first of them."""
    place: int | None = None
    fault: str | None = None
    """The cause of a fault, or `ANY`; if no bots are named, a fault of anybody."""
    reason: str | None = None
    longer: int | None = None
    """More actions than this."""
    shorter: int | None = None
    """Fewer actions than this."""
    void: bool = False
    """Attempts that do not count, instead of games that do; of these only `bots` can be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSeat:
    """A seat of a game that was found; of a void one only the name is known."""

    name: str
    place: int | None = None
    penalty: int | None = None
    faults: dict[str, int] | None = None
    """By cause: how many."""
    autopilot: bool = False
    suspended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A game that was found."""

    slot: int
    attempt: int
    game_id: str
    reason: str
    length: int
    """Actions."""
    seconds: float
    void: str | None
    """Why it does not count; `None` if it does."""
    seats: list[FoundSeat]


class SearchReader(Reader):
    """A tournament file in which games are looked for."""

    def find(self, wanted: Wanted, order: str = "slot", limit: int | None = None) -> list[Found]:
        """Find games.

        Args:
            wanted: What is looked for.
            order: A key of `ORDERS`; the games are given in ascending order.
            limit: At most so many, the last ones in that order; `None`: all.
        """
        if wanted.void:
            return self._find_void(wanted.bots, limit)
        tests, values = zip(*_tests(wanted), strict=True)
        query = (
            f"SELECT {_COLUMNS} FROM result NOT INDEXED"  # noqa: S608 - made of constants
            f" WHERE {' AND '.join(tests)} ORDER BY {ORDERS[order]} LIMIT ?"
        )
        given = map(_bounded, [*chain.from_iterable(values), -1 if limit is None else limit])
        with plain_errors(self.path):
            rows = self._connection.execute(query, [*given]).fetchall()
            return [_found(row, self._seats_at(*row[:2])) for row in reversed(rows)]

    def _find_void(self, bots: Sequence[str], limit: int | None) -> list[Found]:
        query = (
            f"SELECT {_COLUMNS}, record FROM result WHERE void IS NOT NULL"  # noqa: S608 - as above
            f" ORDER BY {ORDERS['slot']}"
        )
        found: list[Found] = []
        with plain_errors(self.path):
            for *row, record in self._connection.execute(query):
                names = json.loads(record)["seats"]
                if set(bots) <= set(names) and len(found) != limit:
                    found.append(_found(row, [FoundSeat(name=name) for name in names]))
        return found[::-1]

    def _seats_at(self, slot: int, attempt: int) -> list[FoundSeat]:
        query = (
            "SELECT entrant, place, penalty, faults, autopilot, suspended FROM seat"
            " WHERE slot = ? AND attempt = ? ORDER BY seat"
        )
        return [
            FoundSeat(
                name=self.plan.entrants[entrant].name,
                place=place,
                penalty=penalty,
                faults=json.loads(faults) if faults else {},
                autopilot=bool(autopilot),
                suspended=bool(suspended),
            )
            for entrant, place, penalty, faults, autopilot, suspended in self._connection.execute(
                query, (slot, attempt)
            )
        ]


def _found(row: Any, seats: list[FoundSeat]) -> Found:
    slot, attempt, game_id, reason, length, seconds, void = row
    return Found(
        slot=slot,
        attempt=attempt,
        game_id=game_id,
        reason=reason,
        length=length,
        seconds=seconds,
        void=void,
        seats=seats,
    )


def _bounded(value: object) -> object:
    return max(-_GREATEST, min(value, _GREATEST)) if isinstance(value, int) else value


def _tests(wanted: Wanted) -> Iterator[tuple[str, Sequence[object]]]:
    """Say for SQLite what is wanted: conditions, each with the values that go into it."""
    yield "void IS NULL", ()
    for test, value in (
        ("reason = ?", wanted.reason),
        ("actions > ?", wanted.longer),
        ("actions < ?", wanted.shorter),
    ):
        if value is not None:
            yield test, (value,)
    for seat in _seats_wanted(wanted):
        yield (
            _SOME_SEAT.format(" AND ".join(test for test, _ in seat)),
            [value for _, value in seat],
        )


def _seats_wanted(wanted: Wanted) -> Iterator[list[tuple[str, object]]]:
    """Give what must hold of some seat, for each seat of which something must."""
    seats: list[list[tuple[str, object]]] = [[(_IS_BOT, bot)] for bot in wanted.bots] or [[]]
    first = seats[0]
    if wanted.place is not None:
        first.append(("place = ?", wanted.place))
    if wanted.fault is not None:
        # The causes stand in a JSON object; it is null where there are none.
        first.append(("instr(faults, ?)", '"' if wanted.fault == ANY else f'"{wanted.fault}"'))
    yield from filter(None, seats)
