"""Plays High Card: changes a low card, and leaves on stderr what it heard of others' new cards."""

import sys

from high_card import CHANGE, KEEP, Changed, HighCardView

from bumblepuppy_sdk import Action, Bot, Rank, run
from bumblepuppy_sdk.games.events import Event


class HighBot(Bot):
    def play_high_card(self, view: HighCardView) -> Action:
        return CHANGE if view.card.rank < Rank.EIGHT else KEEP

    def on_event(self, event: Event) -> None:
        if isinstance(event, Changed) and event.card and event.seat != self.game.seat:
            sys.exit("a hidden card was shown")


if __name__ == "__main__":
    run(HighBot)
