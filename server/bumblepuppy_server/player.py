"""One bot's connection, as the referee sees it: what waits to be sent, and the bot's clock.

A bot that loses its stream is away, and stays the same `Player` if it comes back in time; its clock
runs on. One that comes back after a crash is a new `Player`: games that the old one left do not
know it.
"""

from __future__ import annotations

import heapq
import secrets
from collections import deque
from typing import TYPE_CHECKING, Final

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.wire import RETURN
from bumblepuppy_server.clock import BotClock
from bumblepuppy_server.lateness import PROVEN
from bumblepuppy_server.table import Cause

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from bumblepuppy_server.clock import Charge, Moment

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
NOISE_OF_RETURN: Final = 10
"""Useless things that a return counts for: each has the referee tell much again."""
HEARTBEAT: Final = 2.0
"""Seconds between two heartbeats."""
DEAF: Final = 0.5
"""Seconds for which the way to a bot may be blocked before it is a bot that does not read."""
HUNG: Final = 3
"""A bot that lets this many questions in a row time out in silence is given up."""
THINKING: Final = 0.002
"""Seconds for a decision from which a bot counts as thinking: such bots take turns (see
`Referee`), so that they do not take each other's processor away."""
CHALLENGE: Final = 1.5
"""Seconds in which a bot must echo a heartbeat once somebody else comes with its token."""
WAYS: Final = 8
"""Heartbeats of which the quickest tells how long the way is."""
LONG: Final = 2.0
"""Seconds before anybody need be told that games wait for a bot."""
FIRST_GUESS: Final = 0.00025
"""Seconds that a bot is thought to need for a decision before it has shown how many it does."""
_MEMORY: Final = 0.9
"""How much of the old pace stays at each answer."""


class Player:
    """A connected bot. The referee fills it, the service sends `take()` whenever `wake` calls."""

    def __init__(
        self, name: str, wake: Callable[[], None], games: Sequence[str] = (), sdk: str = ""
    ) -> None:
        """Connect a bot.

        Args:
            name: What it is called in this tournament.
            wake: Called when there is something to send.
            games: The games that it says it can play.
            sdk: What it says it was made with.
        """
        self.name = name
        self.games = tuple(games)
        self.sdk = sdk
        self.clock = BotClock()
        self.gone: Cause | None = None
        """Why the bot answers no more; `None` while it does."""
        self.how_gone = ""
        """The same in words."""
        self.last_words = ""
        """The end of what its process had printed, once that has ended."""
        self.away_since: Moment | None = None
        """When the bot lost its stream; `None` while it has one."""
        self.blocked_since: Moment | None = None
        """Since when the way to the bot has been blocked; `None` while it is free."""
        self.is_cut_off = False
        """Its stream is to end, so that a check sees whether the bot comes back."""
        self.was_dismissed = False
        """The bot was told that the tournament is over."""
        self.silent = 0
        """Questions that timed out since the bot was last heard of."""
        self.in_time = 0
        """Questions that it has answered in time since it was last late."""
        self.in_time_at = 0.0
        """When it did so last, by the referee's clock."""
        self.is_waited_for = False
        """The organiser was told that games wait for this bot."""
        self.noise = 0
        """Answers to no question, echoes of no heartbeat, empty messages, and returns."""
        self._waiting: list[tuple[int, str]] = []
        self._pace = FIRST_GUESS
        """Seconds for a decision, by the referee's clock."""
        self._claim = FIRST_GUESS
        """The same by the bot's own clock."""
        self._beat_due = 0.0
        self._beat_sent: Moment | None = None
        self._beat_at = 0.0
        """When the last heartbeat was sent, by the referee's clock."""
        self._ways: deque[float] = deque(maxlen=WAYS)
        self._is_challenged = False
        """Somebody else says that it is this bot: is anybody still there?"""
        self._challenge_ends: float | None = None
        self._beat = 0
        """The number of the last heartbeat: by chance, so that only who reads can echo it."""
        self._wake = wake
        self._parts: list[bytes] = []
        self._complaints = 0
        """How many of the parts are complaints."""

    def leave(self, cause: Cause, how: str) -> None:
        """Answer no more, and end the stream if there is one; `how` tells the cause in words."""
        self.gone, self.how_gone, self.away_since = cause, how, None
        self._wake()

    def lose_stream(self, now: Moment) -> None:
        """Note that the stream has ended: the bot may come back."""
        self.away_since = now
        self._beat_sent = self.blocked_since = None
        self.take()

    def come_back(self, wake: Callable[[], None]) -> None:
        """Go on with another stream; `wake` as at first."""
        self.away_since = None
        self.is_cut_off = False
        self.noise += NOISE_OF_RETURN
        self._wake = wake

    @property
    def is_away(self) -> bool:
        """Whether the bot has lost its stream, and may come back."""
        return self.away_since is not None

    def is_out_of_reach(self, now: Moment) -> bool:
        """Tell whether questions cannot be sent, because the bot is away or does not read."""
        return self.is_away or (
            self.blocked_since is not None and now.net_of(self.blocked_since) > DEAF
        )

    def post(self, part: bytes, *, kept: bool = False) -> None:
        """Add a part to the `PlayResponse` that goes out next, and see that it goes.

        For a bot that is away only what is to be `kept` is: all else it is told when it comes back.
        """
        if kept or not self.is_away:
            self._parts.append(part)
            self._wake()

    def cut_off(self) -> None:
        """End the stream as if it were lost."""
        self.is_cut_off = True
        self._wake()

    def dismiss(self) -> None:
        """Tell the bot that the tournament is over."""
        self.was_dismissed = True
        self.post(pb.PlayResponse(goodbye=True).SerializeToString())

    def ask(self, slot: int, game_id: str) -> None:
        """Queue the question of a game, which stands in the schedule at `slot`."""
        heapq.heappush(self._waiting, (slot, game_id))
        self._wake()

    def withdraw(self, game_id: str) -> None:
        """Take back the question of a game, if it waits."""
        self._waiting = [waiting for waiting in self._waiting if waiting[1] != game_id]
        heapq.heapify(self._waiting)

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

    @property
    def oldest(self) -> tuple[int, str] | None:
        """The oldest question that can be sent: its game's slot and name; `None` if none can."""
        return self._waiting[0] if self._waiting and not self.is_away else None

    def waits_before(self, other: Player) -> bool:
        """Tell whether a question waits for this bot that is older than all of the other's."""
        return self.oldest is not None and self.oldest < other._waiting[0]

    @property
    def is_proven(self) -> bool:
        """Whether the bot bears witness if it is late (see `lateness`)."""
        return self.in_time >= PROVEN and not self.is_away

    def challenge(self) -> None:
        """Ask the bot to show that it is there; cut its stream off if it does not.

        A bot whose connection broke without a word comes back by another one, and is then no
        second bot.
        """
        self._is_challenged = True

    def beat(self, now: Moment) -> None:
        """Send a heartbeat if it is time, unless the echo of the last one is still to come."""
        if self._is_challenged and self._challenge_ends is None:
            self._challenge_ends, self._beat_due = now.at + CHALLENGE, 0.0
        if self._challenge_ends is not None and now.at > self._challenge_ends:
            self._is_challenged, self._challenge_ends = False, None
            self.cut_off()
        if now.at >= self._beat_due and self._beat_sent is None and not self.is_away:
            self._beat_due = now.at + HEARTBEAT
            self._beat = secrets.randbits(53)  # which all languages' numbers can hold
            self._beat_sent, self._beat_at = now, now.at
            beat = pb.Heartbeat(number=self._beat)
            self.post(pb.PlayResponse(heartbeats=[beat]).SerializeToString())

    def excuse(self, question: Hashable, now: Moment) -> None:
        """Drop a question if it is open: its answer may still come, and is no noise."""
        if self.clock.is_open(question):
            self.clock.drop(question, now)
            self.noise -= 1

    def echoed(self, number: int, now: Moment) -> None:
        """Take the echo of a heartbeat."""
        if number == self._beat and self._beat_sent is not None:
            self._beat_sent = None
            self._ways.append(now.at - self._beat_at)
            self._is_challenged, self._challenge_ends = False, None
        else:
            self.noise += 1

    @property
    def way(self) -> float | None:
        """Seconds that a message takes to the bot and back, the least of late; only to be shown.

        Nothing counts by it: a bot may echo as late as it likes.
        """
        return min(self._ways, default=None)

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

    def is_newly_slow(self, now: Moment) -> bool:
        """Tell whether games have begun to wait for the bot; once until it answers."""
        before = self.is_waited_for
        if self.clock.half_gone(now) and self.clock.elapsed(now) > LONG:
            self.is_waited_for = True
        return self.is_waited_for and not before

    def why_hopeless(self, ping: float, now: Moment) -> tuple[Cause, str] | None:
        """Say why the bot must be given up, if it must: the cause, and the same in words.

        `ping` is how many seconds it may owe the echo of a heartbeat when it is idle.
        """
        if self.away_since and now.net_of(self.away_since) > RETURN:
            return Cause.DISCONNECTED, f"it lost its stream, and was not back within {RETURN:g} s"
        if self.noise > MOST_NOISE:
            return Cause.MALFORMED, f"it sent more than {MOST_NOISE} things that answer nothing"
        if self.silent >= HUNG:
            return Cause.TIMEOUT, f"it let {HUNG} questions in a row go by in silence"
        if self.unechoed(now) > ping:
            return Cause.TIMEOUT, f"it echoed no heartbeat for {ping:g} s"
        return None
