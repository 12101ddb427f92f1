"""The door to Rumba, registered as `rumba`."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.games.events import (
    Acted,
    Drew,
    HandDealt,
    HandEnded,
    Restocked,
    Skipped,
    Turned,
    WentOut,
)
from bumblepuppy_sdk.games.options import read_options
from bumblepuppy_sdk.games.rumba.options import RumbaOptions
from bumblepuppy_sdk.games.rumba.packs import PACKS
from bumblepuppy_sdk.games.rumba.state import RumbaState
from bumblepuppy_sdk.games.rumba.view import RumbaView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import SuitSystem
    from bumblepuppy_sdk.games.base import Chance
    from bumblepuppy_sdk.games.rumba.determinise import RumbaWorlds


class Rumba:
    """Rumba, as `bumblepuppy_sdk.games.base.Game` asks for it."""

    name: Final = "rumba"
    seats: Final = range(2, 104)
    """RU-1: from two players to as many as two packs of 52 can be dealt to; one pack is for 8."""
    view: Final = RumbaView
    events: Final = (HandDealt, Acted, Drew, Restocked, Turned, Skipped, WentOut, HandEnded)

    def options(self, given: Mapping[str, object]) -> RumbaOptions:
        """Check options by name; what is not given takes its default.

        Raises:
            OptionError: an unknown name, a wrong type, a value out of range, or more players and
                cards than can be dealt.
        """
        return read_options(RumbaOptions, given)

    def describe(self, options: RumbaOptions) -> dict[str, object]:
        """Give every option in force by name."""
        named = {field.name: getattr(options, field.name) for field in fields(options)}
        if not isinstance(options.effects, str):
            named["effects"] = dict(options.effects)
        return named

    def suits(self, options: RumbaOptions) -> SuitSystem:
        """Give the suits of the pack."""
        return PACKS[options.pack].system

    def action(self, text: str, suits: SuitSystem) -> Action:
        """Read an action as `str` writes it.

        Raises:
            NotationError: it is no action.
        """
        return parse_action(text, suits)

    def new(self, options: RumbaOptions, chance: Chance) -> RumbaState:
        """Deal the first hand."""
        return RumbaState(options, chance)

    def determinise(self, view: RumbaView) -> RumbaWorlds:
        """Give the states that agree with a view.

        Raises:
            ViewError: the game is over, or the history does not lead to what the view shows.
        """
        # Imported here: most who load a game never search.
        from bumblepuppy_sdk.games.rumba.determinise import RumbaWorlds  # noqa: PLC0415

        return RumbaWorlds(view)


GAME: Final = Rumba()
