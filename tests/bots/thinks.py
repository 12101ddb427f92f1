"""Thinks about its first decision for longer than a test stops the referee."""

import time

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run

LONG = 3.0
"""Seconds."""


class Thinks(Bot):
    def on_start(self) -> None:
        self.has_thought = False

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        if not self.has_thought:
            print("thinking", flush=True)
            time.sleep(LONG)
        self.has_thought = True
        return view.legal[0]


run(Thinks)
