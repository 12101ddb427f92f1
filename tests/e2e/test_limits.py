"""Who wants too much of the machine is ended for it or named, and takes nobody along.

In a sandbox and without.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_server.limits import Limits
from bumblepuppy_server.sandbox import Confinement
from evenings import PATIENCE, SANDBOXES, Evening, game_of, needs_proc, play_all, spend

if TYPE_CHECKING:
    from bumblepuppy_server.arena import Arena

pytestmark = needs_proc

PASSING: Final = {"eats_memory": "out_of_memory", "forks": "crashed"}
"""Bots that pass a limit when they are first asked, and the cause of their faults."""
NAMED: Final = ("spins_when_idle", "floods_stderr")
"""Bots that take what others could use, and play well."""
TIGHT: Final = Limits(memory=200, processes=90)


@pytest.fixture(scope="module", params=SANDBOXES)
def evening(request: pytest.FixtureRequest) -> Evening:
    """An evening of bots that want too much."""

    async def play(arena: Arena, evening: Evening) -> None:
        for game in (1, 2):
            await play_all(arena, evening, (game_of(bot, game) for bot in bots))
        # Nothing else tells when something is said.
        async with asyncio.timeout(3 * PATIENCE):
            while not all(any(bot in line for line in evening.said) for bot in NAMED):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    bots = (*PASSING, *NAMED, "shares_memory")
    return spend(play, *bots, confinement=Confinement(limits=TIGHT, sandbox=request.param))


@pytest.mark.parametrize(("bot", "cause"), PASSING.items())
def test_who_passes_a_limit_is_at_fault_for_it(evening: Evening, bot: str, cause: str) -> None:
    assert evening.faults(bot) == [cause] * 3


@pytest.mark.parametrize("bot", PASSING)
def test_fa_3_who_passes_a_limit_is_on_autopilot_and_last(evening: Evening, bot: str) -> None:
    record = evening.games[bot][0].record
    assert (record.autopilot, record.places[0]) == ([0], 4)


@pytest.mark.parametrize("bot", PASSING)
def test_who_passed_a_limit_is_started_again_for_games_to_come(evening: Evening, bot: str) -> None:
    # It does the same when it is asked: until then nobody has acted in its place.
    record = evening.games[bot][1].record
    assert record.faults[0].action == [seat for seat, _ in record.actions].index(0)


@pytest.mark.parametrize(
    ("bot", "figure"),
    [
        ("eats_memory", "MiB of memory, and may hold 200: it is started again"),
        ("forks", "was killed: it had more than 90 processes and threads: it is started again"),
        ("floods_stderr", "prints more than 4 MiB a second: it is read no faster"),
        ("spins_when_idle", "% of a processor while it waits"),
    ],
)
def test_who_wants_too_much_is_named_with_the_figure(
    evening: Evening, bot: str, figure: str
) -> None:
    assert any(line.startswith(f"bot {bot!r} ") and figure in line for line in evening.said)


@pytest.mark.parametrize("bot", NAMED)
def test_who_only_takes_from_others_is_named_once_and_not_at_fault(
    evening: Evening, bot: str
) -> None:
    assert evening.faults(bot) == []
    assert sum(bot in line for line in evening.said) == 1


def test_memory_that_is_shared_counts_once(evening: Evening) -> None:
    assert evening.faults("shares_memory") == evening.faults("shares_memory", game=1) == []
    assert not any("shares_memory" in line for line in evening.said)


def test_fa_4_nobody_else_is_at_fault_or_named(evening: Evening) -> None:
    records = [outcome.record for games in evening.games.values() for outcome in games]
    assert {fault.seat for record in records for fault in record.faults} == {0}
    assert not any("'random-" in line for line in evening.said)


def test_no_process_and_no_file_is_left(evening: Evening) -> None:
    assert (evening.processes, evening.files) == ([], set())
    assert not evening.has_left_its_folder


def test_the_referee_has_nothing_to_complain_of(evening: Evening) -> None:
    assert evening.errors == ""
