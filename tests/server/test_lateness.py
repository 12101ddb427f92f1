"""Whose fault it is that answers are late: when games are void, and when that is no way out."""

from __future__ import annotations

import pytest

from bumblepuppy_server.lateness import GRACE, PROVEN, STANDSTILL
from bumblepuppy_server.spec import ATTEMPTS
from hand_driven import Bench, MemoryBot, first_legal, spec_of

NAMES = ("ann", "bob", "cyd", "dan")
LIMIT = 1.05
"""Seconds: the move and the margin; there is no bank."""


def evening(*proven: str, attempt: int = 1, apart: float = 0.0) -> Bench:
    """Give a referee with a question out to each of four bots, some of which are `proven`.

    The first is asked so many seconds before the others as `apart` says.
    """
    bench = Bench(*NAMES)
    number = 100
    while any(bench.bots[name].player.in_time < PROVEN for name in proven):
        number += 1
        bench.begin(spec_of("rolling-stone", number=number))
        bench.play_on()
    for bot in bench.bots.values():
        if bot.player.name not in proven:
            bot.player.in_time = 0
    bench.outcomes.clear()
    for seat in range(len(NAMES)):
        seats = NAMES[seat:] + NAMES[:seat]
        spec = spec_of("rolling-stone", seats, seat, move=1.0, bank=0.0, attempt=attempt)
        bench.begin(spec)
    bench.bots["ann"].listen()
    bench.wait(apart)
    bench.listen()
    assert all(len(bot.open) == 1 for bot in bench.bots.values())
    return bench


def fall_silent(bench: Bench, *silent: str) -> None:
    """Let all but some bots answer in time, and more than the time of the others go by."""
    for name, bot in bench.bots.items():
        if name not in silent:
            bot.answer()
    bench.wait(LIMIT + 0.001)
    bench.tick()
    bench.wait(GRACE)
    bench.tick()


def blamed(bench: Bench) -> set[str]:
    """Play all games to their ends, and name the bots with a fault in any."""
    bench.listen()
    bench.play_on()
    assert not bench.referee._games
    records = [outcome.record for outcome in bench.outcomes]
    return {record.seats[fault.seat] for record in records for fault in record.faults}


def voids(bench: Bench) -> list[int]:
    """Give the slots of the games that are void."""
    return sorted(outcome.record.slot for outcome in bench.outcomes if outcome.void)


# --- the referee itself stood still ---


@pytest.mark.parametrize(
    ("lag", "void"), [(STANDSTILL - 0.1, []), (STANDSTILL + 0.1, [0, 1, 2, 3])]
)
def test_fa_5_every_game_with_a_question_out_is_void_when_the_referee_stood_still(
    lag: float, void: list[int]
) -> None:
    bench = evening()
    bench.wait(lag, lag=lag)
    bench.tick()
    assert voids(bench) == void
    assert blamed(bench) == set()


def test_lag_that_adds_up_in_small_steps_is_no_standstill() -> None:
    bench = evening()
    for _ in range(10):
        bench.wait(1.0, lag=1.0)
        bench.tick()
    assert voids(bench) == []


def test_fa_5_an_answer_that_is_read_right_after_a_standstill_counts_for_nothing() -> None:
    bench = evening()
    bench.wait(3.0, lag=3.0)
    bot = bench.bots["ann"]
    bot.answer()  # before the tick
    bench.tick()
    assert voids(bench) == [0, 1, 2, 3]
    assert bot.player.noise == 0


def test_a_question_that_was_not_sent_yet_does_not_make_its_game_void() -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone"))
    bench.wait(3.0, lag=3.0)
    bench.tick()
    assert bench.outcomes == []


def test_fa_5_the_last_attempt_counts_though_the_referee_stood_still() -> None:
    bench = evening(attempt=ATTEMPTS)
    bench.wait(9.0, lag=9.0)
    bench.tick()
    assert voids(bench) == []
    assert blamed(bench) == set()


# --- several bots are late at the same moment ---


@pytest.mark.parametrize("silent", [("ann", "bob", "cyd"), NAMES])
def test_fa_5_when_most_bots_are_late_together_it_is_the_hosts_fault(
    silent: tuple[str, ...],
) -> None:
    bench = evening(*NAMES)
    fall_silent(bench, *silent)
    assert voids(bench) == list(range(len(silent)))
    assert blamed(bench) == set()


def test_fa_5_a_void_game_is_told_to_the_organiser_with_what_shows_it() -> None:
    bench = evening(*NAMES)
    fall_silent(bench, *NAMES)
    (outcome, *_) = bench.outcomes
    assert outcome.void == "ann, bob, cyd, dan were late at the same moment"
    assert (outcome.record.reason, outcome.record.places) == ("void", [])
    assert outcome.evidence[0].exchanges[-1].answer is None
    assert outcome.evidence[0].exchanges[-1].elapsed_s == pytest.approx(LIMIT + GRACE, abs=0.01)


def test_fa_1_half_of_the_bots_late_together_are_blamed() -> None:
    bench = evening(*NAMES)
    fall_silent(bench, "ann", "bob")
    assert voids(bench) == []
    assert blamed(bench) == {"ann", "bob"}


def test_fa_1_one_bot_that_is_late_is_blamed() -> None:
    bench = evening(*NAMES)
    fall_silent(bench, "ann")
    assert voids(bench) == []
    assert blamed(bench) == {"ann"}


@pytest.mark.parametrize(
    ("apart", "void", "names"),
    [(GRACE - 0.01, [0, 1, 2, 3], set()), (GRACE + 0.01, [1, 2, 3], {"ann"})],
)
def test_late_together_is_who_is_late_within_the_grace(
    apart: float, void: list[int], names: set[str]
) -> None:
    bench = evening(*NAMES, apart=apart)
    while len(bench.outcomes) < len(void):
        bench.wait(0.005)
        bench.tick()
    assert voids(bench) == void
    assert blamed(bench) == names


def answer_late(bench: Bench, *late: str) -> None:
    bench.wait(LIMIT + 0.001)
    bench.tick()
    for name in late:
        bench.bots[name].answer()


def test_an_answer_that_comes_in_the_grace_is_late_all_the_same() -> None:
    bench = evening(*NAMES)
    for name in NAMES[1:]:
        bench.bots[name].answer()
    answer_late(bench, "ann")
    bench.tick()
    assert bench.bots["ann"].player.noise == 0
    bench.wait(GRACE)
    bench.tick()
    bench.listen()
    assert "timeout" in bench.bots["ann"].errors
    assert blamed(bench) == {"ann"}


def test_fa_5_late_answers_bear_witness_like_silence() -> None:
    bench = evening(*NAMES)
    answer_late(bench, "ann", "bob")
    bench.wait(GRACE)
    bench.tick()
    assert voids(bench) == [0, 1, 2, 3]
    assert blamed(bench) == set()


# --- no way out ---


def test_fa_1_bots_that_are_late_as_a_habit_are_no_witnesses() -> None:
    bench = evening("ann")
    fall_silent(bench, *NAMES)
    assert voids(bench) == []
    assert blamed(bench) == set(NAMES)


def test_fa_1_who_was_late_with_others_is_blamed_when_it_is_late_again() -> None:
    bench = evening(*NAMES)
    for number in range(4, 12):
        seat = number % 4
        seats = NAMES[seat:] + NAMES[:seat]
        bench.begin(spec_of("rolling-stone", seats, number, move=1.0, bank=0.0))
    bench.listen()
    fall_silent(bench, *NAMES)
    assert len(voids(bench)) == 4
    bench.wait(LIMIT + 0.001)
    bench.tick()
    assert len(voids(bench)) == 4
    assert blamed(bench) == set(NAMES)


def test_two_bots_that_hang_are_found_within_their_own_budgets() -> None:
    bench = evening(*NAMES)
    for number in range(4, 40):
        bench.begin(spec_of("rolling-stone", NAMES, number, move=1.0, bank=0.0))
        bench.begin(
            spec_of("rolling-stone", ("bob", "ann", "cyd", "dan"), 100 + number, move=1.0, bank=0.0)
        )
    began, given_up = bench.now.at, set[str]()
    bench.listen()
    while given_up != {"ann", "bob"}:
        bench.wait(0.005)
        given_up |= set(bench.tick())
        for name in ("cyd", "dan"):
            play_one(bench.bots[name])
        assert bench.now.at - began < 5 * (LIMIT + GRACE)
    assert len(voids(bench)) <= 2


def play_one(bot: MemoryBot) -> None:
    bot.listen()
    bot.send(*[first_legal(request) for request in bot.open])
    bot.open.clear()


def test_fa_5_at_the_last_attempt_everybody_who_is_late_is_blamed() -> None:
    bench = evening(*NAMES, attempt=ATTEMPTS)
    fall_silent(bench, *NAMES)
    assert voids(bench) == []
    assert blamed(bench) == set(NAMES)


def test_where_nobody_can_bear_witness_nobody_waits_for_it() -> None:
    bench = evening()
    bench.wait(LIMIT + 0.001)
    bench.tick()
    assert blamed(bench) == set(NAMES)


# --- what a void game leaves behind ---


def test_every_seat_of_a_void_game_is_told_that_it_is_void() -> None:
    bench = evening(attempt=2)
    bench.wait(3.0, lag=3.0)
    bench.tick()
    bench.listen()
    for bot in bench.bots.values():
        assert [result.reason for result in bot.results] == ["void"] * 4
        assert not any(result.places for result in bot.results)
        assert sorted(result.game_id for result in bot.results) == sorted(
            start.game_id for start in bot.starts
        )


def test_the_answer_to_a_void_question_is_stale_and_does_not_count_in_the_next_attempt() -> None:
    bench = evening()
    bench.wait(3.0, lag=3.0)
    bench.tick()
    ann = bench.bots["ann"]
    late = first_legal(ann.open.pop())
    bench.begin(spec_of("rolling-stone", NAMES, 0, attempt=2))
    bench.listen()
    ann.send(late)
    assert ann.player.clock.questions == [("rolling-stone-0-2", 0)]
    assert ann.player.noise == 0
    ann.listen()
    assert ann.errors[-1:] == ["stale"]


def test_a_void_question_leaves_the_clock_to_the_next() -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone", NAMES, 0, move=1.0, bank=0.0))
    bench.begin(spec_of("rolling-stone", NAMES, 1, move=1.0, bank=0.0, attempt=ATTEMPTS))
    bench.listen()
    bench.wait(3.0, lag=3.0)
    bench.tick()
    assert voids(bench) == [0]
    ann = bench.bots["ann"]
    assert ann.player.clock.questions == [("rolling-stone-1-3", 0)]
    assert ann.player.clock.elapsed(bench.now) == 0.0
