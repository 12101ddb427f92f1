"""Records of games that nobody but chance played."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import Record, hands_of
from bumblepuppy_server.outcome import Outcome
from strategies import KeyedChance

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.base import Game


def recorded(game: Game, options: Any, seed: int) -> Record:
    """Play a game at random, and write it down; the bots are called b0, b1 and so on."""
    rng, state, actions = Random(seed), game.new(options, KeyedChance(seed)), []
    while (seat := state.to_act) is not None:
        action = rng.choice(state.legal())
        actions.append((seat, str(action)))
        state.apply(action)
    assert state.result is not None
    return Record(
        game_id="3237944617d4",
        slot=17,
        attempt=1,
        game=game.name,
        options=game.describe(options),
        hands=hands_of(state.hands),
        seats=[f"b{seat}" for seat in range(options.players)],
        actions=actions,
        faults=[],
        reason=state.result.reason,
        places=list(state.result.places),
        penalty=list(state.result.penalty),
        autopilot=[],
    )


def recorded_by_name(name: str, seed: int, **options: object) -> Record:
    """Play a game of this name at random, and write it down."""
    game = load_game(name)
    return recorded(game, game.options(options), seed)


def outcome_of(record: Record, **changed: Any) -> Outcome:
    """Give an outcome of which no more is known than its record, which may be `changed`."""
    return Outcome(record=replace(record, **changed), times=(), seconds=0.0)
