"""Raises an error whose words are hard to pass on: endless, and no proper text."""

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class Raises(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:  # noqa: ARG002
        raise ValueError("\ud800" + "no idea, " * 10_000)


run(Raises)
