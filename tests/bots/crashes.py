"""Ends its process in the middle of a game, when it is asked for the second time."""

import os

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class Crashes(Bot):
    def on_start(self) -> None:
        self.asked = 0

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        self.asked += 1
        if self.asked == 2:
            print("my last words", flush=True)
            os._exit(7)
        return view.legal[0]


run(Crashes)
