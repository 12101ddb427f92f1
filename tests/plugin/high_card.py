"""High Card, a game from outside: each seat is dealt a card, keeps or changes it once; high wins.

All that a third party writes: options, a view, an event with something hidden in it, a state, and
the door. It has actions of its own, and no messages.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

from bumblepuppy_sdk.actions import Action
from bumblepuppy_sdk.cards import FRENCH, Card
from bumblepuppy_sdk.errors import IllegalActionError, NotationError
from bumblepuppy_sdk.games.base import Dealt, Result
from bumblepuppy_sdk.games.events import Acted, Event, HandDealt
from bumblepuppy_sdk.games.options import option, read_options
from bumblepuppy_sdk.games.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_sdk.cards import SuitSystem
    from bumblepuppy_sdk.games.base import Chance

KEEP: Final = Action("keep")
CHANGE: Final = Action("change")


@dataclass(frozen=True, slots=True, kw_only=True)
class HighCardOptions:
    players: int = option(2, "HC-1", "seats at the table", low=2, high=8)


@dataclass(frozen=True, slots=True)
class Changed(Event):
    seat: int
    card: Card | None
    """The new card, which its owner alone sees."""

    def seen_by(self, seat: int) -> Self:
        return self if seat == self.seat else replace(self, card=None)


@dataclass(slots=True, kw_only=True)
class HighCardView(View[HighCardOptions]):
    card: Card
    kept: tuple[bool, ...]


class HighCardState:
    def __init__(self, options: HighCardOptions, chance: Chance) -> None:
        self.options = options
        deck = list(chance.deck(0, FRENCH.cards))
        self.hands = [Dealt(options.players - 1, deck, [])]
        self.opening: list[Event] = [HandDealt(0, options.players - 1)]
        self.log = list(self.opening)
        self.cards = deck[: options.players]
        self.stock = deck[options.players :]
        self.kept: list[bool] = []
        self.result: Result | None = None

    @property
    def to_act(self) -> int | None:
        return len(self.kept) if self.result is None else None

    def legal(self) -> Sequence[Action]:
        return (KEEP, CHANGE) if self.result is None else ()

    def apply(self, action: Action) -> Sequence[Event]:
        seat = self.to_act
        if seat is None or action not in self.legal():
            raise IllegalActionError(f"HC-2: seat {seat} cannot {action}")
        before = len(self.log)
        self.log.append(Acted(seat, action))
        if action == CHANGE:
            self.cards[seat] = self.stock.pop(0)
            self.log.append(Changed(seat, self.cards[seat]))
        self.kept.append(action == KEEP)
        if len(self.kept) == self.options.players:
            self._end()
        return self.log[before:]

    def _end(self) -> None:
        ranks = [card.rank for card in self.cards]
        places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
        self.result = Result("shown", places, (0,) * len(ranks))

    def default(self) -> Action:
        return KEEP

    def view(self, seat: int) -> HighCardView:
        return HighCardView(
            seat=seat,
            options=self.options,
            legal=self.legal() if seat == self.to_act else (),
            history=tuple(event.seen_by(seat) for event in self.log),
            card=self.cards[seat],
            kept=tuple(self.kept),
        )

    def copy(self) -> Self:
        raise NotImplementedError("nobody searches here")


class HighCard:
    name: Final = "high-card"
    seats: Final = range(2, 9)
    view: Final = HighCardView
    events: Final = (HandDealt, Acted, Changed)

    def options(self, given: Mapping[str, object]) -> HighCardOptions:
        return read_options(HighCardOptions, given)

    def describe(self, options: HighCardOptions) -> dict[str, object]:
        return asdict(options)

    def suits(self, options: HighCardOptions) -> SuitSystem:  # noqa: ARG002 - it has one pack
        return FRENCH

    def action(self, text: str, suits: SuitSystem) -> Action:  # noqa: ARG002 - no action has a card
        for action in (KEEP, CHANGE):
            if str(action) == text:
                return action
        raise NotationError(f"{text!r} is neither keep nor change")

    def new(self, options: Any, chance: Chance) -> HighCardState:
        return HighCardState(options, chance)


GAME: Final = HighCard()
