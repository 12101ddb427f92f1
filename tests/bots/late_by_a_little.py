"""Answers each question, a little too late for the clock of the tests."""

import time

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run

MOVE, BANK, LITTLE = 0.3, 0.5, 0.1
"""Seconds: the limits in the tests, and a little more than the margin of 50 ms."""


class LateByALittle(Bot):
    def on_start(self) -> None:
        self.bank = BANK

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        time.sleep(MOVE + self.bank + LITTLE)
        self.bank = 0.0
        return view.legal[0]


run(LateByALittle)
