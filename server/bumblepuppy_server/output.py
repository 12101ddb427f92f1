"""What a bot prints: the last of it is kept, the rest is counted, and a flood is read slowly."""

from __future__ import annotations

from collections import deque
from typing import Final

TAIL: Final = 8192
"""Bytes of a bot's output that are kept."""
LAST_LINES: Final = 12
"""Lines of that which are shown when something went wrong."""
LONGEST_LINE: Final = 300
"""Characters of such a line."""
RATE: Final = 4 << 20
"""Bytes a second that are read in the long run: some hundredths of a processor's time."""


class Output:
    """The output of one process."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._tail: deque[bytes] = deque()
        self._kept = 0
        self._printed = 0
        self._owed = 0.0
        """Seconds that reading at the highest rate would have taken more than it did."""
        self._read_at = 0.0

    def add(self, data: bytes) -> None:
        """Keep the last of what was printed."""
        self._tail.append(data)
        self._kept += len(data)
        self._printed += len(data)
        while self._kept - len(self._tail[0]) >= TAIL:
            self._kept -= len(self._tail.popleft())

    @property
    def dropped(self) -> int:
        """How many bytes are not kept."""
        return max(0, self._printed - TAIL)

    def pause(self, amount: int, now: float) -> float:
        """Tell how many seconds to wait, after reading so many bytes, before reading more.

        What a quiet second leaves unused can be read at once; who prints without end waits.
        """
        self._owed = max(0.0, self._owed - (now - self._read_at)) + amount / RATE
        self._read_at = now
        return max(0.0, self._owed - 1)

    @property
    def text(self) -> str:
        """The last of it, as text that is safe to show on a terminal."""
        text = b"".join(self._tail)[-TAIL:].decode("utf-8", "replace")
        return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


def last_lines(output: str) -> str:
    """Give the last lines of a bot's output: few enough to stand beside what they explain."""
    lines = output.strip().splitlines()
    return "\n".join(line[:LONGEST_LINE] for line in lines[-LAST_LINES:])
