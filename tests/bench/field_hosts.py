"""A field test: eight bots on hosts of their own, at the ends of worse and worse wires.

    python tests/bench/field_hosts.py [--games 400]

`bumblepuppy serve` runs on one host, by TLS; the cables of two bots are pulled while games go on,
one for less and one for more than the 5 seconds within which a bot may come back. All hosts are
network namespaces of this machine (see `wires.py`). Prints, as JSON, what became of each bot, and
games a second. Needs to be root, `ip`, and /dev/net/tun.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.connection import TLS
from bumblepuppy_sdk.running import CERTIFICATE, REFEREE, TOKEN
from bumblepuppy_tournaments.hosting import certificate, invitations
from bumblepuppy_tournaments.store.reader import Reader
from guests import BOT
from wires import Host, Wire, hosts, why_not

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PORT: Final = 7600
WIRES: Final = (
    Wire(delay=0.001),
    Wire(delay=0.010, jitter=0.002),
    Wire(delay=0.020, jitter=0.005, loss=0.001),
    Wire(delay=0.040, jitter=0.010, loss=0.005),
    Wire(delay=0.060, jitter=0.020, loss=0.01),
    Wire(delay=0.080, jitter=0.040, loss=0.02),
    Wire(delay=0.020),
    Wire(delay=0.020),
)
"""Of the bots; those of the last two are pulled."""
PULLED: Final = {7: (4.0, 3.0), 8: (10.0, 8.0)}
"""By host: after how many seconds of play its cable is pulled, and for how many."""
PATIENCE: Final = 300.0
"""Seconds in which all must be over."""


def field(
    games: int,
    wires: Sequence[Wire] = WIRES,
    pulled: Mapping[int, tuple[float, float]] = PULLED,
    game: str = "rumba",
) -> dict[str, Any]:
    """Play a tournament, and tell what came of it."""
    with (
        tempfile.TemporaryDirectory(prefix="bumblepuppy-") as name,
        contextlib.ExitStack() as stack,
    ):
        folder = Path(name)
        (folder / "cup.toml").write_text(f'game = "{game}"\nseats = 4\ngames = {games}\n')
        home, *others = stack.enter_context(hosts([Wire(), *wires]))
        place, today = f"{home.address}:{PORT}", dt.datetime.now(dt.UTC).date()
        pair = certificate.make_certificate(folder, [home.address], dt.datetime.now(dt.UTC))
        for number, host in enumerate(others, 1):
            token = invitations.invite(folder / invitations.FILE, _name(number), today)
            told = {REFEREE: TLS + place, CERTIFICATE: str(pair[0]), TOKEN: token}
            bot = subprocess.Popen(host.command(*BOT), env={**os.environ, **told})
            stack.callback(bot.wait)
            stack.callback(bot.kill)
        program = str(Path(sys.executable).with_name("bumblepuppy"))
        words = (program, "serve", "cup.toml", "--listen", place, "--make-cert", "--json")
        serving = stack.enter_context(
            subprocess.Popen(home.command(*words), cwd=folder, stdout=subprocess.PIPE, text=True)
        )
        stack.callback(serving.kill)
        killer = threading.Timer(PATIENCE, serving.kill)
        killer.start()
        stack.callback(killer.cancel)
        seconds = _watch(serving, others, pulled)
        return _told(folder / "cup.sqlite", others, seconds)


def _name(number: int) -> str:
    return f"bot-{number}"


def _watch(
    serving: subprocess.Popen[str],
    others: Sequence[Host],
    pulled: Mapping[int, tuple[float, float]],
) -> float:
    """Pull cables once games are played, and give the seconds until the tournament is over."""
    assert serving.stdout is not None, "it is started with a pipe"
    began = 0.0
    for line in serving.stdout:
        if "progress" in json.loads(line) and not began:
            began = time.monotonic()
            for number, (after, lasting) in pulled.items():
                _pull(others[number - 1], after, lasting)
    if serving.wait():
        raise RuntimeError(f"serve ended with {serving.returncode}")
    return time.monotonic() - began


def _pull(host: Host, after: float, lasting: float) -> None:
    """Have a cable pulled after a while, and put in again."""

    def put(*, is_pulled: bool) -> None:
        host.is_pulled = is_pulled

    for at, is_pulled in ((after, True), (after + lasting, False)):
        timer = threading.Timer(at, put, kwargs={"is_pulled": is_pulled})
        timer.daemon = True
        timer.start()


def _told(file: Path, others: Sequence[Host], seconds: float) -> dict[str, Any]:
    """Sum a tournament up."""
    with Reader(file) as reader:
        standings = reader.standings()
        rows = {row.name: row for row in standings.rows()}
    bots = {}
    for number, host in enumerate(others, 1):
        row, wire = rows[_name(number)], host.wire
        bots[row.name] = {
            "delay_ms": 1000 * wire.delay,
            "jitter_ms": 1000 * wire.jitter,
            "loss": wire.loss,
            "packets_lost": host.lost,
            "charged_ms": round(row.think_ms, 1),
            "slowest_ms": round(row.think_max_ms),
            "games": row.games,
            "faults": dict(Counter(row.faults)),
        }
    played = standings.games_played
    return {"games": played, "games_per_s": round(played / seconds, 1), "bots": bots}


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    said = parser.parse_args()
    if why := why_not():
        sys.exit(f"no hosts here: {why}")
    found = field(said.games)
    bots = found.pop("bots")
    print(json.dumps(found))
    for name, bot in bots.items():
        print(json.dumps({"bot": name, **bot}))


if __name__ == "__main__":
    main()
