"""Cards and suits on the wire: code or index plus one, as zero means none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.cards import Card, Cards, Suit, SuitSystem, add

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bumblepuppy.v1 import cards_pb2 as pb


def wire_card(card: Card | None) -> pb.Card.ValueType:
    """Write a card."""
    number: pb.Card.ValueType = card.code + 1 if card else 0  # type: ignore[assignment]
    return number


def wire_suit(suit: Suit | None) -> pb.Suit.ValueType:
    """Write a suit."""
    number: pb.Suit.ValueType = suit.index + 1 if suit else 0  # type: ignore[assignment]
    return number


def wire_cards(cards: Cards) -> list[pb.Card.ValueType]:
    """Write a hand or heap."""
    return [code + 1 for code in cards.codes()]  # type: ignore[misc]


def read_card(number: int, system: SuitSystem) -> Card | None:
    """Read a card; `None` when there is none."""
    return system.cards[number - 1] if 0 < number <= len(system.cards) else None


def read_suit(number: int, system: SuitSystem) -> Suit | None:
    """Read a suit; `None` when there is none."""
    return system.suits[number - 1] if 0 < number <= len(system.suits) else None


def read_cards(numbers: Iterable[int], system: SuitSystem) -> Cards:
    """Read a hand or heap."""
    bits = 0
    for number in numbers:
        bits = add(bits, 1 << number - 1)
    return Cards(system, bits)
