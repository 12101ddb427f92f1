"""Strangers with bad tokens by the thousand, while a tournament of guests goes on.

    python tests/bench/strangers.py [--connections 10000] [--seconds 100] [--bots 8]

Plays without strangers, with them, and without them again, so long each, by TLS on loopback. The
strangers come at an even pace from a process of their own, each by a connection of its own: TCP,
TLS, HTTP/2, a hello with a bad token; each hears out its refusal, or is turned away because there
are too many. Prints, as JSON, the decisions a second of each part, what the referee used of a
processor, its memory and open files, and what the strangers themselves took of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import ssl
import struct
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_server.service import PLAY, SERVICE
from bumblepuppy_server.usage import usage_below
from bumblepuppy_tournaments.hosting.serve import CONCURRENCY
from bumblepuppy_tournaments.play.pace import keep_busy
from bumblepuppy_tournaments.schedule.schedule import Schedule
from bumblepuppy_tournaments.settings.plan import spec_of
from guests import arena_with_guests, venue
from play import SECRET, plan_of, randoms

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bumblepuppy_server.arena import Arena
    from bumblepuppy_tournaments.settings.plan import Plan

SEATS: Final = 4
REST: Final = 10.0
"""Seconds after which what strangers left behind must be gone."""
PATIENCE: Final = 30.0
"""Seconds in which a stranger must hear that it is refused."""
DATA, HEADERS, SETTINGS = 0, 1, 4
END: Final = 1
"""A flag of headers: the stream ends with them."""


class Part:
    """A part of the evening."""

    def __init__(self, arena: Arena, plan: Plan) -> None:
        self._arena = arena
        self._plan = plan
        self._slots = Schedule(len(plan.entrants), plan.seats, 0).slots()
        self.decisions = self.faults = self.voids = 0

    async def play(self, seconds: float) -> dict[str, Any]:
        """Play for so long."""
        began, used = time.monotonic(), self._used()
        self.decisions = self.faults = self.voids = 0

        def begin() -> Coroutine[None, None, None] | None:
            return self._game() if time.monotonic() < began + seconds else None

        await keep_busy(begin, lambda: CONCURRENCY)
        lasted, referee = time.monotonic() - began, self._used() - used
        return {
            "decisions_per_s": round(self.decisions / lasted),
            "referee_us_a_decision": round(1e6 * referee / self.decisions),
            "referee_processor": round(referee / lasted, 2),
            "faults": self.faults,
            "voids": self.voids,
            **self.held(),
        }

    async def _game(self) -> None:
        outcome = await self._arena.play(spec_of(self._plan, SECRET, next(self._slots), 1))
        self.decisions += sum(each.decisions for each in outcome.times)
        self.faults += len(outcome.record.faults)
        self.voids += bool(outcome.void)

    def _used(self) -> float:
        return usage_below(self._arena._referee.pid, 1 << 10).processor_s

    def held(self) -> dict[str, int]:
        """Tell what the referee holds."""
        process = Path(f"/proc/{self._arena._referee.pid}")
        (line,) = (x for x in (process / "status").read_text().splitlines() if "VmRSS" in x)
        return {"mb": int(line.split()[1]) // 1024, "files": len(list((process / "fd").iterdir()))}


async def evening(bots: int, seconds: float, connections: int) -> None:
    """Play three parts; strangers come in the second."""
    plan = plan_of("rolling-stone", randoms(bots), SEATS)
    with venue() as where:
        async with arena_with_guests(plan.names, where) as arena:
            part = Part(arena, plan)
            await part.play(5.0)  # the first games are slower
            print(json.dumps({"before": await part.play(seconds)}), flush=True)
            words = (where.address, str(where.certificate), str(connections), str(seconds))
            strangers = await asyncio.create_subprocess_exec(
                *(sys.executable, __file__, "--come", *words), stdout=asyncio.subprocess.PIPE
            )
            try:
                print(json.dumps({"with strangers": await part.play(seconds)}), flush=True)
                told, _ = await asyncio.wait_for(strangers.communicate(), seconds + PATIENCE)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    strangers.kill()
            print(told.decode().strip(), flush=True)
            await asyncio.sleep(REST)
            print(json.dumps({f"{REST:.0f} s later": part.held()}), flush=True)
            print(json.dumps({"after": await part.play(seconds)}), flush=True)


# --- the strangers ---


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack("!I", len(payload))[1:] + struct.pack("!BBI", kind, flags, stream) + payload


def _said() -> bytes:
    """Write what a stranger says: a call of `Play`, and a hello."""
    headers = {
        b":method": b"POST",
        b":scheme": b"https",
        b":path": f"/{SERVICE}/{PLAY}".encode(),
        b":authority": b"localhost",
        b"te": b"trailers",
        b"content-type": b"application/grpc",
    }
    # Literal fields without indexing: no table is needed.
    written = [b"\0%c%s%c%s" % (len(k), k, len(v), v) for k, v in headers.items()]
    hello = pb.PlayRequest(hello=pb.Hello(token="a guess", protocol=1)).SerializeToString()
    return b"".join(
        (
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            _frame(SETTINGS, 0, 0, b""),
            _frame(HEADERS, 0x4, 1, b"".join(written)),
            _frame(DATA, 0, 1, struct.pack("!BI", 0, len(hello)) + hello),
        )
    )


async def _hear_out(reader: asyncio.StreamReader) -> None:
    """Read frames until the referee ends the stream."""
    kind = flags = 0
    while not (kind == HEADERS and flags & END):
        head = await reader.readexactly(9)
        length, kind, flags, _ = struct.unpack("!IBBI", b"\0" + head)
        await reader.readexactly(length)


async def come(address: str, certificate: str, connections: int, seconds: float) -> None:
    """Come so many times, at an even pace."""
    trusts = ssl.create_default_context(cafile=certificate)
    trusts.set_alpn_protocols(["h2"])
    host, _, port = address.partition(":")
    said, heard = _said(), {"refused": 0, "turned away": 0, "else": 0}

    async def one() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(host, int(port), ssl=trusts)
                writer.write(said)
                await _hear_out(reader)
                heard["refused"] += 1
                writer.transport.abort()
        except ConnectionError:  # before the handshake
            heard["turned away"] += 1
        except (OSError, EOFError, TimeoutError):
            heard["else"] += 1

    began = time.monotonic()
    async with asyncio.TaskGroup() as tasks:
        for number in range(connections):
            tasks.create_task(one())
            await asyncio.sleep(began + number * seconds / connections - time.monotonic())
    lasted = time.monotonic() - began
    used = {"seconds": round(lasted), "processor": round(sum(os.times()[:2]) / lasted, 2)}
    print(json.dumps({"strangers": heard | used}))


def main() -> None:
    """Measure as the command line says."""
    if sys.argv[1:2] == ["--come"]:
        address, certificate, connections, seconds = sys.argv[2:]
        asyncio.run(come(address, certificate, int(connections), float(seconds)))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=100.0)
    parser.add_argument("--bots", type=int, default=8)
    said = parser.parse_args()
    asyncio.run(evening(said.bots, said.seconds, said.connections))


if __name__ == "__main__":
    main()
