"""What the referee does in the place of a seat at fault (FA-1)."""

from __future__ import annotations

import pytest
from hypothesis import given

from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games.rumba import GAME, RumbaOptions
from rumba_deals import act, deal
from strategies import SEEDS, random_game
from strategies_rumba import rumba_options


def test_fa_1_the_lowest_legal_card_is_played_by_rank() -> None:
    assert str(deal("9C 7D 8C", "2H 3H 4H", opener="7C").default()) == "play 7D"


def test_fa_1_of_equal_ranks_the_lower_suit_is_played() -> None:
    assert str(deal("7S 7H 7D", "2H 3H 4H", opener="7C").default()) == "play 7D"


def test_fa_1_a_wild_card_is_kept_while_there_is_another() -> None:
    table = {"2": "wild"}
    assert str(deal("2C 9C", "3H 4H", opener="7C", effects=table).default()) == "play 9C"


def test_fa_1_rather_than_a_wild_card_it_draws() -> None:
    assert str(deal("KH 2D", "3H 4H", opener="7C", stock="8H").default()) == "draw"


def test_fa_1_rather_than_a_wild_card_it_passes() -> None:
    assert str(deal("KH 2D", "3H 4H", opener="7C").default()) == "pass"


def test_fa_1_rather_than_a_wild_card_it_stops() -> None:
    state = deal("AC KH 2D", "3H 4H 5H", opener="7C")
    act(state, "play AC")
    assert str(state.default()) == "stop"


def test_fa_1_a_second_card_is_played_if_one_is_legal() -> None:
    state = deal("AC KH 2C", "3H 4H 5H", opener="7C")
    act(state, "play AC")
    assert str(state.default()) == "play 2C"


def test_fa_1_a_wild_card_is_played_when_nothing_else_is_legal() -> None:
    state = deal("KH KD 2D", "3H 4H 5H", opener="7C", stock="8H", wild_forced=True)
    assert str(state.default()) == "play KD"


def test_fa_1_the_suit_held_most_of_is_named() -> None:
    state = deal("KH 2S 3S 4D", "3H 4H 5H 6H", opener="7C")
    act(state, "play KH")
    assert str(state.default()) == "suit S"


def test_fa_1_equal_cards_of_two_packs_count_twice_for_the_suit() -> None:
    state = deal("KH 2D 3S 3S", "3H 4H 5H 6H", opener="7C", packs=2)
    act(state, "play KH")
    assert str(state.default()) == "suit S"


def test_fa_1_on_a_tie_the_lowest_suit_is_named() -> None:
    state = deal("KH 2S 3D", "3H 4H 5H", opener="7C")
    act(state, "play KH")
    assert str(state.default()) == "suit D"


def test_fa_1_having_played_its_last_card_it_names_the_first_suit() -> None:
    state = deal("KH", "3H", "4H", opener="7C", end="play_on")
    act(state, "play KH")
    assert str(state.default()) == "suit C"


def test_fa_1_after_the_end_there_is_nothing_to_decide() -> None:
    state = deal("2C", "3H", opener="7C")
    act(state, "play 2C")
    with pytest.raises(IllegalActionError, match="over"):
        state.default()


@given(rumba_options(), SEEDS)
def test_fa_1_the_default_action_is_always_legal(options: RumbaOptions, seed: int) -> None:
    for state in random_game(GAME, options, seed):
        if state.to_act is not None:
            assert state.default() in state.legal()
