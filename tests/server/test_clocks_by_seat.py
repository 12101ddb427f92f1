"""Seats of one game may have clocks of their own: a person's, beside bots'."""

from __future__ import annotations

import pytest

from hand_driven import Bench, spec_of


@pytest.mark.parametrize(("seat", "causes"), [(0, []), (1, ["timeout"])])
def test_each_seat_is_judged_by_its_own_clock(seat: int, causes: list[str]) -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", bank=0.5, moves=[100.0, 1.0, 1.0, 1.0]))
    bot = bench.until_asked(("ann", "bob")[seat])
    assert bot.open[0].move_ms == (100_000, 1000)[seat]
    bench.wait(50.0)
    bench.tick()
    bench.play_on()
    assert bench.faults(bot.player.name) == causes
