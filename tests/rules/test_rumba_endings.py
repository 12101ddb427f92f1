"""Stocks that run dry, ends, places and matches (RU-12 to RU-15)."""

from __future__ import annotations

import pytest

from bumblepuppy_sdk.games.base import Result
from bumblepuppy_sdk.games.events import Drew, HandDealt, HandEnded, Restocked
from bumblepuppy_sdk.games.places import hand_places, match_places
from rumba_deals import act, deal, hands, legal


def test_ru_12_the_discards_under_the_top_become_the_stock_when_a_card_is_wanted() -> None:
    state = deal("2C 3H", "4C 5H", opener="7C", stock="")
    act(state, "play 2C", "play 4C")
    assert (state.view(0).stock, len(state.view(0).discards)) == (0, 3)
    events = act(state, "draw")
    assert [type(event).__name__ for event in events] == ["Acted", "Restocked", "Drew"]
    assert events[1] == Restocked(2)
    view = state.view(0)
    assert (view.stock, view.restocks, [card.text for card in view.discards]) == (1, 1, ["4C"])


def test_ru_12_restocks_are_kept_in_the_deal_top_first() -> None:
    state = deal("2C 3H", "4C 5H", opener="7C")
    act(state, "play 2C", "play 4C", "draw")
    assert [[card.text for card in order] for order in state.hands[0].restocks] == [["7C", "2C"]]
    assert hands(state)[0] == "7C 3H"


def test_ru_12_a_ten_can_take_a_card_on_each_side_of_a_restock() -> None:
    state = deal("TC 2H", "3H 4D", opener="5C", stock="8H", effects="full")
    events = act(state, "play TC")
    assert [type(event).__name__ for event in events[1:]] == ["Drew", "Restocked", "Drew"]
    assert hands(state)[1] == "5C 4D 3H 8H"


def test_ru_12_restocks_happen_at_most_max_restocks_times() -> None:
    state = deal("2C 3H", "4C 5H", opener="7C", max_restocks=0)
    act(state, "play 2C", "play 4C")
    assert legal(state) == ["pass"]


def test_ru_12_one_restock_is_allowed_and_not_another() -> None:
    state = deal("7D 3H", "4D 5H", opener="7C", max_restocks=1)
    act(state, "play 7D", "play 4D", "draw", "draw")
    assert (state.view(0).stock, state.view(0).restocks, legal(state)) == (0, 1, ["play 7D"])
    act(state, "play 7D")
    assert (len(state.view(0).discards), legal(state)) == (2, ["pass"])


def test_ru_12_the_others_draw_on_after_an_ace_from_a_new_stock() -> None:
    state = deal("2C 4D", "3C 3H", "AC 3D", opener="7C", stock="8H")
    events = act(state, "play 2C", "play 3C", "play AC")
    assert [type(event).__name__ for event in events[1:]] == ["Drew", "Restocked", "Drew"]
    assert hands(state) == ["4D 8H", "7C 3H", "3D"]


def test_ru_12_with_nothing_to_shuffle_a_seat_that_cannot_play_can_only_pass() -> None:
    state = deal("3H 4H", "4C 5H", opener="7C")
    assert legal(state) == ["pass"]


def test_ru_12_a_draw_that_cannot_go_on_ends_in_a_pass() -> None:
    state = deal("3H 4H", "4C 5H", opener="7C", stock="6H")
    act(state, "draw")
    assert legal(state) == ["pass"]


def test_ru_12_beside_a_wild_card_a_seat_may_pass_when_there_is_nothing_to_draw() -> None:
    state = deal("3H KH", "4C 5H", opener="7C")
    assert legal(state) == ["play KH", "pass"]


def test_ru_12_whom_the_stock_does_not_reach_does_without_in_turn_order() -> None:
    state = deal("AC 4D", "2H 3H", "2D 3D", opener="2C", stock="5H", max_restocks=0)
    events = act(state, "play AC")
    assert [event.seat for event in events if isinstance(event, Drew)] == [1]


def test_ru_12_a_ten_takes_one_card_when_there_is_but_one() -> None:
    state = deal("TC 2H", "3H 4D", opener="5C", stock="8H", effects="full", max_restocks=0)
    act(state, "play TC")
    assert hands(state)[1] == "4D 3H 8H"


def test_ru_12_when_all_have_passed_and_no_card_can_move_the_hand_is_blocked() -> None:
    state = deal("2C 3H", "4H 5H", "6D 7D", opener="7C", max_restocks=0)
    act(state, "play 2C", "pass", "pass")
    assert state.result is None
    events = act(state, "pass")
    assert events[-1] == HandEnded("blocked", (1, 2, 2))
    assert state.result == Result("blocked", (1, 2, 2), (1, 2, 2))


def test_ru_12_passes_count_anew_after_each_card() -> None:
    state = deal("3H 3S", "2C 8H", "6D 7D", opener="7C", max_restocks=0)
    act(state, "pass", "play 2C", "pass", "pass")
    assert state.result is None


def test_ru_12_a_stop_is_no_pass() -> None:
    state = deal("AC 3H", "4H 5H", opener="7C", max_restocks=0)
    act(state, "play AC", "stop", "pass")
    assert state.result is None
    act(state, "pass")
    assert state.result == Result("blocked", (1, 2), (1, 2))


def test_ru_12_a_hand_with_cards_to_draw_is_not_blocked() -> None:
    state = deal("3H 4H", "5H 6H", opener="7C", stock="8H 9H TH JH QH 2H AH", draw_limit=3)
    act(state, *["draw", "draw", "draw", "pass"] * 2)
    assert (state.result, legal(state)) == (None, ["draw"])


def test_ru_12_a_wild_card_kept_back_can_move_so_the_hand_is_not_blocked() -> None:
    state = deal("3H KH", "5H 6H", opener="7C")
    act(state, "pass", "pass", "pass", "pass")
    assert (state.result, legal(state)) == (None, ["play KH", "pass"])


def test_ru_12_seats_that_are_out_need_not_pass_for_a_blocked_hand() -> None:
    state = deal("2C", "3H", "4H", opener="7C", end="play_on", max_restocks=0)
    act(state, "play 2C", "pass", "pass")
    assert state.result == Result("blocked", (1, 2, 2), (0, 1, 1))


def test_ru_13_first_out_ends_the_hand_with_the_first_seat_out() -> None:
    state = deal("2C", "3H", "4H", opener="7C")
    act(state, "play 2C")
    assert state.result == Result("out", (1, 2, 2), (0, 1, 1))


def test_ru_13_play_on_goes_on_until_one_seat_holds_cards() -> None:
    state = deal("2C", "2H", "2D", opener="7C", end="play_on")
    act(state, "play 2C")
    assert (state.to_act, state.view(1).out) == (1, (0,))
    act(state, "play 2H")
    assert state.result == Result("one_left", (1, 2, 3), (0, 0, 1))


def test_ru_13_seats_that_are_out_are_passed_over() -> None:
    state = deal("2C 3C", "4C 5C", "6C TD", opener="7C", end="play_on", hand_size=2)
    act(state, "play 2C", "play 4C", "play 6C", "play 3C")
    assert (state.view(1).out, state.to_act) == ((0,), 1)
    act(state, "play 5C")
    assert state.result is not None


def test_ru_14_those_left_are_placed_by_cards_and_share_the_better_place() -> None:
    assert hand_places([2], (3, 1, 0, 3)) == (3, 2, 1, 3)
    assert hand_places([3, 0], (0, 2, 2, 0)) == (2, 3, 3, 1)
    assert hand_places([], (4, 4, 2, 5)) == (2, 2, 1, 4)


def test_ru_14_a_match_is_placed_by_points_then_hands_won_then_shared() -> None:
    assert match_places((5, 3, 9), (0, 1, 2)) == (2, 1, 3)
    assert match_places((5, 5, 9), (0, 1, 2)) == (2, 1, 3)
    assert match_places((5, 5, 9), (1, 1, 2)) == (1, 1, 3)


def test_ru_14_a_match_goes_on_until_a_seat_reaches_the_target() -> None:
    state = deal("2C", "3H", "4H", opener="7C", target=3)
    events = act(state, "play 2C")
    assert isinstance(events[-1], HandDealt)
    assert (state.result, state.view(0).penalties) == (None, (0, 1, 1))
    act(state, "play 2C", "play 2C")
    assert (state.result, state.view(0).penalties) == (None, (2, 2, 2))
    act(state, "play 2C")
    assert state.result == Result("out", (1, 2, 2), (2, 3, 3))


def test_ru_14_the_deal_moves_one_seat_on_with_each_hand() -> None:
    state = deal("2C", "3H", "4H", opener="7C", target=5)
    act(state, "play 2C")
    view = state.view(0)
    assert (view.hand_number, view.dealer, state.to_act) == (1, 0, 1)
    assert hands(state) == ["4H", "2C", "3H"]


def test_ru_14_points_add_up_and_every_hand_starts_afresh() -> None:
    state = deal("2C", "3H", "4H", opener="7C", target=2)
    act(state, "play 2C")
    assert (state.view(0).out, state.view(0).direction, state.view(0).restocks) == ((), 1, 0)
    act(state, "play 2C")
    assert state.result == Result("out", (1, 1, 3), (1, 1, 2))
    assert len(state.hands) == 2


def test_ru_14_the_reason_of_a_match_is_that_of_its_last_hand() -> None:
    state = deal("2C 3H", "4H 5H", opener="7C", target=2, max_restocks=0)
    act(state, "play 2C", "pass")
    events = act(state, "pass")
    assert events[-1] == HandEnded("blocked", (1, 2))
    assert state.result == Result("blocked", (1, 2), (1, 2))


def test_ru_15_after_cap_turns_the_hand_is_placed() -> None:
    state = deal("2C 3H 4H", "3C 5H 6H", "4C 8C 9H", opener="7C", cap_turns=3)
    act(state, "play 2C", "play 3C", "play 4C")
    assert state.result == Result("cap", (1, 1, 1), (2, 2, 2))


def test_ru_15_a_second_card_is_part_of_the_same_turn() -> None:
    state = deal("AC 3C 4H", "5C 5H 6H", opener="7C", stock="9H", cap_turns=2)
    act(state, "play AC", "play 3C")
    assert state.result is None


def test_ru_15_naming_a_suit_is_part_of_the_same_turn() -> None:
    state = deal("KH 3C", "4H 5H", opener="7C", cap_turns=1)
    act(state, "play KH")
    assert state.result is None
    act(state, "suit H")
    assert state.result == Result("cap", (1, 2), (1, 2))


def test_ru_15_a_skipped_seat_has_no_turn() -> None:
    state = deal("QC 3C", "4C 5C", opener="7C", effects="full", cap_turns=2)
    act(state, "play QC")
    assert state.result is None
    act(state, "play 3C")
    assert state.result == Result("out", (1, 2), (0, 2))


def test_ru_15_drawing_and_passing_are_one_turn() -> None:
    state = deal("2H 3H", "4H 5H", opener="7C", stock="8H 9H TH JH", cap_turns=1)
    act(state, "draw", "draw", "draw")
    assert state.result is None
    act(state, "pass")
    assert state.result == Result("cap", (2, 1), (5, 2))


def test_ru_15_going_out_in_the_last_turn_counts_as_going_out() -> None:
    state = deal("2C", "3H", opener="7C", cap_turns=1)
    act(state, "play 2C")
    assert state.result is not None
    assert state.result.reason == "out"


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_ru_15_a_table_that_keeps_its_wild_cards_for_ever_ends_by_the_cap(seats: int) -> None:
    state = deal("3H KH", *["5H 6H"] * (seats - 1), opener="7C", packs=2, cap_turns=50)
    act(state, *["pass"] * 50)
    assert state.result is not None
    assert state.result.reason == "cap"
