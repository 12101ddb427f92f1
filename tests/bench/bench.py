"""How fast tournaments are on this machine, and how honest their clocks: `make bench`.

Everything is measured in one run, and against the floor of that run: one-at-a-time gRPC
ping-pong, which a referee without batches could not beat. Quote the ratios: the absolute figures
of a noisy machine say little. `README.md` beside this file tells what was found.

    python tests/bench/bench.py [--json] [--quick]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.bots.house import house_bots
from bumblepuppy_tournaments.table.fold import Fold
from bumblepuppy_tournaments.table.standings import Score, Standings
from clocks import Charged, instant_alone, instant_and_sleeper
from engine import engine_rates
from play import plan_of, play, randoms
from processes import processors_busy
from storing import standings_of_many, storing

if TYPE_CHECKING:
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.settings.plan import Plan

VERSION: Final = 3
PINGPONG: Final = str(Path(__file__).with_name("pingpong.py"))
BARE_TYPER: Final = """
import typer
app = typer.Typer()
@app.command()
def one(): ...
@app.command()
def two(): ...
app()
"""
PER_S: Final = 1e6
"""Microseconds in a second."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Games between bots: one line of the table."""

    what: str
    games: int
    games_per_s: float
    decisions_per_s: float
    ratio: float
    """Decisions a second against the floor."""
    think_ms: float
    """The mean time charged for a decision."""
    ready_s: float
    """Until all bots were ready."""
    referee_us: float
    """Processor time of the referee for a decision."""
    bots_us: float
    """Processor time of the bots for a decision."""
    organiser_us: float
    """Processor time of the process that hands out games, for a decision."""
    rating_us: float
    """Processor time of rating the games, for a decision."""
    faults: int


def floor(seconds: float, bots: int) -> float:
    """Measure ping-pong: the median of three."""
    command = [sys.executable, PINGPONG, str(seconds), str(bots)]
    runs = [subprocess.run(command, capture_output=True, check=True, text=True) for _ in range(3)]
    return statistics.median(float(run.stdout) for run in runs)


def measure(what: str, plan: Plan, games: int, concurrency: int | None, floor: float) -> Figure:
    """Play some games, and sum them up."""
    evening = play(plan, games, concurrency)
    decisions, used = evening.decisions, evening.used
    return Figure(
        what=what,
        games=len(evening.outcomes),
        games_per_s=len(evening.outcomes) / evening.seconds,
        decisions_per_s=decisions / evening.seconds,
        ratio=decisions / evening.seconds / floor,
        think_ms=1000 * evening.think_s,
        ready_s=evening.ready,
        referee_us=PER_S * used.referee / decisions,
        bots_us=PER_S * used.bots / decisions,
        organiser_us=PER_S * used.organiser / decisions,
        rating_us=PER_S * rating_s(plan, evening.outcomes) / decisions,
        faults=evening.faults,
    )


def rating_s(plan: Plan, outcomes: list[Outcome]) -> float:
    """Measure the processor time of folding these games into standings."""
    numbers = {name: number for number, name in enumerate(plan.names)}
    scores = [Score.of(outcome, numbers) for outcome in outcomes]
    fold = Fold(Standings(plan.game, plan.names, plan.seats, len(scores)))
    began = time.process_time()
    for score in scores:
        fold.add(score)
    return time.process_time() - began


def figures(floor: float, share: float) -> list[Figure]:
    """Measure games between bots; `share` shortens it."""
    table = plan_of("rolling-stone", randoms(4))
    rows: list[tuple[str, Plan, int, int | None]] = [
        (f"4 random bots, {concurrency} at once", table, games, concurrency)
        for concurrency, games in ((1, 100), (8, 400), (64, 1500), (256, 3000))
    ]
    rows += [
        ("4 random bots, as found", table, 3000, None),
        ("the 4 sample bots", plan_of("rolling-stone", house_bots(4, "rolling-stone")), 1000, None),
        ("6 random bots, 6 seats", plan_of("rolling-stone", randoms(6)), 300, None),
        ("8 random bots, 8 seats", plan_of("rolling-stone", randoms(8)), 500, None),
        ("Rumba, 4 random bots", plan_of("rumba", randoms(4)), 3000, None),
        ("Rumba, the 4 sample bots", plan_of("rumba", house_bots(4, "rumba")), 1000, None),
    ]
    return [
        measure(what, plan, max(1, int(share * games)), concurrency, floor)
        for what, plan, games, concurrency in rows
    ]


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


def help_against_bare_typer() -> float:
    """Time `bumblepuppy --help` against a bare Typer program's, by turns, and give the ratio."""
    program = str(Path(sys.executable).with_name("bumblepuppy"))
    commands = [(program, "--help"), (sys.executable, "-c", BARE_TYPER, "--help")]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(9):
        for taken, command in zip(times, commands, strict=True):
            began = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            taken.append(time.perf_counter() - began)
    ours, bare = map(statistics.median, times)
    return ours / bare


def report(share: float) -> dict[str, Any]:
    """Measure everything."""
    seconds = 3 * share
    pingpong = {bots: floor(max(0.5, seconds), bots) for bots in (1, 4)}
    games = max(4, int(1000 * share))
    found = figures(pingpong[4], share)
    with processors_busy():
        busy = [instant_alone(share)[-1]]
    return {
        "bench": VERSION,
        "cpus": os.cpu_count(),
        "pingpong_per_s": pingpong[4],
        "pingpong_1_bot_per_s": pingpong[1],
        "figures": [asdict(figure) for figure in found],
        "engine_actions_per_s": engine_rates(max(1.0, 5 * share)),
        "instant": [asdict(row) for row in instant_alone(share)],
        "instant_with_processors_busy": [asdict(row) for row in busy],
        "with_a_sleeper": [asdict(row) for row in instant_and_sleeper(share)],
        "command": {"games": games, "seconds": whole_command(games)},
        "help_against_bare_typer": help_against_bare_typer(),
        "storing": asdict(storing(max(100, int(3000 * share)))),
        "standings_of_100_000_games_s": standings_of_many(100_000),
    }


def show(found: dict[str, Any]) -> None:
    """Print the tables."""
    floor = found["pingpong_per_s"]
    print(f"one-at-a-time gRPC ping-pong, 4 bots in turn: {floor:.0f} a second (the floor)")
    print(f"the same with one bot: {found['pingpong_1_bot_per_s']:.0f}\n")
    print(f"{'':30}{'games/s':>9}{'dec./s':>9}{'x floor':>9}{'think ms':>10}{'faults':>8}", end="")
    print(f"{'referee':>10}{'bots':>7}{'organiser':>11}{'rating':>8}  us a decision")
    for row in (Figure(**row) for row in found["figures"]):
        print(
            f"{row.what:30}{row.games_per_s:9.0f}{row.decisions_per_s:9.0f}{row.ratio:9.1f}"
            f"{row.think_ms:10.3f}{row.faults:8}{row.referee_us:10.0f}{row.bots_us:7.0f}"
            f"{row.organiser_us:11.0f}{row.rating_us:8.0f}"
        )
    print("\nthe rules alone, random playouts, one core")
    for what, rate in found["engine_actions_per_s"].items():
        print(f"{what:55}{rate:12,.0f} actions/s")
    for key in ("instant", "instant_with_processors_busy", "with_a_sleeper"):
        print(f"\n{'charged, ms: ' + key.replace('_', ' '):45}{'median':>9}{'p99':>9}", end="")
        print(f"{'max':>9}{'p99 against limits':>20}{'faults':>8}")
        for charge in (Charged(**row) for row in found[key]):
            what = f"{charge.bot}, {charge.concurrency} games at once"
            print(
                f"{what:45}{charge.median:9.2f}{charge.p99:9.2f}{charge.most:9.2f}"
                f"{charge.limit_p99:20.2f}{charge.faults:8}"
            )
    command = found["command"]
    print(f"\nrun-tournament --games {command['games']}, 4 sample bots: ", end="")
    print(f"{command['seconds']:.1f} s, start to end")
    print(
        f"bumblepuppy --help against a bare Typer program: {found['help_against_bare_typer']:.2f}"
    )
    kept = found["storing"]
    print(
        f"storing {kept['games']} games of random bots: {kept['share_of_wall']:.1%} of the time,"
        f" {kept['share_of_processor']:.1%} of one processor"
    )
    many, few = found["standings_of_100_000_games_s"]
    print(f"standings of 100,000 games: {many:.2f} s; of a few: {few:.2f} s")


def main() -> None:
    """Measure, and print."""
    arguments = argparse.ArgumentParser(description="How fast tournaments are on this machine.")
    arguments.add_argument("--json", action="store_true", help="print one JSON object")
    arguments.add_argument("--quick", action="store_true", help="a tenth of the games")
    given = arguments.parse_args()
    found = report(0.1 if given.quick else 1.0)
    if given.json:
        print(json.dumps(found))
    else:
        show(found)


if __name__ == "__main__":
    main()
