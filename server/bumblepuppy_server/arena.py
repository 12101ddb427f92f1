"""A place to play: one referee process and the bots' processes around it.

The process that opens an arena runs no gRPC, so that it may start others safely. It starts the
referee and the bots together, starts a bot again that ends in the middle, and hands games to the
referee. Every wait in here has an end.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.running import REFEREE, TOKEN
from bumblepuppy_server.chair import Chair, Guest, Room
from bumblepuppy_server.door import digest_of
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_server.output import last_lines
from bumblepuppy_server.referee_process import WORKER, RefereeProcess
from bumblepuppy_server.sandbox import Confinement
from bumblepuppy_server.spec import FAREWELL
from bumblepuppy_server.usage import processors

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from bumblepuppy_server.ending import Ending
    from bumblepuppy_server.spec import Clocks, Drill, GameSpec, Listen
    from bumblepuppy_server.usage import Usage

LONGEST_SDK: Final = 60
"""Characters of what a bot says it was made with."""
LONGEST_FOLDER: Final = 70
"""Characters: the path of a Unix socket may have 107 at most."""
STRANGERS: Final = 16
"""Connections beside one for each bot: for those who come back by another before the first is
found to be broken, for those who mistake their token, and for those who mean harm."""
_LOST: Final = "a referee's process ended unexpectedly"


@dataclass(frozen=True, slots=True)
class Guests:
    """Bots that come over the network."""

    listen: Listen
    """Where to."""
    digests: Mapping[str, str]
    """By name: the hash of its token; an empty one lets nobody in."""


class BotFailedToStartError(BumblepuppyError):
    """A bot was not ready in time, or ended before it was; the message shows its last output."""


class RefereeLostError(BumblepuppyError):
    """The referee's process ended in the middle: its open games are void (FA-5)."""


def _socket_folder() -> tempfile.TemporaryDirectory[str]:
    """Make a private folder for a socket, whose whole path must be short."""
    usual = len(tempfile.gettempdir()) <= LONGEST_FOLDER
    return tempfile.TemporaryDirectory(
        prefix="bumblepuppy-",
        dir=None if usual else "/tmp",  # noqa: S108 - the name in it is drawn at random
        ignore_cleanup_errors=True,
    )


class Arena:
    """One referee and its bots; an async context manager.

    Entering waits until every bot is ready, or raises `BotFailedToStartError`.
    """

    worker: Sequence[str] = WORKER
    """The command of the referee's process."""

    def __init__(  # noqa: PLR0913 - all but the first two have good defaults
        self,
        bots: Sequence[BotCommand],
        clocks: Clocks,
        say: Callable[[str], None] = lambda _: None,
        thinkers: int | None = None,
        confinement: Confinement | None = None,
        *,
        guests: Guests | None = None,
    ) -> None:
        """Prepare a place for `bots`.

        Args:
            bots: Who plays here.
            clocks: Of these, `start` and `ping` matter here.
            say: Is told in words what a person who watches would wonder about.
            thinkers: How many bots that take long for a decision may think at one time; by
                default one for each processor.
            confinement: What each bot may use of the machine, and what it sees of it.
            guests: Who else may come, over the network.
        """
        self.say = say
        self._guests = guests
        self._clocks = clocks
        self._thinkers = thinkers or processors()
        self._folder = _socket_folder()
        room = Room(
            bots=bots,
            folder=Path(self._folder.name),
            start=clocks.start,
            confinement=confinement or Confinement(),
        )
        self._address = room.address
        self._room = room
        self._chairs = {bot.name: Chair(bot, room, self) for bot in bots}
        self._games: dict[str, asyncio.Future[Outcome]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._lost = False

    async def __aenter__(self) -> Self:
        """Start the referee and the bots, and wait until all are ready."""
        try:
            listen = self._listen_to_guests()
            self._referee = await RefereeProcess.start(
                self.worker, self._address, self._clocks.ping, self._thinkers, listen
            )
        except BaseException:
            self._folder.cleanup()
            raise
        try:
            self._spawn(self._listen())
            bots = list(self._chairs.values())
            for chair in bots:
                self._expect(chair.bot.name, digest_of(chair.token))
                self._spawn(chair.keep())
            for name, digest in self._guests.digests.items() if self._guests else ():
                self.expect(name, digest)
            await self._all_joined(bots)
        except BaseException as error:
            await self.__aexit__(error)
            raise
        return self

    async def __aexit__(self, *failure: object) -> None:
        """Say goodbye to the bots, unless something failed, and leave no process behind."""
        self._closing = True
        try:
            if not any(failure):
                self._referee.tell(close=True)
            if not any(failure) or self._lost:  # one that is lost is ending already
                await self._referee.farewell()
        finally:
            self._referee.kill()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(self._referee.wait(), *self._tasks, return_exceptions=True)
            self._folder.cleanup()

    def invite(self, name: str) -> dict[str, str]:
        """Keep a place for a player that comes by itself: no process is started for it.

        Games that it is to play in wait until it is here.

        Returns:
            What its environment must say for it to be let in.
        """
        chair = self._chairs[name] = Chair(BotCommand(name, ()), self._room, self)
        self._expect(name, digest_of(chair.token))
        return {REFEREE: self._address, TOKEN: chair.token}

    def expect(self, name: str, digest: str) -> None:
        """Let a guest in who shows the token with this hash, and no other from now on.

        Who is here by another token has to come again; with an empty hash it has to leave.
        """
        if name not in self._chairs:
            self._chairs[name] = Chair(BotCommand(name, ()), self._room, self)
        if digest:
            self._expect(name, digest, guest=True)
        else:
            self._referee.tell(expel=name)

    def _expect(self, name: str, digest: str, *, guest: bool = False) -> None:
        self._referee.tell(expect={"name": name, "digest": digest, "guest": guest})

    def wait_no_more(self) -> None:
        """Let games begin whoever of the guests is here: the others are at fault in theirs."""
        for name in self._guests.digests if self._guests else ():
            self._chairs[name].joined.set()

    def guest(self, name: str) -> Guest | None:
        """Tell what is known of a guest; `None` if it has not come."""
        return self._chairs[name].guest

    async def play(self, spec: GameSpec) -> Outcome:
        """Play one game, once all its bots are there or given up.

        Raises:
            RefereeLostError: the referee's process ended before the game did.
        """
        here = (name for seat, name in enumerate(spec.seats) if seat not in spec.suspended)
        chairs = [self._chairs[name] for name in here]
        # While one is waited for, another may end: it must not be dealt in before it is back.
        while away := [chair for chair in chairs if not chair.joined.is_set()]:
            await away[0].joined.wait()
        if self._lost:
            raise RefereeLostError(_LOST)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._games[spec.game_id] = future
        self._referee.tell(begin=asdict(spec))
        try:
            return await future
        finally:
            self._games.pop(spec.game_id, None)

    def drill(self, name: str, what: Drill) -> None:
        """Put a bot to a test."""
        self._referee.tell(drill=name, what=what)

    async def say_goodbye(self) -> list[str]:
        """Tell the bots that all is over, and name those that do not end by themselves."""
        self._closing = True
        self._referee.tell(close=True)
        processes = {name: chair.process for name, chair in self._chairs.items() if chair.process}
        ends = [asyncio.ensure_future(process.wait()) for process in processes.values()]
        await asyncio.wait(ends, timeout=2 * FAREWELL)
        return [name for name, process in processes.items() if not process.has_ended]

    def usage(self, name: str) -> Usage:
        """Tell what a bot uses, with all that it has started."""
        return self._chairs[name].usage

    def output(self, name: str) -> str:
        """Give the last of what a bot's present process printed."""
        return self._chairs[name].output

    def games(self, name: str) -> tuple[str, ...]:
        """Give the games that a bot says it can play."""
        return self._chairs[name].games

    def dismiss(self, name: str) -> None:
        """End a bot that has no game left, if it is here."""
        if chair := self._chairs.get(name):
            chair.dismiss()

    def given_up(self) -> dict[str, str]:
        """Tell which bots are not started again, and why."""
        return {name: chair.given_up for name, chair in self._chairs.items() if chair.given_up}

    # --- the bots ---

    @property
    def is_over(self) -> bool:
        """Whether no bot is needed any more."""
        return self._closing or self._lost

    def has_ended(self, name: str, ending: Ending) -> None:
        """Tell the referee that a bot's process has ended."""
        output = last_lines(self._chairs[name].output)
        self._referee.tell(crashed=name, cause=ending.cause, how=ending.how, output=output)

    async def _all_joined(self, chairs: Sequence[Chair]) -> None:
        await asyncio.gather(*(chair.joined.wait() for chair in chairs))
        if self._lost:
            raise RefereeLostError(_LOST)
        failed = [chair for chair in chairs if chair.given_up]
        if failed:
            raise BotFailedToStartError("\n".join(chair.given_up for chair in failed))

    # --- the referee ---

    def _listen_to_guests(self) -> Listen | None:
        """Tell where guests come to, with a place for each bot."""
        if not self._guests:
            return None
        places = len(self._chairs) + len(self._guests.digests) + STRANGERS
        return replace(self._guests.listen, connections=places)

    async def _listen(self) -> None:
        """Take the referee's reports until it ends."""
        try:
            async for report in self._referee.reports():
                self._hear(report)
        finally:
            self._lose()

    def _hear(self, report: dict[str, Any]) -> None:
        match report:
            case {"outcome": _}:
                outcome = Outcome.from_dict(report)
                future = self._games.get(outcome.record.game_id)
                if future and not future.done():  # nobody may be waiting any more
                    future.set_result(self._with_output(outcome))
            case {"joined": name, "games": games, "sdk": sdk}:
                chair = self._chairs[name]
                # A bot's own words, which are shown on a terminal.
                chair.games = tuple(game for game in games if game.isprintable())
                chair.guest = Guest(sdk[:LONGEST_SDK] if sdk.isprintable() else "?")
                chair.joined.set()
            case {"waits_for": name}:
                self.say(f"waiting for bot {name!r}, which is slow to answer …")
            case {"asked": asked, "of": seconds, "ways": ways}:
                for name, chair in self._chairs.items():
                    chair.was_asked(asked.get(name, 0.0), seconds)
                    if chair.guest:
                        here, way = name in ways, ways.get(name)
                        chair.guest = replace(chair.guest, is_here=here, way=way)
            case {"hung": name} if process := self._chairs[name].process:
                process.kill()

    def _with_output(self, outcome: Outcome) -> Outcome:
        """Add what was printed, by bots at fault or in a void game, to what can be told of it."""
        found = []
        for name, seat in zip(outcome.record.seats, outcome.evidence, strict=False):
            chair = self._chairs.get(name)  # there is none for a bot that is suspended
            printed = last_lines(chair.output) if chair and (seat.faults or outcome.void) else ""
            found.append(replace(seat, output=seat.output or printed))
        return replace(outcome, evidence=tuple(found)) if found else outcome

    def _lose(self) -> None:
        """Let nobody wait for a referee that has ended."""
        self._lost = True
        for chair in self._chairs.values():
            chair.joined.set()  # nobody need wait for it
        for future in self._games.values():
            if not future.done():
                future.set_exception(RefereeLostError(_LOST))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_ended)

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            # A mistake of ours: it is told, and nobody waits for what will not come.
            context = {"message": "a task of an arena failed", "exception": error}
            task.get_loop().call_exception_handler(context)
            self._lose()
