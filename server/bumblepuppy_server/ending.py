"""How a bot's process ended, in words, and what the games that it leaves call it."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, NamedTuple

from bumblepuppy_server.limits import MIB
from bumblepuppy_server.table import Cause

if TYPE_CHECKING:
    from bumblepuppy_server.limits import Limits
    from bumblepuppy_server.usage import Usage


class Ending(NamedTuple):
    """The end of a bot's process."""

    how: str
    """What to say after its name, such as `ended with exit code 1`."""
    cause: Cause = Cause.CRASHED
    """The cause of its faults in the games that it leaves."""

    def before_ready(self) -> Ending:
        """Give the end of a process that was not ready yet: it failed to start."""
        failed = self.cause is Cause.CRASHED
        return self._replace(cause=Cause.START_FAILED) if failed else self


def excess(usage: Usage, limits: Limits) -> Ending | None:
    """Tell how a bot is ended that uses more than it may; nothing if it does not."""
    if usage.memory > limits.memory * MIB:
        held = f"{usage.memory / MIB:.0f} MiB of memory, and may hold {limits.memory}"
        return Ending(f"was killed: it held {held}", Cause.OUT_OF_MEMORY)
    if usage.processes > limits.processes:
        return Ending(f"was killed: it had more than {limits.processes} processes and threads")
    return None


def ending_of(code: int, limits: Limits, *, for_memory: bool) -> Ending:
    """Tell how a bot ended that nobody here has killed.

    Args:
        code: Its exit code; negative: the signal that killed it.
        limits: What it could use.
        for_memory: Whether the system has just killed some process for want of memory.
    """
    if code == -signal.SIGKILL and for_memory:
        return Ending("was killed by the system, which had no memory left", Cause.OUT_OF_MEMORY)
    if code == -signal.SIGXCPU:
        return Ending(f"used up its {limits.processor_seconds} s of a processor")
    if code == -signal.SIGXFSZ:
        return Ending(f"wrote more than {limits.file_size} MiB to a file")
    return Ending(describe_exit(code))


def describe_exit(code: int) -> str:
    """Say in words how a process ended."""
    if code < 0:
        names = {number.value: number.name for number in signal.Signals}
        return f"was killed by {names.get(-code, f'signal {-code}')}"
    return f"ended with exit code {code}"
