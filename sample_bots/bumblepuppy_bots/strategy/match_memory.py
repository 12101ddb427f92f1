"""What a seat of Rumba can know of the other hands, if it remembers who could not match what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk import Kind
from bumblepuppy_sdk.cards import SUIT_BITS
from bumblepuppy_sdk.games.events import Acted, Drew, HandDealt
from bumblepuppy_sdk.games.rumba import FOLLOWERS

if TYPE_CHECKING:
    from bumblepuppy_sdk import Action, RumbaView
    from bumblepuppy_sdk.games.events import Event


class MatchMemory:
    """The memory of one seat in one game: call `update` before every decision.

    Cards are kept as bits, like `Cards.bits`: so many cards are compared at once.
    """

    def __init__(self) -> None:
        self.lacking: list[int] = []
        """By seat: cards of which it held none when it last had to draw (RU-4)."""
        self.fresh: list[int] = []
        """By seat: how many cards it has taken since then, of which only it knows which."""
        self._heard = 0
        self._wanted = 0
        self._drawing: int | None = None

    def update(self, view: RumbaView) -> None:
        """Take in what has happened since the last decision."""
        if not self._heard:
            self._forget(view.options.players)
        news = view.history[self._heard :]
        self._heard += len(news)
        for event in news:
            self._hear(event)

    def _forget(self, players: int) -> None:
        self.lacking, self.fresh = [0] * players, [0] * players

    def _hear(self, event: Event) -> None:
        match event:
            case Acted(seat, action):
                self._see(seat, action)
            case Drew(seat, count):
                self.fresh[seat] += count
            case HandDealt(opener=opener) if opener:
                self._forget(len(self.fresh))
                self._wanted = FOLLOWERS[opener.code]

    def _see(self, seat: int, action: Action) -> None:
        card, drawing = action.card, action.kind is Kind.DRAW
        # Who draws or passes matches nothing, and who matches after drawing plays the card drawn.
        played_drawn = card and seat == self._drawing and self._wanted >> card.code & 1
        if drawing or action.kind is Kind.PASS or played_drawn:
            self.lacking[seat] = self._wanted
            self.fresh[seat] = 0
        self._drawing = seat if drawing else None
        if card:
            self._wanted = FOLLOWERS[card.code]
        elif action.suit:
            self._wanted = SUIT_BITS[action.suit.index]
