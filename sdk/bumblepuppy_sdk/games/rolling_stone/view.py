"""What a seat sees of Rolling Stone."""

from __future__ import annotations

from dataclasses import dataclass

from bumblepuppy_sdk.cards import Card, Cards, Suit
from bumblepuppy_sdk.games.rolling_stone.options import RollingStoneOptions
from bumblepuppy_sdk.games.view import View


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table, and who played it."""

    seat: int
    card: Card
    slipped: bool = False
    """It was slipped in: it can never win (RS-13)."""


@dataclass(slots=True, kw_only=True)
class RollingStoneView(View[RollingStoneOptions]):
    """Rolling Stone as one seat may see it."""

    hand: Cards
    """The seat's own cards."""
    trick: tuple[Played, ...]
    """The cards on the table, in the order they were played; empty for the leader."""
    leader: int
    """The seat that leads, or led, this trick."""
    counts: tuple[int, ...]
    """By seat: cards in hand."""
    dead: Cards
    """The cards of completed tricks, out of the game (RS-6)."""
    out: tuple[int, ...]
    """The seats that are out, in the order they went (RS-7)."""
    trump: Suit | None
    """The trump suit, if any (RS-12)."""
    tricks: int
    """The tricks of this hand before this one, broken ones included."""
    hand_number: int
    """Which hand of the match this is, from 0 (RS-11)."""
    dealer: int
    """The seat that dealt this hand."""
    penalties: tuple[int, ...]
    """By seat: penalty points of the hands before this one (RS-11)."""

    @property
    def suit_led(self) -> Suit | None:
        """The suit to follow; `None` for the leader."""
        return self.trick[0].card.suit if self.trick else None
