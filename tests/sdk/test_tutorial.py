"""The tutorial in sdk/README.md tells the truth: its bots are played here as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_sdk.bot import Bot, GameStart, method_name, seat_bot
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.simulate import RandomChance

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.base import Result

README = Path(__file__).parents[2] / "sdk" / "README.md"
SEATS = 4
GAMES = 1200


def python_blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)


def bot_of(block: str) -> type[Bot]:
    found: dict[str, Any] = {"__name__": "tutorial"}
    exec(compile(block, "my_bot.py", "exec"), found)
    bot: type[Bot] = found["MyBot"]
    return bot


def play(game_name: str, bot: type[Bot], seat: int, seed: int) -> Result:
    """Play one game of `bot` at `seat` against random choices."""
    game, rng = load_game(game_name), Random(seed)
    options = game.options({"players": SEATS})
    state = game.new(options, RandomChance(rng))
    start = GameStart(f"game {seed}", game_name, seat, options)
    decide = getattr(seat_bot(bot, start, seed), method_name(game_name))
    while (turn := state.to_act) is not None:
        legal = state.legal()
        is_bots = turn == seat and len(legal) > 1
        state.apply(decide(state.view(seat)) if is_bots else rng.choice(legal))
    assert state.result is not None
    return state.result


def test_the_first_bot_plays_both_games() -> None:
    bot = bot_of(python_blocks()[0])
    for game in ("rolling-stone", "rumba"):
        assert min(play(game, bot, 0, 1).places) == 1


@pytest.mark.parametrize("game", ["rolling-stone", "rumba"])
def test_the_second_bot_beats_chance(game: str) -> None:
    bot = bot_of(python_blocks()[1])
    results = [play(game, bot, seed % SEATS, seed) for seed in range(GAMES)]
    won = sum(result.places[seed % SEATS] == 1 for seed, result in enumerate(results))
    # A fair share is 25 %, and its standard error here 1.25 %; four of them are 30 %.
    assert won / GAMES > 0.30


def test_the_simulation_runs_as_it_stands() -> None:
    exec(compile(python_blocks()[2], "README.md", "exec"), {})


def test_the_first_sample_bot_has_under_twenty_lines() -> None:
    sample = README.parents[1] / "sample_bots" / "bumblepuppy_bots" / "random_bot.py"
    assert len(sample.read_text().splitlines()) < 20
