"""The referee's process, as the process that opened it sees it: commands go in, reports come out.

Both are JSON, one object a line. Every wait in here has an end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, Self

from bumblepuppy_server.spec import FAREWELL, LINE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bumblepuppy_server.spec import Listen

# -P: a file of a contestant's in this folder, such as a random.py, is no module.
WORKER: Final = (sys.executable, "-P", "-m", "bumblepuppy_server.worker")
"""The command of a referee's process, to which what it is told at its start is added."""


class RefereeProcess:
    """A process that runs `worker.py`, and with it all gRPC."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Talk to a process that was started with pipes."""
        assert process.stdin is not None, "it is started with pipes"
        assert process.stdout is not None, "it is started with pipes"
        self._process = process
        self._commands = process.stdin
        self._reports = process.stdout

    @classmethod
    async def start(
        cls,
        worker: Sequence[str],
        address: str,
        ping: float,
        thinkers: int,
        listen: Listen | None = None,
    ) -> Self:
        """Start a referee.

        Args:
            worker: Its command: `WORKER`.
            address: The path of the Unix socket where the bots of this machine come to.
            ping: Seconds in which an idle bot must echo a heartbeat.
            thinkers: How many bots that take long for a decision may think at one time.
            listen: Where others come to, over the network.
        """
        process = await asyncio.create_subprocess_exec(
            *worker,
            *(address, str(ping), str(thinkers)),
            *([json.dumps(asdict(listen))] if listen else ()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
            start_new_session=True,
            # gRPC's threads would each keep memory of their own that is of no use to the others.
            # And they would tell of each stranger who spoils a handshake.
            env={"GRPC_VERBOSITY": "ERROR", **os.environ, "MALLOC_ARENA_MAX": "1"},
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """Its number among the processes of this machine."""
        return self._process.pid

    def tell(self, **command: Any) -> None:
        """Give it a command; one that has ended hears nothing."""
        if not self._commands.is_closing():
            self._commands.write(json.dumps(command).encode() + b"\n")

    async def reports(self) -> AsyncIterator[dict[str, Any]]:
        """Take its reports until it ends."""
        # A line without its end is what a killed process was about to say.
        while (line := await self._reports.readline()).endswith(b"\n"):
            yield json.loads(line)

    async def farewell(self) -> None:
        """Give it time to end by itself."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 2 * FAREWELL)

    def kill(self) -> None:
        """End it, if it has not ended."""
        # One that has just ended is not killed: asyncio would wonder whom to wait for.
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()
