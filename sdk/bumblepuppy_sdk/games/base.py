"""What every game gives: the seam between rules and everything else.

A `Game` is found by name through the entry-point group `bumblepuppy.games`. It makes a `State`,
which is pure: no clock, no input or output, and no randomness but what its `Chance` hands it.
The referee, the simulator and the replay all drive the same loop:

    state = game.new(options, chance)
    while state.to_act is not None:
        events = state.apply(choose(state.view(state.to_act)))
    print(state.result.places)

Hidden information is decided in two functions, `State.view` and `Event.seen_by`: nothing else of a
state may reach a seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

from bumblepuppy_sdk.games.copying import Copyable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card, SuitSystem
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.view import View


class Chance(Protocol):
    """Where a state takes its shuffles from."""

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Shuffle the whole pack for hand number `hand` (from 0): first card dealt first."""
        ...

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Shuffle discards into restock `number` (from 0) of the hand: top first."""
        ...


@dataclass(slots=True)
class Dealt(Copyable):
    """The chance that went into one hand, as a record keeps it."""

    dealer: int
    deck: Sequence[Card]
    """The whole deck, first card dealt first; what is not dealt is the stock, top first."""
    restocks: list[Sequence[Card]]
    """The orders of the new stocks, as they were made; top first."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    reason: str
    """`out`, `one_left`, `all_out`, `dead_end`, `repetition`, `cap` or `blocked`."""
    places: tuple[int, ...]
    """By seat: competition ranks, 1 is best, equal results share the better place."""
    penalty: tuple[int, ...]
    """By seat: penalty points; in a match of several hands their total."""


class State(Protocol):
    """A game under way."""

    @property
    def options(self) -> Any:
        """The options in force."""
        ...

    @property
    def to_act(self) -> int | None:
        """The seat that must decide; `None` when the game is over."""
        ...

    @property
    def result(self) -> Result | None:
        """The result; `None` until the game is over."""
        ...

    @property
    def hands(self) -> Sequence[Dealt]:
        """The deals so far, one a hand."""
        ...

    @property
    def opening(self) -> Sequence[Event]:
        """What happened before the first action: the deal."""
        ...

    def legal(self) -> Sequence[Action]:
        """List every action open to the seat that must decide; never empty before the end."""
        ...

    def apply(self, action: Action) -> Sequence[Event]:
        """Carry out an action of the seat that must decide, and tell what happened.

        Raises:
            IllegalActionError: the action is not in `legal()`.
        """
        ...

    def default(self) -> Action:
        """Give the action that the referee takes for a seat at fault (FA-1)."""
        ...

    def view(self, seat: int) -> View[Any]:
        """Show the game as `seat` may see it, its legal actions included when it must decide."""
        ...

    def copy(self) -> Self:
        """Copy the state, to search from."""
        ...


class Options(Protocol):
    """A game's options: a frozen dataclass made by `bumblepuppy_sdk.games.options`."""

    @property
    def players(self) -> int:
        """The number of seats."""
        ...


class Game(Protocol):
    """A game's door: what a third party registers."""

    @property
    def name(self) -> str:
        """As in commands and records: `"rolling-stone"`."""
        ...

    @property
    def seats(self) -> range:
        """The numbers of seats that the game can be played with."""
        ...

    @property
    def view(self) -> type[View[Any]]:
        """What a seat sees of it: a dataclass, as `State.view` gives it."""
        ...

    @property
    def events(self) -> Sequence[type[Event]]:
        """All kinds of events that can happen in it: dataclasses."""
        ...

    def options(self, given: Mapping[str, object]) -> Options:
        """Check options by name; what is not given takes its default.

        Raises:
            OptionError: see `bumblepuppy_sdk.games.options.read_options`.
        """
        ...

    def describe(self, options: Any) -> dict[str, object]:
        """Give every option in force by name, as plain JSON values."""
        ...

    def suits(self, options: Any) -> SuitSystem:
        """Give the suits in which cards and actions are written under these options."""
        ...

    def action(self, text: str, suits: SuitSystem) -> Action:
        """Read an action as `str` writes it, its cards being of `suits`.

        Raises:
            NotationError: it is none of this game.
        """
        ...

    def new(self, options: Any, chance: Chance) -> State:
        """Deal the first hand."""
        ...
