"""The gRPC side of the referee: the `Play` stream, health and reflection."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy.v1.referee_pb2_grpc import (
    RefereeServiceServicer,
    add_RefereeServiceServicer_to_server,
)
from bumblepuppy_server.clock import Moment
from bumblepuppy_server.referee import InUse, Referee, Refusal, UnknownToken, WrongVersion

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bumblepuppy_server.player import Player

HELLO: Final = 10.0
"""Seconds in which a new stream must say hello."""
TICK: Final = 0.005
"""Seconds between two looks at the clocks."""
HEARTBEAT: Final = 2.0
"""Seconds between two heartbeats to each bot."""
LARGEST: Final = 1 << 20
"""Bytes of the largest message that a bot may send."""

SERVICE: Final = pb.DESCRIPTOR.services_by_name["RefereeService"].full_name
_STATUS: Final = {
    UnknownToken: grpc.StatusCode.UNAUTHENTICATED,
    WrongVersion: grpc.StatusCode.FAILED_PRECONDITION,
    InUse: grpc.StatusCode.ALREADY_EXISTS,
}
_Stream = grpc.aio.ServicerContext[pb.PlayRequest, pb.PlayResponse]


class Pulse:
    """The referee's clock: real time, and how late the event loop itself has been.

    A step that was to come after `TICK` seconds and came later shows that the loop was busy or the
    host stood still; answers may have lain unread meanwhile, so that time is no bot's.
    """

    def __init__(self) -> None:
        """Start the clock."""
        self._lag = 0.0
        self._last = time.monotonic()

    def now(self) -> Moment:
        """Read the clock."""
        return Moment(time.monotonic(), self._lag)

    def step(self) -> Moment:
        """Note a step, and read the clock."""
        now = time.monotonic()
        self._lag += max(0.0, now - self._last - TICK)
        self._last = now
        return self.now()


class PlayService(RefereeServiceServicer):
    """Carries messages between the referee and its bots."""

    def __init__(
        self,
        referee: Referee,
        pulse: Pulse,
        joined: Callable[[str], None],
        lost: Callable[[Player], None],
    ) -> None:
        """Serve `referee`; `joined` and `lost` are told of bots that come and go."""
        self._referee = referee
        self._pulse = pulse
        self._joined = joined
        self._lost = lost
        self._streams: set[asyncio.Task[None]] = set()

    async def Play(  # type: ignore[override]  # noqa: N802 - gRPC's name
        self, requests: AsyncIterator[pb.PlayRequest], context: _Stream
    ) -> None:
        """Serve one bot until its stream ends."""
        hello = await self._hear_hello(requests, context)
        wake = asyncio.Event()
        try:
            player = self._referee.join(hello, wake.set)
        except Refusal as refusal:
            await context.abort(_STATUS[type(refusal)], str(refusal))
        self._joined(player.name)
        reading = asyncio.ensure_future(self._read(player, requests))
        try:
            await self._write(player, wake, reading, context)
        finally:
            reading.cancel()
            self._lost(player)

    async def _hear_hello(
        self, requests: AsyncIterator[pb.PlayRequest], context: _Stream
    ) -> pb.Hello:
        try:
            async with asyncio.timeout(HELLO):
                return (await anext(requests)).hello
        except (TimeoutError, StopAsyncIteration):
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, f"no hello in {HELLO:.0f} s")

    async def _read(self, player: Player, requests: AsyncIterator[pb.PlayRequest]) -> None:
        async for message in requests:
            if message.answers:
                self._referee.answered(player, list(message.answers), self._pulse.now())

    async def _write(
        self, player: Player, wake: asyncio.Event, reading: asyncio.Task[None], context: _Stream
    ) -> None:
        reading.add_done_callback(lambda _: wake.set())
        while not reading.done():
            await wake.wait()
            wake.clear()
            if player.gone:
                await context.abort(grpc.StatusCode.ABORTED, f"given up: {player.gone.value}")
            message = self._referee.take(player, self._pulse.now())
            if message.ByteSize():
                await context.write(message)
            if message.goodbye:
                return


async def serve(service: PlayService, address: str) -> grpc.aio.Server:
    """Start a server at `address`, with the standard health and reflection services."""
    server = grpc.aio.server(options=[("grpc.max_receive_message_length", LARGEST)])
    add_RefereeServiceServicer_to_server(service, server)
    checks = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)
    for name in ("", SERVICE):
        await checks.set(name, health_pb2.HealthCheckResponse.SERVING)
    server.add_insecure_port(address)
    await server.start()
    return server
