"""The deal, matching, drawing, aces and kings, one claim at a time (RU-2 to RU-6)."""

from __future__ import annotations

import pytest

from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games.events import Drew, HandDealt
from rumba_deals import act, deal, hands, legal


def test_ru_2_six_cards_go_one_at_a_time_to_the_seat_after_the_dealer_first() -> None:
    state = deal("2C 3C 4C", "5C 6C 7C", opener="8C", stock="9C")
    deck = " ".join(card.text for card in state.hands[0].deck)
    assert deck == "2C 5C 3C 6C 4C 7C 8C 9C"
    assert hands(state) == ["2C 3C 4C", "5C 6C 7C"]


def test_ru_2_the_last_seat_deals_and_the_seat_after_it_begins() -> None:
    state = deal("2C", "3C", "4C", opener="5C")
    assert state.view(0).dealer == 2
    assert state.to_act == 0


def test_ru_2_the_opener_is_the_first_discard_and_the_rest_is_the_stock() -> None:
    state = deal("2C", "3C", opener="5C", stock="6C 7C")
    view = state.view(0)
    assert list(state.opening) == [HandDealt(0, dealer=1, opener=view.top)]
    assert (view.top.text, view.stock) == ("5C", 2)


def test_ru_2_the_opener_has_no_effect() -> None:
    state = deal("2C 3H", "3C 4C", opener="AC", stock="6C 7C")
    assert state.view(0).top.text == "AC"
    assert not state.view(0).second
    assert hands(state) == ["2C 3H", "3C 4C"]


def test_ru_2_a_wild_opener_is_matched_in_suit_or_rank() -> None:
    state = deal("2C 3H KH", "3C 4C 5C", opener="KC")
    assert not state.view(0).suit_only
    assert legal(state) == ["play 2C", "play KH"]


def test_ru_2_bury_puts_special_openers_under_the_stock() -> None:
    state = deal("2H", "3H", opener="KC AC 6D", stock="7S 8S", bury=True, draw_limit=4)
    assert state.view(0).top.text == "6D"
    act(state, "draw", "draw", "draw")
    assert hands(state)[0] == "KC 2H 7S 8S"


def test_ru_2_bury_keeps_the_first_card_when_all_are_special() -> None:
    state = deal("2H", "3H", opener="KC AC", stock="AD", bury=True)
    assert (state.view(0).top.text, state.view(0).stock) == ("KC", 2)


def test_ru_3_a_card_matches_in_suit_or_rank() -> None:
    state = deal("2C 7D 8D 9H", "3C 4C 5C 6C", opener="7C")
    assert legal(state) == ["play 2C", "play 7D"]


def test_ru_3_the_cards_of_the_turn_are_listed_by_suit_then_rank() -> None:
    state = deal("9H 3C KS 2C 7H KD", "4C 5C 6C 8C TC QC", opener="7C")
    assert legal(state) == ["play 2C", "play 3C", "play KD", "play 7H", "play KS"]


def test_ru_3_equal_cards_of_two_packs_are_listed_once() -> None:
    state = deal("7C 7C 2D", "3C 4C 5C", opener="8C", packs=2)
    assert legal(state) == ["play 7C"]
    act(state, "play 7C")
    assert hands(state)[0] == "7C 2D"


def test_ru_4_a_seat_that_holds_a_matching_card_may_not_draw() -> None:
    state = deal("7D 2H", "3C 4C", opener="7C", stock="8C")
    with pytest.raises(IllegalActionError, match=r"seat 0: 'draw'.*RU-4.*legal: play 7D"):
        act(state, "draw")


def test_ru_4_a_seat_without_a_match_draws_one_card_at_a_time() -> None:
    state = deal("2H 3H", "3C 4C", opener="7C", stock="4H 5H 6H")
    assert legal(state) == ["draw"]
    events = act(state, "draw")
    assert hands(state)[0] == "2H 3H 4H"
    assert [type(event).__name__ for event in events] == ["Acted", "Drew"]
    assert state.view(1).drawn == 1


def test_ru_4_as_soon_as_it_holds_a_match_it_must_play() -> None:
    state = deal("2H 3H", "3C 4C", opener="7C", stock="8C 5H 6H")
    act(state, "draw")
    assert legal(state) == ["play 8C"]


def test_ru_4_after_three_cards_in_vain_it_passes() -> None:
    state = deal("2H 3H", "3C 4C", opener="7C", stock="4H 5H 6H 8H")
    act(state, "draw", "draw", "draw")
    assert legal(state) == ["pass"]
    act(state, "pass")
    assert (state.to_act, state.view(1).drawn) == (1, 0)


def test_ru_4_draw_limit_sets_how_many_cards_may_be_drawn() -> None:
    state = deal("2H 3H", "3C 4C", opener="7C", stock="4H 5H 6H 8H", draw_limit=1)
    act(state, "draw")
    assert legal(state) == ["pass"]


def test_ru_4_a_wild_card_may_be_played_or_kept_while_drawing() -> None:
    state = deal("2H KH", "3C 4C", opener="7C", stock="4H 5H 6H")
    assert legal(state) == ["play KH", "draw"]
    act(state, "draw", "draw", "draw")
    assert legal(state) == ["play KH", "pass"]


def test_ru_4_a_wild_card_drawn_in_vain_may_be_kept_too() -> None:
    state = deal("2H 3H", "3C 4C", opener="7C", stock="KH 5H 6H")
    act(state, "draw")
    assert legal(state) == ["play KH", "draw"]


def test_ru_4_a_wild_card_that_matches_is_a_matching_card() -> None:
    state = deal("2H KC", "3C 4C", opener="7C", stock="8C")
    assert legal(state) == ["play KC"]


def test_ru_4_wild_forced_forbids_to_draw_beside_a_wild_card() -> None:
    state = deal("2H KH", "3C 4C", opener="7C", stock="8C", wild_forced=True)
    assert legal(state) == ["play KH"]


def test_ru_4_wild_forced_leaves_the_choice_of_a_matching_card() -> None:
    state = deal("2C KH", "3C 4C", opener="7C", stock="8C", wild_forced=True)
    assert legal(state) == ["play 2C", "play KH"]


def test_ru_4_wild_forced_forbids_to_draw_on_beside_a_wild_card_drawn() -> None:
    state = deal("2H 3H", "3C 4C", opener="7C", stock="KH 8C", wild_forced=True)
    act(state, "draw")
    assert legal(state) == ["play KH"]


def test_ru_4_wild_forced_forbids_to_pass_beside_a_wild_card() -> None:
    state = deal("2H KH", "3C 4C", opener="7C", wild_forced=True)
    assert legal(state) == ["play KH"]


def test_ru_5_all_others_take_a_card_in_turn_order() -> None:
    state = deal("AC 4D", "2H 3H", "2D 3D", opener="2C", stock="5H 6H 7H")
    events = act(state, "play AC")
    assert [event.seat for event in events if isinstance(event, Drew)] == [1, 2]
    assert hands(state) == ["4D", "2H 3H 5H", "2D 3D 6H"]


def test_ru_5_turn_order_is_the_direction_of_play() -> None:
    state = deal("JC 4D", "2H 3H", "AC 3D", opener="2C", stock="5H 6H", effects="full")
    act(state, "play JC", "play AC")
    assert hands(state) == ["4D 6H", "2H 3H 5H", "3D"]


def test_ru_5_seats_that_are_out_take_no_card() -> None:
    state = deal("2C", "AC", "4H", opener="7C", stock="5H 6H 8H", end="play_on")
    act(state, "play 2C")
    events = act(state, "play AC")
    assert [event.seat for event in events if isinstance(event, Drew)] == [2]


def test_ru_5_the_same_seat_may_play_a_second_card_or_stop() -> None:
    state = deal("AC 3C AD KH 4D", "2H 3H 4H 5H 6H", opener="2C", stock="7H 8H")
    act(state, "play AC")
    assert state.to_act == 0
    assert state.view(1).second
    assert legal(state) == ["play 3C", "play AD", "play KH", "stop"]


def test_ru_5_without_a_second_card_stop_is_the_one_legal_action() -> None:
    state = deal("AC 4D", "2H 3H", opener="2C", stock="7H 8H")
    act(state, "play AC")
    assert legal(state) == ["stop"]
    act(state, "stop")
    assert state.to_act == 1
    assert not state.view(1).second


def test_ru_5_the_turn_is_over_after_a_second_card_without_effect() -> None:
    state = deal("AC 3C 4C", "2H 3H 4H", opener="2C", stock="7H 8H")
    act(state, "play AC", "play 3C")
    assert state.to_act == 1


def test_ru_5_another_ace_does_the_same_again() -> None:
    state = deal("AC AD 4D", "2H 3H 4H", opener="2C", stock="7H 8H")
    act(state, "play AC", "play AD")
    assert hands(state)[1] == "2H 3H 4H 7H 8H"
    assert legal(state) == ["play 4D", "stop"]


def test_ru_5_a_second_card_has_its_usual_effect() -> None:
    state = deal("AC KH 4D", "2H 3H 4H", opener="2C", stock="7H 8H")
    act(state, "play AC", "play KH")
    assert legal(state) == ["suit C", "suit D", "suit H", "suit S"]


def test_ru_5_a_second_card_that_must_be_played_may_be_drawn_for() -> None:
    state = deal("AC 4D", "2H 3H", opener="2C", stock="7H 8H 9H 5C", second="must")
    act(state, "play AC")
    assert legal(state) == ["draw"]
    act(state, "draw", "draw", "draw")
    assert state.view(0).second
    assert legal(state) == ["play 5C"]


def test_ru_5_a_second_card_that_must_be_played_may_be_drawn_for_in_vain() -> None:
    state = deal("AC 4D", "2H 3H", opener="2C", stock="7H 8H 9H TH", second="must")
    act(state, "play AC", "draw", "draw", "draw")
    assert legal(state) == ["pass"]
    act(state, "pass")
    assert state.to_act == 1


def test_ru_5_draws_before_an_ace_leave_all_draws_for_a_second_card() -> None:
    state = deal("3D 4D", "2H 3H", opener="2C", stock="4S AC 7H 8H 9H TH 5C", second="must")
    act(state, "draw", "draw", "play AC", "draw", "draw")
    assert legal(state) == ["draw"]


def test_ru_5_a_second_card_that_must_be_played_cannot_be_stopped() -> None:
    state = deal("AC 4C", "2H 3H", opener="2C", stock="7H", second="must")
    act(state, "play AC")
    assert legal(state) == ["play 4C"]


def test_ru_6_a_wild_card_goes_on_any_card_and_any_suit_may_be_named() -> None:
    state = deal("KH 4D", "2H 3H", opener="2C", stock="7H")
    act(state, "play KH")
    assert legal(state) == ["suit C", "suit D", "suit H", "suit S"]
    assert state.to_act == 0


def test_ru_6_only_the_suit_named_or_another_wild_card_follows() -> None:
    state = deal("KH 4D 5D", "2H 3S KD", opener="2C", stock="7H")
    act(state, "play KH", "suit S")
    view = state.view(1)
    assert (view.suit.letter, view.suit_only, view.top.text) == ("S", True, "KH")
    assert legal(state) == ["play KD", "play 3S"]


def test_ru_6_a_wild_card_of_the_suit_named_is_a_matching_card() -> None:
    state = deal("KH 4D", "2H KS", opener="2C", stock="7H")
    act(state, "play KH", "suit S")
    assert legal(state) == ["play KS"]


def test_ru_6_a_wild_card_of_another_suit_need_not_cover_a_wild_card() -> None:
    state = deal("KH 4D", "2H KD", opener="2C", stock="7H")
    act(state, "play KH", "suit S")
    assert legal(state) == ["play KD", "draw"]


def test_ru_6_the_suit_named_is_forgotten_once_it_is_covered() -> None:
    state = deal("KH 3H", "2H 3S", opener="2C", stock="7H")
    act(state, "play KH", "suit S", "play 3S")
    assert not state.view(0).suit_only
    assert legal(state) == ["play 3H"]


def test_ru_6_a_suit_that_nobody_follows_stays_in_force() -> None:
    state = deal("KH 3D", "2H 3D", opener="2C", stock="7H 8H 9H", packs=2)
    act(state, "play KH", "suit S", "draw", "draw", "draw", "pass")
    view = state.view(0)
    assert (view.suit.letter, view.suit_only) == ("S", True)


def test_ru_6_a_wild_card_on_a_wild_card_names_anew() -> None:
    state = deal("KH 3D", "KD 3H", opener="2C", stock="7H")
    act(state, "play KH", "suit S", "play KD", "suit D")
    view = state.view(0)
    assert (view.suit.letter, view.suit_only, view.top.text) == ("D", True, "KD")
    assert legal(state) == ["play 3D"]


def test_ru_6_the_suits_to_name_are_those_of_the_pack() -> None:
    state = deal("KO 4O", "2C 3C", opener="2B", pack="spanish40")
    act(state, "play KO")
    assert legal(state) == ["suit B", "suit C", "suit E", "suit O"]
