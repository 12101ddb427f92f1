"""How much is done a second, of late."""

from __future__ import annotations

from collections import deque
from typing import Final

OVER: Final = 5.0
"""Seconds that a rate looks back."""


class Rate:
    """Games and decisions a second; time is a parameter, in seconds."""

    def __init__(self, now: float, games: int = 0, decisions: int = 0) -> None:
        """Begin to measure at these totals."""
        self._marks = deque([(now, games, decisions)])

    def mark(self, now: float, games: int, decisions: int) -> tuple[float, float]:
        """Note the totals at `now`, and give games and decisions a second."""
        self._marks.append((now, games, decisions))
        while len(self._marks) > 2 and now - self._marks[1][0] >= OVER:
            self._marks.popleft()
        then, games_then, decisions_then = self._marks[0]
        seconds = max(now - then, 1e-9)
        return (games - games_then) / seconds, (decisions - decisions_then) / seconds
