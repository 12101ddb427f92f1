"""The start clock: a bot's process must be ready in time, and is at fault for it if it is not.

The loop's time is a number that leaps to whatever is due next.
"""

from __future__ import annotations

import asyncio
import selectors
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import pytest

from bumblepuppy_server.chair import Chair, Room
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.output import Output
from bumblepuppy_server.sandbox import Confinement
from bumblepuppy_server.table import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_server.ending import Ending
    from bumblepuppy_server.launcher import BotProcess

START: Final = 30.0
NEVER: Final = 1e6


class LeapingSelector(selectors.SelectSelector):
    """Waits for nothing: it leaps to the time at which something is due."""

    now = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Let the time pass for which nothing would happen."""
        self.now += timeout or 0.0
        return super().select(0)


@dataclass
class MemoryProcess:
    """A bot's process in memory."""

    pid = 0  # which no process has
    output = Output()
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def has_ended(self) -> bool:
        return self.ended.is_set()

    def kill(self) -> None:
        self.ended.set()

    async def wait(self) -> int:
        await self.ended.wait()
        return -9

    async def stop(self) -> None:
        self.kill()


@dataclass
class Endings:
    """What becomes of a bot; all is over when it has ended so often."""

    most: int
    heard: list[Ending] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return len(self.heard) >= self.most

    def say(self, message: str) -> None:
        pass

    def has_ended(self, name: str, ending: Ending) -> None:  # noqa: ARG002
        self.heard.append(ending)


@dataclass(frozen=True, kw_only=True)
class MemoryRoom(Room):
    """A room whose bots are ready after so many seconds, and end two seconds after that."""

    ready: Sequence[float]
    """By start."""

    async def start_bot(self, chair: Chair) -> BotProcess:
        process, loop = MemoryProcess(), asyncio.get_running_loop()
        ready = self.ready[chair._starts - 1]

        def be_ready() -> None:
            if not process.has_ended:
                chair.joined.set()

        loop.call_later(ready, be_ready)
        loop.call_later(ready + 2, process.kill)
        return cast("BotProcess", process)


def started(*ready: float) -> tuple[Chair, list[Ending]]:
    """Start a bot that is ready after so many seconds, each time anew; give its endings."""
    selector = LeapingSelector()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    bot = BotCommand("ann", ("ann",))
    room = MemoryRoom(
        bots=[bot], folder=Path(), start=START, confinement=Confinement(), ready=ready
    )
    endings = Endings(len(ready))

    async def keep() -> Chair:
        chair = Chair(bot, room, endings)
        await chair.keep()
        return chair

    try:
        return loop.run_until_complete(keep()), endings.heard
    finally:
        loop.close()


@pytest.mark.parametrize(
    ("seconds", "cause", "given_up"),
    [
        (START - 0.1, Cause.CRASHED, ""),
        (START + 0.1, Cause.START_FAILED, "bot 'ann' (ann) was not ready within 30 s"),
    ],
)
def test_a_bot_must_be_ready_within_the_start_clock(
    seconds: float, cause: Cause, given_up: str
) -> None:
    chair, (ending,) = started(seconds)
    assert ending.cause is cause
    assert chair.given_up.startswith(given_up)
    assert bool(chair.given_up) == bool(given_up)


def test_a_bot_that_is_started_again_and_is_not_ready_in_time_has_failed_to_start() -> None:
    chair, endings = started(1.0, NEVER)
    assert [ending.cause for ending in endings] == [Cause.CRASHED, Cause.START_FAILED]
    assert endings[1].how == "was not ready within 30 s"
    assert "was not ready within 30 s" in chair.given_up


def test_the_start_clock_begins_anew_with_each_start() -> None:
    chair, endings = started(START - 0.1, START - 0.1)
    assert [ending.cause for ending in endings] == [Cause.CRASHED] * 2
    assert chair.given_up == ""
