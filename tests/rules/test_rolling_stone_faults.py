"""Default actions and refusals: FA-1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from bumblepuppy_sdk.actions import PLAY, Action, Kind, parse_action
from bumblepuppy_sdk.cards import FRENCH, SPANISH
from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games.rolling_stone import GAME, RollingStoneOptions
from bumblepuppy_sdk.games.rolling_stone.defaults import default_action
from small_hands import act, hand_of
from strategies import ROLLING_STONE_OPTIONS, SEEDS, random_position

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.rolling_stone.hand import Hand


def default(hand: Hand) -> str:
    return str(default_action(hand))


def test_fa_1_the_default_is_the_lowest_card_by_rank_then_suit() -> None:
    assert default(hand_of("9C 8H 8D AS", "TH", "JH", "QH")) == "play 8D"


def test_fa_1_the_default_follows_suit() -> None:
    hand = hand_of("9H 7C", "TH JH 8C", "QH 7D", "KH 7S")
    act(hand, "play 9H")
    assert default(hand) == "play TH"


def test_fa_1_a_void_seat_picks_up_by_default() -> None:
    hand = hand_of("9H 7C", "8C 7D TC", "QH 8D", "KH 9C")
    act(hand, "play 9H")
    assert default(hand) == "pickup"


def test_fa_1_a_void_seat_ruffs_by_default() -> None:
    hand = hand_of("9H 7C", "9S 8S 7D", "QH 8D", "KH 7S", trump="spades")
    act(hand, "play 9H")
    assert default(hand) == "play 8S"


def test_fa_1_the_default_follows_suit_rather_than_slip() -> None:
    hand = hand_of("9H 7C", "AH 7D", "QH 8D", "KH 7S", silence=True)
    act(hand, "play 9H")
    assert default(hand) == "play AH"


def test_fa_1_the_default_picks_up_rather_than_slip() -> None:
    hand = hand_of("9H 7C", "8C 7D TC", "QH 8D", "KH 9C", silence=True)
    act(hand, "play 9H")
    assert default(hand) == "pickup"


def test_fa_1_the_default_lets_a_slip_pass() -> None:
    hand = hand_of("9H 7C", "AH 7D", "QH 8D", "KH 7S", silence=True)
    act(hand, "play 9H", "slip 7D")
    assert default(hand) == "let"


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_fa_1_the_default_is_legal(options: RollingStoneOptions, seed: int) -> None:
    state = random_position(GAME, options, seed)
    assert state.result or state.default() in state.legal()


def refused(hand: Hand, action: str) -> str:
    """Give the message with which `action` is refused."""
    with pytest.raises(IllegalActionError) as caught:
        hand.apply(parse_action(action))
    return str(caught.value)


def test_a_refusal_names_action_seat_clause_and_the_legal_actions() -> None:
    hand = hand_of("9H 7C", "TH JH 8C", "QH 7D", "KH 7S")
    act(hand, "play 9H")
    assert refused(hand, "play 8C") == (
        "seat 1: 'play 8C' is not legal: it holds hearts, the suit led, and must follow (RS-4); "
        "legal: play TH, play JH"
    )


@pytest.mark.parametrize(
    ("options", "actions", "action", "clause"),
    [
        ({}, [], "pickup", "RS-4"),
        ({}, [], "play AS", "RS-4"),
        ({}, ["play 9H"], "play 8C", "RS-5"),
        ({"trump": "spades"}, ["play 9H"], "play 8C", "RS-12"),
        ({"silence": True}, ["play 9H"], "play 8C", "RS-13"),
        ({"silence": True}, ["play 9H"], "let", "RS-13"),
        ({"silence": True}, ["play 9H", "slip 8C"], "play QH", "RS-13"),
        ({}, ["play 9H"], "draw", "RS-5"),
    ],
)
def test_a_refusal_names_the_clause_that_forbids(
    options: dict[str, Any], actions: list[str], action: str, clause: str
) -> None:
    hand = hand_of("9H 7C", "8C 7S TC", "QH 8D", "KH 9C", **options)
    act(hand, *actions)
    assert f"({clause})" in refused(hand, action)


def test_nothing_is_legal_after_the_end() -> None:
    hand = hand_of("9H", "TH 8C", "8H JC", "QH TC")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    assert "'play 8C' comes too late: the game is over (out" in refused(hand, "play 8C")


def test_a_card_of_another_country_is_not_legal() -> None:
    hand = hand_of("9H 7C", "TH", "JH", "QH")
    with pytest.raises(IllegalActionError):
        hand.apply(PLAY[SPANISH][FRENCH.card("9H").code])


def test_an_action_that_a_bot_built_itself_counts_like_one_from_the_list() -> None:
    hand = hand_of("9H 7C", "TH", "JH", "QH")
    hand.apply(Action(Kind.PLAY, FRENCH.card("9H")))
    assert [str(played.card) for played in hand.trick] == ["9H"]


def test_a_refused_action_changes_nothing() -> None:
    hand = hand_of("9H 7C", "TH JH 8C", "QH 7D", "KH 7S")
    act(hand, "play 9H")
    before = (list(hand.held), list(hand.trick), list(hand.log), hand.to_act)
    refused(hand, "play 8C")
    assert (list(hand.held), list(hand.trick), list(hand.log), hand.to_act) == before
