"""Takes its time before it says hello, and plays."""

import time

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run

LONG = 0.5
"""Seconds: less than the start clock."""


class SlowStart(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]


time.sleep(LONG)
run(SlowStart)
