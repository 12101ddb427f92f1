"""The keyed chance of a deal: every shuffle follows from 32 secret bytes and a label.

It uses HMAC-SHA-256 and whole numbers alone, so that anybody can write it again in another
language and check a deal: `tournaments/RECORDS.md` specifies it, with a worked example.

*Stream.* Block `i` (from 0) of the stream of a key and a label is HMAC-SHA-256 under the key of
the label in UTF-8, a zero byte, and `i` as 8 bytes, most significant first. The stream is all
blocks one after the other.

*Whole number below n.* Take the next 4 bytes of the stream as a number, most significant first. If
it is not below the largest multiple of n that fits into 2**32, throw it away and take the next 4;
else the remainder of its division by n is the answer. No number is likelier than another.

*Shuffle.* Put the cards in order (suits as in the notation, each from 2 to ace), then for `i` from
the last position down to 1 swap the cards at `i` and at a whole number below `i + 1`.
"""

from __future__ import annotations

import hmac
import struct
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_sdk.cards import Card

_Item = TypeVar("_Item")
_WORDS: Final = struct.Struct(">8I")
"""How a block is read: as eight words of 32 bits, the first byte of each the highest."""
_SPAN: Final = 1 << 32
_CODE: Final = attrgetter("code")


def blocks(key: bytes, label: str) -> Iterator[bytes]:
    """Yield the stream of `key` and `label`, 32 bytes at a time, without end."""
    prefix = label.encode() + b"\0"
    number = 0
    while True:
        yield hmac.digest(key, prefix + number.to_bytes(8, "big"), "sha256")
        number += 1


class Stream:
    """The stream of a key and a label, read as uniform whole numbers."""

    def __init__(self, key: bytes, label: str) -> None:
        """Stand at the beginning of the stream."""
        self._words = _words(key, label)

    def below(self, n: int) -> int:
        """Take a whole number from 0 to `n - 1`; `n` is 1 to 2**32."""
        limit = _SPAN - _SPAN % n
        while (word := next(self._words)) >= limit:
            pass
        return word % n

    def shuffle(self, items: list[_Item]) -> None:
        """Shuffle `items` in place, from the last position down."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def _words(key: bytes, label: str) -> Iterator[int]:
    for block in blocks(key, label):
        yield from _WORDS.unpack(block)


def shuffled(key: bytes, label: str, cards: Sequence[Card]) -> list[Card]:
    """Put `cards` into the order of the stream; the order in which they come plays no part."""
    order = sorted(cards, key=_CODE)
    Stream(key, label).shuffle(order)
    return order


class KeyedChance:
    """The chance of one deal: the same key gives the same cards whoever plays, and however."""

    def __init__(self, key: bytes) -> None:
        """Take the deal's key, 32 bytes."""
        self._key = key

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Shuffle the whole pack for hand number `hand` (from 0): first card dealt first."""
        return shuffled(self._key, f"deck hand {hand}", cards)

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Shuffle the discards `cards` into restock `number` (from 0) of the hand: top first."""
        return shuffled(self._key, f"restock hand {hand} number {number}", cards)


def bot_seed(key: bytes, seat: int) -> int:
    """Give the number, 64 bits, for the own chance of the bot in `seat`, from a game's bot key."""
    return int.from_bytes(next(blocks(key, f"bot seat {seat}"))[:8], "big")
