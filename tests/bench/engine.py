"""The rules alone: random playouts in one process, on one core, `legal()` included."""

from __future__ import annotations

import importlib
import random
import statistics
import time
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.simulate import RandomChance

if TYPE_CHECKING:
    from collections.abc import Callable

REPEATS: Final = 5
PEER: Final = "pyspiel crazy_eights, 4 players, its Python loop"


def actions_per_second(play: Callable[[random.Random], int], seconds: float) -> float:
    """Play games for some seconds, several times over, and give the median rate."""
    rates = []
    for repeat in range(REPEATS):
        rng, actions = random.Random(repeat), 0
        began = time.perf_counter()
        while (took := time.perf_counter() - began) < seconds / REPEATS:
            actions += play(rng)
        rates.append(actions / took)
    return statistics.median(rates)


def playout(name: str, players: int, rng: random.Random) -> int:
    """Play one game at random, and count its actions."""
    game = load_game(name)
    state = game.new(game.options({"players": players}), RandomChance(rng))
    actions = 0
    while state.result is None:
        state.apply(rng.choice(state.legal()))
        actions += 1
    return actions


def peer_playout(game: Any, rng: random.Random) -> int:
    """Play one game of the peer's at random, its chance and its deal included."""
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return actions


def engine_rates(seconds: float) -> dict[str, float]:
    """Measure both games, and the peer where it is installed."""
    rates = {
        f"{name}, {players} players": actions_per_second(
            lambda rng, name=name, players=players: playout(name, players, rng),  # type: ignore[misc]
            seconds,
        )
        for name, players in (("rolling-stone", 4), ("rolling-stone", 8), ("rumba", 4))
    }
    try:
        peer = importlib.import_module("pyspiel").load_game("crazy_eights(players=4)")
    except ImportError:
        return rates
    rates[PEER] = actions_per_second(lambda rng: peer_playout(peer, rng), seconds)
    return rates


if __name__ == "__main__":
    for what, rate in engine_rates(5.0).items():
        print(f"{what:55}{rate:12,.0f} actions/s")
