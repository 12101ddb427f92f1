"""Ends when it is first asked; what it has started holds its output open."""

import os
import signal

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class AbandonsChild(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:  # noqa: ARG002
        os._exit(3)


if os.fork() == 0:
    while True:
        signal.pause()
run(AbandonsChild)
