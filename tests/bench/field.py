"""A large field: many bots by TLS, against as many by the Unix socket, in one run.

    python tests/bench/field.py [--bots 64] [--games 1000] [--rounds 2] [--concurrency N]

By turns: as `serve` plays with guests, and as `run-tournament` plays with bots of this machine. A
line of JSON a round, and one with the ratio of the medians.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
from typing import TYPE_CHECKING, Any

from bumblepuppy_tournaments.hosting.serve import CONCURRENCY
from bumblepuppy_tournaments.play.pace import Pace
from guests import arena_with_guests, venue
from play import Evening, Table, plan_of, play, randoms

if TYPE_CHECKING:
    from bumblepuppy_tournaments.settings.plan import Plan

SEATS = 4


def by_tls(plan: Plan, games: int, concurrency: int | None) -> Evening:
    """Play with guests."""
    (crowd,) = Pace(1, concurrency or CONCURRENCY).crowds(games, len(plan.entrants))
    table = Table(plan, games, crowd)

    async def evening() -> None:
        with venue() as where:
            async with arena_with_guests(plan.names, where) as arena:
                await table.play(arena)

    asyncio.run(evening())
    return table.evening


def told(way: str, evening: Evening) -> dict[str, Any]:
    """Sum an evening up."""
    used, decisions = evening.used, evening.decisions
    return {
        "way": way,
        "games": len(evening.outcomes),
        "voids": sum(bool(outcome.void) for outcome in evening.outcomes),
        "faults": evening.faults,
        "games_per_s": round(len(evening.outcomes) / evening.seconds, 1),
        "decisions_per_s": round(decisions / evening.seconds),
        "think_ms": round(1000 * evening.think_s, 2),
        "referee_us": round(1e6 * used.referee / decisions),
        "bots_us": round(1e6 * used.bots / decisions),
    }


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=64)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--concurrency", type=int)
    said = parser.parse_args()
    plan = plan_of("rolling-stone", randoms(said.bots), SEATS)
    found: dict[str, list[float]] = {"unix": [], "tls": []}
    for _ in range(said.rounds):
        for way, host in (("unix", play), ("tls", by_tls)):
            line = told(way, host(plan, said.games, said.concurrency))
            found[way].append(line["decisions_per_s"])
            print(json.dumps(line), flush=True)
    ratio = statistics.median(found["tls"]) / statistics.median(found["unix"])
    print(json.dumps({"ratio": round(ratio, 2)}))


if __name__ == "__main__":
    main()
