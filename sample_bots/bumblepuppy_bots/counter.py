"""Counts every card, and remembers who could not follow: see `strategy` for how."""

from bumblepuppy_bots.strategy import rolling_stone, rumba
from bumblepuppy_bots.strategy.card_memory import CardMemory
from bumblepuppy_bots.strategy.match_memory import MatchMemory
from bumblepuppy_sdk import Action, Bot, RollingStoneView, RumbaView, run


class Counter(Bot):
    """One instance plays one seat of one game: what it remembers is that game's alone."""

    def __init__(self) -> None:
        self._cards = CardMemory()
        self._matches = MatchMemory()

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return rolling_stone.counter(view, self._cards, self.random)

    def play_rumba(self, view: RumbaView) -> Action:
        return rumba.counter(view, self._matches)


if __name__ == "__main__":
    run(Counter)
