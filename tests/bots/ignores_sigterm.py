"""Plays, and does not leave: neither when the referee says goodbye nor when it is asked to end."""

import signal

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class IgnoresSigterm(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]


signal.signal(signal.SIGTERM, signal.SIG_IGN)
run(IgnoresSigterm)
while True:
    signal.pause()
