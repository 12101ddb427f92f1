"""What waits to be sent to the referee, shared between threads.

Sending a message costs far more than filling it, so answers that are ready together go together.
An answer waits for company at most `LINGER` seconds, whatever the bot is thinking about meanwhile:
this keeps quick answers from being charged for the slow one behind them.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.wire.parts import message_field

LINGER: Final = 0.005
"""Seconds that an answer may wait for the next one."""


_ANSWER: Final = message_field(pb.PlayRequest, "answers")
_FOREVER: Final = float("inf")


class Outbox:
    """An iterator of messages, as gRPC wants it: the bot's thread fills, gRPC's thread empties.

    Messages are given as the bytes of a `PlayRequest`.
    """

    def __init__(self, hello: pb.Hello) -> None:
        self._changed = threading.Condition()
        self._parts = [pb.PlayRequest(hello=hello).SerializeToString()]
        self._holds_answers = False
        self._due = 0.0
        """When the message must go; infinite while it is empty."""
        self._closed = False

    def answer(self, answer: bytes, *, flush: bool) -> None:
        """Add an `Answer`, and send all if `flush`."""
        with self._changed:
            first = not self._holds_answers
            self._holds_answers = True
            self._parts.append(_ANSWER(answer))
            if flush:
                self._due = 0.0
            elif first:
                self._due = min(self._due, time.monotonic() + LINGER)
            if first or flush:
                self._changed.notify()

    def answer_alone(self, answer: bytes) -> None:
        """Send an `Answer` at once, and let the next ones go by another message."""
        self.answer(answer, flush=True)
        with self._changed:
            self._changed.wait_for(lambda: not self._holds_answers or self._closed, LINGER)

    def flush(self) -> None:
        """Send what waits."""
        with self._changed:
            if self._holds_answers:
                self._due = 0.0
                self._changed.notify()

    def heartbeat(self, number: int) -> None:
        """Echo a heartbeat, at once."""
        beat = pb.Heartbeat(number=number)
        with self._changed:
            self._parts.append(pb.PlayRequest(heartbeats=[beat]).SerializeToString())
            self._due = 0.0
            self._changed.notify()

    def close(self) -> None:
        """Send what waits, and nothing after it."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def __iter__(self) -> Outbox:
        """Be an iterator."""
        return self

    def __next__(self) -> bytes:
        """Wait for the next message that is due."""
        with self._changed:
            while (wait := self._due - time.monotonic()) > 0 and not self._closed:
                self._changed.wait(None if wait == _FOREVER else wait)
            if self._closed and self._due == _FOREVER:
                raise StopIteration
            parts, self._parts = self._parts, []
            self._holds_answers = False
            self._due = _FOREVER
            self._changed.notify_all()
            return b"".join(parts)
