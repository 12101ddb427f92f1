"""Starts processes without end when it is first asked, each in a session of its own."""

import subprocess

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class Forks(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:  # noqa: ARG002
        brood = []
        while True:
            brood.append(subprocess.Popen(["sleep", "600"], start_new_session=True))


run(Forks)
