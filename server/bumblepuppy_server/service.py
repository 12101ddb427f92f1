"""The gRPC side of the referee: the `Play` stream, health and reflection."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import grpc
from google.protobuf.message import DecodeError
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_server.clock import Moment
from bumblepuppy_server.door import InUse, Refusal, UnknownToken, WrongVersion

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from bumblepuppy_server.player import Player
    from bumblepuppy_server.referee import Referee
    from bumblepuppy_server.spec import Listen

HELLO: Final = 10.0
"""Seconds in which a new stream must say hello."""
FILL: Final = 0.002
"""Seconds that a message waits for more questions, while many games are in flight: a message costs
as much as four decisions. No bot is charged for it, as its clock starts when the message goes."""
TICK: Final = 0.005
"""Seconds between two looks at the clocks."""
JITTER: Final = 0.001
"""Seconds by which the host may prolong a sleep that nothing delays."""
UNREADABLE: Final = "a message that cannot be read as a PlayRequest"
KEEPALIVE: Final = 10.0
"""Seconds between two questions whether a silent connection still stands, and for the answer."""
REFUSAL: Final = 1.0
"""Seconds until a stranger is refused. It holds one of the few connections that there are for
strangers meanwhile; all others are turned away before their handshake, which costs far more than
all else. So however many come, they take little of the processor."""
LARGEST: Final = 1 << 20
"""Bytes of the largest message that a bot may send."""
SWEEP: Final = 256
"""Streams after whose end is swept up what they left: cycles that hold memory of gRPC's."""
MOST_STREAMS: Final = 8
"""Streams that one connection may have open: a bot needs one, whoever looks around a few."""

_CONTRACT: Final = pb.DESCRIPTOR.services_by_name["RefereeService"]
SERVICE: Final = _CONTRACT.full_name
PLAY: Final = _CONTRACT.methods_by_name["Play"].name
_STATUS: Final = {
    UnknownToken: grpc.StatusCode.UNAUTHENTICATED,
    WrongVersion: grpc.StatusCode.FAILED_PRECONDITION,
    InUse: grpc.StatusCode.ALREADY_EXISTS,
}
_Stream = grpc.aio.ServicerContext[pb.PlayRequest, bytes]


class Pulse:
    """The referee's clock: real time, and how late the event loop itself has been.

    A step that was to come after `TICK` seconds and came later shows that the loop was busy or the
    host stood still; answers may have lain unread meanwhile, so that time is no bot's. It counts at
    once: what lay unread may be read before the step that is late.
    """

    def __init__(self) -> None:
        """Start the clock."""
        self._lag = 0.0
        self._last = time.monotonic()

    def now(self) -> Moment:
        """Read the clock."""
        at = time.monotonic()
        return Moment(at, self._lag + max(0.0, at - self._last - TICK - JITTER))

    def step(self) -> Moment:
        """Note a step, and read the clock."""
        now = self.now()
        self._last, self._lag = now
        return now


class _End(Exception):  # noqa: N818 - a verdict, not a failure of this program
    """A stream is to end with a status other than all is well."""

    def __init__(self, status: grpc.StatusCode, why: str) -> None:
        super().__init__(why)
        self.status = status


class Listener(Protocol):
    """Who hears what happens to the streams."""

    def joined(self, player: Player) -> None:
        """A bot was let in."""

    def failed(self, error: Exception) -> None:
        """The referee itself failed."""


class PlayService:
    """Carries messages between the referee and its bots; what it sends are bytes already."""

    def __init__(self, referee: Referee, pulse: Pulse, tell: Listener) -> None:
        """Serve `referee`, by the clock `pulse`; `tell` hears what happens to the streams."""
        self._referee = referee
        self._pulse = pulse
        self._tell = tell
        self._ended = 0
        """How many streams have ended."""

    async def play(self, requests: AsyncIterator[pb.PlayRequest], context: _Stream) -> None:
        """Serve one bot until its stream ends."""
        try:
            await self._serve(requests, context)
        # Not by `context.abort`: it leaves cycles behind, and a flood of streams fills the memory.
        except DecodeError:
            context.set_code(grpc.StatusCode.INVALID_ARGUMENT)
            context.set_details(UNREADABLE)
        except _End as end:
            context.set_code(end.status)
            context.set_details(str(end))
        finally:
            self._ended += 1
            if self._ended % SWEEP == 0:
                gc.collect(1)

    async def _serve(self, requests: AsyncIterator[pb.PlayRequest], context: _Stream) -> None:
        hello = await self._hear_hello(requests)
        wake = asyncio.Event()
        try:
            player = self._referee.join(hello, wake.set)
        except UnknownToken as refusal:
            await asyncio.sleep(REFUSAL)
            raise _End(_STATUS[UnknownToken], str(refusal)) from None
        except Refusal as refusal:
            raise _End(_STATUS[type(refusal)], str(refusal)) from None
        self._tell.joined(player)
        reading = asyncio.ensure_future(self._read(player, requests))
        try:
            await self._write(player, wake, reading, context)
            if reading.done() and not reading.cancelled():
                reading.result()
        finally:
            reading.cancel()
            with self._own_work():
                self._referee.lost(player, self._pulse.now())

    async def _hear_hello(self, requests: AsyncIterator[pb.PlayRequest]) -> pb.Hello:
        try:
            async with asyncio.timeout(HELLO):
                return (await anext(requests)).hello
        except (TimeoutError, StopAsyncIteration):
            why = f"no hello in {HELLO:.0f} s"
            raise _End(grpc.StatusCode.DEADLINE_EXCEEDED, why) from None

    async def _read(self, player: Player, requests: AsyncIterator[pb.PlayRequest]) -> None:
        async for message in requests:
            with self._own_work():
                self._referee.heard(player, message, self._pulse.now())

    async def _write(
        self, player: Player, wake: asyncio.Event, reading: asyncio.Task[None], context: _Stream
    ) -> None:
        reading.add_done_callback(lambda _: wake.set())
        while not reading.done():
            await wake.wait()
            if self._referee.is_filling(player):
                await asyncio.sleep(FILL)
            wake.clear()
            if player.gone:
                how = f": {player.how_gone}" if player.how_gone else ""
                raise _End(grpc.StatusCode.ABORTED, f"given up: {player.gone.value}{how}")
            if player.is_cut_off:
                raise _End(grpc.StatusCode.UNAVAILABLE, "cut off: say hello again")
            is_dismissed = player.was_dismissed  # if later, the goodbye is in the next message
            with self._own_work():
                message = self._referee.take(player, self._pulse.now())
            if message:
                # This lasts until the bot reads. The clocks run for one that does not, and in the
                # end its process is killed, which ends this as well.
                player.blocked_since = self._pulse.now()
                await context.write(message)
                player.blocked_since = None
            if is_dismissed:
                return

    @contextlib.contextmanager
    def _own_work(self) -> Iterator[None]:
        """Own up to a mistake of ours, which must not end as a stream that the bot lost."""
        try:
            yield
        except Exception as error:
            self._tell.failed(error)
            raise


async def serve(
    service: PlayService, address: str, listen: Listen | None = None
) -> grpc.aio.Server:
    """Start a server, with the standard health and reflection services.

    Args:
        service: What is served.
        address: Where: a socket of this machine.
        listen: Where else: at an address of the network.
    """
    options = [
        ("grpc.max_receive_message_length", LARGEST),
        ("grpc.max_concurrent_streams", MOST_STREAMS),
        *([("grpc.max_allowed_incoming_connections", listen.connections)] if listen else []),
        ("grpc.so_reuseport", 0),  # nobody else may listen at the same port
        # A connection without a stream is nobody's; each costs memory, and there can be many.
        ("grpc.max_connection_idle_ms", int(1000 * HELLO)),
        ("grpc.server_handshake_timeout_ms", int(1000 * HELLO)),
        # Who has vanished from the network without a word is found out.
        ("grpc.keepalive_time_ms", int(1000 * KEEPALIVE)),
        ("grpc.keepalive_timeout_ms", int(1000 * KEEPALIVE)),
        ("grpc.http2.min_ping_interval_without_data_ms", int(1000 * KEEPALIVE / 2)),
    ]
    server = grpc.aio.server(options=options)
    handlers: dict[str, grpc.RpcMethodHandler[pb.PlayRequest, bytes]] = {
        PLAY: grpc.stream_stream_rpc_method_handler(
            service.play, request_deserializer=pb.PlayRequest.FromString
        )
    }
    server.add_registered_method_handlers(SERVICE, handlers)
    checks = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)
    for name in ("", SERVICE):
        await checks.set(name, health_pb2.HealthCheckResponse.SERVING)
    server.add_insecure_port(address)
    if listen:
        _open_port(server, listen)
    await server.start()
    return server


def _open_port(server: grpc.aio.Server, listen: Listen) -> None:
    if listen.certificate and listen.key:
        pair = Path(listen.key).read_bytes(), Path(listen.certificate).read_bytes()
        server.add_secure_port(listen.address, grpc.ssl_server_credentials([pair]))
    else:
        server.add_insecure_port(listen.address)
