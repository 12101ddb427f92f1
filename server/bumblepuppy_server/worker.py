"""A referee's process: `python -m bumblepuppy_server.worker unix:/path/of/socket PING THINKERS`.

PING is the seconds in which an idle bot must echo a heartbeat; THINKERS is how many bots that take
long for a decision may think at one time. A fourth word, if there is one, says where bots may come
to over the network: a `Listen` as JSON.

It takes commands on standard input and reports on standard output, one JSON object a line:

    {"expect": {"name": N, "digest": D, "guest": B}}   a bot will come with the token that has this
                                          hash, over a network or not; who is here by another is to
                                          say hello again
    {"expel": N}                          this bot is to leave, and to come no more
    {"begin": {…}}                        play a game: the fields of `GameSpec`
    {"crashed": N, "cause": C, "how": H, "output": T}   the process of this bot has ended; in words,
                                          and the end of what it had printed
    {"drill": N, "what": W}               put this bot to a test: see `Drill`
    {"close": true}                       say goodbye to the bots, and end

    {"joined": N, "games": […], "sdk": S} a bot's stream opened; the games that it can play, and
                                          what it was made with
    {"waits_for": N}                      games have begun to wait for this bot
    {"hung": N}                           a bot was given up: it should be killed
    {"asked": {N: S, …}, "of": S, "ways": {N: S, …}}
                                          for how many of the last seconds bots had a question; and
                                          how long the way to each that is here is, there and back,
                                          or null if nobody knows
    {"outcome": …}                        a game ended: see `Outcome`

Bots are never started from here: a process with gRPC's threads should not fork.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import shutil
import sys
import traceback
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_server.referee import Referee
from bumblepuppy_server.service import TICK, PlayService, Pulse, serve
from bumblepuppy_server.spec import FAREWELL, LINE, GameSpec, Listen
from bumblepuppy_server.table import Cause

if TYPE_CHECKING:
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.player import Player

REPORT_EVERY: Final = 1.0
"""Seconds between two reports of how long bots were asked."""


class Worker:
    """The referee of this process, and its line to the process that started it."""

    def __init__(self, reports: asyncio.StreamWriter, ping: float, thinkers: int) -> None:
        """Report to `reports`."""
        self.was_closed = False
        """Whether this was told to close, and not just left alone."""
        self._reports = reports
        self._pulse = Pulse()
        self._asked: defaultdict[str, float] = defaultdict(float)
        """By bot: seconds with a question open since the last report."""
        self._looked = self._reported = self._pulse.now().at
        self._referee = Referee(self._tell_outcome, ping, thinkers)
        self._service = PlayService(self._referee, self._pulse, self)

    async def run(
        self, address: str, listen: Listen | None, commands: asyncio.StreamReader
    ) -> None:
        """Serve at `address`, and at `listen`, until told to close, or until the commands end."""
        server = await serve(self._service, address, listen)
        async with asyncio.TaskGroup() as tasks:
            ticking = tasks.create_task(self._tick())
            await self._obey_all(commands)
            await server.stop(FAREWELL)
            ticking.cancel()

    async def _obey_all(self, commands: asyncio.StreamReader) -> None:
        while line := await commands.readline():
            command: dict[str, Any] = json.loads(line)
            if "close" in command:
                self._referee.say_goodbye()
                self.was_closed = True
                return
            self._obey(command)

    def _obey(self, command: dict[str, Any]) -> None:
        match command:
            case {"begin": spec}:
                self._referee.begin(GameSpec(**spec), self._pulse.now())
            case {"expect": {"name": name, "digest": digest, "guest": guest}}:
                self._referee.expect(name, digest, guest=guest)
            case {"expel": name}:
                self._referee.expel(name, self._pulse.now())
            case {"crashed": name, "cause": cause, "how": how, "output": output}:
                self._referee.crashed(name, self._pulse.now(), Cause(cause), how, output)
            case {"drill": name, "what": what}:
                self._referee.drill(name, what, self._pulse.now())
            case _:
                raise ValueError(f"unknown command: {command!r}")

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = self._pulse.step()
            for name in self._referee.tick(now):
                self._tell(hung=name)
            for name in self._referee.waits_for(now):
                self._tell(waits_for=name)
            self._note_asked(now.at)

    def _note_asked(self, now: float) -> None:
        """Add up how long the bots have had questions, and report it now and then."""
        for name in self._referee.asked():
            self._asked[name] += now - self._looked
        self._looked = now
        if (seconds := now - self._reported) > REPORT_EVERY:
            self._tell(asked=self._asked, of=seconds, ways=self._referee.ways())
            self._asked.clear()
            self._reported = now

    def joined(self, player: Player) -> None:
        """Report that a bot is here."""
        self._tell(joined=player.name, games=player.games, sdk=player.sdk)

    def failed(self, error: Exception) -> None:
        """End this process at once: its open games are void, and no bot is blamed (FA-5)."""
        traceback.print_exception(error)
        os._exit(1)

    def _tell_outcome(self, outcome: Outcome) -> None:
        self._reports.write(outcome.to_json().encode() + b"\n")

    def _tell(self, **report: Any) -> None:
        self._reports.write(json.dumps(report).encode() + b"\n")


async def _main(address: str, ping: float, thinkers: int, listen: Listen | None = None) -> None:
    # One bot with many connections must not leave none for the others.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    loop = asyncio.get_running_loop()
    commands = asyncio.StreamReader(limit=LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    # Whatever else prints in this process must not get between the reports.
    reports_to = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.streams.FlowControlMixin(loop), reports_to
    )
    reports = asyncio.StreamWriter(transport, protocol, None, loop)
    # Games hold no cycles to speak of, and looking for some among hundreds costs a twentieth; each
    # stream leaves a few of gRPC's own, which must not heap up.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    worker = Worker(reports, ping, thinkers)
    await worker.run(address, listen, commands)
    if not worker.was_closed:  # whoever made the socket's folder was killed, and cannot
        shutil.rmtree(Path(address.removeprefix("unix:")).parent, ignore_errors=True)


if __name__ == "__main__":
    network = Listen(**json.loads(sys.argv[4])) if len(sys.argv) > 4 else None
    asyncio.run(_main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), network))
