"""Records of whole games, made by an independent reading of the rules, replay to the same end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bumblepuppy_sdk.errors import NotationError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import Record, hands_of, replay

LINES: Final = (
    Path(__file__).parents[1].joinpath("data", "records.jsonl").read_text("utf-8").splitlines()
)
RECORDS: Final = [Record.from_json(line) for line in LINES]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game_id)
def test_a_record_replays_to_the_same_end(record: Record) -> None:
    state = replay(record)
    assert state.result is not None
    assert state.result.reason == record.reason
    assert list(state.result.places) == record.places
    assert list(state.result.penalty) == record.penalty
    assert hands_of(state.hands) == record.hands


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game_id)
def test_a_record_gives_every_option_in_force(record: Record) -> None:
    game = load_game(record.game)
    described = game.describe(game.options(record.options))
    assert list(described.items()) == list(record.options.items())


@pytest.mark.parametrize("hands", [[], [{}], [{"deck": None}]])
def test_a_record_without_its_deck_is_refused_in_words(hands: list[dict[str, Any]]) -> None:
    with pytest.raises(NotationError, match=r"has no cards at hands\[0\]\['deck'\]"):
        replay(replace(RECORDS[0], hands=hands))
