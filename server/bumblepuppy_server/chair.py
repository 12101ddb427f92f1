"""A bot's place in an arena: its process is started, watched, and started again when it ends."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bumblepuppy_sdk.running import REFEREE, TOKEN
from bumblepuppy_server.ending import Ending, ending_of, excess
from bumblepuppy_server.launcher import BotProcess, new_token
from bumblepuppy_server.limits import MIB
from bumblepuppy_server.output import RATE, TAIL, last_lines
from bumblepuppy_server.spinning import SpinCheck
from bumblepuppy_server.usage import Usage, kills_for_memory, processors, usage_below

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bumblepuppy_server.launcher import BotCommand
    from bumblepuppy_server.sandbox import Confinement

RESTARTS: Final = 5
"""How often a bot that ends in the middle is started again."""
BACK_OFF: Final = 0.2
"""Seconds before the first restart; each next one waits twice as long."""
LOOK_EVERY: Final = 0.2
"""Seconds between two looks at what a bot uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What the chairs of an arena stand in."""

    bots: Sequence[BotCommand]
    """All the bots that play there."""
    folder: Path
    """Where the referee's socket is."""
    start: float
    """Seconds from a bot's start until it must be ready."""
    confinement: Confinement
    """What each bot may use of the machine, and what it sees of it."""

    @property
    def address(self) -> str:
        """The address of the referee."""
        return f"unix:{self.folder}/referee"

    async def start_bot(self, chair: Chair) -> BotProcess:
        """Start a bot's process.

        Raises:
            OSError: this machine cannot start any more processes.
        """
        command, env = chair.bot.command, {**os.environ, REFEREE: self.address, TOKEN: chair.token}
        limits, sandbox = self.confinement.limits, self.confinement.sandbox
        if sandbox:
            others = [bot.command for bot in self.bots if bot is not chair.bot]
            command = sandbox.command(command, others, self.folder, limits)
            env = sandbox.environment(env)
        return await BotProcess.start(command, env, limits, chair.flooding)


@dataclass(frozen=True, slots=True)
class Guest:
    """What is known of a bot that has come."""

    sdk: str
    """What it says it was made with."""
    is_here: bool = True
    """Whether it has a stream."""
    way: float | None = None
    """Seconds that a message takes to it and back; `None` while nobody knows, or it is away."""


class Host(Protocol):
    """Who is told what becomes of a bot."""

    @property
    def is_over(self) -> bool:
        """Whether no bot is needed any more."""

    def say(self, message: str) -> None:
        """Take what a person who watches would wonder about."""

    def has_ended(self, name: str, ending: Ending) -> None:
        """Take the end of a bot's process."""


class Chair:
    """One bot's place in the arena, whatever process fills it at the moment."""

    def __init__(self, bot: BotCommand, room: Room, host: Host) -> None:
        """Prepare a place for `bot` in `room`; what becomes of it is told to `host`."""
        self.bot = bot
        self.token = new_token()
        self.joined = asyncio.Event()
        """The bot is ready, or given up: in any case nobody need wait for it."""
        self.process: BotProcess | None = None
        self.games: tuple[str, ...] = ()
        """The games that the bot says it can play."""
        self.guest: Guest | None = None
        """What is known of the bot, once it has come."""
        self.given_up = ""
        """Why the bot is not started again; empty while it is."""
        self._room = room
        self._host = host
        self._starts = 0
        self._verdict: Ending | None = None
        """Why its process was killed from here."""
        self._kills = 0
        """How many processes the system had killed for want of memory at the last look."""
        self._spin_check = SpinCheck(processors())
        self._is_dismissed = False
        self._is_known_to_flood = False
        self._is_known_to_spin = False

    def dismiss(self) -> None:
        """End the bot, within `LOOK_EVERY`, and start it no more: it has no game left."""
        self._is_dismissed = True

    @property
    def _is_over(self) -> bool:
        """Whether this bot is needed no more."""
        return self._is_dismissed or self._host.is_over

    @property
    def output(self) -> str:
        """The last of what the present process printed."""
        return self.process.output.text if self.process else ""

    @property
    def usage(self) -> Usage:
        """What the present process uses, with all that it started."""
        if not self.process or self.process.has_ended:
            return Usage(0, 0.0, 0)
        return usage_below(self.process.pid, self._room.confinement.limits.processes)

    async def keep(self) -> None:
        """Keep the bot's process running until all is over or the bot is given up."""
        try:
            while not self._is_over:
                self._starts += 1
                ending = await self._run()
                if self._is_over:
                    return
                was_ready = self.joined.is_set()
                self.joined.clear()
                if not was_ready:
                    ending = ending.before_ready()
                self._host.has_ended(self.bot.name, ending)
                if not was_ready or self._starts > RESTARTS:
                    in_time = was_ready or self._verdict
                    self._give_up(ending.how + ("" if in_time else " before it said hello"))
                    return
                self._host.say(f"bot {self.bot.name!r} {ending.how}: it is started again")
                await asyncio.sleep(BACK_OFF * 2 ** (self._starts - 1))
        finally:
            if self.process:
                await self.process.stop()

    async def _run(self) -> Ending:
        """Start the bot's process, wait for its end, and tell how it ended."""
        self._verdict = None
        self._spin_check = SpinCheck(processors())
        try:
            process = self.process = await self._room.start_bot(self)
        except OSError as error:  # no more processes, memory or files
            return Ending(f"could not be started: {error.strerror}")
        alarm = asyncio.get_running_loop().call_later(self._room.start, self._end_unready, process)
        try:
            async with asyncio.TaskGroup() as tasks:
                watching = tasks.create_task(self._watch(process))
                code = await process.wait()
                watching.cancel()
        finally:
            alarm.cancel()
        return self._verdict or self._ending_of(code)

    async def _watch(self, process: BotProcess) -> None:
        """Look what the process uses; kill it when that is too much, or nobody needs it."""
        limits = self._room.confinement.limits
        while not (self._verdict or self._is_dismissed):
            self._kills = kills_for_memory()
            await asyncio.sleep(LOOK_EVERY)
            if process.has_ended:
                return
            if excess(usage_below(process.pid, limits.processes), limits):
                exactly = usage_below(process.pid, limits.processes, exact=True)
                self._verdict = excess(exactly, limits)
        process.kill()

    def _ending_of(self, code: int) -> Ending:
        limits, sandbox = self._room.confinement.limits, self._room.confinement.sandbox
        code = sandbox.exit_code(code) if sandbox else code
        return ending_of(code, limits, for_memory=kills_for_memory() > self._kills)

    def _end_unready(self, process: BotProcess) -> None:
        """End a process that is not ready in time."""
        if not self.joined.is_set():
            self._verdict = Ending(f"was not ready within {self._room.start:g} s")
            process.kill()

    def _give_up(self, how: str) -> None:
        shown = last_lines(self.output)
        last = f"; its last output:\n{shown}" if shown else "; it printed nothing"
        self.given_up = f"bot {self.bot.name!r} ({' '.join(self.bot.command)}) {how}{last}"
        self.joined.set()

    # --- what a person who watches would wonder about ---

    def flooding(self) -> None:
        """Tell, once, that the bot prints without end."""
        if self.process and not self._is_known_to_flood:
            self._is_known_to_flood = True
            self._host.say(
                f"bot {self.bot.name!r} prints more than {RATE // MIB} MiB a second: it is read no"
                f" faster, and only the last {TAIL // 1024} KiB are kept"
                f" ({self.process.output.dropped // MIB} MiB are dropped so far)"
            )

    def was_asked(self, asked: float, seconds: float) -> None:
        """Take for how long, of the last seconds, the bot had a question; tell once if it spins."""
        process = self.process
        is_here = process and not process.has_ended and self.joined.is_set()
        if not is_here or self._is_known_to_spin:
            return
        if share := self._spin_check.take(self.usage.processor_s, asked, seconds):
            self._is_known_to_spin = True
            self._host.say(
                f"bot {self.bot.name!r} uses {100 * share:.0f} % of a processor while it waits:"
                " the others have so much less"
            )
