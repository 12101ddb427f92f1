"""The standings, and the fold that builds them in schedule order."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bumblepuppy_server.outcome import SeatTime
from bumblepuppy_tournaments.table.fold import Fold
from bumblepuppy_tournaments.table.ratings import ANCHORED, Rating
from bumblepuppy_tournaments.table.standings import Score, Standings
from tournament_games import numbers_of, outcomes_of, plan_of

PLAN = plan_of()
SCORES = [Score.of(outcome, numbers_of(PLAN)) for outcome in outcomes_of(PLAN, 40)]


def _fresh() -> Standings:
    return Standings(PLAN.game, PLAN.names, PLAN.seats, 40)


def _after(scores: list[Score]) -> Standings:
    standings = _fresh()
    for score in scores:
        standings.add(score)
    return standings


def _score(slot: int, seats: tuple[int, ...], places: tuple[int, ...]) -> Score:
    return Score(
        slot=slot,
        seats=seats,
        places=places,
        faults=tuple({"timeout": 1, "illegal": 2} if seat == 0 else {} for seat in seats),
        times=tuple(SeatTime(10, 0.02, 0.01) for _ in seats),
    )


@settings(max_examples=20)
@given(st.permutations(SCORES))
def test_the_order_in_which_games_end_does_not_matter(scores: list[Score]) -> None:
    fold = Fold(_fresh())
    assert sum(fold.add(score) for score in scores) == 40
    assert fold.held == 0
    assert json.dumps(fold.standings.snapshot()) == json.dumps(_after(SCORES).snapshot())


@settings(max_examples=20)
@given(st.permutations(range(len(PLAN.names))))
def test_neither_name_nor_number_of_an_entrant_has_a_part_in_its_rating(order: list[int]) -> None:
    renamed = Standings(PLAN.game, [PLAN.names[i] for i in order], PLAN.seats, 40)
    number = {entrant: order.index(entrant) for entrant in order}
    for score in SCORES:
        renamed.add(replace(score, seats=tuple(number[entrant] for entrant in score.seats)))
    expected = {row.name: (row.rank, row.rating) for row in _after(SCORES).rows()}
    assert {row.name: (row.rank, row.rating) for row in renamed.rows()} == expected


def test_a_game_that_ends_before_its_turn_is_held() -> None:
    fold = Fold(_fresh())
    assert [fold.add(SCORES[slot]) for slot in (2, 1)] == [0, 0]
    assert (fold.held, fold.standings.games_played) == (2, 0)
    assert [fold.has(slot) for slot in range(4)] == [False, True, True, False]
    assert fold.add(SCORES[0]) == 3
    assert (fold.held, fold.standings.games_played) == (0, 3)
    assert fold.has(0)


@pytest.mark.parametrize("slot", [0, 3], ids=["folded", "held"])
def test_a_slot_counts_once(slot: int) -> None:
    fold = Fold(_fresh())
    fold.add(SCORES[0])
    fold.add(SCORES[3])
    with pytest.raises(ValueError, match=f"slot {slot} has a result already"):
        fold.add(SCORES[slot])


def test_what_one_long_game_held_up_is_folded_a_game_at_a_time() -> None:
    fold = Fold(_fresh())
    for score in reversed(SCORES):
        fold.hold(score)
    assert fold.held == len(SCORES), "nothing is folded yet"
    for folded in range(1, len(SCORES) + 1):
        assert fold.fold_next()
        assert fold.standings.games_played == folded
    assert not fold.fold_next()
    assert fold.standings.to_dict() == _after(SCORES).to_dict()


def test_standings_fold_nothing_out_of_turn() -> None:
    with pytest.raises(ValueError, match="slot 0 is to be folded next, not 1"):
        _fresh().add(SCORES[1])


@pytest.mark.parametrize("played", [0, 1, 17, 40])
def test_going_on_from_a_snapshot_is_like_never_having_stopped(played: int) -> None:
    kept = json.dumps(_after(SCORES[:played]).snapshot())
    standings = _fresh()
    assert standings.restore(json.loads(kept))
    for score in SCORES[played:]:
        standings.add(score)
    assert standings.snapshot() == _after(SCORES).snapshot()
    assert standings.to_dict(times=True) == _after(SCORES).to_dict(times=True)


@pytest.mark.parametrize("mu", [10.0, 40.0])
def test_who_does_as_well_as_an_anchor_comes_to_its_rating(mu: float) -> None:
    standings = Standings("rumba", ["ann", "bob"], 2, 100, anchors={"bob": mu})
    for slot in range(100):
        standings.add(_score(slot, (0, 1), (1 + slot % 2, 2 - slot % 2)))
    ann, bob = sorted(standings.rows(), key=lambda row: row.name)
    assert abs(ann.rating.mu - mu) < 1
    assert bob.rating == Rating(mu, ANCHORED), "it stays, to the last digit"
    assert [row.to_dict().get("anchor") for row in (ann, bob)] == [None, True]


def test_a_snapshot_of_another_version_is_refused() -> None:
    snapshot = _after(SCORES).snapshot()
    snapshot["snapshot"] = 0
    standings = _fresh()
    assert not standings.restore(snapshot)
    assert standings.games_played == 0


def test_a_snapshot_does_not_change_when_play_goes_on() -> None:
    standings = _after(SCORES[:20])
    snapshot = standings.snapshot()
    before = json.dumps(snapshot)
    standings.add(SCORES[20])
    assert json.dumps(snapshot) == before


def test_the_json_object_has_the_promised_keys() -> None:
    found = _after(SCORES).to_dict()
    assert list(found) == ["standings", "game", "games_played", "games_planned", "entrants"]
    assert (found["standings"], found["game"]) == (1, "rolling-stone")
    assert (found["games_played"], found["games_planned"]) == (40, 40)
    assert list(found["entrants"][0]) == [
        "rank",
        "name",
        "games",
        "mu",
        "sigma",
        "conservative",
        "mean_place",
        "places",
        "faults",
        "first_fault",
        "spoiled",
        "suspended",
    ]


def test_the_json_object_counts_what_happened() -> None:
    standings = Standings("rumba", ["ann", "bob", "cyd"], 2, 10)
    standings.add(_score(0, (0, 1), (2, 1)))
    standings.add(_score(1, (1, 0), (1, 1)))
    rows = {entrant["name"]: entrant for entrant in standings.to_dict(times=True)["entrants"]}
    assert rows["ann"]["places"] == {"1": 1, "2": 1}
    assert rows["ann"]["mean_place"] == 1.5
    assert rows["ann"]["faults"] == {"illegal": 4, "timeout": 2}
    assert rows["ann"]["conservative"] == rows["ann"]["mu"] - 3 * rows["ann"]["sigma"]
    assert rows["ann"]["think_ms"] == {"mean": pytest.approx(2), "max": pytest.approx(10)}
    assert rows["cyd"]["games"] == 0
    assert rows["cyd"]["mean_place"] is None


def test_times_are_left_out_unless_asked_for() -> None:
    assert "think_ms" not in _after(SCORES).to_dict()["entrants"][0]


def test_the_table_is_ranked_by_the_conservative_rating() -> None:
    rows = _after(SCORES).rows()
    ratings = [row.rating.conservative for row in rows]
    assert ratings == sorted(ratings, reverse=True)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5]


def test_before_the_first_game_all_share_the_first_rank() -> None:
    rows = _fresh().rows()
    assert [row.rank for row in rows] == [1] * 5
    assert [row.name for row in rows] == ["ann", "bob", "cyd", "dan", "eve"]


def test_faults_are_counted_for_the_seat_that_made_them() -> None:
    for outcome, score in zip(outcomes_of(PLAN, 40), SCORES, strict=True):
        for fault in outcome.record.faults:
            assert score.faults[fault.seat] == {"timeout": 1}
        assert sum(map(len, score.faults)) == len(outcome.record.faults)
