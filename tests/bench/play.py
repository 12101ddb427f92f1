"""Games between real bots through a real referee, and what they cost."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.games import load_game
from bumblepuppy_server.arena import Arena
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.spec import Clocks
from bumblepuppy_tournaments.bots.house import house_bot
from bumblepuppy_tournaments.play.pace import Pace, keep_busy
from bumblepuppy_tournaments.schedule.deals import Secret
from bumblepuppy_tournaments.schedule.schedule import Schedule
from bumblepuppy_tournaments.settings.plan import Plan, spec_of
from processes import Usage, usage

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.bots.entrants import Entrant
    from bumblepuppy_tournaments.play.pace import Crowd

SECRET: Final = Secret.from_seed("bench")


@dataclass
class Evening:
    """What was played, and what it cost."""

    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0
    """From the first deal to the last result."""
    ready: float = 0.0
    """Seconds until all bots were ready."""
    used: Usage = field(default_factory=Usage)
    """Processor time while games were played, by kind of process."""

    @property
    def decisions(self) -> int:
        """Count the questions that were asked and answered."""
        return sum(time.decisions for outcome in self.outcomes for time in outcome.times)

    @property
    def think_s(self) -> float:
        """Give the mean time charged for a decision."""
        total = sum(time.total_s for outcome in self.outcomes for time in outcome.times)
        return total / max(1, self.decisions)

    @property
    def faults(self) -> int:
        """Count the faults."""
        return sum(len(outcome.record.faults) for outcome in self.outcomes)


def plan_of(game: str, bots: Sequence[Entrant], seats: int | None = None) -> Plan:
    """Plan a tournament with the default options, at tables of so many seats, or one for all."""
    found, seats = load_game(game), seats or len(bots)
    options = found.describe(found.options({"players": seats}))
    return Plan(game=game, options=options, seats=seats, entrants=tuple(bots), clocks=Clocks())


def randoms(seats: int) -> list[Entrant]:
    """Give a table of bots that answer at once."""
    return [house_bot("random", number) for number in range(1, seats + 1)]


class Table:
    """Plays the games of a plan, one referee busy all the time."""

    def __init__(self, plan: Plan, games: int, crowd: Crowd) -> None:
        self._plan = plan
        self._games = games
        self._crowd = crowd
        self._slots = Schedule(len(plan.entrants), plan.seats, 0).slots()
        self.evening = Evening()

    async def play(self, arena: Arena) -> Evening:
        """Play, with all bots ready."""
        before, began = usage(arena), time.perf_counter()
        await keep_busy(lambda: self._begin(arena), lambda: self._crowd.size)
        self.evening.seconds = time.perf_counter() - began
        self.evening.used = usage(arena) - before
        return self.evening

    def _begin(self, arena: Arena) -> Coroutine[None, None, None] | None:
        slot = next(self._slots)
        if slot.number >= self._games:
            return None
        spec = spec_of(self._plan, SECRET, slot, 1)

        async def game() -> None:
            outcome = await arena.play(spec)
            self._crowd.learn(outcome)
            self.evening.outcomes.append(outcome)

        return game()


def play(
    plan: Plan, games: int, concurrency: int | None = None, arena: type[Arena] = Arena
) -> Evening:
    """Play some games with so many in flight, or as many as suits the bots."""
    (crowd,) = Pace(1, concurrency).crowds(games, len(plan.entrants))
    table = Table(plan, games, crowd)

    async def evening() -> None:
        bots = [BotCommand(entrant.name, entrant.argv) for entrant in plan.entrants]
        began = time.perf_counter()
        async with arena(bots, plan.clocks) as place:
            table.evening.ready = time.perf_counter() - began
            await table.play(place)

    asyncio.run(evening())
    return table.evening
