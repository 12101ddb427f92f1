"""Rumba: match the top card in suit or rank, and be the first without cards.

`rules.md` beside this file tells the rules; the comments here name its clauses.
"""

from bumblepuppy_sdk.games.rumba.effects import Effect
from bumblepuppy_sdk.games.rumba.game import GAME, Rumba
from bumblepuppy_sdk.games.rumba.options import RumbaOptions
from bumblepuppy_sdk.games.rumba.rulebook import FOLLOWERS
from bumblepuppy_sdk.games.rumba.state import RumbaState
from bumblepuppy_sdk.games.rumba.view import RumbaView

__all__ = ["FOLLOWERS", "GAME", "Effect", "Rumba", "RumbaOptions", "RumbaState", "RumbaView"]
