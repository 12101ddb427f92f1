"""Prints without end, and plays."""

import sys
import threading

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


def flood() -> None:
    while True:
        sys.stdout.write("blah " * 2000)
        stopped.wait(0.001)


class FloodsStdout(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        sys.stdout.write("blah " * 20_000)
        return view.legal[0]


stopped = threading.Event()
threading.Thread(target=flood, daemon=True).start()
run(FloodsStdout)
