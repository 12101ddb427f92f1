"""Who spins: keeps a processor busy though there is nothing to think about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_server.spinning import LASTING, SpinCheck

PROCESSORS = 4


def watch(*seconds: tuple[float, float]) -> list[float | None]:
    """Watch a bot that in each second uses some processor time, and is asked for some."""
    check, used = SpinCheck(PROCESSORS), 10.0
    verdicts = [check.take(used, 0.0, 1.0)]
    for more, asked in seconds:
        used += more
        verdicts.append(check.take(used, asked, 1.0))
    return verdicts[1:]


def test_who_is_busy_for_seconds_though_it_is_not_asked_spins() -> None:
    assert watch(*[(0.9, 0.0)] * 4) == [None, None, pytest.approx(0.9), pytest.approx(0.9)]


def test_who_is_busy_for_a_moment_does_not() -> None:
    assert set(watch((1.0, 0.0), (1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0, 0.0))) == {None}


def test_a_share_that_is_small_is_nothing_to_speak_of() -> None:
    assert set(watch(*[(0.05, 0.0)] * 10)) == {None}


def test_the_time_before_the_first_look_does_not_count() -> None:
    assert SpinCheck(PROCESSORS).take(1000.0, 0.0, 2 * LASTING) is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_who_thinks_only_when_asked_never_spins_however_many_processors_it_uses(
    asked: list[float],
) -> None:
    assert set(watch(*((PROCESSORS * share, share) for share in asked))) == {None}


def test_who_is_asked_now_and_then_and_spins_is_found_all_the_same() -> None:
    assert watch(*[(1.0, 0.1)] * 5)[-1] == pytest.approx((1.0 - 0.4) / 0.9)
