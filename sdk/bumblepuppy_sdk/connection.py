"""The way to the referee: one stream after the other, should the first be lost.

A bot that loses its stream may come back in `wire.RETURN` seconds. It says hello as before, and is
told again what it needs: see "Losing the stream" in `proto/README.md`. One that comes by a network
is let in later as well, and loses the games that it left: it keeps trying for longer.
"""

from __future__ import annotations

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
UNIX: Final = "unix:"
CONNECT: Final = 30.0
"""Seconds to wait for the referee at first."""
GUEST: Final = 60.0
"""Seconds that a bot from elsewhere keeps trying, at first and whenever its connection is lost: the
host may be started again, which plays on."""
PAUSE: Final = 0.1
"""Seconds between two tries, at first."""
LONGEST_PAUSE: Final = 0.5
"""The same where nobody has answered for long."""
CHANNEL: Final = [
    ("grpc.max_receive_message_length", -1),
    # The referee may still be starting: knock often.
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 500),
]
NETWORK: Final = [
    # For each try to connect; a handshake takes several ways, and a cable may be pulled meanwhile.
    ("grpc.min_reconnect_backoff_ms", 3_000),
    # A connection that broke without a word is found out while there is time to come back.
    ("grpc.keepalive_time_ms", 2_000),
    ("grpc.keepalive_timeout_ms", 3_000),
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
_NOT_TRUSTED: Final = {
    "CERTIFICATE_VERIFY_FAILED": "it shows a certificate that this bot is not told to trust",
    "Hostname Verification": "its certificate is for other addresses than this one",
    "WRONG_VERSION_NUMBER": "it speaks no TLS",
    "security handshaker": "the certificate to trust is none in PEM",
}
"""What gRPC says where waiting does not help, and what it means."""
_NEVER: Final = -1.0


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
    options = CHANNEL if address.startswith(UNIX) else [*CHANNEL, *NETWORK]
    if where == address and certificate is None:
        return grpc.insecure_channel(address, options=options)
    try:
        trusted = Path(certificate).read_bytes() if certificate else None
    except OSError as error:
        raise BumblepuppyError(
            f"the certificate {certificate!r} cannot be read: {error.strerror}"
        ) from error
    return grpc.secure_channel(where, grpc.ssl_channel_credentials(trusted), options=options)


class Connection:
    """A bot's way to its referee, used by one thread, and closed by another."""

    def __init__(self, address: str, hello: pb.Hello, certificate: str | None = None) -> None:
        self._address = address
        self._hello = hello
        self._channel = channel_to(address, certificate)
        is_guest = not address.startswith(UNIX)
        self._patience_first = GUEST if is_guest else CONNECT
        self._patience_later = GUEST if is_guest else wire.RETURN
        self._stream: Stream | None = None
        self._was_let_in = False
        self._closed = threading.Event()
        self.failure: BumblepuppyError = BumblepuppyError(
            "the referee ended the stream without a goodbye"
        )
        """Why there is nothing more to hear, unless the referee said goodbye."""

    def messages(self) -> Iterator[tuple[Stream, pb.PlayResponse]]:
        """Yield what the referee says, and by which stream, until there is no hope of more."""
        lost = time.monotonic()
        while not self._closed.is_set():
            self._stream = stream = Stream(self._channel, self._hello)
            patience = self._patience_later
            try:
                for message in stream:
                    self._was_let_in = True
                    lost = 0.0
                    yield stream, message
                    if message.goodbye:
                        return
            except grpc.RpcError as error:
                patience = self._hear_end(error)
            finally:
                stream.close()
            lost = lost or time.monotonic()
            waited = time.monotonic() - lost
            pause = min(PAUSE + waited / 10, LONGEST_PAUSE)
            if waited > patience or self._closed.wait(pause):
                return

    def _hear_end(self, error: grpc.RpcError) -> float:
        """Note how a stream ended; give the seconds for which another may help, below 0 if none.

        They are counted from the start, or from when the connection was lost.
        """
        code, details = error.code(), error.details() or ""
        if code in _REFUSED or (code is _IN_USE and not self._was_let_in):
            self.failure = RefusedError(details)
            return wire.RETURN if code is _IN_USE else _NEVER
        if not self._was_let_in and code is grpc.StatusCode.UNAVAILABLE:
            why = next((why for word, why in _NOT_TRUSTED.items() if word in details), "")
            self.failure = BumblepuppyError(
                f"no referee answers at {self._address!r}: {why or details}"
            )
            return _NEVER if why else self._patience_first
        self.failure = BumblepuppyError(
            f"the connection to the referee was lost: {code.name.lower()}: {details}"
        )
        return self._patience_later if self._was_let_in and code is not _GIVEN_UP else _NEVER

    def close(self) -> None:
        """End the present stream, and open no other."""
        self._closed.set()
        if self._stream:
            self._stream.close()

    def hang_up(self) -> None:
        """Leave the referee; only when nobody reads from here any more."""
        self._channel.close()
