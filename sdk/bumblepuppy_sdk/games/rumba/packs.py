"""The packs that Rumba is played with (RU-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import FRENCH, GERMAN, RANK_LETTERS, SPANISH, Card, SuitSystem

if TYPE_CHECKING:
    from collections.abc import Container


@dataclass(frozen=True, slots=True)
class Pack:
    """One pack of cards: four suits, each of the same ranks."""

    system: SuitSystem
    """Whose suits they are."""
    ranks: Container[str]
    """The ranks of each suit, by letter."""

    def cards(self, packs: int = 1) -> tuple[Card, ...]:
        """List the cards of so many packs, one pack after the other, each by suit and rank."""
        return tuple(card for card in self.system.cards if card.rank.letter in self.ranks) * packs


PACKS: Final = {
    "french52": Pack(FRENCH, RANK_LETTERS),
    "spanish48": Pack(SPANISH, "23456789JQKA"),
    "spanish40": Pack(SPANISH, "234567JQKA"),
    "german36": Pack(GERMAN, "6789TJQKA"),
    "german32": Pack(GERMAN, "789TJQKA"),
}
"""By name. Sota, caballo, rey and Unter, Ober, König stand for jack, queen, king."""
