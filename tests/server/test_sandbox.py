"""The sandbox as a process: what is told of its end, and what it holds a bot to."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server import sandbox
from bumblepuppy_server.launcher import BotProcess
from bumblepuppy_server.limits import Limits
from bumblepuppy_server.sandbox import Choice, Sandbox, choose_sandbox
from evenings import PATIENCE, needs_sandbox

if TYPE_CHECKING:
    from collections.abc import Mapping

BOX = Sandbox()


def inside(
    script: str, limits: Limits | None = None, env: Mapping[str, str] = os.environ
) -> tuple[int, str]:
    """Run a script in a sandbox; give how it ended, and what it printed."""
    limits = limits or Limits()
    command = (sys.executable, "-I", "-S", "-c", script)

    async def play() -> tuple[int, str]:
        boxed = BOX.command(command, (), Path("/usr"), limits)
        process = await BotProcess.start(boxed, BOX.environment(env), limits)
        return BOX.exit_code(await process.wait()), process.output.text

    return asyncio.run(asyncio.wait_for(play(), PATIENCE))


@needs_sandbox
@pytest.mark.parametrize("code", [0, 1, 42])
def test_the_exit_code_is_the_bot_s(code: int) -> None:
    assert inside(f"raise SystemExit({code})") == (code, "")


@needs_sandbox
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGSEGV, signal.SIGKILL])
def test_the_signal_is_the_bot_s(number: signal.Signals) -> None:
    assert inside(f"import os; os.kill(os.getpid(), {number:d})") == (-number, "")


@needs_sandbox
def test_a_program_that_is_not_there_is_told_in_words() -> None:
    async def play() -> tuple[int, str]:
        boxed = BOX.command(("/no/such/bot",), (), Path("/usr"), Limits())
        process = await BotProcess.start(boxed, os.environ, Limits())
        return await process.wait(), process.output.text

    code, said = asyncio.run(asyncio.wait_for(play(), PATIENCE))
    assert code > 0
    assert "/no/such/bot" in said
    assert "No such file or directory" in said


@needs_sandbox
def test_no_more_fits_in_its_tmp_than_in_a_file() -> None:
    script = """
try:
    for n in range(100):
        with open(f"/tmp/{n}", "wb") as file: file.write(bytes(1 << 19))
except OSError as error: print(n, error.strerror)
"""
    assert inside(script, Limits(file_size=2)) == (0, "4 No space left on device\n")


@needs_sandbox
def test_its_home_is_a_tmp_of_its_own() -> None:
    with tempfile.NamedTemporaryFile(dir="/tmp") as ours:
        script = f"import os; print(os.environ['HOME'], os.path.exists({ours.name!r}))"
        assert inside(script) == (0, "/tmp False\n")


@needs_sandbox
def test_it_starts_where_the_tournament_runs() -> None:
    assert inside("import os; print(os.getcwd())") == (0, f"{Path.cwd()}\n")


@needs_sandbox
def test_it_has_no_power_over_the_system() -> None:
    script = "print(*(l for l in open('/proc/self/status') if l.startswith(('CapEff', 'NoNew'))))"
    assert inside(script)[1].split() == ["CapEff:", "0" * 16, "NoNewPrivs:", "1"]


@needs_sandbox
@pytest.mark.skipif(os.getuid() == 0, reason="the system binds no root")
@pytest.mark.skipif(not sandbox._counting(1), reason="the system cannot count them")
def test_the_system_itself_lets_it_have_no_more_processes() -> None:
    script = """
import os, signal
try:
    for n in range(100):
        if os.fork() == 0: signal.pause()
except BlockingIOError: print(n)
"""
    code, printed = inside(script, Limits(processes=20))
    assert code == 0
    assert 10 < int(printed) < 20


def test_what_is_known_by_name_is_kept_of_an_environment_and_nothing_else() -> None:
    given = {"PATH": "/bin", "LC_ALL": "C", "PYTHONPATH": "/x", "HOME": "/home/ann", "KEY": "hush"}
    kept = BOX.environment(given)
    kept.pop("PYTHONUSERBASE", None)
    assert kept == {"PATH": "/bin", "LC_ALL": "C", "PYTHONPATH": "/x", "HOME": "/tmp"}


def test_who_wants_none_gets_none_and_no_reason() -> None:
    assert choose_sandbox(Choice.NONE) == (None, "")


@needs_sandbox
def test_hidden_files_are_known_by_where_they_really_are(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "cup.sqlite")
    assert choose_sandbox(Choice.BWRAP, [tmp_path / "link"]) == (
        Sandbox(frozenset({tmp_path / "cup.sqlite"})),
        "",
    )
