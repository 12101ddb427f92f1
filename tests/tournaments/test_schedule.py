"""The schedule: blocks for full tables, evenness for more entrants than seats."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bumblepuppy_tournaments.schedule.balance import Span, balance
from bumblepuppy_tournaments.schedule.blocks import circular_orders
from bumblepuppy_tournaments.schedule.formats import ScheduleError
from bumblepuppy_tournaments.schedule.schedule import Deals, Match, Schedule, matches_for

if TYPE_CHECKING:
    from collections.abc import Iterable

ORDERS = {2: 1, 3: 2, 4: 6, 5: 4, 6: 10, 7: 6, 8: 7}
"""By seats: how many circular orders make a block."""
MOST_MEETINGS = 8
MOST_NEIGHBOURS = 6
"""By how many matches the counts of two pairs may differ, and those of two ordered pairs."""

TABLES = st.integers(2, 8).flatmap(
    lambda seats: st.tuples(st.integers(seats, 24), st.just(seats), st.integers(0, 2**32))
)
"""Entrants, seats and a seed."""


def _neighbours(order: tuple[int, ...]) -> list[tuple[int, int]]:
    return [*pairwise(order), (order[-1], order[0])]


@pytest.mark.parametrize(("seats", "orders"), ORDERS.items())
def test_a_block_is_as_small_as_the_design_says(seats: int, orders: int) -> None:
    assert len(circular_orders(seats)) == orders


@pytest.mark.parametrize("seats", range(2, 17))
def test_in_a_block_everybody_sits_before_everybody_else_equally_often(seats: int) -> None:
    counts = Counter(pair for order in circular_orders(seats) for pair in _neighbours(order))
    assert set(counts) == {(x, y) for x in range(seats) for y in range(seats) if x != y}
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize("seats", range(2, 9))
def test_full_tables_are_balanced_after_every_block(seats: int) -> None:
    orders = len(circular_orders(seats))
    for blocks in (1, 2, 5):
        found = balance(Schedule(seats, seats, b"full"), blocks * orders)
        assert found.neighbours.least == found.neighbours.most


@pytest.mark.parametrize("seats", range(2, 9))
def test_full_tables_are_nearly_balanced_within_a_block(seats: int) -> None:
    twice = 2 if seats in (4, 6) else 1
    for matches in range(1, 2 * len(circular_orders(seats))):
        found = balance(Schedule(seats, seats, b"part"), matches).neighbours
        assert found.most - found.least <= twice * seats


def test_full_tables_renumber_the_entrants_from_block_to_block() -> None:
    orders = [match.order for match in islice(Schedule(8, 8, 1), 70)]
    assert len(set(orders)) > 60


@given(TABLES)
def test_nobody_sits_with_itself(table: tuple[int, int, int]) -> None:
    entrants, seats, seed = table
    for match in islice(Schedule(entrants, seats, seed), 40):
        assert len(set(match.order)) == seats
        assert all(0 <= entrant < entrants for entrant in match.order)


@given(TABLES)
def test_after_every_match_nobody_is_two_matches_ahead(table: tuple[int, int, int]) -> None:
    entrants, seats, seed = table
    played = [0] * entrants
    for match in islice(Schedule(entrants, seats, seed), 60):
        for entrant in match.order:
            played[entrant] += 1
        assert max(played) - min(played) <= 1


@given(TABLES)
def test_in_a_match_everybody_sits_once_in_every_seat(table: tuple[int, int, int]) -> None:
    entrants, seats, seed = table
    for match in islice(Schedule(entrants, seats, seed), 5):
        slots = match.slots()
        assert len(slots) == seats
        for seat in range(seats):
            assert {slot.seats[seat] for slot in slots} == set(match.order)


@given(TABLES)
def test_in_a_match_neighbours_stay_neighbours(table: tuple[int, int, int]) -> None:
    entrants, seats, seed = table
    for match in islice(Schedule(entrants, seats, seed), 5):
        for slot in match.slots():
            assert set(_neighbours(slot.seats)) == set(_neighbours(match.order))


@given(TABLES, st.integers(1, 60))
def test_a_longer_tournament_plays_on_where_a_shorter_one_stopped(
    table: tuple[int, int, int], games: int
) -> None:
    schedule = Schedule(*table)
    longer = list(islice(schedule.slots(), 80))
    assert list(islice(schedule.slots(), games)) == longer[:games]
    assert [slot.number for slot in longer] == list(range(80))


@pytest.mark.parametrize("entrants", [5, 7, 12, 40, 200])
def test_at_four_seats_every_prefix_is_even(entrants: int) -> None:
    _check_every_prefix(entrants, 4, 5000)


@pytest.mark.parametrize(
    ("entrants", "seats"),
    [(3, 2), (7, 3), (11, 5), (7, 6), (14, 7), (9, 8), (24, 8), (60, 8), (200, 2), (200, 8)],
)
def test_at_other_tables_every_prefix_is_even(entrants: int, seats: int) -> None:
    _check_every_prefix(entrants, seats, 1000)


@settings(max_examples=25)
@given(TABLES)
def test_with_any_seed_every_prefix_is_even(table: tuple[int, int, int]) -> None:
    entrants, seats, seed = table
    _check_every_prefix(entrants, seats, 150, seed)


class _Spread:
    """Counts, and how far apart they are: a glance after each, where a search would take long."""

    def __init__(self, keys: Iterable[tuple[int, int]]) -> None:
        self._counts = dict.fromkeys(keys, 0)
        self._with = Counter({0: len(self._counts)})
        self._least = self._most = 0

    def add(self, key: tuple[int, int]) -> None:
        count = self._counts[key]
        self._counts[key] = count + 1
        self._with[count] -= 1
        self._with[count + 1] += 1
        self._most = max(self._most, count + 1)
        while not self._with[self._least]:
            self._least += 1

    @property
    def width(self) -> int:
        return self._most - self._least


def _check_every_prefix(entrants: int, seats: int, matches: int, seed: int = 1) -> None:
    """Check the bounds on meetings and ordered neighbours after each match."""
    met = _Spread((x, y) for x in range(entrants) for y in range(x))
    before = _Spread((x, y) for x in range(entrants) for y in range(entrants) if x != y)
    for match in islice(Schedule(entrants, seats, seed), matches):
        for pair in _neighbours(match.order):
            before.add(pair)
        for x in match.order:
            for y in match.order:
                if y < x:
                    met.add((x, y))
        assert met.width <= MOST_MEETINGS
        assert before.width <= MOST_NEIGHBOURS


def test_seeds_make_different_schedules() -> None:
    starts = [tuple(islice(Schedule(9, 4, seed), 3)) for seed in (1, 2, b"1", b"2")]
    assert starts[0] == starts[2] != starts[1] == starts[3], "a number and its text are one seed"


def test_by_default_the_games_of_a_match_share_a_deal() -> None:
    slots = list(islice(Schedule(5, 4, 1).slots(), 12))
    assert [slot.deal for slot in slots] == [0] * 4 + [1] * 4 + [2] * 4
    assert [slot.match for slot in slots] == [0] * 4 + [1] * 4 + [2] * 4


def test_independent_games_have_a_deal_each_and_the_same_seats() -> None:
    shared = islice(Schedule(5, 4, 1).slots(), 12)
    apart = list(islice(Schedule(5, 4, 1, Deals.INDEPENDENT).slots(), 12))
    assert [slot.deal for slot in apart] == list(range(12))
    assert [slot.seats for slot in apart] == [slot.seats for slot in shared]


def test_rotation_moves_everybody_by_one_seat() -> None:
    seats = [slot.seats for slot in Match(2, (4, 1, 3)).slots()]
    assert seats == [(4, 1, 3), (1, 3, 4), (3, 4, 1)]
    assert [slot.number for slot in Match(2, (4, 1, 3)).slots()] == [6, 7, 8]


def test_fewer_entrants_than_seats_are_refused() -> None:
    with pytest.raises(ScheduleError, match=r"4 seats need at least 4 bots.* only 3.*fewer seats"):
        Schedule(3, 4, 1)


def test_a_table_of_one_is_refused() -> None:
    with pytest.raises(ScheduleError, match="at least 2 seats, got 1"):
        Schedule(3, 1, 1)


@pytest.mark.parametrize(
    ("games", "seats", "matches"), [(1, 4, 1), (4, 4, 1), (5, 4, 2), (9, 3, 3)]
)
def test_games_are_rounded_up_to_whole_matches(games: int, seats: int, matches: int) -> None:
    assert matches_for(games, seats) == matches


def test_the_balance_counts_games() -> None:
    found = balance(Schedule(4, 4, 1), 6)
    assert found.games == Span(24, 24)
    assert found.seats == Span(6, 6)
    assert found.pairs == Span(24, 24)
    assert found.neighbours == Span(8, 8)


def test_the_balance_agrees_with_a_count_of_the_slots() -> None:
    slots = list(islice(Schedule(7, 3, 1).slots(), 30))
    found = balance(Schedule(7, 3, 1), 10)
    games = Counter(entrant for slot in slots for entrant in slot.seats)
    seats = Counter(pair for slot in slots for pair in enumerate(slot.seats))
    before = Counter(pair for slot in slots for pair in _neighbours(slot.seats))
    assert found.games == Span(min(games.values()), max(games.values()))
    assert found.seats == Span(min(seats.values()), max(seats.values()))
    assert found.neighbours == Span(
        min(before[x, y] for x in range(7) for y in range(7) if x != y), max(before.values())
    )


def test_the_balance_is_told_in_a_line_a_count() -> None:
    lines = balance(Schedule(5, 4, 1), 3).lines()
    assert lines[0] == "games of each bot: 8–12"  # noqa: RUF001 (an en dash is meant)
    assert len(lines) == 4
