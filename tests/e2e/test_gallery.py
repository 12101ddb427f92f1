"""A gallery of bad bots, in real processes: what it costs them, and that it costs nobody else.

In a sandbox and without, they behave the same.
Bots that do not get in each other's way share an arena, because it takes time to open one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_server.sandbox import Confinement
from evenings import (
    OTHERS,
    PATIENCE,
    SANDBOXES,
    Evening,
    game_of,
    is_said,
    needs_proc,
    play_all,
    spend,
)

if TYPE_CHECKING:
    from bumblepuppy_server.arena import Arena

pytestmark = needs_proc

BAD_ANSWERS: Final = {"illegal": "illegal", "malformed": "malformed", "raises": "malformed"}
"""Bots whose answers are no good, and the cause of their faults."""
ODD_BUT_GOOD: Final = (
    *("asynchronous", "slow_start", "floods_stdout", "prints_unicode"),
    *("repeats", "stale", "answers_for_others", "claims_tokens", "ignores_sigterm"),
)
"""Bots that do something odd, but no fault."""
CUT_OFF: Final = {
    "dies_at_hello": "crashed",
    "crashes": "crashed",
    "exits_politely": "crashed",
    "abandons_child": "crashed",
    "leaves_daemon": "crashed",
    "kills_parent": "crashed",
    "closes_stream": "disconnected",
    "floods_stream": "malformed",
}
"""Bots that are gone from some moment on, and the cause of their faults then."""
COME_BACK: Final = ("returns", "loses_stream")
"""Bots that lose their stream when they are asked, and come back."""
TOO_LATE: Final = ("late", "late_by_a_little", "silent", "reads_nothing")


@pytest.fixture(scope="module", params=SANDBOXES)
def confinement(request: pytest.FixtureRequest) -> Confinement:
    """What the bots are kept in."""
    return Confinement(sandbox=request.param)


@pytest.fixture(scope="module")
def answers(confinement: Confinement) -> Evening:
    """An evening of bots whose answers are no good, or odd."""

    async def play(arena: Arena, evening: Evening) -> None:
        await play_all(arena, evening, map(game_of, bots))

    bots = (*BAD_ANSWERS, *ODD_BUT_GOOD)
    return spend(play, *bots, confinement=confinement)


@pytest.fixture(scope="module")
def endings(confinement: Confinement) -> Evening:
    """An evening of bots that do not stay to the end, or not without children."""

    async def play(arena: Arena, evening: Evening) -> None:
        await play_all(arena, evening, (game_of(bot, 1) for bot in bots))
        await is_said(evening, "bot 'dies_idle' ended with exit code 8: it is started again")
        await play_all(arena, evening, (game_of(bot, 2) for bot in bots))

    bots = (*CUT_OFF, *COME_BACK, "dies_idle", "leaves_children")
    return spend(play, *bots, confinement=confinement)


@pytest.fixture(scope="module")
def clocks(confinement: Confinement) -> Evening:
    """An evening of bots that take too long."""

    async def play(arena: Arena, evening: Evening) -> None:
        await play_all(arena, evening, (game_of(bot, move=0.3, bank=0.5) for bot in TOO_LATE))

    return spend(play, *TOO_LATE, confinement=confinement)


@pytest.fixture(params=["answers", "endings", "clocks"])
def evening(request: pytest.FixtureRequest, confinement: Confinement) -> Evening:  # noqa: ARG001 - theirs
    """Each of the evenings."""
    found: Evening = request.getfixturevalue(request.param)
    return found


# --- cause ---


@pytest.mark.parametrize(("bot", "cause"), BAD_ANSWERS.items())
def test_a_bad_answer_is_a_fault_of_its_cause(answers: Evening, bot: str, cause: str) -> None:
    assert answers.faults(bot) == [cause] * 3


@pytest.mark.parametrize("bot", ODD_BUT_GOOD)
def test_what_is_odd_but_good_is_no_fault(answers: Evening, bot: str) -> None:
    assert answers.faults(bot) == []


@pytest.mark.parametrize("bot", TOO_LATE)
def test_an_answer_that_does_not_come_in_time_is_a_timeout(clocks: Evening, bot: str) -> None:
    assert clocks.faults(bot) == ["timeout"] * 3


@pytest.mark.parametrize(("bot", "cause"), CUT_OFF.items())
def test_who_is_gone_is_at_fault_for_why_it_went(endings: Evening, bot: str, cause: str) -> None:
    assert endings.faults(bot) == [cause] * 3


def test_who_closed_its_stream_is_disconnected_in_games_to_come_as_well(endings: Evening) -> None:
    assert endings.faults("closes_stream", game=1) == ["disconnected"] * 3


@pytest.mark.parametrize("bot", COME_BACK)
def test_who_comes_back_in_time_is_at_no_fault(endings: Evening, bot: str) -> None:
    assert endings.faults(bot) == endings.faults(bot, game=1) == []


def test_a_crashed_bot_is_started_again_for_games_to_come(endings: Evening) -> None:
    # It crashes again when it is asked for the second time: until then it plays.
    first, second = (endings.games["crashes"][game].record for game in (0, 1))
    for record in (first, second):
        assert record.faults[0].action > [seat for seat, _ in record.actions].index(0)


def test_who_ends_while_nobody_asks_it_is_started_again_and_at_no_fault(endings: Evening) -> None:
    assert endings.faults("dies_idle") == endings.faults("dies_idle", game=1) == []


def test_a_token_in_use_lets_nobody_else_in(answers: Evening) -> None:
    assert answers.output["claims_tokens"].startswith("claims: ALREADY_EXISTS\n")


def test_children_are_no_fault(endings: Evening) -> None:
    assert endings.faults("leaves_children") == endings.faults("leaves_children", game=1) == []


# --- consequence ---


@pytest.mark.parametrize("bot", BAD_ANSWERS)
def test_fa_3_who_answers_badly_is_on_autopilot_and_last(answers: Evening, bot: str) -> None:
    record = answers.games[bot][0].record
    assert (record.autopilot, record.places[0]) == ([0], 4)


@pytest.mark.parametrize("bot", TOO_LATE)
def test_fa_3_who_is_late_is_on_autopilot_and_last(clocks: Evening, bot: str) -> None:
    record = clocks.games[bot][0].record
    assert (record.autopilot, record.places[0]) == ([0], 4)


@pytest.mark.parametrize("bot", CUT_OFF)
def test_fa_3_who_is_gone_is_on_autopilot_and_last(endings: Evening, bot: str) -> None:
    record = endings.games[bot][0].record
    assert (record.autopilot, record.places[0]) == ([0], 4)


# --- the others ---


def test_fa_4_nobody_else_is_at_fault(evening: Evening) -> None:
    records = [outcome.record for games in evening.games.values() for outcome in games]
    assert {fault.seat for record in records for fault in record.faults} == {0}


def test_fa_4_every_game_comes_to_its_result(evening: Evening) -> None:
    for games in evening.games.values():
        for outcome in games:
            assert outcome.void is None
            assert outcome.record.reason == "out"
            assert len(outcome.record.places) == 1 + len(OTHERS)


def test_a_hung_bot_costs_the_others_no_more_than_its_clock(clocks: Evening) -> None:
    (game,) = clocks.games["silent"]
    # Three faults: the move each time, the bank once, and a margin of 50 ms each time.
    assert 1.5 < game.seconds < 1.5 + PATIENCE


# --- what is left ---


def test_no_process_is_left(evening: Evening) -> None:
    assert evening.processes == []


def test_no_file_is_left_nor_left_open(evening: Evening) -> None:
    assert (evening.has_left_its_folder, evening.files) == (False, set())


def test_the_referee_has_nothing_to_complain_of(evening: Evening) -> None:
    assert evening.errors == ""


# --- what they printed ---


def test_the_last_words_of_a_flood_are_kept(answers: Evening) -> None:
    assert 4000 < len(answers.output["floods_stdout"]) <= 8192


def test_what_is_no_text_is_kept_as_far_as_it_is(answers: Evening) -> None:
    assert "¿qué? 🂱 ♥" in answers.output["prints_unicode"]


@pytest.mark.parametrize("bot", BAD_ANSWERS)
def test_a_bot_s_author_is_told_what_was_wrong(answers: Evening, bot: str) -> None:
    assert f"bumblepuppy: {BAD_ANSWERS[bot]} in game {bot}-1" in answers.output[bot]
    assert "3 faults: the referee plays on for the bot" in answers.output[bot]
