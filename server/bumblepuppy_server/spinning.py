"""Telling a bot that spins: it keeps a processor busy while it has nothing to think about."""

from __future__ import annotations

from typing import Final

SPINS: Final = 0.1
"""The share of a processor that nobody needs in order to wait."""
LASTING: Final = 3.0
"""Seconds of waiting for which a bot must use that much: some work is left after an answer."""


class SpinCheck:
    """Looks at one process of a bot, second by second."""

    def __init__(self, processors: int) -> None:
        """Begin with a process that has just started, on a machine of so many processors."""
        self._processors = processors
        self._used: float | None = None
        self._waited = 0.0
        self._burnt = 0.0

    def take(self, used: float, asked: float, seconds: float) -> float | None:
        """Take what became of the last moments, and tell whether the bot spins.

        Args:
            used: Seconds of a processor that it has used so far, in all.
            asked: For how long, of the last moments, it had a question open.
            seconds: How long those moments were.

        Returns:
            The share of a processor that it used while it waited; nothing if that says nothing yet.
        """
        before, self._used = self._used, used
        # It may have used every processor while it was asked: only the rest is surely idle.
        burnt = used - (used if before is None else before) - self._processors * asked
        waited = seconds - asked
        if waited < seconds / 2 or burnt < SPINS * waited:
            self._waited = self._burnt = 0.0
            return None
        self._waited += waited
        self._burnt += burnt
        return self._burnt / self._waited if self._waited >= LASTING else None
