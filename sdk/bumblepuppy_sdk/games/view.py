"""What a seat sees: the part that is common to all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.events import Event

OptionsT = TypeVar("OptionsT")


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How long a decision may take, in seconds, before it counts as late."""

    move: float = float("inf")
    """For this decision alone."""
    bank: float = float("inf")
    """Left for the whole game, drawn on once `move` is used up."""


UNLIMITED = TimeLeft()


# Not frozen, unlike all else that a bot gets: a view is made for each decision and for one bot
# alone, and frozen it would take three times as long to make.
@dataclass(slots=True, kw_only=True)
class View(Generic[OptionsT]):
    """A game as one seat may see it at the moment of a decision."""

    seat: int
    """The seat that looks."""
    options: OptionsT
    """The rules in force."""
    legal: Sequence[Action] = ()
    """Every action open to this seat now; empty when it is not its turn."""
    history: Sequence[Event] = ()
    """All that this seat has seen happen in this game, oldest first."""
    time: TimeLeft = UNLIMITED
    """The time allowed for this decision."""
