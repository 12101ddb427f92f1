"""What holds in every game of Rolling Stone, under every combination of options."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from hypothesis import assume, given
from hypothesis import strategies as st

from bumblepuppy_sdk.cards import add, remove
from bumblepuppy_sdk.games.events import Acted, HandDealt, HandEnded, TookUp
from bumblepuppy_sdk.games.rolling_stone import GAME, RollingStoneOptions, RollingStoneState
from bumblepuppy_sdk.games.rolling_stone.packs import pack
from bumblepuppy_sdk.records import RecordedChance, hands_of
from bumblepuppy_sdk.simulate import RandomChance
from strategies import ROLLING_STONE_OPTIONS, SEEDS, random_game, random_position

if TYPE_CHECKING:
    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rolling_stone.hand import Hand


def cards_in_play(state: RollingStoneState) -> list[Card]:
    """List every card in a hand, on the table or dead."""
    views = [state.view(seat) for seat in range(state.options.players)]
    on_table = [played.card for played in views[0].trick]
    return sorted([card for view in views for card in view.hand] + on_table + list(views[0].dead))


def everything(state: RollingStoneState) -> list[object]:
    """Give what all seats see, and the result: equal for equal states."""
    return [state.result, *(state.view(seat) for seat in range(state.options.players))]


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_every_game_ends_with_all_placed(options: RollingStoneOptions, seed: int) -> None:
    *_, state = random_game(GAME, options, seed)
    assert state.to_act is None
    assert state.legal() == ()
    assert state.result is not None
    places = sorted(state.result.places)
    assert places[0] == 1
    assert all(place in {n, places[n - 2]} for n, place in enumerate(places, start=1))


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_some_action_is_legal_until_the_end(options: RollingStoneOptions, seed: int) -> None:
    for state in random_game(GAME, options, seed):
        assert bool(state.legal()) == (state.result is None)
        assert len(set(map(str, state.legal()))) == len(state.legal())


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_cards_are_conserved(options: RollingStoneOptions, seed: int) -> None:
    whole = list(pack(options))
    state = random_position(GAME, options, seed)
    assert cards_in_play(state) == whole
    assert state.view(0).counts == tuple(
        len(state.view(seat).hand) for seat in range(options.players)
    )


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_events_tell_every_change_of_hands(options: RollingStoneOptions, seed: int) -> None:
    """A seat's hand is what it was dealt, less what it played, plus what it took up."""
    state = random_position(GAME, options, seed)
    if state.result is not None:
        return
    history = state.view(0).history
    last_deal = max(n for n, event in enumerate(history) if isinstance(event, HandDealt))
    deck, leader = state.hands[-1].deck, (state.hands[-1].dealer + 1) % options.players
    for seat in range(options.players):
        hand = sorted(deck[(seat - leader) % options.players :: options.players])
        for event in history[last_deal:]:
            if getattr(event, "seat", None) != seat:
                continue
            if isinstance(event, TookUp):
                hand += event.cards
            elif (action := getattr(event, "action", None)) and action.card:
                hand.remove(action.card)
        assert sorted(hand) == list(state.view(seat).hand)


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_only_the_seat_to_act_is_shown_legal_actions(
    options: RollingStoneOptions, seed: int
) -> None:
    state = random_position(GAME, options, seed)
    for seat in range(options.players):
        expected = state.legal() if seat == state.to_act else ()
        assert state.view(seat).legal == expected


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_legal_actions_are_listed_in_order(options: RollingStoneOptions, seed: int) -> None:
    state = random_position(GAME, options, seed)
    kinds = ["play", "slip", "pickup", "let", "challenge"]
    order = [(kinds.index(a.kind), a.card.code if a.card else 0) for a in state.legal()]
    assert order == sorted(order)


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_a_game_ends_with_the_event_of_its_last_hand(
    options: RollingStoneOptions, seed: int
) -> None:
    *_, state = random_game(GAME, options, seed)
    assert state.result is not None
    last = state.view(0).history[-1]
    assert isinstance(last, HandEnded)
    assert last.reason == state.result.reason


def recorded_game(
    options: RollingStoneOptions, seed: int
) -> tuple[RollingStoneState, list[Action], list[Event]]:
    """Play a random game; give its end, its actions and its events."""
    rng = Random(seed)
    state = GAME.new(options, RandomChance(rng))
    actions, events = [], list(state.opening)
    while state.result is None:
        actions.append(rng.choice(state.legal()))
        events += state.apply(actions[-1])
    return state, actions, events


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_replaying_the_actions_gives_the_same_game(options: RollingStoneOptions, seed: int) -> None:
    state, actions, events = recorded_game(options, seed)
    chance = RecordedChance(hands_of(state.hands), GAME.suits(options))
    again = GAME.new(options, chance)
    told = list(again.opening)
    for action in actions:
        told += again.apply(action)
    assert everything(again) == everything(state)
    assert told == events


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_the_history_is_all_events_told_so_far(options: RollingStoneOptions, seed: int) -> None:
    state, _, events = recorded_game(options, seed)
    assert all(list(state.view(seat).history) == events for seat in range(options.players))


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_a_copy_goes_its_own_way(options: RollingStoneOptions, seed: int) -> None:
    state = random_position(GAME, options, seed)
    before = everything(state)
    twin = state.copy()
    assert everything(twin) == before
    rng = Random(seed)
    while twin.result is None:
        twin.apply(rng.choice(twin.legal()))
    assert everything(state) == before


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_a_view_once_given_does_not_change(options: RollingStoneOptions, seed: int) -> None:
    state = random_position(GAME, options, seed)
    assume(state.result is None)
    view = state.view(0)
    kept = replace(view)
    state.apply(state.legal()[0])
    assert view == kept
    assert len(view.history) < len(state.view(0).history)


# Hidden cards.


def swap(hand: Hand, seat: int, card: Card, other: int, others_card: Card) -> None:
    """Exchange a card of one seat for a card of another, behind everybody's back."""
    given, taken = 1 << card.code, 1 << others_card.code
    hand.held[seat] = add(remove(hand.held[seat], given), taken)
    hand.held[other] = add(remove(hand.held[other], taken), given)


@given(ROLLING_STONE_OPTIONS, SEEDS, st.data())
def test_a_view_does_not_depend_on_cards_that_the_seat_may_not_see(
    options: RollingStoneOptions, seed: int, data: st.DataObject
) -> None:
    state = random_position(GAME, options, seed)
    holders = [seat for seat in range(options.players) if state.view(seat).hand]
    assume(len(holders) >= 3)
    watcher, one, other = data.draw(st.permutations(holders))[:3]
    before = state.view(watcher)
    card = data.draw(st.sampled_from(list(state.view(one).hand)))
    others_card = data.draw(st.sampled_from(list(state.view(other).hand)))
    swap(state._hand, one, card, other, others_card)
    assert state.view(watcher) == before


def first_actions(
    options: RollingStoneOptions, seed: int, most: int
) -> tuple[RollingStoneState, list[Action]]:
    """Play up to `most` actions of a random game, but none that ends its first hand."""
    rng = Random(seed)
    state, actions = GAME.new(options, RandomChance(rng)), []
    for _ in range(most):
        further, action = state.copy(), rng.choice(state.legal())
        further.apply(action)
        if further.result is not None or len(further.hands) > 1:
            break
        actions.append(action)
        state = further
    return state, actions


def never_shown(state: RollingStoneState) -> list[int]:
    """List where in the deck the cards lie that nobody but their owner has seen so far."""
    shown = {event.action.card for event in state.view(0).history if isinstance(event, Acted)}
    shown |= {event.trump_card for event in state.opening if isinstance(event, HandDealt)}
    return [place for place, card in enumerate(state.hands[0].deck) if card not in shown]


@given(ROLLING_STONE_OPTIONS, SEEDS, st.integers(min_value=0, max_value=60), st.data())
def test_nothing_that_a_seat_sees_ever_depended_on_hidden_cards(
    options: RollingStoneOptions, seed: int, most: int, data: st.DataObject
) -> None:
    """Two deals that differ in two cards which never showed look the same to all other seats."""
    state, actions = first_actions(options, seed, most)
    deck, players = list(state.hands[0].deck), options.players
    pairs = [
        (a, b)
        for a, b in combinations(never_shown(state), 2)
        if a % players != b % players and deck[a].suit == deck[b].suit
    ]
    assume(pairs)
    a, b = data.draw(st.sampled_from(pairs))
    others = set(range(players)) - {a % players, b % players}
    deck[a], deck[b] = deck[b], deck[a]
    first, second = (
        GAME.new(options, RecordedChance([{"deck": list(map(str, cards))}], GAME.suits(options)))
        for cards in (state.hands[0].deck, deck)
    )
    assert first.opening == second.opening
    for action in actions:
        assert all(first.view(seat) == second.view(seat) for seat in others)
        assert first.apply(action) == second.apply(action)
    assert all(first.view(seat) == second.view(seat) for seat in others)
