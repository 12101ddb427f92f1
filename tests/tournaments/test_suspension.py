"""Suspension: who spoils too many games takes no part in the rest of the schedule."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_server.outcome import SeatTime
from bumblepuppy_tournaments.schedule.schedule import Schedule, Slot
from bumblepuppy_tournaments.table.standings import Score, Standings
from bumblepuppy_tournaments.table.suspension import Spoiling, Suspension, Suspensions
from tournament_games import plan_of

PLAN = plan_of(("ann", "bob", "cyd", "dan"))


def standings_after(spoiled: list[bool], *, suspend: bool = True) -> Standings:
    """Give standings after games of which ann, always in seat 0, has spoiled some."""
    standings = Standings(PLAN.game, PLAN.names, PLAN.seats, 1000, suspend=suspend)
    for slot, is_spoiled in enumerate(spoiled):
        standings.add(
            Score(
                slot=slot,
                seats=(0, 1, 2, 3),
                places=(4, 1, 2, 3),
                faults=({}, {}, {}, {}),
                times=(SeatTime(1, 0.1, 0.1),) * 4,
                spoiled=frozenset({0} if is_spoiled else ()),
            )
        )
    return standings


# --- the rule ---


@pytest.mark.parametrize(
    ("spoiled", "games", "is_suspended"),
    [
        (19, 19, False),
        (2, 20, False),
        (3, 20, True),
        (3, 30, False),
        (4, 30, True),
        (100, 1000, False),
        (101, 1000, True),
    ],
)
def test_who_spoils_more_than_a_tenth_of_twenty_games_or_more_is_suspended(
    spoiled: int, games: int, *, is_suspended: bool
) -> None:
    found = standings_after([False] * (games - spoiled) + [True] * spoiled).suspended
    assert set(found) == ({0} if is_suspended else set())


def test_who_is_suspended_stays_so_for_what_it_had_done_then() -> None:
    spoiled = [True] * 3 + [False] * 97
    assert standings_after(spoiled).suspended == {0: Spoiling(3, 20)}


def test_nobody_is_suspended_where_suspension_is_off() -> None:
    assert standings_after([True] * 40, suspend=False).suspended == {}


def test_a_snapshot_keeps_who_is_suspended_and_how_many_games_are_spoiled() -> None:
    before = standings_after([True] * 20)
    after = standings_after([])
    assert after.restore(before.snapshot())
    assert after.suspended == {0: Spoiling(20, 20)}
    assert [row.spoiled for row in after.rows() if row.name == "ann"] == [20]


# --- from when on, and in which seats ---


@given(st.integers(0, 10_000), st.integers(2, 8))
def test_a_suspension_begins_with_the_first_match_that_has_not_begun(
    upcoming: int, seats: int
) -> None:
    plan = plan_of(tuple("abcdefgh"), seats)
    (found,) = Suspensions(plan.seats, []).take(standings_after([True] * 20), upcoming)
    assert found.first % seats == 0
    assert upcoming <= found.first < upcoming + seats


def test_a_suspension_is_found_once() -> None:
    suspensions, standings = Suspensions(PLAN.seats, []), standings_after([True] * 20)
    assert suspensions.take(standings, 20) == [
        Suspension(entrant=0, first=20, spoiling=Spoiling(20, 20))
    ]
    assert suspensions.take(standings, 24) == []


def test_one_that_is_known_from_before_is_not_found_again() -> None:
    known = Suspension(entrant=0, first=32, spoiling=Spoiling(20, 20))
    assert Suspensions(PLAN.seats, [known]).take(standings_after([True] * 20), 40) == []


@pytest.mark.parametrize(("number", "seats"), [(31, []), (32, [2]), (99, [2])])
def test_from_its_first_slot_on_nobody_fills_the_seat(number: int, seats: list[int]) -> None:
    known = Suspension(entrant=0, first=32, spoiling=Spoiling(20, 20))
    slot = Slot(number=number, match=number // 4, deal=0, seats=(2, 3, 0, 1))
    assert Suspensions(PLAN.seats, [known]).seats(slot) == seats


def test_who_has_no_game_left_is_not_needed_and_who_has_one_is() -> None:
    known = Suspension(entrant=0, first=32, spoiling=Spoiling(20, 20))
    assert Suspensions(PLAN.seats, [known]).over(31) == set()
    assert Suspensions(PLAN.seats, [known]).over(32) == {0}


@pytest.mark.parametrize("names", ["abcd", "abcde"])
def test_everybody_else_meets_the_empty_chair_equally_often_from_everywhere(names: str) -> None:
    plan = plan_of(tuple(names), len(names))
    chair = Suspension(entrant=0, first=20, spoiling=Spoiling(20, 20))
    suspensions = Suspensions(plan.seats, [chair])
    block = {4: 6, 5: 4}[plan.seats] * plan.seats  # of matches: see `blocks`
    met: Counter[tuple[int, int, int]] = Counter()
    first = block * 3
    for slot in islice(Schedule(len(names), plan.seats, 1).slots(), first, first + block):
        (empty,) = suspensions.seats(slot)
        for seat, entrant in enumerate(slot.seats):
            if seat != empty:
                met[entrant, (seat - empty) % plan.seats, empty] += 1
    others, distances, seats = plan.seats - 1, plan.seats - 1, plan.seats
    assert len(met) == others * distances * seats
    assert len(set(met.values())) == 1


def test_it_is_told_in_words() -> None:
    found = Suspension(entrant=0, first=32, spoiling=Spoiling(3, 20))
    assert found.in_words("ann") == (
        "bot 'ann' is suspended from slot 32 on, for it spoiled 3 of 20 games: the referee plays"
        " for it, and places it last"
    )
