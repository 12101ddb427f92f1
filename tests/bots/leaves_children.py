"""Starts processes that ignore SIGTERM and hold its output open, ignores it too, and plays."""

import os
import signal

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class LeavesChildren(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]


signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    while True:
        signal.pause()
run(LeavesChildren)
signal.pause()  # does not even leave when the referee says goodbye
