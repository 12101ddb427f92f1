"""States imagined for a seat show that seat what it saw, and are made of nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_sdk.errors import ViewError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.view import TimeLeft
from bumblepuppy_sdk.simulate import RandomChance, determinise, play_out
from hidden_cards import moments
from strategies import ROLLING_STONE_OPTIONS, SEEDS
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.base import Game, Options, State

ANY_GAME = st.tuples(st.just(load_game("rolling-stone")), ROLLING_STONE_OPTIONS) | st.tuples(
    st.just(load_game("rumba")), rumba_options()
)
"""A game and options for it."""
BOTH_GAMES = pytest.mark.parametrize("game", [load_game("rolling-stone"), load_game("rumba")])


def holdings(state: State) -> list[Any]:
    """By seat: its cards."""
    views: list[Any] = [state.view(seat) for seat in range(state.options.players)]
    return [view.hand for view in views]


def a_moment(game: Game, seed: int = 5, actions: int = 20, **options: object) -> State:
    rng = Random(seed)
    state = game.new(game.options(options), RandomChance(rng))
    for _ in range(actions):
        state.apply(rng.choice(state.legal()))
    return state


@given(ANY_GAME, SEEDS)
def test_an_imagined_state_looks_the_same_to_its_seat(
    played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    rng = Random(seed)
    for state in moments(game, options, seed, 6):
        for seat in {state.to_act or 0, rng.randrange(options.players)}:
            view = state.view(seat)
            worlds = determinise(view)
            for _ in range(2):
                assert worlds.sample(rng).view(seat) == view


@given(ANY_GAME, SEEDS)
def test_no_card_is_lost_and_none_comes_up_twice(played: tuple[Game, Options], seed: int) -> None:
    game, options = played
    rng = Random(seed)
    for state in moments(game, options, seed, 3):
        imagined = determinise(state.view(0)).sample(rng)
        for seat in range(options.players):
            seen: Any = imagined.view(seat)
            assert len(seen.hand) == seen.counts[seat]
        assert all_cards(imagined) == all_cards(state)


def all_cards(state: State) -> Counter[Any]:
    """Count the cards in hands, on the table, dead, in stock and discards."""
    view: Any = state.view(0)
    hand: Any = state._hand  # type: ignore[attr-defined]
    heaps = [*holdings(state), [played.card for played in getattr(view, "trick", ())]]
    heaps += [getattr(view, "dead", ()), getattr(view, "discards", ())]
    if hasattr(hand, "table"):
        heaps.append(hand.table.stock)
    return Counter(card for heap in heaps for card in heap)


@given(ANY_GAME, SEEDS)
def test_an_imagined_state_can_be_played_to_its_end(
    played: tuple[Game, Options], seed: int
) -> None:
    game, options = played
    rng = Random(seed)
    for state in moments(game, options, seed, 2):
        imagined = determinise(state.view(state.to_act or 0)).sample(rng)
        before = holdings(imagined)
        result = play_out(imagined.copy(), lambda state: rng.choice(state.legal()))
        assert min(result.places) == 1
        assert holdings(imagined) == before


@given(ANY_GAME, SEEDS)
def test_nothing_hidden_goes_into_it(played: tuple[Game, Options], seed: int) -> None:
    """Two states that look the same to a seat let it imagine the same ones."""
    game, options = played
    for state in moments(game, options, seed, 3):
        seat = state.to_act or 0
        other = determinise(state.view(seat)).sample(Random(seed))
        assert repr(other.view(seat).history) == repr(state.view(seat).history)
        worlds, other_worlds = determinise(state.view(seat)), determinise(other.view(seat))
        rng, other_rng = Random(seed), Random(seed)
        for _ in range(3):
            assert holdings(worlds.sample(rng)) == holdings(other_worlds.sample(other_rng))


@BOTH_GAMES
def test_a_seat_that_imagines_lets_others_see_no_more_than_it_saw(game: Game) -> None:
    state = a_moment(game, actions=40)
    imagined = determinise(state.view(0)).sample(Random(1))
    for seat in range(1, 4):
        expected = [event.seen_by(seat) for event in state.view(0).history]
        assert list(imagined.view(seat).history) == expected


@BOTH_GAMES
def test_samples_are_independent_of_each_other(game: Game) -> None:
    rng, state = Random(2), a_moment(game)
    worlds = determinise(state.view(0))
    first = worlds.sample(rng)
    before = (holdings(first), list(first.view(0).history))
    second = worlds.sample(rng)
    play_out(second, lambda state: rng.choice(state.legal()))
    assert (holdings(first), list(first.view(0).history)) == before


@BOTH_GAMES
def test_equal_generators_imagine_equal_states(game: Game) -> None:
    view = a_moment(game).view(1)

    def samples() -> list[Any]:
        worlds, rng = determinise(view), Random(3)
        return [holdings(worlds.sample(rng)) for _ in range(10)]

    assert samples() == samples()
    assert len({str(sample) for sample in samples()}) > 5


@BOTH_GAMES
def test_the_time_left_plays_no_part(game: Game) -> None:
    view = replace(a_moment(game).view(1), time=TimeLeft(0.1, 0.0))
    assert determinise(view).sample(Random(1)).view(1) == replace(view, time=TimeLeft())


@BOTH_GAMES
def test_the_decks_of_an_imagined_state_are_empty(game: Game) -> None:
    state = a_moment(game, seed=1, actions=700, target=50)
    imagined = determinise(state.view(1)).sample(Random(1))
    assert len(imagined.hands) > 1
    assert [deal.dealer for deal in imagined.hands] == [deal.dealer for deal in state.hands]
    assert not any(deal.deck for deal in imagined.hands)


@BOTH_GAMES
def test_a_match_goes_on_from_where_it_stands(game: Game) -> None:
    state = a_moment(game, seed=1, actions=700, target=50)
    rng = Random(1)
    imagined = determinise(state.view(1)).sample(rng)
    result = play_out(imagined, lambda state: rng.choice(state.legal()))
    before: Any = state.view(1)
    assert all(now >= then for now, then in zip(result.penalty, before.penalties, strict=True))
    assert max(result.penalty) >= 50


# --- what cannot be imagined ---


@BOTH_GAMES
def test_a_game_that_is_over_is_refused(game: Game) -> None:
    rng, state = Random(1), a_moment(game)
    play_out(state, lambda state: rng.choice(state.legal()))
    with pytest.raises(ViewError, match="the game is over"):
        determinise(state.view(0))


@BOTH_GAMES
def test_a_history_without_its_beginning_is_refused(game: Game) -> None:
    view = a_moment(game).view(0)
    for history in ((), view.history[1:]):
        with pytest.raises(ViewError, match="does not begin with the deal"):
            determinise(replace(view, history=history))


@BOTH_GAMES
def test_a_history_that_leads_elsewhere_is_refused(game: Game) -> None:
    state = a_moment(game, actions=30)
    view = state.view(0)
    for length in range(1, len(view.history)):
        with pytest.raises(ViewError, match="view"):
            determinise(replace(view, history=view.history[:length]))


@BOTH_GAMES
def test_a_view_that_shows_what_never_happened_is_refused(game: Game) -> None:
    view: Any = a_moment(game, actions=30).view(0)
    wrong = {"dealer": 1, "out": (3,), "legal": view.legal[1:] or ("?",), "penalties": (9, 9, 9, 9)}
    wrong["counts"] = (*view.counts[1:], view.counts[0])
    for name, value in wrong.items():
        assert getattr(view, name) != value
        with pytest.raises(ViewError, match="view"):
            determinise(replace(view, **{name: value}))


def test_a_game_that_does_not_offer_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("rumba")
    view = a_moment(game).view(0)
    monkeypatch.delattr(type(game), "determinise")
    with pytest.raises(ViewError, match="'rumba' cannot imagine hidden cards"):
        determinise(view)


def test_a_view_of_no_game_is_refused() -> None:
    with pytest.raises(ViewError, match="no installed game has views of the class int"):
        determinise(5)  # type: ignore[arg-type]
