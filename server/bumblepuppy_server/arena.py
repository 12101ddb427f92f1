"""A place to play: one referee process and the bots' processes around it.

The process that opens an arena runs no gRPC, so that it may start others safely. It starts the
referee and the bots together, starts a bot again that ends in the middle, and hands games to the
referee. Every wait in here has an end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.running import REFEREE, TOKEN
from bumblepuppy_server.launcher import BotProcess, describe_exit, last_lines, new_token
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_server.spec import FAREWELL, LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from bumblepuppy_server.launcher import BotCommand
    from bumblepuppy_server.spec import Clocks, GameSpec

RESTARTS: Final = 5
"""How often a bot that ends in the middle is started again."""
BACK_OFF: Final = 0.2
"""Seconds before the first restart; each next one waits twice as long."""
LONGEST_FOLDER: Final = 70
"""Characters: the path of a Unix socket may have 107 at most."""
_LOST: Final = "a referee's process ended unexpectedly"


class BotFailedToStartError(BumblepuppyError):
    """A bot was not ready in time, or ended before it was; the message shows its last output."""


class RefereeLostError(BumblepuppyError):
    """The referee's process ended in the middle: its open games are void (FA-5)."""


@dataclass(slots=True)
class _Chair:
    """One bot's place in the arena, whatever process fills it at the moment."""

    bot: BotCommand
    token: str
    joined: asyncio.Event
    process: BotProcess | None = None
    games: tuple[str, ...] = ()
    """The games that the bot says it can play."""
    starts: int = 0
    given_up: str = ""
    """Why the bot is not started again; empty while it is."""


def processors() -> int:
    """Count the processors that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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

    def __init__(
        self,
        bots: Sequence[BotCommand],
        clocks: Clocks,
        say: Callable[[str], None] = lambda _: None,
        thinkers: int | None = None,
    ) -> None:
        """Prepare a place for `bots`.

        Args:
            bots: Who plays here.
            clocks: Of these, `start` and `ping` matter here.
            say: Is told in words what a person who watches would wonder about.
            thinkers: How many bots that take long for a decision may think at one time; by
                default one for each processor.
        """
        self._say = say
        self._clocks = clocks
        self._thinkers = thinkers or processors()
        self._chairs = {bot.name: _Chair(bot, new_token(), asyncio.Event()) for bot in bots}
        self._games: dict[str, asyncio.Future[Outcome]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._folder = _socket_folder()
        self._address = f"unix:{self._folder.name}/referee"
        self._closing = False
        self._lost = False

    async def __aenter__(self) -> Self:
        """Start the referee and the bots, and wait until all are ready."""
        try:
            self._referee = await self._start_referee()
        except BaseException:
            self._folder.cleanup()
            raise
        try:
            self._spawn(self._listen())
            for chair in self._chairs.values():
                self._tell(expect={"name": chair.bot.name, "token": chair.token})
                self._spawn(self._keep(chair))
            await self._all_joined()
        except BaseException as error:
            await self.__aexit__(error)
            raise
        return self

    async def __aexit__(self, *failure: object) -> None:
        """Say goodbye to the bots, unless something failed, and leave no process behind."""
        self._closing = True
        try:
            if not any(failure):
                self._tell(close=True)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._referee.wait(), 2 * FAREWELL)
        finally:
            if self._referee.returncode is None:  # else asyncio would wonder whom to wait for
                with contextlib.suppress(ProcessLookupError):
                    self._referee.kill()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(self._referee.wait(), *self._tasks, return_exceptions=True)
            self._folder.cleanup()

    async def play(self, spec: GameSpec) -> Outcome:
        """Play one game, once all its bots are there or given up.

        Raises:
            RefereeLostError: the referee's process ended before the game did.
        """
        chairs = [self._chairs[name] for name in spec.seats]
        # While one is waited for, another may end: it must not be dealt in before it is back.
        while away := [chair for chair in chairs if not chair.joined.is_set()]:
            await away[0].joined.wait()
        if self._lost:
            raise RefereeLostError(_LOST)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._games[spec.game_id] = future
        self._tell(begin=asdict(spec))
        try:
            return await future
        finally:
            self._games.pop(spec.game_id, None)

    def output(self, name: str) -> str:
        """Give the last of what a bot's present process printed."""
        process = self._chairs[name].process
        return process.tail if process else ""

    def games(self, name: str) -> tuple[str, ...]:
        """Give the games that a bot says it can play."""
        return self._chairs[name].games

    def given_up(self) -> dict[str, str]:
        """Tell which bots are not started again, and why."""
        return {name: chair.given_up for name, chair in self._chairs.items() if chair.given_up}

    @property
    def _over(self) -> bool:
        return self._closing or self._lost

    # --- the bots ---

    async def _all_joined(self) -> None:
        await asyncio.gather(*(chair.joined.wait() for chair in self._chairs.values()))
        if self._lost:
            raise RefereeLostError(_LOST)
        failed = [chair for chair in self._chairs.values() if chair.given_up]
        if failed:
            raise BotFailedToStartError("\n".join(chair.given_up for chair in failed))

    async def _keep(self, chair: _Chair) -> None:
        """Keep a bot's process running until the arena closes or the bot is given up."""
        try:
            while not self._over:
                chair.starts += 1
                how = await self._run(chair)
                if self._over:
                    return
                was_ready = chair.joined.is_set()
                chair.joined.clear()
                self._tell(crashed=chair.bot.name)
                if not was_ready or chair.starts > RESTARTS:
                    self._give_up(chair, how if was_ready else f"{how} before it said hello")
                    return
                self._say(f"bot {chair.bot.name!r} {how}: it is started again")
                await asyncio.sleep(BACK_OFF * 2 ** (chair.starts - 1))
        finally:
            if chair.process:
                await chair.process.stop()

    async def _run(self, chair: _Chair) -> str:
        """Start a bot's process, wait for its end, and say how it ended."""
        env = {REFEREE: self._address, TOKEN: chair.token}
        try:
            process = chair.process = await BotProcess.start(chair.bot.command, env)
        except OSError as error:  # no more processes, memory or files
            return f"could not be started: {error.strerror}"
        loop = asyncio.get_running_loop()
        alarm = loop.call_later(self._clocks.start, self._end_unready, chair, process)
        try:
            return describe_exit(await process.wait())
        finally:
            alarm.cancel()

    def _end_unready(self, chair: _Chair, process: BotProcess) -> None:
        """End a process that is not ready in time."""
        if not chair.joined.is_set():
            chair.given_up = f"was not ready within {self._clocks.start:g} s"
            process.kill()

    def _give_up(self, chair: _Chair, how: str) -> None:
        what = chair.given_up or how
        shown = last_lines(self.output(chair.bot.name))
        last = f"; its last output:\n{shown}" if shown else "; it printed nothing"
        command = " ".join(chair.bot.command)
        chair.given_up = f"bot {chair.bot.name!r} ({command}) {what}{last}"
        chair.joined.set()  # nobody need wait for it

    # --- the referee ---

    async def _start_referee(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            # -P: a file of a contestant's in this folder, such as a random.py, is no module.
            *(sys.executable, "-P", "-m", "bumblepuppy_server.worker"),
            *(self._address, str(self._clocks.ping), str(self._thinkers)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
            start_new_session=True,
        )

    async def _listen(self) -> None:
        """Take the referee's reports until it ends."""
        assert self._referee.stdout is not None, "the referee is started with a pipe"
        try:
            # A line without its end is what a killed process was about to say.
            while (line := await self._referee.stdout.readline()).endswith(b"\n"):
                self._hear(line.decode())
        finally:
            self._lose()

    def _hear(self, line: str) -> None:
        report: dict[str, Any] = json.loads(line)
        match report:
            case {"outcome": _}:
                outcome = Outcome.from_dict(report)
                future = self._games.get(outcome.record.game_id)
                if future and not future.done():  # nobody may be waiting any more
                    future.set_result(outcome)
            case {"joined": name, "games": games}:
                # A bot's own words, which are shown on a terminal.
                self._chairs[name].games = tuple(game for game in games if game.isprintable())
                self._chairs[name].joined.set()
            case {"waits_for": name}:
                self._say(f"waiting for bot {name!r}, which is slow to answer …")
            case {"hung": name} if process := self._chairs[name].process:
                process.kill()

    def _lose(self) -> None:
        """Let nobody wait for a referee that has ended."""
        self._lost = True
        for chair in self._chairs.values():
            chair.joined.set()  # nobody need wait for it
        for future in self._games.values():
            if not future.done():
                future.set_exception(RefereeLostError(_LOST))

    def _tell(self, **command: Any) -> None:
        stdin = self._referee.stdin
        if stdin and not stdin.is_closing():
            stdin.write(json.dumps(command).encode() + b"\n")

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
