"""Plays a card that it does not hold."""

from bumblepuppy_sdk import FRENCH, Action, Bot, RollingStoneView, run
from bumblepuppy_sdk.actions import PLAY


class Illegal(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return next(PLAY[FRENCH][card.code] for card in FRENCH.cards if card not in view.hand)


run(Illegal)
