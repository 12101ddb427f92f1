"""Suits, ranks, cards and hands."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_sdk import FRENCH, GERMAN, SPANISH, Card, Cards, NotationError, Rank, SuitSystem
from bumblepuppy_sdk.cards import add, remove

if TYPE_CHECKING:
    from random import Random

SYSTEMS = (FRENCH, SPANISH, GERMAN)
EACH_SYSTEM = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: str(system.name))
HEAPS = st.lists(st.sampled_from(FRENCH.cards), max_size=60).map(
    lambda cards: [card for card, count in Counter(cards).items() for _ in range(min(count, 2))]
)
"""Cards in any order, each at most twice."""


def hand(*texts: str) -> Cards:
    return FRENCH.cards_of(" ".join(texts))


# --- cards ---


@EACH_SYSTEM
def test_a_pack_has_52_cards_by_suit_then_rank(system: SuitSystem) -> None:
    assert [card.code for card in system.cards] == list(range(52))
    assert sorted(system.cards) == list(system.cards)
    assert {(card.suit, card.rank) for card in system.cards} == {
        (suit, rank) for suit in system.suits for rank in Rank
    }


@EACH_SYSTEM
def test_a_card_is_read_as_it_is_written(system: SuitSystem) -> None:
    for card in system.cards:
        assert system.card(str(card)) is card


@pytest.mark.parametrize(
    ("system", "letters"), [(FRENCH, "CDHS"), (SPANISH, "BCEO"), (GERMAN, "BEHL")]
)
def test_suits_have_the_letters_of_the_notation_in_its_order(
    system: SuitSystem, letters: str
) -> None:
    assert "".join(str(suit) for suit in sorted(system.suits)) == letters


@pytest.mark.parametrize("text", ["", "7", "C7", "1C", "10C", "7c", "7X", "7C ", "7B"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotationError, match=f"^{text!r} is not a card: .*CDHS"):
        FRENCH.card(text)


def test_what_is_no_suit_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match=r"^'B' is not a suit: .*C, D, H, S"):
        FRENCH.suit("B")


def test_aces_are_high() -> None:
    assert FRENCH.card("AC").rank > FRENCH.card("KC").rank > FRENCH.card("2C").rank


def test_a_suit_comes_before_a_rank() -> None:
    assert FRENCH.card("AC") < FRENCH.card("2D")


@EACH_SYSTEM
def test_there_is_one_of_each_suit_system(system: SuitSystem) -> None:
    assert copy.deepcopy(system) is system
    assert pickle.loads(pickle.dumps(system)) is system


def test_a_card_shows_itself() -> None:
    assert repr(FRENCH.card("TS")) == "<TS>"


# --- hands ---


@given(HEAPS)
def test_a_hand_holds_what_was_put_in(cards: list[Card]) -> None:
    held = Cards.of(FRENCH, cards)
    assert list(held) == sorted(cards)
    assert len(held) == len(cards)
    assert held.codes() == sorted(card.code for card in cards)
    for card in FRENCH.cards:
        assert held.count(card) == cards.count(card)
        assert (card in held) == (card in cards)


@given(HEAPS, st.randoms())
def test_equal_hands_are_equal_however_they_came(cards: list[Card], random: Random) -> None:
    shuffled = random.sample(cards, len(cards))
    assert Cards.of(FRENCH, shuffled) == Cards.of(FRENCH, cards)
    assert hash(Cards.of(FRENCH, shuffled)) == hash(Cards.of(FRENCH, cards))


@given(HEAPS)
def test_a_suit_of_a_hand_is_its_cards_of_that_suit(cards: list[Card]) -> None:
    held = Cards.of(FRENCH, cards)
    for suit in FRENCH.suits:
        assert list(held.in_suit(suit)) == sorted(card for card in cards if card.suit == suit)
    assert set(held.suits) == {card.suit for card in cards}


@given(HEAPS, HEAPS)
def test_taking_out_leaves_the_rest(cards: list[Card], taken: list[Card]) -> None:
    left = Counter(cards)
    left.subtract(taken)
    assert list(Cards.of(FRENCH, cards) - taken) == sorted((+left).elements())


@given(HEAPS)
def test_putting_in_and_taking_out_again_changes_nothing(cards: list[Card]) -> None:
    held = hand("7C", "9H")
    more = [card for card in cards if card not in held]
    assert (held + more) - more == held


@given(HEAPS)
def test_the_notation_of_a_hand_can_be_read(cards: list[Card]) -> None:
    held = Cards.of(FRENCH, cards)
    assert FRENCH.cards_of(str(held)) == held


@given(HEAPS)
def test_twins_are_put_on_top_and_taken_off_first(cards: list[Card]) -> None:
    bits = Cards.of(FRENCH, cards).bits
    for code in range(52):
        bit = 1 << code
        if bits >> code & 1 and not bits >> code + 52 & 1:
            assert remove(add(bits, bit), bit) == bits


def test_a_hand_shows_its_cards_from_low_to_high() -> None:
    assert repr(hand("AH", "7C", "9H", "7C")) == "Cards('7C 7C 9H AH')"


def test_an_empty_hand_is_false() -> None:
    assert not hand()
    assert hand("7C")


@pytest.mark.parametrize("thing", ["7C", 5, None])
def test_what_is_no_card_is_in_no_hand(thing: object) -> None:
    assert thing not in hand("7C")
