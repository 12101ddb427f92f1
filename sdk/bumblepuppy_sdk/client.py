"""The bot's side of the stream.

Three threads share the work. A reader takes messages off the stream and answers heartbeats, so
that a bot deep in thought still shows life; the main thread runs the contestant's code, one
decision after the other; a thread of gRPC's own sends what the outbox holds.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sys
import threading
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

import grpc

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk import wire
from bumblepuppy_sdk.bot import Bot, games_of
from bumblepuppy_sdk.errors import BumblepuppyError, RefusedError
from bumblepuppy_sdk.outbox import Outbox
from bumblepuppy_sdk.seat import Seat
from bumblepuppy_sdk.wire.parts import number_field

if TYPE_CHECKING:
    from collections.abc import Iterable

SLOW: Final = 0.001
"""Seconds from which a decision is sent at once, so that the clocks stay exact."""
CONNECT: Final = 30.0
"""Seconds to wait for the referee."""
LAST_THOUGHT: Final = 2.0
"""Seconds that a thinking bot may outlive its referee."""
CHANNEL: Final = [
    ("grpc.max_receive_message_length", -1),
    # The referee may still be starting: knock often.
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 500),
]
_CONTRACT: Final = pb.DESCRIPTOR.services_by_name["RefereeService"]
_PLAY: Final = f"/{_CONTRACT.full_name}/{_CONTRACT.methods_by_name['Play'].name}"
_THINK: Final = number_field(pb.Answer, "think_us")
_REFUSED: Final = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
}


class Client:
    """One bot's connection to its referee."""

    def __init__(self, bot: type[Bot], address: str, token: str) -> None:
        """Prepare to play as `bot`, known by `token`, with the referee at `address`."""
        self._bot = bot
        self._address = address
        self._inbox: queue.SimpleQueue[pb.PlayResponse | None] = queue.SimpleQueue()
        self._outbox = Outbox(
            pb.Hello(
                token=token,
                protocol=wire.PROTOCOL,
                sdk=f"bumblepuppy-python {version('bumblepuppy')}",
                games=games_of(bot),
            )
        )
        self._seats: dict[str, Seat] = {}
        self._ended = threading.Event()
        self._lost = ""
        self._refused = ""

    def play(self) -> None:
        """Play until the referee says goodbye.

        Raises:
            RefusedError: the referee will not have this bot.
            BumblepuppyError: the connection failed or was lost.
        """
        with grpc.insecure_channel(self._address, options=CHANNEL) as channel:
            self._wait_for_referee(channel)
            # Not by the stub, because what is sent are bytes already.
            play: grpc.StreamStreamMultiCallable[bytes, pb.PlayResponse] = channel.stream_stream(
                _PLAY, response_deserializer=pb.PlayResponse.FromString
            )
            call = play(self._outbox)
            threading.Thread(target=self._read, args=(call,), daemon=True).start()
            try:
                with asyncio.Runner() as runner:
                    self._runner = runner
                    said_goodbye = self._think()
            finally:
                self._ended.set()
                self._outbox.close()
                call.cancel()
        if self._refused:
            raise RefusedError(self._refused)
        if not said_goodbye:
            raise BumblepuppyError(f"the connection to the referee was lost: {self._lost}")

    def _wait_for_referee(self, channel: grpc.Channel) -> None:
        try:
            grpc.channel_ready_future(channel).result(timeout=CONNECT)
        except grpc.FutureTimeoutError:
            raise BumblepuppyError(
                f"no referee answers at {self._address!r} within {CONNECT:.0f} s"
            ) from None

    def _read(self, call: Iterable[pb.PlayResponse]) -> None:
        """Take messages off the stream until it ends (the reader thread)."""
        try:
            for message in call:
                for beat in message.heartbeats:
                    self._outbox.heartbeat(beat.number)
                self._inbox.put(message)
        except grpc.RpcError as error:
            self._note_end(error)
        finally:
            self._inbox.put(None)
        if not self._ended.wait(LAST_THOUGHT):
            os._exit(1)  # the contestant's code is stuck, and nobody is left to hear it

    def _note_end(self, error: grpc.RpcError) -> None:
        code, details = error.code(), error.details() or ""
        self._lost = f"{code.name.lower()}: {details}"
        if code in _REFUSED:
            self._refused = details

    def _think(self) -> bool:
        """Work through the inbox until the end, and tell whether the referee said goodbye."""
        while (message := self._inbox.get()) is not None:
            for start in message.starts:
                self._seats[start.game_id] = Seat(self._bot, start, self._runner.run)
            for request in message.requests:
                self._answer(request)
            for result in message.results:
                self._seats.pop(result.game_id).finish(result)
            for error in message.errors:
                _tell(error)
            if message.goodbye:
                return True
            if self._inbox.empty():
                self._outbox.flush()
        return False

    def _answer(self, request: pb.DecisionRequest) -> None:
        began = time.perf_counter()
        answer = self._seats[request.game_id].decide(request)
        seconds = time.perf_counter() - began
        self._outbox.answer(answer + _THINK(int(seconds * 1e6)), flush=seconds > SLOW)


def _tell(error: pb.Error) -> None:
    """Print a complaint of the referee for the bot's author."""
    name = pb.Error.Code.Name(error.code).removeprefix("CODE_").lower()
    sys.stderr.write(
        f"bumblepuppy: {name} in game {error.game_id}, decision {error.decision}: {error.message}\n"
    )
