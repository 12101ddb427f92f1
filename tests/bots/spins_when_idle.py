"""Keeps a processor busy whether it is asked or not, and plays."""

import threading

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


def spin() -> None:
    while True:
        pass


class SpinsWhenIdle(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]


threading.Thread(target=spin, daemon=True).start()
run(SpinsWhenIdle)
