"""The way to the referee: how long a bot keeps trying, and what it says when it gives up."""

from __future__ import annotations

import grpc
import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.connection import CONNECT, GUEST, Connection, channel_to
from bumblepuppy_sdk.errors import BumblepuppyError, RefusedError
from bumblepuppy_sdk.wire import RETURN

Code = grpc.StatusCode
LOCAL, ELSEWHERE = "unix:/no/such/socket", "cup.example:7600"


class End(grpc.RpcError):
    """How a stream ended."""

    def __init__(self, code: grpc.StatusCode, details: str = "so it was") -> None:
        self._code, self._details = code, details

    def code(self) -> grpc.StatusCode:
        return self._code

    def details(self) -> str:
        return self._details


def after(end: End, address: str = ELSEWHERE, *, let_in: bool = False) -> tuple[float, Exception]:
    """Give the seconds for which a bot keeps trying, and what it would say in the end."""
    connection = Connection(address, pb.Hello())
    connection._was_let_in = let_in
    seconds = connection._hear_end(end)
    connection.hang_up()
    return seconds, connection.failure


@pytest.mark.parametrize(
    ("address", "let_in", "seconds"),
    [
        (LOCAL, False, CONNECT),
        (LOCAL, True, RETURN),
        (ELSEWHERE, False, GUEST),
        (ELSEWHERE, True, GUEST),
        (f"tls:{ELSEWHERE}", True, GUEST),
    ],
)
def test_a_guest_keeps_trying_for_a_minute_since_its_host_may_be_started_again(
    address: str, seconds: float, *, let_in: bool
) -> None:
    assert after(End(Code.UNAVAILABLE), address, let_in=let_in)[0] == seconds


@pytest.mark.parametrize("let_in", [False, True])
@pytest.mark.parametrize(
    "code", [Code.UNAUTHENTICATED, Code.FAILED_PRECONDITION, Code.INVALID_ARGUMENT]
)
def test_who_is_refused_does_not_try_again(code: grpc.StatusCode, *, let_in: bool) -> None:
    seconds, failure = after(End(code, "no such bot"), let_in=let_in)
    assert seconds < 0
    assert isinstance(failure, RefusedError)
    assert str(failure) == "no such bot"


def test_who_seems_to_be_connected_already_tries_until_that_must_have_been_found_out() -> None:
    seconds, failure = after(End(Code.ALREADY_EXISTS))
    assert seconds == RETURN
    assert isinstance(failure, RefusedError)
    seconds, failure = after(End(Code.ALREADY_EXISTS), let_in=True)
    assert seconds == GUEST
    assert not isinstance(failure, RefusedError)


def test_who_is_given_up_ends_and_says_why() -> None:
    seconds, failure = after(End(Code.ABORTED, "given up: timeout"), let_in=True)
    assert seconds < 0
    assert "given up: timeout" in str(failure)


@pytest.mark.parametrize(
    ("details", "said"),
    [
        ("SSL routines: CERTIFICATE_VERIFY_FAILED: self signed", "not told to trust"),
        ("Hostname Verification Check failed.", "for other addresses"),
        ("SSL_ERROR_SSL: WRONG_VERSION_NUMBER", "it speaks no TLS"),
        ("Failed to create security handshaker.", "none in PEM"),
    ],
)
def test_a_wrong_certificate_does_not_get_right_by_waiting(details: str, said: str) -> None:
    seconds, failure = after(End(Code.UNAVAILABLE, details))
    assert seconds < 0
    assert f"no referee answers at '{ELSEWHERE}': " in str(failure)
    assert said in str(failure)


def test_a_certificate_that_cannot_be_read_is_named() -> None:
    with pytest.raises(BumblepuppyError, match=r"'/no/such.pem' cannot be read: No such file"):
        channel_to(ELSEWHERE, "/no/such.pem")
