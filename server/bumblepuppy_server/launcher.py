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
POLITE: Final = 1.0
"""Seconds between asking a process to end and killing it."""
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


class BotProcess:
    """A running bot."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take charge of `process`: it is drained until it ends."""
        self._process = process
        self._tail: deque[bytes] = deque()
        self._kept = 0
        assert process.stdout is not None, "a bot is started with a pipe"
        self._draining = asyncio.ensure_future(self._drain(process.stdout))

    @classmethod
    async def start(cls, command: Sequence[str], env: Mapping[str, str]) -> BotProcess:
        """Start `command` with `env` added to this process's environment."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", _CONFINE, str(os.getpid())),
            *command,
            env={**os.environ, **env},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        return cls(process)

    async def _drain(self, output: asyncio.StreamReader) -> None:
        """Keep the last of what the bot prints, so that it never waits for a reader."""
        while data := await output.read(1 << 16):
            self._tail.append(data)
            self._kept += len(data)
            while self._kept - len(self._tail[0]) >= TAIL:
                self._kept -= len(self._tail.popleft())

    @property
    def tail(self) -> str:
        """The last of what the bot printed."""
        return b"".join(self._tail)[-TAIL:].decode("utf-8", "replace")

    async def wait(self) -> int:
        """Wait for the end of the process, and give its exit code (negative: the signal)."""
        code = await self._process.wait()
        # What it started may hold the pipe open, and must not outlive it.
        self._signal(signal.SIGKILL)
        await self._draining
        return code

    async def stop(self) -> None:
        """End the bot and all that it started: politely, then not."""
        self._signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), POLITE)
        self._signal(signal.SIGKILL)
        await self.wait()

    def kill(self) -> None:
        """End the bot and all that it started, at once."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)


def describe_exit(code: int) -> str:
    """Say in words how a process ended."""
    if code < 0:
        return f"was killed by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
