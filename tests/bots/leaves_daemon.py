"""Starts a process that leaves its group and holds its output open; ends when it is asked."""

import os
import signal

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class LeavesDaemon(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:  # noqa: ARG002
        os._exit(4)


if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:  # whose parent ends: nothing shows any more to whom it belongs
        while True:
            signal.pause()
    os._exit(0)
run(LeavesDaemon)
