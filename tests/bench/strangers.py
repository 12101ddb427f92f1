"""Strangers with bad tokens by the thousand, while a tournament of guests goes on.

    python tests/bench/strangers.py [--connections 10000] [--rounds 10] [--seconds 10] [--bots 8]

Plays by turns without strangers and with them, so long each, by TLS on loopback. The strangers come
at an even pace from a process of their own, each by a connection of its own: TCP, TLS, HTTP/2, a
hello with a bad token; each hears out its refusal, or is turned away because there are too many.
Prints, as JSON, the decisions a second, what the referee used of a processor, its memory and open
files, and what the strangers themselves took of the machine, which the bots go without.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import ssl
import struct
import sys
import time
from collections import Counter
from dataclasses import dataclass
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


@dataclass
class Half:
    """What was played with strangers, or without them."""

    decisions: int = 0
    seconds: float = 0.0
    processor_s: float = 0.0
    """The referee's."""
    faults: int = 0
    voids: int = 0

    def told(self) -> dict[str, Any]:
        """Sum it up."""
        return {
            "decisions_per_s": round(self.decisions / self.seconds),
            "referee_us_a_decision": round(1e6 * self.processor_s / self.decisions),
            "referee_processor": round(self.processor_s / self.seconds, 2),
            "faults": self.faults,
            "voids": self.voids,
        }


class Tournament:
    """Games without end."""

    def __init__(self, arena: Arena, plan: Plan) -> None:
        self._arena = arena
        self._plan = plan
        self._slots = Schedule(len(plan.entrants), plan.seats, 0).slots()

    async def play(self, half: Half, seconds: float) -> None:
        """Play for so long."""
        began, used = time.monotonic(), self._used()

        def begin() -> Coroutine[None, None, None] | None:
            return self._game(half) if time.monotonic() < began + seconds else None

        await keep_busy(begin, lambda: CONCURRENCY)
        half.seconds += time.monotonic() - began
        half.processor_s += self._used() - used

    async def _game(self, half: Half) -> None:
        outcome = await self._arena.play(spec_of(self._plan, SECRET, next(self._slots), 1))
        half.decisions += sum(each.decisions for each in outcome.times)
        half.faults += len(outcome.record.faults)
        half.voids += bool(outcome.void)

    def _used(self) -> float:
        return usage_below(self._arena._referee.pid, 1 << 10).processor_s

    def held(self) -> dict[str, int]:
        """Tell what the referee holds."""
        process = Path(f"/proc/{self._arena._referee.pid}")
        (line,) = (x for x in (process / "status").read_text().splitlines() if "VmRSS" in x)
        return {"mb": int(line.split()[1]) // 1024, "files": len(list((process / "fd").iterdir()))}


async def evening(bots: int, rounds: int, seconds: float, connections: int) -> None:
    """Play by turns without strangers and with them."""
    plan = plan_of("rolling-stone", randoms(bots), SEATS)
    without, with_them, heard = Half(), Half(), Counter[str]()
    with venue() as where:
        async with arena_with_guests(plan.names, where) as arena:
            tournament = Tournament(arena, plan)
            await tournament.play(Half(), seconds)  # the first games are slower
            print(json.dumps({"before": tournament.held()}), flush=True)
            strangers = await asyncio.create_subprocess_exec(
                *(sys.executable, __file__, "--come", where.address, str(where.certificate)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            assert strangers.stdin, "it is started with pipes"
            assert strangers.stdout, "it is started with pipes"
            for _ in range(rounds):
                await tournament.play(without, seconds)
                strangers.stdin.write(f"{connections // rounds} {seconds}\n".encode())
                await tournament.play(with_them, seconds)
                told = await asyncio.wait_for(strangers.stdout.readline(), PATIENCE)
                heard.update(json.loads(told))
            strangers.stdin.close()
            await strangers.wait()
            print(json.dumps({"strangers": heard}))
            await asyncio.sleep(REST)
            print(json.dumps({f"{REST:.0f} s later": tournament.held()}))
    print(json.dumps({"without": without.told()}))
    print(json.dumps({"with strangers": with_them.told()}))


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

    began, used = time.monotonic(), sum(os.times()[:2])
    async with asyncio.TaskGroup() as tasks:
        for number in range(connections):
            tasks.create_task(one())
            await asyncio.sleep(began + number * seconds / connections - time.monotonic())
    used = sum(os.times()[:2]) - used
    print(json.dumps(heard | {"processor_s": round(used, 2)}), flush=True)


def main() -> None:
    """Measure as the command line says."""
    if sys.argv[1:2] == ["--come"]:
        for line in sys.stdin:
            connections, seconds = line.split()
            asyncio.run(come(sys.argv[2], sys.argv[3], int(connections), float(seconds)))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--bots", type=int, default=8)
    said = parser.parse_args()
    asyncio.run(evening(said.bots, said.rounds, said.seconds, said.connections))


if __name__ == "__main__":
    main()
