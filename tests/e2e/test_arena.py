"""An arena: every wait in it has an end, and at its own end nothing is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server import chair as chairs
from bumblepuppy_server.arena import Arena, BotFailedToStartError, RefereeLostError
from bumblepuppy_server.chair import Guest
from bumblepuppy_server.lateness import STANDSTILL
from bumblepuppy_server.launcher import BotCommand, BotProcess
from bumblepuppy_server.spec import ATTEMPTS, Clocks
from evenings import (
    OTHERS,
    PATIENCE,
    SANDBOXES,
    arena_of,
    game_of,
    is_left,
    lasting_processes_of,
    needs_proc,
    processes_of,
)
from hand_driven import spec_of

if TYPE_CHECKING:
    from bumblepuppy_server.sandbox import Sandbox

pytestmark = needs_proc
TESTS = Path(__file__).parents[1]


class Deaf:
    """A referee that hears everything and does nothing."""

    def __init__(self, told: list[object]) -> None:
        self._told = told

    def tell(self, **command: object) -> None:
        self._told.append(command)


def refusal_of(arena: Arena) -> str:
    """Open an arena that cannot be opened; give the message, once nothing is left."""

    async def enter() -> None:
        async with arena:
            pass

    with pytest.raises(BotFailedToStartError) as refusal:
        asyncio.run(enter())
    assert lasting_processes_of(arena._folder.name) == []
    assert not Path(arena._folder.name).exists()
    return str(refusal.value)


# --- bots that do not start ---


@pytest.fixture(scope="module")
def refusals() -> dict[str, str]:
    """By bot: why it did not start."""
    message = refusal_of(arena_of("dies_on_import", "wrong_token", "wrong_version"))
    bots = message.removeprefix("bot ").split("\nbot ")
    return {bot.split("'")[1]: bot for bot in bots}


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("dies_on_import", "No module named 'a_module_that_nobody_has'"),
        ("wrong_token", "no bot is expected with this token"),
        ("wrong_version", "the bot speaks version 2 of the contract, this referee version 1"),
    ],
)
def test_a_bot_that_ends_at_its_start_is_named_with_its_last_output(
    refusals: dict[str, str], bot: str, said: str
) -> None:
    assert (
        f"{bot}.py) ended with exit code 1 before it said hello; its last output:" in refusals[bot]
    )
    assert said in refusals[bot]


def test_a_bot_that_is_not_ready_in_time_is_named_with_the_time() -> None:
    message = refusal_of(arena_of("never_says_hello", start=0.4))
    assert "never_says_hello.py) was not ready within 0.4 s" in message


def test_a_command_that_cannot_be_run_is_named() -> None:
    message = refusal_of(Arena([BotCommand("ghost", ("/no/such/bot", "-v"))], Clocks()))
    assert message.startswith("bot 'ghost' (/no/such/bot -v) ended with exit code 1")
    assert "cannot run '/no/such/bot': No such file or directory" in message


def test_a_machine_that_cannot_start_a_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(BotProcess, "start", start)
    message = refusal_of(arena_of("random-1"))
    assert "could not be started: Resource temporarily unavailable" in message


def test_a_mistake_of_our_own_leaves_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def start(*_: object) -> None:
        raise ZeroDivisionError("ours")

    async def enter() -> None:
        async with arena_of("random-1"):
            pass

    monkeypatch.setattr(BotProcess, "start", start)
    with pytest.raises(RefereeLostError):
        asyncio.run(asyncio.wait_for(enter(), PATIENCE))
    assert "ZeroDivisionError: ours" in caplog.text


# --- bots that are here, or not ---


def test_a_game_waits_for_a_bot_that_ends_while_another_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        arena = arena_of(*OTHERS)
        told: list[object] = []
        monkeypatch.setattr(arena, "_referee", Deaf(told), raising=False)
        first, second, third = arena._chairs.values()
        first.joined.set()
        third.joined.set()
        game = asyncio.ensure_future(arena.play(spec_of("rumba", OTHERS)))
        await asyncio.sleep(0)
        first.joined.clear()
        second.joined.set()
        await turns_of_the_loop()
        assert told == []
        first.joined.set()
        await turns_of_the_loop()
        assert len(told) == 1
        game.cancel()
        arena._folder.cleanup()

    async def turns_of_the_loop() -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    asyncio.run(play())


def test_what_a_bot_says_of_itself_cannot_write_on_the_terminal() -> None:
    arena = arena_of("random-1")
    said = {"joined": "random-1", "games": ["rumba", "\x1b[2J"], "sdk": "\x1b[2J"}
    arena._hear(said)
    assert arena.games("random-1") == ("rumba",)
    assert arena.guest("random-1") == Guest("?")
    arena._folder.cleanup()


# --- a referee that ends ---


def test_a_referee_that_cannot_be_started_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    arena = arena_of("random-1")
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    with pytest.raises(BlockingIOError):
        asyncio.run(arena.__aenter__())
    assert not Path(arena._folder.name).exists()


def test_a_referee_that_ends_is_noticed_and_missed_in_games_to_come() -> None:
    arena = arena_of("silent", *OTHERS)

    async def play() -> None:
        async with arena:
            game = asyncio.ensure_future(arena.play(game_of("silent")))
            await asyncio.sleep(0)  # the game has begun
            os.kill(arena._referee.pid, signal.SIGKILL)
            with pytest.raises(RefereeLostError):
                await asyncio.wait_for(game, PATIENCE)
            with pytest.raises(RefereeLostError):
                await asyncio.wait_for(arena.play(game_of("silent", 2)), PATIENCE)

    asyncio.run(play())
    assert lasting_processes_of(arena._folder.name) == []


def test_a_referee_that_ends_at_the_start_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = arena_of("random-1")
    monkeypatch.setattr(arena, "_address", "unix:/no/such/folder/referee")

    async def enter() -> None:
        async with arena:
            pass

    with pytest.raises(RefereeLostError):
        asyncio.run(asyncio.wait_for(enter(), PATIENCE))


# --- games and their end ---


def test_who_no_longer_waits_for_a_game_keeps_nobody_else_from_theirs() -> None:
    async def play() -> None:
        async with arena_of(*OTHERS) as arena:
            seats = (*OTHERS, OTHERS[0])
            for number in range(20):  # some of them end before they are cancelled
                game = asyncio.ensure_future(arena.play(spec_of("rolling-stone", seats, number)))
                await asyncio.sleep(0)
                game.cancel()
            outcome = await asyncio.wait_for(
                arena.play(spec_of("rolling-stone", seats, 99)), PATIENCE
            )
            assert outcome.record.slot == 99

    asyncio.run(play())


def test_a_bot_that_ends_too_often_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chairs, "RESTARTS", 1)
    monkeypatch.setattr(chairs, "BACK_OFF", 0.01)

    async def play() -> None:
        async with arena_of("crashes", *OTHERS) as arena:
            assert arena.given_up() == {}
            for number in range(3):
                outcome = await arena.play(game_of("crashes", number))
                assert [fault.cause for fault in outcome.record.faults] == ["crashed"] * 3
            why = arena.given_up()["crashes"]
            assert "ended with exit code 7; its last output:\nmy last words" in why

    asyncio.run(play())


def test_a_bot_that_does_not_start_again_is_at_fault_for_that_in_games_to_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUMBLEPUPPY_TEST_MARK", str(tmp_path / "mark"))

    async def play() -> None:
        async with arena_of("starts_once", *OTHERS) as arena:
            causes = [
                {
                    fault.cause
                    for fault in (await arena.play(game_of("starts_once", n))).record.faults
                }
                for n in (1, 2)
            ]
            assert causes == [{"crashed"}, {"start_failed"}]
            why = arena.given_up()["starts_once"]
            assert "ended with exit code 1 before it said hello; its last output:\nnot again" in why

    asyncio.run(play())


# --- games that are void (FA-5) ---


@pytest.mark.parametrize(("attempt", "void"), [(1, "the referee stood still for "), (ATTEMPTS, "")])
def test_fa_5_a_game_in_which_the_referee_is_stopped_is_void_unless_it_is_the_last_attempt(
    attempt: int, void: str
) -> None:
    async def play() -> None:
        async with arena_of("thinks", *OTHERS) as arena:
            game = asyncio.ensure_future(arena.play(replace(game_of("thinks"), attempt=attempt)))
            while "thinking" not in arena.output("thinks"):  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0)
            referee = arena._referee.pid
            os.kill(referee, signal.SIGSTOP)
            go_on = asyncio.get_running_loop().call_later
            go_on(STANDSTILL + 0.2, os.kill, referee, signal.SIGCONT)
            outcome = await asyncio.wait_for(game, PATIENCE)
            assert (outcome.void or "").startswith(void)
            assert bool(outcome.void) == bool(void)
            assert outcome.record.faults == []

    asyncio.run(play())


# --- what is left ---


RUNNER = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from bumblepuppy_server.sandbox import Confinement, Sandbox
from evenings import arena_of

async def main():
    confinement = Confinement(sandbox=Sandbox() if sys.argv[2] else None)
    async with arena_of("leaves_daemon", "leaves_children", confinement=confinement) as arena:
        print(arena._folder.name, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_nothing_that_a_bot_has_started_outlives_a_runner_that_is_killed(
    sandbox: Sandbox | None,
) -> None:
    command = (sys.executable, "-c", RUNNER, str(TESTS), "bwrap" if sandbox else "")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdout is not None
        folder = runner.stdout.readline().strip()
        # Two keepers, two bots, a daemon and a child that ignores SIGTERM, at least.
        assert len(processes_of(folder)) >= 6
        runner.kill()
    killed = time.monotonic()
    assert lasting_processes_of(folder) == []
    assert time.monotonic() - killed < 5
    assert not is_left(folder)
