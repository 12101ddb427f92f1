"""The floor: one question and its answer at a time over gRPC, between processes.

    python pingpong.py SECONDS BOTS

prints how many round trips a second a server makes that asks BOTS processes in turn, one message a
question. This is what a referee without batches would be built on. The payload is bytes as they
are: no rules, no views, no messages to build or to read.
"""

from __future__ import annotations

import asyncio
import queue
import sys
import time
from typing import TYPE_CHECKING, Any, Final

import grpc

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

METHOD: Final = "/bench.PingPong/Play"
PAYLOAD: Final = b"x" * 200
"""About the size of a question."""

Stream = tuple["AsyncIterator[bytes]", Any]


class Server:
    """Asks every client in turn, when all are here."""

    def __init__(self, bots: int) -> None:
        self._bots = bots
        self._streams: list[Stream] = []
        self._all_here = asyncio.Event()
        self._over = asyncio.Event()

    async def play(self, requests: AsyncIterator[bytes], context: Any) -> None:
        """Hold a client's stream open until the end."""
        answers = aiter(requests)
        await anext(answers)
        self._streams.append((answers, context))
        if len(self._streams) == self._bots:
            self._all_here.set()
        await self._over.wait()

    async def ask(self, seconds: float) -> float:
        """Ask for `seconds`, and give the round trips a second."""
        await self._all_here.wait()
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            for answers, context in self._streams:
                await context.write(PAYLOAD)
                await anext(answers)
                count += 1
        self._over.set()
        return count / (time.perf_counter() - began)


async def serve(seconds: float, bots: int) -> float:
    """Start server and clients, and give the round trips a second."""
    asked = Server(bots)
    handler = grpc.method_handlers_generic_handler(
        "bench.PingPong", {"Play": grpc.stream_stream_rpc_method_handler(asked.play)}
    )
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    command = (sys.executable, __file__, "client", str(port))
    clients = [await asyncio.create_subprocess_exec(*command) for _ in range(bots)]
    try:
        return await asyncio.wait_for(asked.ask(seconds), seconds + 30)
    finally:
        await server.stop(0.5)
        await asyncio.wait_for(asyncio.gather(*(client.wait() for client in clients)), 10)


def answer(port: str) -> None:
    """Answer every question until the stream ends."""
    outbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    outbox.put(PAYLOAD)
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        ask: Any = channel.stream_stream(METHOD)
        for _ in ask(iter(outbox.get, b"")):
            outbox.put(PAYLOAD)
        outbox.put(b"")


if __name__ == "__main__":
    if sys.argv[1] == "client":
        answer(sys.argv[2])
    else:
        print(asyncio.run(serve(float(sys.argv[1]), int(sys.argv[2]))))
