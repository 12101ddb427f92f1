"""The games, found by name.

A game is a plug-in: this project's two are registered through the same entry-point group,
`bumblepuppy.games`, that a third party's package uses.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import OptionError

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.base import Game

GROUP: Final = "bumblepuppy.games"


def game_names() -> list[str]:
    """List the names of the installed games."""
    return sorted({point.name for point in entry_points(group=GROUP)})


@cache
def load_game(name: str) -> Game:
    """Give the game called `name`.

    Raises:
        OptionError: no such game is installed.
    """
    for point in entry_points(group=GROUP, name=name):
        game: Game = point.load()
        return game
    raise OptionError(f"unknown game {name!r}; installed: {', '.join(game_names())}")
