"""Plays any legal action of any game: the bot to beat first."""

from typing import Any

from bumblepuppy_sdk import Action, Bot, View, run


class RandomBot(Bot):
    """Takes its chance from `self.random`, so that its games can be played again."""

    def play(self, view: View[Any]) -> Action:
        return self.random.choice(view.legal)


if __name__ == "__main__":
    run(RandomBot)
