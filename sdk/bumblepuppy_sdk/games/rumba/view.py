"""What a seat sees of Rumba."""

from __future__ import annotations

from dataclasses import dataclass

from bumblepuppy_sdk.cards import Card, Cards, Suit
from bumblepuppy_sdk.games.rumba.options import RumbaOptions
from bumblepuppy_sdk.games.view import View


@dataclass(slots=True, kw_only=True)
class RumbaView(View[RumbaOptions]):
    """Rumba as one seat may see it."""

    hand: Cards
    """The seat's own cards."""
    discards: tuple[Card, ...]
    """The discards since the last restock, oldest first; the last one is the top (RU-3)."""
    suit: Suit
    """The suit to match: of the top card, or as named after a wild card (RU-6)."""
    suit_only: bool
    """The top card is a wild card: only `suit` or another wild card matches (RU-6)."""
    counts: tuple[int, ...]
    """By seat: cards in hand."""
    stock: int
    """Cards left in the stock."""
    restocks: int
    """How often the discards have become the stock (RU-12)."""
    direction: int
    """1: play goes to the next higher seat; -1: to the next lower one (RU-8)."""
    drawn: int
    """Cards that this seat has drawn in this turn (RU-4)."""
    second: bool
    """This is the second card after an ace (RU-5)."""
    out: tuple[int, ...]
    """The seats that are out, in the order they went (RU-13)."""
    hand_number: int
    """Which hand of the match this is, from 0 (RU-14)."""
    dealer: int
    """The seat that dealt this hand."""
    penalties: tuple[int, ...]
    """By seat: penalty points of the hands before this one (RU-14)."""

    @property
    def top(self) -> Card:
        """The card to match."""
        return self.discards[-1]
