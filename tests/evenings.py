"""Evenings at the arena: real bots in real processes, and what they leave behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_server.arena import Arena
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.sandbox import Sandbox, why_no_sandbox
from bumblepuppy_server.spec import Clocks, GameSpec
from hand_driven import spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.sandbox import Confinement

BOTS: Final = Path(__file__).with_name("bots")
OTHERS: Final = ("random-1", "random-2", "random-3")
"""Bots without fault, for the other seats of a table."""
AMPLE: Final = 30.0
"""Seconds for a decision, where time is not what a test is about."""
PATIENCE: Final = 10.0
"""Seconds after which a test that waits for something gives up."""

_WHY_NO_SANDBOX: Final = why_no_sandbox()

needs_sandbox = pytest.mark.skipif(bool(_WHY_NO_SANDBOX), reason=_WHY_NO_SANDBOX or "there is one")
SANDBOXES: Final = (
    pytest.param(None, id="none"),
    pytest.param(Sandbox(), id="bwrap", marks=needs_sandbox),
)
"""What bots can be kept in."""
needs_proc = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="looks for processes in /proc"
)


def command(name: str) -> BotCommand:
    """Give the command of a bot of the gallery, or of one of `OTHERS`."""
    if name in OTHERS:
        return BotCommand(name, (sys.executable, "-m", "bumblepuppy_bots.random_bot"))
    return BotCommand(name, (sys.executable, str(BOTS / f"{name}.py")))


def arena_of(
    *names: str,
    start: float = 60.0,
    say: Callable[[str], None] = lambda _: None,
    confinement: Confinement | None = None,
) -> Arena:
    """Open a place for bots of the gallery."""
    bots = [command(name) for name in names]
    return Arena(bots, Clocks(start=start), say, confinement=confinement)


def game_of(bot: str, number: int = 1, *, move: float = AMPLE, bank: float = 0.0) -> GameSpec:
    """Specify a game of a bot, in seat 0, against three without fault."""
    spec = spec_of("rolling-stone", (bot, *OTHERS), number, move=move, bank=bank)
    return replace(spec, game_id=f"{bot}-{number}")


@dataclass
class Evening:
    """What became of the bots of one arena."""

    games: dict[str, list[Outcome]] = field(default_factory=dict)
    """By bot: its games."""
    said: list[str] = field(default_factory=list)
    """What was told to whoever watched."""
    output: dict[str, str] = field(default_factory=dict)
    """By bot: the last that it printed."""
    errors: str = ""
    """What the referee's process and its gRPC said on standard error."""
    processes: list[str] = field(default_factory=list)
    """Processes that were left."""
    files: set[str] = field(default_factory=set)
    """What this process has left open."""
    has_left_its_folder: bool = False
    """Whether the folder of the referee's socket is still there."""

    def faults(self, bot: str, game: int = 0) -> list[str]:
        """List the causes of a bot's faults in one of its games."""
        record = self.games[bot][game].record
        return [fault.cause for fault in record.faults if fault.seat == 0]


def spend(
    play: Callable[[Arena, Evening], object], *bots: str, confinement: Confinement | None = None
) -> Evening:
    """Let bots meet, play as `play` says (a coroutine), and see what they leave."""
    evening = Evening()

    async def main() -> str:
        say = evening.said.append
        async with arena_of(*bots, *OTHERS, say=say, confinement=confinement) as arena:
            await play(arena, evening)  # type: ignore[misc]
            evening.output = {name: arena.output(name) for name in bots}
        return arena._folder.name

    before = open_files()
    with _stderr() as heard:
        folder = asyncio.run(main())
    evening.errors = heard()
    evening.processes = lasting_processes_of(folder)
    evening.files = open_files() - before
    evening.has_left_its_folder = Path(folder).exists()
    return evening


async def is_said(evening: Evening, words: str) -> None:
    """Wait until whoever watches is told something."""
    async with asyncio.timeout(PATIENCE):
        while words not in evening.said:  # noqa: ASYNC110 - nothing else tells when it is said
            await asyncio.sleep(0.01)


async def play_all(arena: Arena, evening: Evening, specs: Iterable[GameSpec]) -> None:
    """Play games at once, and note each for the bot in seat 0."""
    specs = list(specs)
    outcomes = await asyncio.gather(*(arena.play(spec) for spec in specs))
    for spec, outcome in zip(specs, outcomes, strict=True):
        evening.games.setdefault(spec.seats[0], []).append(outcome)


@contextlib.contextmanager
def _stderr() -> Iterator[Callable[[], str]]:
    """Catch what this process and those it starts write to standard error."""
    saved = os.dup(2)
    with tempfile.TemporaryFile() as file:
        text = ""
        os.dup2(file.fileno(), 2)
        try:
            yield lambda: text
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            file.seek(0)
            text = file.read().decode("utf-8", "replace")


def open_files() -> set[str]:
    """Give the files that this process has open."""
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the descriptor by which the folder was read
            found.add(f"{link.name} {link.readlink()}")
    return found


def processes_of(folder: str) -> list[str]:
    """List the processes that were told of the arena in `folder`, or descend from such."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            if folder.encode() in (entry / "environ").read_bytes():
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                found.append(f"{entry.name} {line.decode()}")
    return found


def lasting_processes_of(folder: str) -> list[str]:
    """Give processes a moment to vanish, and list those that do not."""
    deadline = time.monotonic() + PATIENCE
    while (left := processes_of(folder)) and time.monotonic() < deadline:
        os.sched_yield()
    return left


def is_left(folder: str) -> bool:
    """Give a folder a moment to vanish, and tell whether it does not."""
    deadline = time.monotonic() + PATIENCE
    while (left := Path(folder).exists()) and time.monotonic() < deadline:
        os.sched_yield()
    return left
