"""How fast tournaments are on this machine: `make bench`.

Everything is measured in one run, and against the floor of that run: one-at-a-time gRPC
ping-pong, which a referee without batches could not beat. Quote the ratios: the absolute figures
of a noisy machine say little.

    python tests/bench/bench.py [--json] [--quick]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.games import load_game
from bumblepuppy_server.arena import Arena
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.spec import Clocks
from bumblepuppy_tournaments.conduct import spec_of
from bumblepuppy_tournaments.deals import Secret
from bumblepuppy_tournaments.house import house_bot, house_bots
from bumblepuppy_tournaments.plan import Plan
from bumblepuppy_tournaments.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.entrants import Entrant

SECRET: Final = Secret.from_seed("bench")
PINGPONG: Final = str(Path(__file__).with_name("pingpong.py"))


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    what: str
    games: int
    games_per_s: float
    decisions_per_s: float
    ratio: float
    """Decisions a second against the floor."""
    think_ms: float
    """The mean time charged for a decision."""
    faults: int


def floor(seconds: float) -> float:
    """Measure ping-pong: the median of three."""
    command = [sys.executable, PINGPONG, str(seconds)]
    runs = [subprocess.run(command, capture_output=True, check=True, text=True) for _ in range(3)]
    return statistics.median(float(run.stdout) for run in runs)


async def play(plan: Plan, games: int, concurrency: int) -> tuple[list[Outcome], float]:
    """Play some games, and give the outcomes and the seconds from the first deal on."""
    bots = [BotCommand(entrant.name, entrant.argv) for entrant in plan.entrants]
    slots = Schedule(len(bots), plan.seats, 0).slots()
    outcomes: list[Outcome] = []

    async def lane(arena: Arena) -> None:
        for slot in slots:
            if slot.number >= games:
                return
            outcomes.append(await arena.play(spec_of(plan, SECRET, slot, 1)))

    async with Arena(bots, plan.clocks) as arena:
        began = time.perf_counter()
        await asyncio.gather(*(lane(arena) for _ in range(concurrency)))
        return outcomes, time.perf_counter() - began


def measure(what: str, plan: Plan, games: int, concurrency: int, pingpong: float) -> Figure:
    """Play some games, and sum them up."""
    outcomes, seconds = asyncio.run(play(plan, games, concurrency))
    times = [time for outcome in outcomes for time in outcome.times]
    decisions = sum(time.decisions for time in times)
    return Figure(
        what=what,
        games=len(outcomes),
        games_per_s=len(outcomes) / seconds,
        decisions_per_s=decisions / seconds,
        ratio=decisions / seconds / pingpong,
        think_ms=1000 * sum(time.total_s for time in times) / decisions,
        faults=sum(len(outcome.record.faults) for outcome in outcomes),
    )


def plan_of(game: str, seats: int, bots: Sequence[Entrant]) -> Plan:
    """Plan a tournament with the default options."""
    found = load_game(game)
    options = found.describe(found.options({"players": seats}))
    return Plan(game=game, options=options, seats=seats, entrants=tuple(bots), clocks=Clocks())


def randoms(seats: int) -> list[Entrant]:
    """Give a table of bots that answer at once."""
    return [house_bot("random", number) for number in range(1, seats + 1)]


def figures(pingpong: float, share: float) -> list[Figure]:
    """Measure everything; `share` shortens it."""
    table = plan_of("rolling-stone", 4, randoms(4))
    found = []
    for concurrency, games in ((1, 100), (8, 400), (64, 1500), (128, 2000), (256, 2000)):
        what = f"4 random bots, {concurrency} games at once"
        found.append(measure(what, table, int(games * share), concurrency, pingpong))
    others = (
        ("the 4 sample bots", plan_of("rolling-stone", 4, house_bots(4)), 1000),
        ("6 random bots, 6 seats", plan_of("rolling-stone", 6, randoms(6)), 300),
        ("8 random bots, 8 seats", plan_of("rolling-stone", 8, randoms(8)), 500),
        ("Rumba, 4 random bots", plan_of("rumba", 4, randoms(4)), 1000),
        ("Rumba, the 4 sample bots", plan_of("rumba", 4, house_bots(4)), 1000),
    )
    found += [measure(w, plan, int(games * share), 128, pingpong) for w, plan, games in others]
    return found


def whole_command(games: int) -> float:
    """Time `bumblepuppy run-tournament` from its start to its end, the median of three."""
    program = Path(sys.executable).with_name("bumblepuppy")
    seconds = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            command = [str(program), "run-tournament", "--games", str(games), "--plain"]
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
            seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def main() -> None:
    """Measure, and print."""
    arguments = argparse.ArgumentParser(description="How fast tournaments are on this machine.")
    arguments.add_argument("--json", action="store_true", help="print one JSON object")
    arguments.add_argument("--quick", action="store_true", help="a tenth of the games")
    given = arguments.parse_args()
    share = 0.1 if given.quick else 1.0
    pingpong = floor(0.5 if given.quick else 2.0)
    found = figures(pingpong, share)
    games = int(1000 * share)
    command = whole_command(games)
    if given.json:
        report = {
            "bench": 1,
            "cpus": os.cpu_count(),
            "pingpong_per_s": pingpong,
            "command": {"games": games, "seconds": command},
            "figures": [asdict(figure) for figure in found],
        }
        print(json.dumps(report))
        return
    print(f"one-at-a-time gRPC ping-pong: {pingpong:.0f} round trips a second (the floor)\n")
    print(f"{'':34}{'games/s':>9}{'decisions/s':>13}{'x floor':>9}{'think ms':>10}{'faults':>8}")
    for figure in found:
        print(
            f"{figure.what:34}{figure.games_per_s:9.0f}{figure.decisions_per_s:13.0f}"
            f"{figure.ratio:9.1f}{figure.think_ms:10.3f}{figure.faults:8}"
        )
    print(f"\nrun-tournament --games {games}, four sample bots: {command:.1f} s, start to end")


if __name__ == "__main__":
    main()
