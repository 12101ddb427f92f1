"""Sequential tests: they stop where there is a difference, and seldom where there is none."""

from __future__ import annotations

import math
import random
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_tournaments.table.deciding import (
    FEWEST,
    DecidingError,
    Difference,
    Rule,
    Separated,
    Sprt,
    pair_of,
    radius,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LEVEL = 0.05
PAIRS = 400


def matches(skills: list[float], chance: random.Random) -> Iterator[Mapping[int, int]]:
    """Play matches of all: in each game who has more skill and luck together is the better."""
    bots = range(len(skills))
    while True:
        points = dict.fromkeys(bots, 0)
        for _ in bots:
            shown = [skill + chance.random() for skill in skills]
            for place, bot in enumerate(sorted(bots, key=shown.__getitem__)):
                points[bot] += 2 * place
        yield points


def decided_after(rule: Rule, played: Iterator[Mapping[int, int]], most: int) -> int | None:
    """Tell after how many matches, `most` at most, a rule decides."""
    for number, match in enumerate(islice(played, most), 1):
        rule.add(match)
        if rule.is_decided:
            return number
    return None


def within(wrong: int, tournaments: int) -> bool:
    """Tell whether so many errors agree with a rate of 5 %, three standard deviations allowed."""
    expected = LEVEL * tournaments
    return wrong <= expected + 3 * math.sqrt(expected * (1 - LEVEL))


@pytest.mark.parametrize(("bots", "tournaments"), [(2, 1000), (3, 100)])
def test_until_tells_identical_bots_apart_in_one_of_twenty_tournaments_at_most(
    bots: int, tournaments: int
) -> None:
    chance = random.Random(f"identical {bots}")
    wrong = 0
    for _ in range(tournaments):
        rule = Separated(1 - LEVEL, range(bots))
        played = matches([0.0] * bots, chance)
        wrong += decided_after(rule, played, 150) is not None
    assert wrong <= LEVEL * tournaments


def test_no_pair_of_identical_bots_is_told_apart_more_often_than_it_may() -> None:
    chance = random.Random("pairs")
    wrong = 0
    for _ in range(PAIRS):
        found = Difference()
        for _ in range(300):
            found.add(chance.choice((-1.0, -0.5, 0.0, 0.5, 1.0)))
            if found.matches >= FEWEST and abs(found.mean) > radius(found, LEVEL):
                wrong += 1
                break
    assert within(wrong, PAIRS)


def test_until_announces_the_right_order_of_different_bots() -> None:
    chance = random.Random("order")
    for _ in range(20):
        rule = Separated(0.95, range(4))
        won = dict.fromkeys(range(4), 0)
        for match in islice(matches([0.0, 0.1, 0.2, 0.3], chance), 2000):
            rule.add(match)
            for entrant, points in match.items():
                won[entrant] += points
            if rule.is_decided:
                break
        assert rule.is_decided
        assert sorted(won, key=won.__getitem__) == [0, 1, 2, 3]


def test_until_waits_for_pairs_that_seldom_meet() -> None:
    rule = Separated(0.95, range(3))
    for _ in range(100):
        rule.add({0: 4, 1: 0})
        rule.add({1: 4, 2: 0})
    assert not rule.is_decided, "the first and the last have never met"
    assert "1 of 3 pairs" in rule.in_words()
    for _ in range(100):
        rule.add({0: 4, 2: 0})
    assert rule.is_decided


def test_until_does_not_judge_by_a_handful() -> None:
    rule = Separated(0.95, range(2))
    assert decided_after(rule, iter([{0: 4, 1: 0}] * 100), 100) == FEWEST


def test_games_that_are_all_shared_are_never_decided() -> None:
    rule = Separated(0.95, range(2))
    assert decided_after(rule, iter([{0: 2, 1: 2}] * 5000), 5000) is None


def test_one_bot_alone_is_in_no_order() -> None:
    with pytest.raises(DecidingError, match="one bot alone"):
        Separated(0.95, [3])


# --- two named bots ---


@pytest.mark.parametrize(("skill", "accepted"), [(0.0, False), (0.134, True)])
def test_a_probability_ratio_test_errs_in_one_of_twenty_at_most(
    *, skill: float, accepted: bool
) -> None:
    """A skill of 0.134 is worth 0.25 points of score, and none is worth none."""
    chance = random.Random(f"sprt {skill}")
    wrong = lengths = 0
    for _ in range(400):
        rule = Sprt(("a", "b"), (1, 0), 0.0, 0.25)
        number = decided_after(rule, matches([0.0, skill], chance), 5000)
        assert number
        lengths += number
        wrong += (rule.ratio > 0) is not accepted
    assert within(wrong, 400)
    assert lengths / 400 < 120, "it is quick where there is a difference to be found"


def test_only_matches_of_both_count_in_a_test_of_two() -> None:
    rule = Sprt(("a", "b"), (0, 1), 0.0, 0.5)
    for _ in range(100):
        rule.add({0: 4, 2: 0})
    assert rule.ratio == 0.0
    assert "after 0 matches" in rule.in_words()


def test_what_was_decided_is_said() -> None:
    rule = Sprt(("Ágata", "b"), (0, 1), 0.0, 0.1)
    decided_after(rule, iter([{0: 4, 1: 0}] * 100), 100)
    assert rule.in_words().startswith("Decided: 'Ágata' is ahead of 'b' by 0.1 or more")


@pytest.mark.parametrize("bounds", [(0.1, 0.1), (0.2, 0.1), (-1.5, 0.0), (0.0, float("nan"))])
def test_bounds_in_no_order_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(DecidingError, match="the lower first"):
        Sprt(("a", "b"), (0, 1), *bounds)


@pytest.mark.parametrize(("names", "why"), [(("a", "x"), "no bot 'x'"), (("a", "a"), "twice")])
def test_a_test_of_two_needs_two_bots(names: tuple[str, str], why: str) -> None:
    with pytest.raises(DecidingError, match=why):
        pair_of(names, ("a", "b"))
