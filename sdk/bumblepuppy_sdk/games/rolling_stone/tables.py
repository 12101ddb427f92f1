"""What comes up all the time, made once: lists of legal actions, and events.

The engine spends its time handing these out instead of building them.
"""

from __future__ import annotations

from typing import Final

from bumblepuppy_sdk.actions import CHALLENGE, LET, PICKUP, PLAY, SLIP
from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.choices import Choices
from bumblepuppy_sdk.games.events import Acted, TrickWon, WentOut
from bumblepuppy_sdk.games.rolling_stone.view import Played

_SEATS: Final = range(8)

PLAYS: Final = Choices(PLAY[FRENCH])
SLIPS: Final = Choices(SLIP[FRENCH])
ONLY_PICKUP: Final = (PICKUP,)
LET_OR_CHALLENGE: Final = (LET, CHALLENGE)

PLAYED: Final = [[Played(seat, card) for card in FRENCH.cards] for seat in _SEATS]
"""By seat, then card code."""
SLIPPED: Final = [[Played(seat, card, slipped=True) for card in FRENCH.cards] for seat in _SEATS]
"""By seat, then card code."""

ACTED_PLAY: Final = [[Acted(seat, action) for action in PLAY[FRENCH]] for seat in _SEATS]
"""By seat, then card code."""
ACTED_SLIP: Final = [[Acted(seat, action) for action in SLIP[FRENCH]] for seat in _SEATS]
"""By seat, then card code."""
ACTED_PICKUP: Final = [Acted(seat, PICKUP) for seat in _SEATS]
ACTED_LET: Final = [Acted(seat, LET) for seat in _SEATS]
ACTED_CHALLENGE: Final = [Acted(seat, CHALLENGE) for seat in _SEATS]

TRICK_WON: Final = [TrickWon(seat) for seat in _SEATS]
WENT_OUT: Final = [WentOut(seat) for seat in _SEATS]
