"""Write a bot for Bumblepuppy: subclass `Bot`, give it one method a game, and `run` it."""

from bumblepuppy_sdk.actions import Action, Kind
from bumblepuppy_sdk.bot import Bot, GameStart
from bumblepuppy_sdk.cards import FRENCH, GERMAN, SPANISH, Card, Cards, Rank, Suit, SuitSystem
from bumblepuppy_sdk.errors import (
    BumblepuppyError,
    IllegalActionError,
    NotationError,
    OptionError,
    RefusedError,
)
from bumblepuppy_sdk.games.base import Result
from bumblepuppy_sdk.games.rolling_stone import RollingStoneOptions, RollingStoneView
from bumblepuppy_sdk.games.rumba import RumbaOptions, RumbaView
from bumblepuppy_sdk.games.view import TimeLeft, View
from bumblepuppy_sdk.running import run

__all__ = [
    "FRENCH",
    "GERMAN",
    "SPANISH",
    "Action",
    "Bot",
    "BumblepuppyError",
    "Card",
    "Cards",
    "GameStart",
    "IllegalActionError",
    "Kind",
    "NotationError",
    "OptionError",
    "Rank",
    "RefusedError",
    "Result",
    "RollingStoneOptions",
    "RollingStoneView",
    "RumbaOptions",
    "RumbaView",
    "Suit",
    "SuitSystem",
    "TimeLeft",
    "View",
    "run",
]
