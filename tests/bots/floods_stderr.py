"""Prints without end and without a pause to standard error, and plays."""

import os
import threading

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


def flood() -> None:
    while True:
        os.write(2, b"blah " * 2000)


class FloodsStderr(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]


threading.Thread(target=flood, daemon=True).start()
run(FloodsStderr)
