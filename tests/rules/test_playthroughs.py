"""The golden playthroughs still come out character by character, and show every option at work."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import pytest

from bumblepuppy_sdk.actions import Kind
from bumblepuppy_sdk.games import events, load_game
from bumblepuppy_sdk.games.rolling_stone import RollingStoneOptions
from bumblepuppy_sdk.games.rumba import RumbaOptions
from bumblepuppy_sdk.games.rumba.effects import NAMED_TABLES
from rules.playthroughs import FOLDER, head_of, playthrough

if TYPE_CHECKING:
    from pathlib import Path

    from bumblepuppy_sdk.games.options import Rule

FILES: Final = {path: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.txt"))}
ALL: Final = "\n".join(FILES.values())
OPTIONS: Final = {"rolling-stone": RollingStoneOptions, "rumba": RumbaOptions}
EVENTS: Final = [
    name
    for name, thing in vars(events).items()
    if isinstance(thing, type) and issubclass(thing, events.Event)
    if thing not in {events.Event, events.Acted}  # an action is told by its line
]


def values(name: str, option: str) -> list[Any]:
    """List the values that an option of a game has in its playthroughs."""
    game, heads = load_game(name), [head_of(text) for text in FILES.values()]
    played = [json.loads(head["options"]) for head in heads if head["game"] == name]
    return [game.describe(game.options(given))[option] for given in played]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_is_as_written(path: Path) -> None:
    assert playthrough(FILES[path]) == FILES[path]


@pytest.mark.parametrize(
    ("name", "option", "rule"),
    [
        (name, field.name, field.metadata["rule"])
        for name, options in OPTIONS.items()
        for field in fields(options)
    ],
)
def test_each_value_of_each_option_is_played(name: str, option: str, rule: Rule) -> None:
    found = values(name, option)
    assert not set(rule.choices) - {value for value in found if isinstance(value, str)}
    # Of numbers, truths and tables there are at least two, so that not all is left at the default.
    assert len({str(value) for value in found}) > 1


@pytest.mark.parametrize("name", OPTIONS)
def test_each_number_of_players_is_seated(name: str) -> None:
    assert set(range(load_game(name).seats.start, 9)) <= set(values(name, "players"))


def test_more_than_eight_are_seated_with_two_packs() -> None:
    packs = zip(values("rumba", "players"), values("rumba", "packs"), strict=True)
    assert any(players > 8 and number == 2 for players, number in packs)


def test_each_table_of_effects_is_played_and_one_of_ones_own() -> None:
    found = values("rumba", "effects")
    assert set(NAMED_TABLES) <= {table for table in found if isinstance(table, str)}
    assert any(isinstance(table, dict) for table in found)


@pytest.mark.parametrize(
    "reason", ["out", "one_left", "all_out", "dead_end", "repetition", "cap", "blocked"]
)
def test_each_reason_ends_a_playthrough(reason: str) -> None:
    assert f"\nResult: reason {reason}, " in ALL


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_of_action_is_taken(kind: Kind) -> None:
    assert f": {kind} " in ALL or f": {kind}\n" in ALL


@pytest.mark.parametrize("event", EVENTS)
def test_each_event_happens(event: str) -> None:
    assert f"\n  {event}: " in ALL
