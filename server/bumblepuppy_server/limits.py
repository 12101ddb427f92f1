"""What a bot may use of the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a bot may use, with all the processes that it starts.

    The system keeps the limits of single processes (`rlimits`). Those of all together are kept by
    looking often, because the system's own would hit the wrong ones: its limit on memory counts
    the address space, of which gRPC reserves much more than it uses, and its limit on processes
    counts all that a user runs, and does not bind root.
    """

    memory: int = 2048
    """MiB that all its processes may hold; what they share counts once."""
    processes: int = 512
    """Processes and threads that it may have at one time, all together."""
    processor_seconds: int | None = None
    """Seconds of a processor that each of its processes may use; `None`: as many as it likes."""
    open_files: int = 1024
    """Files that each of its processes may have open."""
    file_size: int = 256
    """MiB of the largest file that it may write; in a sandbox also of all files in `/tmp`."""

    @property
    def rlimits(self) -> dict[str, int]:
        """The limits of a process, by the names that the module `resource` has for them."""
        limits = {"CORE": 0, "NOFILE": self.open_files, "FSIZE": self.file_size * MIB}
        if self.processor_seconds is not None:
            limits["CPU"] = self.processor_seconds
        return limits
