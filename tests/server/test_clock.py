"""The clock of one bot: each rule of it, and that lies do not pay."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_server.clock import DIVISIBLE, BotClock, Moment

START = Moment(100.0)


def after(seconds: float, *, lag: float = 0.0) -> Moment:
    return Moment(START.at + seconds, START.lag + lag)


def clock_with(*questions: str, allowed: float = 1.0) -> BotClock:
    clock = BotClock()
    for question in questions:
        clock.ask(question, allowed, START)
    return clock


def limits(clock: BotClock, stamps: list[tuple[str, float]], now: Moment) -> list[float]:
    return [charge.limit for charge in clock.answer(stamps, now)]


# --- whose time runs ---


def test_no_time_runs_while_no_question_is_open() -> None:
    clock = clock_with("a")
    clock.answer([("a", 0.1)], after(0.1))
    assert clock.elapsed(after(50)) == 0.0


def test_the_clock_of_the_first_question_starts_when_it_is_sent() -> None:
    clock = clock_with("a")
    assert clock.elapsed(after(0.3)) == pytest.approx(0.3)


def test_a_question_that_comes_later_does_not_start_the_clock_anew() -> None:
    clock = clock_with("a")
    clock.ask("b", 1.0, after(0.2))
    assert clock.elapsed(after(0.3)) == pytest.approx(0.3)


def test_the_clock_of_the_next_question_starts_when_the_answer_before_it_arrives() -> None:
    clock = clock_with("a", "b")
    clock.answer([("a", 0.4)], after(0.4))
    assert limits(clock, [("b", 0.1)], after(0.5)) == [pytest.approx(0.1)]


def test_after_a_pause_the_clock_starts_with_the_next_question() -> None:
    clock = clock_with("a")
    clock.answer([("a", 0.1)], after(0.1))
    clock.ask("b", 1.0, after(5))
    assert limits(clock, [("b", 0.2)], after(5.2)) == [pytest.approx(0.2)]


def test_when_the_first_question_is_dropped_the_next_one_s_time_starts() -> None:
    clock = clock_with("a", "b")
    clock.drop("a", after(1.5))
    assert clock.first() == "b"
    assert clock.elapsed(after(1.7)) == pytest.approx(0.2)


def test_dropping_another_question_leaves_the_first_one_s_time_alone() -> None:
    clock = clock_with("a", "b")
    clock.drop("b", after(1.5))
    assert clock.elapsed(after(1.7)) == pytest.approx(1.7)


def test_a_question_that_is_put_off_is_charged_from_its_own_turn() -> None:
    clock = clock_with("a", "b", "c")
    clock.answer([("b", 0.9)], after(0.9))
    assert clock.overdue(after(1.1))
    clock.answer([("c", 0.1)], after(1.0))
    assert limits(clock, [("a", 0.0)], after(1.9)) == [pytest.approx(1.9)]


def test_a_question_is_open_until_it_is_answered_or_dropped() -> None:
    clock = clock_with("a", "b", "c")
    clock.answer([("b", 0.0)], after(0.1))
    clock.drop("c", after(0.1))
    assert [clock.is_open(question) for question in "abc"] == [True, False, False]
    assert len(clock) == 1


# --- overdue ---


@pytest.mark.parametrize(("seconds", "overdue"), [(0.999, False), (1.001, True)])
def test_the_first_question_is_overdue_just_after_its_time(
    seconds: float, *, overdue: bool
) -> None:
    assert clock_with("a").overdue(after(seconds)) is overdue


def test_questions_that_wait_are_never_overdue() -> None:
    clock = BotClock()
    clock.ask("slow", 10.0, START)
    clock.ask("quick", 1.0, START)
    assert not clock.overdue(after(9))


def test_nothing_is_overdue_while_no_question_is_open() -> None:
    assert not BotClock().overdue(after(99))


# --- lag ---


def test_time_during_which_the_referee_was_late_is_not_charged() -> None:
    clock = clock_with("a")
    assert limits(clock, [("a", 0.0)], after(0.5, lag=0.3)) == [pytest.approx(0.2)]


def test_the_bot_s_own_figure_counts_though_the_referee_was_late() -> None:
    clock = clock_with("a")
    assert limits(clock, [("a", 0.4)], after(0.5, lag=0.3)) == [pytest.approx(0.4)]


def test_lag_before_the_question_excuses_nothing() -> None:
    clock = BotClock()
    clock.ask("a", 1.0, after(0, lag=7.0))
    assert clock.elapsed(after(0.5, lag=7.0)) == pytest.approx(0.5)


def test_time_is_never_negative() -> None:
    clock = clock_with("a")
    assert clock.elapsed(after(0.1, lag=0.4)) == 0.0


# --- batches and stamps ---


@pytest.mark.parametrize("claim", [0.0, 0.001, 0.5])
def test_an_answer_alone_is_charged_by_the_referee_s_clock_whatever_it_claims(
    claim: float,
) -> None:
    assert limits(clock_with("a"), [("a", claim)], after(0.5)) == [pytest.approx(0.5)]


def test_a_claim_cannot_exceed_the_time_that_passed() -> None:
    assert limits(clock_with("a"), [("a", 4294.0)], after(0.5)) == [pytest.approx(0.5)]


def test_a_negative_claim_is_none() -> None:
    clock = clock_with("a", "b")
    assert limits(clock, [("a", -9.0), ("b", 0.001)], after(0.001)) == [
        pytest.approx(0.0),
        pytest.approx(0.001),
    ]


def test_stamps_divide_the_time_of_quick_answers() -> None:
    clock = clock_with("a", "b", "c")
    charged = limits(clock, [("a", 0.001), ("b", 0.003), ("c", 0.002)], after(0.006))
    assert charged == [pytest.approx(0.001), pytest.approx(0.003), pytest.approx(0.002)]


def test_beyond_the_divisible_each_answer_in_a_batch_is_charged_the_whole() -> None:
    clock = clock_with("a", "b")
    charged = limits(clock, [("a", 0.25), ("b", 0.25)], after(0.5))
    assert charged == [pytest.approx(0.5 - DIVISIBLE)] * 2


def test_for_the_statistics_what_no_stamp_claims_is_divided_evenly() -> None:
    clock = clock_with("a", "b")
    charges = clock.answer([("a", 0.1), ("b", 0.2)], after(0.5))
    assert [charge.share for charge in charges] == [pytest.approx(0.2), pytest.approx(0.3)]


class Thought(NamedTuple):
    """A decision of a bot that takes one after the other."""

    seconds: float
    claim: float
    """What it says that this took."""
    sent: bool
    """Whether it sends what it has, or waits for the next."""


THOUGHTS = st.lists(
    st.builds(Thought, st.floats(0, 2), st.floats(-1, 5000), st.booleans()), min_size=1
)


def charges_of(thoughts: list[Thought]) -> list[float]:
    """Charge a bot that has all its questions at once and works through them."""
    clock = clock_with(*(str(number) for number in range(len(thoughts))))
    charged: list[float] = []
    batch: list[tuple[str, float]] = []
    at = 0.0
    for number, thought in enumerate(thoughts):
        at += thought.seconds
        batch.append((str(number), thought.claim))
        if thought.sent or number == len(thoughts) - 1:
            charged += limits(clock, batch, after(at))
            batch.clear()
    return charged


@given(THOUGHTS)
def test_lying_shaves_off_no_more_than_the_divisible(thoughts: list[Thought]) -> None:
    for thought, charged in zip(thoughts, charges_of(thoughts), strict=True):
        assert charged >= thought.seconds - DIVISIBLE - 1e-9


@given(st.lists(st.floats(0, 2), min_size=1))
def test_who_sends_each_answer_at_once_is_charged_exactly(seconds: list[float]) -> None:
    thoughts = [Thought(each, each, sent=True) for each in seconds]
    assert charges_of(thoughts) == pytest.approx(seconds, abs=1e-9)


@given(st.lists(st.floats(0, 0.001), min_size=1, max_size=10))
def test_who_sends_quick_answers_together_is_charged_exactly(seconds: list[float]) -> None:
    thoughts = [Thought(each, each, sent=False) for each in seconds]
    assert charges_of(thoughts) == pytest.approx(seconds, abs=1e-9)


@given(THOUGHTS)
def test_honest_shares_add_up_to_the_time_that_passed(thoughts: list[Thought]) -> None:
    clock = clock_with(*(str(number) for number in range(len(thoughts))))
    total = sum(thought.seconds for thought in thoughts)
    stamps = [(str(number), thought.seconds) for number, thought in enumerate(thoughts)]
    shares = [charge.share for charge in clock.answer(stamps, after(total))]
    assert sum(shares) == pytest.approx(total, abs=1e-9)


# --- what is told of a charge ---


def test_a_charge_tells_the_bot_s_own_figure_as_it_was_sent_though_it_counts_for_less() -> None:
    (charge,) = clock_with("a").answer([("a", 1000.0)], after(0.5, lag=0.1))
    assert (charge.claim, charge.limit) == (1000.0, 0.5)


def test_a_charge_tells_the_time_by_the_referee_and_its_lag_apart() -> None:
    charges = clock_with("a", "b").answer([("a", 0.1), ("b", 0.1)], after(0.5, lag=0.2))
    for charge in charges:
        assert (charge.elapsed, charge.lag) == pytest.approx((0.3, 0.2))


def test_a_question_without_an_answer_is_charged_the_whole_time_less_the_lag() -> None:
    charge = clock_with("a").unanswered(after(0.5, lag=0.2))
    assert charge.claim is None
    assert (charge.limit, charge.share, charge.elapsed, charge.lag) == pytest.approx(
        (0.3, 0.3, 0.3, 0.2)
    )
