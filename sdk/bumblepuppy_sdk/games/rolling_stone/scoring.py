"""Penalty points (RS-10)."""

from __future__ import annotations

from typing import Final

from bumblepuppy_sdk.cards import FRENCH, Cards, Rank

FACE: Final = {Rank.ACE: 11, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
"""RS-10: what a card left counts under `face`; the others count their pips."""


def penalty_points(held: int, scoring: str) -> int:
    """Count the penalty for the cards `held` (bits) at the end of a hand (RS-10)."""
    if scoring == "cards":
        return held.bit_count()
    return sum(FACE.get(card.rank, int(card.rank)) for card in Cards(FRENCH, held))
