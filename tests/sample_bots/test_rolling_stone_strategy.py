"""The sample bots' strategies for Rolling Stone are legal, honest and of the announced strength."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_bots.strategy import rolling_stone
from bumblepuppy_bots.strategy.card_memory import CardMemory
from bumblepuppy_sdk import FRENCH, Action, Cards, RollingStoneOptions, RollingStoneView
from bumblepuppy_sdk.games.rolling_stone import GAME, RollingStoneState
from bumblepuppy_sdk.simulate import RandomChance, play_out
from strategies import ROLLING_STONE_OPTIONS, SEEDS

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.base import Result

Player = Callable[[RollingStoneView], Action]


def player(name: str, rng: Random) -> Player:
    """Seat a strategy by its name, with a memory of its own."""
    memory = CardMemory()
    match name:
        case "greedy":
            return lambda view: rolling_stone.greedy(view, rng)
        case "tips":
            return lambda view: rolling_stone.tips(view, memory, rng)
        case "counter":
            return lambda view: rolling_stone.counter(view, memory, rng)
        case _:
            return lambda view: rng.choice(view.legal)


def play(names: list[str], options: RollingStoneOptions, seed: int) -> Result:
    """Play a game; whoever has but one choice is not asked."""
    rng = Random(seed)
    players = [player(name, rng) for name in names]

    def choose(state: RollingStoneState) -> Action:
        legal, seat = state.legal(), state.to_act
        if len(legal) == 1 or seat is None:
            return legal[0]
        return players[seat](state.view(seat))

    return play_out(GAME.new(options, RandomChance(rng)), choose)


def wins(name: str, others: str, games: int) -> float:
    """Give the share of games that one `name` wins from three `others`, seats in turn."""
    won = 0
    for number in range(games):
        names = [others] * 4
        names[number % 4] = name
        won += play(names, RollingStoneOptions(), seed=number // 4).places[number % 4] == 1
    return won / games


@given(ROLLING_STONE_OPTIONS, SEEDS, st.data())
def test_every_strategy_plays_legally_under_all_options(
    options: RollingStoneOptions, seed: int, data: st.DataObject
) -> None:
    kinds = st.sampled_from(["greedy", "tips", "counter", "random"])
    names = data.draw(st.lists(kinds, min_size=options.players, max_size=options.players))
    assert play(names, options, seed).reason


@given(ROLLING_STONE_OPTIONS, SEEDS, st.integers(min_value=0, max_value=150))
def test_what_the_memory_knows_is_true(options: RollingStoneOptions, seed: int, most: int) -> None:
    rng = Random(seed)
    state = GAME.new(options, RandomChance(rng))
    memory = CardMemory()
    for _ in range(most):
        if state.result is not None:
            return
        state.apply(rng.choice(state.legal()))
        if rng.random() < 0.3:
            memory.update(state.view(0))
    memory.update(state.view(0))
    hidden = Cards(FRENCH)
    for seat in range(1, options.players):
        held, known = state.view(seat).hand, memory.known[seat]
        assert all(held.count(card) >= known.count(card) for card in known)
        for suit in memory.closed[seat]:
            assert held.in_suit(suit) == known.in_suit(suit)
            assert memory.is_void(seat, suit) == (not held.in_suit(suit))
        hidden += held - known
    assert memory.unseen(state.view(0)) == hidden


def test_the_memory_notices_that_it_goes_in_circles() -> None:
    state = GAME.new(RollingStoneOptions(), RandomChance(Random(1)))
    memory = CardMemory()
    memory.update(state.view(0))
    assert not memory.in_circles
    memory.update(state.view(0))
    assert memory.in_circles


def test_every_strategy_challenges_a_slip_and_never_slips() -> None:
    state = GAME.new(RollingStoneOptions(silence=True), RandomChance(Random(1)))
    state.apply(state.legal()[0])
    for name in ("greedy", "tips", "counter"):
        choice = player(name, Random(1))(state.view(1))
        assert choice.kind != "slip"
    state.apply(next(action for action in state.legal() if action.kind == "slip"))
    for name in ("greedy", "tips", "counter"):
        assert str(player(name, Random(1))(state.view(2))) == "challenge"


@pytest.mark.parametrize(("name", "least"), [("greedy", 0.26), ("tips", 0.34), ("counter", 0.41)])
def test_a_strategy_wins_its_share_from_three_random_bots(name: str, least: float) -> None:
    assert wins(name, "random", games=1000) > least


@pytest.mark.parametrize(("better", "worse"), [("tips", "greedy"), ("counter", "tips")])
def test_the_strategies_are_clearly_ordered(better: str, worse: str) -> None:
    assert wins(better, worse, games=600) > 0.28


@pytest.mark.parametrize("name", ["greedy", "tips", "counter"])
def test_four_of_a_kind_seldom_run_in_circles(name: str) -> None:
    reasons = [play([name] * 4, RollingStoneOptions(), seed).reason for seed in range(100)]
    assert reasons.count("repetition") < 35
