"""The command line as people use it: `bumblepuppy`, mostly in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from typer.testing import CliRunner

from bumblepuppy_tournaments.cli import app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

PROGRAM: Final = str(Path(sys.executable).with_name("bumblepuppy"))
PATIENCE: Final = 60.0
"""Seconds after which a command hangs, even on a busy machine."""
MARK: Final = "BUMBLEPUPPY_TEST"
"""A variable in the environment of a command and of all processes that it starts."""

RANDOM: Final = "python -P -m bumblepuppy_bots.random_bot"
NAMES: Final = ("ann", "bob", "cyd", "dan")
BOTS: Final = tuple(word for name in NAMES for word in ("--bot", f"{name}={RANDOM}"))
"""Four bots that play the same again, because they take all their chance from their seed."""

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="processes are looked up in /proc"
)


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str
    seconds: float
    folder: Path

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The JSON objects, one a line, on its standard output."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(
    *words: str, folder: Path, env: Mapping[str, str] | None = None, typed: str | None = None
) -> Ran:
    """Run `bumblepuppy` with these words in a folder, and lines on its input, to its end."""
    began = time.monotonic()
    stdin = subprocess.DEVNULL if typed is None else subprocess.PIPE
    with start(*words, folder=folder, env=env, stdin=stdin) as process:
        try:
            out, err = process.communicate(typed, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return Ran(process.returncode, out, err, time.monotonic() - began, folder)


def run_here(*words: str, folder: Path) -> Ran:
    """Run `bumblepuppy` as `run` does, in this process: to start another takes most of the time.

    For commands that read, where it is no matter to whom they belong.
    """
    began = time.monotonic()
    with contextlib.chdir(folder):
        ran = CliRunner().invoke(app, words, prog_name="bumblepuppy", catch_exceptions=False)
    return Ran(ran.exit_code, ran.stdout, ran.stderr, time.monotonic() - began, folder)


def start(
    *words: str,
    folder: Path,
    env: Mapping[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
) -> subprocess.Popen[str]:
    """Start `bumblepuppy` with these words in a folder."""
    return subprocess.Popen(
        (PROGRAM, *words),
        cwd=folder,
        env={**os.environ, MARK: str(folder), **(env or {})},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


@contextlib.contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """See to it that a process has ended, whatever becomes of the test."""
    with process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(holds: Callable[[], object]) -> None:
    """Wait for something that other processes are about to do."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.01)


def slots_in(file: Path) -> list[int]:
    """List the slots that have a result in a tournament file, which may be in use."""
    if not file.exists():
        return []
    with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
        try:
            found = connection.execute("SELECT slot FROM result WHERE void IS NULL ORDER BY slot")
            return [slot for (slot,) in found]
        except sqlite3.OperationalError:  # before the tables are made
            return []


def processes_of(folder: Path) -> list[str]:
    """List the processes, by number and command, that were started from a folder."""
    wanted = f"{MARK}={folder}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile, or is not ours
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                found.append(f"{process.name} {command}")
    return found


def assert_refused(ran: Ran, *parts: str) -> None:
    """Check that a command was refused in one message of ours, which has these parts."""
    assert ran.code == 2
    assert ran.err.startswith("bumblepuppy: ")
    assert ran.err.count("bumblepuppy: ") == 1
    for part in parts:
        assert part in ran.err
    assert "bumblepuppy_tournaments" not in ran.err, "as a traceback of ours would have it"


def write_bot(file: Path, body: Sequence[str], game: str = "rolling_stone") -> Path:
    """Write a bot whose method has this body."""
    lines = [
        "import os, time",
        "from bumblepuppy_sdk import Bot, run",
        "class Mine(Bot):",
        f"    def play_{game}(self, view):",
        *(f"        {line}" for line in body),
        "run(Mine)",
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
