"""Cards and suits on the wire: code or index plus one, as zero means none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import SINGLES, TWIN, Card, Cards, Suit, SuitSystem

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


class _NumbersOfSuit(dict[int, bytes]):
    """By the thirteen bits of one suit: the numbers of its cards. Filled as it is asked."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._first = 13 * suit + 1

    def __missing__(self, bits: int) -> bytes:
        numbers = bytes(self._first + rank for rank in range(13) if bits >> rank & 1)
        self[bits] = numbers
        return numbers


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_NumbersOfSuit(suit) for suit in range(4))


def wire_cards(cards: Cards) -> bytes:
    """Write a hand or heap: one byte a card."""
    bits = cards.bits
    if bits > SINGLES:  # two packs
        return bytes([code + 1 for code in cards.codes()])
    low = _CLUBS[bits & 0x1FFF] + _DIAMONDS[bits >> 13 & 0x1FFF]
    return low + _HEARTS[bits >> 26 & 0x1FFF] + _SPADES[bits >> 39]


def read_card(number: int, system: SuitSystem) -> Card | None:
    """Read a card; `None` when there is none."""
    return system.cards[number - 1] if 0 < number <= len(system.cards) else None


def read_suit(number: int, system: SuitSystem) -> Suit | None:
    """Read a suit; `None` when there is none."""
    return system.suits[number - 1] if 0 < number <= len(system.suits) else None


_BITS: Final = [0, *(1 << code for code in range(52))]
"""By number: a card's bit; none for no card."""


def read_cards(numbers: Iterable[int], system: SuitSystem) -> Cards:
    """Read a hand or heap."""
    bits = 0
    for number in numbers:
        bit = _BITS[number]
        bits |= bit << TWIN if bits & bit else bit
    return Cards(system, bits)
