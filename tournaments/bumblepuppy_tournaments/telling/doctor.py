"""`bumblepuppy doctor`: what this machine offers a tournament, and how to get the rest."""

from __future__ import annotations

import asyncio
import json
import platform
import resource
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_server.arena import LONGEST_FOLDER
from bumblepuppy_server.sandbox import Choice, choose_sandbox, why_no_sandbox
from bumblepuppy_server.usage import can_look, processors
from bumblepuppy_tournaments.bots.house import house_bot
from bumblepuppy_tournaments.entering.check import Check
from bumblepuppy_tournaments.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Callable

DOCTOR_VERSION: Final = 1
"""The version of the JSON object, in the key `doctor`."""
ENOUGH_MEMORY: Final = 256
"""MiB that a referee and four bots in Python take."""
ENOUGH_FILES: Final = 256
"""Open files that a tournament may need: about four a bot."""
FINE_CLOCK: Final = 0.001
"""Seconds: a coarser clock could not tell what a quick bot thinks."""
_OLDEST_PYTHON: Final = (3, 11)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    name: str
    ok: bool
    found: str
    """What is there, or what is wrong."""
    purpose: str
    """What it is for."""
    remedy: str = ""
    """How to get it, where it is missing."""
    essential: bool = False
    """Without it there can be no tournament."""

    def line(self) -> str:
        """Tell it in one line."""
        if self.ok:
            return f"✓ {self.name}: {self.found} ({self.purpose})"
        need = "needed" if self.essential else "missed"
        return f"✗ {self.name}: {self.found}; {need} for: {self.purpose}. To mend it: {self.remedy}"


def show_doctor(*, as_json: bool) -> ExitCode:
    """Look at the machine, tell what was found, and whether tournaments can be played."""
    findings = []
    for examine in EXAMINATIONS:
        findings.append(examine())
        if not as_json:
            print(findings[-1].line(), flush=True)
    ready = all(finding.ok or not finding.essential for finding in findings)
    if as_json:
        print(_json(findings, ready=ready))
    else:
        print("Tournaments can be played." if ready else "Tournaments cannot be played yet.")
    return ExitCode.DONE if ready else ExitCode.FAILED


def _json(findings: list[Finding], *, ready: bool) -> str:
    found = [asdict(finding) for finding in findings]
    return json.dumps({"doctor": DOCTOR_VERSION, "ready": ready, "findings": found})


def _python() -> Finding:
    return Finding(
        name="Python",
        ok=sys.version_info >= _OLDEST_PYTHON,
        found=platform.python_version(),
        purpose="everything",
        remedy="install Python 3.11 or newer",
        essential=True,
    )


def _libraries() -> Finding:
    # Elsewhere: a process that runs gRPC must start no others. Stubs refuse runtimes too old.
    command = (sys.executable, "-P", "-c", "import bumblepuppy_server.service")
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own
    ok = done.returncode == 0
    said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it cannot be imported"]
    versions = f"grpcio {version('grpcio')}, protobuf {version('protobuf')}"
    return Finding(
        name="gRPC",
        ok=ok,
        found=versions if ok else f"{versions}: {said[-1]}",
        purpose="the referee and its bots",
        remedy="pip install --upgrade 'bumblepuppy[tournament]'",
        essential=True,
    )


def _processors() -> Finding:
    count = processors()
    return Finding(
        name="processors",
        ok=count > 1,
        found=str(count),
        purpose="a referee and its bots keep two busy",
        remedy="games are just slower with one",
    )


def _memory() -> Finding:
    free = _free_memory()
    return Finding(
        name="memory",
        ok=free is None or free >= ENOUGH_MEMORY,
        found="unknown" if free is None else f"{free} MiB free",
        purpose=f"a referee and four bots take about {ENOUGH_MEMORY} MiB",
        remedy="end other programs, or play with fewer bots and one worker",
    )


def _free_memory() -> int | None:
    """Give the MiB of memory that programs can have; nothing where the system does not tell."""
    file = Path("/proc/meminfo")
    lines = file.read_text().splitlines() if file.exists() else []
    words = next((line.split() for line in lines if line.startswith("MemAvailable:")), None)
    return int(words[1]) // 1024 if words else None


def _proc() -> Finding:
    ok = can_look()
    return Finding(
        name="/proc",
        ok=ok,
        found="shows which processes a bot has started" if ok else "does not show who started whom",
        purpose="limits on a bot's memory and processes",
        remedy="Linux with /proc mounted, and CONFIG_PROC_CHILDREN in its kernel",
    )


def _keeper() -> Finding:
    ok = sys.platform == "linux"
    return Finding(
        name="parent-death signal",
        ok=ok,
        found="Linux has it" if ok else f"{sys.platform} has none",
        purpose="no process that a bot has started outlives the bot",
        remedy="Linux",
    )


def _sandbox() -> Finding:
    why = why_no_sandbox()
    return Finding(
        name="sandbox",
        ok=not why,
        found=why.partition(": ")[0] or "bubblewrap works",
        purpose="bots without network, that see nothing of yours",
        remedy=why.partition(": ")[2],
    )


def _open_files() -> Finding:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return Finding(
        name="open files",
        ok=soft == resource.RLIM_INFINITY or soft >= ENOUGH_FILES,
        found=f"at most {soft}",
        purpose="each bot takes about four",
        remedy=f"ulimit -n {ENOUGH_FILES}",
    )


def _socket() -> Finding:
    usual = tempfile.gettempdir()
    short = usual if len(usual) <= LONGEST_FOLDER else "/tmp"  # noqa: S108 - as an arena does
    try:
        with tempfile.TemporaryDirectory(dir=short) as folder, socket.socket(socket.AF_UNIX) as end:
            end.bind(f"{folder}/referee")
    except OSError as error:
        ok, found = False, f"cannot be made in {short}: {error.strerror or error}"
    else:
        ok, found = True, f"in {short}, a path of {len(short)} characters"
    return Finding(
        name="Unix sockets",
        ok=ok,
        found=found,
        purpose="bots reach their referee by one",
        remedy="set TMPDIR to a folder that you may write, with a short path",
        essential=True,
    )


def _clock() -> Finding:
    resolution = time.get_clock_info("monotonic").resolution
    return Finding(
        name="clock",
        ok=resolution <= FINE_CLOCK,
        found=f"ticks every {1e9 * resolution:.0f} ns",
        purpose="measuring how long bots think",
        remedy="a system whose clock ticks every millisecond or oftener",
    )


def _game() -> Finding:
    sandbox, _ = choose_sandbox(Choice.AUTO)
    check = Check(house_bot("random"), lambda _: None, sandbox)
    began = time.monotonic()
    try:
        (outcome,) = asyncio.run(check.play("rumba", [house_bot("random", 2)], 1))
    except (BumblepuppyError, OSError) as error:
        ok, found = False, str(error)
    else:
        seconds, decisions = time.monotonic() - began, sum(t.decisions for t in outcome.times)
        ok, found = True, f"{decisions} decisions in {seconds:.1f} s, start and end included"
    return Finding(
        name="a game over gRPC",
        ok=ok,
        found=found,
        purpose="what tournaments are made of",
        remedy="see what is wrong above, and what the bots said",
        essential=True,
    )


EXAMINATIONS: Final[tuple[Callable[[], Finding], ...]] = (
    *(_python, _libraries, _processors, _memory, _open_files, _clock),
    *(_socket, _proc, _keeper, _sandbox, _game),
)
"""What is looked at, in order."""
