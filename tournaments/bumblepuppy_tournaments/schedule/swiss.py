"""The Swiss system: in each round those meet who have done equally well, and have seldom met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_tournaments.schedule.blocks import block, circular_orders

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_server.chance import Stream
    from bumblepuppy_tournaments.schedule.formats import Format, Orders
    from bumblepuppy_tournaments.schedule.past import Past

FEWEST_ROUNDS = 3


def rounds_for(entrants: int) -> int:
    """Tell how many rounds are played where nobody says: enough to halve the field to one."""
    return max(FEWEST_ROUNDS, (entrants - 1).bit_length())


def swiss(entrants: int, seats: int, stream: Stream, past: Past, how: Format) -> Orders:
    """Yield the tables of all rounds; each plays `how.best_of` blocks.

    When the field does not fill its last table, those sit out who have sat out least, of them the
    worst so far. That costs them nothing, because they are ranked by their mean.
    """
    met = [[0] * entrants for _ in range(entrants)]
    byes = [0] * entrants
    lots = list(range(entrants))
    stream.shuffle(lots)
    drawn = 0
    order = list(lots)
    for _ in range(how.rounds or rounds_for(entrants)):
        for entrant in _sitting_out(order, entrants % seats, byes):
            order.remove(entrant)
            byes[entrant] += 1
        for table in _pair(order, seats, met):
            for _ in range(how.best_of):
                for seating in block(table, stream):
                    drawn += 1
                    yield seating
        while len(past.matches) < drawn:
            yield None
        order = ranking(past.matches[:drawn], lots)
        past.ranked = list(order)


def swiss_matches(entrants: int, seats: int, how: Format) -> int:
    """Tell how many matches are played."""
    rounds = how.rounds or rounds_for(entrants)
    return rounds * (entrants // seats) * how.best_of * len(circular_orders(seats))


def ranking(past: Sequence[Mapping[int, int]], lots: Sequence[int]) -> list[int]:
    """Put entrants in the order of their mean points a match; equals in the order of `lots`."""
    points, matches = dict.fromkeys(lots, 0), dict.fromkeys(lots, 0)
    for match in past:
        for entrant, won in match.items():
            points[entrant] += won
            matches[entrant] += 1
    return sorted(lots, key=lambda i: -points[i] / max(matches[i], 1))


def _sitting_out(order: Sequence[int], number: int, byes: Sequence[int]) -> list[int]:
    """Choose `number` of those who have sat out least, from the end of `order`."""
    worst_first = reversed(order)
    return sorted(worst_first, key=byes.__getitem__)[:number]


def _pair(order: Sequence[int], seats: int, met: list[list[int]]) -> list[list[int]]:
    """Fill tables from the best down, each with the next best who have met it least."""
    left, tables = list(order), list[list[int]]()
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            other = min(left, key=lambda i: sum(met[i][each] for each in table))
            left.remove(other)
            table.append(other)
        tables.append(table)
    _part(tables, met)
    for table in tables:
        for x in table:
            for y in table:
                met[x][y] += 1
    return tables


def _part(tables: list[list[int]], met: list[list[int]]) -> None:
    """Part those who have met too often, whom the last tables had to take, by exchanges.

    Tables from the last up exchange a member with one as near above as helps.
    """
    for number, below in reversed(list(enumerate(tables))):
        for above in reversed(tables[:number]):
            if not _meetings(below, met):
                break
            _exchange(below, above, met)


def _meetings(table: Sequence[int], met: list[list[int]]) -> int:
    return sum(met[x][y] for x in table for y in table if x != y)


def _exchange(below: list[int], above: list[int], met: list[list[int]]) -> None:
    """Exchange the members whose exchange saves most meetings, if any does."""
    now = _meetings(below, met) + _meetings(above, met)
    found: tuple[int, list[int], list[int]] = (now, below[:], above[:])
    for i, x in enumerate(below):
        for j, y in enumerate(above):
            down, up = [*below[:i], y, *below[i + 1 :]], [*above[:j], x, *above[j + 1 :]]
            total = _meetings(down, met) + _meetings(up, met)
            if total < found[0]:
                found = total, down, up
    _, below[:], above[:] = found
