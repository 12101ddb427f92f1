"""A flood of malformed and random messages against a referee's port, while games go on.

    GRPC_VERBOSITY=ERROR python tests/bench/flood.py [MESSAGES]

Four bots without fault play in an arena, and strangers send rubbish to its referee, by its Unix
socket alone: bytes that are no message, hellos without a token that anybody expects, calls of
methods that nobody serves, connections that do not speak gRPC at all; and one bot that is let in
sends random answers until it is given up, and comes again. Prints what the referee made of it, as
JSON: the games and their faults, and its memory. (gRPC would tell of each connection that the
referee ends, because nothing goes on in it.)
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.games import load_game
from bumblepuppy_server.arena import Arena
from bumblepuppy_server.chair import Chair
from bumblepuppy_server.door import digest_of
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.spec import Clocks, GameSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

Call = grpc.aio.StreamStreamCall[bytes, bytes]
METHOD: Final = "/bumblepuppy.v1.RefereeService/Play"
BOTS: Final = ("ann", "bob", "cyd", "dan")
STRANGERS: Final = 4
"""Who flood at one time."""
AT_A_TIME: Final = 8
"""Games in flight."""
A_STREAM: Final = 20
"""Messages of a stranger by one stream, where the referee does not end it before."""
PATIENCE: Final = 10.0
"""Seconds to wait for the end of a stream that must end."""


@dataclass
class Found:
    """What came of a flood."""

    messages: int
    seconds: float = 0.0
    statuses: dict[str, int] = field(default_factory=dict)
    """How often a stranger's stream ended in each way."""
    games: int = 0
    faults: int = 0
    voids: int = 0
    memory: list[int] = field(default_factory=list)
    """Kilobytes that the referee held: before, after each tenth, and in the end."""


def rubbish(rng: random.Random, *, readable: bool) -> Iterator[bytes]:
    """Give messages that mean nothing; unless they must be `readable`, some are none."""
    while True:
        kind = rng.randrange(3 if readable else 5)
        if kind == 0:
            hello = pb.Hello(token=f"{rng.random()}", protocol=rng.randrange(3))
            yield pb.PlayRequest(hello=hello).SerializeToString()
        elif kind == 1:
            answer = pb.Answer(game_id=f"game-{rng.randrange(99)}", decision=rng.randrange(9))
            yield pb.PlayRequest(answers=[answer] * rng.randrange(50)).SerializeToString()
        elif kind == 2:
            beats = [pb.Heartbeat(number=rng.randrange(1 << 64)) for _ in range(rng.randrange(9))]
            yield pb.PlayRequest(heartbeats=beats).SerializeToString() + b"\xba\x3e\x05later"
        elif kind == 3:
            yield rng.randbytes(rng.randrange(2000))
        else:
            message = pb.PlayRequest(answers=[pb.Answer(failure="x" * rng.randrange(5000))])
            data = bytearray(message.SerializeToString())
            data[rng.randrange(len(data))] = rng.randrange(256)
            yield bytes(data)


class Flood:
    """So many messages, by several strangers at one time."""

    def __init__(self, address: str, token: str, found: Found, referee: int, seed: int) -> None:
        self._address = address
        self._token = token
        self._found = found
        self._referee = referee
        self._left = found.messages
        self._seed = seed

    async def run(self) -> None:
        """Send all."""
        self._weigh()
        began = time.monotonic()
        await asyncio.gather(*(self._flood(number) for number in range(STRANGERS)))
        self._found.seconds = time.monotonic() - began
        self._weigh()

    async def _flood(self, number: int) -> None:
        rng = random.Random(f"{self._seed} {number}")
        for turn in itertools.count():
            if self._left <= 0:
                return
            if number == 0:
                await self._come_in(rng)
            elif number == 1 and turn % 4 == 0:
                await self._knock(rng)
            else:
                method = METHOD if turn % 20 else METHOD + "s"
                messages = itertools.islice(rubbish(rng, readable=False), A_STREAM)
                await self._send(messages, method)

    async def _come_in(self, rng: random.Random) -> None:
        """Send what can be read, as a bot that was let in, until it is given up."""
        hello = pb.PlayRequest(hello=pb.Hello(token=self._token, protocol=1)).SerializeToString()
        await self._send(itertools.chain([hello], rubbish(rng, readable=True)), METHOD)

    async def _send(self, messages: Iterator[bytes], method: str) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(self._address, options=options) as channel:
            call: Call = channel.stream_stream(method)()
            with contextlib.suppress(grpc.RpcError, asyncio.InvalidStateError):
                for message in messages:
                    if self._left <= 0 or call.done():
                        break
                    await call.write(message)
                    self._count()
                await call.done_writing()
            code = await asyncio.wait_for(self._end_of(call), PATIENCE)
            self._found.statuses[code.name] = self._found.statuses.get(code.name, 0) + 1

    async def _end_of(self, call: Call) -> grpc.StatusCode:
        """Read a stream to its end, and give how it ended."""
        with contextlib.suppress(grpc.RpcError):
            while await call.read() is not grpc.aio.EOF:
                pass
        return await call.code()

    async def _knock(self, rng: random.Random) -> None:
        """Send bytes that are no gRPC."""
        path = self._address.removeprefix("unix:")
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(rng.randbytes(rng.randrange(1, 5000)))
        self._count()
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(reader.read(100), 0.2)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    def _count(self) -> None:
        self._left -= 1
        if self._left % max(1, self._found.messages // 10) == 0:
            self._weigh()

    def _weigh(self) -> None:
        status = Path(f"/proc/{self._referee}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        self._found.memory.append(int(line.split()[1]))


def spec_of(number: int) -> GameSpec:
    """Specify a game."""
    game = load_game("rolling-stone")
    return GameSpec(
        game_id=f"game-{number}",
        slot=number,
        attempt=1,
        game="rolling-stone",
        options=game.describe(game.options({"players": len(BOTS)})),
        seats=list(BOTS),
        deal_key=f"{number:064x}",
        bot_seeds=[number] * len(BOTS),
        move=1.0,
        bank=5.0,
    )


async def flood(messages: int, seed: int = 0) -> Found:
    """Send so many messages to a referee, while games go on from the first to the last."""
    found = Found(messages)
    bot = (sys.executable, "-P", "-m", "bumblepuppy_bots.random_bot")
    async with Arena([BotCommand(name, bot) for name in BOTS], Clocks()) as arena:
        eve = _let_in(arena)
        flooding = asyncio.ensure_future(
            Flood(arena._address, eve, found, arena._referee.pid, seed).run()
        )
        games: set[asyncio.Future[Any]] = set()
        while not flooding.done() or games:
            while not flooding.done() and len(games) < AT_A_TIME:
                games.add(asyncio.ensure_future(arena.play(spec_of(found.games + len(games)))))
            ended, games = await asyncio.wait(games, return_when=asyncio.FIRST_COMPLETED)
            for game in ended:
                outcome = game.result()
                found.games += 1
                found.voids += bool(outcome.void)
                found.faults += len(outcome.record.faults)
        await flooding
    return found


def _let_in(arena: Arena) -> str:
    """Have a bot expected whose process is this one; give its token."""
    room = arena._chairs[BOTS[0]]._room
    chair = arena._chairs["eve"] = Chair(BotCommand("eve", ()), room, arena)
    arena._expect("eve", digest_of(chair.token))
    return chair.token


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(json.dumps(asdict(asyncio.run(flood(count)))))
