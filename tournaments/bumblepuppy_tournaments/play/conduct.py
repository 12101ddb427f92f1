"""Conducting a tournament: games to the referees, results to the file and the standings.

This process runs no gRPC; each worker is an `Arena`, a referee's process with its own bots. Deals,
seats and order follow from the secret alone, so that the results of deterministic bots are the
same whatever the number of workers and of games in flight, as long as nobody is suspended: the
games in flight at that moment are played to their end.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from bumblepuppy_sdk.bot import method_name
from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_server.arena import Arena, Guests, RefereeLostError
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_server.sandbox import Confinement
from bumblepuppy_server.spec import ATTEMPTS
from bumblepuppy_tournaments.play.agenda import Agenda
from bumblepuppy_tournaments.play.pace import keep_busy
from bumblepuppy_tournaments.play.results import Results
from bumblepuppy_tournaments.settings.plan import spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Sequence

    from bumblepuppy_tournaments.play.pace import Crowd, Pace
    from bumblepuppy_tournaments.play.progress import Progress
    from bumblepuppy_tournaments.schedule.schedule import Slot
    from bumblepuppy_tournaments.store.writer import Writer
    from bumblepuppy_tournaments.table.standings import Standings
    from bumblepuppy_tournaments.table.suspension import Suspension

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

    def stored(self, outcomes: Sequence[Outcome], suspensions: Sequence[Suspension]) -> None:
        """Hear what is in the file from now on."""
        ...


class Hosting(Protocol):
    """Lets bots in that come over a network."""

    @property
    def guests(self) -> Guests:
        """Who may come, and where to."""
        ...

    def welcome(self, arena: Arena) -> contextlib.AbstractAsyncContextManager[None]:
        """Wait until play may begin, and look after the guests until it ends."""
        ...


def refuse_strangers(arena: Arena, bots: Iterable[str], game: str) -> None:
    """Refuse a bot that does not know the game, before it loses a single one.

    Raises:
        ConductError: it names the first.
    """
    for name in bots:
        if game not in arena.games(name):
            plays = ", ".join(arena.games(name)) or "nothing"
            raise ConductError(
                f"bot {name!r} does not play {game}, but {plays}: "
                f"give it a method {method_name(game)}, or leave it out"
            )


class Conductor:
    """Plays the games of a tournament file that are still to be played."""

    def __init__(
        self,
        writer: Writer,
        pace: Pace,
        watcher: Watcher,
        confinement: Confinement | None = None,
        agenda: Agenda | None = None,
    ) -> None:
        """Prepare to play on where `writer`'s file stands, with the bots confined in this way."""
        self._writer = writer
        self._plan = writer.plan
        self._watcher = watcher
        self._confinement = confinement or Confinement()
        self._agenda = agenda or Agenda(writer)
        self._results = Results(writer, self._agenda)
        self._crowds = pace.crowds(self._results.left, len(self._plan.entrants))
        self._turns = pace.turns(len(self._crowds))
        self._news = asyncio.Event()
        """Set, and replaced, whenever games have been folded."""
        self.playing = False
        """Whether a referee and its bots are ready: the wait for them is in no rate."""
        self._told_of: set[str] = set()
        self.recruit: Callable[[], bool] = lambda: False
        """Tells whether other bots are to play; asked between the rounds of a ladder."""
        self.hosting: Hosting | None = None
        """Lets in those who come by themselves, if anybody does."""
        self.roll_changed = False
        """Whether it said so, and playing came to an end for it."""
        self._playing: list[asyncio.Task[None]] = []
        """One for each worker that plays."""
        self._open = 0
        """Games that have begun and not ended."""
        self._waits = False
        """Whether it has been told that there are too few bots."""
        self.stopping = False
        """Set it to let the games in flight end, and begin no more."""

    @property
    def standings(self) -> Standings:
        """The standings so far."""
        return self._agenda.standings

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

    async def _more(self) -> bool:
        """Wait until a game can be begun; tell whether one ever can."""
        while not self.stopping:
            await self._store()
            news = self._news
            if self.recruit():
                self.roll_changed = self.stopping = True
            elif self._agenda.draw():
                return True
            elif self._agenda.is_over:
                break
            elif not self._waits and not self._open and self._results.are_all_in:
                self._waits = True
                self._watcher.say(f"Waiting for bots to join: a table has {self._plan.seats} seats")
            await news.wait()
        return False

    async def _work(self, crowd: Crowd) -> None:
        """Keep one referee busy; when its process is lost, begin again with another."""
        starts = 0
        while not self.stopping:
            starts += 1
            try:
                bots = self._bots()
                async with self._open_arena(bots) as arena, self._welcome(arena):
                    refuse_strangers(arena, [bot.name for bot in bots], self._plan.game)
                    self._start_playing()
                    starts = 0
                    while await self._more():
                        await self._keep_busy(arena, crowd)
                    return
            except RefereeLostError as error:
                if starts == ATTEMPTS:
                    raise ConductError(
                        f"{error}, {ATTEMPTS} times before it was ready: see above what it printed"
                    ) from error
                self._watcher.say(
                    f"{error}: another takes its place. Its games are void, and played again"
                )

    async def _keep_busy(self, arena: Arena, crowd: Crowd) -> None:
        """Play as long as games can be begun, or until the tournament is decided."""
        games = keep_busy(partial(self._begin, arena, crowd), lambda: crowd.size)
        playing = asyncio.create_task(games)
        self._playing.append(playing)
        try:
            await playing
        except asyncio.CancelledError:
            if not self._agenda.is_decided:
                raise
        finally:
            self._playing.remove(playing)

    def _bots(self) -> list[BotCommand]:
        """Give the bots that are still to play."""
        out = self._agenda.out()
        return [
            BotCommand(entrant.name, entrant.argv)
            for number, entrant in enumerate(self._plan.entrants)
            if number not in out and not entrant.is_guest
        ]

    def _open_arena(self, bots: Sequence[BotCommand]) -> Arena:
        say, turns = self._watcher.say, self._turns
        guests = {"guests": self.hosting.guests} if self.hosting else {}
        return Arena(bots, self._plan.clocks, say, turns, self._confinement, **guests)

    def _welcome(self, arena: Arena) -> contextlib.AbstractAsyncContextManager[None]:
        """Wait for those who come by themselves."""
        return self.hosting.welcome(arena) if self.hosting else contextlib.nullcontext()

    def _start_playing(self) -> None:
        if not self.playing:
            self.playing = True
            self._results.begin()

    def _begin(self, arena: Arena, crowd: Crowd) -> Coroutine[None, None, None] | None:
        """Begin the next game, if there is one."""
        for entrant in self._agenda.out():
            arena.dismiss(self._plan.names[entrant])
        slot = None if self.stopping else self._agenda.take()
        return self._play(slot, arena, crowd) if slot else None

    async def _play(self, slot: Slot, arena: Arena, crowd: Crowd) -> None:
        """Play one game."""
        attempt, suspended = self._agenda.attempt(slot), self._agenda.empty_seats(slot)
        spec = spec_of(self._plan, self._writer.secret, slot, attempt, suspended)
        self._open += 1
        try:
            outcome = await arena.play(spec)
        except RefereeLostError as error:
            self._void(slot, Outcome.voided(spec, str(error)))
            raise
        finally:
            self._open -= 1
        if outcome.void:
            self._void(slot, outcome)
        else:
            crowd.learn(outcome)
            self._results.arrive(outcome)
        self._tell_of_given_up(arena)

    def _void(self, slot: Slot, outcome: Outcome) -> None:
        """Note that a game counts for nothing, and is to be played again (FA-5)."""
        name, attempt = outcome.record.game_id, outcome.record.attempt
        self._agenda.play_again(slot, attempt)
        self._results.arrive(outcome)
        if attempt >= ATTEMPTS:
            raise ConductError(f"game {name} was void {ATTEMPTS} times, at last as {outcome.void}")

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
            if self._agenda.is_decided:
                for playing in self._playing:
                    playing.cancel()  # the games in flight count no more

    async def _store(self) -> None:
        """Add what has arrived to the standings and to the file, and tell of it."""
        stored, suspended = await self._results.store()
        if stored or suspended:
            self._watcher.stored(stored, suspended)
        for suspension in suspended:
            self._watcher.say(suspension.in_words(self._plan.names[suspension.entrant]))
        self._news.set()
        self._news = asyncio.Event()

    def _show(self) -> None:
        self._watcher.update(self.standings, self._results.progress(len(self._crowds)))


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Give the cause of a group: one failure is enough to tell."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
