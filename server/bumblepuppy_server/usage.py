"""What a machine has, and what the processes of a bot use of it, as Linux tells it in `/proc`."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
# Fields of `/proc/PID/stat`, counted from the state on, which comes after the command.
_TIMES: Final = slice(11, 15)
_THREADS: Final = 17


@dataclass(frozen=True, slots=True)
class Usage:
    """What a bot uses, with all that it started."""

    memory: int
    """Bytes in memory; not those of files, which the system can drop and read again."""
    processor_s: float
    """Seconds of a processor, those of processes that have ended among them."""
    processes: int
    """Processes and threads."""


def processors() -> int:
    """Count the processors that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_look() -> bool:
    """Tell whether this system shows which processes descend from another."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # noqa: PTH110 - as below


def usage_below(keeper: int, most: int, *, exact: bool = False) -> Usage:
    """Add up what the descendants of a process use; nothing where the system does not show it.

    Args:
        keeper: The process.
        most: How many processes and threads to count: there may be more every moment.
        exact: Count memory that processes share once, which takes long.
    """
    memory = processes = 0
    ticks = 0
    for pid, stat in _tree(keeper):
        ticks += sum(map(int, stat[_TIMES]))
        if pid != keeper:
            memory += (exact and _share(pid)) or _held(pid)
            processes += int(stat[_THREADS])
        if processes > most:
            break
    return Usage(memory, ticks * _TICK, processes)


def _tree(keeper: int) -> Iterator[tuple[int, list[bytes]]]:
    """Yield a process and its descendants, each with what it is up to."""
    # With `os` alone: this is done for every bot several times a second.
    pids = [keeper]
    for pid in pids:  # which grows
        with contextlib.suppress(OSError):  # it has ended
            # The command stands in brackets, and may hold anything.
            yield pid, _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
            for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
                pids += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())


def _held(pid: int) -> int:
    """Give the bytes that a process holds, those that it shares with others included."""
    return 1024 * _sum(f"/proc/{pid}/status", b"RssAnon:", b"RssShmem:")


def _share(pid: int) -> int:
    """Give a process's share of the bytes that it holds; 0 where the system does not tell."""
    return 1024 * _sum(f"/proc/{pid}/smaps_rollup", b"Pss_Anon:", b"Pss_Shmem:")


def kills_for_memory() -> int:
    """Count the processes that the system has killed for want of memory."""
    return _sum("/proc/vmstat", b"oom_kill ")


def _sum(path: str, *names: bytes) -> int:
    """Add up some figures of a file in which each stands in a line; 0 where there are none."""
    with contextlib.suppress(OSError):
        lines = _read(path).splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(names))
    return 0


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 1 << 16)
    finally:
        os.close(file)
