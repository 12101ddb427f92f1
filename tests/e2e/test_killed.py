"""Killed at any moment, and taken up again: the end is that of an undisturbed tournament.

`make test` kills a few times; `make chaos` kills twenty times in four hundred games.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from command_line import (
    RANDOM,
    ended,
    needs_proc,
    processes_of,
    run,
    run_here,
    slots_in,
    start,
    wait_until,
)

if TYPE_CHECKING:
    from pathlib import Path

WHOLE: Final = "BUMBLEPUPPY_CHAOS" in os.environ
GAMES: Final = 400 if WHOLE else 40
KILLS: Final = 20 if WHOLE else 3
LONGEST_PAUSE: Final = 0.5
"""Seconds that a kill waits for, once it is due, to fall into the middle of anything."""
NAMES: Final = ("ann", "bob", "cyd", "dan", "eve")
BOTS: Final = tuple(word for name in NAMES for word in ("--bot", f"{name}={RANDOM}"))
CUP: Final = (
    *("run-tournament", "--games", str(GAMES), "--seed", "kill", *BOTS),
    *("--db", "cup.sqlite", "--sandbox", "none", "--events", "e.jsonl"),
)

pytestmark = needs_proc


@dataclass(frozen=True, slots=True)
class End:
    """What a tournament came to."""

    records: str
    standings: str
    events: list[dict[str, object]]


def end_of(folder: Path) -> End:
    """Play to the end, and give what came of it."""
    assert run(*CUP, folder=folder).code == 0
    records = run_here("export", "--db", "cup.sqlite", folder=folder).out
    standings = run_here("standings", "--json", "--db", "cup.sqlite", folder=folder).out
    lines = (folder / "e.jsonl").read_text(encoding="utf-8").splitlines()
    return End(records, standings, [json.loads(line) for line in lines])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> End:
    return end_of(tmp_path_factory.mktemp("undisturbed"))


def referees_of(folder: Path) -> list[int]:
    return [
        int(line.split()[0]) for line in processes_of(folder) if "bumblepuppy_server.worker" in line
    ]


def kill_one_after_the_other(folder: Path, *, rng: Random) -> int:
    """Start the tournament and kill its runner, again and again, at all stages of its life."""
    file, kills = folder / "cup.sqlite", 0
    while kills < KILLS:
        before = len(slots_in(file))
        share = rng.randrange(GAMES // KILLS) if kills else 0  # the first falls into the beginning
        with ended(start(*CUP, "--concurrency", "4", folder=folder)) as process:
            wait_until(lambda: len(slots_in(file)) >= before + share or process.poll() is not None)  # noqa: B023
            time.sleep(rng.uniform(0, LONGEST_PAUSE))
            if process.poll() is None:
                process.kill()
                kills += 1
        wait_until(lambda: not processes_of(folder))
        assert len(slots_in(file)) < GAMES, "it was over too soon: this proves nothing"
    return kills


def test_the_end_is_the_same_to_the_byte_and_no_slot_is_played_twice(
    undisturbed: End, tmp_path: Path
) -> None:
    assert kill_one_after_the_other(tmp_path, rng=Random(6)) == KILLS
    end = end_of(tmp_path)
    assert (end.records, end.standings) == (undisturbed.records, undisturbed.standings)
    slots = [json.loads(line)["slot"] for line in end.records.splitlines()]
    assert slots == list(range(GAMES))
    told = [each["slot"] for each in end.events if each["type"] == "game_ended"]
    assert len(told) == len(set(told)), "an event was repeated"
    assert set(told) <= set(slots)


@pytest.mark.skipif(not WHOLE, reason="a small form is in tests/tournaments/test_conduct.py")
def test_with_its_referees_killed_the_end_is_the_same_but_for_the_number_of_the_attempt(
    undisturbed: End, tmp_path: Path
) -> None:
    file, rng, killed = tmp_path / "cup.sqlite", Random(7), 0
    with ended(start(*CUP, "--concurrency", "4", folder=tmp_path)) as process:
        while killed < 5:
            wait_until(lambda: len(slots_in(file)) >= 40 * (1 + killed))  # noqa: B023
            time.sleep(rng.uniform(0, LONGEST_PAUSE))
            for referee in referees_of(tmp_path):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(referee, signal.SIGKILL)
            killed += 1
        process.communicate(timeout=600)
    end = end_of(tmp_path)
    assert end.standings == undisturbed.standings
    records = [json.loads(line) for line in end.records.splitlines()]
    assert any(record["attempt"] > 1 for record in records)
    expected = [json.loads(line) for line in undisturbed.records.splitlines()]
    assert [{**record, "attempt": 1} for record in records] == expected


def test_an_undisturbed_tournament_is_told_once(undisturbed: End) -> None:
    types = [each["type"] for each in undisturbed.events]
    assert (types[0], types[-1], types.count("game_ended")) == ("started", "finished", GAMES)
