"""Bots as processes: their output, their end, and the end of all that they started."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import TYPE_CHECKING, TypeVar

import pytest

from bumblepuppy_server import launcher
from bumblepuppy_server.launcher import TAIL, BotProcess, describe_exit, new_token

if TYPE_CHECKING:
    from collections.abc import Coroutine

PATIENCE = 10.0
T = TypeVar("T")


def python(script: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", script)


def run(work: Coroutine[None, None, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


async def ended(*command: str, **env: str) -> tuple[int, str]:
    """Run a command to its end; give its exit code and the last that it printed."""
    process = await BotProcess.start(command, env)
    return await process.wait(), process.tail


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


def test_a_bot_is_in_a_session_of_its_own() -> None:
    script = "import os; print(os.getsid(0) == os.getpid() == os.getpgid(0))"
    assert run(ended(*python(script)))[1] == "True\n"


# --- its end ---


async def after_it_said(process: BotProcess, words: str) -> None:
    while words not in process.tail:  # noqa: ASYNC110 - nothing tells when a bot prints
        await asyncio.sleep(0.001)


def test_who_ends_politely_is_not_killed() -> None:
    script = "import signal, sys; signal.signal(15, lambda *_: sys.exit(5)); print('on', flush=1)"

    async def play() -> int:
        process = await BotProcess.start(python(f"{script}; signal.pause()"), {})
        await after_it_said(process, "on")
        await process.stop()
        return await process.wait()

    assert run(play()) == 5


def test_who_does_not_end_politely_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "POLITE", 0.05)
    script = "import signal; signal.signal(15, signal.SIG_IGN); print('on', flush=1)"

    async def play() -> int:
        process = await BotProcess.start(python(f"{script}\nwhile True: signal.pause()"), {})
        await after_it_said(process, "on")
        await process.stop()
        return await process.wait()

    assert run(play()) == -signal.SIGKILL


def test_a_process_that_has_ended_is_sent_no_more_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    # Its number may by then be another's.
    async def play() -> list[object]:
        process = await BotProcess.start(python(""), {})
        await process.wait()
        sent: list[object] = []
        monkeypatch.setattr(os, "killpg", lambda *signal: sent.append(signal))
        process.kill()
        await process.stop()
        return sent

    assert run(play()) == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "ended with exit code 0"),
        (3, "ended with exit code 3"),
        (-9, "was killed by SIGKILL"),
        (-40, "was killed by signal 40"),  # a bot may send itself what has no name
    ],
)
def test_how_a_process_ended_is_told_in_words(code: int, words: str) -> None:
    assert describe_exit(code) == words


def test_tokens_differ() -> None:
    assert len({new_token() for _ in range(100)}) == 100
