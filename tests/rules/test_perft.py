"""The engine allows as many sequences of actions as the tables say, and as the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from rules.by_the_book import RollingStone, Rumba
from rules.perft import FOLDER, Played, count, dealt, differences, hands_of, head_of, perft

if TYPE_CHECKING:
    from pathlib import Path

FILES: Final = sorted(FOLDER.glob("*.txt"))
READINGS: Final = {
    "completed": "completed",
    "own-card-back": "own_card_back",
    "void-picks-up": "void_picks_up",
    "at-once": "at_once",
}
"""By file: its option `going_out`."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_table_is_as_written(path: Path) -> None:
    written = path.read_text("utf-8")
    counted = perft(written)
    assert differences(written, counted) == []
    assert counted == written


@pytest.mark.parametrize("game", ["rolling-stone", "rumba"])
def test_a_game_has_tables(game: str) -> None:
    heads = [head_of(path.read_text("utf-8")) for path in FILES]
    assert sum(head["game"] == game for head in heads) >= 16


def test_a_table_that_is_wrong_is_told_by_depth_and_first_action() -> None:
    table = "head: x\n\ndepth | all | play 7C | play 9C\n1 | 5 | {} | 2\n\nover |\n | {} | out\n"
    assert differences(table.format(120, 4), table.format(123, 0)) == [
        "depth 1, play 7C: 123, expected 120",
        "over: out: 0, expected 4",
    ]


@pytest.mark.parametrize("name", [*READINGS, "repetition", "dead-end"])
def test_rolling_stone_is_counted_alike_by_the_book(name: str) -> None:
    head = head_of((FOLDER / f"rolling-stone-{name}.txt").read_text("utf-8"))
    depth, reading = int(head["depth"]), READINGS.get(name, "completed")
    plain = RollingStone(hands_of(head), reading).before_lead(0)
    assert count(plain, depth) == count(Played(dealt(head)), depth)


@pytest.mark.parametrize("name", ["basic", "two-packs", "restock", "blocked"])
def test_rumba_is_counted_alike_by_the_book(name: str) -> None:
    head = head_of((FOLDER / f"rumba-{name}.txt").read_text("utf-8"))
    depth, engine = int(head["depth"]), dealt(head)
    stock = head["stock"].split()
    plain = Rumba(hands_of(head), [head["opener"]], stock, engine.options.max_restocks)
    assert count(plain, depth) == count(Played(engine), depth)
