"""What holds in every game of Rumba, whatever the options."""

from __future__ import annotations

from random import Random

from hypothesis import given

from bumblepuppy_sdk.actions import PLAY, Kind
from bumblepuppy_sdk.cards import Cards
from bumblepuppy_sdk.games.events import Acted, HandEnded
from bumblepuppy_sdk.games.rumba import GAME, RumbaOptions, RumbaState
from bumblepuppy_sdk.records import RecordedChance, hands_of
from bumblepuppy_sdk.simulate import RandomChance, play_out
from strategies import SEEDS, random_game, random_position
from strategies_rumba import rumba_options


def cards_on(state: RumbaState) -> list[int]:
    """Give the codes of every card of the hand, wherever it lies."""
    table, system = state._hand.table, GAME.suits(state.options)
    held = [code for bits in table.held for code in Cards(system, bits).codes()]
    return sorted([*held, *(card.code for card in (*table.stock, *table.discards))])


@given(rumba_options(), SEEDS)
def test_cards_are_conserved(options: RumbaOptions, seed: int) -> None:
    pack = None
    for state in random_game(GAME, options, seed):
        assert isinstance(state, RumbaState)
        pack = pack or sorted(card.code for card in state.hands[0].deck)
        assert cards_on(state) == pack


@given(rumba_options(), SEEDS)
def test_some_action_is_legal_until_the_end(options: RumbaOptions, seed: int) -> None:
    for state in random_game(GAME, options, seed):
        assert bool(state.legal()) == (state.to_act is not None) == (state.result is None)


@given(rumba_options(), SEEDS)
def test_legal_actions_are_listed_once_and_in_order(options: RumbaOptions, seed: int) -> None:
    last = [Kind.DRAW, Kind.PASS, Kind.STOP]
    for state in random_game(GAME, options, seed):
        legal = state.legal()
        codes = [action.card.code for action in legal if action.card]
        assert codes == sorted(set(codes))
        assert [action.kind for action in legal[len(codes) :]] in [[], *([k] for k in last)] or all(
            action.suit for action in legal
        )


@given(rumba_options(), SEEDS)
def test_every_game_ends_with_places_that_fit_its_points(options: RumbaOptions, seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(options, RandomChance(rng))
    result = play_out(state, lambda state: rng.choice(state.legal()))
    assert result.reason in {"out", "one_left", "blocked", "cap"}
    for place, points in zip(result.places, result.penalty, strict=True):
        assert place == 1 + sum(other < place for other in result.places)
        assert all(points <= result.penalty[s] for s, p in enumerate(result.places) if p > place)


@given(rumba_options(), SEEDS)
def test_the_recorded_chance_and_actions_replay_to_the_same_game(
    options: RumbaOptions, seed: int
) -> None:
    rng = Random(seed)
    state = GAME.new(options, RandomChance(rng))
    actions, events = [], list(state.opening)
    while state.to_act is not None:
        actions.append(rng.choice(state.legal()))
        events += state.apply(actions[-1])
    again = GAME.new(options, RecordedChance(hands_of(state.hands), GAME.suits(options)))
    replayed = list(again.opening)
    for action in actions:
        replayed += again.apply(action)
    assert replayed == events
    assert again.result == state.result


@given(rumba_options(), SEEDS)
def test_a_copy_goes_its_own_way(options: RumbaOptions, seed: int) -> None:
    state = random_position(GAME, options, seed)
    before = [state.view(seat) for seat in range(options.players)], hands_of(state.hands)
    play_out(state.copy(), lambda state: state.legal()[0])
    assert ([state.view(seat) for seat in range(options.players)], hands_of(state.hands)) == before


@given(rumba_options(), SEEDS)
def test_the_hands_that_ended_add_up_to_the_penalties(options: RumbaOptions, seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(options, RandomChance(rng))
    points = [0] * options.players
    while state.result is None:
        for event in state.apply(rng.choice(state.legal())):
            if isinstance(event, HandEnded):
                points = [old + new for old, new in zip(points, event.penalty, strict=True)]
    assert tuple(points) == state.result.penalty


@given(rumba_options(), SEEDS)
def test_the_first_event_of_an_action_is_the_action(options: RumbaOptions, seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(options, RandomChance(rng))
    while state.result is None:
        seat, action = state.to_act, rng.choice(state.legal())
        assert seat is not None
        assert state.apply(action)[0] == Acted(seat, action)


def test_a_card_that_matches_is_the_very_action_of_the_tables() -> None:
    options = GAME.options({})
    for state in random_game(GAME, options, 1):
        for action in state.legal():
            if action.card:
                assert action is PLAY[GAME.suits(options)][action.card.code]
