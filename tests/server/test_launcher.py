"""Bots as processes: their output, their end, and the end of all that they started."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

from bumblepuppy_server import launcher, output
from bumblepuppy_server.launcher import BotProcess, new_token
from bumblepuppy_server.limits import Limits
from bumblepuppy_server.output import TAIL
from bumblepuppy_server.usage import usage_below
from evenings import lasting_processes_of, needs_proc, processes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

PATIENCE = 10.0
T = TypeVar("T")


def python(script: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", script)


def run(work: Coroutine[None, None, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


async def started(*command: str, **env: str) -> BotProcess:
    return await BotProcess.start(command, {**os.environ, **env}, Limits())


async def ended(*command: str, **env: str) -> tuple[int, str]:
    """Run a command to its end; give its exit code and the last that it printed."""
    process = await started(*command, **env)
    return await process.wait(), process.output.text


# --- a process ---


@pytest.mark.parametrize("code", [0, 1, 42])
def test_the_exit_code_is_the_bot_s(code: int) -> None:
    assert run(ended(*python(f"raise SystemExit({code})"))) == (code, "")


def test_a_signal_is_a_negative_exit_code() -> None:
    script = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    assert run(ended(*python(script))) == (-signal.SIGTERM, "")


def test_both_outputs_are_kept_in_order() -> None:
    script = "import os; [os.write(n % 2 + 1, b'%d ' % n) for n in range(9)]"
    assert run(ended(*python(script))) == (0, "0 1 2 3 4 5 6 7 8 ")


def test_of_a_flood_the_last_is_kept() -> None:
    script = "for n in range(100_000): print(n)"
    _, tail = run(ended(*python(script)))
    assert len(tail) == TAIL
    assert tail.endswith("\n99998\n99999\n")


def test_the_input_is_empty() -> None:
    assert run(ended(*python("print(repr(open(0).read()))")))[1] == "''\n"


def test_the_environment_is_ours_and_what_is_given() -> None:
    script = "import os; print(os.environ['PATH'] != '', os.environ['BUMBLEPUPPY_TOKEN'])"
    assert run(ended(*python(script), BUMBLEPUPPY_TOKEN="t"))[1] == "True t\n"


def test_a_program_that_is_not_there_is_told_in_words() -> None:
    code, tail = run(ended("/no/such/bot"))
    assert (code, tail) == (1, "cannot run '/no/such/bot': No such file or directory\n")


def test_signals_that_python_ignores_are_as_usual() -> None:
    # Only these: whoever runs the tests may ignore others, and what it ignores is handed on.
    by_python = sum(1 << number - 1 for number in (signal.SIGPIPE, signal.SIGXFSZ))
    _, ignored = run(ended("sh", "-c", "grep SigIgn /proc/self/status"))[1].split()
    assert int(ignored, 16) & by_python == 0


def test_a_bot_is_in_a_session_of_its_own() -> None:
    script = "import os; print(os.getsid(0) == os.getpid() == os.getpgid(0))"
    assert run(ended(*python(script)))[1] == "True\n"


# --- its end ---


async def after_it_said(process: BotProcess, words: str) -> None:
    while words not in process.output.text:  # noqa: ASYNC110 - nothing tells when a bot prints
        await asyncio.sleep(0.001)


def test_who_ends_politely_is_not_killed() -> None:
    script = "import signal, sys; signal.signal(15, lambda *_: sys.exit(5)); print('on', flush=1)"

    async def play() -> int:
        process = await started(*python(f"{script}; signal.pause()"))
        await after_it_said(process, "on")
        await process.stop()
        return await process.wait()

    assert run(play()) == 5


def test_who_does_not_end_politely_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "POLITE", 0.05)
    script = "import signal; signal.signal(15, signal.SIG_IGN); print('on', flush=1)"

    async def play() -> int:
        process = await started(*python(f"{script}\nwhile True: signal.pause()"))
        await after_it_said(process, "on")
        await process.stop()
        return await process.wait()

    assert run(play()) == -signal.SIGKILL


def test_a_process_that_has_ended_is_sent_no_more_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    # Its number may by then be another's.
    async def play() -> list[object]:
        process = await started(*python(""))
        await process.wait()
        sent: list[object] = []
        monkeypatch.setattr(os, "killpg", lambda *signal: sent.append(signal))
        process.kill()
        await process.stop()
        return sent

    assert run(play()) == []


# --- its limits ---


def after(limits: Limits, script: str) -> tuple[int, str]:
    """Run a script within limits; give how it ended, and what it printed."""

    async def play() -> tuple[int, str]:
        process = await BotProcess.start(python(script), os.environ, limits)
        return await process.wait(), process.output.text

    return run(play())


def test_who_uses_up_its_processor_time_is_ended_by_a_signal_of_its_own() -> None:
    code, _ = after(Limits(processor_seconds=1), "while True: pass")
    assert code == -signal.SIGXCPU


def test_who_writes_too_large_a_file_is_ended_by_a_signal_of_its_own(tmp_path: Path) -> None:
    script = f"""
import os, signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
file = os.open({str(tmp_path / "large")!r}, os.O_CREAT | os.O_WRONLY)
while True: os.write(file, bytes(1 << 16))
"""
    assert after(Limits(file_size=1), script)[0] == -signal.SIGXFSZ
    assert (tmp_path / "large").stat().st_size == 1 << 20


def test_a_bot_can_open_so_many_files_and_no_more() -> None:
    script = """
import os
try:
    while True: last = os.open("/dev/null", os.O_RDONLY)
except OSError as error: print(last, error.strerror)
"""
    assert after(Limits(open_files=40), script) == (0, "39 Too many open files\n")


def test_a_limit_that_is_lower_already_stays() -> None:
    script = "import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE)[1])"
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert after(Limits(open_files=hard + 1), script)[1] == f"{hard}\n"


def test_a_bot_that_crashes_leaves_no_image_of_its_memory() -> None:
    script = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE))"
    assert after(Limits(), script)[1] == "(0, 0)\n"


@needs_proc
def test_the_system_takes_a_bot_before_others_when_memory_is_short() -> None:
    mine = int(Path("/proc/self/oom_score_adj").read_text())
    assert int(after(Limits(), "print(open('/proc/self/oom_score_adj').read())")[1]) > mine


# --- what it has started ---

BROOD = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def brood():
    os.setsid()
    if os.fork() == 0:
        while True: signal.pause()
    os._exit(0)
for _ in range(20):
    if (child := os.fork()) == 0: brood()
    os.waitpid(child, 0)
print("here", os.getpid(), flush=True)
signal.pause()
"""
"""Starts twenty daemons: sessions of their own, whose parents have ended; none ends politely."""


async def by_itself(process: BotProcess) -> None:
    """Let the bot end."""
    os.killpg(int(process.output.text.split()[1]), signal.SIGINT)


async def killed(process: BotProcess) -> None:
    process.kill()


async def keeper_ended(process: BotProcess) -> None:
    os.kill(process.pid, signal.SIGTERM)


@needs_proc
@pytest.mark.parametrize("end", [by_itself, killed, BotProcess.stop, keeper_ended])
def test_what_a_bot_has_started_ends_with_it_however_it_got_away(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[BotProcess], Coroutine[None, None, None]],
) -> None:
    monkeypatch.setattr(launcher, "POLITE", 0.05)

    async def play() -> None:
        process = await started(*python(BROOD), BUMBLEPUPPY_TEST=str(tmp_path))
        await after_it_said(process, "\n")
        assert usage_below(process.pid, 1000).processes == 21
        await end(process)
        await process.wait()

    run(play())
    assert processes_of(str(tmp_path)) == []


@needs_proc
def test_a_bot_ends_with_its_keeper(tmp_path: Path) -> None:
    async def play() -> int:
        script = "import signal; print('here', flush=True); signal.pause()"
        process = await started(*python(script), BUMBLEPUPPY_TEST=str(tmp_path))
        await after_it_said(process, "here")
        os.kill(process.pid, signal.SIGKILL)
        return await process.wait()

    assert run(play()) == -signal.SIGKILL
    assert lasting_processes_of(str(tmp_path)) == []


@needs_proc
def test_a_keeper_that_was_stopped_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "OBSTINATE", 0.05)

    async def play() -> int:
        process = await started(*python(BROOD), BUMBLEPUPPY_TEST=str(tmp_path))
        await after_it_said(process, "\n")
        os.kill(process.pid, signal.SIGSTOP)
        process.kill()
        return await process.wait()

    assert run(play()) == -signal.SIGKILL
    for left in processes_of(str(tmp_path)):
        os.kill(int(left.split()[0]), signal.SIGKILL)


# --- its output ---


def test_who_prints_without_end_is_read_at_a_bounded_rate_and_that_is_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(output, "RATE", 1 << 17)

    async def play() -> tuple[float, int, int, int]:
        floods: list[None] = []
        script = "import os\nfor _ in range(8): os.write(1, bytes(1 << 16))\nos.write(1, b'end')"
        began = time.monotonic()
        process = await BotProcess.start(
            python(script), os.environ, Limits(), lambda: floods.append(None)
        )
        await process.wait()
        kept = process.output
        return time.monotonic() - began, len(floods), kept.dropped, len(kept.text)

    seconds, floods, dropped, kept = run(play())
    # Half a MiB at an eighth of one a second, less the first second's and what the pipe holds.
    assert seconds > 1.9
    assert floods
    assert (dropped + kept, kept) == ((1 << 19) + 3, TAIL)


def test_tokens_differ() -> None:
    assert len({new_token() for _ in range(100)}) == 100
