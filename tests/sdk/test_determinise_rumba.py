"""Hidden cards of Rumba are imagined where they can be, and wherever they can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain, islice
from math import factorial
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from bumblepuppy_sdk.actions import Kind
from bumblepuppy_sdk.cards import FRENCH, SUIT_BITS, Cards
from bumblepuppy_sdk.errors import ViewError
from bumblepuppy_sdk.games.events import Acted, Drew, Restocked
from bumblepuppy_sdk.games.hiding_places import HidingPlaces
from bumblepuppy_sdk.games.rumba import FOLLOWERS, GAME, Effect, RumbaOptions, RumbaState
from bumblepuppy_sdk.games.told import Told
from hidden_cards import moments, shared_out
from rumba_deals import Stacked, act
from strategies import SEEDS, random_game
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.rumba import RumbaView
    from bumblepuppy_sdk.games.rumba.determinise import RumbaWorlds

STOCK = -1
"""The stock, where a seat is asked for."""


@dataclass
class World:
    """The hidden part of a state: by seat the hands, and the stock, top first."""

    hands: list[Cards]
    stock: list[Card]


def world_of(state: RumbaState) -> World:
    hands = [state.view(seat).hand for seat in range(state.options.players)]
    return World(hands, state._hand.table.stock[::-1])


# --- an oracle: find the deck and restocks that lead to a state, and let the engine play them ---


@dataclass
class Place:
    """Where one card lay: a seat's, from one moment on."""

    seat: int
    generation: int
    since: int
    shown: Card | None = None
    """What came there, if the seat that looks drew it itself."""
    card: Card | None = None


class Oracle:
    """All that a seat was told of a hand, as plainly as can be, for one pack."""

    def __init__(self, view: RumbaView) -> None:
        self.told = Told.to(view)
        self.view = view
        self.places: list[Place] = []
        self.ends: list[tuple[int, int, Card]] = []
        """Cards played: when, by whom, and which."""
        self.misses: list[tuple[int, int, int]] = []
        """When which seat had nothing of what (bits)."""
        self.restocked: list[tuple[int, list[Card]]] = [(0, [])]
        """When there was a restock, and of which cards."""
        self._read()

    def _read(self) -> None:
        options, opener = self.view.options, self.told.deal.opener
        assert opener is not None
        wild = sum(
            1 << card.code for card in {*options.cards()} if options.effect_of(card) is Effect.WILD
        )
        for seat in range(options.players):
            self.places += [Place(seat, 0, 0) for _ in range(options.hand_size)]
        discards, wanted = [opener], FOLLOWERS[opener.code]
        for now, event in enumerate(self.told.events, start=1):
            match event:
                case Acted(seat, action) if action.card:
                    self.ends.append((now, seat, action.card))
                    discards.append(action.card)
                    wanted = FOLLOWERS[action.card.code]
                case Acted(seat, action) if action.suit:
                    wanted = SUIT_BITS[action.suit.index]
                case Acted(seat, action) if action.kind in {Kind.DRAW, Kind.PASS}:
                    forced = wild if options.wild_forced else 0
                    self.misses.append((now, seat, wanted | forced))
                case Drew(seat, count, cards):
                    generation = len(self.restocked) - 1
                    shown = cards or (None,) * count
                    self.places += [Place(seat, generation, now, card) for card in shown]
                case Restocked():
                    self.restocked.append((now, discards[:-1]))
                    del discards[:-1]

    def explain(self, world: World) -> bool:
        """Put all cards into places, if it can be done."""
        now = len(self.told.events) + 1
        cards = [*self.ends]
        for seat, hand in enumerate(world.hands):
            cards += [(now, seat, card) for card in hand]
        generation = len(self.restocked) - 1
        self.places = [place for place in self.places if place.seat != STOCK]
        self.places += [Place(STOCK, generation, now - 1) for _ in world.stock]
        cards += [(now, STOCK, card) for card in world.stock]
        where: dict[int, int] = {}

        def find(number: int, tried: set[int]) -> bool:
            for place in range(len(self.places)):
                if place not in tried and self._fits(*cards[number], self.places[place]):
                    tried.add(place)
                    if place not in where or find(where[place], tried):
                        where[place] = number
                        return True
            return False

        if not all(find(number, set()) for number in range(len(cards))):
            return False
        for place, number in where.items():
            self.places[place].card = cards[number][2]
        return True

    def _fits(self, end: int, seat: int, card: Card, place: Place) -> bool:
        """Tell whether a card that a seat had until `end` can have lain in a place."""
        return (
            place.seat == seat
            and place.since < end
            and place.shown in {None, card}
            and place.generation == self._generation(card, end)
            and not (place.generation == 0 and self._is_buried(card, place))
            and not any(
                place.since < when < end and other == seat and bits >> card.code & 1
                for when, other, bits in self.misses
            )
        )

    def _generation(self, card: Card, end: int) -> int:
        """Give the last restock before `end` that the card was in; 0 if it never was."""
        found = [
            n for n, (when, cards) in enumerate(self.restocked) if when < end and card in cards
        ]
        return max(found, default=0)

    def _is_buried(self, card: Card, place: Place) -> bool:
        """Tell whether the card would have been turned up before the opener (RU-2)."""
        options, opener = self.view.options, self.told.deal.opener
        assert opener is not None
        from_stock = place.since > 0 or place.seat == STOCK
        return (
            options.opener == "bury"
            and bool(options.effect_of(opener))
            and from_stock
            and options.effect_of(card) is None
        )

    def deck(self, world: World) -> tuple[list[Card], list[list[Card]]]:
        """Give the deck and restocks, once they are explained."""
        options, opener = self.view.options, self.told.deal.opener
        assert opener is not None
        dealer = self.told.deal.dealer
        dealt: list[list[Card]] = [[] for _ in range(options.players)]
        drawn: list[list[Card]] = [[] for _ in self.restocked]
        for place in self.places:
            assert place.card is not None
            if place.since == 0 and place.seat != STOCK:
                dealt[place.seat].append(place.card)
            elif place.seat != STOCK:
                drawn[place.generation].append(place.card)
        drawn[-1] += world.stock
        order = [(dealer + 1 + n) % options.players for n in range(options.players)]
        deck = [dealt[seat][row] for row in range(options.hand_size) for seat in order]
        return [*deck, opener, *drawn[0]], drawn[1:]


class Prepared:
    """A chance that deals what it is given, and checks that a restock is one."""

    def __init__(self, deck: list[Card], restocks: list[list[Card]]) -> None:
        self._deck = deck
        self._restocks = restocks

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002
        assert sorted(cards) == sorted(self._deck)
        return self._deck

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002
        assert sorted(cards) == sorted(self._restocks[number])
        return self._restocks[number]


def played_again(oracle: Oracle, world: World) -> World:
    """Deal what leads to a state, and play all that happened."""
    view = oracle.view
    state = RumbaState(view.options, Prepared(*oracle.deck(world)), oracle.told.standing)
    happened = [event.seen_by(view.seat) for event in state.opening]
    for event in oracle.told.events:
        if isinstance(event, Acted):
            assert state.to_act == event.seat
            happened += [event.seen_by(view.seat) for event in state.apply(event.action)]
    assert happened == [oracle.told.deal, *oracle.told.events]
    return world_of(state)


ONE_PACK = rumba_options().filter(lambda options: options.packs == 1)


@given(ONE_PACK, SEEDS)
def test_what_is_imagined_can_have_been_dealt_and_led_to_just_this(
    options: RumbaOptions, seed: int
) -> None:
    """The engine itself plays the imagined deal, and comes to the imagined state."""
    rng = Random(seed)
    for state in moments(GAME, options, seed, 4):
        view = state.view(rng.randrange(options.players))
        world = world_of(GAME.determinise(view).sample(rng))
        oracle = Oracle(view)
        assert oracle.explain(world)
        assert played_again(oracle, world) == world


# --- the truth is always among them ---


def can_be(worlds: RumbaWorlds, seat: int, world: World) -> bool:
    """Tell whether a seat could imagine this, but for the order of the stock."""
    played, opened = worlds._played, worlds._places.opened
    reached: dict[Card, set[int]] = {}
    for card, groups in zip(worlds._cards, opened[played:], strict=True):
        reached.setdefault(card, set()).update(groups)
    hidden: list[tuple[int | None, Card]] = [(None, card) for card in world.stock]
    for owner, hand in enumerate(world.hands):
        hidden += [(owner, card) for card in hand if owner != seat]
    assert Counter(card for _, card in hidden) == Counter(worlds._cards)
    lie = [
        tuple(group for group in sorted(reached[card]) if worlds._owners[group] == owner)
        for owner, card in hidden
    ]
    try:
        HidingPlaces([*opened[:played], *lie], worlds._places.room)
    except ViewError:
        return False
    return True


@given(rumba_options(), SEEDS)
def test_the_true_cards_are_among_those_imagined(options: RumbaOptions, seed: int) -> None:
    rng = Random(seed)
    for state in moments(GAME, options, seed, 4):
        view = state.view(rng.randrange(options.players))
        assert can_be(GAME.determinise(view), view.seat, world_of(state))


# --- none is left out ---


def all_worlds(view: RumbaView) -> Iterator[World]:
    """Give all ways to share out the hidden cards, whether they agree with the history or not."""
    unseen = list(Cards.of(view.hand.system, view.options.cards()) - view.hand - view.discards)
    room = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    for *hidden, stock in shared_out(unseen, [*room, view.stock]):
        hands = [Cards.of(view.hand.system, cards) for cards in hidden]
        hands[view.seat] = view.hand
        yield World(hands, list(stock))


def small_positions(least: int, most: int, **options: object) -> Iterator[RumbaView]:
    """Find positions with so many ways to share out the hidden cards, one of each game."""
    rules = GAME.options({"players": 3, "pack": "german32", "hand_size": 3, **options})
    for seed in range(1000):
        for state in random_game(GAME, rules, seed):
            if state.to_act is not None:
                view = state.view(state.to_act)
                others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
                ways = factorial(sum(others) + view.stock)
                for count in (*others, view.stock):
                    ways //= factorial(count)
                if least <= ways <= most:
                    yield view
                    break


@pytest.mark.parametrize(
    "options", [{}, {"wild_forced": True, "draw_limit": 1}, {"effects": "full"}], ids=str
)
def test_just_the_states_that_agree_can_be_imagined(options: dict[str, object]) -> None:
    excluded = 0
    for view in islice(small_positions(50, 500, **options), 4):
        worlds = GAME.determinise(view)
        for world in all_worlds(view):
            agrees = Oracle(view).explain(world)
            assert can_be(worlds, view.seat, world) == agrees
            excluded += not agrees
    assert excluded


# --- what a seat is certain of, one by one ---


def dealt(*hands: str, opener: str, stock: str = "", **options: object) -> RumbaState:
    """Begin a game with these hands, and a stock that begins with these cards."""
    rules = GAME.options({"players": len(hands), "hand_size": len(hands[0].split()), **options})
    rows = zip(*(hand.split() for hand in hands), strict=True)
    first = [FRENCH.card(word) for word in (*chain(*rows), *opener.split(), *stock.split())]
    rest = Counter(rules.cards()) - Counter(first)
    return GAME.new(rules, Stacked([*first, *rest.elements()]))


def imagined(state: RumbaState) -> list[World]:
    """Let seat 0 imagine many times."""
    worlds, rng = GAME.determinise(state.view(0)), Random(1)
    return [world_of(worlds.sample(rng)) for _ in range(300)]


def some_hold(worlds: list[World], seat: int, text: str) -> set[bool]:
    """Tell whether the seat holds one of these cards: in all worlds, in none, or in some."""
    cards = [FRENCH.card(word) for word in text.split()]
    return {any(card in world.hands[seat] for card in cards) for world in worlds}


def test_who_draws_had_nothing_that_matched() -> None:
    state = dealt("2C 2D", "3D 3H", "4D 4H", opener="9C", stock="5D 5H 5S")
    act(state, "play 2C", "draw", "draw", "draw", "pass")
    worlds = imagined(state)
    clubs = "3C 4C 5C 6C 7C 8C TC JC QC AC 2H 2S"
    assert some_hold(worlds, 1, clubs) == {False}
    assert some_hold(worlds, 2, clubs) == {True, False}


def test_what_is_taken_later_is_not_bound_by_that() -> None:
    state = dealt("2C AC 9D", "3D 3H 3S", "4D 4H 4S", opener="9C", stock="5D 5H 5S 6D 6H 6S")
    act(state, "play 2C", "draw", "draw", "draw", "pass", "draw", "draw", "draw", "pass")
    assert some_hold(imagined(state), 1, "3C 4C 5C") == {False}
    act(state, "play AC")  # and each other seat takes a card
    assert some_hold(imagined(state), 1, "3C 4C 5C") == {True, False}


@pytest.mark.parametrize(("wild_forced", "found"), [(False, {True, False}), (True, {False})])
def test_who_draws_has_no_wild_card_only_if_it_would_have_to_play_it(
    *, wild_forced: bool, found: set[bool]
) -> None:
    rules = {"draw_limit": 1, "wild_forced": wild_forced}
    state = dealt("2C 2D", "3D 3H", opener="9C", stock="5D", **rules)
    act(state, "play 2C", "draw", "pass")
    assert some_hold(imagined(state), 1, "KC KD KH KS") == found
