"""The floor: one question and its answer at a time over a gRPC stream between two processes.

`python pingpong.py SECONDS` prints how many round trips a second an asyncio server and a
synchronous client make, which is what a referee without batches would be built on.
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


async def serve(seconds: float) -> float:
    """Ask for `seconds`, and give the round trips a second."""
    result: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def play(requests: AsyncIterator[bytes], context: Any) -> None:
        answers = aiter(requests)
        await anext(answers)
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            await context.write(PAYLOAD)
            await anext(answers)
            count += 1
        result.set_result(count / (time.perf_counter() - began))

    handler = grpc.method_handlers_generic_handler(
        "bench.PingPong", {"Play": grpc.stream_stream_rpc_method_handler(play)}
    )
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    client = await asyncio.create_subprocess_exec(sys.executable, __file__, "client", str(port))
    try:
        return await asyncio.wait_for(result, seconds + 30)
    finally:
        await server.stop(0.5)
        await asyncio.wait_for(client.wait(), 10)


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
        print(asyncio.run(serve(float(sys.argv[1]))))
