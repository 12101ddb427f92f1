"""Players, packs and the deal: RS-1 to RS-3."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bumblepuppy_sdk.cards import Rank
from bumblepuppy_sdk.errors import OptionError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.events import HandDealt
from bumblepuppy_sdk.games.rolling_stone import GAME, RollingStoneOptions, RollingStoneState
from bumblepuppy_sdk.games.rolling_stone.packs import pack
from bumblepuppy_sdk.simulate import RandomChance
from small_hands import holdings


def new(**options: Any) -> RollingStoneState:
    return GAME.new(GAME.options(options), RandomChance(Random(1)))


def test_the_game_is_found_by_its_name() -> None:
    assert load_game("rolling-stone") is GAME


@pytest.mark.parametrize("players", [3, 9])
def test_rs_1_it_is_a_game_for_four_to_eight(players: int) -> None:
    assert players not in GAME.seats
    with pytest.raises(OptionError, match=r"'players' \(RS-1\): expected 4 to 8"):
        GAME.options({"players": players})


@pytest.mark.parametrize(
    ("players", "cards", "lowest", "each"),
    [(4, 32, 7, 8), (5, 40, 5, 8), (6, 48, 3, 8), (7, 49, 2, 7), (8, 56, 8, 7)],
)
def test_rs_1_each_number_of_players_has_its_pack(
    players: int, cards: int, lowest: int, each: int
) -> None:
    state = new(players=players)
    assert len(pack(state.options)) == cards
    assert min(card.rank for card in pack(state.options)) == lowest
    assert state.view(0).counts == (each,) * players


def test_rs_1_seven_leave_out_three_of_the_twos() -> None:
    twos = [str(card) for card in pack(RollingStoneOptions(players=7)) if card.rank is Rank.TWO]
    assert twos == ["2S"]


def test_rs_1_eight_have_each_card_twice() -> None:
    counts = Counter(pack(RollingStoneOptions(players=8)))
    assert len(counts) == 28
    assert set(counts.values()) == {2}


def test_rs_1_eight_may_take_a_single_pack_of_48() -> None:
    state = new(players=8, eight_players="single_pack")
    assert len(set(pack(state.options))) == 48
    assert state.view(0).counts == (6,) * 8


def test_rs_1_the_pack_of_eight_means_nothing_to_fewer() -> None:
    assert len(pack(RollingStoneOptions(players=4, eight_players="single_pack"))) == 32


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_rs_3_cards_are_dealt_singly_clockwise_from_the_left_of_the_dealer(players: int) -> None:
    state = new(players=players)
    deck = state.hands[0].deck
    for seat in range(players):
        dealt = sorted(deck[seat::players])
        assert list(state.view(seat).hand) == dealt


def test_rs_3_nothing_is_left_over() -> None:
    state = new(players=7)
    held = " ".join(holdings(state._hand)).split()
    assert sorted(held) == sorted(str(card) for card in pack(state.options))


def test_rs_3_the_last_seat_deals_the_first_hand_and_seat_0_leads() -> None:
    state = new(players=5)
    assert state.opening == (HandDealt(hand=0, dealer=4),)
    assert state.view(2).dealer == 4
    assert state.to_act == state.view(2).leader == 0


def test_the_options_are_described_in_full_and_in_order() -> None:
    assert list(GAME.describe(GAME.options({})).items()) == [
        ("players", 4),
        ("going_out", "completed"),
        ("end", "first_out"),
        ("scoring", "cards"),
        ("target", None),
        ("trump", None),
        ("silence", False),
        ("eight_players", "two_packs"),
        ("cap_tricks", 1000),
    ]


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_rs_8_the_default_for_going_out_depends_on_the_players(players: int) -> None:
    default = "completed" if players <= 6 else "void_picks_up"
    assert GAME.options({"players": players}).going_out == default
