"""Tables of effects, and what the cards do, a last one too (RU-7 to RU-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bumblepuppy_sdk.games.events import Drew, Event, Skipped, Turned, WentOut
from rumba_deals import act, deal, hands, legal

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.rumba import RumbaState


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_ru_7_basic_knows_aces_and_kings_only() -> None:
    state = deal("QC 2H", "JC 3H", "TC 4H", opener="2C", stock="5H 6H")
    act(state, "play QC", "play JC", "play TC")
    assert state.to_act == 0
    assert hands(state) == ["2H", "3H", "4H"]


def test_ru_7_queen_draws_lets_a_queen_give_two_cards() -> None:
    state = deal("QC 2H", "JC 3H", "TC 4H", opener="2C", stock="5H 6H", effects="queen_draws")
    act(state, "play QC")
    assert (state.to_act, hands(state)[1]) == (1, "JC 3H 5H 6H")


def test_ru_7_eights_are_wild_and_kings_skip() -> None:
    state = deal("8H 2H", "KC 3C", "TC 4H", opener="2C", effects="eights")
    assert legal(state) == ["play 2H", "play 8H"]
    act(state, "play 8H", "suit C", "play KC")
    assert state.to_act == 0


def test_ru_7_a_table_of_ones_own_gives_any_rank_any_effect() -> None:
    table = {"3": "wild", "4": "all_draw_again", "5": "skip", "6": "reverse", "7": "next_draws_two"}
    state = deal("3H 2H", "4C 8H", "5H 2D", opener="2C", stock="9H TH", effects=table)
    act(state, "play 3H", "suit C", "play 4C", "stop")
    assert hands(state) == ["2H TH", "8H", "2D 5H 9H"]


def test_ru_7_two_ranks_may_have_the_same_effect() -> None:
    table = {"2": "wild", "3": "wild"}
    state = deal("2H 3D 4S", "4C 8H 9H", opener="5C", stock="9D", effects=table)
    assert legal(state) == ["play 3D", "play 2H", "draw"]


def test_ru_7_a_second_card_after_an_ace_is_of_the_same_suit_or_rank_not_effect() -> None:
    table = {"A": "all_draw_again", "2": "all_draw_again"}
    state = deal("AC 2D 2C", "4C 8H 9H", opener="5C", stock="9D", effects=table)
    act(state, "play AC")
    assert legal(state) == ["play 2C", "stop"]


@pytest.mark.parametrize("card", ["AH", "JH", "QH", "TH"])
def test_ru_7_effects_other_than_wild_are_played_by_suit_or_rank(card: str) -> None:
    state = deal(f"{card} 2H", "3C 4C", opener="5C", stock="9D", effects="full")
    assert legal(state) == ["draw"]


def test_ru_7_no_effects_at_all_are_a_table_too() -> None:
    state = deal("AC 2H", "3C 4C", opener="KC", stock="9D", effects={})
    act(state, "play AC")
    assert (state.to_act, hands(state)[1]) == (1, "3C 4C")


def test_ru_8_a_jack_turns_the_direction_round() -> None:
    state = deal("JC 2H", "3C 4C", "6C 7C", opener="5C", effects="full")
    events = act(state, "play JC")
    assert events[1:] == [Turned(-1)]
    assert (state.to_act, state.view(0).direction) == (2, -1)
    act(state, "play 6C")
    assert state.to_act == 1


def test_ru_8_a_second_jack_turns_it_back() -> None:
    state = deal("JC 2H", "3C 4C", "JD 7C", opener="5C", effects="full")
    act(state, "play JC")
    assert act(state, "play JD")[1:] == [Turned(1)]
    assert state.to_act == 0


def test_ru_8_between_two_seats_a_jack_changes_nothing() -> None:
    state = deal("JC 2H", "3C 4C", opener="5C", effects="full")
    assert kinds(act(state, "play JC")) == ["Acted"]
    assert (state.to_act, state.view(0).direction) == (1, 1)


def test_ru_8_between_two_seats_a_jack_can_skip_the_other() -> None:
    state = deal("JC 2C", "3C 4C", opener="5C", effects="full", two_reverse="skip")
    assert act(state, "play JC")[1:] == [Skipped(1)]
    assert (state.to_act, state.view(0).direction) == (0, 1)


def test_ru_8_two_reverse_waits_until_two_seats_are_left() -> None:
    state = deal(
        *("JC 2C", "3C JD", "4C 6C"), opener="5C", effects="full", two_reverse="skip", end="play_on"
    )
    assert act(state, "play JC")[1:] == [Turned(-1)]


def test_ru_9_a_queen_skips_the_next_seat() -> None:
    state = deal("QC 2H", "3C 4C", "6C 7C", opener="5C", effects="full")
    assert act(state, "play QC")[1:] == [Skipped(1)]
    assert state.to_act == 2


def test_ru_9_a_queen_skips_in_the_direction_of_play() -> None:
    state = deal("JC 2H", "3C 4C", "QC 7C", opener="5C", effects="full")
    act(state, "play JC")
    assert act(state, "play QC")[1:] == [Skipped(1)]
    assert state.to_act == 0


def first_out_of_four(special: str) -> RumbaState:
    """Seat 0 goes out with two cards, seats 1 and 2 play one, and seat 3 is to play `special`."""
    hands = ("AC 2C", "3C 4C", "5C 6C", f"{special} 9C")
    state = deal(*hands, opener="7C", stock="2H 3H 4H 8H 9H", effects="full", end="play_on")
    act(state, "play AC", "play 2C", "play 3C", "play 5C")
    return state


def test_ru_9_a_queen_skips_the_next_seat_still_in() -> None:
    state = first_out_of_four("QC")
    assert act(state, "play QC")[1:] == [Skipped(1)]
    assert state.to_act == 2


def test_ru_9_between_two_seats_a_queen_lets_its_player_go_again() -> None:
    state = deal("QC 2C", "3C 4C", opener="5C", effects="full")
    act(state, "play QC")
    assert state.to_act == 0


def test_ru_10_after_a_ten_the_next_seat_takes_two_cards_and_has_its_turn() -> None:
    state = deal("TC 2H", "3C 4D", "6C 7C", opener="5C", stock="8H 9H", effects="full")
    events = act(state, "play TC")
    view = state.view(1)
    assert events[1:] == [Drew(1, 2, tuple(view.hand.system.cards_of("8H 9H")))]
    assert (state.to_act, view.drawn, legal(state)) == (1, 0, ["play 3C"])


def test_ru_10_the_next_seat_still_in_takes_the_two_cards() -> None:
    state = first_out_of_four("TC")
    act(state, "play TC")
    assert (state.to_act, hands(state)[1]) == (1, "4C 2H 8H 9H")


def test_ru_10_the_next_seat_is_next_in_the_direction_of_play() -> None:
    state = deal("JC 2H", "3C 4D", "TC 6C", opener="5C", stock="8H 9H", effects="full")
    act(state, "play JC", "play TC")
    assert (state.to_act, hands(state)[1]) == (1, "3C 4D 8H 9H")


def test_ru_10_the_two_cards_are_beside_the_draws_of_the_turn() -> None:
    state = deal("TC 2H", "3H 4D", opener="5C", stock="8H 9H 6D 7D 8D", effects="full")
    act(state, "play TC", "draw", "draw", "draw")
    assert legal(state) == ["pass"]


def test_ru_10_a_ten_in_answer_hits_the_seat_after() -> None:
    state = deal("TC 2H", "TD 4D", "6C 7C", opener="5C", stock="8H 9H 6D 7D", effects="full")
    act(state, "play TC", "play TD")
    assert hands(state) == ["2H", "4D 8H 9H", "6C 7C 6D 7D"]


def test_ru_11_an_ace_played_last_makes_the_others_draw_before_the_end() -> None:
    state = deal("AC", "2H", "3H", opener="5C", stock="8H 9H 6D")
    events = act(state, "play AC")
    assert kinds(events) == ["Acted", "Drew", "Drew", "WentOut", "HandEnded"]
    assert state.result is not None
    assert (state.result.places, state.result.penalty) == ((1, 2, 2), (0, 2, 2))


def test_ru_11_there_is_no_second_card_after_an_ace_played_last() -> None:
    state = deal("AC", "2H", "3H", opener="5C", stock="8H 9H 6D", end="play_on")
    act(state, "play AC")
    assert (state.to_act, state.view(1).out, state.view(1).second) == (1, (0,), False)


def test_ru_11_there_is_no_drawing_for_a_second_card_after_an_ace_played_last() -> None:
    state = deal("AC", "2H", "3H", opener="5C", stock="8H 9H 6D", end="play_on", second="must")
    act(state, "play AC")
    assert state.to_act == 1


def test_ru_11_a_ten_played_last_makes_the_next_seat_draw_before_the_end() -> None:
    state = deal("TC", "2H", "3H", opener="5C", stock="8H 9H 6D", effects="full")
    act(state, "play TC")
    assert state.result is not None
    assert (state.result.places, state.result.penalty) == ((1, 3, 2), (0, 3, 1))


def test_ru_11_a_queen_played_last_skips_if_play_goes_on() -> None:
    state = deal("QC", "2H", "3H", opener="5C", effects="full", end="play_on")
    assert act(state, "play QC")[1:] == [Skipped(1), WentOut(0)]
    assert state.to_act == 2


def test_ru_11_a_jack_played_last_turns_if_play_goes_on() -> None:
    state = deal("JC", "2H", "3H", opener="5C", effects="full", end="play_on")
    assert act(state, "play JC")[1:] == [Turned(-1), WentOut(0)]
    assert state.to_act == 2


def test_ru_11_a_jack_played_last_of_three_does_not_skip() -> None:
    state = deal("JC", "2H", "3H", opener="5C", effects="full", end="play_on", two_reverse="skip")
    act(state, "play JC")
    assert state.to_act == 2


def test_ru_11_a_wild_card_played_last_names_a_suit_if_play_goes_on() -> None:
    state = deal("KH", "2H", "3S", opener="5C", stock="8H 9H TH", end="play_on")
    assert kinds(act(state, "play KH")) == ["Acted"]
    assert (state.to_act, state.view(0).out) == (0, ())
    assert legal(state) == ["suit C", "suit D", "suit H", "suit S"]
    assert act(state, "suit S")[1:] == [WentOut(0)]
    assert (state.to_act, legal(state)) == (1, ["draw"])


@pytest.mark.parametrize("end", ["first_out", "play_on"])
def test_ru_11_a_wild_card_that_ends_the_hand_names_no_suit(end: str) -> None:
    state = deal("KH", "2H", opener="5C", end=end)
    assert kinds(act(state, "play KH")) == ["Acted", "WentOut", "HandEnded"]


@pytest.mark.parametrize("card", ["QC", "JC"])
def test_ru_11_nobody_is_skipped_and_nothing_turns_once_the_hand_is_over(card: str) -> None:
    state = deal(card, "2H", "3H", opener="5C", effects="full")
    assert kinds(act(state, f"play {card}")) == ["Acted", "WentOut", "HandEnded"]
