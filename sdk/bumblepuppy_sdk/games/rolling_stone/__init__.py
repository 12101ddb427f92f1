"""Rolling Stone (Enflé, Schwellen, Bumblepuppy): get rid of your cards, and take none up.

`rules.md` beside this file tells the rules; the comments here name its clauses.
"""

from bumblepuppy_sdk.games.rolling_stone.game import GAME, RollingStone
from bumblepuppy_sdk.games.rolling_stone.options import RollingStoneOptions
from bumblepuppy_sdk.games.rolling_stone.packs import pack
from bumblepuppy_sdk.games.rolling_stone.state import RollingStoneState
from bumblepuppy_sdk.games.rolling_stone.tricks import winner
from bumblepuppy_sdk.games.rolling_stone.view import Played, RollingStoneView

__all__ = [
    "GAME",
    "Played",
    "RollingStone",
    "RollingStoneOptions",
    "RollingStoneState",
    "RollingStoneView",
    "pack",
    "winner",
]
