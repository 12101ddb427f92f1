"""The keyed chance: `tournaments/RECORDS.md`, "From the secret to the cards"."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_sdk.cards import FRENCH, GERMAN, SPANISH, Card
from bumblepuppy_server.chance import KeyedChance, Stream, bot_seed, shuffled
from statistics_of_chance import chance_of_such_counts

KEY = bytes(range(32))
PACK = list(FRENCH.cards)
LEVEL = 0.001
"""The tests of chance fail when chance alone would make such counts this seldom. Their keys are
fixed, so that they fail always or never."""


def _keys(number: int) -> list[bytes]:
    return [hashlib.sha256(f"test {i}".encode()).digest() for i in range(number)]


def _by_the_page(key: bytes, label: str, texts: list[str]) -> list[str]:
    """Shuffle as the page tells it, with nothing taken from the module under test."""
    stream = b"".join(
        hmac.new(key, label.encode() + b"\0" + i.to_bytes(8, "big"), hashlib.sha256).digest()
        for i in range(40)
    )
    words = iter(int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4))
    cards = sorted(texts, key=lambda text: ("CDHS".index(text[1]), "23456789TJQKA".index(text[0])))
    for i in range(len(cards) - 1, 0, -1):
        word = next(word for word in words if word < 2**32 - 2**32 % (i + 1))
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(PACK), max_size=104))
def test_a_shuffle_is_what_the_page_specifies(key: bytes, cards: list[Card]) -> None:
    expected = _by_the_page(key, "restock hand 1 number 2", [card.text for card in cards])
    assert [card.text for card in KeyedChance(key).restock(1, 2, cards)] == expected


@given(st.permutations(PACK[:20]))
def test_a_shuffle_does_not_depend_on_the_order_before(cards: list[Card]) -> None:
    assert shuffled(KEY, "any", cards) == shuffled(KEY, "any", PACK[:20])


@pytest.mark.parametrize("system", [FRENCH, SPANISH, GERMAN], ids=lambda system: system.name)
def test_a_shuffle_keeps_the_cards_of_two_packs(system: object) -> None:
    cards = [*getattr(system, "cards"), *getattr(system, "cards")]  # noqa: B009 (an id needs it)
    assert sorted(KeyedChance(KEY).deck(0, cards)) == sorted(cards)


def test_every_hand_and_restock_is_shuffled_by_itself() -> None:
    chance = KeyedChance(KEY)
    orders = [chance.deck(hand, PACK) for hand in range(3)]
    orders += [chance.restock(hand, number, PACK) for hand in range(3) for number in range(3)]
    assert len({tuple(order) for order in orders}) == 12


def test_bot_seeds_differ_by_seat_and_fit_64_bits() -> None:
    seeds = [bot_seed(KEY, seat) for seat in range(8)]
    assert len(set(seeds)) == 8
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_rejected_words_are_skipped_and_not_folded_in() -> None:
    # Of numbers below 2**31 + 1 almost every other word must be thrown away.
    stream, n = Stream(KEY, "rejection"), 2**31 + 1
    raw = Stream(KEY, "rejection")
    words = [raw.below(2**32) for _ in range(200)]
    kept = [word for word in words if word < n]
    assert 60 < len(kept) < 140
    assert [stream.below(n) for _ in kept] == kept


def test_all_orders_of_five_cards_are_equally_likely() -> None:
    counts = Counter(tuple(shuffled(key, "deck hand 0", PACK[:5])) for key in _keys(12_000))
    assert len(counts) == 120
    assert LEVEL < chance_of_such_counts(counts.values(), 100, 119) < 1 - LEVEL


def test_every_card_is_equally_likely_at_every_position() -> None:
    counts = Counter(
        pair for key in _keys(1_600) for pair in enumerate(KeyedChance(key).deck(0, PACK[:32]))
    )
    assert len(counts) == 32 * 32
    assert LEVEL < chance_of_such_counts(counts.values(), 50, 31 * 31) < 1 - LEVEL


def test_the_decks_of_consecutive_hands_are_independent() -> None:
    tops = Counter(
        (chance.deck(0, PACK[:8])[0], chance.deck(1, PACK[:8])[0])
        for chance in map(KeyedChance, _keys(6_400))
    )
    assert LEVEL < chance_of_such_counts(tops.values(), 100, 63) < 1 - LEVEL


def test_the_statistic_finds_a_common_mistake() -> None:
    # The shuffle that swaps with any position, and not with those below only, is uneven.
    counts: Counter[tuple[int, ...]] = Counter()
    random = Random(1)
    for _ in range(12_000):
        order = list(range(5))
        for i in range(5):
            j = random.randrange(5)
            order[i], order[j] = order[j], order[i]
        counts[tuple(order)] += 1
    assert chance_of_such_counts(counts.values(), 100, 119) < LEVEL
