"""The stream itself: statuses, messages that are none, and the standard services."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, cast

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_server import service
from bumblepuppy_server.door import digest_of
from bumblepuppy_server.referee import Referee
from bumblepuppy_server.service import LARGEST, MOST_STREAMS, PlayService, Pulse, serve
from bumblepuppy_server.table import Cause

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

    from bumblepuppy_server.clock import Moment
    from bumblepuppy_server.player import Player

METHOD = "/bumblepuppy.v1.RefereeService/Play"
PATIENCE = 10.0
HELLO = pb.PlayRequest(hello=pb.Hello(token="t", protocol=1)).SerializeToString()
LATIN_1 = b"\x0a\x04\x0a\x02\xe9\xe8"
"""A hello whose token is no UTF-8."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse strangers without making them wait."""
    monkeypatch.setattr(service, "REFUSAL", 0.0)


class NotingReferee(Referee):
    """A referee that notes which streams are lost."""

    def __init__(self) -> None:
        super().__init__(lambda _: None, ping=10.0)
        self.lost_players: asyncio.Queue[Player] = asyncio.Queue()

    def lost(self, player: Player, now: Moment) -> None:
        super().lost(player, now)
        self.lost_players.put_nowait(player)


class House:
    """A server that expects the bot `ann` with the token `t`, and what it hears of the streams."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.referee = NotingReferee()
        self.referee.expect("ann", digest_of("t"))
        self.players: asyncio.Queue[Player] = asyncio.Queue()
        self.failures: asyncio.Queue[Exception] = asyncio.Queue()

    def joined(self, player: Player) -> None:
        self.players.put_nowait(player)

    def failed(self, error: Exception) -> None:
        self.failures.put_nowait(error)

    @contextlib.asynccontextmanager
    async def stream(self) -> AsyncIterator[Call]:
        """Open a stream of bare bytes."""
        async with self.channel() as channel:
            yield channel.stream_stream(METHOD)()

    def channel(self) -> grpc.aio.Channel:
        """Open a connection of its own."""
        options = [("grpc.max_receive_message_length", -1), ("grpc.use_local_subchannel_pool", 1)]
        return grpc.aio.insecure_channel(self.address, options=options)


Call = grpc.aio.StreamStreamCall[bytes, bytes]


async def heard(call: Call) -> pb.PlayResponse:
    """Read the next message."""
    data = await call.read()
    assert isinstance(data, bytes), "the stream has ended"
    return pb.PlayResponse.FromString(data)


def within_a_house(tmp_path: Path, play: Callable[[House], Coroutine[None, None, None]]) -> None:
    async def main() -> None:
        house = House(f"unix:{tmp_path}/s")
        server = await serve(PlayService(house.referee, Pulse(), house), house.address)
        try:
            await asyncio.wait_for(play(house), PATIENCE)
        finally:
            await server.stop(None)

    asyncio.run(main())


def status_after(tmp_path: Path, *messages: bytes, half_close: bool = False) -> grpc.StatusCode:
    """Send messages; give the status with which the stream ends."""
    found = []

    async def play(house: House) -> None:
        async with house.stream() as call:
            with contextlib.suppress(grpc.RpcError, asyncio.InvalidStateError):
                for message in messages:
                    await call.write(message)
            if half_close:
                await call.done_writing()
            found.append(await call.code())
        assert house.failures.empty()

    within_a_house(tmp_path, play)
    return found[0]


# --- statuses ---


@pytest.mark.parametrize(
    ("message", "status"),
    [
        (pb.PlayRequest(), grpc.StatusCode.UNAUTHENTICATED),
        (pb.PlayRequest(answers=[pb.Answer()]), grpc.StatusCode.UNAUTHENTICATED),
        (pb.PlayRequest(hello=pb.Hello(token="é")), grpc.StatusCode.UNAUTHENTICATED),
        (
            pb.PlayRequest(hello=pb.Hello(token="t", protocol=2)),
            grpc.StatusCode.FAILED_PRECONDITION,
        ),
    ],
    ids=["empty", "no hello", "token", "version"],
)
def test_a_bot_that_is_not_let_in_is_told_why(
    tmp_path: Path, message: pb.PlayRequest, status: grpc.StatusCode
) -> None:
    assert status_after(tmp_path, message.SerializeToString()) is status


def test_a_stream_that_says_no_hello_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "HELLO", 0.05)
    assert status_after(tmp_path) is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_stream_that_is_closed_before_a_hello_ends(tmp_path: Path) -> None:
    assert status_after(tmp_path, half_close=True) is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_second_stream_with_the_same_token_is_refused_and_the_first_goes_on(
    tmp_path: Path,
) -> None:
    async def play(house: House) -> None:
        async with house.stream() as first, house.stream() as second:
            await first.write(HELLO)
            await first.read()
            await second.write(HELLO)
            assert await second.code() is grpc.StatusCode.ALREADY_EXISTS
            house.referee.say_goodbye()
            assert (await heard(first)).goodbye

    within_a_house(tmp_path, play)


def test_a_bot_that_is_given_up_has_its_stream_aborted(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        async with house.stream() as call:
            await call.write(HELLO)
            player = await house.players.get()
            await call.read()
            house.referee.leave(player, Cause.TIMEOUT, Pulse().now())
            assert await call.code() is grpc.StatusCode.ABORTED
            assert await call.details() == "given up: timeout"

    within_a_house(tmp_path, play)


def test_a_goodbye_ends_the_stream_in_peace(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        async with house.stream() as call:
            await call.write(HELLO)
            await call.read()
            house.referee.say_goodbye()
            await call.read()
            assert await call.code() is grpc.StatusCode.OK

    within_a_house(tmp_path, play)


def test_a_goodbye_that_comes_while_something_else_is_sent_is_sent_next(tmp_path: Path) -> None:
    class Slow:
        """A stream whose first message is still under way when the tournament ends."""

        def __init__(self) -> None:
            self.sent: list[bytes] = []

        async def write(self, message: bytes) -> None:
            self.sent.append(message)
            if len(self.sent) == 1:
                house.referee.say_goodbye()

    house, wake, stream = House(f"unix:{tmp_path}/s"), asyncio.Event(), Slow()
    player = house.referee.join(pb.Hello(token="t", protocol=1), wake.set)

    async def play() -> None:
        reading: asyncio.Task[None] = asyncio.ensure_future(asyncio.sleep(PATIENCE))
        writing = PlayService(house.referee, Pulse(), house)._write
        await writing(player, wake, reading, cast("service._Stream", stream))
        reading.cancel()

    asyncio.run(play())
    assert [pb.PlayResponse.FromString(message).goodbye for message in stream.sent] == [False, True]


# --- connections ---


def test_a_connection_has_few_streams_at_a_time(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        house.referee.expect("bob", digest_of("u"))
        async with house.channel() as channel, house.stream() as another:
            idle: list[Call] = [channel.stream_stream(METHOD)() for _ in range(MOST_STREAMS)]
            for call in idle:
                await call.wait_for_connection()
            one_too_many: Call = channel.stream_stream(METHOD)()
            saying = asyncio.ensure_future(one_too_many.write(HELLO))
            await another.write(
                pb.PlayRequest(hello=pb.Hello(token="u", protocol=1)).SerializeToString()
            )
            assert (await house.players.get()).name == "bob"
            assert not saying.done()
            idle.pop().cancel()
            assert (await house.players.get()).name == "ann"
            await saying

    within_a_house(tmp_path, play)


def test_a_connection_without_a_stream_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HELLO", 0.05)

    async def play(house: House) -> None:
        async with house.channel() as channel:
            call: Call = channel.stream_stream(METHOD)()
            assert await call.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            await channel.wait_for_state_change(grpc.ChannelConnectivity.READY)

    within_a_house(tmp_path, play)


def test_a_connection_that_does_not_speak_grpc_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HELLO", 0.05)

    async def play(house: House) -> None:
        path = house.address.removeprefix("unix:")
        reader, writer = await asyncio.open_unix_connection(path)
        await reader.read()  # to its end
        writer.close()
        await writer.wait_closed()

    within_a_house(tmp_path, play)


# --- messages that are none ---


@pytest.mark.parametrize("garbage", [b"\xff" * 9, LATIN_1], ids=["bytes", "no UTF-8"])
def test_a_hello_that_cannot_be_read_ends_the_stream(tmp_path: Path, garbage: bytes) -> None:
    assert status_after(tmp_path, garbage) is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize(
    ("garbage", "status"),
    [
        (b"\xff" * 9, grpc.StatusCode.INVALID_ARGUMENT),
        (LATIN_1, grpc.StatusCode.INVALID_ARGUMENT),
        (bytes(LARGEST + 1), grpc.StatusCode.RESOURCE_EXHAUSTED),
    ],
    ids=["bytes", "no UTF-8", "more than a MiB"],
)
def test_who_sends_what_cannot_be_read_is_told_so(
    tmp_path: Path, garbage: bytes, status: grpc.StatusCode
) -> None:
    async def play(house: House) -> None:
        async with house.stream() as call:
            await call.write(HELLO)
            await call.read()
            with contextlib.suppress(grpc.RpcError):
                await call.write(garbage)
            assert await call.code() is status
            await house.referee.lost_players.get()
        assert house.failures.empty()

    within_a_house(tmp_path, play)


@pytest.mark.parametrize(
    "garbage",
    [b"\xff" * 9, LATIN_1, bytes(LARGEST + 1)],
    ids=["bytes", "no UTF-8", "more than a MiB"],
)
def test_a_message_that_cannot_be_read_ends_its_stream_alone(
    tmp_path: Path, garbage: bytes
) -> None:
    async def play(house: House) -> None:
        house.referee.expect("bob", digest_of("u"))
        async with house.stream() as bad, house.stream() as good:
            for call, token in ((bad, "t"), (good, "u")):
                hello = pb.PlayRequest(hello=pb.Hello(token=token, protocol=1))
                await call.write(hello.SerializeToString())
                await call.read()
            with contextlib.suppress(grpc.RpcError):
                await bad.write(garbage)
            assert (await house.referee.lost_players.get()).name == "ann"
            house.referee.say_goodbye()
            assert (await heard(good)).goodbye
        assert house.failures.empty()

    within_a_house(tmp_path, play)


def test_who_has_lost_its_stream_may_open_another(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        async with house.stream() as first:
            await first.write(HELLO)
            await first.read()
            player = await house.players.get()
        assert await house.referee.lost_players.get() is player
        async with house.stream() as second:
            await second.write(HELLO)
            assert (await heard(second)).welcome.name == "ann"
            assert await house.players.get() is player
            assert not player.is_away
        assert house.failures.empty()

    within_a_house(tmp_path, play)


def test_unknown_fields_are_ignored(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        async with house.stream() as call:
            await call.write(HELLO + b"\xba\x3e\x05later")  # field 999
            assert (await heard(call)).welcome.name == "ann"

    within_a_house(tmp_path, play)


# --- mistakes of our own ---


@pytest.mark.parametrize("work", ["heard", "take"])
def test_a_mistake_of_the_referee_is_owned_up_to(
    tmp_path: Path, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistake(*_: object) -> None:
        raise ZeroDivisionError("ours")

    async def play(house: House) -> None:
        monkeypatch.setattr(house.referee, work, mistake)
        async with house.stream() as call:
            await call.write(HELLO)
            with contextlib.suppress(grpc.RpcError):
                await call.write(pb.PlayRequest(answers=[pb.Answer()]).SerializeToString())
            assert isinstance(await house.failures.get(), ZeroDivisionError)

    within_a_house(tmp_path, play)


def test_a_mistake_of_the_referee_over_a_lost_stream_is_owned_up_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistake(*_: object) -> None:
        raise ZeroDivisionError("ours")

    async def play(house: House) -> None:
        monkeypatch.setattr(house.referee, "lost", mistake)
        async with house.stream() as call:
            await call.write(HELLO)
            await call.read()
        assert isinstance(await house.failures.get(), ZeroDivisionError)

    within_a_house(tmp_path, play)


# --- the standard services ---


@pytest.mark.parametrize("name", ["", "bumblepuppy.v1.RefereeService"])
def test_the_health_service_says_that_all_is_well(tmp_path: Path, name: str) -> None:
    async def play(house: House) -> None:
        async with grpc.aio.insecure_channel(house.address) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            reply = await stub.Check(health_pb2.HealthCheckRequest(service=name))
            assert reply.status == health_pb2.HealthCheckResponse.SERVING

    within_a_house(tmp_path, play)


def test_reflection_lists_the_services(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        async with grpc.aio.insecure_channel(house.address) as channel:
            stub = reflection_pb2_grpc.ServerReflectionStub(channel)
            question = reflection_pb2.ServerReflectionRequest(list_services="")
            async for reply in stub.ServerReflectionInfo(iter([question])):
                found = {entry.name for entry in reply.list_services_response.service}
        assert {"bumblepuppy.v1.RefereeService", "grpc.health.v1.Health"} <= found

    within_a_house(tmp_path, play)
