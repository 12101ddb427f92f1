"""Takes what looks best at the moment, and remembers nothing: see `strategy` for what that is."""

from bumblepuppy_bots.strategy import rolling_stone, rumba
from bumblepuppy_sdk import Action, Bot, RollingStoneView, RumbaView, run


class Greedy(Bot):
    """Decides by the view alone."""

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return rolling_stone.greedy(view, self.random)

    def play_rumba(self, view: RumbaView) -> Action:
        return rumba.greedy(view)


if __name__ == "__main__":
    run(Greedy)
