"""The way to the referee: one stream after the other, should the first be lost.

A bot that loses its stream may come back in `wire.RETURN` seconds. It says hello as before, and is
told again what it needs: see "Losing the stream" in `proto/README.md`.
"""

from __future__ import annotations

import contextlib
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grpc

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk import wire
from bumblepuppy_sdk.errors import BumblepuppyError, RefusedError
from bumblepuppy_sdk.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import Iterator

TLS: Final = "tls:"
CONNECT: Final = 30.0
"""Seconds to wait for the referee at first."""
PAUSE: Final = 0.1
"""Seconds between two tries to come back."""
CHANNEL: Final = [
    ("grpc.max_receive_message_length", -1),
    # The referee may still be starting: knock often.
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 500),
    # A connection that broke without a word is found out.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 10_000),
]
_CONTRACT: Final = pb.DESCRIPTOR.services_by_name["RefereeService"]
_PLAY: Final = f"/{_CONTRACT.full_name}/{_CONTRACT.methods_by_name['Play'].name}"
_REFUSED: Final = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
}
_IN_USE: Final = grpc.StatusCode.ALREADY_EXISTS
"""Said to a second bot; and to one that comes back before its loss was noticed."""
_GIVEN_UP: Final = grpc.StatusCode.ABORTED


class Stream:
    """One stream: `outbox` is what waits to be sent; iterate over what the referee says."""

    def __init__(self, channel: grpc.Channel, hello: pb.Hello) -> None:
        self.outbox = Outbox(hello)
        # Not by the stub, because what is sent are bytes already.
        play: grpc.StreamStreamMultiCallable[bytes, pb.PlayResponse] = channel.stream_stream(
            _PLAY, response_deserializer=pb.PlayResponse.FromString
        )
        self._call = play(self.outbox)

    def __iter__(self) -> Iterator[pb.PlayResponse]:
        """Give what the referee says; raises `grpc.RpcError` unless it ends the stream itself."""
        return iter(self._call)

    def close(self) -> None:
        """End the stream."""
        self.outbox.close()
        self._call.cancel()


def channel_to(address: str, certificate: str | None = None) -> grpc.Channel:
    """Open a channel to a referee.

    Args:
        address: `unix:/path`, or `host:port`; `tls:host:port` asks for TLS.
        certificate: The file of the certificates to trust, which asks for TLS as well; `None`:
            those that gRPC trusts by itself.

    Raises:
        BumblepuppyError: the file cannot be read.
    """
    where = address.removeprefix(TLS)
    if where == address and certificate is None:
        return grpc.insecure_channel(address, options=CHANNEL)
    try:
        trusted = Path(certificate).read_bytes() if certificate else None
    except OSError as error:
        raise BumblepuppyError(
            f"the certificate {certificate!r} cannot be read: {error.strerror}"
        ) from error
    return grpc.secure_channel(where, grpc.ssl_channel_credentials(trusted), options=CHANNEL)


class Connection:
    """A bot's way to its referee, used by one thread, and closed by another."""

    def __init__(self, address: str, hello: pb.Hello, certificate: str | None = None) -> None:
        self._address = address
        self._hello = hello
        self._channel = channel_to(address, certificate)
        self._stream: Stream | None = None
        self._was_let_in = False
        self._closed = threading.Event()
        self.failure: BumblepuppyError = BumblepuppyError(
            f"no referee answers at {address!r} within {CONNECT:.0f} s"
        )
        """Why there is nothing more to hear, unless the referee said goodbye."""

    def messages(self) -> Iterator[tuple[Stream, pb.PlayResponse]]:
        """Yield what the referee says, and by which stream, until there is no hope of more."""
        deadline = time.monotonic() + CONNECT
        while self._is_ready(deadline):
            self._stream = stream = Stream(self._channel, self._hello)
            try:
                for message in stream:
                    self._was_let_in = True
                    deadline = 0.0
                    yield stream, message
                    if message.goodbye:
                        return
            except grpc.RpcError as error:
                if not self._may_return_after(error):
                    return
            finally:
                stream.close()
            deadline = deadline or time.monotonic() + wire.RETURN
            if self._closed.wait(PAUSE):
                return

    def _is_ready(self, deadline: float) -> bool:
        """Wait for the referee, and tell whether it is there in time."""
        ready = grpc.channel_ready_future(self._channel)
        while not self._closed.is_set() and (left := deadline - time.monotonic()) > 0:
            with contextlib.suppress(grpc.FutureTimeoutError):
                ready.result(timeout=min(left, PAUSE))
                return True
        ready.cancel()
        return False

    def _may_return_after(self, error: grpc.RpcError) -> bool:
        """Note how a stream ended, and tell whether another one may help."""
        code, details = error.code(), error.details() or ""
        if code in _REFUSED or (code is _IN_USE and not self._was_let_in):
            self.failure = RefusedError(details)
            return False
        self.failure = BumblepuppyError(
            f"the connection to the referee was lost: {code.name.lower()}: {details}"
        )
        return self._was_let_in and code is not _GIVEN_UP

    def close(self) -> None:
        """End the present stream, and open no other."""
        self._closed.set()
        if self._stream:
            self._stream.close()

    def hang_up(self) -> None:
        """Leave the referee; only when nobody reads from here any more."""
        self._channel.close()
