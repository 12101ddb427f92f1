"""Chaos: bots are killed in the middle of everything, and the tournament does not mind.

`make test` plays a small form of it; `make chaos` kills a hundred times.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_sdk.records import read_records, replay
from command_line import (
    RANDOM,
    ended,
    needs_proc,
    processes_of,
    run,
    slots_in,
    start,
    wait_until,
)

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from bumblepuppy_sdk.records import Record

WHOLE: Final = "BUMBLEPUPPY_CHAOS" in os.environ
BOTS: Final = 20 if WHOLE else 5
KILLS_EACH: Final = 5 if WHOLE else 2
"""As often as a bot is started again."""
GAMES: Final = 4000 if WHOLE else 400
LONGEST_PAUSE: Final = 0.2
"""Seconds between two kills."""

pytestmark = needs_proc


@dataclass
class Chaos:
    """A tournament in which every bot was killed again and again."""

    code: int
    err: str
    folder: Path
    records: list[Record]
    killed: Counter[str] = field(default_factory=Counter)


def bots_in(folder: Path) -> dict[str, int]:
    """Give the processes of the bots by name, which is the last word of their command."""
    found = {}
    for line in processes_of(folder):
        number, _, command = line.partition(" ")
        words = command.split()
        if words and words[-1].startswith("bot-") and "bumblepuppy_bots.random_bot" in words:
            found[words[-1]] = int(number)
    return found


def kill_all_the_time(process: subprocess.Popen[str], folder: Path) -> Counter[str]:
    """Kill bots at random until each was killed as often as it may, or the tournament is over."""
    rng, killed = Random(1), Counter[str]()
    wait_until(lambda: slots_in(folder / "c.sqlite") or process.poll() is not None)
    while process.poll() is None and killed.total() < BOTS * KILLS_EACH:
        alive = [name for name in bots_in(folder) if killed[name] < KILLS_EACH]
        if alive:
            name = rng.choice(alive)
            with contextlib.suppress(KeyError, ProcessLookupError):
                os.kill(bots_in(folder)[name], signal.SIGKILL)
                killed[name] += 1
        time.sleep(rng.uniform(0, LONGEST_PAUSE))  # the next moment, whatever is going on then
    return killed


@pytest.fixture(scope="module")
def chaos(tmp_path_factory: pytest.TempPathFactory) -> Chaos:
    folder = tmp_path_factory.mktemp("chaos")
    names = [f"bot-{number}" for number in range(BOTS)]
    bots = [word for name in names for word in ("--bot", f"{name}={RANDOM} {name}")]
    words = ("--games", str(GAMES), "--no-suspend", "--sandbox", "none", "--concurrency", "32")
    with ended(
        start("run-tournament", *bots, *words, "--db", "c.sqlite", folder=folder)
    ) as process:
        killed = kill_all_the_time(process, folder)
        _, err = process.communicate(timeout=600)
    exported = run("export", "--format", "jsonl", "--db", "c.sqlite", folder=folder)
    records = list(read_records(exported.out.splitlines()))
    return Chaos(process.returncode, err, folder, records, killed)


def test_the_tournament_is_played_to_its_end(chaos: Chaos) -> None:
    least = BOTS * KILLS_EACH if WHOLE else BOTS
    assert chaos.killed.total() >= least, "too few were killed: this proves nothing"
    assert chaos.code == 0, chaos.err


def test_every_game_is_resolved_once(chaos: Chaos) -> None:
    assert [record.slot for record in chaos.records] == list(range(GAMES))


def test_only_who_was_killed_is_blamed_and_for_just_that(chaos: Chaos) -> None:
    blamed = {
        (record.seats[fault.seat], fault.cause)
        for record in chaos.records
        for fault in record.faults
    }
    assert blamed, "nobody was killed in the middle of a game"
    assert {name for name, _ in blamed} <= set(chaos.killed)
    assert {cause for _, cause in blamed} <= {"crashed", "disconnected", "start_failed"}


def test_every_record_replays(chaos: Chaos) -> None:
    for record in chaos.records:
        result = replay(record).result
        assert result is not None
        assert result.reason == record.reason


def test_nothing_is_left_behind(chaos: Chaos) -> None:
    assert processes_of(chaos.folder) == []
