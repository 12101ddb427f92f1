"""Conducting a tournament: games to the referees, results to the file and the standings.

This process runs no gRPC; each worker is an `Arena`, a referee's process with its own bots. Deals,
seats and order follow from the secret alone, so that the results of deterministic bots are the
same whatever the number of workers and of games in flight.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol

from bumblepuppy_sdk.bot import method_name
from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_server.arena import Arena, RefereeLostError
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_server.spec import GameSpec
from bumblepuppy_tournaments.deals import bot_seeds, deal_key, game_id, schedule_seed
from bumblepuppy_tournaments.pace import keep_busy
from bumblepuppy_tournaments.rate import Rate
from bumblepuppy_tournaments.schedule import Schedule, Slot
from bumblepuppy_tournaments.standings import Progress, Score, Standings

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Sequence

    from bumblepuppy_tournaments.deals import Secret
    from bumblepuppy_tournaments.pace import Crowd, Pace
    from bumblepuppy_tournaments.plan import Plan
    from bumblepuppy_tournaments.store import Writer

ATTEMPTS: Final = 3
"""How often a game is tried before the run gives up (FA-5)."""
STORE_EVERY: Final = 0.25
"""Seconds between two batches of results to the file, and two looks at the standings."""


class ConductError(BumblepuppyError):
    """The tournament cannot go on; all results so far are in the file."""


class Watcher(Protocol):
    """Who shows how the tournament is getting on."""

    def update(self, standings: Standings, progress: Progress) -> None:
        """Show the present state; called a few times a second."""
        ...

    def say(self, message: str) -> None:
        """Tell something that happened, in a line or several."""
        ...


def spec_of(plan: Plan, secret: Secret, slot: Slot, attempt: int) -> GameSpec:
    """Write down the game of a slot for a referee."""
    return GameSpec(
        game_id=game_id(secret, slot.number),
        slot=slot.number,
        attempt=attempt,
        game=plan.game,
        options=plan.options,
        seats=[plan.names[entrant] for entrant in slot.seats],
        deal_key=deal_key(secret, slot.deal).hex(),
        bot_seeds=bot_seeds(secret, slot.number, plan.seats),
        move=plan.clocks.move,
        bank=plan.clocks.bank,
        max_faults=plan.max_faults,
        ask_forced=plan.ask_forced,
    )


class Conductor:
    """Plays the games of a tournament file that are still to be played."""

    def __init__(self, writer: Writer, pace: Pace, watcher: Watcher) -> None:
        """Prepare to play on where `writer`'s file stands."""
        self._writer = writer
        self._plan = writer.plan
        self._watcher = watcher
        self._fold = writer.fold()
        self._planned = self._fold.standings.games_planned
        self._done = self._fold.standings.games_played + self._fold.held
        self._began_with = self._done
        self._crowds = pace.crowds(self._planned - self._done, len(self._plan.entrants))
        self._turns = pace.turns(len(self._crowds))
        self._numbers = {name: number for number, name in enumerate(self._plan.names)}
        self._attempts = writer.attempts()
        self._again: list[Slot] = []
        self._slots = self._to_play()
        self._arrived: deque[Outcome] = deque()
        self._unstored: list[Outcome] = []
        """Folded, and not in the file yet."""
        self._decisions = 0
        self._voids = 0
        self._rate = Rate(time.monotonic())
        self.playing = False
        """Whether a referee and its bots are ready: the wait for them is in no rate."""
        self._told_of: set[str] = set()
        self.stopping = False
        """Set it to let the games in flight end, and begin no more."""

    @property
    def standings(self) -> Standings:
        """The standings so far."""
        return self._fold.standings

    async def run(self) -> None:
        """Play until all games are played, or until `stopping`.

        Raises:
            BotFailedToStartError: before any game, with what the bot said.
            ConductError: a referee's process ended again and again.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                storing = tasks.create_task(self._store_often())
                async with asyncio.TaskGroup() as workers:
                    for crowd in self._crowds:
                        workers.create_task(self._work(crowd))
                storing.cancel()
        except BaseExceptionGroup as group:
            raise _first(group) from None
        finally:
            await self._store()
            if self.playing:
                self._show()

    # --- games ---

    def _to_play(self) -> Iterator[Slot]:
        """Yield the slots that have no result yet, in schedule order."""
        plan = self._plan
        seed = schedule_seed(self._writer.secret)
        schedule = Schedule(len(plan.entrants), plan.seats, seed, plan.deals)
        first, end = self._fold.standings.games_played, self._planned
        for slot in islice(schedule.slots(), first, end):
            if not self._fold.has(slot.number):
                yield slot

    def _next(self) -> Slot | None:
        """Give the next game to play: first those that are to be played again."""
        if self.stopping:
            return None
        return self._again.pop() if self._again else next(self._slots, None)

    async def _work(self, crowd: Crowd) -> None:
        """Keep one referee busy; when its process is lost, begin again with another."""
        bots = [BotCommand(entrant.name, entrant.argv) for entrant in self._plan.entrants]
        starts = 0
        while not self.stopping:
            starts += 1
            try:
                async with self._open_arena(bots) as arena:
                    self._refuse_strangers(arena)
                    self._start_playing()
                    starts = 0
                    await keep_busy(partial(self._begin, arena, crowd), lambda: crowd.size)
                    return
            except RefereeLostError as error:
                if starts == ATTEMPTS:
                    raise ConductError(
                        f"{error}, {ATTEMPTS} times before it was ready: see above what it printed"
                    ) from error
                self._watcher.say(
                    f"{error}: another takes its place. Its games are void, and played again"
                )

    def _open_arena(self, bots: Sequence[BotCommand]) -> Arena:
        return Arena(bots, self._plan.clocks, self._watcher.say, self._turns)

    def _start_playing(self) -> None:
        if not self.playing:
            self.playing = True
            self._rate = Rate(time.monotonic())

    def _refuse_strangers(self, arena: Arena) -> None:
        """Refuse a bot that does not know the game, before it loses a single one."""
        game = self._plan.game
        for name in self._plan.names:
            if game not in arena.games(name):
                plays = ", ".join(arena.games(name)) or "nothing"
                raise ConductError(
                    f"bot {name!r} does not play {game}, but {plays}: "
                    f"give it a method {method_name(game)}, or leave it out"
                )

    def _begin(self, arena: Arena, crowd: Crowd) -> Coroutine[None, None, None] | None:
        """Begin the next game, if there is one."""
        slot = self._next()
        return self._play(slot, arena, crowd) if slot else None

    async def _play(self, slot: Slot, arena: Arena, crowd: Crowd) -> None:
        """Play one game."""
        attempt = self._attempts.get(slot.number, 0) + 1
        spec = spec_of(self._plan, self._writer.secret, slot, attempt)
        try:
            outcome = await arena.play(spec)
        except RefereeLostError as error:
            self._void(slot, spec, str(error))
            raise
        crowd.learn(outcome)
        self._arrived.append(outcome)
        self._tell_of_given_up(arena)

    def _void(self, slot: Slot, spec: GameSpec, why: str) -> None:
        """Note that a game counts for nothing, and is to be played again (FA-5)."""
        self._voids += 1
        self._attempts[slot.number] = spec.attempt
        self._again.append(slot)
        self._arrived.append(Outcome.voided(spec, why))
        if spec.attempt >= ATTEMPTS:
            raise ConductError(f"game {spec.game_id} was void {ATTEMPTS} times, at last as {why}")

    def _tell_of_given_up(self, arena: Arena) -> None:
        for name, why in arena.given_up().items():
            if name not in self._told_of:
                self._told_of.add(name)
                self._watcher.say(f"{why}\nIt is not started again: it loses its games from here.")

    # --- results ---

    async def _store_often(self) -> None:
        while True:
            await asyncio.sleep(STORE_EVERY)
            await self._store()
            if self.playing:
                self._show()

    async def _store(self) -> None:
        """Fold what has arrived into the standings, and add it to the file."""
        for _ in range(len(self._arrived)):  # what arrives meanwhile must not put the file off
            outcome = self._arrived.popleft()
            self._unstored.append(outcome)
            if not outcome.void:
                self._fold.add(Score.of(outcome, self._numbers))
                self._done += 1
                self._decisions += sum(time.decisions for time in outcome.times)
                await asyncio.sleep(0)  # a rating takes a millisecond; referees wait for games
        if self._unstored:
            self._writer.append(self._unstored, self._fold.standings)
            self._unstored.clear()

    def _show(self) -> None:
        done = self._done - self._began_with
        games, decisions = self._rate.mark(time.monotonic(), done, self._decisions)
        left = self._planned - self._done
        self._watcher.update(
            self._fold.standings,
            Progress(
                games_done=self._done,
                games_planned=self._planned,
                games_per_s=games,
                decisions_per_s=decisions,
                seconds_left=left / games if games else None,
                workers=len(self._crowds),
                voids=self._voids,
                held=self._fold.held,
            ),
        )


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Give the cause of a group: one failure is enough to tell."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
