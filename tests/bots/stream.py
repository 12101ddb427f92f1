"""A connection without manners, for the bots here that the SDK would not allow."""

from __future__ import annotations

import os
import queue
from typing import TYPE_CHECKING

import grpc

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy.v1.referee_pb2_grpc import RefereeServiceStub
from bumblepuppy_sdk.connection import CHANNEL
from bumblepuppy_sdk.running import REFEREE, TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator


class Stream:
    """A stream to the referee: iterate over what it says."""

    def __init__(self, **hello: object) -> None:
        """Connect, and say hello; `hello` overrides what is usual."""
        self._channel = grpc.insecure_channel(os.environ[REFEREE], options=CHANNEL)
        grpc.channel_ready_future(self._channel).result()
        usual = {"token": os.environ[TOKEN], "protocol": 1, "games": ["rolling-stone"]}
        self._outgoing: queue.SimpleQueue[pb.PlayRequest | None] = queue.SimpleQueue()
        self.send(pb.PlayRequest(hello=pb.Hello(**{**usual, **hello})))  # type: ignore[arg-type]
        self._call = RefereeServiceStub(self._channel).Play(iter(self._outgoing.get, None))

    def send(self, message: pb.PlayRequest) -> None:
        """Send a message."""
        self._outgoing.put(message)

    def __iter__(self) -> Iterator[pb.PlayResponse]:
        """Hear what the referee says; heartbeats are echoed."""
        for message in self._call:
            if message.heartbeats:
                self.send(pb.PlayRequest(heartbeats=message.heartbeats))
            yield message

    def hear_out(self) -> None:
        """Hear all that the referee says, and close even where it refuses.

        With a stream left open, gRPC's threads now and then keep a process from ending.
        """
        try:
            for _ in self:
                pass
        finally:
            self.close()

    def close(self) -> None:
        """Break the connection off."""
        self._outgoing.put(None)
        self._channel.close()


def first_legal(request: pb.DecisionRequest) -> pb.Answer:
    """Answer with the first legal action."""
    return pb.Answer(game_id=request.game_id, decision=request.decision, action=request.legal[0])
