"""TrueSkill: symmetric, monotone, and safe at the ends of the scale."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_tournaments.table.ratings import MU, SIGMA, Rating, rate

TOLERANCE = 1e-4
"""In points of a scale on which a beginner's sigma is 8.3, and tables show two digits."""

RATINGS = st.builds(Rating, st.floats(10, 40), st.floats(0.3, SIGMA))
GAMES = st.integers(2, 8).flatmap(
    lambda seats: st.tuples(
        st.lists(RATINGS, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
        st.permutations(range(seats)),
    )
)
"""Ratings, places with ties, and another order of the seats."""


def _close(one: Rating, other: Rating) -> bool:
    return math.isclose(one.mu, other.mu, abs_tol=TOLERANCE) and math.isclose(
        one.sigma, other.sigma, abs_tol=TOLERANCE
    )


@given(GAMES)
def test_the_order_of_the_seats_does_not_matter(
    game: tuple[list[Rating], list[int], list[int]],
) -> None:
    ratings, places, order = game
    straight = rate(ratings, places)
    turned = rate([ratings[i] for i in order], [places[i] for i in order])
    assert all(_close(straight[i], rating) for i, rating in zip(order, turned, strict=True))


@pytest.mark.parametrize("seats", [3, 4, 6, 8])
def test_equals_that_tie_stay_equals_wherever_they_sit(seats: int) -> None:
    for winner in range(seats):
        places = [1 if seat == winner else 2 for seat in range(seats)]
        rated = rate([Rating()] * seats, places)
        losers = [rating for seat, rating in enumerate(rated) if seat != winner]
        assert all(_close(loser, losers[0]) for loser in losers)
        assert rated[winner].mu > MU > losers[0].mu


def test_over_many_games_position_gives_no_advantage() -> None:
    ratings = [Rating()] * 5
    for game in range(200):
        places = [1 if seat == game % 5 else 2 for seat in range(5)]
        ratings = rate(ratings, places)
    mirrored = [Rating()] * 5
    for game in range(200):
        places = [1 if seat == game % 5 else 2 for seat in range(5)]
        mirrored = rate(mirrored[::-1], places[::-1])[::-1]
    assert all(_close(one, other) for one, other in zip(ratings, mirrored, strict=True))


def test_a_game_where_all_tie_draws_the_ratings_together() -> None:
    rated = rate([Rating(20, 4), Rating(30, 4), Rating(25, 4)], [1, 1, 1])
    assert 20 < rated[0].mu < rated[2].mu < rated[1].mu < 30
    assert rated[2].mu == pytest.approx(25, abs=TOLERANCE)


def test_equals_are_ranked_as_they_were_placed() -> None:
    for places in permutations([1, 2, 3, 4]):
        rated = rate([Rating()] * 4, places)
        assert sorted(range(4), key=lambda i: -rated[i].mu) == sorted(
            range(4), key=places.__getitem__
        )


@given(GAMES)
def test_every_game_teaches_something(game: tuple[list[Rating], list[int], list[int]]) -> None:
    ratings, places, _ = game
    for before, after in zip(ratings, rate(ratings, places), strict=True):
        assert after.sigma <= before.sigma


def test_places_count_by_their_order_alone() -> None:
    ratings = [Rating(), Rating(28, 3), Rating(22, 5)]
    assert rate(ratings, [1, 2, 3]) == rate(ratings, [2, 5, 7])


def test_the_ratings_are_those_of_the_package_by_itself() -> None:
    package = trueskill.TrueSkill(mu=MU, sigma=SIGMA, tau=0, draw_probability=0.001)
    ratings = [Rating(), Rating(28, 3), Rating(22, 5), Rating(30, 1)]
    groups = [(package.create_rating(rating.mu, rating.sigma),) for rating in ratings]
    expected = package.rate(groups, [3, 1, 0, 2])
    for rating, (other,) in zip(rate(ratings, [4, 2, 1, 3]), expected, strict=True):
        assert rating.mu == pytest.approx(other.mu, abs=1e-4)
        assert rating.sigma == pytest.approx(other.sigma, abs=1e-4)


def test_a_certain_win_changes_nothing() -> None:
    ratings = [Rating(600, 1), Rating(0, 1)]
    assert rate(ratings, [1, 2]) == ratings


def test_an_impossible_upset_is_survived() -> None:
    rated = rate([Rating(600, 1), Rating(0, 1)], [2, 1])
    assert all(math.isfinite(rating.mu) and rating.sigma > 0 for rating in rated)


def test_the_conservative_rating_begins_at_nothing() -> None:
    assert Rating().conservative == pytest.approx(0)
