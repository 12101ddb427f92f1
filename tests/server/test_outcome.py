"""Outcomes: what crosses from a worker process as one line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bumblepuppy_sdk.errors import NotationError
from bumblepuppy_sdk.records import Record, read_records
from bumblepuppy_server.outcome import Outcome
from tournament_games import outcomes_of, plan_of

RECORDS = Path(__file__).parents[1] / "data" / "records.jsonl"


def test_an_outcome_survives_its_line() -> None:
    for outcome in outcomes_of(plan_of(), 20):
        line = outcome.to_json()
        assert "\n" not in line
        assert Outcome.from_json(line) == outcome


def test_a_void_outcome_survives_its_line() -> None:
    (outcome,) = outcomes_of(plan_of(), 1)
    void = replace(outcome, void='the referee\'s process ended: "killed"\n')
    assert Outcome.from_json(void.to_json()) == void


def test_a_record_is_handed_on_as_it_was_written_and_not_after_a_change() -> None:
    (outcome,) = outcomes_of(plan_of(), 1)
    line = outcome.record.to_json().replace(",", ", ", 1)
    read = Outcome.of_line(line, times=outcome.times, seconds=outcome.seconds)
    assert (read, read.record_line) == (outcome, line)
    changed = replace(read, record=replace(read.record, attempt=2))
    assert changed.record_line == changed.record.to_json() != line


def test_a_record_from_before_bots_could_be_suspended_can_be_read() -> None:
    line = RECORDS.read_text().splitlines()[0]
    assert "suspended" not in line
    assert Record.from_json(line).suspended == []


def test_every_record_survives_its_line() -> None:
    for line in RECORDS.read_text().splitlines():
        record = Record.from_json(line)
        assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "3",
        "{}",
        '{"outcome": 1}',
        '{"outcome":2,"void":null,"seconds":1,"times":[]}',
        '{"outcome":2,"void":null,"seconds":1,"times":[],"evidence":[],"record":{}}',
    ],
)
def test_a_line_that_is_no_outcome_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match="not an outcome"):
        Outcome.from_json(line)


def test_a_malformed_record_names_its_line() -> None:
    good = RECORDS.read_text().splitlines()[0]
    records = read_records([good, "", good, '{"record": 1}'])
    assert next(records) == next(records)
    with pytest.raises(NotationError, match=r"^line 4: not a record"):
        next(records)


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"record": 2}', '{"record": 1, "slot": 1}'])
def test_a_line_that_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match="not a record"):
        Record.from_json(line)
