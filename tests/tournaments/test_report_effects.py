"""Effects of seats, neighbours and deals: found where they are, and nowhere else.

`make fairness` plays whole tournaments of identical bots, 2000 matches each.
"""

from __future__ import annotations

import os
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.simulate import RandomChance, play_out
from bumblepuppy_tournaments.report.effects import holm
from bumblepuppy_tournaments.report.matches import Matches
from bumblepuppy_tournaments.report.report import Effects
from bumblepuppy_tournaments.schedule.schedule import Schedule
from simulated import Truth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bumblepuppy_tournaments.report.effects import Effect

WHOLE: Final = "BUMBLEPUPPY_WHOLE" in os.environ
TOURNAMENTS: Final = 1000 if WHOLE else 40
EQUALS: Final = Truth(skills=[0] * 5, seats=4, form=0.5, deal=0.5)


def effects_of(truth: Truth, matches: int, seed: int = 1) -> Effects:
    return Effects.of(Matches.of(truth.games(matches, seed), len(truth.skills)))


def found_in(effects: list[Effect]) -> dict[tuple[int, ...], float]:
    return {effect.of: effect.cost for effect in effects if effect.significant}


# --- nothing is found where there is nothing ---


def rolling_stone(entrants: int, seats: int, matches: int) -> NDArray[Any]:
    """Play a tournament of bots that all play at random, the games of a match on one deal."""
    game = load_game("rolling-stone")
    options = game.options({"players": seats})
    found = np.zeros((matches * seats, seats, 3), dtype=np.int64)
    for slot in islice(Schedule(entrants, seats, 1).slots(), len(found)):
        state = game.new(options, RandomChance(Random(f"deal {slot.deal}")))
        luck = Random(f"game {slot.number}")
        result = play_out(state, lambda state: luck.choice(state.legal()))  # noqa: B023 (done at once)
        found[slot.number, :, :2] = np.transpose([slot.seats, result.places])
    return found


@pytest.mark.parametrize(
    ("entrants", "seats", "matches"),
    [(8, 8, 2000 if WHOLE else 16), (6, 4, 2000 if WHOLE else 40)],
)
def test_identical_bots_have_no_effect_of_name_and_neighbour_at_5_percent(
    entrants: int, seats: int, matches: int
) -> None:
    games = rolling_stone(entrants, seats, matches)
    effects = Effects.of(Matches.of(games, entrants))
    assert len(effects.names) == entrants
    assert found_in(effects.names) == found_in(effects.after) == found_in(effects.pairs) == {}
    # A seat may have an effect of its own in a game, which with eight seats it has in this one.
    # That the schedule and the report add none is seen when each game's places are drawn by lot.
    games[:, :, 1] = np.random.default_rng(1).permuted(games[:, :, 1], axis=1)
    by_lot = Effects.of(Matches.of(games, entrants))
    assert len(by_lot.seats) == seats
    assert found_in(by_lot.seats) == found_in(by_lot.names) == {}


def test_of_tournaments_of_equals_a_twentieth_at_most_has_a_false_alarm() -> None:
    alarms = {"names": 0, "seats": 0, "after": 0, "pairs": 0}
    for seed in range(TOURNAMENTS):
        effects = effects_of(EQUALS, 60, seed)
        for family in alarms:
            alarms[family] += bool(found_in(getattr(effects, family)))
    tolerance = 3 * np.sqrt(0.05 * 0.95 / TOURNAMENTS)
    assert all(count / TOURNAMENTS < 0.05 + tolerance for count in alarms.values()), alarms


# --- what there is, is found, in its size ---


@pytest.mark.parametrize(("entrants", "seats"), [(3, 3), (4, 4), (6, 4), (8, 8)])
def test_a_planted_neighbour_is_found_and_nobody_else(entrants: int, seats: int) -> None:
    """Equals, of whom nobody but entrant 0 harms the one who sits directly after it."""
    truth = Truth(skills=[0] * entrants, seats=seats, after=0.7)
    effects = effects_of(truth, 1500)
    # The victim beats each of the others with the odds exp(-0.7). So it loses to each the share
    # `lost` of a place, which whoever sits after somebody else gains, if entrant 0 is at the table.
    lost = 1 / 2 - 1 / (1 + np.exp(0.7))
    harm = effects.after[0]
    if entrants == seats:
        assert harm.cost == pytest.approx(lost * seats, abs=2 * harm.margin)
    else:
        assert lost * (seats - 1) < harm.cost < lost * seats
    assert {of for of, cost in found_in(effects.after).items() if cost > 0} == {(0,)}
    harmed = {of for of, cost in found_in(effects.pairs).items() if cost > 0}
    assert harmed == {(0, other) for other in range(1, entrants)}


def test_margins_hold_the_true_effect_95_times_of_a_hundred() -> None:
    truth = Truth(skills=[0.3, 0, 0, -0.3], seats=4, after=0.5, form=0.5)
    sure = effects_of(truth, 40_000)
    hits = []
    for seed in range(TOURNAMENTS):
        found = effects_of(truth, 36, seed)
        for family in ("seats", "after", "pairs"):
            for effect, true in zip(getattr(found, family), getattr(sure, family), strict=True):
                hits.append(abs(effect.cost - true.cost) < effect.margin)
    assert np.mean(hits) == pytest.approx(0.95, abs=3 * np.sqrt(0.95 * 0.05 / TOURNAMENTS / 2))


def test_a_planted_seat_is_found_and_costs_nobody_its_place() -> None:
    effects = effects_of(Truth(skills=[0] * 5, seats=4, seat=(0.5, 0, 0, -0.5)), 500)
    found = found_in(effects.seats)
    assert found[0,] < -0.3
    assert found[3,] > 0.3
    assert found_in(effects.names) == {}


def test_a_strong_bot_is_no_bad_neighbour_for_being_strong() -> None:
    truth = Truth(skills=(1.5, 0.5, 0, 0, -0.5, -1.5), seats=4)
    assert found_in(effects_of(truth, 2000).after) == {}


# --- the rotation ---


def test_independent_games_lose_no_variance() -> None:
    left = effects_of(Truth(skills=(0.5, 0, 0, 0, -0.5), seats=4), 1000).variance_left
    assert left is not None
    assert left.low is not None
    assert left.high is not None
    assert left.low < 1 < left.high


def test_where_the_deal_decides_the_rotation_removes_all_chance() -> None:
    left = effects_of(Truth(skills=[0] * 4, seats=4, deal=1000), 200).variance_left
    assert left is not None
    assert left.value < 0.01


# --- what cannot be told ---


def test_fewer_than_ten_matches_tell_nothing() -> None:
    effects = effects_of(EQUALS, 9)
    assert effects.names == effects.seats == effects.after == effects.pairs == []
    assert effects.variance_left is None


def test_with_two_at_a_table_the_one_before_is_the_one_after() -> None:
    effects = effects_of(Truth(skills=[0] * 3, seats=2), 100)
    assert effects.after == effects.pairs == []
    assert len(effects.seats) == 2


def test_matches_with_an_empty_chair_do_not_count() -> None:
    games = EQUALS.games(40, 1)
    games[100:, :, 2] = games[100:, :, 0] == 0
    matches = Matches.of(games, 5)
    first = int(np.argmax(matches.empty.any(axis=(1, 2))))
    assert Effects.of(matches).matches >= first
    assert not matches.full().empty.any()


def test_games_that_always_end_alike_are_no_trouble() -> None:
    effects = effects_of(Truth(skills=(300, 200, 100, 0), seats=4), 30)
    assert found_in(effects.names).keys() == {(0,), (1,), (2,), (3,)}
    assert found_in(effects.seats) == found_in(effects.after) == {}


def test_holm_multiplies_the_least_by_all_and_never_turns_the_order_round() -> None:
    assert holm([0.04, 0.001, 0.03]) == pytest.approx([0.06, 0.003, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
