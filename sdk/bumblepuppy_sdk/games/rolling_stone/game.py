"""The door to Rolling Stone, registered as `rolling-stone`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.events import Acted, HandDealt, HandEnded, TookUp, TrickWon, WentOut
from bumblepuppy_sdk.games.options import read_options
from bumblepuppy_sdk.games.rolling_stone.options import RollingStoneOptions
from bumblepuppy_sdk.games.rolling_stone.state import RollingStoneState
from bumblepuppy_sdk.games.rolling_stone.view import RollingStoneView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import SuitSystem
    from bumblepuppy_sdk.games.base import Chance
    from bumblepuppy_sdk.games.rolling_stone.determinise import RollingStoneWorlds


class RollingStone:
    """Rolling Stone, as `bumblepuppy_sdk.games.base.Game` asks for it."""

    name: Final = "rolling-stone"
    seats: Final = range(4, 9)
    """RS-1: four to eight players."""
    view: Final = RollingStoneView
    events: Final = (HandDealt, Acted, TrickWon, TookUp, WentOut, HandEnded)

    def options(self, given: Mapping[str, object]) -> RollingStoneOptions:
        """Check options by name; what is not given takes its default.

        Raises:
            OptionError: an unknown name, a wrong type, or a value out of range.
        """
        return read_options(RollingStoneOptions, given)

    def describe(self, options: RollingStoneOptions) -> dict[str, object]:
        """Give every option in force by name."""
        return asdict(options)

    def suits(self, options: RollingStoneOptions) -> SuitSystem:  # noqa: ARG002 - a game may have several
        """Give the French suits."""
        return FRENCH

    def action(self, text: str, suits: SuitSystem) -> Action:
        """Read an action as `str` writes it.

        Raises:
            NotationError: it is no action.
        """
        return parse_action(text, suits)

    def new(self, options: RollingStoneOptions, chance: Chance) -> RollingStoneState:
        """Deal the first hand."""
        return RollingStoneState(options, chance)

    def determinise(self, view: RollingStoneView) -> RollingStoneWorlds:
        """Give the states that agree with a view.

        Raises:
            ViewError: the game is over, or the history does not lead to what the view shows.
        """
        # Imported here: most who load a game never search.
        from bumblepuppy_sdk.games.rolling_stone.determinise import RollingStoneWorlds  # noqa: PLC0415

        return RollingStoneWorlds(view)


GAME: Final = RollingStone()
