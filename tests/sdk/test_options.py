"""Options: what is not allowed is refused, naming the culprit and the remedy."""

from __future__ import annotations

from dataclasses import fields

import pytest

from bumblepuppy_sdk import OptionError
from bumblepuppy_sdk.games import game_names, load_game
from bumblepuppy_sdk.games.options import rule_of
from bumblepuppy_sdk.games.rolling_stone import RollingStoneOptions
from bumblepuppy_sdk.games.rumba import RumbaOptions

BOTH_GAMES = pytest.mark.parametrize("name", ["rolling-stone", "rumba"])


def refused(game: str, **options: object) -> str:
    with pytest.raises(OptionError) as refusal:
        load_game(game).options(options)
    return str(refusal.value)


def test_both_games_are_installed() -> None:
    assert {"rolling-stone", "rumba"} <= set(game_names())


def test_an_unknown_game_is_refused_with_those_that_are_installed() -> None:
    with pytest.raises(OptionError, match=r"unknown game 'whist'; installed: .*rumba"):
        load_game("whist")


@BOTH_GAMES
def test_without_options_the_defaults_are_in_force(name: str) -> None:
    game = load_game(name)
    assert game.options({}) == game.options(game.describe(game.options({})))
    assert game.options({}).players == 4


def test_a_misspelt_option_is_refused_with_the_one_that_was_meant() -> None:
    assert refused("rolling-stone", player=4) == "unknown option 'player'; did you mean 'players'?"


def test_an_unknown_option_is_refused_with_all_that_are_known() -> None:
    message = refused("rolling-stone", zzz=4)
    assert message.startswith("unknown option 'zzz'; known: players, going_out")


@pytest.mark.parametrize(
    ("option", "value", "wanted"),
    [
        ("players", "4", "a whole number"),
        ("players", 4.0, "a whole number"),
        ("players", True, "a whole number"),
        ("players", None, "a whole number"),
        ("silence", 1, "true or false"),
        ("end", 1, "a text"),
        ("target", "30", "a whole number or none"),
        ("trump", 3, "a text or none"),
    ],
)
def test_a_value_of_another_type_is_refused(option: str, value: object, wanted: str) -> None:
    rule = rule_of(RollingStoneOptions, option)
    expected = f"option {option!r} ({rule.clause}): expected {wanted}, got {value!r}"
    assert refused("rolling-stone", **{option: value}) == expected


@pytest.mark.parametrize(
    ("game", "option", "value", "span"),
    [
        ("rolling-stone", "players", 3, "4 to 8"),
        ("rolling-stone", "players", 9, "4 to 8"),
        ("rolling-stone", "target", 0, "1 or more"),
        ("rumba", "packs", 3, "1 to 2"),
        ("rumba", "players", 1, "2 or more"),
        ("rumba", "max_restocks", -1, "0 or more"),
    ],
)
def test_a_number_out_of_range_is_refused(game: str, option: str, value: int, span: str) -> None:
    message = refused(game, **{option: value})
    assert message.startswith(f"option {option!r} (R")
    assert message.endswith(f": expected {span}, got {value}")


@pytest.mark.parametrize(
    ("game", "option"), [("rolling-stone", "going_out"), ("rumba", "pack"), ("rumba", "end")]
)
def test_a_word_that_is_no_choice_is_refused_with_the_choices(game: str, option: str) -> None:
    message = refused(game, **{option: "sometimes"})
    assert message.startswith(f"option {option!r} (R")
    assert "'sometimes' is not one of " in message


def test_cards_that_cannot_be_dealt_are_refused_with_the_numbers() -> None:
    message = refused("rumba", players=8, hand_size=7)
    assert message.startswith("RU-1: 8 players x 7 cards + 1 opener = 57, but 1 x french52 has 52")


@pytest.mark.parametrize("options", [RollingStoneOptions, RumbaOptions])
def test_options_say_which_clause_defines_them_and_what_they_do(
    options: type[RollingStoneOptions | RumbaOptions],
) -> None:
    for field in fields(options):
        rule = rule_of(options, field.name)
        assert rule.clause.startswith(("RS-", "RU-"))
        assert rule.about
