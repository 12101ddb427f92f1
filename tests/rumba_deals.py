"""Small deals of Rumba, written out, so that a test can show one corner of the rules."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.games.rumba import GAME, RumbaState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event


class Stacked:
    """A chance that deals the same few cards in every hand, and leaves restocks as they lie."""

    def __init__(self, deck: Sequence[Card]) -> None:
        self._deck = deck

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002
        return self._deck

    def restock(
        self,
        hand: int,  # noqa: ARG002
        number: int,  # noqa: ARG002
        cards: Sequence[Card],
    ) -> Sequence[Card]:
        return list(cards)


def deal(
    *hands: str, opener: str, stock: str = "", bury: bool = False, **options: object
) -> RumbaState:
    """Begin a game in which seat 0 holds the first of `hands`, such as `"7C 9H"`, and so on.

    `stock` names the cards in the order in which they are drawn; with `bury` the opener may be
    several cards, turned up one by one. The hands are equally long. There
    are no other cards: the deck is as short as the test.
    """
    dealt = [hand.split() for hand in hands]
    given = {"players": len(hands), "hand_size": len(dealt[0]), **options}
    rules = GAME.options({**given, "opener": "bury" if bury else "plain"})
    # One card at a time, seat 0 first: the last seat has dealt (RU-2).
    words = [*chain.from_iterable(zip(*dealt, strict=True)), *opener.split(), *stock.split()]
    card = GAME.suits(rules).card
    return GAME.new(rules, Stacked([card(word) for word in words]))


def act(state: RumbaState, *actions: str) -> list[Event]:
    """Let the seats whose turn it is do `actions`; tell what the last one brought about."""
    events: list[Event] = []
    for text in actions:
        events = state.apply(parse_action(text, GAME.suits(state.options)))
    return events


def legal(state: RumbaState) -> list[str]:
    """List the legal actions in notation."""
    return [str(action) for action in state.legal()]


def hands(state: RumbaState) -> list[str]:
    """By seat: the cards in hand."""
    return [str(state.view(seat).hand) for seat in range(state.options.players)]
