"""Suits, ranks, cards and hands.

A card is a number from 0 to 51, `13 * suit + (rank - 2)`, dressed for reading. French, Spanish and
German packs share the numbers and differ in their suits' names, so one engine plays all of them.

A hand is one integer: bit `code` is set when the hand holds that card, and bit `code + 52` when
it holds its twin as well (two packs). This makes every hand's integer canonical, so that equal
hands are equal integers, and `bits & SUIT_BITS[suit]` says whether a seat can follow suit.
`Cards` wraps that integer for readers; only the engines, which count microseconds, work on it bare.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import total_ordering
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RANK_LETTERS: Final = "23456789TJQKA"
TWIN: Final = 52
"""How far above a card's own bit the bit of its twin stands."""
SINGLES: Final = (1 << TWIN) - 1
"""The bits that say which cards are held at all, twins aside."""
SUIT_BITS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
"""By suit index: the bits of its thirteen cards."""


class Rank(IntEnum):
    """A card's rank by strength: 2 is lowest, the ace (14) highest (RS-2)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank in notation, `"T"` for ten."""
        return RANK_LETTERS[self - 2]


@total_ordering
@dataclass(frozen=True, slots=True)
class Suit:
    """One of the four suits of a pack; suits order by `index`."""

    index: int
    """0 to 3, in the order of the notation: ♣ ♦ ♥ ♠."""
    letter: str
    """As in notation: `"C"`."""
    name: str
    """As in options and sentences: `"clubs"`."""
    symbol: str
    """For a screen: `"♣"`."""

    def __lt__(self, other: Suit) -> bool:
        """Lower suits come first."""
        return self.index < other.index

    def __str__(self) -> str:
        """Give the letter."""
        return self.letter


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """One card of a pack. Cards order by suit, then rank; compare `.rank` to see which wins."""

    code: int
    """0 to 51: `13 * suit.index + rank - 2`."""
    rank: Rank
    suit: Suit
    text: str = field(compare=False)
    """As in notation: `"7C"`."""

    def __lt__(self, other: Card) -> bool:
        """Order as in a sorted hand."""
        return self.code < other.code

    def __hash__(self) -> int:
        """Hash by the code: the default would hash the suit's name each time."""
        return self.code

    def __str__(self) -> str:
        """Give the notation."""
        return self.text

    def __repr__(self) -> str:
        """Show the notation."""
        return f"<{self.text}>"


class SuitSystem:
    """The suits of one country's packs, and its 52 cards by code.

    >>> FRENCH.card("7C").rank
    <Rank.SEVEN: 7>
    """

    def __init__(self, name: str, suits: str) -> None:
        """Build the cards of `suits`, four words `letter:name:symbol` in the notation's order."""
        self.name = name
        parts = (word.split(":") for word in suits.split())
        self.suits = tuple(Suit(i, *part) for i, part in enumerate(parts))
        self.cards = tuple(
            Card(13 * suit.index + rank - 2, rank, suit, rank.letter + suit.letter)
            for suit in self.suits
            for rank in Rank
        )
        self._by_text = {card.text: card for card in self.cards}
        self._by_letter = {suit.letter: suit for suit in self.suits}

    def card(self, text: str) -> Card:
        """Read a card's notation.

        Raises:
            NotationError: `text` is no card of these suits.
        """
        try:
            return self._by_text[text]
        except KeyError:
            letters = "".join(self._by_letter)
            raise NotationError(
                f"{text!r} is not a card: expected a rank of {RANK_LETTERS} and a suit of {letters}"
            ) from None

    def suit(self, letter: str) -> Suit:
        """Read a suit's letter.

        Raises:
            NotationError: no suit has that letter.
        """
        try:
            return self._by_letter[letter]
        except KeyError:
            letters = ", ".join(self._by_letter)
            raise NotationError(f"{letter!r} is not a suit: expected one of {letters}") from None

    def cards_of(self, text: str) -> Cards:
        """Read cards separated by spaces, such as `"7C 9C"`."""
        return Cards.of(self, (self.card(word) for word in text.split()))

    def __repr__(self) -> str:
        """Show the name."""
        return f"<suits {self.name}>"

    def __reduce__(self) -> str:
        """Copy and pickle by name, so that there is one of each."""
        return self.name.upper()


FRENCH: Final = SuitSystem("french", "C:clubs:♣ D:diamonds:♦ H:hearts:♥ S:spades:♠")
SPANISH: Final = SuitSystem("spanish", "B:bastos:♣ C:copas:♥ E:espadas:♠ O:oros:♦")
GERMAN: Final = SuitSystem("german", "B:bells:♦ E:acorns:♣ H:hearts:♥ L:leaves:♠")


def add(bits: int, bit: int) -> int:
    """Put the card with the single `bit` into the hand `bits`, as a twin if it is there already."""
    return bits | bit << TWIN if bits & bit else bits | bit


def remove(bits: int, bit: int) -> int:
    """Take the card with the single `bit` out of the hand `bits`, the twin first."""
    return bits ^ bit << TWIN if bits >> TWIN & bit else bits ^ bit


class _CodesOfSuit(dict[int, list[int]]):
    """By the thirteen bits of one suit: the codes of its cards. Filled as it is asked."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._first = 13 * suit

    def __missing__(self, bits: int) -> list[int]:
        codes = [self._first + rank for rank in range(13) if bits >> rank & 1]
        self[bits] = codes
        return codes


_CODES: Final = tuple(_CodesOfSuit(suit) for suit in range(4))


@dataclass(frozen=True, slots=True)
class Cards:
    """An unordered hand or heap of cards, each held once or (with two packs) twice.

    Iterates by suit, then rank, from low to high; twins follow each other.

    >>> hand = FRENCH.cards_of("9H 7C AH")
    >>> hand
    Cards('7C 9H AH')
    >>> FRENCH.card("7C") in hand, len(hand), len(hand.in_suit(FRENCH.suit("H")))
    (True, 3, 2)
    """

    system: SuitSystem
    bits: int = 0

    @classmethod
    def of(cls, system: SuitSystem, cards: Iterable[Card]) -> Cards:
        """Collect `cards`."""
        bits = 0
        for card in cards:
            bits = add(bits, 1 << card.code)
        return cls(system, bits)

    def __iter__(self) -> Iterator[Card]:
        """Go through the cards from low to high."""
        cards, bits = self.system.cards, self.bits
        singles, twins = bits & SINGLES, bits >> TWIN
        while singles:
            bit = singles & -singles
            card = cards[bit.bit_length() - 1]
            yield card
            if twins & bit:
                yield card
            singles ^= bit

    def codes(self) -> list[int]:
        """Give the cards' codes from low to high, twins twice."""
        bits = self.bits
        if bits <= SINGLES:
            low = _CODES[0][bits & 0x1FFF] + _CODES[1][bits >> 13 & 0x1FFF]
            return low + _CODES[2][bits >> 26 & 0x1FFF] + _CODES[3][bits >> 39]
        return [card.code for card in self]

    def __len__(self) -> int:
        """Count the cards, twins twice."""
        return self.bits.bit_count()

    def __contains__(self, card: object) -> bool:
        """Tell whether the card is held."""
        return isinstance(card, Card) and bool(self.bits >> card.code & 1)

    def count(self, card: Card) -> int:
        """Tell how many of `card` are held: 0, 1 or 2."""
        return (self.bits >> card.code & 1) + (self.bits >> card.code + TWIN & 1)

    def in_suit(self, suit: Suit) -> Cards:
        """Give the cards of one suit."""
        mask = SUIT_BITS[suit.index]
        return Cards(self.system, self.bits & (mask | mask << TWIN))

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of which at least one card is held."""
        return tuple(s for s in self.system.suits if self.bits & SUIT_BITS[s.index])

    def __add__(self, cards: Iterable[Card]) -> Cards:
        """Put `cards` in as well."""
        bits = self.bits
        for card in cards:
            bits = add(bits, 1 << card.code)
        return Cards(self.system, bits)

    def __sub__(self, cards: Iterable[Card]) -> Cards:
        """Take `cards` out, where they are held."""
        bits = self.bits
        for card in cards:
            if bits >> card.code & 1:
                bits = remove(bits, 1 << card.code)
        return Cards(self.system, bits)

    def __str__(self) -> str:
        """Give the notation of the cards, separated by spaces."""
        return " ".join(card.text for card in self)

    def __repr__(self) -> str:
        """Show the notation."""
        return f"Cards({str(self)!r})"
