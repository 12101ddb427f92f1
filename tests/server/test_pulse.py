"""The referee's own clock, and how it notices that the referee itself was late."""

from __future__ import annotations

import time

import pytest

from bumblepuppy_server.service import JITTER, TICK, Pulse


class Hand:
    """The hand of a clock that the test turns."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(time, "monotonic", hand)
    return hand


def test_steps_in_time_leave_no_lag(hand: Hand) -> None:
    pulse = Pulse()
    for _ in range(1000):
        hand.at += TICK + JITTER / 2  # a host's sleep is never shorter than asked
        assert pulse.step().lag == 0.0


def test_a_late_step_is_the_referee_s_own_time(hand: Hand) -> None:
    pulse = Pulse()
    hand.at += TICK + 0.3
    assert pulse.step().lag == pytest.approx(0.3, abs=2 * JITTER)


def test_what_is_read_before_a_late_step_is_excused_as_well(hand: Hand) -> None:
    pulse = Pulse()
    asked = pulse.now()
    hand.at += TICK + 0.3  # the loop stood still, and answers lie unread
    answered = pulse.now()
    assert answered.net_of(asked) == pytest.approx(TICK, abs=2 * JITTER)
    assert pulse.step() == answered


def test_lag_is_counted_once(hand: Hand) -> None:
    pulse = Pulse()
    hand.at += TICK + 0.3
    first = pulse.step()
    hand.at += TICK
    assert pulse.step().lag == first.lag
