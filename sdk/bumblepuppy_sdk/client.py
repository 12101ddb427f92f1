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

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk import wire
from bumblepuppy_sdk.bot import Bot, games_of
from bumblepuppy_sdk.connection import Connection
from bumblepuppy_sdk.seat import Seat
from bumblepuppy_sdk.wire.parts import number_field

if TYPE_CHECKING:
    from bumblepuppy_sdk.connection import Stream

SLOW: Final = 0.001
"""Seconds from which a decision is sent at once, so that the clocks stay exact."""
LAST_THOUGHT: Final = 2.0
"""Seconds that a thinking bot may outlive its referee."""
_THINK: Final = number_field(pb.Answer, "think_us")


class Client:
    """One bot's place at its referee's tables."""

    def __init__(
        self, bot: type[Bot], address: str, token: str, certificate: str | None = None
    ) -> None:
        """Prepare to play as `bot`, known by `token`, with the referee at `address`.

        Raises:
            BumblepuppyError: the file `certificate`, if one is given, cannot be read.
        """
        self._bot = bot
        self._inbox: queue.SimpleQueue[tuple[Stream, pb.PlayResponse] | None] = queue.SimpleQueue()
        hello = pb.Hello(
            token=token,
            protocol=wire.PROTOCOL,
            sdk=f"bumblepuppy-python {version('bumblepuppy')}",
            games=games_of(bot),
        )
        self._connection = Connection(address, hello, certificate)
        self._seats: dict[str, Seat] = {}
        self._is_newly_here = False
        """Whether no answer has gone out by the present stream."""
        self._ended = threading.Event()

    def play(self) -> None:
        """Play until the referee says goodbye.

        Raises:
            RefusedError: the referee will not have this bot.
            BumblepuppyError: the connection failed or was lost.
        """
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        try:
            with asyncio.Runner() as runner:
                self._runner = runner
                said_goodbye = self._think()
        finally:
            self._ended.set()
            self._connection.close()
            reader.join(LAST_THOUGHT)
            self._connection.hang_up()
        if not said_goodbye:
            raise self._connection.failure

    def _read(self) -> None:
        """Take messages off the streams until there are no more (the reader thread)."""
        try:
            for stream, message in self._connection.messages():
                for beat in message.heartbeats:
                    stream.outbox.heartbeat(beat.number)
                self._inbox.put((stream, message))
        finally:
            self._inbox.put(None)
        if not self._ended.wait(LAST_THOUGHT):
            os._exit(1)  # the contestant's code is stuck, and nobody is left to hear it

    def _think(self) -> bool:
        """Work through the inbox until the end, and tell whether the referee said goodbye."""
        while (received := self._inbox.get()) is not None:
            stream, message = received
            if message.HasField("welcome"):
                self._is_newly_here = True
                under_way = {start.game_id for start in message.starts}
                self._seats = {name: self._seats[name] for name in self._seats.keys() & under_way}
            for start in message.starts:
                self._sit_down(start)
            for request in message.requests:
                self._answer(request, stream)
            for result in message.results:
                self._seats.pop(result.game_id).finish(result)
            for error in message.errors:
                _tell(error)
            if message.goodbye:
                return True
            if self._inbox.empty():
                stream.outbox.flush()
        return False

    def _sit_down(self, start: pb.GameStart) -> None:
        if seat := self._seats.get(start.game_id):
            seat.resume()
        else:
            self._seats[start.game_id] = Seat(self._bot, start, self._runner.run)

    def _answer(self, request: pb.DecisionRequest, stream: Stream) -> None:
        """Answer by the stream that asked; what is still open then is asked again by the next.

        The first answer by a stream goes at once, and alone: the time without a stream is charged
        to it, and to none of the others.
        """
        began = time.perf_counter()
        answer = self._seats[request.game_id].decide(request)
        seconds = time.perf_counter() - began
        answer += _THINK(int(seconds * 1e6))
        if self._is_newly_here:
            self._is_newly_here = False
            stream.outbox.answer_alone(answer)
        else:
            stream.outbox.answer(answer, flush=seconds > SLOW)


def _tell(error: pb.Error) -> None:
    """Print a complaint of the referee for the bot's author."""
    known = error.code in pb.Error.Code.values()
    name = pb.Error.Code.Name(error.code).removeprefix("CODE_").lower() if known else "error"
    sys.stderr.write(
        f"bumblepuppy: {name} in game {error.game_id}, decision {error.decision}: {error.message}\n"
    )
