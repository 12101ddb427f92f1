"""How a tournament is played: processes, games in flight, turns to think.

No result depends on it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.arena import RefereeLostError
from bumblepuppy_server.usage import processors

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bumblepuppy_server.outcome import Outcome

MOST_IN_FLIGHT: Final = 512
"""Games in flight over all referees, where nobody asks for more."""
QUARTER: Final = 4
"""The part of the games left that may be in flight, where nobody asks for more: games are rated in
the order of the schedule, so that the table lags behind by as many."""
MOST_WORKERS: Final = 4
"""Workers, where nobody asks for more: each has every bot once more in memory."""
GAMES_EACH: Final = 250
"""Games that are worth a further worker."""
BATCH: Final = 0.020
"""Seconds of work for a bot that should lie ready for it, while it does as much again."""
FIRST_GUESS: Final = 0.002
"""Seconds that a decision is thought to take before the first game has ended."""
_MEMORY: Final = 0.9
"""How much of the old figure stays at each game."""


class Crowd:
    """How many games one referee has in flight.

    Two batches for each bot: one that it works on, and one that fills up meanwhile. Bots that
    answer at once thus get full messages, which cost hardly more than short ones; bots that think
    get few games at a time, which end the sooner.
    """

    def __init__(self, bots: int, fewest: int, most: int) -> None:
        """Begin with a guess.

        Args:
            bots: How many play here.
            fewest: Games in flight that there are at least, and `most` at most.
            most: See there.
        """
        self._bots = bots
        self._fewest = fewest
        self._most = most
        self._think = FIRST_GUESS

    def learn(self, outcome: Outcome) -> None:
        """Learn from a game how long a decision takes."""
        decisions = sum(time.decisions for time in outcome.times)
        if decisions:
            think = sum(time.total_s for time in outcome.times) / decisions
            self._think = _MEMORY * self._think + (1 - _MEMORY) * think

    @property
    def size(self) -> int:
        """Games to have in flight now."""
        batch = max(1.0, BATCH / max(self._think, 1e-6))
        return max(self._fewest, min(self._most, int(2 * self._bots * batch)))


@dataclass(frozen=True, slots=True)
class Pace:
    """What an organiser may choose."""

    workers: int | None = None
    """Referees' processes, each with its own bots; `None`: as many as the machine has use for."""
    concurrency: int | None = None
    """Games in flight, over all workers; `None`: as many as suits the bots."""
    thinkers: int | None = None
    """Bots that may think at one time, over all workers, of those that take long for a decision;
    `None`: one for each processor."""

    def crowds(self, games: int, bots: int) -> list[Crowd]:
        """Share out the games in flight, no more than `games`, over no more workers than them."""
        found = min(MOST_IN_FLIGHT, max(games // QUARTER, 2 * bots))
        most = max(1, min(self.concurrency or found, games))
        workers = min(self.workers or _workers_for(games), most)
        shares = [(most + number) // workers for number in range(workers)]
        return [Crowd(bots, share if self.concurrency else 1, share) for share in shares]

    def turns(self, workers: int) -> int:
        """Tell how many bots may think at one time at each of so many workers."""
        return max(1, (self.thinkers or processors()) // workers)


def _workers_for(games: int) -> int:
    """Choose the workers: a referee and its bots fill two processors, and take time to start."""
    return max(1, min(MOST_WORKERS, processors() // 2, games // GAMES_EACH))


async def keep_busy(
    begin: Callable[[], Coroutine[None, None, None] | None], size: Callable[[], int]
) -> None:
    """Play as many games at one time as `size` says, until `begin` gives none and all have ended.

    Raises:
        RefereeLostError: a game raised it; the others came to their end as well.
        Exception: whatever else a game raised, at once; the others are cancelled.
    """
    games: set[asyncio.Task[None]] = set()
    ended: asyncio.Queue[asyncio.Task[None]] = asyncio.Queue()
    lost: RefereeLostError | None = None
    try:
        while True:
            while lost is None and len(games) < size() and (game := begin()):
                task = asyncio.create_task(game)
                task.add_done_callback(ended.put_nowait)
                games.add(task)
            if not games:
                break
            task = await ended.get()
            games.discard(task)
            if error := task.exception():
                if not isinstance(error, RefereeLostError):
                    raise error
                lost = error
    finally:
        for task in games:
            task.cancel()
    if lost:
        raise lost
