"""One hand of Rumba: whose turn it is, what may be done, and what it does (RU-3 to RU-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import DRAW, PASS, STOP, Action
from bumblepuppy_sdk.cards import SUIT_BITS
from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games.copying import Copyable
from bumblepuppy_sdk.games.events import Event, Skipped, Turned, WentOut
from bumblepuppy_sdk.games.rumba.effects import Effect
from bumblepuppy_sdk.games.rumba.refusals import refusal
from bumblepuppy_sdk.games.rumba.rulebook import FOLLOWERS
from bumblepuppy_sdk.games.rumba.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_sdk.cards import Card, Suit
    from bumblepuppy_sdk.games.base import Chance
    from bumblepuppy_sdk.games.rumba.rulebook import Rulebook

ONLY_DRAW: Final = (DRAW,)
ONLY_PASS: Final = (PASS,)


class Hand(Copyable):
    """One hand under way. A seat is in as long as it holds cards."""

    __slots__ = (
        "_book",
        "_followers",
        "_legal",
        "_passes",
        "_turns",
        "direction",
        "drawn",
        "naming",
        "out",
        "reason",
        "second",
        "suit",
        "suit_only",
        "table",
        "to_act",
    )

    def __init__(self, book: Rulebook, chance: Chance, number: int) -> None:
        """Deal hand `number` of the match (RU-2)."""
        self._book = book
        self._legal: tuple[Action, ...] | None = None
        self._passes = 0
        """Passes since the last card was played."""
        self._turns = 0
        self.table = Table(book, chance, number)
        self.to_act: int | None = (self.table.dealt.dealer + 1) % book.options.players
        """The seat whose turn it is; `None` when the hand is over."""
        self.reason: str | None = None
        """Why the hand is over: `out`, `one_left`, `blocked` or `cap`."""
        self.out: list[int] = []
        self.direction = 1
        self.drawn = 0
        self.second = False
        self.naming = False
        """A wild card was played, and its suit is to be named (RU-6)."""
        self._match(self.table.top)

    def legal(self) -> tuple[Action, ...]:
        """List what the seat whose turn it is may do: cards from low to high, then the rest."""
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> tuple[Action, ...]:
        if self.to_act is None:
            return ()
        if self.naming:
            return self._book.suits
        options, held = self._book.options, self.table.held[self.to_act]
        plays = self._book.plays.across
        matching, wild = held & self._followers, held & self._book.wild
        if self.second and options.second == "may":
            return (*plays(matching | wild), STOP)  # RU-5
        if matching or (wild and options.wild_forced):
            return plays(matching | wild)  # RU-3
        may_draw = self.drawn < options.draw_limit and self.table.can_draw
        instead = ONLY_DRAW if may_draw else ONLY_PASS  # RU-4, RU-12
        return plays(wild) + instead if wild else instead

    def hold(self, held: list[int]) -> None:
        """Let the seats hold other cards."""
        self._legal = None
        self.table.held = held

    def apply(self, action: Action) -> list[Event]:
        """Carry out an action of the seat whose turn it is, and tell what happened.

        Raises:
            IllegalActionError: the action is not in `legal()`.
        """
        seat, legal = self.to_act, self.legal()
        if seat is None or action not in legal:
            raise IllegalActionError(refusal(self, action))
        action = legal[legal.index(action)]  # an equal action may have been made elsewhere
        self._legal = None
        events: list[Event] = [self._book.acted[seat][id(action)]]
        if action.card:
            self._play(seat, action.card, events)
        elif action.suit:
            self._name(seat, action.suit, events)
        elif action is DRAW:
            self.drawn += 1
            self.table.take(seat, 1, events)
        else:
            self._passes += action is PASS
            self._end_turn(seat, seat, events)
        return events

    def _play(self, seat: int, card: Card, events: list[Event]) -> None:
        """Discard a card, and let it take effect."""
        self.table.discard(seat, card)
        self._match(card)
        self._passes = self.drawn = 0
        self.second = False
        effect = self._book.effects[card.code]
        if effect is None:
            self._end_turn(seat, seat, events)
        else:
            self._take_effect(effect, seat, events)

    def _match(self, card: Card) -> None:
        """Let the next card match this one in suit or rank (RU-3)."""
        self.suit, self.suit_only = card.suit, False
        self._followers = FOLLOWERS[card.code]

    def _take_effect(self, effect: Effect, seat: int, events: list[Event]) -> None:
        """Do what the seat's card does (RU-7); cards are drawn even for a last one (RU-11)."""
        last_seat = seat
        if effect is Effect.ALL_DRAW_AGAIN:
            for other in self._others(seat):
                self.table.take(other, 1, events)
            if self.table.held[seat]:
                self.second = True
                return
        elif effect is Effect.NEXT_DRAWS_TWO:
            self.table.take(self._after(seat), 2, events)
        elif self._goes_on(seat):
            if effect is Effect.WILD:
                self.naming = True
                return
            last_seat = self._turn_or_skip(effect, seat, events)
        self._end_turn(seat, last_seat, events)

    def _turn_or_skip(self, effect: Effect, seat: int, events: list[Event]) -> int:
        """Turn the direction (RU-8) or skip a seat (RU-9); tell after whom play goes on."""
        two_left = self._seats_in == 2
        if effect is Effect.REVERSE and not two_left:
            self.direction = -self.direction
            events.append(Turned(self.direction))
            return seat
        if effect is Effect.REVERSE and self._book.options.two_reverse == "nothing":
            return seat
        skipped = self._after(seat)
        events.append(Skipped(skipped))
        return skipped

    def _name(self, seat: int, suit: Suit, events: list[Event]) -> None:
        """Let only this suit follow (RU-6)."""
        self.suit, self.suit_only = suit, True
        self._followers = SUIT_BITS[suit.index]
        self.naming = False
        self._end_turn(seat, seat, events)

    def _end_turn(self, seat: int, last_seat: int, events: list[Event]) -> None:
        """See whether the seat is out and the hand over; else go to the seat after `last_seat`."""
        self._turns += 1
        self.drawn = 0
        self.second = False
        if not self.table.held[seat]:
            self.out.append(seat)
            events.append(WentOut(seat))
        self.reason = self._why_over()
        self.to_act = None if self.reason else self._after(last_seat)

    def _why_over(self) -> str | None:
        options = self._book.options
        if self.out and options.end == "first_out":
            return "out"  # RU-13
        if self._seats_in == 1:
            return "one_left"  # RU-13
        if self._passes >= self._seats_in and self._is_stuck():
            return "blocked"  # RU-12
        return "cap" if self._turns >= options.cap_turns else None  # RU-15

    def _is_stuck(self) -> bool:
        """Whether, all having passed, no card can move: a wild card kept back still can (RU-12)."""
        return not self.table.can_draw and not any(
            held & self._book.wild for held in self.table.held
        )

    @property
    def _seats_in(self) -> int:
        return len(self.table.held) - len(self.out)

    def _goes_on(self, seat: int) -> bool:
        """Whether play goes on after the card that this seat has just played."""
        goes_out = not self.table.held[seat]
        return not goes_out or (self._book.options.end == "play_on" and self._seats_in > 2)

    def _after(self, seat: int) -> int:
        """Give the next seat in turn that is still in."""
        held = self.table.held
        while True:
            seat = (seat + self.direction) % len(held)
            if held[seat]:
                return seat

    def _others(self, seat: int) -> Iterator[int]:
        """Go through all other seats still in, in turn order."""
        held = self.table.held
        for step in range(1, len(held)):
            other = (seat + step * self.direction) % len(held)
            if held[other]:
                yield other
