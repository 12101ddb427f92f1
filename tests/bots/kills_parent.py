"""Kills whoever has started it when it is first asked, or else ends."""

import os
import signal

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class KillsParent(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:  # noqa: ARG002
        os.kill(os.getppid(), signal.SIGKILL)
        os._exit(5)


run(KillsParent)
