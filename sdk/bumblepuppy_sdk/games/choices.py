"""Lists of legal actions, made once for each set of cards and handed out ever after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.actions import Action
from bumblepuppy_sdk.cards import SUIT_BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = SUIT_BITS


class Choices(dict[int, tuple[Action, ...]]):
    """By the cards of one suit, as bits: the action with each of them, from low to high."""

    __slots__ = ("_actions",)

    def __init__(self, actions: Sequence[Action]) -> None:
        """List `actions`, given by card code, as they are asked for."""
        super().__init__()
        self._actions = actions

    def __missing__(self, bits: int) -> tuple[Action, ...]:
        """Make the list for these cards."""
        self[bits] = listed = tuple(
            action for code, action in enumerate(self._actions) if bits >> code & 1
        )
        return listed

    def across(self, bits: int) -> tuple[Action, ...]:
        """List the actions with cards of any suits, each card once, suit by suit."""
        return (
            self[bits & _CLUBS]
            + self[bits & _DIAMONDS]
            + self[bits & _HEARTS]
            + self[bits & _SPADES]
        )
