"""The search of the sample bot `mcts`: legal everywhere, in time, better than where it began."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from bumblepuppy_bots.mcts import Mcts
from bumblepuppy_bots.strategy import playouts
from bumblepuppy_bots.strategy.search import FEWEST, SHARE, score, search, seconds_for, until
from bumblepuppy_sdk.bot import GameStart, method_of, seat_bot
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.base import Result
from bumblepuppy_sdk.games.view import TimeLeft
from bumblepuppy_sdk.simulate import RandomChance
from rumba_deals import deal
from strategies import ROLLING_STONE_OPTIONS, SEEDS
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from bumblepuppy_bots.strategy.playouts import Playout
    from bumblepuppy_sdk import Action, View
    from bumblepuppy_sdk.games.base import Game, Options, State


def playout_of(name: str, options: Any) -> Playout:
    """Give the way in which the bot plays a game out."""
    return playouts.ROLLING_STONE if name == "rolling-stone" else playouts.rumba(options)


def worlds(number: int) -> Callable[[int], bool]:
    """Let a search look at so many worlds."""
    return lambda looked_at: looked_at < number


def some_view(name: str) -> View[Any]:
    """Give what a seat sees somewhere in a game."""
    game = load_game(name)
    found = (somewhere_in(game, game.options({}), seed) for seed in count())
    state = next(state for state in found if state)
    assert state.to_act is not None
    return state.view(state.to_act)


def somewhere_in(game: Game, options: Options, seed: int) -> State | None:
    """Play at random up to a decision with a choice; `None` when the game ends before."""
    rng = Random(seed)
    state = game.new(options, RandomChance(rng))
    for _ in range(rng.randrange(60)):
        if state.result is None:
            state.apply(rng.choice(state.legal()))
    while state.result is None and len(state.legal()) == 1:
        state.apply(state.legal()[0])
    return state if state.result is None else None


def assert_finds_something_legal(name: str, options: Options, seed: int) -> None:
    state = somewhere_in(load_game(name), options, seed)
    if state is None or state.to_act is None:
        return
    view = state.view(state.to_act)
    found = search(view, view.legal[0], playout_of(name, options), Random(seed), worlds(FEWEST))
    assert found in view.legal


@settings(max_examples=20)
@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_a_search_finds_something_legal_in_every_rolling_stone(options: Any, seed: int) -> None:
    assert_finds_something_legal("rolling-stone", options, seed)


@settings(max_examples=20)
@given(rumba_options(), SEEDS)
def test_a_search_finds_something_legal_in_every_rumba(options: Any, seed: int) -> None:
    assert_finds_something_legal("rumba", options, seed)


# --- strength ---


def scores_against_chance(name: str, options: Any, games: int, looks: int) -> list[float]:
    """Let a search that starts from a random choice play against seats that choose at random."""
    game, playout, found = load_game(name), playout_of(name, options), []
    for number in range(games):
        rng, mine = Random(number), number % options.players
        state = game.new(options, RandomChance(rng))
        while (turn := state.to_act) is not None:
            action = rng.choice(state.legal())
            if turn == mine and len(state.legal()) > 1:
                action = search(state.view(turn), action, playout, rng, worlds(looks))
            state.apply(action)
        assert state.result is not None
        found.append(score(state.result, mine))
    return found


@pytest.mark.parametrize(
    ("name", "given", "games", "looks"),
    [
        ("rolling-stone", {"players": 4}, 25, 20),
        ("rumba", {"players": 2, "hand_size": 3}, 125, 8),
        ("rumba", {"players": 4}, 60, 8),
    ],
)
def test_a_search_makes_a_good_player_of_a_random_one(
    name: str, given: dict[str, object], games: int, looks: int
) -> None:
    scores = scores_against_chance(name, load_game(name).options(given), games, looks)
    error = stdev(scores) / sqrt(len(scores))
    assert mean(scores) > 0.5 + 3 * error, "by chance a score of one half is to be expected"


# --- guesses ---


def test_who_can_go_out_is_guessed_to_be_ahead_of_all() -> None:
    assert playouts.rumba_guess(deal("KD", "3H", opener="7C", stock="8C").view(0)) == 1.0


def test_a_guess_rises_with_the_cards_of_the_others() -> None:
    view = deal("7D 9S", "3H 4H", opener="7C", stock="8C").view(0)
    guesses = [playouts.rumba_guess(replace(view, counts=(2, others))) for others in range(1, 9)]
    assert guesses == sorted(set(guesses))


def test_a_guess_prefers_a_wild_card_and_one_that_matches() -> None:
    hands = ["9D 9S", "7D 9S", "7D KS"]
    views = [deal(own, "3H 4H", opener="7C", stock="8C").view(0) for own in hands]
    guesses = [playouts.rumba_guess(view) for view in views]
    assert guesses == sorted(set(guesses))


def test_a_choice_that_wins_at_once_is_found() -> None:
    game = load_game("rumba")
    options = game.options({"players": 2, "hand_size": 1, "end": "first_out"})
    for seed in count():
        state = game.new(options, RandomChance(Random(seed)))
        if state.to_act is not None and len(state.legal()) > 1:
            break  # a king that does not match: play it, and be out, or draw
    assert state.to_act is not None
    view = state.view(state.to_act)
    wins, draws = view.legal
    assert search(view, draws, playouts.rumba(view.options), Random(1), worlds(20)) is wins


@pytest.mark.parametrize(
    ("places", "seat", "worth"),
    [((1, 2, 3, 4), 0, 1.0), ((1, 2, 3, 4), 3, 0.0), ((1, 2, 2, 4), 1, 0.5), ((1, 1), 0, 0.5)],
)
def test_a_shared_place_is_worth_the_mean_of_what_is_shared(
    places: tuple[int, ...], seat: int, worth: float
) -> None:
    assert score(Result("out", places, (0,) * len(places)), seat) == worth


# --- time ---


def test_no_more_is_thought_than_the_clock_allows() -> None:
    clock, view = count(0.0, 1.0), some_view("rumba")
    looks: list[float] = []

    def now() -> float:
        looks.append(next(clock))
        return looks[-1]

    search(view, view.legal[0], playouts.rumba(view.options), Random(1), until(5.0, now))
    assert looks[-1] <= 5.0
    assert len(looks) <= 6


@pytest.mark.parametrize("looked_at", [0, 1, FEWEST - 1])
def test_without_time_for_a_few_worlds_the_plain_strategy_decides(looked_at: int) -> None:
    for seed in range(10):
        state = somewhere_in(load_game("rumba"), load_game("rumba").options({}), seed)
        if state and state.to_act is not None:
            view = state.view(state.to_act)
            plain, playout = view.legal[-1], playouts.rumba(view.options)
            assert search(view, plain, playout, Random(1), worlds(looked_at)) is plain


@pytest.mark.parametrize(("move", "seconds"), [(0.2, 0.2 * SHARE), (60.0, SHARE)])
def test_a_small_share_of_the_move_is_thought_about_and_of_the_bank_nothing(
    move: float, seconds: float
) -> None:
    game = load_game("rumba")
    view = game.new(game.options({}), RandomChance(Random(1))).view(0)
    view.time = TimeLeft(move=move, bank=1000.0)
    assert seconds_for(view) == pytest.approx(seconds)


@pytest.mark.parametrize("name", ["rolling-stone", "rumba"])
def test_the_bot_plays_whole_games_by_what_it_is_shown(name: str) -> None:
    game, rng = load_game(name), Random(5)
    options = game.options({"players": 4})
    state = game.new(options, RandomChance(rng))
    bot = seat_bot(Mcts, GameStart("g", name, 0, options), 7)
    decide: Callable[[View[Any]], Action] = method_of(bot, name)
    while (turn := state.to_act) is not None:
        view = state.view(turn)
        view.time = TimeLeft(move=0.02, bank=0.0)
        state.apply(decide(view) if turn == 0 and len(view.legal) > 1 else rng.choice(view.legal))
    assert state.result is not None
