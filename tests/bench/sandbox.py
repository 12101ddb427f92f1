"""What the sandbox costs: the same tournament with and without, by turns.

    python tests/bench/sandbox.py [GAMES] [ROUNDS]

Prints medians over the rounds as JSON: wall-clock seconds and processor seconds of the whole
command, the bots included, and by how much more the sandbox took. Where there can be no sandbox it
says why, and ends with exit code 2.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from bumblepuppy_server.sandbox import why_no_sandbox

KINDS: Final = ("none", "bwrap")


class Cost(NamedTuple):
    """What a tournament took, in seconds."""

    wall: float
    processors: float
    """Of all its processes together."""


def play(games: int, sandbox: str) -> Cost:
    """Play a tournament between the sample bots from its start to its end."""
    program = str(Path(sys.executable).with_name("bumblepuppy"))
    with tempfile.TemporaryDirectory() as folder:
        db, output = f"{folder}/cup.sqlite", f"{folder}/output"
        words = ("--games", str(games), "--seed", "1", "--sandbox", sandbox, "--db", db, "--plain")
        actions = [(os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT, 0o600)]
        began = time.perf_counter()
        pid = os.posix_spawn(
            program, (program, "run-tournament", *words), os.environ, file_actions=actions
        )
        _, status, used = os.wait4(pid, 0)  # whose figures hold those of all that it waited for
        wall = time.perf_counter() - began
    if status:
        sys.exit(f"the tournament ended with status {os.waitstatus_to_exitcode(status)}")
    return Cost(wall, used.ru_utime + used.ru_stime)


def median(costs: list[Cost]) -> Cost:
    """Give the median of each figure."""
    return Cost(*map(statistics.median, zip(*costs, strict=True)))


def main() -> None:
    """Measure, and print."""
    games, rounds = (int(word) for word in (*sys.argv[1:], "1000", "5")[:2])
    if why := why_no_sandbox():
        print(why, file=sys.stderr)
        sys.exit(2)
    costs: dict[str, list[Cost]] = {kind: [] for kind in KINDS}
    for number in range(rounds):
        for kind in KINDS if number % 2 else reversed(KINDS):
            costs[kind].append(play(games, kind))
    none, bwrap = (median(costs[kind]) for kind in KINDS)
    more = Cost(bwrap.wall / none.wall - 1, bwrap.processors / none.processors - 1)
    found = {"none": none._asdict(), "bwrap": bwrap._asdict(), "more": more._asdict()}
    print(json.dumps({"games": games, "rounds": rounds, **found}))


if __name__ == "__main__":
    main()
