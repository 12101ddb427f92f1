"""What can be played: packs, hands and effects (RU-1, RU-2, RU-7, RU-12)."""

from __future__ import annotations

import pickle

import pytest

from bumblepuppy_sdk.errors import OptionError
from bumblepuppy_sdk.games.rumba import GAME, RumbaOptions
from bumblepuppy_sdk.games.rumba.packs import PACKS


def test_ru_1_the_packs_hold_the_cards_of_their_names() -> None:
    assert {name: len(pack.cards()) for name, pack in PACKS.items()} == {
        "french52": 52,
        "spanish48": 48,
        "spanish40": 40,
        "german36": 36,
        "german32": 32,
    }


@pytest.mark.parametrize("name", ["spanish48", "spanish40"])
def test_ru_1_spanish_packs_have_no_ten(name: str) -> None:
    assert {card.text for card in PACKS[name].cards()}.isdisjoint({"TB", "TC", "TE", "TO"})


def test_ru_1_german_packs_end_below() -> None:
    assert [card.text for card in PACKS["german36"].cards()][:2] == ["6B", "7B"]
    assert [card.text for card in PACKS["german32"].cards()][:2] == ["7B", "8B"]


def test_ru_1_two_packs_hold_each_card_twice() -> None:
    cards = PACKS["german32"].cards(packs=2)
    assert len(cards) == 64
    assert all(cards.count(card) == 2 for card in cards)


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        ({"players": 8, "pack": "spanish40"}, "8 players x 6 cards + 1 opener = 49"),
        ({"players": 6, "pack": "german36"}, "6 players x 6 cards + 1 opener = 37"),
        ({"players": 8, "hand_size": 7}, "8 players x 7 cards + 1 opener = 57"),
        ({"players": 18, "packs": 2}, "18 players x 6 cards + 1 opener = 109"),
    ],
)
def test_ru_1_what_cannot_be_dealt_is_refused_with_the_numbers(
    given: dict[str, object], numbers: str
) -> None:
    with pytest.raises(OptionError, match="RU-1") as refusal:
        GAME.options(given)
    assert numbers in str(refusal.value)


@pytest.mark.parametrize(
    "given",
    [
        {"players": 5, "pack": "german32"},
        {"players": 5, "pack": "german36", "hand_size": 7},
        {"players": 17, "packs": 2},
        {"players": 3, "pack": "spanish40", "hand_size": 13},
    ],
)
def test_ru_1_what_can_just_be_dealt_is_played(given: dict[str, object]) -> None:
    assert GAME.options(given).players == given["players"]


def test_ru_1_nine_players_need_two_packs() -> None:
    with pytest.raises(OptionError, match=r"RU-1: one pack is for 2 to 8 players, not 9"):
        GAME.options({"players": 9, "hand_size": 5})
    assert GAME.options({"players": 9, "packs": 2}).players == 9


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 1}, r"players.*RU-1.*2 or more.*1"),
        ({"packs": 3}, r"packs.*RU-1.*1 to 2.*3"),
        ({"pack": "tarot"}, r"pack.*RU-1.*'tarot'"),
        ({"hand_size": 0}, r"hand_size.*RU-2"),
        ({"draw_limit": 0}, r"draw_limit.*RU-4"),
        ({"wild_forced": "yes"}, r"wild_forced.*RU-4.*'yes'"),
        ({"second": "can"}, r"second.*RU-5.*'can'"),
        ({"opener": "burry"}, r"opener.*RU-2.*'burry'"),
        ({"two_reverse": True}, r"two_reverse.*RU-8"),
        ({"end": "last"}, r"end.*RU-13.*'last'"),
        ({"max_restocks": -1}, r"max_restocks.*RU-12"),
        ({"target": 0}, r"target.*RU-14"),
        ({"cap_turns": 0}, r"cap_turns.*RU-15"),
        ({"effect": "full"}, r"did you mean 'effects'"),
        ({"effects": "fulll"}, r"effects.*RU-7.*'fulll'.*basic, full, queen_draws, eights"),
        ({"effects": 7}, r"effects.*RU-7.*7"),
        ({"effects": {"10": "skip"}}, r"RU-7.*'10' is not a rank.*T is the ten"),
        ({"effects": {"A": "explode"}}, r"RU-7.*'explode' for 'A'.*skip"),
        ({"effects": dict.fromkeys("2345678", "skip")}, r"RU-7.*at most 6 ranks, got 7"),
    ],
)
def test_a_wrong_option_is_refused_by_name_clause_and_value(
    given: dict[str, object], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        GAME.options(given)


def test_ru_12_the_default_of_max_restocks_depends_on_the_end() -> None:
    assert GAME.options({}).max_restocks == 3
    assert GAME.options({"end": "play_on"}).max_restocks == 10
    assert GAME.options({"end": "play_on", "max_restocks": 0}).max_restocks == 0


def test_every_option_in_force_is_described_in_order() -> None:
    assert list(GAME.describe(GAME.options({})).items()) == [
        ("players", 4),
        ("pack", "french52"),
        ("packs", 1),
        ("hand_size", 6),
        ("draw_limit", 3),
        ("effects", "basic"),
        ("wild_forced", False),
        ("second", "may"),
        ("opener", "plain"),
        ("two_reverse", "nothing"),
        ("end", "first_out"),
        ("max_restocks", 3),
        ("target", None),
        ("cap_turns", 1000),
    ]


def test_ru_7_a_table_of_ones_own_is_described_from_the_highest_rank() -> None:
    options = GAME.options({"effects": {"2": "wild", "T": "reverse", "A": "skip"}})
    described = GAME.describe(options)["effects"]
    assert isinstance(described, dict)
    assert list(described.items()) == [("A", "skip"), ("T", "reverse"), ("2", "wild")]


def test_ru_7_six_ranks_may_have_an_effect() -> None:
    assert GAME.options({"effects": dict.fromkeys("234567", "skip")}).effects


def test_ru_7_ranks_that_the_pack_lacks_may_stand_in_the_table() -> None:
    assert GAME.options({"pack": "spanish40", "effects": "eights"}).effects == "eights"


def test_a_table_of_ones_own_is_copied_from_what_was_given() -> None:
    given = {"A": "skip"}
    options = GAME.options({"effects": given})
    given["A"] = "wild"
    assert options.effects == {"A": "skip"}


def test_equal_options_are_equal_and_hash_alike_and_pickle() -> None:
    first, second = (GAME.options({"effects": {"A": "skip", "2": "wild"}}) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(first)) == first
    assert first != GAME.options({"effects": {"A": "skip"}})


def test_options_built_directly_are_checked_as_well() -> None:
    with pytest.raises(OptionError, match="RU-1"):
        RumbaOptions(players=8, hand_size=9)
    with pytest.raises(OptionError, match="RU-7"):
        RumbaOptions(effects={"Z": "skip"})
