"""What comes up all the time, made once: lists of legal actions, and events.

The engine spends its time handing these out instead of building them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import CHALLENGE, LET, PICKUP, PLAY, SLIP, Action
from bumblepuppy_sdk.cards import FRENCH, SUIT_BITS, Cards
from bumblepuppy_sdk.games.events import Acted, TrickWon, WentOut
from bumblepuppy_sdk.games.rolling_stone.view import Played

if TYPE_CHECKING:
    from collections.abc import Sequence

_SEATS: Final = range(8)
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
        listed = tuple(self._actions[card.code] for card in Cards(FRENCH, bits))
        self[bits] = listed
        return listed

    def across(self, bits: int) -> tuple[Action, ...]:
        """List the actions with cards of any suits, suit by suit."""
        return (
            self[bits & _CLUBS]
            + self[bits & _DIAMONDS]
            + self[bits & _HEARTS]
            + self[bits & _SPADES]
        )


PLAYS: Final = Choices(PLAY[FRENCH])
SLIPS: Final = Choices(SLIP[FRENCH])
ONLY_PICKUP: Final = (PICKUP,)
LET_OR_CHALLENGE: Final = (LET, CHALLENGE)

PLAYED: Final = [[Played(seat, card) for card in FRENCH.cards] for seat in _SEATS]
"""By seat, then card code."""
SLIPPED: Final = [[Played(seat, card, slipped=True) for card in FRENCH.cards] for seat in _SEATS]
"""By seat, then card code."""

ACTED_PLAY: Final = [[Acted(seat, action) for action in PLAY[FRENCH]] for seat in _SEATS]
"""By seat, then card code."""
ACTED_SLIP: Final = [[Acted(seat, action) for action in SLIP[FRENCH]] for seat in _SEATS]
"""By seat, then card code."""
ACTED_PICKUP: Final = [Acted(seat, PICKUP) for seat in _SEATS]
ACTED_LET: Final = [Acted(seat, LET) for seat in _SEATS]
ACTED_CHALLENGE: Final = [Acted(seat, CHALLENGE) for seat in _SEATS]

TRICK_WON: Final = [TrickWon(seat) for seat in _SEATS]
WENT_OUT: Final = [WentOut(seat) for seat in _SEATS]
