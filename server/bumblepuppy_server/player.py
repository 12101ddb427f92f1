"""One bot's connection, as the referee sees it: what waits to be sent, and the bot's clock.

A bot that comes back after a crash is a new `Player`: games that the old one left do not know it.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_server.clock import BotClock

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from bumblepuppy_server.clock import Charge, Moment
    from bumblepuppy_server.table import Cause

PATIENCE: Final = 0.010
"""Seconds of work that a bot is given at a time."""
FEWEST_QUESTIONS: Final = 2
"""Questions that even the slowest bot is given at a time: the second lies ready when the first is
answered, so that no message's way is charged to it."""
PROBE: Final = 16
"""Questions that a bot is given in any case which says that it is quick: two by two its answers
would look slow wherever messages are slow, and it could never show otherwise."""
MOST_QUESTIONS: Final = 256
"""Questions that even the quickest bot is given at a time: bounds the size of a message."""
MOST_ERRORS: Final = 64
"""Complaints that wait for a bot; a bot that provokes more need not be told of each."""
LONGEST_WORDS: Final = 1000
"""Characters of a complaint, which may quote the bot."""
MOST_NOISE: Final = 1000
"""Useless things that a bot may send; a late answer to a question that timed out is excused."""
THINKING: Final = 0.002
"""Seconds for a decision from which a bot counts as thinking: such bots take turns (see
`Referee`), so that they do not take each other's processor away."""
FIRST_GUESS: Final = 0.00025
"""Seconds that a bot is thought to need for a decision before it has shown how many it does."""
_MEMORY: Final = 0.9
"""How much of the old pace stays at each answer."""


class Player:
    """A connected bot. The referee fills it, the service sends `take()` whenever `wake` calls."""

    def __init__(self, name: str, wake: Callable[[], None], games: Sequence[str] = ()) -> None:
        """Connect a bot.

        Args:
            name: What it is called in this tournament.
            wake: Called when there is something to send.
            games: The games that it says it can play.
        """
        self.name = name
        self.games = tuple(games)
        self.clock = BotClock()
        self.gone: Cause | None = None
        """Why the bot answers no more; `None` while it does."""
        self.was_dismissed = False
        """The bot was told that the tournament is over."""
        self.silent = 0
        """Questions that timed out since the bot was last heard of."""
        self.is_waited_for = False
        """The organiser was told that games wait for this bot."""
        self.noise = 0
        """Answers to no question, echoes of no heartbeat, and empty messages."""
        self._waiting: list[tuple[int, str]] = []
        self._pace = FIRST_GUESS
        """Seconds for a decision, by the referee's clock."""
        self._claim = FIRST_GUESS
        """The same by the bot's own clock."""
        self._beats = 0
        self._beat_sent: Moment | None = None
        self._wake = wake
        self._parts: list[bytes] = []
        self._complaints = 0
        """How many of the parts are complaints."""

    def leave(self, cause: Cause) -> None:
        """Answer no more, and end the stream if there is one."""
        self.gone = cause
        self._wake()

    def post(self, part: bytes) -> None:
        """Add a part to the `PlayResponse` that goes out next, and see that it goes."""
        self._parts.append(part)
        self._wake()

    def dismiss(self) -> None:
        """Tell the bot that the tournament is over."""
        self.was_dismissed = True
        self.post(pb.PlayResponse(goodbye=True).SerializeToString())

    def ask(self, slot: int, game_id: str) -> None:
        """Queue the question of a game, which stands in the schedule at `slot`."""
        heapq.heappush(self._waiting, (slot, game_id))
        self._wake()

    @property
    def waiting(self) -> int:
        """How many questions wait to be sent."""
        return len(self._waiting)

    @property
    def is_thinking(self) -> bool:
        """Whether the bot takes so long that it should have a processor to itself."""
        return self._pace > THINKING

    def wake(self) -> None:
        """Have somebody look whether there is something to send."""
        self._wake()

    def next_asked(self) -> str:
        """Take the game whose question is to be sent: the first in the schedule, to end first."""
        return heapq.heappop(self._waiting)[1]

    def complain(self, code: pb.Error.Code.ValueType, message: str, answer: pb.Answer) -> None:
        """Tell the bot what it did wrong, unless too much of that waits already."""
        if self._complaints < MOST_ERRORS:
            self._complaints += 1
            error = pb.Error(
                code=code,
                message=message[:LONGEST_WORDS],
                game_id=answer.game_id[:LONGEST_WORDS],
                decision=answer.decision,
            )
            self.post(pb.PlayResponse(errors=[error]).SerializeToString())

    def take(self) -> list[bytes]:
        """Take the parts of a `PlayResponse` that are to be sent."""
        parts, self._parts, self._complaints = self._parts, [], 0
        return parts

    @property
    def window(self) -> int:
        """How many questions the bot should have at a time."""
        measured, claimed = (int(PATIENCE / max(s, 1e-6)) for s in (self._pace, self._claim))
        return max(FEWEST_QUESTIONS, min(PROBE, claimed), min(MOST_QUESTIONS, measured))

    def waits_before(self, other: Player) -> bool:
        """Tell whether a question waits for this bot that is older than all of the other's."""
        return bool(self._waiting) and self._waiting[0] < other._waiting[0]

    def beat(self, now: Moment) -> None:
        """Send a heartbeat, unless the echo of the last one is still to come."""
        if self._beat_sent is None:
            self._beats += 1
            self._beat_sent = now
            beat = pb.Heartbeat(number=self._beats)
            self.post(pb.PlayResponse(heartbeats=[beat]).SerializeToString())

    def echoed(self, number: int) -> None:
        """Take the echo of a heartbeat."""
        if number == self._beats and self._beat_sent is not None:
            self._beat_sent = None
        else:
            self.noise += 1

    def unechoed(self, now: Moment) -> float:
        """Give the seconds for which an idle bot has owed an echo; its questions have clocks."""
        if self._beat_sent is None or len(self.clock):
            return 0.0
        return now.net_of(self._beat_sent)

    def answered(self, stamps: Sequence[tuple[Hashable, float]], now: Moment) -> list[Charge]:
        """Charge a batch of answers (see `BotClock.answer`), and learn the bot's pace from it."""
        self.is_waited_for = False
        if self._beat_sent:
            self._beat_sent = now  # it was busy until now; its echo may follow
        kept, count = _MEMORY ** len(stamps), max(1, len(stamps))
        claimed = sum(claim for _, claim in stamps) / count
        self._pace = kept * self._pace + (1 - kept) * self.clock.elapsed(now) / count
        self._claim = kept * self._claim + (1 - kept) * claimed
        if self._waiting:
            self._wake()
        return self.clock.answer(stamps, now)
