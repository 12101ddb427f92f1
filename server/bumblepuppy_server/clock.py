"""Whose time is running: the clock of one bot.

A bot is one serial worker that may have many questions in hand. The clock of the first starts when
the referee sends it, that of each next one when the one before it is answered. Whoever answers out
of turn leaves the clock of the first running, so that no question can be put off for more time to
think about it. Time is a parameter: every `Moment` is a reading of the referee's own clock.

How a batch is charged. Its answers arrive together, so the referee knows only what they took in
sum. The bot's own stamps divide that sum, but a bot could lie: think long about one decision and
write the time down for another. So stamps are believed only up to `DIVISIBLE` seconds a batch in
all; for the rest each answer must answer for the whole. An honest bot sends quick answers together
and slow ones at once, so that its batches never come near that. For the statistics, which decide
nothing, the rest is divided evenly.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

DIVISIBLE: Final = 0.010
"""Seconds of a batch that the bot's own stamps may divide."""


class Moment(NamedTuple):
    """A reading of the referee's clock, in seconds."""

    at: float
    """Monotonic time."""
    lag: float = 0.0
    """How late the referee itself has been so far, in sum: time that is no bot's."""

    def net_of(self, earlier: Moment) -> float:
        """Give the time since `earlier`, less the referee's own lag in between."""
        return max(0.0, self.at - earlier.at - (self.lag - earlier.lag))


class Charge(NamedTuple):
    """The time of one decision, in seconds."""

    limit: float
    """What counts against the limits."""
    share: float
    """The fair share of its batch's time, for the statistics."""
    claim: float | None
    """The bot's own figure, as it sent it; `None`: no answer came."""
    elapsed: float
    """By the referee's clock, from when the time of the batch began to run, less the lag."""
    lag: float
    """How late the referee itself was in that time."""


class BotClock:
    """The open questions of one bot, and the time that runs for the first of them."""

    def __init__(self) -> None:
        """Start with no question open."""
        self._open: dict[Hashable, float] = {}
        self._since = Moment(0.0)

    def ask(self, question: Hashable, allowed: float, now: Moment) -> None:
        """Note that a question goes out, with `allowed` seconds to answer it."""
        if not self._open:
            self._since = now
        self._open[question] = allowed

    def elapsed(self, now: Moment) -> float:
        """Give the seconds that have run for the first question."""
        return now.net_of(self._since) if self._open else 0.0

    def answer(self, stamps: Sequence[tuple[Hashable, float]], now: Moment) -> list[Charge]:
        """Take a batch of answers, and charge each.

        Args:
            stamps: for each answer in the batch its question and the bot's own figure in seconds.
            now: when the batch arrived.
        """
        # The bot's own figure may reach into the referee's lag; the referee's may not.
        most, elapsed = now.at - self._since.at, now.net_of(self._since)
        lag = now.lag - self._since.lag
        claims = [min(max(0.0, claim), most) for _, claim in stamps]
        total, first = sum(claims), self.first()
        for question, _ in stamps:
            self._open.pop(question, None)
        if not self.is_open(first):
            self._since = now
        rest = max(0.0, elapsed - total) / max(1, len(claims))
        return [
            Charge(
                max(claim, elapsed - min(total - claim, DIVISIBLE)),
                claim + rest,
                said,
                elapsed,
                lag,
            )
            for claim, (_, said) in zip(claims, stamps, strict=True)
        ]

    def unanswered(self, now: Moment) -> Charge:
        """Charge the first question, to which no answer has come."""
        elapsed = self.elapsed(now)
        return Charge(elapsed, elapsed, None, elapsed, now.lag - self._since.lag)

    def drop(self, question: Hashable, now: Moment) -> None:
        """Forget a question that needs no answer any more; the next one's time starts now."""
        if self.first() == question:
            self._since = now
        self._open.pop(question, None)

    def is_open(self, question: Hashable | None) -> bool:
        """Tell whether a question was sent, and is neither answered nor dropped."""
        return question in self._open

    @property
    def questions(self) -> list[Hashable]:
        """The open questions, in the order in which their time runs."""
        return list(self._open)

    def first(self) -> Hashable | None:
        """Give the question whose time is running."""
        return next(iter(self._open), None)

    def overdue(self, now: Moment) -> bool:
        """Tell whether the time of the first question is up."""
        return self.elapsed(now) > self._allowed

    def half_gone(self, now: Moment) -> bool:
        """Tell whether half the time of the first question is up."""
        return self.elapsed(now) > self._allowed / 2

    @property
    def _allowed(self) -> float:
        return next(iter(self._open.values()), inf)

    def __len__(self) -> int:
        """Count the open questions."""
        return len(self._open)
