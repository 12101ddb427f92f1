"""A game always ends: RS-14."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.events import HandEnded
from bumblepuppy_sdk.games.places import hand_places
from bumblepuppy_sdk.games.rolling_stone import RollingStoneOptions
from bumblepuppy_sdk.games.rolling_stone.adjudication import Adjudicator
from small_hands import act, hand_of

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.rolling_stone.hand import Hand

DEAD = ("9H TH 7C", "8H 8C", "AD AS KS", "9C KD")
"""Three hearts, three clubs, two diamonds, two spades among four seats: no suit goes round."""


def round_and_round(**options: Any) -> Hand:
    """One club among four seats: whoever leads it, the next one takes it up."""
    return hand_of("7C 7D", "8D 7S", "9D 8S", "TD 9S", **options)


LAP = ("play 7C", "pickup") * 4


@pytest.mark.parametrize("reading", ["completed", "own_card_back"])
def test_rs_14_a_hand_in_which_no_trick_can_be_completed_is_a_dead_end(reading: str) -> None:
    hand = hand_of(*DEAD, going_out=reading)
    assert hand.reason == "dead_end"
    assert hand.log == [HandEnded("dead_end", (3, 2, 3, 2))]


def test_rs_14_a_dead_end_is_placed_by_penalty() -> None:
    hand = hand_of(*DEAD)
    assert hand_places(hand.out, hand.penalty) == (3, 1, 3, 1)


@pytest.mark.parametrize("reading", ["void_picks_up", "at_once"])
def test_rs_14_there_is_no_dead_end_where_a_broken_trick_lets_out(reading: str) -> None:
    assert hand_of(*DEAD, going_out=reading).reason is None


def test_rs_14_there_is_no_dead_end_with_trump() -> None:
    assert hand_of(*DEAD, trump="spades").reason is None


def test_rs_14_there_is_no_dead_end_with_silence() -> None:
    assert hand_of(*DEAD, silence=True).reason is None


def test_rs_14_a_suit_with_a_card_for_each_seat_is_no_dead_end() -> None:
    assert hand_of("9H TH 7C", "8H 8C", "AD AS KS", "9C KD JH").reason is None


def test_rs_14_a_dead_end_is_seen_before_the_next_lead() -> None:
    hand = hand_of("9H TH 7C", "8H 8C", "JH AD", "9C QH")
    happened = act(hand, "play 9H", "play 8H", "play JH", "play QH")
    assert happened[-1] == HandEnded("dead_end", (2, 1, 1, 1))


def test_rs_14_seats_that_are_out_are_not_counted_for_a_dead_end() -> None:
    hand = hand_of("9H TH 7C", "8H 8C", "JH", "9C QH", end="play_on")
    act(hand, "play 9H", "play 8H", "play JH", "play QH")
    assert (hand.out, hand.reason) == ([2], None)


def test_rs_14_equal_cards_count_twice_for_a_dead_end() -> None:
    hands = ("9H 9H TH TH", "9C", "9C", "TC", "TC", "9D", "JH JH", "QH QH")
    assert hand_of(*hands, going_out="completed").reason is None
    assert hand_of(*hands[:-1], "QH", going_out="completed").reason == "dead_end"


def test_rs_14_a_position_that_comes_up_three_times_ends_the_hand() -> None:
    hand = round_and_round()
    act(hand, *LAP, *LAP[:-1])
    assert hand.reason is None
    assert act(hand, "pickup")[-1] == HandEnded("repetition", (2, 2, 2, 2))


def test_rs_14_a_copy_counts_positions_for_itself() -> None:
    hand = round_and_round()
    act(hand, *LAP)
    twin = hand.copy()
    act(twin, *LAP[:-1])
    act(hand, *LAP[:-1])
    assert (hand.reason, twin.reason) == (None, None)


def test_rs_14_the_same_hands_with_another_leader_are_another_position() -> None:
    # Each leads its last card, and takes it back: the hands never change, only the leader does.
    hand = hand_of("9H", "9D", "9S", "8D", trump="clubs")
    lap = ("play 9H", "pickup", "play 9D", "pickup", "play 9S", "pickup", "play 8D", "pickup")
    act(hand, *lap, *lap[:-1])
    assert hand.reason is None
    assert act(hand, "pickup")[-1] == HandEnded("repetition", (1, 1, 1, 1))


@pytest.mark.parametrize(("silence", "reason"), [(False, None), (True, "repetition")])
def test_rs_14_only_dead_cards_that_can_come_back_keep_old_positions_alive(
    *, silence: bool, reason: str | None
) -> None:
    held = hand_of("7C 7D", "8D 7S", "9D 8S", "TD 9S").held
    adjudicator = Adjudicator(RollingStoneOptions(silence=silence), [*held, *held])
    reasons = []
    for trick in range(3):
        reasons.append(adjudicator.reason(0, held, seats_in=4, tricks=trick))
        adjudicator.trick_completed(FRENCH.suit("C"), 0)
    assert reasons == [None, None, reason]


def test_rs_14_the_cap_ends_a_hand_after_so_many_tricks() -> None:
    hand = round_and_round(cap_tricks=3)
    act(hand, *LAP[:5])
    assert hand.reason is None
    assert act(hand, "pickup")[-1] == HandEnded("cap", (1, 2, 2, 3))
    assert hand.tricks == 3


def test_rs_14_the_repetition_is_named_before_the_cap() -> None:
    hand = round_and_round(cap_tricks=8)
    act(hand, *LAP, *LAP)
    assert hand.reason == "repetition"


def test_rs_14_a_dead_end_is_named_before_the_cap() -> None:
    hand = hand_of("9H TH 7C", "8H 8C", "JH AD", "9C QH", cap_tricks=1)
    act(hand, "play 9H", "play 8H", "play JH", "play QH")
    assert hand.reason == "dead_end"


def test_rs_14_a_seat_going_out_is_named_before_the_cap() -> None:
    hand = hand_of("9H", "TH 8C", "8H JC", "QH TC", cap_tricks=1)
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    assert hand.reason == "out"
