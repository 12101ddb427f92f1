"""The port to the network: strangers at it, who come by TLS or not, and mean no good."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import TYPE_CHECKING

import grpc
import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_server import service
from bumblepuppy_server.door import digest_of
from bumblepuppy_server.referee import Referee
from bumblepuppy_server.service import PLAY, SERVICE, PlayService, Pulse, serve
from bumblepuppy_server.spec import Listen
from bumblepuppy_tournaments.hosting.certificate import make_certificate

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from bumblepuppy_server.player import Player

PATIENCE = 10.0
Call = grpc.aio.StreamStreamCall[bytes, bytes]


class Port:
    """A referee that expects `ann` at a port of this machine, by TLS."""

    def __init__(self, folder: Path, connections: int) -> None:
        pair = make_certificate(folder, ["127.0.0.1"], dt.datetime.now(dt.UTC))
        self.trusts = pair[0].read_bytes()
        self._pair = [str(file) for file in pair]
        self._folder = folder
        self.referee = Referee(lambda _: None, ping=10.0)
        self.referee.expect("ann", digest_of("t"))
        self.connections = connections

    def joined(self, player: Player) -> None:
        """Hear nothing."""

    def failed(self, error: Exception) -> None:
        raise error

    async def open(self) -> grpc.aio.Server:
        with_port = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        self.number = with_port.sockets[0].getsockname()[1]
        with_port.close()
        await with_port.wait_closed()
        certificate, key = self._pair
        listen = Listen(
            address=f"127.0.0.1:{self.number}",
            certificate=certificate,
            key=key,
            connections=self.connections,
        )
        return await serve(
            PlayService(self.referee, Pulse(), self), f"unix:{self._folder}/s", listen
        )

    async def hello(self, token: str) -> Call:
        """Say hello by a connection of its own."""
        options = [("grpc.use_local_subchannel_pool", 1)]
        credentials = grpc.ssl_channel_credentials(self.trusts)
        channel = grpc.aio.secure_channel(f"127.0.0.1:{self.number}", credentials, options)
        call: Call = channel.stream_stream(f"/{SERVICE}/{PLAY}")()
        hello = pb.Hello(token=token, protocol=1)
        await call.write(pb.PlayRequest(hello=hello).SerializeToString())
        return call

    async def is_welcome(self, token: str) -> bool:
        try:
            return bool(await (await self.hello(token)).read())
        except (grpc.RpcError, asyncio.InvalidStateError):
            return False


def at_a_port(
    folder: Path, play: Callable[[Port], Coroutine[None, None, None]], connections: int = 100
) -> None:
    async def main() -> None:
        port = Port(folder, connections)
        server = await port.open()
        try:
            await asyncio.wait_for(play(port), PATIENCE)
        finally:
            await server.stop(None)

    asyncio.run(main())


def test_strangers_by_the_dozen_are_refused_and_keep_nobody_out(tmp_path: Path) -> None:
    async def play(port: Port) -> None:
        strangers = await asyncio.gather(*(port.hello(f"guess {n}") for n in range(40)))
        assert await port.is_welcome("t")
        codes = {await stranger.code() for stranger in strangers}
        assert codes == {grpc.StatusCode.UNAUTHENTICATED}

    at_a_port(tmp_path, play)


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01", b"GET / HTTP/1.1\r\n\r\n"])
def test_a_handshake_that_is_never_finished_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(service, "HELLO", 0.3)

    async def play(port: Port) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port.number)
        writer.write(said)
        assert len(await reader.read()) < 100, "it ends"
        writer.close()
        assert await port.is_welcome("t")

    at_a_port(tmp_path, play)


def test_who_takes_all_connections_keeps_newcomers_out_and_nobody_who_is_in(
    tmp_path: Path,
) -> None:
    async def play(port: Port) -> None:
        ann = await port.hello("t")
        await ann.read()
        idle = [await asyncio.open_connection("127.0.0.1", port.number) for _ in range(6)]
        assert not await port.is_welcome("a guess")
        port.referee.say_goodbye()
        said = await ann.read()
        assert isinstance(said, bytes)
        assert pb.PlayResponse.FromString(said).goodbye
        for _, writer in idle:
            writer.close()

    at_a_port(tmp_path, play, connections=3)


def test_who_does_not_trust_the_certificate_says_nothing(tmp_path: Path) -> None:
    async def play(port: Port) -> None:
        (port._folder / "other").mkdir()
        other, _ = make_certificate(port._folder / "other", ["127.0.0.1"], dt.datetime.now(dt.UTC))
        right, port.trusts = port.trusts, other.read_bytes()
        assert not await port.is_welcome("t")
        port.trusts = right
        assert await port.is_welcome("t")

    at_a_port(tmp_path, play)
