"""What both games promise alike, under every combination of their options."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_sdk.actions import (
    CHALLENGE,
    DRAW,
    LET,
    NAME_SUIT,
    PASS,
    PICKUP,
    PLAY,
    SLIP,
    STOP,
    Action,
)
from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games import rolling_stone, rumba
from bumblepuppy_sdk.records import Record, hands_of, replay
from strategies import ROLLING_STONE_OPTIONS, SEEDS, KeyedChance, random_position
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.base import Game, State

GAMES: Final[st.SearchStrategy[tuple[Game, Any]]] = st.one_of(
    st.tuples(st.just(rolling_stone.GAME), ROLLING_STONE_OPTIONS),
    st.tuples(st.just(rumba.GAME), rumba_options()),
)
"""A game, and options of it."""


def everything(state: State) -> list[object]:
    """Give all that is to be known of a state: equal for equal ones."""
    views = [state.view(seat) for seat in range(state.options.players)]
    return [state.to_act, state.legal(), state.result, hands_of(state.hands), *views]


def play_on(state: State, rng: Random) -> list[tuple[int, Action]]:
    """Play to the end at random; give the actions."""
    actions = []
    while (seat := state.to_act) is not None:
        actions.append((seat, rng.choice(state.legal())))
        state.apply(actions[-1][1])
    return actions


@given(GAMES, SEEDS)
def test_every_legal_action_can_be_taken(chosen: tuple[Game, Any], seed: int) -> None:
    state = random_position(*chosen, seed)
    for action in state.legal():
        seat, twin = state.to_act, state.copy()
        events = twin.apply(action)
        assert f"{events[0]}" == f"Acted(seat={seat}, action=<{action}>)"


@given(GAMES, SEEDS)
def test_every_other_action_is_refused_in_words_and_changes_nothing(
    chosen: tuple[Game, Any], seed: int
) -> None:
    game, options = chosen
    state = random_position(game, options, seed)
    before, legal, system = everything(state), state.legal(), game.suits(options)
    bare = (PICKUP, LET, CHALLENGE, DRAW, PASS, STOP)
    for action in (*PLAY[system], *SLIP[system], *NAME_SUIT[system], *bare):
        if action in legal:
            continue
        with pytest.raises(IllegalActionError, match=re.escape(repr(str(action)))) as refusal:
            state.apply(action)
        words = str(refusal.value)
        assert re.search(r"R[SU]-\d+", words), "it names a clause"
        if legal:
            assert words.startswith(f"seat {state.to_act}: ")
            assert words.endswith("; legal: " + ", ".join(map(str, legal)))
    assert everything(state) == before


@given(GAMES, SEEDS)
def test_a_copy_is_what_its_original_was_whatever_becomes_of_that(
    chosen: tuple[Game, Any], seed: int
) -> None:
    state = random_position(*chosen, seed)
    twin, before = state.copy(), everything(state)
    actions = play_on(state, Random(seed))
    assert everything(twin) == before
    for _, action in actions:
        twin.apply(action)
    assert everything(twin) == everything(state)


@given(GAMES, SEEDS)
def test_the_record_of_a_finished_game_replays_to_the_same_end(
    chosen: tuple[Game, Any], seed: int
) -> None:
    game, options = chosen
    state = game.new(options, KeyedChance(seed))
    actions = play_on(state, Random(seed))
    assert state.result is not None
    record = Record(
        game_id="any",
        slot=0,
        attempt=1,
        game=game.name,
        options=game.describe(options),
        hands=hands_of(state.hands),
        seats=["any"] * options.players,
        actions=[(seat, str(action)) for seat, action in actions],
        faults=[],
        reason=state.result.reason,
        places=list(state.result.places),
        penalty=list(state.result.penalty),
        autopilot=[],
    )
    again = replay(Record.from_json(record.to_json()))
    assert everything(again) == everything(state)
