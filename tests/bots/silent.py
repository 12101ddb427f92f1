"""Never answers, though it lives."""

import signal

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class Silent(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        signal.pause()
        return view.legal[0]


run(Silent)
