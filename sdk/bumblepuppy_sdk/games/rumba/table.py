"""The cards on the table: hands, stock and discards, and how they move (RU-2, RU-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.cards import add, remove
from bumblepuppy_sdk.games.base import Dealt
from bumblepuppy_sdk.games.copying import Copyable
from bumblepuppy_sdk.games.events import Drew, Event, Restocked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.base import Chance
    from bumblepuppy_sdk.games.rumba.effects import Effect
    from bumblepuppy_sdk.games.rumba.rulebook import Rulebook


class Table(Copyable):
    """All cards of one hand of Rumba."""

    __slots__ = ("_book", "_chance", "_number", "dealt", "discards", "held", "stock")

    def __init__(self, book: Rulebook, chance: Chance, number: int) -> None:
        """Deal hand `number` of the match (RU-2); the last seat deals hand 0."""
        seats, size = book.options.players, book.options.hand_size
        self._book = book
        self._chance = chance
        self._number = number
        dealer = (number - 1) % seats
        deck = chance.deck(number, book.pack)
        self.dealt = Dealt(dealer, deck, [])
        """The chance that went into this hand."""
        self.held = [0] * seats
        """By seat: the hand, as bits."""
        for place, card in enumerate(deck[: seats * size]):
            seat = (dealer + 1 + place) % seats
            self.held[seat] = add(self.held[seat], 1 << card.code)
        rest = list(deck[seats * size :])
        if book.options.opener == "bury":
            _bury(rest, book.effects)
        self.discards = rest[:1]
        """Oldest first; the last one is the top."""
        self.stock = rest[:0:-1]
        """Its top card stands last, where it is cheapest to take."""

    @property
    def top(self) -> Card:
        """The card to match."""
        return self.discards[-1]

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, be it after a restock (RU-12)."""
        return bool(self.stock) or self._can_restock

    @property
    def _can_restock(self) -> bool:
        most = self._book.options.max_restocks or 0
        return len(self.discards) > 1 and len(self.dealt.restocks) < most

    def imagine(self, stock: list[Card], chance: Chance) -> None:
        """Let other cards lie in the stock; nobody knows how they came there."""
        self.stock, self._chance = stock, chance
        self.dealt = Dealt(self.dealt.dealer, (), [()] * len(self.dealt.restocks))

    def discard(self, seat: int, card: Card) -> None:
        """Move a card from a hand to the top of the discards."""
        self.held[seat] = remove(self.held[seat], 1 << card.code)
        self.discards.append(card)

    def take(self, seat: int, count: int, events: list[Event]) -> None:
        """Let a seat take `count` cards from the stock; what is not there, it does without."""
        while count and (self.stock or self._restock(events)):
            cards = tuple(self.stock[: -count - 1 : -1])
            del self.stock[-count:]
            for card in cards:
                self.held[seat] = add(self.held[seat], 1 << card.code)
            known = self._book.drew[seat][cards[0].code]
            events.append(known if len(cards) == 1 else Drew(seat, len(cards), cards))
            count -= len(cards)

    def _restock(self, events: list[Event]) -> bool:
        """Shuffle the discards under the top card into a new stock, if that may be (RU-12)."""
        if not self._can_restock:
            return False
        restocks = self.dealt.restocks
        order = self._chance.restock(self._number, len(restocks), self.discards[:-1])
        restocks.append(order)
        del self.discards[:-1]
        self.stock = list(order[::-1])
        events.append(Restocked(len(order)))
        return True


def _bury(rest: list[Card], effects: Sequence[Effect | None]) -> None:
    """Put cards with an effect under the stock until one without is on top (RU-2).

    When none is without, the first one turned up stays the opener.
    """
    for _ in range(len(rest)):
        if effects[rest[0].code] is None:
            return
        rest.append(rest.pop(0))
