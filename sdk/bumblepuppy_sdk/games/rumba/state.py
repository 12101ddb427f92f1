"""A game of Rumba: one hand, or a match of several (RU-14), and who may see what (RU-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.cards import Cards
from bumblepuppy_sdk.errors import IllegalActionError
from bumblepuppy_sdk.games.base import Dealt, Result
from bumblepuppy_sdk.games.copying import Copyable
from bumblepuppy_sdk.games.events import Event, HandDealt, HandEnded, Seen
from bumblepuppy_sdk.games.places import Standing, hand_places, match_places
from bumblepuppy_sdk.games.rumba.defaults import default_action
from bumblepuppy_sdk.games.rumba.hand import Hand
from bumblepuppy_sdk.games.rumba.rulebook import rulebook
from bumblepuppy_sdk.games.rumba.view import RumbaView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.base import Chance
    from bumblepuppy_sdk.games.rumba.options import RumbaOptions


class RumbaState(Copyable):
    """A game of Rumba under way; copies draw on the same chance."""

    __slots__ = (
        "_book",
        "_chance",
        "_earlier",
        "_hand",
        "_log",
        "_penalties",
        "_won",
        "opening",
        "options",
        "result",
    )

    def __init__(
        self, options: RumbaOptions, chance: Chance, standing: Standing | None = None
    ) -> None:
        """Deal the first hand of a game, or that of a match which stands at `standing`."""
        standing = standing or Standing.at_start(options.players)
        self.options = options
        """The rules in force."""
        self._book = rulebook(options)
        self._chance = chance
        self._earlier: tuple[Dealt, ...] = tuple(
            Dealt((number - 1) % options.players, (), []) for number in range(standing.hand)
        )
        """The deals of the hands before this one."""
        self._penalties = standing.penalty
        """By seat: the penalty points of the hands before this one."""
        self._won = standing.won
        """By seat: how many hands before this one it won."""
        self.result: Result | None = None
        """The result; `None` until the game is over."""
        self.opening: Sequence[Event] = (self._deal(),)
        """The deal of the first hand."""
        self._log: list[Event] = list(self.opening)
        """All that happened, nothing hidden."""

    def hold(self, held: list[int]) -> None:
        """Let the seats hold other cards, given as bits by seat."""
        self._hand.hold(held)

    def imagine(
        self, held: list[int], stock: list[Card], log: Sequence[Event], chance: Chance
    ) -> None:
        """Let other cards lie where they are hidden, as many as before, to search from.

        Args:
            held: By seat: the hands, as bits.
            stock: The stock; its top card stands last.
            log: What happened so far.
            chance: Where shuffles come from from now on.
        """
        self._chance = chance
        self._hand.hold(held)
        self._hand.table.imagine(stock, chance)
        self._log = [*log]
        self.opening = tuple(log[:1])

    def _deal(self) -> HandDealt:
        number = len(self._earlier)
        self._hand = Hand(self._book, self._chance, number)
        table = self._hand.table
        return HandDealt(number, table.dealt.dealer, opener=table.top)

    @property
    def to_act(self) -> int | None:
        """The seat that must decide; `None` when the game is over."""
        return self._hand.to_act

    @property
    def hands(self) -> Sequence[Dealt]:
        """The deals so far, one a hand."""
        return (*self._earlier, self._hand.table.dealt)

    def legal(self) -> tuple[Action, ...]:
        """List every action open to the seat that must decide; empty when the game is over.

        Cards come first, by suit, then rank, each once; then draw, pass or stop.
        """
        return self._hand.legal()

    def apply(self, action: Action) -> list[Event]:
        """Carry out an action of the seat that must decide, and tell what happened.

        Raises:
            IllegalActionError: the action is not in `legal()`.
        """
        events = self._hand.apply(action)
        if self._hand.reason:
            self._end_hand(self._hand.reason, events)
        self._log += events
        return events

    def _end_hand(self, reason: str, events: list[Event]) -> None:
        """Count a hand that is over, and deal another if the match goes on (RU-14)."""
        left = tuple(held.bit_count() for held in self._hand.table.held)
        events.append(HandEnded(reason, left))
        places = hand_places(self._hand.out, left)
        penalties = tuple(map(sum, zip(self._penalties, left, strict=True)))
        won = tuple(hands + (place == 1) for hands, place in zip(self._won, places, strict=True))
        target = self.options.target
        if target is None:
            self.result = Result(reason, places, penalties)
        elif max(penalties) >= target:
            self.result = Result(reason, match_places(penalties, won), penalties)
        else:
            self._penalties, self._won = penalties, won
            self._earlier = (*self._earlier, self._hand.table.dealt)
            events.append(self._deal())

    def default(self) -> Action:
        """Give the action that the referee takes for a seat at fault (FA-1).

        Raises:
            IllegalActionError: the game is over.
        """
        if self.to_act is None:
            raise IllegalActionError("the game is over: there is nothing to decide")
        hand = Cards(self._book.system, self._hand.table.held[self.to_act])
        return default_action(self.legal(), hand, self._book.wild)

    def view(self, seat: int) -> RumbaView:
        """Show the game as `seat` may see it, its legal actions included when it must decide."""
        hand, table = self._hand, self._hand.table
        return RumbaView(
            seat=seat,
            options=self.options,
            legal=hand.legal() if seat == hand.to_act else (),
            history=Seen(self._log, seat),
            hand=Cards(self._book.system, table.held[seat]),
            discards=tuple(table.discards),
            suit=hand.suit,
            suit_only=hand.suit_only,
            counts=tuple(map(int.bit_count, table.held)),
            stock=len(table.stock),
            restocks=len(table.dealt.restocks),
            direction=hand.direction,
            drawn=hand.drawn,
            second=hand.second,
            out=tuple(hand.out),
            hand_number=len(self._earlier),
            dealer=table.dealt.dealer,
            penalties=self._penalties,
        )
