"""Imagine the hidden cards of Rumba: every deal that agrees with what a seat sees.

Hidden cards lie in *places*: where a card was dealt to a seat, or drawn by it, or in the stock. To
imagine a state is to put each card that is or was out of sight, whether it was played since or not,
into a place of which its seat can have played it, or have it still. A seat is certain of this:

- Who drew or passed had no card that matched, nor a wild one if it must play these: none lay in the
  places that it had by then. What it took later is not bound by that (RU-4).
- A restock is made of the discards that all saw (RU-12). Each place is thus of a *generation*,
  filled by the deal or by a certain restock, and so is each card out of sight.
- Where openers with an effect are buried, one that lies open has a stock under it that is nothing
  but such cards (RU-2).

To play one card and not another, to stop, or to name a suit proves nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import Kind
from bumblepuppy_sdk.cards import TWIN, Cards, add, remove
from bumblepuppy_sdk.errors import ViewError
from bumblepuppy_sdk.games.events import Acted, Drew
from bumblepuppy_sdk.games.rumba.past import Past
from bumblepuppy_sdk.games.rumba.rulebook import rulebook
from bumblepuppy_sdk.games.rumba.state import RumbaState
from bumblepuppy_sdk.games.told import Told, carry_out, check
from bumblepuppy_sdk.simulate import RandomChance

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rumba.view import RumbaView

BLANK: Final = 2 * TWIN
"""The lowest bit of a hand that stands for no card."""


class RumbaWorlds:
    """The states that agree with a view.

    In the long run every deal is equally likely, except that openers buried under the stock are not
    (RU-2). With two packs, and once the stock has run dry, a state can come up that takes a card to
    be of this stock that was of the one before (RU-12).
    """

    def __init__(self, view: RumbaView) -> None:
        """Read the view.

        Raises:
            ViewError: the game is over, or the history does not lead to what the view shows.
        """
        told = Told.to(view)
        if not (opener := told.deal.opener):
            raise ViewError("view.history tells of a deal without an opener (RU-2)")
        own = _own_deal(view, told.events)
        past = Past(view, opener, own, told.events)
        self._places = past.places()
        self._history = told.history
        own_bits = Cards.of(view.hand.system, own).bits
        self._state = _played_with_blanks(view, told, opener, own_bits)
        check(self._state, view)
        self._own = [view.hand.bits * (seat == view.seat) for seat in range(view.options.players)]
        self._cards = past.cards[past.played :]
        self._played = past.played
        self._owners = [group.seat for group in past.groups]

    def sample(self, rng: Random) -> RumbaState:
        """Give one of the states, to play on from; restocks and later hands are dealt by `rng`."""
        held, stock = self._own.copy(), []
        placing = self._places.place(rng)[self._played :]
        for card, group in zip(self._cards, placing, strict=True):
            seat = self._owners[group]
            if seat is None:
                stock.append(card)
            else:
                held[seat] = add(held[seat], 1 << card.code)
        rng.shuffle(stock)
        state = self._state.copy()
        state.imagine(held, stock, self._history, RandomChance(rng))
        return state


def _own_deal(view: RumbaView, events: Sequence[Event]) -> list[Card]:
    """Give the cards that the seat which looks was dealt."""
    held: Counter[Card] = Counter(view.hand)
    drawn: Counter[Card] = Counter()
    for event in events:
        match event:
            case Acted(view.seat, action) if action.card:
                held[action.card] += 1
            case Drew(view.seat, cards=cards):
                drawn.update(cards)
    return list((held - drawn).elements())


class _Openers:
    """A chance that deals nothing but openers, which will be blanks."""

    def __init__(self, opener: Card) -> None:
        self._opener = opener

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002 - a Chance is told
        return [self._opener] * len(cards)

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002 - a Chance is told
        return [self._opener] * len(cards)


def _played_with_blanks(view: RumbaView, told: Told, opener: Card, own: int) -> RumbaState:
    """Let the engine play the hand up to now, with blanks, which match nothing, for hidden cards.

    Args:
        view: What the seat sees now.
        told: What it was told.
        opener: The first discard.
        own: The cards that the seat was dealt, as bits.
    """
    seats, wild = range(view.options.players), rulebook(view.options).wild
    counts = [view.options.hand_size for _ in seats]
    state = RumbaState(view.options, _Openers(opener), told.standing)
    for event in told.events:
        match event:
            case Acted(seat, action):
                held = _hold(counts, view.seat, own)
                if card := action.card:
                    counts[seat] -= 1
                    if seat == view.seat:
                        own = remove(own, 1 << card.code)
                    else:
                        held[seat] = 1 << card.code | _blanks(counts[seat])
                elif action.kind == Kind.PASS:
                    # Play went on, so if nobody could draw, somebody had a wild card (RU-12).
                    other = next(other for other in seats if other != seat and counts[other])
                    held[other] |= wild
                state.hold(held)
                carry_out(state, action)
            case Drew(seat, count, cards):
                counts[seat] += count
                for card in cards:
                    own = add(own, 1 << card.code)
    state.hold(_hold(counts, view.seat, own))
    return state


def _hold(counts: Sequence[int], seat: int, own: int) -> list[int]:
    """Let all hold blanks, but for one seat with its own cards."""
    held = [_blanks(count) for count in counts]
    held[seat] = own
    return held


def _blanks(count: int) -> int:
    """Give a hand of so many blanks."""
    return (1 << count) - 1 << BLANK
