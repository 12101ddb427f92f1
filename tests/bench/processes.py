"""Who uses the processors: read from /proc."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_REFEREE: Final = (b"bumblepuppy_server.worker", b"noting_worker.py")
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
_BURN: Final = "while True: pass"


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds of processor time."""

    organiser: float = 0.0
    """This process."""
    referee: float = 0.0
    bots: float = 0.0
    """All other processes that descend from this one."""

    def __sub__(self, other: Usage) -> Usage:
        """Give what was used since `other`."""
        return Usage(
            self.organiser - other.organiser, self.referee - other.referee, self.bots - other.bots
        )


def usage() -> Usage:
    """Read what has been used so far; zeros where there is no /proc."""
    me = os.getpid()
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        used[pid] = (int(fields[11]) + int(fields[12])) * _TICK
    mine = [pid for pid in used if pid != me and _descends(pid, me, parents)]
    referees = {pid for pid in mine if _is_referee(pid)}
    return Usage(
        organiser=used.get(me, 0.0),
        referee=sum(used[pid] for pid in referees),
        bots=sum(used[pid] for pid in mine if pid not in referees),
    )


def _descends(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    while pid in parents:
        pid = parents[pid]
        if pid == ancestor:
            return True
    return False


def _is_referee(pid: int) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return any(word in command for word in _REFEREE)


@contextmanager
def processors_busy() -> Iterator[None]:
    """Keep every processor busy with something else."""
    burners = [subprocess.Popen([sys.executable, "-c", _BURN]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
