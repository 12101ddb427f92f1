"""The events as lines of JSON, in a file or on standard output."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from bumblepuppy_tournaments.bots.entrants import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bumblepuppy_tournaments.events.event import Event

STANDARD_OUTPUT: Final = Path("-")
"""What stands for it where a file is named."""


def line_of(event: Event) -> str:
    """Write an event as one line of JSON."""
    return json.dumps(event, separators=(",", ":")) + "\n"


class Log(Protocol):
    """Takes down what happens."""

    def take(self, event: Event) -> None:
        """Take an event down, so that others can read it at once."""
        ...

    def close(self) -> None:
        """Take no more."""
        ...


class PrintedLog:
    """Prints the events; who stops reading them stops the tournament, as with all its output."""

    def take(self, event: Event) -> None:
        """Print it."""
        sys.stdout.write(line_of(event))
        sys.stdout.flush()

    def close(self) -> None:
        """Do nothing: every line is out already."""


class FileLog:
    """Adds the events to a file, each in one piece."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        """Open the file; `say` is told if it cannot be written any more.

        Raises:
            ConfigError: it cannot be opened.
        """
        self._path, self._say = path, say
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise ConfigError(f"--events {path}: cannot be written: {error.strerror}") from error
        self._open = True
        if self._ends_in_the_middle():
            self._write("\n")

    def _ends_in_the_middle(self) -> bool:
        """Tell whether the last line was not finished, such as on a disk that was full."""
        size = os.fstat(self._handle).st_size
        return size > 0 and os.pread(self._handle, 1, size - 1) != b"\n"

    def take(self, event: Event) -> None:
        """Write it to the system, past all buffers."""
        if self._open:
            self._write(line_of(event))

    def _write(self, line: str) -> None:
        rest = line.encode()
        try:
            while rest:
                rest = rest[os.write(self._handle, rest) :]
        except OSError as error:
            self.close()
            self._say(
                f"--events {self._path}: cannot be written any more: {error.strerror}."
                " The tournament goes on, and no further event is told"
            )

    def close(self) -> None:
        """Close the file."""
        if self._open:
            self._open = False
            os.close(self._handle)
