"""Whether the clocks are fair: what is charged to bots whose thinking time is known."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.arena import Arena
from bumblepuppy_tournaments.bots.entrants import PYTHON, Entrant
from play import plan_of, play, randoms

if TYPE_CHECKING:
    from collections.abc import Sequence

WORKER: Final = str(Path(__file__).with_name("noting_worker.py"))
SLEEPER: Final = str(Path(__file__).with_name("sleeper.py"))
SLEEP: Final = 0.020


class NotingArena(Arena):
    """An arena whose referee notes what it charges."""


@dataclass(frozen=True, slots=True)
class Charged:
    """What one bot was charged, in milliseconds."""

    bot: str
    concurrency: int
    decisions: int
    median: float
    p99: float
    most: float
    limit_p99: float
    """Of what counted against the limits: answers that arrive together answer for each other."""
    faults: int


def charged(bots: Sequence[Entrant], games: int, concurrency: int) -> list[Charged]:
    """Play some games, and tell what the first and the last bot were charged."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "charges.json"
        NotingArena.worker = (sys.executable, "-P", WORKER, str(file))
        evening = play(plan_of("rolling-stone", bots), games, concurrency, NotingArena)
        noted = json.loads(file.read_text())
    found = []
    for name in dict.fromkeys((bots[0].name, bots[-1].name)):
        shares, limits = map(sorted, zip(*noted[name], strict=True))
        found.append(
            Charged(
                bot=name,
                concurrency=concurrency,
                decisions=len(shares),
                median=1000 * statistics.median(shares),
                p99=1000 * shares[int(0.99 * len(shares))],
                most=1000 * shares[-1],
                limit_p99=1000 * limits[int(0.99 * len(limits))],
                faults=evening.faults,
            )
        )
    return found


def instant_and_sleeper(share: float) -> list[Charged]:
    """Measure a table with one bot that takes 20 ms, at several numbers of games at once."""
    sleeper = Entrant(name="sleeps 20 ms", command=(PYTHON, SLEEPER, str(SLEEP)))
    bots = [*randoms(3), sleeper]
    return [
        row
        for concurrency in (1, 8, 64, 256)
        for row in charged(bots, max(2, int(share * max(24, concurrency))), concurrency)
    ]


def instant_alone(share: float) -> list[Charged]:
    """Measure a table of bots that answer at once, at several numbers of games at once."""
    return [
        charged(randoms(4), max(concurrency, int(share * games)), concurrency)[0]
        for concurrency, games in ((1, 50), (8, 400), (64, 1500), (256, 2000))
    ]
