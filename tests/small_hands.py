"""Small deals of Rolling Stone, written out, so that a test can show one corner of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.cards import FRENCH, Cards
from bumblepuppy_sdk.games.rolling_stone import GAME
from bumblepuppy_sdk.games.rolling_stone.hand import Hand
from bumblepuppy_sdk.games.rolling_stone.state import TRUMPS

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.events import Event


def hand_of(*dealt: str, leader: int = 0, **options: Any) -> Hand:
    """Begin a hand in which seat 0 holds the first of `dealt`, such as `"7C 9H"`, and so on."""
    rules = GAME.options({"players": len(dealt), **options})
    held = [FRENCH.cards_of(text).bits for text in dealt]
    return Hand(rules, held, leader, TRUMPS.get(rules.trump or ""), log=[])


def act(hand: Hand, *actions: str) -> list[Event]:
    """Let the seats whose turn it is do `actions`; tell what happened."""
    before = len(hand.log)
    for action in actions:
        hand.apply(parse_action(action))
    return hand.log[before:]


def legal(hand: Hand) -> list[str]:
    """List the legal actions in notation."""
    return [str(action) for action in hand.legal()]


def holdings(hand: Hand) -> list[str]:
    """By seat: the cards in hand."""
    return [str(Cards(FRENCH, held)) for held in hand.held]
