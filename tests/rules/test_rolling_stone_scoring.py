"""Penalties, places and matches: RS-10 and RS-11."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.events import HandDealt, HandEnded
from bumblepuppy_sdk.games.places import hand_places, match_places
from bumblepuppy_sdk.games.rolling_stone import GAME, RollingStoneState
from bumblepuppy_sdk.games.rolling_stone.scoring import penalty_points
from bumblepuppy_sdk.simulate import RandomChance, play_out
from small_hands import act, hand_of

TWO_OUT = 2
"""A seed of `random_match` for four in which two seats go out in the first hand's last trick."""


def random_match(seed: int, **options: Any) -> RollingStoneState:
    rng = Random(seed)
    state = GAME.new(GAME.options(options), RandomChance(rng))
    play_out(state, lambda state: rng.choice(state.legal()))
    return state


def ended_hands(state: RollingStoneState) -> list[HandEnded]:
    return [event for event in state.view(0).history if isinstance(event, HandEnded)]


def test_rs_10_a_card_left_counts_one() -> None:
    assert penalty_points(FRENCH.cards_of("AC 7D 7H").bits, "cards") == 3


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("AC", 11),
        ("KD", 4),
        ("QH", 3),
        ("JS", 2),
        ("TC", 10),
        ("9D", 9),
        ("8H", 8),
        ("7S", 7),
        ("6C", 6),
        ("5D", 5),
        ("4H", 4),
        ("3S", 3),
        ("2S", 2),
    ],
)
def test_rs_10_by_face_each_rank_has_its_points(card: str, points: int) -> None:
    assert penalty_points(FRENCH.cards_of(card).bits, "face") == points


def test_rs_10_two_equal_cards_count_twice() -> None:
    twice = FRENCH.cards_of("AC AC").bits
    assert penalty_points(twice, "cards") == 2
    assert penalty_points(twice, "face") == 22


def test_rs_10_places_go_by_going_out_then_by_penalty() -> None:
    assert hand_places(out=[2, 0], penalty=[0, 5, 0, 3, 4]) == (2, 5, 1, 3, 4)


def test_rs_10_equal_penalties_share_the_better_place() -> None:
    assert hand_places(out=[3], penalty=[5, 2, 2, 0]) == (4, 2, 2, 1)


def test_rs_10_a_hand_that_ends_counts_what_is_left() -> None:
    hand = hand_of("9H AC TC", "TH 8C", "8H KC", "QH", scoring="face")
    act(hand, "play 9H", "play TH", "play 8H", "play QH")
    assert hand.penalty == (21, 8, 4, 0)


def test_rs_11_without_a_target_one_hand_is_the_game() -> None:
    state = random_match(1, players=4)
    assert len(state.hands) == 1
    assert state.result is not None
    assert state.result.penalty == ended_hands(state)[-1].penalty


def test_rs_11_the_dealer_moves_one_seat_clockwise() -> None:
    state = random_match(3, players=4, target=30)
    dealt = [event for event in state.view(0).history if isinstance(event, HandDealt)]
    assert len(dealt) > 5
    assert [event.hand for event in dealt] == list(range(len(dealt)))
    assert [event.dealer for event in dealt] == [(3 + n) % 4 for n in range(len(dealt))]
    assert [hand.dealer for hand in state.hands] == [event.dealer for event in dealt]


def test_rs_11_the_seat_left_of_the_dealer_leads_each_hand() -> None:
    rng = Random(5)
    state = GAME.new(GAME.options({"target": 30}), RandomChance(rng))
    while state.result is None:
        view = state.view(0)
        if view.tricks == 0 and not view.trick:
            assert view.leader == (view.dealer + 1) % 4
        state.apply(rng.choice(state.legal()))


def test_rs_11_the_match_ends_after_the_hand_that_reaches_the_target() -> None:
    state = random_match(7, players=5, target=20)
    hands = [event.penalty for event in ended_hands(state)]
    totals = [tuple(map(sum, zip(*hands[:played], strict=True))) for played in range(1, 99)]
    assert all(max(total) < 20 for total in totals[: len(hands) - 1])
    assert max(totals[len(hands) - 1]) >= 20
    assert state.result is not None
    assert state.result.penalty == totals[len(hands) - 1]


def test_rs_11_reaching_the_target_exactly_is_enough() -> None:
    first_hand = max(random_match(7, players=4).view(0).counts)
    assert len(random_match(7, players=4, target=first_hand).hands) == 1
    assert len(random_match(7, players=4, target=first_hand + 1).hands) > 1


def test_rs_11_a_view_tells_the_penalties_of_the_hands_before() -> None:
    rng = Random(8)
    state = GAME.new(GAME.options({"target": 25}), RandomChance(rng))
    while state.view(1).hand_number < 2:
        state.apply(rng.choice(state.legal()))
    first, second = (event.penalty for event in ended_hands(state))
    assert state.view(1).penalties == tuple(map(sum, zip(first, second, strict=True)))


def test_rs_11_fewest_points_win_the_match() -> None:
    assert match_places([30, 12, 25, 12], won=[0, 2, 1, 1]) == (4, 1, 3, 2)


def test_rs_11_a_tie_of_points_goes_to_the_seat_that_won_more_hands() -> None:
    state = random_match(TWO_OUT, players=4, target=1)
    first, second = state.view(0).out
    assert state.result is not None
    assert state.result.penalty[first] == state.result.penalty[second] == 0
    assert (state.result.places[first], state.result.places[second]) == (1, 2)


def test_rs_11_a_tie_of_points_and_hands_won_is_shared() -> None:
    assert match_places([30, 12, 12, 25], won=[0, 1, 1, 0]) == (4, 1, 1, 3)


def test_rs_11_the_reason_of_a_match_is_that_of_its_last_hand() -> None:
    state = random_match(19, players=4, target=10, cap_tricks=24)
    assert state.result is not None
    assert {event.reason for event in ended_hands(state)} == {"cap", "out"}
    assert state.result.reason == ended_hands(state)[-1].reason
