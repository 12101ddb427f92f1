"""Keys of a terminal, one at a time, without a library: termios and select."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.replaying.position import Key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_KEYS: Final = {
    Key.NEXT: (b" ", b"n", b"\x1b[C", b"\x1bOC"),
    Key.BACK: (b"b", b"\x7f", b"\x1b[D", b"\x1bOD"),
    Key.FIRST: (b"0", b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~"),
    Key.LAST: (b"$", b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~"),
    Key.LATER: (b"\x1b[B", b"\x1bOB", b"\x1b[6~"),
    Key.EARLIER: (b"\x1b[A", b"\x1bOA", b"\x1b[5~"),
    Key.PLAY: (b"p",),
    Key.QUIT: (b"q", b"\x04"),
}
_BY_CODE: Final = {code: key for key, codes in _KEYS.items() for code in codes}
_ONE_KEY: Final = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)


def decode(typed: bytes) -> Iterator[Key]:
    """Give the keys that a terminal sent; those that mean nothing here are left out."""
    for code in _ONE_KEY.findall(typed):
        if key := _BY_CODE.get(code):
            yield key


class Keyboard:
    """The terminal at standard input, between `keyboard()` and its end."""

    def wait(self, seconds: float) -> list[Key]:
        """Give the keys that are pressed, waiting so long for the first; a lost terminal quits."""
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return []
        typed = os.read(sys.stdin.fileno(), 1024)
        return list(decode(typed)) if typed else [Key.QUIT]


@contextmanager
def keyboard() -> Iterator[Keyboard]:
    """Let keys through at once and unseen; leave the terminal as it was, whatever happens.

    Raises:
        SystemExit: the process is asked to end (SIGTERM).
    """
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now = termios.tcgetattr(terminal)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    # Stopped by Ctrl-Z, it would leave the shell a terminal that shows nothing.
    now[6][termios.VSUSP] = os.fpathconf(terminal, "PC_VDISABLE").to_bytes(1, "little")
    handler = signal.signal(signal.SIGTERM, _end)
    try:
        termios.tcsetattr(terminal, termios.TCSADRAIN, now)
        yield Keyboard()
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
        signal.signal(signal.SIGTERM, handler)


def _end(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)
