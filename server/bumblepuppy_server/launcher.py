"""Bots as processes: own session, killed as a group, dying with their parent, output drained."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TAIL: Final = 8192
"""Bytes of a bot's output that are kept."""
LAST_LINES: Final = 12
"""Lines of that which are shown when something went wrong."""
LONGEST_LINE: Final = 300
"""Characters of such a line."""
POLITE: Final = 1.0
"""Seconds between asking a process to end and killing it."""
LAST_WORDS: Final = 0.2
"""Seconds in which a pipe that something still holds is listened to after the bot's end."""
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
    """A running bot."""

    # A protocol, because asyncio's own `Process.wait` waits for the end of the pipe as well, which
    # what the bot has started can hold open for ever.

    def __init__(self) -> None:
        """Wait for `start` to start the process."""
        self._tail: deque[bytes] = deque()
        self._kept = 0
        self._ended = asyncio.Event()
        self._drained = asyncio.Event()
        self._swept = False

    @classmethod
    async def start(cls, command: Sequence[str], env: Mapping[str, str]) -> BotProcess:
        """Start `command` with `env` added to this process's environment.

        Raises:
            OSError: this machine cannot start any more processes.
        """
        _, bot = await asyncio.get_running_loop().subprocess_exec(
            cls,
            *(sys.executable, "-I", "-S", _CONFINE, str(os.getpid())),
            *command,
            env={**os.environ, **env},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        return bot

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take charge of the process, which asyncio has started."""
        assert isinstance(transport, asyncio.SubprocessTransport), "asyncio gives nothing else"
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:  # noqa: ARG002 - asyncio's
        """Keep the last of what the bot prints, so that it never waits for a reader."""
        self._tail.append(data)
        self._kept += len(data)
        while self._kept - len(self._tail[0]) >= TAIL:
            self._kept -= len(self._tail.popleft())

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's
        """Note that nothing more will be printed."""
        self._drained.set()

    def process_exited(self) -> None:
        """Note that the bot has ended; what it started may still run."""
        self._ended.set()

    @property
    def tail(self) -> str:
        """The last of what the bot printed, as text that is safe to show on a terminal."""
        text = b"".join(self._tail)[-TAIL:].decode("utf-8", "replace")
        return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)

    async def wait(self) -> int:
        """Wait for the end of the process, and give its exit code (negative: the signal)."""
        await self._ended.wait()
        self._signal(signal.SIGKILL)  # what it started must not outlive it
        self._swept = True
        # What left the process group may still hold the pipe; its output is not waited for.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._drained.wait(), LAST_WORDS)
        self._transport.close()
        code = self._transport.get_returncode()
        assert code is not None, "the process has ended"
        return code

    async def stop(self) -> None:
        """End the bot and all that it started: politely, then not."""
        self._signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), POLITE)
        self._signal(signal.SIGKILL)
        await self.wait()

    def kill(self) -> None:
        """End the bot and all that it started, at once."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot's process group, while that is surely its own."""
        if not self._swept:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._transport.get_pid(), number)


def last_lines(output: str) -> str:
    """Give the last lines of a bot's output: few enough to stand beside what they explain."""
    lines = output.strip().splitlines()
    return "\n".join(line[:LONGEST_LINE] for line in lines[-LAST_LINES:])


def describe_exit(code: int) -> str:
    """Say in words how a process ended."""
    if code < 0:
        names = {number.value: number.name for number in signal.Signals}
        return f"was killed by {names.get(-code, f'signal {-code}')}"
    return f"ended with exit code {code}"
