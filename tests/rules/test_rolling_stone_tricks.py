"""Leading, following, picking up, winning: RS-2, RS-4 to RS-6."""

from __future__ import annotations

import pytest

from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.events import TookUp, TrickWon
from bumblepuppy_sdk.games.rolling_stone import Played, winner
from small_hands import act, hand_of, holdings, legal


def trick(text: str) -> list[Played]:
    """Make the trick of cards that seats 0, 1, … played; `*` marks a slip."""
    return [
        Played(seat, FRENCH.card(word.rstrip("*")), slipped=word.endswith("*"))
        for seat, word in enumerate(text.split())
    ]


@pytest.mark.parametrize(
    ("lower", "higher"),
    [(f"{low}C", f"{high}C") for low, high in zip("23456789TJQK", "3456789TJQKA", strict=True)],
)
def test_rs_2_the_ranks_go_from_two_to_ace(lower: str, higher: str) -> None:
    assert winner(trick(f"{lower} {higher}")).seat == 1
    assert winner(trick(f"{higher} {lower}")).seat == 0


def test_rs_2_of_two_equal_cards_the_earlier_wins() -> None:
    hand = hand_of("9H 8C", "AH 8C", "AH 9C", "8H 9C", "9H TC", "TH TC", "TH JC", "JH JC")
    act(hand, "play 9H", "play AH", "play AH", "play 8H", "play 9H", "play TH", "play TH")
    assert act(hand, "play JH")[1] == TrickWon(1)
    assert hand.leader == 1


def test_rs_4_the_leader_plays_any_card() -> None:
    hand = hand_of("9H 7C AS 7D", "8H", "TH", "JH")
    assert legal(hand) == ["play 7C", "play 7D", "play 9H", "play AS"]


def test_rs_4_the_next_seats_clockwise_must_follow_suit() -> None:
    hand = hand_of("9H 7C", "KS 8H 8C TH", "TS JH", "QH 9C", leader=3)
    act(hand, "play QH", "play 9H")
    assert hand.to_act == 1
    assert legal(hand) == ["play 8H", "play TH"]


def test_rs_4_equal_cards_are_one_choice() -> None:
    hand = hand_of("9H 8C", "AH AH 8C", *["9C"] * 6)
    act(hand, "play 9H")
    assert legal(hand) == ["play AH"]
    act(hand, "play AH")
    assert holdings(hand)[1] == "8C AH"


def test_rs_5_a_void_seat_can_only_pick_up() -> None:
    hand = hand_of("9H 7C", "8C TC", "8H 9C", "QH JC")
    act(hand, "play 9H")
    assert legal(hand) == ["pickup"]


def test_rs_5_the_void_seat_takes_all_cards_so_far_adds_none_and_leads() -> None:
    hand = hand_of("9H 7C", "TH AS", "8C TC", "QH JC")
    act(hand, "play 9H", "play TH")
    assert act(hand, "pickup")[1:] == [TookUp(2, (FRENCH.card("9H"), FRENCH.card("TH")))]
    assert holdings(hand) == ["7C", "AS", "8C TC 9H TH", "JC QH"]
    assert (hand.leader, hand.to_act, hand.trick, hand.tricks) == (2, 2, [], 1)


def test_rs_5_the_seats_after_the_void_one_do_not_play_to_the_broken_trick() -> None:
    hand = hand_of("9H 7C", "8C TC", "8H 9C", "QH JC")
    act(hand, "play 9H", "pickup")
    assert (hand.to_act, holdings(hand)[2:]) == (1, ["9C 8H", "JC QH"])


def test_rs_5_all_see_what_is_taken_up() -> None:
    hand = hand_of("9H 7C", "8C TC", "8H 9C", "QH JC")
    took_up = act(hand, "play 9H", "pickup")[-1]
    assert took_up == TookUp(1, (FRENCH.card("9H"),))
    assert all(took_up.seen_by(seat) == took_up for seat in range(4))


def test_rs_6_the_highest_card_of_a_completed_trick_wins_and_leads() -> None:
    hand = hand_of("9H 7C", "KH 8C", "QH 9C", "TH JC")
    happened = act(hand, "play 9H", "play KH", "play QH", "play TH")
    assert happened[-1] == TrickWon(1)
    assert (hand.leader, hand.to_act, hand.trick, hand.tricks) == (1, 1, [], 1)


def test_rs_6_the_cards_of_a_completed_trick_leave_the_game_face_up() -> None:
    hand = hand_of("9H 7C", "KH 8C", "QH 9C", "TH JC")
    act(hand, "play 9H", "play KH", "play QH", "play TH")
    assert [str(card) for card in hand.dead] == ["9H", "KH", "QH", "TH"]
    assert holdings(hand) == ["7C", "8C", "9C", "JC"]
