"""Bots as processes: within limits, killed with all that they started, dying with their parent."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.output import Output

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bumblepuppy_server.limits import Limits

POLITE: Final = 1.0
"""Seconds between asking a process to end and killing it."""
LAST_WORDS: Final = 0.2
"""Seconds in which a pipe that something still holds is listened to after the bot's end."""
OBSTINATE: Final = 3.0
"""Seconds that the keeper of a bot has to kill it, before it is killed itself."""
_CONFINE: Final = str(Path(__file__).with_name("confine.py"))


@dataclass(frozen=True, slots=True)
class BotCommand:
    """How a bot is started."""

    name: str
    command: tuple[str, ...]
    """Program and arguments."""


def new_token() -> str:
    """Make a token that nobody can guess."""
    return secrets.token_hex(16)


class BotProcess(asyncio.SubprocessProtocol):
    """A running bot: in truth its keeper (see `confine`), whose child it is."""

    # A protocol, because asyncio's own `Process.wait` waits for the end of the pipe as well, which
    # what the bot has started can hold open for ever.

    def __init__(self, flooding: Callable[[], None]) -> None:
        """Wait for `start` to start the process."""
        self.output = Output()
        self._flooding = flooding
        self._ended = asyncio.Event()
        self._drained = asyncio.Event()

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        env: Mapping[str, str],
        limits: Limits,
        flooding: Callable[[], None] = lambda: None,
    ) -> BotProcess:
        """Start a bot.

        Args:
            command: Program and arguments.
            env: Its whole environment.
            limits: What each of its processes may use.
            flooding: Is called whenever it has printed more than is read at once.

        Raises:
            OSError: this machine cannot start any more processes.
        """
        rlimits = ",".join(f"{name}={value}" for name, value in limits.rlimits.items())
        _, bot = await asyncio.get_running_loop().subprocess_exec(
            lambda: cls(flooding),
            *(sys.executable, "-I", "-S", _CONFINE, rlimits, *command),
            env=dict(env),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        return bot

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take charge of the process, which asyncio has started."""
        assert isinstance(transport, asyncio.SubprocessTransport), "asyncio gives nothing else"
        self._transport = transport
        # asyncio has no class that is both; these are what it gives for these numbers.
        self._line: asyncio.WriteTransport = transport.get_pipe_transport(0)  # type: ignore[assignment]
        self._printed: asyncio.ReadTransport = transport.get_pipe_transport(1)  # type: ignore[assignment]

    def pipe_data_received(self, fd: int, data: bytes) -> None:  # noqa: ARG002 - asyncio's
        """Keep the last of what the bot prints; who prints without end must wait to be read."""
        self.output.add(data)
        loop = asyncio.get_running_loop()
        if (pause := self.output.pause(len(data), loop.time())) and not self._ended.is_set():
            self._printed.pause_reading()
            loop.call_later(pause, self._read_on)
            self._flooding()

    def _read_on(self) -> None:
        if not self._printed.is_closing():
            self._printed.resume_reading()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's
        """Note that nothing more will be printed."""
        if fd == 1:
            self._drained.set()

    def process_exited(self) -> None:
        """Note that the bot has ended, and hear its last words."""
        self._ended.set()
        self._read_on()

    @property
    def pid(self) -> int:
        """The number of the keeper, from which all the bot's processes descend."""
        return self._transport.get_pid()

    @property
    def has_ended(self) -> bool:
        """Whether it has: its number may be another process's by now."""
        return self._ended.is_set()

    async def wait(self) -> int:
        """Wait for the end of the process, and give its exit code (negative: the signal)."""
        await self._ended.wait()
        # Where a process can get away from its keeper it may still hold the pipe.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._drained.wait(), LAST_WORDS)
        self._transport.close()
        code = self._transport.get_returncode()
        assert code is not None, "the process has ended"
        return code

    async def stop(self) -> None:
        """End the bot and all that it started: politely, then not."""
        self._line.write(b"\n")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), POLITE)
        self.kill()
        await self.wait()

    def kill(self) -> None:
        """End the bot and all that it started, at once."""
        self._line.close()
        asyncio.get_running_loop().call_later(OBSTINATE, self._kill_keeper)

    def _kill_keeper(self) -> None:
        """End a keeper that was kept from its work; the bot dies with it."""
        with contextlib.suppress(ProcessLookupError):
            self._transport.kill()
