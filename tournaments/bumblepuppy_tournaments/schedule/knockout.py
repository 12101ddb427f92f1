"""The knockout: the worse half of each table drops out, until one table is left and decides.

With two at a table it is the knockout that everybody knows. With more, `seats // 2` of each table
go on (and one of the final). Where the field does not fill tables, or too many would drop out to
fill the final, the best of the draw have a bye, or a table lets fewer drop out.

A table plays blocks. Each block ranks it by points, and gives for it twice as many block points as
were beaten and one for each tie. It is decided as soon as the blocks left could not change who
goes on, `best_of` blocks at most; a tie on the border then plays up to three blocks more, and
after them the points of all games decide, and at last the draw.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.schedule.blocks import block, circular_orders
from bumblepuppy_tournaments.schedule.past import points

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from bumblepuppy_server.chance import Stream
    from bumblepuppy_tournaments.schedule.formats import Orders
    from bumblepuppy_tournaments.schedule.past import Past

EXTRA: Final = 3
"""Blocks that a tie on the border plays on."""


@dataclass(slots=True)
class _Table:
    """Some who play for going on; all in the order of the draw."""

    members: list[int]
    through: int
    """How many of them go on."""
    block_points: dict[int, int] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)

    def add(self, matches: Sequence[Mapping[int, int]]) -> None:
        """Count a block."""
        won = [sum(match[member] for match in matches) for member in self.members]
        places = [1 + sum(other > mine for other in won) for mine in won]
        for member, mine, more in zip(self.members, won, points(places), strict=True):
            self.points[member] = self.points.get(member, 0) + mine
            self.block_points[member] = self.block_points.get(member, 0) + more

    def ranked(self) -> list[int]:
        """Give the members, best first."""
        return sorted(self.members, key=lambda i: (-self.block_points[i], -self.points[i]))

    def is_decided(self, blocks_left: int) -> bool:
        """Tell whether so many blocks could not change who goes on."""
        best = sorted(self.block_points.values(), reverse=True)
        lead = best[self.through - 1] - best[self.through]
        # A block moves one ahead of another by all the points of a winner at most.
        return lead > blocks_left * 2 * (len(self.members) - 1)


def knockout(entrants: int, seats: int, stream: Stream, past: Past, best_of: int) -> Orders:
    """Yield the matches of all rounds, until the final is decided."""
    alive = list(range(entrants))
    stream.shuffle(alive)
    draw = {entrant: position for position, entrant in enumerate(alive)}
    drawn, gone = 0, list[int]()
    while len(alive) > 1:
        tables = _tables(alive, seats)
        drawn = yield from _play(tables, stream, past, best_of, drawn)
        rankings = [table.ranked() for table in tables]
        out = {each for table in tables for each in table.ranked()[table.through :]}
        alive = sorted((each for each in alive if each not in out), key=draw.__getitem__)
        # Those who drop out of one round share no place, but stand as near as their tables tell.
        fallen = [ranked[i] for i in range(seats) for ranked in rankings if ranked[i] in out]
        gone = fallen + gone
        past.ranked = alive + gone


def knockout_matches(entrants: int, seats: int, best_of: int) -> int:
    """Tell how many matches are played if every table plays `best_of` blocks."""
    alive, blocks = entrants, 0
    while alive > 1:
        tables = _tables(list(range(alive)), seats)
        blocks += len(tables) * best_of
        alive -= sum(len(table.members) - table.through for table in tables)
    return blocks * len(circular_orders(seats))


def _tables(alive: Sequence[int], seats: int) -> list[_Table]:
    """Spread those who are left over tables, the best of the draw over all of them.

    As many drop out as may without leaving the final table unfilled.
    """
    if len(alive) == seats:
        return [_Table(list(alive), 1)]
    surplus = len(alive) - seats
    out = seats - seats // 2
    number = min(len(alive) // seats, -(-surplus // out))
    playing = alive[len(alive) - number * seats :]
    tables = [_Table([], 0) for _ in range(number)]
    for row in range(seats):
        # Forth and back, so that no table has the best of every row.
        turn = tables if row % 2 == 0 else tables[::-1]
        for column, table in enumerate(turn):
            table.members.append(playing[row * number + column])
    for table in tables:
        drop = min(out, surplus)
        surplus -= drop
        table.through = seats - drop
    return tables


def _play(
    tables: Sequence[_Table], stream: Stream, past: Past, best_of: int, drawn: int
) -> Generator[tuple[int, ...] | None, None, int]:
    """Yield a block for every table that is not decided, until all are.

    Returns:
        How many matches have been drawn, `drawn` of them before.
    """
    undecided, played = list(tables), 0
    size = len(circular_orders(len(tables[0].members)))
    while undecided and played < best_of + EXTRA:
        first = drawn
        for table in undecided:
            yield from block(table.members, stream)
            drawn += size
        while len(past.matches) < drawn:
            yield None
        for number, table in enumerate(undecided):
            begin = first + number * size
            table.add(past.matches[begin : begin + size])
        played += 1
        left = max(0, best_of - played)
        undecided = [table for table in undecided if not table.is_decided(left)]
    return drawn
