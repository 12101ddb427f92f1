"""Between the values of the SDK and the messages of the contract.

Each game has a `Codec`: those with messages in the contract one of their own, all others the one
in `other`. Bots never see a message; the referee and the client use nothing else to write and read
them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, Protocol

from google.protobuf import json_format
from google.protobuf.struct_pb2 import Struct

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.view import TimeLeft
from bumblepuppy_sdk.wire.other import OtherCodec
from bumblepuppy_sdk.wire.rolling_stone import RollingStoneCodec
from bumblepuppy_sdk.wire.rumba import RumbaCodec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bumblepuppy.v1 import referee_pb2 as pb
    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import SuitSystem
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.view import View

PROTOCOL: Final = 1
"""The version of the contract that this code speaks."""
RETURN: Final = 5.0
"""Seconds after the loss of its stream in which a bot may come back."""
VOID: Final = "void"
"""The reason of a game that counts for nothing (FA-5)."""


class Codec(Protocol):
    """What writes and reads the messages of one game."""

    def write_action(self, action: Action) -> bytes:
        """Write an `Action`.

        Raises:
            KeyError: it is none of this game.
        """
        ...

    def write_legal(self, legal: Sequence[Action]) -> bytes:
        """Write the field `legal` of a `DecisionRequest`."""
        ...

    def read_action(self, message: pb.Action, system: SuitSystem) -> Action | None:
        """Read an action; `None` when the message holds no action of this game."""
        ...

    def write_event(self, event: Event) -> bytes:
        """Write an `Event`."""
        ...

    def read_event(self, message: pb.Event, system: SuitSystem) -> Event:
        """Read an event."""
        ...

    def write_view(self, view: Any) -> bytes:
        """Write a `View`: the table; seat, options, legal list and history go apart."""
        ...

    def read_view(self, message: pb.View, system: SuitSystem, **common: Any) -> View[Any]:
        """Read a view; `common` are the fields of `View` itself."""
        ...


_CODECS: Final[dict[str, Callable[[], Codec]]] = {
    "rolling-stone": RollingStoneCodec,
    "rumba": RumbaCodec,
}


@cache
def codec_of(game: str) -> Codec:
    """Give the codec of a game.

    Raises:
        OptionError: no such game is installed, or its views and events cannot travel.
    """
    return _CODECS[game]() if game in _CODECS else OtherCodec(load_game(game))


def read_options(game: str, struct: Struct) -> Any:
    """Read and check the options of a game: the struct's numbers are whole.

    Raises:
        OptionError: the game is not installed, or its options are none of its own.
    """
    return _options_in(game, struct.SerializeToString(deterministic=True))


@lru_cache(maxsize=16)
def _options_in(game: str, written: bytes) -> Any:
    """Read options from a struct's bytes; a tournament's games all have the same."""
    found: dict[str, object] = json_format.MessageToDict(Struct.FromString(written))
    whole = {name: int(v) if isinstance(v, float) else v for name, v in found.items()}
    return load_game(game).options(whole)


def read_legal(request: pb.DecisionRequest, codec: Codec, system: SuitSystem) -> Sequence[Action]:
    """Read the legal list of a request, leaving out what this version does not know."""
    read = codec.read_action
    found = [read(message, system) for message in request.legal]
    return tuple([action for action in found if action is not None])


def read_time(request: pb.DecisionRequest) -> TimeLeft:
    """Read the time allowed for a request."""
    return _time_left(request.move_ms, request.bank_ms)


@lru_cache(maxsize=1024)
def _time_left(move_ms: int, bank_ms: int) -> TimeLeft:
    return TimeLeft(move_ms / 1000, bank_ms / 1000)
