"""The rules in words: the same in every language, complete, and only what is in force."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from functools import cache
from importlib import import_module, resources
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.options import rule_of
from bumblepuppy_sdk.games.rolling_stone import GAME as ROLLING_STONE
from bumblepuppy_sdk.games.rolling_stone import pack
from bumblepuppy_sdk.games.rolling_stone.packs import LOWEST, deal
from bumblepuppy_sdk.games.rumba import GAME as RUMBA
from bumblepuppy_sdk.games.rumba import Effect, RumbaOptions
from bumblepuppy_sdk.games.rumba.effects import NAMED_TABLES
from bumblepuppy_sdk.games.rumba.packs import PACKS
from bumblepuppy_sdk.games.words import LANGUAGES, TextError, rules_in_words
from strategies import ROLLING_STONE_OPTIONS
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from bumblepuppy_sdk.games.base import Game
    from bumblepuppy_sdk.games.words import RulesInWords

PACKAGES: Final = {
    "rolling-stone": "bumblepuppy_sdk.games.rolling_stone",
    "rumba": "bumblepuppy_sdk.games.rumba",
}
BOTH_GAMES = pytest.mark.parametrize("name", PACKAGES)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
ANY_LANGUAGE: Final = st.sampled_from(LANGUAGES)
ANY_RULES: Final = st.tuples(st.just(ROLLING_STONE), ROLLING_STONE_OPTIONS) | st.tuples(
    st.just(RUMBA), rumba_options()
)


@cache
def book_of(name: str, language: str) -> dict[str, Any]:
    """Read a file of texts as it stands."""
    file = resources.files(PACKAGES[name]) / f"rules.{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def told(game: Game, language: str, **options: object) -> RulesInWords:
    return rules_in_words(game, game.options(options), language)


def clause(rules: RulesInWords, number: str) -> str:
    """Give all that a clause says; nothing if it is not told."""
    return " ".join(
        " ".join((clause.title, clause.text, *clause.items))
        for clause in rules.clauses
        if clause.number == number
    )


def all_clauses(rules: RulesInWords) -> str:
    return " ".join(clause(rules, told.number) for told in rules.clauses)


def placeholders(text: str) -> set[str]:
    """Name the fields in a text, those within others included."""
    found = set()
    for _, name, forms, _ in Formatter().parse(text):
        if name is not None:
            found |= {name} | placeholders(forms or "")
    return found


def flat(text: str) -> str:
    return " ".join(text.split())


# --- one language as the other ---


def skeleton(book: Mapping[str, Any]) -> Iterator[object]:
    """Give what must be the same in every language: numbers, conditions and placeholders."""
    for part in book["clause"]:
        yield part["number"], placeholders(part["title"])
        for piece in part["say"]:
            text = piece.get("text") or piece["item"]
            conditions = {key: piece.get(key) for key in ("when", "unless", "each")}
            yield "text" in piece, conditions, placeholders(text)


@BOTH_GAMES
@EVERY_LANGUAGE
def test_every_language_has_the_same_clauses_conditions_and_placeholders(
    name: str, language: str
) -> None:
    assert list(skeleton(book_of(name, language))) == list(skeleton(book_of(name, "en")))


@BOTH_GAMES
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_is_left_in_english(name: str, language: str) -> None:
    theirs, english = (
        {flat(piece["text"]) for part in book["clause"] for piece in part["say"] if "text" in piece}
        for book in (book_of(name, language), book_of(name, "en"))
    )
    assert not theirs & english


@BOTH_GAMES
@EVERY_LANGUAGE
def test_the_clauses_are_those_of_the_rule_page_and_of_the_faults(name: str, language: str) -> None:
    rules = (resources.files(PACKAGES[name]) / "rules.md").read_text("utf-8")
    numbers = re.findall(r"^\*\*([A-Z]{2}-\d+) ", rules, re.MULTILINE)
    assert len(numbers) > 14
    told = [part["number"] for part in book_of(name, language)["clause"]]
    assert told == [*numbers, "FA-2", "FA-3", "FA-4", "FA-5"]


# --- options ---


def values_in_words(game: Game) -> Iterator[tuple[str, set[str]]]:
    """Give by option what needs words: every choice, yes and no, nothing, every named table."""
    options: Any = game.options({})
    for field in fields(options):
        value = getattr(options, field.name)
        keys = {str(choice) for choice in rule_of(type(options), field.name).choices}
        keys |= {"true", "false"} if isinstance(value, bool) else set()
        keys |= {"none"} if value is None else set()
        yield field.name, keys | (set(NAMED_TABLES) if field.name == "effects" else set())


@BOTH_GAMES
@EVERY_LANGUAGE
def test_every_choice_of_every_option_has_words(name: str, language: str) -> None:
    words = book_of(name, language)["option"]
    for option, keys in values_in_words(load_game(name)):
        assert set(words.get(option, {})) - {"about"} == keys, option


@BOTH_GAMES
@EVERY_LANGUAGE
def test_every_option_is_told_with_its_clause(name: str, language: str) -> None:
    game = load_game(name)
    options: Any = game.options({})
    rules = rules_in_words(game, options, language)
    assert {row.name: row.value for row in rules.options} == game.describe(options)
    for row in rules.options:
        rule = rule_of(type(options), row.name)
        assert row.clause == rule.clause
        assert (row.about == rule.about) == (language == "en")


def changed(game: Game, **options: object) -> set[str]:
    return {row.name for row in told(game, "en", **options).options if not row.is_default}


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        (ROLLING_STONE, {}, set()),
        (ROLLING_STONE, {"players": 4, "trump": "clubs"}, {"trump"}),
        (ROLLING_STONE, {"players": 7}, {"players"}),
        (ROLLING_STONE, {"players": 7, "going_out": "completed"}, {"players", "going_out"}),
        (RUMBA, {"end": "play_on"}, {"end"}),
        (RUMBA, {"end": "play_on", "max_restocks": 3}, {"end", "max_restocks"}),
        (RUMBA, {"players": 10, "packs": 2}, {"players", "packs"}),
        (RUMBA, {"effects": {"A": "skip"}}, {"effects"}),
    ],
)
def test_an_option_that_would_be_so_by_itself_is_not_called_changed(
    game: Game, options: dict[str, object], expected: set[str]
) -> None:
    assert changed(game, **options) == expected


def test_a_value_is_told_in_words() -> None:
    rows = {row.name: row.meaning for row in told(ROLLING_STONE, "de", trump="spades").options}
    assert (rows["trump"], rows["silence"], rows["players"]) == ("Pik", "nein", "")


# --- what is in force, and nothing else ---


@given(ANY_RULES, ANY_LANGUAGE)
def test_every_placeholder_is_filled(rules: tuple[Game, Any], language: str) -> None:
    game, options = rules
    found = rules_in_words(game, options, language)
    texts = [found.title, found.aim, all_clauses(found)]
    texts += [f"{row.about} {row.meaning}" for row in found.options]
    for text in texts:
        assert text.strip()
        assert not set("{}|\n") & set(text)
        assert "  " not in text.strip()


@given(ANY_RULES, ANY_LANGUAGE)
def test_nothing_is_told_of_a_value_that_is_not_in_force(
    rules: tuple[Game, Any], language: str
) -> None:
    game, options = rules
    in_force = game.describe(options)
    found = rules_in_words(game, options, language)
    for part in book_of(game.name, language)["clause"]:
        said = clause(found, part["number"])
        for piece in part["say"]:
            text = flat(piece.get("text") or piece["item"])
            for option, wanted in piece.get("when", {}).items():
                values = wanted if isinstance(wanted, list) else [wanted]
                value = in_force.get(option, values[0])
                if ("none" if value is None else value) not in values:
                    assert text not in said


@given(ANY_RULES, ANY_LANGUAGE)
def test_the_clauses_are_in_order_and_each_says_something(
    rules: tuple[Game, Any], language: str
) -> None:
    game, options = rules
    numbers = [part["number"] for part in book_of(game.name, language)["clause"]]
    found = rules_in_words(game, options, language).clauses
    assert [told.number for told in found] == [
        number for number in numbers if number in {told.number for told in found}
    ]
    assert all(told.text for told in found)


WORDS: Final = {
    "trump": {"en": r"\btrump", "es": "triunfo", "pt": "trunfo", "de": r"(?i)\btrumpf"},
    "slip": {"en": r"\bslip", "es": r"\bc[ou]e?l[aó]", "pt": "infiltr", "de": "(?i)unter.?ge?sch"},
    "match": {"en": r"\bmatch\b", "es": "se van sumando", "pt": "sendo somados", "de": "Partie ü"},
    "wild": {"en": r"\bwild", "es": "comod", "pt": "coringa", "de": "Wunschkarte"},
    "second": {"en": "second card", "es": "segunda", "pt": "segunda", "de": "zweite"},
}
"""What an option is talked of by."""


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("game", "word", "without", "within"),
    [
        (ROLLING_STONE, "trump", {"trump": None}, {"trump": "last_card"}),
        (ROLLING_STONE, "slip", {"silence": False}, {"silence": True}),
        (ROLLING_STONE, "match", {"target": None}, {"target": 30}),
        (RUMBA, "wild", {"effects": {"A": "all_draw_again"}}, {}),
        (RUMBA, "wild", {"effects": {"T": "wild"}, "pack": "spanish48"}, {}),
        (RUMBA, "second", {"effects": {"K": "wild"}}, {}),
    ],
)
def test_who_plays_without_it_need_not_read_of_it(
    language: str,
    game: Game,
    word: str,
    without: dict[str, object],
    within: dict[str, object],
) -> None:
    pattern = re.compile(WORDS[word][language])
    assert not pattern.search(all_clauses(told(game, language, **without)))
    assert pattern.search(all_clauses(told(game, language, **within)))


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("options", "has_dead_end"),
    [
        ({}, True),
        ({"going_out": "own_card_back"}, True),
        ({"going_out": "at_once"}, False),
        ({"trump": "clubs"}, False),
        ({"silence": True}, False),
        ({"players": 7}, False),
    ],
)
def test_a_dead_end_is_told_where_there_can_be_one_rs_14(
    language: str, options: dict[str, object], *, has_dead_end: bool
) -> None:
    (last,) = (c for c in told(ROLLING_STONE, language, **options).clauses if c.number == "RS-14")
    assert len(last.items) == 2 + has_dead_end


# --- what the engine does ---


@EVERY_LANGUAGE
@pytest.mark.parametrize("eight_players", ["two_packs", "single_pack"])
@pytest.mark.parametrize("players", range(4, 9))
def test_rs_1_names_the_pack_that_the_engine_deals(
    language: str, players: int, eight_players: str
) -> None:
    options = ROLLING_STONE.options({"players": players, "eight_players": eight_players})
    cards = pack(options)
    (each,) = {hand.bit_count() for hand in deal(cards, players, 0)}
    said = clause(rules_in_words(ROLLING_STONE, options, language), "RS-1")
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    lowest = 3 if eight_players == "single_pack" and players == 8 else LOWEST[players]
    assert numbers[:3] == [players, len(cards), lowest]
    assert numbers[-1] == each


@EVERY_LANGUAGE
@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("name", PACKS)
def test_ru_1_names_the_pack_that_the_engine_deals(language: str, name: str, packs: int) -> None:
    options = RUMBA.options({"pack": name, "packs": packs, "players": 3})
    said = clause(rules_in_words(RUMBA, options, language), "RU-1")
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    pips = [card.rank for card in options.cards() if card.rank <= 10]
    assert numbers == [3, max(pips), min(pips), len(options.cards())]


CLAUSE_OF: Final[Mapping[Effect | None, str]] = {
    Effect.ALL_DRAW_AGAIN: "RU-5",
    Effect.WILD: "RU-6",
    Effect.REVERSE: "RU-8",
    Effect.SKIP: "RU-9",
    Effect.NEXT_DRAWS_TWO: "RU-10",
}


@given(rumba_options(), ANY_LANGUAGE)
def test_ru_7_tells_rank_by_rank_what_the_engine_does(options: RumbaOptions, language: str) -> None:
    rules = rules_in_words(RUMBA, options, language)
    (seven,) = (told for told in rules.clauses if told.number == "RU-7")
    ranks = sorted({card.rank for card in options.cards() if options.effect_of(card)}, reverse=True)
    assert len(seven.items) == len(ranks)
    of_rank = {card.rank: options.effect_of(card) for card in options.cards()}
    for rank, item in zip(ranks, seven.items, strict=True):
        number = CLAUSE_OF[of_rank[rank]]
        name, _, what = item.partition(": ")
        assert what.endswith(f"({number})")
        assert name in clause(rules, number).split(". ")[0].replace(",", "").split()
    told_effects = {told.number for told in rules.clauses} & set(CLAUSE_OF.values())
    assert told_effects == {CLAUSE_OF[of_rank[rank]] for rank in ranks}


@pytest.mark.parametrize(
    ("language", "pack_name", "names"),
    [
        ("en", "french52", ["ace", "king", "queen", "jack", "10", "8"]),
        ("en", "spanish48", ["ace", "rey", "caballo", "sota", "8"]),
        ("en", "german36", ["ace", "König", "Ober", "Unter", "10", "8"]),
        ("es", "french52", ["as", "rey", "reina", "jota", "10", "8"]),
        ("es", "spanish48", ["as", "rey", "caballo", "sota", "8"]),
        ("es", "german36", ["as", "rey", "Ober", "Unter", "10", "8"]),
        ("pt", "french52", ["ás", "rei", "dama", "valete", "10", "8"]),
        ("pt", "spanish40", ["ás", "rei", "cavalo", "sota"]),
        ("pt", "german32", ["ás", "rei", "Ober", "Unter", "10", "8"]),
        ("de", "french52", ["Ass", "König", "Dame", "Bube", "10", "8"]),
        ("de", "spanish48", ["Ass", "Rey", "Caballo", "Sota", "8"]),
        ("de", "german36", ["Ass", "König", "Ober", "Unter", "10", "8"]),
    ],
)
def test_cards_are_called_as_on_the_pack_in_force(
    language: str, pack_name: str, names: list[str]
) -> None:
    rules = told(RUMBA, language, pack=pack_name, effects=dict.fromkeys("AKQJT8", "skip"))
    (seven,) = (told for told in rules.clauses if told.number == "RU-7")
    assert [item.partition(":")[0] for item in seven.items] == names
    assert all(name in clause(rules, "RU-1") for name in names if not name.isdigit())


# --- grammar ---


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "After one card without", "After 2 cards without"),
        ("es", "robar una carta sin", "robar 2 cartas sin"),
        ("pt", "comprar uma carta sem", "comprar 2 cartas sem"),
        ("de", "Nach einer Karte ohne", "Nach 2 Karten ohne"),
    ],
)
def test_one_card_is_no_plural(language: str, one: str, several: str) -> None:
    assert one in clause(told(RUMBA, language, draw_limit=1), "RU-4")
    assert several in clause(told(RUMBA, language, draw_limit=2), "RU-4")


# --- third parties ---

GAME_ELSEWHERE: Final = """
from bumblepuppy_sdk.games.rumba import Rumba
class Whist(Rumba):
    name = "whist"
GAME = Whist()
"""
TEXT_ELSEWHERE: Final = """
title = "Whist"
aim = "Take tricks."
[[clause]]
number = "WH-1"
title = "Cards"
[[clause.say]]
text = "{hand_size:One|Several}, with {twice}."
"""


def elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> Game:
    """Install a game in a package of its own that has these files as well; `_` stands for a dot."""
    package = folder / f"whist_{folder.name}"
    package.mkdir()
    (package / "__init__.py").write_text(GAME_ELSEWHERE, "utf-8")
    for name, text in files.items():
        (package / name.replace("_", ".")).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(folder)
    game: Game = import_module(package.name).GAME
    return game


def test_a_third_partys_game_needs_files_beside_its_module_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = "def facts(options):\n    return {'twice': 2 * options.hand_size}"
    game = elsewhere(tmp_path, monkeypatch, rules_en_toml=TEXT_ELSEWHERE, facts_py=facts)
    rules = told(game, "en", hand_size=3)
    assert (rules.title, rules.aim) == ("Whist", "Take tricks.")
    assert clause(rules, "WH-1") == "Cards Several, with 6."


def test_a_game_without_text_in_a_language_has_its_options_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = elsewhere(tmp_path, monkeypatch)
    rules = told(game, "de", target=30)
    assert (rules.title, rules.aim, rules.clauses) == ("whist", "", ())
    rows = {row.name: row for row in rules.options}
    assert rows["target"].about == rule_of(RumbaOptions, "target").about
    assert not rows["target"].is_default


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (TEXT_ELSEWHERE, "'twice'"),
        ("[[clause]]\nnumber = 'WH-1'", "'say'"),
        ("title = Whist", "Invalid value"),
        ("clause = 3", "not iterable"),
    ],
)
def test_a_text_that_is_wrong_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, what: str
) -> None:
    game = elsewhere(tmp_path, monkeypatch, rules_pt_toml=text)
    with pytest.raises(TextError) as caught:
        told(game, "pt")
    assert str(caught.value).startswith(f"rules.pt.toml of whist_{tmp_path.name}: ")
    assert what in str(caught.value)
