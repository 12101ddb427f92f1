"""Going out, and the end of a hand: RS-7 to RS-9."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.events import HandEnded, TookUp, TrickWon, WentOut
from bumblepuppy_sdk.games.places import hand_places
from small_hands import act, hand_of, holdings

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.rolling_stone.hand import Hand

READINGS = ["completed", "own_card_back", "void_picks_up", "at_once"]


def places(hand: Hand) -> tuple[int, ...]:
    return hand_places(hand.out, hand.penalty)


def one_emptied(**options: Any) -> Hand:
    """Seat 1 plays its last card, and seat 3 is void."""
    hand = hand_of("9H 7C", "TH", "8H 8C", "9C TC", **options)
    act(hand, "play 9H", "play TH")
    return hand


def two_emptied(**options: Any) -> Hand:
    """Seats 1 and 2 play their last cards, and seat 3 is void."""
    hand = hand_of("9H 7C", "TH", "8H", "9C TC JC", **options)
    act(hand, "play 9H", "play TH")
    return hand


def test_rs_7_an_empty_hand_is_out_when_the_trick_is_completed() -> None:
    hand = hand_of("9H 7C", "TH", "8H 8C", "QH TC")
    act(hand, "play 9H", "play TH", "play 8H")
    assert hand.out == []
    assert act(hand, "play QH")[1:] == [
        TrickWon(3),
        WentOut(1),
        HandEnded("out", (1, 0, 1, 1)),
    ]


def test_rs_7_the_earlier_of_two_in_one_trick_is_placed_higher() -> None:
    hand = hand_of("TH", "9H 7C", "8H 8C", "QH", leader=3)
    act(hand, "play QH", "play TH", "play 9H", "play 8H")
    assert hand.out == [3, 0]
    assert places(hand) == (2, 3, 3, 1)


def test_rs_8_completed_the_emptied_seat_takes_the_broken_trick_back() -> None:
    hand = one_emptied()
    taken = tuple(FRENCH.card(text) for text in ("9H", "TH", "8H"))
    assert act(hand, "play 8H", "pickup")[2:] == [TookUp(1, taken)]
    assert holdings(hand) == ["7C", "8H 9H TH", "8C", "9C TC"]
    assert hand.out == []


@pytest.mark.parametrize("reading", ["completed", "own_card_back"])
def test_rs_8_the_void_seat_leads_even_if_it_takes_nothing(reading: str) -> None:
    hand = hand_of("9H", "8C TC JC", "8H", "9C", going_out=reading)
    act(hand, "play 9H", "pickup")
    assert holdings(hand) == ["9H", "8C TC JC", "8H", "9C"]
    assert hand.to_act == 1


def test_rs_8_completed_of_several_emptied_the_last_takes_all_but_their_own_cards() -> None:
    hand = two_emptied()
    act(hand, "play 8H")
    assert act(hand, "pickup")[1:] == [
        TookUp(1, (FRENCH.card("TH"),)),
        TookUp(2, (FRENCH.card("9H"), FRENCH.card("8H"))),
    ]
    assert holdings(hand) == ["7C", "TH", "8H 9H", "9C TC JC"]
    assert hand.to_act == 3


def test_rs_8_own_card_back_leaves_the_rest_to_the_void_seat() -> None:
    hand = two_emptied(going_out="own_card_back")
    act(hand, "play 8H")
    assert act(hand, "pickup")[1:] == [
        TookUp(1, (FRENCH.card("TH"),)),
        TookUp(2, (FRENCH.card("8H"),)),
        TookUp(3, (FRENCH.card("9H"),)),
    ]
    assert holdings(hand) == ["7C", "TH", "8H", "9C TC JC 9H"]
    assert hand.out == []


def test_rs_8_void_picks_up_lets_the_emptied_seats_out_of_a_broken_trick() -> None:
    hand = two_emptied(going_out="void_picks_up")
    act(hand, "play 8H")
    assert hand.out == []
    assert act(hand, "pickup")[1:] == [
        TookUp(3, tuple(FRENCH.card(text) for text in ("9H", "TH", "8H"))),
        WentOut(1),
        WentOut(2),
        HandEnded("out", (1, 0, 0, 6)),
    ]
    assert places(hand) == (3, 1, 2, 4)


def test_rs_8_at_once_ends_the_hand_on_a_last_card_and_discards_the_trick() -> None:
    hand = hand_of("9H 7C", "TH", "8H", "9C TC", going_out="at_once")
    assert act(hand, "play 9H", "play TH")[2:] == [WentOut(1), HandEnded("out", (1, 0, 1, 2))]
    assert places(hand) == (2, 1, 2, 4)


def test_rs_8_at_once_the_trick_goes_on_when_play_goes_on() -> None:
    hand = two_emptied(going_out="at_once", end="play_on")
    assert hand.out == [1]
    act(hand, "play 8H")
    assert hand.out == [1, 2]
    act(hand, "pickup")
    assert holdings(hand) == ["7C", "", "", "9C TC JC 8H 9H TH"]
    assert hand.to_act == 3


def test_rs_8_at_once_with_play_on_the_last_seat_still_plays_to_the_trick() -> None:
    hand = hand_of("9H", "TH", "8H", "JH TC", going_out="at_once", end="play_on")
    act(hand, "play 9H", "play TH", "play 8H")
    assert hand.reason is None
    assert act(hand, "play JH")[1:] == [TrickWon(3), HandEnded("one_left", (0, 0, 0, 1))]


@pytest.mark.parametrize("reading", READINGS)
def test_rs_8_all_readings_agree_while_no_hand_is_emptied(reading: str) -> None:
    hand = hand_of("9H 7C", "TH JC", "8C TC", "QH KC", going_out=reading)
    act(hand, "play 9H", "play TH", "pickup")
    assert holdings(hand) == ["7C", "JC", "8C TC 9H TH", "KC QH"]
    assert hand.to_act == 2


def test_rs_9_the_hand_ends_with_the_first_seat_out() -> None:
    hand = hand_of("9H", "TH 8C", "8H JC", "QH TC")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    assert hand.reason == "out"
    assert hand.legal() == ()


def test_rs_9_play_on_goes_on_until_one_seat_is_left() -> None:
    hand = hand_of("9H", "TH 8C", "8H JC", "QH TC KC", end="play_on")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    assert (hand.reason, hand.out, hand.to_act) == (None, [0], 3)
    act(hand, "play TC", "play 8C", "play JC")
    assert (hand.reason, hand.out) == ("one_left", [0, 1, 2])
    assert hand.penalty == (0, 0, 0, 1)
    assert places(hand) == (1, 2, 3, 4)


def test_rs_9_play_on_may_leave_nobody() -> None:
    hand = hand_of("9H", "TH", "8H", "QH", end="play_on")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    assert hand.reason == "all_out"
    assert places(hand) == (1, 2, 3, 4)


def test_rs_9_the_next_seat_still_in_leads_for_a_winner_who_is_out() -> None:
    hand = hand_of("9H", "TH 8C", "AH", "QH TC", end="play_on")
    act(hand, "play 9H", "play TH", "play AH")
    assert act(hand, "play QH")[1:] == [TrickWon(2), WentOut(0), WentOut(2)]
    assert hand.to_act == 3


def test_rs_9_seats_that_are_out_are_passed_over() -> None:
    hand = hand_of("9H 7C", "TH 8C", "AH", "QH TC", end="play_on")
    act(hand, "play 9H", "play TH", "play AH", "play QH")
    assert hand.to_act == 3
    act(hand, "play TC", "play 7C")
    assert hand.to_act == 1
    assert [event for event in act(hand, "play 8C") if isinstance(event, TrickWon)] == [TrickWon(3)]
