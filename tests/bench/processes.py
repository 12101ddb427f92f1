"""Who uses the processors."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.usage import usage_below

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_server.arena import Arena

MOST: Final = 1 << 16
"""Processes and threads to look at."""
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


def usage(arena: Arena) -> Usage:
    """Read what has been used so far, with this arena open; no bots' where there is no /proc."""
    organiser = time.process_time()
    referee = usage_below(arena._referee.pid, MOST).processor_s
    everybody = usage_below(os.getpid(), MOST).processor_s
    return Usage(organiser, referee, max(0.0, everybody - organiser - referee))


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
