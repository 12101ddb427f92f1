"""What a seat may see (RU-16)."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING

from hypothesis import assume, given
from hypothesis import strategies as st

from bumblepuppy_sdk.cards import Cards
from bumblepuppy_sdk.games.events import Acted, Drew, HandDealt, HandEnded
from bumblepuppy_sdk.games.rumba import GAME, RumbaOptions, RumbaState
from rumba_deals import act, deal
from strategies import SEEDS, KeyedChance
from strategies_rumba import rumba_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event


def test_ru_16_a_drawn_card_is_shown_to_its_owner_alone() -> None:
    state = deal("3H 4H", "4C 5C", opener="7C", stock="8H")
    drew = act(state, "draw")[1]
    assert drew.seen_by(0) == Drew(0, 1, (state.view(0).hand.system.card("8H"),))
    assert drew.seen_by(1) == Drew(0, 1, ())


def test_ru_16_cards_drawn_for_an_ace_or_a_ten_are_hidden_as_well() -> None:
    state = deal("TC 9D AD 4S", "9C 2D 3H 4H", opener="7C", stock="8H 9H AS JH QH", effects="full")
    ten, *_, ace = (act(state, f"play {card}") for card in ("TC", "9C", "9D", "2D", "AD"))
    for event in (*ten[1:], *ace[1:]):
        assert isinstance(event, Drew)
        assert event.cards
        assert event.seen_by(1) == event
        assert event.seen_by(0).cards == ()


def test_ru_16_plays_named_suits_and_passes_are_seen_by_all() -> None:
    state = deal("KH 4D", "2S 2D", opener="7C", max_restocks=0)
    for action in ("play KH", "suit H", "pass"):
        acted = act(state, action)[0]
        assert isinstance(acted, Acted)
        assert acted.seen_by(0) == acted.seen_by(1) == acted


def test_ru_16_the_opener_the_restock_and_a_stop_are_seen_by_all() -> None:
    state = deal("AC 4D", "2S 2D", opener="7C", stock="8H 9S")
    stop = act(state, "play AC", "stop")
    draw = act(state, "draw", "draw")
    told = [*state.opening, *stop, *(event for event in draw if not isinstance(event, Drew))]
    assert [type(event).__name__ for event in told] == ["HandDealt", "Acted", "Acted", "Restocked"]
    assert all(event.seen_by(seat) == event for event in told for seat in range(2))


def test_ru_16_hand_sizes_stock_and_discards_are_seen_by_all() -> None:
    state = deal("2C 4D", "2S 2D", opener="7C", stock="8H 9H")
    act(state, "play 2C")
    for seat in range(2):
        view = state.view(seat)
        assert (view.counts, view.stock) == ((1, 2), 2)
        assert [card.text for card in view.discards] == ["7C", "2C"]


def test_ru_16_legal_actions_are_shown_to_the_seat_that_must_decide_alone() -> None:
    state = deal("2C 4D", "2S 2D", opener="7C")
    assert [str(action) for action in state.view(0).legal] == ["play 2C"]
    assert list(state.view(1).legal) == []


def some_position(options: RumbaOptions, seed: int) -> RumbaState:
    """Play at random for a while, but not to the end."""
    rng = Random(seed)
    state = GAME.new(options, KeyedChance(seed))
    position = state.copy()
    for _ in range(rng.randrange(100)):
        state.apply(rng.choice(state.legal()))
        if state.to_act is None:
            break
        position = state.copy()
    return position


def swap_unseen(state: RumbaState, seat: int, rng: Random) -> RumbaState:
    """Shuffle what `seat` has not seen among the other hands and the stock.

    The top of the stock stays: `seat` may be about to draw it, and then sees it rightly.
    """
    twin = state.copy()
    table = twin._hand.table
    deep = max(0, len(table.stock) - state.options.players - 1)
    counts = state.view(seat).counts
    others = [other for other in range(len(counts)) if other != seat]
    unseen = [card for other in others for card in state.view(other).hand] + table.stock[:deep]
    rng.shuffle(unseen)
    for other in others:
        dealt, unseen = unseen[: counts[other]], unseen[counts[other] :]
        table.held[other] = Cards.of(GAME.suits(state.options), dealt).bits
    table.stock[:deep] = unseen
    twin._hand._legal = None
    return twin


@given(rumba_options(), SEEDS, st.data())
def test_ru_16_what_a_seat_sees_does_not_depend_on_what_it_may_not_see(
    options: RumbaOptions, seed: int, data: st.DataObject
) -> None:
    state = some_position(options, seed)
    seat = data.draw(st.integers(min_value=0, max_value=options.players - 1))
    twin = swap_unseen(state, seat, Random(seed))
    assert twin.view(seat) == state.view(seat)
    both = [action for action in state.legal() if action in twin.legal()]
    assume(both)
    action = data.draw(st.sampled_from(both))
    seen = [event.seen_by(seat) for event in state.apply(action)]
    assert not any(e.cards for e in seen if isinstance(e, Drew) and e.seat != seat)
    seen_in_twin = [event.seen_by(seat) for event in twin.apply(action)]
    # A blocked hand tells everybody that nobody holds a wild card: the one thing it may depend on.
    assume(not any(is_blocked(events) for events in (seen, seen_in_twin)))
    assert seen_in_twin == seen
    assert twin.view(seat) == state.view(seat)


def is_blocked(events: list[Event]) -> bool:
    return any(isinstance(event, HandEnded) and event.reason == "blocked" for event in events)


class Dealing(KeyedChance):
    """Deals this deck first."""

    def __init__(self, seed: int, deck: Sequence[Card]) -> None:
        super().__init__(seed)
        self._deck = deck

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:
        return super().deck(hand, cards) if hand else self._deck


def first_actions(state: RumbaState, rng: Random) -> list[Action]:
    """Play up to 100 actions at random, but none that ends the first hand."""
    actions: list[Action] = []
    for _ in range(rng.randrange(100)):
        action = rng.choice(state.legal())
        state.apply(action)
        if state.to_act is None or len(state.hands) > 1:
            break
        actions.append(action)
    return actions


def cards_seen(state: RumbaState, seat: int, dealt: Sequence[Card]) -> set[Card]:
    """Collect the cards that a seat has seen: `dealt` to it, drawn by it, turned up or played."""
    seen = set(dealt)
    # The cards of the deck that were buried in search of an opener were turned up as well (RU-2).
    first = len(dealt) * state.options.players
    seen.update(takewhile(state.options.effect_of, state.hands[0].deck[first:]))
    for event in state.view(seat).history:
        if isinstance(event, Drew):
            # What others drew it may not see, whatever it is shown.
            seen.update(event.cards if event.seat == seat else ())
        elif isinstance(event, HandDealt) and event.opener:
            seen.add(event.opener)
        elif isinstance(event, Acted) and event.action.card:
            seen.add(event.action.card)
    return seen


def mix_unseen(deck: Sequence[Card], seen: set[Card], rng: Random) -> list[Card]:
    """Shuffle the cards of a deck that are not `seen` among themselves."""
    unseen = [card for card in deck if card not in seen]
    rng.shuffle(unseen)
    return [card if card in seen else unseen.pop() for card in deck]


@given(rumba_options(), SEEDS, st.data())
def test_ru_16_nothing_that_a_seat_ever_saw_depended_on_cards_that_it_did_not_see(
    options: RumbaOptions, seed: int, data: st.DataObject
) -> None:
    """Deals that differ in cards which a seat has not seen look alike to it, from the first on."""
    state = GAME.new(options, KeyedChance(seed))
    seat = data.draw(st.integers(min_value=0, max_value=options.players - 1))
    dealt = list(state.view(seat).hand)
    actions = first_actions(state, Random(seed))
    deck = state.hands[0].deck
    other = mix_unseen(deck, cards_seen(state, seat, dealt), Random(seed))
    first, second = (GAME.new(options, Dealing(seed, cards)) for cards in (deck, other))
    for action in actions:
        assert first.view(seat) == second.view(seat)
        if action not in second.legal():
            return  # another seat, with other cards, cannot do the same
        seen_first = [event.seen_by(seat) for event in first.apply(action)]
        assert [event.seen_by(seat) for event in second.apply(action)] == seen_first
    assert first.view(seat) == second.view(seat)
