"""The person's screen and keyboard: lines out, and lines in."""

from __future__ import annotations

import os
import select
import sys
import termios
import time
from typing import TYPE_CHECKING, Final

from rich.console import Console

from bumblepuppy_tournaments.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.text import Text

_ROWS: Final = 24
"""Rows of a screen, where nobody knows."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """End at once where nobody reads any more: there is nobody to tell it to."""
        os._exit(ExitCode.INTERRUPTED)


class Terminal:
    """A terminal, or a pair of pipes that stands for one."""

    def __init__(self) -> None:
        """Use standard input and output."""
        self._console = _Console(highlight=False)
        self._typed = b""
        self._is_seen = sys.stdin.isatty()
        """Whether what is typed shows on the screen."""

    @property
    def width(self) -> int:
        """Columns."""
        return self._console.width

    @property
    def height(self) -> int:
        """Rows."""
        return self._console.height if self._console.is_terminal else _ROWS

    def show(self, *parts: RenderableType) -> None:
        """Show something, each part from a new line on."""
        for part in parts:
            self._console.print(part, markup=False)

    def show_page(self, lines: Sequence[Text], more: str) -> None:
        """Show many lines, a screen at a time; `more` asks whether to go on."""
        step = self.height - 1 if self._console.is_terminal and self._is_seen else len(lines)
        for first in range(0, len(lines), step):
            self.show(*lines[first : first + step])
            if first + step < len(lines) and self.ask(more):
                return

    def forget_typed(self) -> None:
        """Drop what was typed before the person saw what there is to choose from."""
        if self._is_seen:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            self._typed = b""

    def ask(self, question: str, until: float | None = None) -> str:
        """Ask for a line, and give it without the blanks around it.

        Args:
            question: What to ask.
            until: When to give up, by `time.monotonic`; `None`: never.

        Raises:
            EOFError: there is no more input.
            TimeoutError: nothing was typed in time.
        """
        self._console.print(question, end="", markup=False)
        sys.stdout.flush()
        try:
            line = self._read(until)
        except (EOFError, TimeoutError):
            self.show("")
            raise
        if not self._is_seen:
            self.show("")
        return line.decode("utf-8", "replace").strip()

    def _read(self, until: float | None) -> bytes:
        while b"\n" not in self._typed:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([sys.stdin], [], [], left)[0]:
                raise TimeoutError
            if not (more := os.read(sys.stdin.fileno(), 4096)):
                break
            self._typed += more
        if not self._typed:
            raise EOFError
        line, _, self._typed = self._typed.partition(b"\n")
        return line
