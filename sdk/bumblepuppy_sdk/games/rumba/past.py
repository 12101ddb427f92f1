"""What a seat of Rumba can tell of the cards that it does not see, from all that happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import Kind
from bumblepuppy_sdk.cards import SUIT_BITS
from bumblepuppy_sdk.errors import ViewError
from bumblepuppy_sdk.games.events import Acted, Drew, Restocked
from bumblepuppy_sdk.games.hiding_places import HidingPlaces
from bumblepuppy_sdk.games.rumba.rulebook import FOLLOWERS, rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rumba.view import RumbaView

NEVER: Final = -1
"""The generation of what cannot have been."""


@dataclass(slots=True)
class Group:
    """Places that came to a seat at one moment, or are in the stock still."""

    seat: int | None
    """`None`: the stock."""
    generation: int
    """Whether they were filled by the deal (0), or by the restock of this number."""
    room: int
    """How many there are, without those in which a card that was played since must have lain."""
    barred: int
    """As bits: what cannot lie in them."""


class Past:
    """The places of a hand, and the cards to be put there: all that are or were out of sight.

    Like places, cards have a generation. With two packs it may be open which of two equal cards of
    different generations was played: both, the one that was and the one that is out of sight still,
    may then lie in places of either.
    """

    def __init__(
        self, view: RumbaView, opener: Card, own: Iterable[Card], events: Sequence[Event]
    ) -> None:
        """Go through the events of a hand.

        Args:
            view: What the seat sees now.
            opener: The first discard.
            own: The cards that the seat was dealt.
            events: What happened since.
        """
        self._view = view
        self._book = rulebook(view.options)
        self._generation = 0
        self._discards = [opener]
        self._wanted = FOLLOWERS[opener.code]
        self.groups: list[Group] = []
        self.cards: list[Card] = []
        """First those that were played since, then those that are out of sight still."""
        self._opened: list[tuple[int, ...]] = []
        """By card: the groups in which it can lie, or have lain."""
        self._generations: list[list[int]] = [[] for _ in self._book.system.cards]
        """By code: those of the cards out of sight, and of the ones that were played `_untold`."""
        self._untold: Counter[int] = Counter()
        """By code: cards that were played, nobody can tell of which generation."""
        self._deal(opener, own)
        for event in events:
            self._hear(event)
        self.played = len(self.cards)
        """How many of the cards were played."""
        self._look_about()

    def places(self) -> HidingPlaces:
        """Give the places, open to the cards that can lie there.

        Raises:
            ViewError: the cards do not fit.
        """
        return HidingPlaces(self._opened, [group.room for group in self.groups])

    def _deal(self, opener: Card, own: Iterable[Card]) -> None:
        """See all but the opener and the own cards go out of sight (RU-2)."""
        book = self._book
        for card in book.pack:
            self._generations[card.code].append(0)
        for card in (opener, *own):
            self._come_to_sight(card, 0)
        self._barred_from_stock = 0
        if book.options.opener == "bury" and book.effects[opener.code]:
            # It lies open, so all that could have been turned up instead has an effect as well.
            plain = [code for code, effect in enumerate(book.effects) if not effect]
            self._barred_from_stock = sum(1 << code for code in plain)
        for seat in range(book.options.players):
            if seat != self._view.seat:
                self.groups.append(Group(seat, 0, book.options.hand_size, 0))

    def _hear(self, event: Event) -> None:
        match event:
            case Acted(seat, action):
                self._see(seat, action)
            case Drew(self._view.seat, cards=cards):
                for card in cards:
                    self._come_to_sight(card, self._generation)
            case Drew(seat, count):
                self._fill(seat, count)
            case Restocked():
                *below, top = self._discards
                self._discards = [top]
                self._generation += 1
                self._barred_from_stock = 0
                for card in below:
                    self._generations[card.code].append(self._generation)

    def _fill(self, seat: int | None, count: int) -> None:
        self.groups.append(Group(seat, self._generation, count, self._barred_from_stock))

    def _come_to_sight(self, card: Card, generation: int) -> None:
        if generation not in self._generations[card.code]:
            raise ViewError(
                f"view does not show what view.history tells: {card} comes up too often"
            )
        self._generations[card.code].remove(generation)

    def _see(self, seat: int, action: Action) -> None:
        """Draw conclusions from what a seat does."""
        if action.card:
            if seat != self._view.seat:
                self._trace(seat, action.card)
            self._discards.append(action.card)
            self._wanted = FOLLOWERS[action.card.code]
        elif action.suit:
            self._wanted = SUIT_BITS[action.suit.index]
        elif action.kind != Kind.STOP:  # it draws or passes, as it has nothing that matches (RU-4)
            forced = self._book.options.wild_forced
            lacks = self._wanted | self._book.wild if forced else self._wanted
            for group in self.groups:
                if group.seat == seat:
                    group.barred |= lacks

    def _trace(self, seat: int, card: Card) -> None:
        """Find where a card that another seat plays can have lain."""
        opened = self._open_groups(card, self._generations[card.code], seat)
        generations = {self.groups[number].generation for number in opened}
        if len(generations) > 1:
            self._untold[card.code] += 1
        else:
            self._come_to_sight(card, *(generations or {NEVER}))
        if len(opened) == 1:
            self.groups[opened[0]].room -= 1
        else:
            self._add(card, opened)

    def _open_groups(
        self, card: Card, generations: Sequence[int], seat: int | None = None
    ) -> tuple[int, ...]:
        """List the groups where a card of these generations can lie; with `seat`, that seat's."""
        return tuple(
            number
            for number, group in enumerate(self.groups)
            if group.room
            and seat in {None, group.seat}
            and group.generation in generations
            and not group.barred >> card.code & 1
        )

    def _add(self, card: Card, opened: tuple[int, ...]) -> None:
        self.cards.append(card)
        self._opened.append(opened)

    def _look_about(self) -> None:
        """Find what is out of sight still, and where it can lie."""
        self._fill(None, self._view.stock)
        for card in self._book.system.cards:
            generations, untold = self._generations[card.code], self._untold[card.code]
            for generation in generations[untold:]:
                self._add(card, self._open_groups(card, generations if untold else [generation]))
