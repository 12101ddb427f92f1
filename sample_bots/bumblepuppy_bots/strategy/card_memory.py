"""What a seat of Rolling Stone can know of the other hands, if it remembers what it saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk import FRENCH, Cards, Kind
from bumblepuppy_sdk.games.events import Acted, HandDealt, TookUp, TrickWon
from bumblepuppy_sdk.games.rolling_stone import pack

if TYPE_CHECKING:
    from bumblepuppy_sdk import RollingStoneView, Suit
    from bumblepuppy_sdk.games.events import Event


class CardMemory:
    """The memory of one seat in one game: call `update` before every lead."""

    def __init__(self) -> None:
        self.known: list[Cards] = []
        """By seat: cards that it took up before all eyes, and has not played since."""
        self.closed: list[set[Suit]] = []
        """By seat: suits that it once could not follow. It holds no more of them than `known`."""
        self.in_circles = False
        """The seat has led from this very hand before, and no trick was completed since (RS-14)."""
        self._leads: set[tuple[Cards, tuple[int, ...]]] = set()
        self._heard = 0
        self._led: Suit | None = None

    def update(self, view: RollingStoneView) -> None:
        """Take in what has happened since the last lead."""
        news = view.history[self._heard :]
        self._heard += len(news)
        for event in news:
            self._hear(event, view.options.players)
        lead = (view.hand, view.counts)
        self.in_circles = lead in self._leads
        self._leads.add(lead)

    def is_void(self, seat: int, suit: Suit) -> bool:
        """Tell whether the seat is certain to hold no card of the suit."""
        return suit in self.closed[seat] and not self.known[seat].in_suit(suit)

    def unseen(self, view: RollingStoneView) -> Cards:
        """Give the cards of the others of which only their holders know where they are."""
        cards = Cards.of(FRENCH, pack(view.options)) - view.hand - view.dead
        for seat, known in enumerate(self.known):
            if seat != view.seat:
                cards -= known
        return cards - [played.card for played in view.trick]

    def _hear(self, event: Event, players: int) -> None:
        match event:
            case Acted(seat, action) if card := action.card:
                self._led = self._led or card.suit
                self.known[seat] -= [card]
                if action.kind is Kind.PLAY and card.suit != self._led:
                    self.closed[seat].add(self._led)  # it ruffed (RS-12)
            case Acted(seat, action) if action.kind is Kind.PICKUP and self._led:
                self.closed[seat].add(self._led)
            case TookUp(seat, cards):
                self.known[seat] += cards
                self._led = None
            case TrickWon():
                self._led = None
                self._leads.clear()
            case HandDealt():
                self.known = [Cards(FRENCH)] * players
                self.closed = [set() for _ in range(players)]
                self._led = None
                self._leads.clear()
