"""What a seat was told of a match, and told back to the engine: how both determinisers begin."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk.errors import IllegalActionError, ViewError
from bumblepuppy_sdk.games.events import HandDealt, HandEnded, WentOut
from bumblepuppy_sdk.games.places import Standing, hand_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.base import State
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.view import View


@dataclass(frozen=True, slots=True)
class Told:
    """A history, taken apart where the present hand begins."""

    history: Sequence[Event]
    """All of it."""
    standing: Standing
    """How the match stood before this hand."""
    deal: HandDealt
    """What was shown of the deal of this hand."""
    events: Sequence[Event]
    """What happened since."""

    @classmethod
    def to(cls, view: View[Any]) -> Told:
        """Read what the seat that looks was told.

        Raises:
            ViewError: the game is over, or the beginning of the history is missing.
        """
        history = view.history[:]  # read at once, as it may be read from messages one by one
        if not history or not isinstance(history[0], HandDealt):
            raise ViewError("view.history does not begin with the deal: give all of it")
        if isinstance(history[-1], HandEnded):
            raise ViewError("the game is over: there is nothing to imagine")
        standing, deal, start = Standing.at_start(view.options.players), history[0], 1
        out: list[int] = []
        for number, event in enumerate(history):
            match event:
                case HandDealt():
                    deal, start, out = event, number + 1, []
                case WentOut(seat):
                    out.append(seat)
                case HandEnded(penalty=penalty):
                    standing = standing.after(hand_places(out, penalty), penalty)
        return cls(history, standing, deal, history[start:])


def carry_out(state: State, action: Action) -> None:
    """Let a state come to where the history says that it came.

    Raises:
        ViewError: the action is not legal.
    """
    try:
        state.apply(action)
    except IllegalActionError as error:
        raise ViewError(f"view.history is none of a game by view.options: {error}") from error


def check(state: State, view: View[Any]) -> None:
    """See that a state looks as in `view` to the seat that looks.

    Raises:
        ViewError: it does not.
    """
    seen = state.view(view.seat)
    for field in fields(seen):
        shown, told = getattr(view, field.name), getattr(seen, field.name)
        if shown != told and field.name not in {"history", "time"}:
            raise ViewError(f"view.{field.name} is {shown!r}, but view.history leads to {told!r}")
