"""Bots that come to a referee over TLS, each in a process of its own, by loopback."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import os
import secrets
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.connection import TLS
from bumblepuppy_sdk.running import CERTIFICATE, REFEREE, TOKEN
from bumblepuppy_server.arena import Arena, Guests
from bumblepuppy_server.door import digest_of
from bumblepuppy_server.spec import Clocks, Listen
from bumblepuppy_tournaments.hosting.certificate import make_certificate
from bumblepuppy_tournaments.hosting.serve import ALLOWANCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

BOT: Final = (sys.executable, "-P", "-m", "bumblepuppy_bots.random_bot")
PATIENCE: Final = 60.0
"""Seconds in which all must have come."""
LEAVE: Final = 10.0
"""Seconds in which they must have left at the end."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where guests come to."""

    address: str
    """`HOST:PORT`."""
    certificate: Path
    key: Path

    @property
    def listen(self) -> Listen:
        """The same as a referee wants it."""
        return Listen(address=self.address, certificate=str(self.certificate), key=str(self.key))


@contextlib.contextmanager
def venue() -> Iterator[Venue]:
    """Choose a free port of this machine, and make a certificate for it."""
    with tempfile.TemporaryDirectory(prefix="bumblepuppy-") as folder:
        pair = make_certificate(Path(folder), ["127.0.0.1"], dt.datetime.now(dt.UTC))
        with socket.create_server(("127.0.0.1", 0)) as trial:
            port = trial.getsockname()[1]
        yield Venue(f"127.0.0.1:{port}", *pair)


@contextlib.asynccontextmanager
async def arena_with_guests(names: Sequence[str], where: Venue) -> AsyncIterator[Arena]:
    """Open an arena, and wait until a guest by each of these names is in it."""
    tokens = {name: secrets.token_urlsafe(24) for name in names}
    digests = {name: digest_of(token) for name, token in tokens.items()}
    clocks = Clocks(network=ALLOWANCE)
    bots: list[subprocess.Popen[bytes]] = []
    try:
        guests = Guests(where.listen, digests)
        async with Arena([], clocks, thinkers=len(names), guests=guests) as arena:
            bots += [_start(where, token) for token in tokens.values()]
            async with asyncio.timeout(PATIENCE):
                while not all(arena.guest(name) for name in names):  # noqa: ASYNC110 - polls
                    await asyncio.sleep(0.05)
            yield arena
        for bot in bots:
            bot.wait(LEAVE)
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()


def _start(where: Venue, token: str) -> subprocess.Popen[bytes]:
    told = {REFEREE: TLS + where.address, CERTIFICATE: str(where.certificate), TOKEN: token}
    return subprocess.Popen(BOT, env={**os.environ, **told})
