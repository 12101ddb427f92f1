"""Imagine the hidden cards of Rolling Stone: every deal that agrees with what a seat sees.

Cards are face up once they were played, so the hidden ones are those of the deal that their seat
has not played: they stay where they are, and nobody gets more of them. Of these a seat knows

- how many are in each hand: what else is there was taken up before all eyes, or is the dealer's
  card that was shown to make trumps (RS-5, RS-12);
- that a seat which picked up or ruffed has none of the suit led then (RS-5, RS-12);
- that a seat which slipped in a trump had one of the suit led, as it would have ruffed if it could
  not follow (RS-13). To slip in another card proves nothing, nor does a slip let pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.actions import Kind
from bumblepuppy_sdk.cards import FRENCH, SINGLES, SUIT_BITS, TWIN, Cards, add, remove
from bumblepuppy_sdk.games.events import Acted, TookUp, TrickWon
from bumblepuppy_sdk.games.hiding_places import HidingPlaces
from bumblepuppy_sdk.games.rolling_stone.packs import pack
from bumblepuppy_sdk.games.rolling_stone.state import RollingStoneState
from bumblepuppy_sdk.games.told import Told, carry_out, check
from bumblepuppy_sdk.simulate import RandomChance

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rolling_stone.view import RollingStoneView


class RollingStoneWorlds:
    """The states that agree with a view. In the long run every deal is equally likely."""

    def __init__(self, view: RollingStoneView) -> None:
        """Read the view.

        Raises:
            ViewError: the game is over, or the history does not lead to what the view shows.
        """
        told = Told.to(view)
        evidence = _Evidence(view, told)
        self._history = told.history
        self._known = [
            view.hand.bits if seat == view.seat else known
            for seat, known in enumerate(evidence.known)
        ]
        self._cards = evidence.hidden()
        self._owners, self._places = evidence.places(self._cards)
        hidden = self._by_seat(self._places.last)
        deck = _Deck(evidence.deck(hidden))
        self._state = RollingStoneState(view.options, deck, told.standing)
        for event in told.events:
            if isinstance(event, Acted):
                carry_out(self._state, event.action)
        check(self._state, view)
        self._positions = [
            (leader, [_without(*pair) for pair in zip(held, hidden, strict=True)], times)
            for (leader, *held), times in self._state.positions.items()
        ]

    def sample(self, rng: Random) -> RollingStoneState:
        """Give one of the states, to play on from; later hands are dealt by `rng`."""
        hidden = self._by_seat(self._places.place(rng))
        positions = {
            (leader, *map(_with, known, hidden)): times for leader, known, times in self._positions
        }
        held = list(map(_with, self._known, hidden))
        state = self._state.copy()
        state.imagine(held, positions, self._history, RandomChance(rng))
        return state

    def _by_seat(self, placing: Sequence[int]) -> list[int]:
        """Give the hidden cards by seat, as bits."""
        hidden = [0] * len(self._known)
        for card, group in zip(self._cards, placing, strict=True):
            seat = self._owners[group]
            hidden[seat] = add(hidden[seat], 1 << card.code)
        return hidden


class _Deck:
    """A chance that deals this deck, and no more."""

    def __init__(self, deck: Sequence[Card]) -> None:
        self._deck = deck

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002 - a Chance is told
        return self._deck

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002 - a Chance is told
        return cards


class _Evidence:
    """What one seat can tell of the cards in the hands."""

    def __init__(self, view: RollingStoneView, told: Told) -> None:
        players = range(view.options.players)
        self._view = view
        self._led = 0
        self._trumps = SUIT_BITS[view.trump.index] if view.trump else 0
        self._shown = told.deal.trump_card
        self._played: list[list[Card]] = [[] for _ in players]
        """By seat: cards that it was dealt, hidden, and has played."""
        self._void = [0 for _ in players]
        """By seat, as bits: suits of which it has no hidden card."""
        self._holds = [0 for _ in players]
        """By seat, as bits: suits of which it has a hidden card."""
        self.known = [0 for _ in players]
        """By seat, as bits: cards that it is sure to hold."""
        if self._shown:
            self.known[told.deal.dealer] = 1 << self._shown.code
        for event in told.events:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        match event:
            case Acted(seat, action) if action.card:
                self._see(seat, action.kind, action.card)
            case Acted(seat, action) if action.kind == Kind.PICKUP:
                self._void[seat] |= self._led
            case TookUp(seat, cards):
                for card in cards:
                    self.known[seat] = add(self.known[seat], 1 << card.code)
                self._led = 0
            case TrickWon():
                self._led = 0

    def _see(self, seat: int, kind: str, card: Card) -> None:
        """Draw conclusions from a card that is laid."""
        bit, suit = 1 << card.code, SUIT_BITS[card.suit.index]
        if not self._led:
            self._led = suit
        elif kind == Kind.PLAY and suit != self._led:
            self._void[seat] |= self._led
        elif kind == Kind.SLIP and suit == self._trumps and not self.known[seat] & self._led:
            self._holds[seat] |= self._led
        if self.known[seat] & bit:
            self.known[seat] = remove(self.known[seat], bit)
        else:
            self._played[seat].append(card)
            self._holds[seat] &= ~suit

    def hidden(self) -> list[Card]:
        """List the cards of the others of which only their holders know where they are."""
        view = self._view
        hidden = Cards.of(FRENCH, pack(view.options)) - view.hand - view.dead
        hidden -= [played.card for played in view.trick]
        for seat, known in enumerate(self.known):
            if seat != view.seat:
                hidden -= Cards(FRENCH, known)
        return list(hidden)

    def places(self, cards: Sequence[Card]) -> tuple[list[int], HidingPlaces]:
        """Give the places where these hidden cards can lie, and by group of places its seat."""
        groups: list[tuple[int, int, int]] = []  # seat, number of places, suits that can lie there
        for seat, count in enumerate(self._view.counts):
            if seat != self._view.seat:
                # One place is kept for each suit of which it is sure to hold a card.
                kept = [suit for suit in SUIT_BITS if suit & self._holds[seat]]
                groups += [(seat, 1, suit) for suit in kept]
                free = count - self.known[seat].bit_count() - len(kept)
                if free:
                    groups.append((seat, free, ~self._void[seat]))
        opened = [
            tuple([number for number, (_, _, suits) in enumerate(groups) if suits >> card.code & 1])
            for card in cards
        ]
        return [seat for seat, *_ in groups], HidingPlaces(opened, [free for _, free, _ in groups])

    def deck(self, hidden: Sequence[int]) -> list[Card]:
        """Give a deck that deals these hidden cards, by seat and as bits, to the others."""
        view = self._view
        dealt = [
            [*played, *Cards(FRENCH, cards)]
            for played, cards in zip(self._played, hidden, strict=True)
        ]
        dealt[view.seat] += view.hand - Cards(FRENCH, self.known[view.seat])
        if self._shown:
            dealt[view.dealer].append(self._shown)  # its last card
        in_order = [*dealt[view.dealer + 1 :], *dealt[: view.dealer + 1]]
        return [card for row in zip(*in_order, strict=False) for card in row]


def _with(known: int, hidden: int) -> int:
    """Put the cards `hidden` into the hand `known`; one held already becomes a twin."""
    return known | hidden | (known & hidden) << TWIN


def _without(held: int, hidden: int) -> int:
    """Take the cards `hidden` out of the hand `held`."""
    once, twice = hidden & SINGLES, hidden >> TWIN
    singles, twins = held & SINGLES, held >> TWIN
    return singles & ~once | twins & once & ~twice | (twins & ~once) << TWIN
