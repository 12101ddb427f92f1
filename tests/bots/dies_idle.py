"""Plays, and ends its process after each game, when nobody asks anything of it."""

import os

from bumblepuppy_sdk import Action, Bot, Result, RollingStoneView, run


class DiesIdle(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]

    def on_result(self, result: Result) -> None:  # noqa: ARG002
        os._exit(8)


run(DiesIdle)
