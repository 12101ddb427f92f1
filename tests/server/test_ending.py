"""How a bot's process ended: in words, and as the cause of its faults."""

from __future__ import annotations

import signal

import pytest

from bumblepuppy_server.ending import describe_exit, ending_of, excess
from bumblepuppy_server.limits import MIB, Limits
from bumblepuppy_server.usage import Usage

LIMITS = Limits(memory=100, processes=50, processor_seconds=7, file_size=3)


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


@pytest.mark.parametrize("for_memory", [True, False])
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (1, "ended with exit code 1"),
        (-signal.SIGSEGV, "was killed by SIGSEGV"),
        (-signal.SIGXCPU, "used up its 7 s of a processor"),
        (-signal.SIGXFSZ, "wrote more than 3 MiB to a file"),
    ],
)
def test_an_end_by_itself_or_by_a_limit_of_the_system_s_is_a_crash(
    code: int, words: str, *, for_memory: bool
) -> None:
    assert ending_of(code, LIMITS, for_memory=for_memory) == (words, "crashed")


def test_a_kill_is_a_crash_unless_the_system_has_just_killed_for_want_of_memory() -> None:
    kill = -signal.SIGKILL
    assert ending_of(kill, LIMITS, for_memory=False) == ("was killed by SIGKILL", "crashed")
    words = "was killed by the system, which had no memory left"
    assert ending_of(kill, LIMITS, for_memory=True) == (words, "out_of_memory")


@pytest.mark.parametrize(
    ("memory", "processes", "ending"),
    [
        (100, 50, None),
        (101, 50, ("was killed: it held 101 MiB of memory, and may hold 100", "out_of_memory")),
        (100, 51, ("was killed: it had more than 50 processes and threads", "crashed")),
        (
            101,
            51,
            ("was killed: it held 101 MiB of memory, and may hold 100", "out_of_memory"),
        ),
    ],
)
def test_who_uses_more_than_it_may_is_killed(
    memory: int, processes: int, ending: tuple[str, str] | None
) -> None:
    assert excess(Usage(memory * MIB, 1.0, processes), LIMITS) == ending
