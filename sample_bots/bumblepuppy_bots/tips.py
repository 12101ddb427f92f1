"""Follows the tips that players give each other: see `strategy` for which."""

from bumblepuppy_bots.strategy import rolling_stone, rumba
from bumblepuppy_bots.strategy.card_memory import CardMemory
from bumblepuppy_sdk import Action, Bot, RollingStoneView, RumbaView, run


class Tips(Bot):
    """One instance plays one seat of one game: what it remembers is that game's alone."""

    def __init__(self) -> None:
        self._cards = CardMemory()

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return rolling_stone.tips(view, self._cards, self.random)

    def play_rumba(self, view: RumbaView) -> Action:
        return rumba.tips(view)


if __name__ == "__main__":
    run(Tips)
