"""What can happen at a table, as frozen records.

A game's events, in order, are its history: bots get them in `view.history`, a replay shows them.
An event with something hidden in it overrides `seen_by`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import overload

from bumblepuppy_sdk.actions import Action
from bumblepuppy_sdk.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Event:
    """The root of all events."""

    def seen_by(self, seat: int) -> Event:  # noqa: ARG002 - for those that hide something
        """Give the event as `seat` may see it."""
        return self


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A hand begins."""

    hand: int
    """From 0."""
    dealer: int
    trump: Suit | None = None
    """The trump suit, where there is one (RS-12)."""
    opener: Card | None = None
    """The first discard, where there is one (RU-2)."""
    trump_card: Card | None = None
    """The dealer's last card, where it was shown to make trumps (RS-12)."""


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """A seat did something."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """A trick was completed; `seat` won it, and its cards are dead (RS-6)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookUp(Event):
    """A seat took cards up into its hand, face up (RS-5, RS-8, RS-13)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat took cards from the stock (RU-4, RU-5, RU-10)."""

    seat: int
    count: int
    cards: tuple[Card, ...] = ()
    """What it drew: shown to its owner alone, empty to all others (RU-16)."""

    def seen_by(self, seat: int) -> Drew:
        """Hide the cards from all but their owner."""
        return self if seat == self.seat else _drew_unseen(self.seat, self.count)


@cache
def _drew_unseen(seat: int, count: int) -> Drew:
    """Give what the others see of it; made once, as there are few."""
    return Drew(seat, count)


@dataclass(frozen=True, slots=True)
class Restocked(Event):
    """The discards under the top card became the new stock (RU-12)."""

    size: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """The direction of play turned round (RU-8)."""

    direction: int
    """1: to the next higher seat; -1: to the next lower one."""


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat lost its turn (RU-8, RU-9)."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat is out of the hand, having got rid of its cards (RS-7, RU-13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """A hand is over."""

    reason: str
    penalty: tuple[int, ...]
    """By seat: the penalty points of this hand alone."""


class Seen(Sequence[Event]):
    """The events of a game up to now, as one seat may see them.

    It looks into the game's own log, which only grows, and so costs nothing until it is read.
    """

    __slots__ = ("_length", "_log", "_seat")

    def __init__(self, log: Sequence[Event], seat: int) -> None:
        """Let `seat` look at all that `log` holds by now."""
        self._log = log
        self._length = len(log)
        self._seat = seat

    def __len__(self) -> int:
        """Count the events."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        """Give an event, or several."""
        if isinstance(index, slice):
            span = range(*index.indices(self._length))
            return tuple(self._log[i].seen_by(self._seat) for i in span)
        return self._log[range(self._length)[index]].seen_by(self._seat)

    def __eq__(self, other: object) -> bool:
        """Compare what is seen."""
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as a list

    def __repr__(self) -> str:
        """Show the events."""
        return repr(list(self))
