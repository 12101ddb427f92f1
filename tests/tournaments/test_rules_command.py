"""`bumblepuppy rules`: the rules in words on a screen, in a pipe, and for scripts."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bumblepuppy_sdk.games.rolling_stone import GAME as ROLLING_STONE
from bumblepuppy_sdk.games.rumba import GAME as RUMBA
from bumblepuppy_sdk.games.words import LANGUAGES, RulesInWords, rules_in_words
from bumblepuppy_tournaments.telling.rules import WIDTH, language_of, page
from command_line import assert_refused, run, run_here
from strategies import ROLLING_STONE_OPTIONS
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from pathlib import Path

    from bumblepuppy_sdk.games.base import Game

ENGLISH: Final = {"LC_ALL": "C"}


def lines_of(rules: RulesInWords, width: int = WIDTH) -> list[str]:
    return [line.plain for line in page(rules, width)]


# --- the page ---


@given(
    st.tuples(st.just(ROLLING_STONE), ROLLING_STONE_OPTIONS)
    | st.tuples(st.just(RUMBA), rumba_options()),
    st.sampled_from(LANGUAGES),
    st.sampled_from([60, 80, WIDTH]),
)
def test_no_line_is_wider_than_asked_for_and_no_word_is_lost(
    game_and_options: tuple[Game, Any], language: str, width: int
) -> None:
    rules = rules_in_words(*game_and_options, language)
    lines = lines_of(rules, width)
    assert max(map(cell_len, lines)) <= width
    words = " ".join(lines).replace(" • ", " ").split()
    told = [rules.title, rules.aim]
    for clause in rules.clauses:
        told += [clause.number, clause.title, clause.text, *clause.items]
    told = " ".join(told).split()
    assert words[: len(told)] == told


def test_an_option_that_was_changed_is_marked() -> None:
    options = RUMBA.options({"end": "play_on", "target": 30})
    lines = lines_of(rules_in_words(RUMBA, options, "en"))
    marked = [line.split()[1] for line in lines if line.startswith("* ")]
    assert marked == ["end", "target"]
    assert "  max_restocks = 10" in "\n".join(lines)


def test_every_option_has_its_value_its_meaning_and_its_clause() -> None:
    lines = lines_of(rules_in_words(ROLLING_STONE, ROLLING_STONE.options({}), "es"))
    assert "  players = 4                jugadores en la mesa (RS-1)" in lines
    assert "  trump = –                  el palo de triunfo: sin triunfo (RS-12)" in lines  # noqa: RUF001 (a dash)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "whist ships no text in English; these are its options."),
        ("es", "whist no trae texto en español; estas son sus opciones."),
        ("pt", "whist não traz texto em português; estas são as suas opções."),
        ("de", "whist bringt keinen Text auf Deutsch mit; dies sind die Optionen."),
    ],
)
def test_a_game_without_text_says_so_in_the_language_asked_for(language: str, said: str) -> None:
    rules = RulesInWords(
        game="whist", language=language, title="whist", aim="", clauses=(), options=()
    )
    assert lines_of(rules)[:2] == ["whist", said]


# --- the language ---


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "den_XX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "es_ES", "LC_MESSAGES": "de_DE", "LC_ALL": "pt_PT"}, "pt"),
        ({"LANG": "es_ES", "LC_ALL": "C"}, "en"),
        ({"LANG": "es_ES", "LC_ALL": ""}, "es"),
    ],
)
def test_the_language_is_that_of_the_environment(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


def test_the_language_asked_for_goes_before_the_environment(tmp_path: Path) -> None:
    german = {"LC_ALL": "de_DE.UTF-8"}
    ran = run("rules", "rumba", folder=tmp_path, env=german)
    assert "Geltende Optionen" in ran.out
    ran = run("rules", "rumba", "--lang", "pt", folder=tmp_path, env=german)
    assert "Opções em vigor" in ran.out


# --- the command ---


def test_in_a_pipe_there_are_lines_without_control_codes(tmp_path: Path) -> None:
    colourful = {**ENGLISH, "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "40"}
    words = "rules rolling-stone --option players=5 --option trump=hearts"
    ran = run(*words.split(), folder=tmp_path, env=colourful)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    lines = ran.out.splitlines()
    assert 80 < max(map(cell_len, lines)) <= WIDTH
    assert lines[0] == "Rolling Stone"
    assert "RS-12 Trump" in lines
    assert "The pack has 40 cards" in ran.out
    assert "* trump = hearts" in ran.out


def test_scripts_get_one_object(tmp_path: Path) -> None:
    ran = run_here(
        *("rules", "rumba", "--json", "--lang", "de", "--option", 'effects={"T": "skip"}'),
        folder=tmp_path,
    )
    (found,) = ran.objects
    assert (found["rules"], found["game"], found["language"]) == (1, "rumba", "de")
    titles = {clause["number"]: clause["title"] for clause in found["clauses"]}
    assert titles["RU-9"] == "Aussetzen: 10"
    options = {option["name"]: option for option in found["options"]}
    assert options["effects"]["value"] == {"T": "skip"}
    assert options["effects"]["is_default"] is False
    assert options["target"]["value"] is None


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("whist", ["unknown game 'whist'", "installed: rolling-stone, rumba"]),
        ("rumba --lang fr", ["--lang 'fr'", "expected one of en, es, pt, de"]),
        ("rumba --lang ''", ["--lang ''", "expected one of en, es, pt, de"]),
        ("rumba --lang ../x", ["--lang '../x'", "expected one of"]),
        ("rumba --option ende=play_on", ["--option ende=play_on", "did you mean 'end'?"]),
        ("rumba --option end", ["--option 'end'", "expected KEY=VALUE"]),
        ("rumba --option end=soon", ["--option end=soon", "(RU-13)", "first_out, play_on"]),
        ("rumba --option players=9", ["RU-1", "one pack is for 2 to 8 players", "set packs to 2"]),
        ("rolling-stone --option players=9", ["(RS-1)", "expected 4 to 8, got 9"]),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, words: str, parts: list[str]) -> None:
    ran = run_here("rules", *shlex.split(words), folder=tmp_path)
    assert_refused(ran, *parts)
    assert ran.out == ""
    assert ran.err.count("\n") == 1


def test_a_game_must_be_named(tmp_path: Path) -> None:
    ran = run_here("rules", folder=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "Missing argument 'GAME'" in ran.err
