"""Plays any legal action: the bot to beat first."""

from bumblepuppy_sdk import Action, Bot, RollingStoneView, RumbaView, run


class RandomBot(Bot):
    """Takes its chance from `self.random`, so that its games can be played again."""

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return self.random.choice(view.legal)

    def play_rumba(self, view: RumbaView) -> Action:
        return self.random.choice(view.legal)


if __name__ == "__main__":
    run(RandomBot)
