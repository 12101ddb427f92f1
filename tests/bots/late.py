"""Answers its first question of a game well, and the others too late for the clock of the tests."""

import time

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run

LATE = 1.0
"""Seconds: more than the move, the bank and the margin of the tests together."""


class Late(Bot):
    def on_start(self) -> None:
        self.asked = 0

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        self.asked += 1
        if self.asked > 1:
            time.sleep(LATE)
        return view.legal[0]


run(Late)
