"""What storing costs a run, and how long a file of many games takes to answer."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.play.conduct import Conductor
from bumblepuppy_tournaments.play.pace import Pace
from bumblepuppy_tournaments.store.writer import Writer
from play import plan_of, play, randoms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.play.progress import Progress
    from bumblepuppy_tournaments.table.standings import Standings
    from bumblepuppy_tournaments.table.suspension import Suspension

BATCH: Final = 500
PROGRAM: Final = str(Path(sys.executable).with_name("bumblepuppy"))


@dataclass(frozen=True, slots=True)
class Storing:
    """What storing the results of instant bots cost."""

    games: int
    share_of_wall: float
    """Of the time from first to last, how much was spent in storing: by the clock on the wall."""
    share_of_processor: float
    """The same, but of storing the processor's time alone."""


class TimedWriter(Writer):
    """Notes how long it takes to store."""

    wall = 0.0
    processor = 0.0

    def append(self, *batch: Any, **more: Any) -> None:
        wall, processor = time.perf_counter(), time.process_time()
        super().append(*batch, **more)
        self.wall += time.perf_counter() - wall
        self.processor += time.process_time() - processor


class Nobody:
    """Watches, and does nothing."""

    def update(self, standings: Standings, progress: Progress) -> None:
        pass

    def say(self, message: str) -> None:
        print(message, file=sys.stderr)

    def stored(self, outcomes: Sequence[Outcome], suspensions: Sequence[Suspension]) -> None:
        pass


def storing(games: int) -> Storing:
    """Play games between four random bots, and measure."""
    plan = plan_of("rolling-stone", randoms(4))
    with tempfile.TemporaryDirectory() as folder:
        with TimedWriter(Path(folder) / "x.sqlite", plan, games) as writer:
            conductor = Conductor(writer, Pace(1, None), Nobody())
            began = time.perf_counter()
            asyncio.run(conductor.run())
            took = time.perf_counter() - began
        return Storing(games, writer.wall / took, writer.processor / took)


def standings_of_many(games: int) -> tuple[float, float]:
    """Time `bumblepuppy standings` on a file of so many games, and on one of few.

    Returns:
        Seconds, the median of five each.
    """
    return _standings_of(games), _standings_of(BATCH)


def _standings_of(games: int) -> float:
    plan = plan_of("rolling-stone", randoms(4))
    (one,) = play(plan, 1, 1).outcomes
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "many.sqlite"
        with Writer(file, plan, games) as writer:
            standings = writer.standings()
            for first in range(0, games, BATCH):
                slots = range(first, min(games, first + BATCH))
                # Not rated, which would take minutes: a snapshot is as long whatever is in it.
                standings.games_played = slots.stop
                batch = [
                    replace(one, record=replace(one.record, slot=s, game_id=f"{s:012x}"))
                    for s in slots
                ]
                writer.append(batch, standings)
        seconds = []
        for _ in range(5):
            began = time.perf_counter()
            command = [PROGRAM, "standings", "--json", "--db", str(file)]
            subprocess.run(command, check=True, capture_output=True)
            seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


if __name__ == "__main__":
    print(storing(3000))
    many, few = standings_of_many(100_000)
    print(f"standings of 100,000 games: {many:.2f} s; of {BATCH}: {few:.2f} s")
