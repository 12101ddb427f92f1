"""Hidden cards of Rolling Stone are imagined where they can be, and wherever they can be."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.cards import FRENCH, Cards
from bumblepuppy_sdk.games.events import Acted, TookUp
from bumblepuppy_sdk.games.rolling_stone import GAME, RollingStoneOptions, RollingStoneState
from bumblepuppy_sdk.games.rolling_stone.packs import pack
from bumblepuppy_sdk.games.told import Told
from hidden_cards import moments, shared_out
from rumba_deals import Stacked
from statistics_of_chance import chance_of_such_counts
from strategies import ROLLING_STONE_OPTIONS, SEEDS, random_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.rolling_stone import RollingStoneView

Hands = tuple[Cards, ...]


def hands_of(state: RollingStoneState) -> Hands:
    return tuple(state.view(seat).hand for seat in range(state.options.players))


def interleaved(dealt: Sequence[Sequence[Card]], dealer: int) -> list[Card]:
    """Give the deck that deals these hands, the seat after the dealer first (RS-3)."""
    order = [(dealer + 1 + n) % len(dealt) for n in range(len(dealt))]
    return [dealt[seat][row] for row in range(len(dealt[0])) for seat in order]


def dealt_before(hands: Hands, events: Sequence[Event]) -> list[list[Card]]:
    """Go back from hands to what was dealt: all cards that ever changed hands lay open."""
    dealt = [Counter(hand) for hand in hands]
    for event in reversed(events):
        match event:
            case TookUp(seat, cards):
                dealt[seat].subtract(cards)
            case Acted(seat, action) if action.card:
                dealt[seat][action.card] += 1
    return [list(cards.elements()) for cards in dealt]


def played_again(view: RollingStoneView, hands: Hands) -> RollingStoneState:
    """Deal what leads to these hands, and play all that happened in this hand."""
    told = Told.to(view)
    dealt = dealt_before(hands, told.events)
    if shown := told.deal.trump_card:
        dealt[view.dealer].remove(shown)
        dealt[view.dealer].append(shown)
    chance = Stacked(interleaved(dealt, view.dealer))
    state = RollingStoneState(view.options, chance, told.standing)
    happened = list(state.opening[-1:])
    for event in told.events:
        if isinstance(event, Acted):
            assert state.to_act == event.seat
            happened += state.apply(event.action)
    assert happened == [told.deal, *told.events]
    return state


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_what_is_imagined_can_have_been_dealt_and_led_to_just_this(
    options: RollingStoneOptions, seed: int
) -> None:
    """The engine itself plays the imagined deal, and comes to the imagined state."""
    rng = Random(seed)
    for state in moments(GAME, options, seed, 5):
        seat = rng.randrange(options.players)
        imagined = GAME.determinise(state.view(seat)).sample(rng)
        again = played_again(state.view(seat), hands_of(imagined))
        assert hands_of(again) == hands_of(imagined)
        assert again.positions == imagined.positions
        for other in range(options.players):
            assert again.view(other).legal == imagined.view(other).legal


# --- the truth is always among them ---


def can_be(view: RollingStoneView, hands: Hands) -> bool:
    """Tell whether the determiniser could come up with these hands."""
    worlds = GAME.determinise(view)
    places = worlds._places
    hidden = [hand - Cards(FRENCH, known) for hand, known in zip(hands, worlds._known, strict=True)]
    waiting = [Counter(cards) for cards in hidden]
    opened = []
    for card, groups in zip(worlds._cards, places.opened, strict=True):
        seat = next(seat for seat, cards in enumerate(waiting) if cards[card])
        waiting[seat][card] -= 1
        opened.append(tuple(group for group in groups if worlds._owners[group] == seat))
    return _fits(opened, places.room)


def _fits(opened: Sequence[Sequence[int]], room: Sequence[int]) -> bool:
    """Tell whether every card finds one of the groups open to it (Hall, by trying)."""
    where: dict[tuple[int, int], int] = {}

    def find(card: int, tried: set[tuple[int, int]]) -> bool:
        for group in opened[card]:
            for place in ((group, number) for number in range(room[group])):
                if place not in tried:
                    tried.add(place)
                    if place not in where or find(where[place], tried):
                        where[place] = card
                        return True
        return False

    return all(find(card, set()) for card in range(len(opened)))


@given(ROLLING_STONE_OPTIONS, SEEDS)
def test_the_true_hands_are_among_those_imagined(options: RollingStoneOptions, seed: int) -> None:
    rng = Random(seed)
    for state in moments(GAME, options, seed, 5):
        assert can_be(state.view(rng.randrange(options.players)), hands_of(state))


# --- none is left out, and none is favoured ---


def all_worlds(view: RollingStoneView) -> set[Hands]:
    """Find all hands that agree with a view, by trying each deal of its hidden cards."""
    known = taken_up(view)
    unseen = Cards.of(FRENCH, pack(view.options)) - view.hand - view.dead
    unseen -= [played.card for played in view.trick]
    for cards in known:
        unseen -= cards
    room = [
        count - len(cards) if seat != view.seat else 0
        for seat, (count, cards) in enumerate(zip(view.counts, known, strict=True))
    ]
    known[view.seat] = view.hand
    dealt = (
        tuple(cards + more for cards, more in zip(known, hidden, strict=True))
        for hidden in shared_out(list(unseen), room)
    )
    return {hands for hands in dealt if agrees(view, hands)}


def taken_up(view: RollingStoneView) -> list[Cards]:
    """By seat: what the others took up and have not played since."""
    known = [Cards(FRENCH) for _ in view.counts]
    for event in Told.to(view).events:
        match event:
            case TookUp(seat, cards) if seat != view.seat:
                known[seat] += cards
            case Acted(seat, action) if action.card:
                known[seat] -= [action.card]
    return known


def agrees(view: RollingStoneView, hands: Hands) -> bool:
    dealt = [Counter(cards) for cards in dealt_before(hands, Told.to(view).events)]
    size = len(pack(view.options)) // view.options.players
    if any(cards.total() != size for cards in dealt):
        return False  # it took up what it does not hold
    try:
        again = played_again(view, hands)
    except Exception:  # noqa: BLE001 - whatever goes wrong: this was not the deal
        return False
    return hands_of(again) == hands


def small_positions(
    least: int, most: int, **options: object
) -> Iterator[tuple[RollingStoneView, set[Hands]]]:
    """Find positions with so many states that agree, not more than one of each game."""
    rules = GAME.options(options)
    for seed in range(1000):
        for state in random_game(GAME, rules, seed):
            if state.result is None and state.to_act is not None:
                view = state.view(state.to_act)
                known = sum(len(cards) for cards in taken_up(view))
                hidden = sum(view.counts) - len(view.hand) - known
                if 4 <= hidden <= 7 and len(view.history) < 150:
                    worlds = all_worlds(view)
                    if least <= len(worlds) <= most:
                        yield view, worlds
                        break


@pytest.mark.parametrize(
    "options", [{}, {"trump": "hearts"}, {"trump": "spades", "silence": True}], ids=str
)
def test_every_state_that_agrees_comes_up_and_no_other(options: dict[str, object]) -> None:
    rng = Random(1)
    for view, expected in islice(small_positions(4, 40, **options), 8):
        worlds = GAME.determinise(view)
        seen = {hands_of(worlds.sample(rng)) for _ in range(60 * len(expected))}
        assert seen == expected


def test_all_deals_that_agree_are_equally_likely() -> None:
    rng, each = Random(1), 100
    for view, expected in islice(small_positions(15, 40), 3):
        worlds = GAME.determinise(view)
        # Every fifth: one deal may stay for the next.
        samples = [worlds.sample(rng) for _ in range(5 * each * len(expected))][::5]
        seen = Counter(map(hands_of, samples))
        assert seen.keys() == expected
        assert chance_of_such_counts(seen.values(), each, len(expected) - 1) > 1e-4


# --- what a seat is certain of, one by one ---

DEALT = (
    "7C 8C 9C TC 7D 8D 9D TD",
    "JC QC KC AC JD QD KD AD",
    "7H 8H 9H TH 7S 8S 9S TS",
    "JH QH KH AH JS QS KS AS",
)


def imagined_after(*actions: str, **options: object) -> list[Hands]:
    """Deal `DEALT`, play `actions`, and let seat 0 imagine many times."""
    deck = interleaved([list(FRENCH.cards_of(hand)) for hand in DEALT], dealer=3)
    state = GAME.new(GAME.options(options), Stacked(deck))
    for action in actions:
        state.apply(parse_action(action))
    worlds, rng = GAME.determinise(state.view(0)), Random(1)
    return [hands_of(worlds.sample(rng)) for _ in range(200)]


def holds(hands: Hands, seat: int, suit: str) -> bool:
    return bool(hands[seat].in_suit(FRENCH.suit(suit)))


def test_who_picked_up_has_none_of_the_suit_but_what_it_took_up() -> None:
    imagined = imagined_after("play 7C", "play JC", "pickup")
    assert {str(hands[2].in_suit(FRENCH.suit("C"))) for hands in imagined} == {"7C JC"}
    assert {holds(hands, 3, "C") for hands in imagined} == {True, False}


def test_who_ruffed_has_none_of_the_suit() -> None:
    imagined = imagined_after("play 7C", "play JC", "play 7H", trump="hearts")
    assert not any(holds(hands, 2, "C") for hands in imagined)


def test_cards_taken_up_stay_until_they_are_played() -> None:
    actions = ["play 7C", "play JC", "pickup", "play 7C", "pickup"]
    imagined = imagined_after(*actions)
    assert all(FRENCH.card("JC") in hands[2] for hands in imagined)
    assert all(FRENCH.card("7C") in hands[3] for hands in imagined)


def test_the_card_that_made_trumps_is_the_dealers() -> None:
    assert all(FRENCH.card("AS") in hands[3] for hands in imagined_after(trump="last_card"))
    assert {FRENCH.card("AS") in hands[3] for hands in imagined_after()} == {True, False}


def test_who_slipped_in_a_trump_could_follow() -> None:
    imagined = imagined_after("play 7C", "slip JD", silence=True, trump="diamonds")
    assert all(holds(hands, 1, "C") for hands in imagined)


def test_who_slipped_in_another_card_may_be_void_or_not() -> None:
    imagined = imagined_after("play 7C", "slip JD", silence=True)
    assert {holds(hands, 1, "C") for hands in imagined} == {True, False}
