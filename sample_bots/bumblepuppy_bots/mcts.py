"""Searches: tries every choice out on imagined cards, and checks a counter's judgement with it."""

from time import perf_counter

from bumblepuppy_bots.strategy import playouts, rolling_stone, rumba
from bumblepuppy_bots.strategy.card_memory import CardMemory
from bumblepuppy_bots.strategy.match_memory import MatchMemory
from bumblepuppy_bots.strategy.search import search, seconds_for, until
from bumblepuppy_sdk import Action, Bot, RollingStoneView, RumbaView, run


class Mcts(Bot):
    """Flat Monte-Carlo over determinisations, within a share of the time for a move."""

    def __init__(self) -> None:
        self._cards = CardMemory()
        self._matches = MatchMemory()

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        deadline = perf_counter() + seconds_for(view)
        plain = rolling_stone.counter(view, self._cards, self.random)
        return search(view, plain, playouts.ROLLING_STONE, self.random, until(deadline))

    def play_rumba(self, view: RumbaView) -> Action:
        deadline = perf_counter() + seconds_for(view)
        plain = rumba.counter(view, self._matches)
        return search(view, plain, playouts.rumba(view.options), self.random, until(deadline))


if __name__ == "__main__":
    run(Mcts)
