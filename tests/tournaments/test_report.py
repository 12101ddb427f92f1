"""The order-free table: fair, calibrated, and honest about what it does not know."""

from __future__ import annotations

import math
import os
from itertools import islice, pairwise
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bumblepuppy_tournaments.report.matches import Matches
from bumblepuppy_tournaments.report.report import Report
from bumblepuppy_tournaments.report.strength import ELO, fit
from bumblepuppy_tournaments.report.subject import Subject, disagreements
from bumblepuppy_tournaments.report.table import Row, table
from bumblepuppy_tournaments.schedule.schedule import Schedule
from simulated import Truth

TOURNAMENTS: Final = 1000 if "BUMBLEPUPPY_WHOLE" in os.environ else 40
"""Of which the shares of right intervals are taken; `make fairness` takes more."""
SEEDS = st.integers(0, 2**32)
seldom = settings(max_examples=15)
"""For what takes a whole table."""
FOUR = Truth(skills=(0.6, 0.3, 0.0, -0.9), seats=4)
SIX = Truth(skills=(0.6, 0.4, 0.1, 0.0, -0.3, -0.8), seats=4)


def matches_of(truth: Truth, matches: int, seed: int = 1) -> Matches:
    return Matches.of(truth.games(matches, seed), len(truth.skills))


def table_of(matches: Matches, seed: int = 1) -> list[Row]:
    won, met = matches.beaten()
    return table(matches, fit(matches, won, met), won, met, seed)


def report_of(truth: Truth, matches: int, seed: int = 1) -> Report:
    report = Report.of(truth.games(matches, seed), len(truth.skills), seed)
    assert report is not None
    return report


def true_scores(truth: Truth) -> list[float]:
    """Give the mean score of each against all others, without form and deals."""
    return [
        sum(1 / (1 + math.exp(b - a)) for j, b in enumerate(truth.skills) if i != j)
        / (len(truth.skills) - 1)
        for i, a in enumerate(truth.skills)
    ]


# --- what is counted ---


@seldom
@given(st.integers(2, 8), st.integers(0, 3), SEEDS)
def test_the_circular_orders_are_those_of_the_schedule(seats: int, more: int, seed: int) -> None:
    matches = matches_of(Truth(skills=[0] * (seats + more), seats=seats), 5, seed)
    schedule = Schedule(seats + more, seats, seed)
    assert [tuple(order) for order in matches.order] == [m.order for m in islice(schedule, 5)]


@seldom
@given(st.lists(st.integers(1, 5), min_size=25, max_size=25), SEEDS)
def test_those_who_share_a_place_have_the_mean_of_what_they_take_up(
    places: list[int], seed: int
) -> None:
    games = Truth(skills=[0] * 5, seats=5).games(1, seed)
    games[:, :, 1] = np.reshape(places, (5, 5))
    (shared,) = Matches.of(games, 5).shared_places()
    assert shared.sum(axis=0) == pytest.approx(15)


@seldom
@given(SEEDS)
def test_the_score_is_the_place_turned_round(seed: int) -> None:
    for row in table_of(matches_of(SIX, 12, seed)):
        assert row.score.value == pytest.approx((4 - row.place.value) / 3)


@seldom
@given(SEEDS)
def test_with_as_many_entrants_as_seats_the_order_is_that_of_the_mean_places(seed: int) -> None:
    rows = table_of(matches_of(FOUR, 12, seed))
    assert all(a.place.value <= b.place.value + 1e-9 for a, b in pairwise(rows))


def test_a_match_that_is_not_over_is_left_out() -> None:
    games = FOUR.games(20, 1)
    report = Report.of(games[:-1], 4, 1)
    assert report is not None
    assert (report.matches, report.games_left_out) == (19, 3)
    assert [row.games for row in report.rows] == [76] * 4


def test_of_a_suspended_bot_only_what_it_played_counts() -> None:
    games = FOUR.games(40, 1)
    chair = games[80:, :, 0] == 0
    games[80:, :, 2] = chair
    games[80:, :, 1] += games[80:, :, 1] < games[80:, :, 1][chair][:, None]
    games[80:, :, 1][chair] = 4
    whole, before = table_of(Matches.of(games, 4)), table_of(Matches.of(games[:80], 4))
    (suspended,) = (row for row in whole if row.entrant == 0)
    (then,) = (row for row in before if row.entrant == 0)
    assert (suspended.games, suspended.matches) == (80, 20)
    assert suspended.score.value == then.score.value
    assert suspended.places == then.places
    assert sum(row.score.value for row in whole if row.entrant) < 3 * 0.6, "nobody beats a chair"


# --- strengths ---


def test_strengths_are_those_that_the_places_come_from() -> None:
    matches = matches_of(SIX, 5000)
    strengths = fit(matches, *matches.beaten()).values
    assert strengths == pytest.approx(ELO * np.array(SIX.skills), abs=8)


def test_strengths_make_up_for_whom_somebody_has_met() -> None:
    truth = Truth(skills=(2.0, 2.0, 2.0, 0.3, 0.0, -2.0, -2.0, -2.0), seats=4)
    matches = matches_of(truth, 1500)
    # 3 meets the strong ones only, 4 the weak ones.
    away = [set(order) for order in matches.order.tolist()]
    matches = matches[np.array([not (s & {3} and s & {5, 6, 7}) and not s >= {4, 0} for s in away])]
    rows = {row.entrant: row for row in table_of(matches)}
    assert rows[3].score.value < rows[4].score.value
    assert rows[3].elo.value > rows[4].elo.value


def test_who_won_everything_is_not_infinitely_strong() -> None:
    rows = table_of(matches_of(Truth(skills=(50, 0, 0, -50), seats=4), 10))
    assert [rows[0].entrant, rows[-1].entrant] == [0, 3]
    assert 300 < rows[0].elo.value < 3000


# --- intervals and probabilities ---


@pytest.mark.parametrize(("truth", "matches"), [(FOUR, 10), (SIX, 45)])
def test_95_percent_intervals_hold_the_truth_95_times_of_a_hundred(
    truth: Truth, matches: int
) -> None:
    hits = {"score": 0, "place": 0, "elo": 0, "lead": 0}
    scores, elo = true_scores(truth), ELO * (np.array(truth.skills) - np.mean(truth.skills))
    for seed in range(TOURNAMENTS):
        rows = table_of(matches_of(truth, matches, seed), seed)
        for row in rows:
            score = scores[row.entrant]
            for name, value in (
                ("score", score),
                ("place", 4 - 3 * score),
                ("elo", elo[row.entrant]),
            ):
                found = getattr(row, name)
                hits[name] += found.low <= value <= found.high
        for row, following in pairwise(rows):
            if row.lead:
                distance = elo[row.entrant] - elo[following.entrant]
                low, high = row.lead.elo[1:]
                hits["lead"] += low <= distance <= high
    # Three standard errors of a count as if a tournament's intervals were one another's doubles.
    tolerance = 3 * math.sqrt(0.95 * 0.05 / TOURNAMENTS / 2)
    for name, count in hits.items():
        share = count / TOURNAMENTS / (len(scores) - (name == "lead"))
        assert share == pytest.approx(0.95, abs=tolerance), name


def test_games_of_a_match_that_depend_on_each_other_do_not_make_it_too_sure() -> None:
    truth = Truth(skills=[0] * 4, seats=4, form=1.5)
    hits = [
        row.score.low <= 0.5 <= row.score.high
        for seed in range(TOURNAMENTS)
        for row in table_of(matches_of(truth, 30, seed), seed)
        if row.score.low is not None and row.score.high is not None
    ]
    assert np.mean(hits) == pytest.approx(0.95, abs=3 * math.sqrt(0.95 * 0.05 / TOURNAMENTS / 2))


def test_of_what_it_says_with_a_probability_that_share_is_true() -> None:
    rng, said, right = np.random.default_rng(1), [], 0
    for seed in range(TOURNAMENTS):
        truth = Truth(skills=tuple(rng.uniform(-1, 1, 4)), seats=4)
        rows = table_of(matches_of(truth, 25, seed), seed)
        for row, following in pairwise(rows):
            if row.lead:
                said.append(row.lead.better)
                right += truth.skills[row.entrant] > truth.skills[following.entrant]
    spread = math.sqrt(sum(p * (1 - p) for p in said))
    assert right == pytest.approx(sum(said), abs=3 * spread)
    assert min(said) < 0.7
    assert max(said) > 0.99


def test_equals_are_called_a_tie() -> None:
    equals = Truth(skills=(1.0, 0.0, 0.0, -1.0), seats=4)
    leads = [
        row.lead.tied
        for seed in range(30)
        for row, following in pairwise(table_of(matches_of(equals, 50, seed), seed))
        if row.lead and {row.entrant, following.entrant} == {1, 2}
    ]
    assert np.mean(leads) > 0.85


def test_what_tells_two_apart_is_the_interval_of_their_distance() -> None:
    rows = table_of(matches_of(Truth(skills=(0.0, 0.12), seats=2), 2000))
    assert rows[0].lead is not None
    assert not rows[0].lead.tied
    assert rows[0].lead.better > 0.975


@seldom
@given(SEEDS)
def test_rank_probabilities_add_up(seed: int) -> None:
    ranks = np.array([row.ranks for row in table_of(matches_of(SIX, 30, seed), seed)])
    assert ranks.sum(axis=0) == pytest.approx(1)
    assert ranks.sum(axis=1) == pytest.approx(1)


def test_fewer_than_ten_matches_give_no_rank_and_no_interval() -> None:
    rows = table_of(matches_of(FOUR, 9))
    assert all(row.ranks is None and row.lead is None and row.elo.low is None for row in rows)
    assert all(row.ranks for row in table_of(matches_of(FOUR, 10)))


# --- fair, and the same again ---


def test_equal_results_make_equal_reports() -> None:
    assert report_of(SIX, 50).rows == report_of(SIX, 50).rows


@seldom
@given(st.permutations(range(6)))
def test_the_order_of_the_entrants_makes_no_difference(order: list[int]) -> None:
    games = SIX.games(30, 1)
    renumbered = games.copy()
    renumbered[:, :, 0] = np.array(order)[games[:, :, 0]]
    mine, theirs = table_of(Matches.of(games, 6)), table_of(Matches.of(renumbered, 6))
    assert [order[row.entrant] for row in mine] == [row.entrant for row in theirs]
    for one, other in zip(mine, theirs, strict=True):
        assert one.elo == pytest.approx(other.elo, abs=1e-5)
        assert one.ranks == pytest.approx(other.ranks, abs=0.002)


# --- pairs, and the ratings ---


def test_head_to_head_shares_are_each_others_rest() -> None:
    share, games, error = report_of(SIX, 60).pairs
    off = ~np.eye(6, dtype=bool)
    assert (share + share.T)[off] == pytest.approx(1)
    assert (games == games.T).all()
    assert games.sum() == 60 * 4 * 12
    assert error[off] == pytest.approx(np.sqrt(0.2 / games[off]), rel=0.6)


@pytest.mark.parametrize("matches", [60, 3000])
def test_where_trueskill_ranks_otherwise_it_says_so(matches: int) -> None:
    truth = Truth(skills=(0.5, 0.0, -0.05, -0.5), seats=4)
    report = report_of(truth, matches, 2)
    first, second, third, fourth = (row.entrant for row in report.rows)
    subject = Subject(
        game="x",
        names=tuple("abcd"),
        games_planned=0,
        skills=(first, third, second, fourth),
        suspended=frozenset(),
    )
    found = disagreements(report, subject)
    assert [(d.entrant, d.rank, d.by_trueskill) for d in found] == [(second, 2, 3), (third, 3, 2)]
    assert [d.within_ties for d in found] == [matches == 60] * 2


def test_who_only_fills_a_seat_has_no_rating_to_disagree_with() -> None:
    report = report_of(Truth(skills=(0.5, 0.0, -0.05, -0.5), seats=4), 60, 2)
    first, _filler, third, fourth = (row.entrant for row in report.rows)
    subject = Subject(
        game="x",
        names=tuple("abcd"),
        games_planned=0,
        skills=(fourth, third, first),
        suspended=frozenset(),
    )
    found = disagreements(report, subject)
    assert [(d.entrant, d.rank, d.by_trueskill) for d in found] == [(first, 1, 3), (fourth, 3, 1)]
