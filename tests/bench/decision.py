"""Where a decision's microseconds go: referee and bots in one process, without gRPC.

    python tests/bench/decision.py [GAMES]

What is left of the figures of `make bench`, which are of whole processes, is gRPC, its threads, and
the system.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_bots.random_bot import RandomBot
from bumblepuppy_sdk.seat import Seat
from bumblepuppy_sdk.wire.parts import message_field
from bumblepuppy_server.clock import Moment
from bumblepuppy_server.door import digest_of
from bumblepuppy_server.referee import Referee
from bumblepuppy_tournaments.schedule.schedule import Schedule
from bumblepuppy_tournaments.settings.plan import spec_of
from play import SECRET, plan_of, randoms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.settings.plan import Plan

IN_FLIGHT: Final = 128
REPEATS: Final = 5
NOW: Final = Moment(0.0)
"""Time stands still: no clock is part of the figures."""
_ANSWER: Final = message_field(pb.PlayRequest, "answers")


class Split:
    """Processor time by what it was spent on."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.decisions = 0

    @contextmanager
    def on(self, what: str) -> Iterator[None]:
        """Note what a block takes."""
        began = time.process_time()
        yield
        self.seconds[what] += time.process_time() - began


class Bot:
    """A bot's side of the stream, without the stream."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._seats: dict[str, Seat] = {}

    def answer(self, sent: bytes) -> bytes:
        """Do all that a message asks for, and give the answers."""
        with self._split.on("bot: read the message"):
            message = pb.PlayResponse.FromString(sent)
        with self._split.on("bot: begin and end games"):
            for start in message.starts:
                self._seats[start.game_id] = Seat(RandomBot, start, lambda _: None)
        with self._split.on("bot: read the view, choose, write the answer"):
            answers = [
                _ANSWER(self._seats[request.game_id].decide(request))
                for request in message.requests
            ]
        self._split.decisions += len(answers)
        with self._split.on("bot: begin and end games"):
            for result in message.results:
                self._seats.pop(result.game_id).finish(result)
        return b"".join(answers)


def play(plan: Plan, games: int) -> Split:
    """Play some games, and split the time."""
    split = Split()
    outcomes: list[Outcome] = []
    referee = Referee(outcomes.append, ping=10.0)
    tables = []
    for name in plan.names:
        referee.expect(name, digest_of(name))
        hello = pb.Hello(token=name, protocol=1, games=[plan.game])
        tables.append((referee.join(hello, lambda: None), Bot(split)))
    slots, begun = Schedule(len(plan.names), plan.seats, 0).slots(), 0
    while len(outcomes) < games:
        with split.on("referee: deal"):
            while begun < games and begun - len(outcomes) < IN_FLIGHT:
                referee.begin(spec_of(plan, SECRET, next(slots), 1), NOW)
                begun += 1
        for player, bot in tables:
            with split.on("referee: write questions"):
                sent = referee.take(player, NOW)
            if answers := bot.answer(sent) if sent else b"":
                with split.on("referee: read, judge, apply, go on"):
                    referee.heard(player, pb.PlayRequest.FromString(answers), NOW)
    return split


def main() -> None:
    """Measure both games, and print the best of several runs."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for game in ("rolling-stone", "rumba"):
        plan = plan_of(game, randoms(4))
        best: dict[str, float] = {}
        for _ in range(REPEATS):
            split = play(plan, games)
            for what, seconds in split.seconds.items():
                each = 1e6 * seconds / split.decisions
                best[what] = min(best.get(what, each), each)
        print(f"{game}, 4 seats: {split.decisions / games:.0f} decisions a game")
        for what, each in sorted(best.items(), reverse=True):
            print(f"  {what:45}{each:6.1f} us a decision")


if __name__ == "__main__":
    main()
