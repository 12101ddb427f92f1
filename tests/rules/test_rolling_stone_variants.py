"""Trump and silence: RS-12 and RS-13."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.events import HandDealt, HandEnded, TookUp, TrickWon, WentOut
from bumblepuppy_sdk.games.rolling_stone import GAME
from bumblepuppy_sdk.simulate import RandomChance
from small_hands import act, hand_of, holdings, legal

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.rolling_stone.hand import Hand

# RS-12: trump.


def test_rs_12_a_void_seat_may_ruff_or_pick_up() -> None:
    hand = hand_of("9H 7C", "8S 7S AC", "8H 8C", "QH TC", trump="spades")
    act(hand, "play 9H")
    assert legal(hand) == ["play 7S", "play 8S", "pickup"]


def test_rs_12_who_can_follow_must_follow() -> None:
    hand = hand_of("9H 7C", "8S TH", "8H 8C", "QH TC", trump="spades")
    act(hand, "play 9H")
    assert legal(hand) == ["play TH"]


def test_rs_12_the_highest_trump_wins() -> None:
    hand = hand_of("AH 7C", "8S AC", "9S 8C", "QH TC", trump="spades")
    happened = act(hand, "play AH", "play 8S", "play 9S", "play QH")
    assert happened[-1] == TrickWon(2)


def test_rs_12_seats_after_a_ruff_still_follow_the_suit_led() -> None:
    hand = hand_of("AH 7C", "8S AC", "8H AS 8C", "QH TC", trump="spades")
    act(hand, "play AH", "play 8S")
    assert legal(hand) == ["play 8H"]


def test_rs_12_a_trump_led_is_the_suit_led() -> None:
    hand = hand_of("8S 7C", "9S AC", "TS 8C", "JS TC", trump="spades")
    act(hand, "play 8S")
    assert legal(hand) == ["play 9S"]


def test_rs_12_who_is_void_when_trump_is_led_picks_up() -> None:
    hand = hand_of("8S 7C", "AC AH", "TS 8C", "JS TC", trump="spades")
    act(hand, "play 8S")
    assert legal(hand) == ["pickup"]


def test_rs_12_a_pick_up_takes_the_trumps_too() -> None:
    hand = hand_of("AH 7C", "8S AC", "TC 8C", "QH TC", trump="spades")
    act(hand, "play AH", "play 8S", "pickup")
    assert holdings(hand) == ["7C", "AC", "8C TC AH 8S", "TC QH"]


def test_rs_7_a_last_trump_goes_out_in_a_completed_trick() -> None:
    hand = hand_of("AH 7C", "8S", "9H 8C", "QH TC", trump="spades")
    act(hand, "play AH", "play 8S", "play 9H")
    assert act(hand, "play QH")[1:3] == [TrickWon(1), WentOut(1)]


def test_rs_8_a_last_trump_comes_back_from_a_broken_trick() -> None:
    hand = hand_of("AH 7C", "8S", "9C 8C", "QH TC", trump="spades")
    act(hand, "play AH", "play 8S", "pickup")
    assert holdings(hand)[1] == "AH 8S"


@pytest.mark.parametrize("seed", range(8))
def test_rs_12_the_dealers_last_card_makes_trumps_and_is_shown(seed: int) -> None:
    state = GAME.new(GAME.options({"trump": "last_card"}), RandomChance(Random(seed)))
    last = state.hands[0].deck[-1]
    assert last in state.view(3).hand
    assert state.opening == (HandDealt(0, 3, trump=last.suit, trump_card=last),)
    assert all(state.view(seat).trump == last.suit for seat in range(4))


def test_rs_12_each_hand_of_a_match_has_its_own_last_card() -> None:
    rng = Random(2)
    state = GAME.new(GAME.options({"trump": "last_card", "target": 12}), RandomChance(rng))
    while state.result is None:
        assert state.view(0).trump == state.hands[-1].deck[-1].suit
        state.apply(rng.choice(state.legal()))
    assert len({hand.deck[-1].suit for hand in state.hands}) > 1


def test_rs_12_a_void_seat_may_ruff_lower_than_another_ruff() -> None:
    hand = hand_of("AH 7C", "9S AC", "8S TS 8C", "QH TC", trump="spades")
    act(hand, "play AH", "play 9S")
    assert legal(hand) == ["play 8S", "play TS", "pickup"]
    act(hand, "play 8S")
    assert act(hand, "play QH")[-1] == TrickWon(1)


@pytest.mark.parametrize("name", ["clubs", "diamonds", "hearts", "spades"])
def test_rs_12_a_fixed_trump_is_told_to_all(name: str) -> None:
    state = GAME.new(GAME.options({"trump": name}), RandomChance(Random(1)))
    trump = state.view(2).trump
    assert trump is not None
    assert trump.name == name
    assert state.opening == (HandDealt(0, 3, trump=trump),)


# RS-13: silence.


def silent(*dealt: str, **options: Any) -> Hand:
    return hand_of(*dealt, silence=True, **options)


def test_rs_13_a_seat_that_could_follow_may_slip() -> None:
    hand = silent("9H 7C", "TH 8C 7S", "8H 9C", "QH TC")
    act(hand, "play 9H")
    assert legal(hand) == ["play TH", "slip 8C", "slip 7S"]


def test_rs_13_a_void_seat_may_slip_or_pick_up() -> None:
    hand = silent("9H 7C", "7S 8C", "8H 9C", "QH TC")
    act(hand, "play 9H")
    assert legal(hand) == ["slip 8C", "slip 7S", "pickup"]


def test_rs_13_the_leader_cannot_slip() -> None:
    assert legal(silent("9H 7C", "7S", "8H", "QH")) == ["play 7C", "play 9H"]


def test_rs_13_every_other_seat_is_asked_clockwise_from_the_slipper() -> None:
    hand = silent("9H 7C", "TH 8C", "8H 9C 7S", "QH TC")
    act(hand, "play 9H", "play TH", "slip 7S")
    asked = []
    for _ in range(3):
        assert legal(hand) == ["let", "challenge"]
        asked.append(hand.to_act)
        act(hand, "let")
    assert asked == [3, 0, 1]
    assert (hand.to_act, legal(hand)) == (3, ["play QH", "slip TC"])


def test_rs_13_seats_that_are_out_are_not_asked() -> None:
    hand = silent("9H", "TH 8C", "8H 9C 7S", "QH TC", end="play_on")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    act(hand, "play TC", "play 8C", "slip 7S", "let")
    assert act(hand, "let")[1] == TrickWon(3)


def test_rs_13_the_first_challenge_stops_the_asking() -> None:
    hand = silent("9H 7C", "TH 8C", "8H 9C 7S", "QH TC")
    act(hand, "play 9H", "play TH", "slip 7S", "let", "challenge")
    assert (hand.to_act, hand.trick, hand.tricks) == (2, [], 1)


def test_rs_13_an_unchallenged_card_counts_as_following() -> None:
    hand = silent("9H 7C", "TH 8C", "8H 9C", "QH TC 7S")
    act(hand, "play 9H", "play TH", "play 8H", "slip 7S", "let", "let")
    assert act(hand, "let")[1:] == [TrickWon(1)]
    assert [str(card) for card in hand.dead] == ["9H", "TH", "8H", "7S"]


def test_rs_13_a_slipped_card_never_wins() -> None:
    hand = silent("9H 7C", "AS 8C", "8H 9C", "7H TC", trump="spades")
    act(hand, "play 9H")
    act(hand, "slip 8C", "let", "let", "let", "play 8H")
    assert act(hand, "play 7H")[1] == TrickWon(0)


def test_rs_13_challenged_the_slipper_takes_trick_and_slip_and_leads() -> None:
    hand = silent("9H 7C", "TH 8C", "8H 9C 7S", "QH TC")
    act(hand, "play 9H", "play TH", "slip 7S")
    taken = tuple(FRENCH.card(text) for text in ("9H", "TH", "7S"))
    assert act(hand, "challenge")[1:] == [TookUp(2, taken)]
    assert holdings(hand) == ["7C", "8C", "9C 8H 9H TH 7S", "TC QH"]
    assert hand.to_act == 2


def test_rs_13_challenged_it_takes_as_many_of_the_latest_dead_cards_too() -> None:
    hand = silent("9H 7C 7D", "TH 8C 8D", "8H 9C 7S", "QH TC KC")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    act(hand, "play TC", "play 7C", "play 8C", "slip 7S")
    taken = tuple(FRENCH.card(text) for text in ("TC", "7C", "8C", "7S", "TH", "8H", "QH"))
    assert act(hand, "challenge")[1] == TookUp(2, taken)
    assert [str(card) for card in hand.dead] == ["9H"]
    assert hand.dead_bits == FRENCH.cards_of("9H").bits


def test_rs_13_there_may_be_fewer_dead_cards_than_that() -> None:
    hand = silent("9H 7C", "TH 8C", "8H 9C 7S", "QH TC")
    act(hand, "play 9H", "play TH", "slip 7S", "challenge")
    assert holdings(hand)[2] == "9C 8H 9H TH 7S"


def test_rs_13_fewer_dead_cards_than_lay_in_the_trick_are_taken_all() -> None:
    hand = silent("9H 7C 7D", "TH 8C 8D", "8H 9C 7S JS", "QH TC KC AS")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    act(hand, "play TC", "play 7C", "slip 8D", "challenge")
    assert [str(card) for card in hand.dead] == ["9H", "TH"]
    act(hand, "play 8C", "play 9C", "play KC", "slip 7D", "challenge")
    # Three cards lay there before the slip, and but two cards were dead.
    assert holdings(hand)[0] == "8C 9C KC 7D 9H TH"
    assert (hand.dead, hand.dead_bits, hand.to_act) == ([], 0, 0)


@pytest.mark.parametrize("reading", ["completed", "own_card_back", "void_picks_up"])
def test_rs_13_challenged_emptied_seats_take_back_their_own_by_all_readings(reading: str) -> None:
    hand = silent("9H 7C", "TH", "8H", "QH TC 7S", going_out=reading)
    act(hand, "play 9H", "play TH", "play 8H", "slip 7S", "challenge")
    assert holdings(hand) == ["7C", "TH", "8H", "TC 9H QH 7S"]
    assert (hand.out, hand.to_act) == ([], 3)


def test_rs_13_challenged_a_seat_that_is_out_at_once_stays_out() -> None:
    hand = silent("9H 7C", "TH", "8H 8C", "QH TC 7S", going_out="at_once", end="play_on")
    act(hand, "play 9H", "play TH", "play 8H", "slip 7S", "challenge")
    assert holdings(hand) == ["7C", "", "8C", "TC 8H 9H TH QH 7S"]
    assert hand.out == [1]


def test_rs_13_challenged_the_other_emptied_seats_take_their_own_cards_back() -> None:
    hand = silent("9H 7C", "TH", "8H 9C 7S", "QH TC")
    act(hand, "play 9H", "play TH", "slip 7S")
    assert act(hand, "challenge")[1:] == [
        TookUp(1, (FRENCH.card("TH"),)),
        TookUp(2, (FRENCH.card("9H"), FRENCH.card("7S"))),
    ]


def test_rs_13_a_slipped_last_card_comes_back_when_challenged() -> None:
    hand = silent("9H 7C", "TH 8C", "7S", "QH TC")
    act(hand, "play 9H", "play TH", "slip 7S")
    taken = tuple(FRENCH.card(text) for text in ("9H", "TH", "7S"))
    assert act(hand, "challenge")[1:] == [TookUp(2, taken)]
    assert holdings(hand)[2] == "9H TH 7S"


def test_rs_13_a_slipped_last_card_goes_out_when_the_trick_is_completed() -> None:
    hand = silent("9H 7C", "TH 8C", "7S", "QH TC")
    act(hand, "play 9H", "play TH", "slip 7S", "let", "let", "let")
    assert act(hand, "play QH")[1:] == [TrickWon(3), WentOut(2), HandEnded("out", (1, 1, 0, 1))]


def test_rs_13_the_suit_led_stays_to_be_followed_after_a_slip() -> None:
    hand = silent("9H 7C", "TH 8C", "7S 9C", "QH TC")
    act(hand, "play 9H", "slip 8C", "let", "let", "let")
    assert legal(hand) == ["slip 9C", "slip 7S", "pickup"]


def test_rs_13_a_slip_broken_later_is_taken_up_like_any_card() -> None:
    hand = silent("9H 7C", "TH 8C", "7S 9C", "KC TC")
    act(hand, "play 9H", "play TH", "slip 7S", "let", "let", "let", "pickup")
    assert holdings(hand)[3] == "TC KC 9H TH 7S"


def test_rs_13_at_once_a_slipped_last_card_is_out_once_all_have_let_it_pass() -> None:
    hand = silent("9H 7C", "TH 8C", "7S", "QH TC", going_out="at_once")
    act(hand, "play 9H", "play TH", "slip 7S", "let", "let")
    assert hand.out == []
    assert act(hand, "let")[1:] == [WentOut(2), HandEnded("out", (1, 1, 0, 2))]


def test_rs_13_with_nobody_left_to_ask_a_slip_stays() -> None:
    hand = silent("9H", "TH", "8H", "QH 7S", going_out="at_once", end="play_on")
    act(hand, "play 9H", "play TH", "play 8H")
    assert act(hand, "slip 7S")[1] == TrickWon(1)


def test_rs_13_a_void_seats_trump_is_played_and_can_win() -> None:
    hand = silent("9H 7C", "7S 8C", "8H 9C", "QH TC", trump="spades")
    act(hand, "play 9H")
    assert legal(hand) == ["play 7S", "slip 8C", "pickup"]
    act(hand, "play 7S", "play 8H")
    assert act(hand, "play QH")[1] == TrickWon(1)


def test_rs_13_a_trump_of_a_seat_that_could_follow_is_slipped_and_cannot_win() -> None:
    hand = silent("9H 7C", "7S TH", "8H 9C", "QH TC", trump="spades")
    act(hand, "play 9H")
    assert legal(hand) == ["play TH", "slip 7S"]
    act(hand, "slip 7S", "let", "let", "let", "play 8H")
    assert act(hand, "play QH")[1] == TrickWon(3)


def test_rs_13_a_view_marks_the_slip() -> None:
    state = GAME.new(GAME.options({"silence": True}), RandomChance(Random(1)))
    state.apply(state.legal()[0])
    slip = next(action for action in state.legal() if action.kind == "slip")
    state.apply(slip)
    assert [played.slipped for played in state.view(0).trick] == [False, True]
