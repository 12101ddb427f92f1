"""A game without messages of its own on the wire, such as a third party's.

Views and events travel as JSON objects, field by field, and actions as their notation. How a field
is written follows from its type, which must be one of these:

    str, bool, int, float, None      themselves
    an enum of texts                 its value
    Card, Suit, Action               their notation: "7C", "C", "play 7C"
    Cards                            a list of cards
    tuple[X, ...], Sequence[X]       a list
    Mapping[str, X]                  an object
    a dataclass of such fields       an object
    X | None                         X, or null

An event's object has one more key, `event`: the name of its class.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from google.protobuf import json_format

from bumblepuppy.v1 import referee_pb2
from bumblepuppy_sdk.actions import Action
from bumblepuppy_sdk.cards import Card, Cards, Suit, SuitSystem
from bumblepuppy_sdk.errors import NotationError, OptionError
from bumblepuppy_sdk.games.events import Event
from bumblepuppy_sdk.games.view import View

if TYPE_CHECKING:
    from google.protobuf.struct_pb2 import Struct

    from bumblepuppy_sdk.games.base import Game

_Read = Callable[[Any, SuitSystem], Any]
"""From a JSON value, and the suits its cards are written in, to a field's value."""

_COMMON: Final = frozenset(field.name for field in fields(View))
"""The fields of every view, which travel apart."""


def _plain(value: Any) -> Any:
    """Write a field's value as JSON has it."""
    if value is None or isinstance(value, str | int | float):
        return value  # a StrEnum is a str
    if isinstance(value, Card | Suit | Action):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, Cards | Sequence):
        return [_plain(item) for item in value]
    return _plain_fields(value)


def _plain_fields(value: Any, without: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Write the fields of a dataclass as an object."""
    names = (field.name for field in fields(value) if field.name not in without)
    return {name: _plain(getattr(value, name)) for name in names}


class OtherCodec:
    """Writes and reads one game by the types of its view and its events; a `wire.Codec`."""

    def __init__(self, game: Game) -> None:
        """Learn the types of `game`.

        Raises:
            OptionError: a field has a type that cannot travel; the message names it.
        """
        self._game = game
        self._view = self._fields_of(game.view)
        self._events = {kind.__name__: (kind, self._fields_of(kind)) for kind in game.events}

    def write_action(self, action: Action) -> bytes:
        """Write an `Action`."""
        return referee_pb2.Action(other=str(action)).SerializeToString()

    def write_legal(self, legal: Sequence[Action]) -> bytes:
        """Write the field `legal` of a `DecisionRequest`."""
        request = referee_pb2.DecisionRequest()
        for action in legal:
            request.legal.add(other=str(action))
        return request.SerializeToString()

    def read_action(self, message: referee_pb2.Action, system: SuitSystem) -> Action | None:
        """Read an action; `None` when the message holds none of this game."""
        try:
            return self._game.action(message.other, system)
        except NotationError:
            return None

    def write_event(self, event: Event) -> bytes:
        """Write an `Event`."""
        message = referee_pb2.Event()
        message.other.update({"event": type(event).__name__, **_plain_fields(event)})
        return message.SerializeToString()

    def read_event(self, message: referee_pb2.Event, system: SuitSystem) -> Event:
        """Read an event; a bare `Event` when it is not of this game's."""
        found = _object(message.other)
        kind, readers = self._events.get(found.get("event", ""), (Event, {}))
        return kind(**_read_fields(readers, found, system))

    def write_view(self, view: View[Any]) -> bytes:
        """Write a `View`: the table."""
        message = referee_pb2.View()
        message.other.update(_plain_fields(view, _COMMON))
        return message.SerializeToString()

    def read_view(self, message: referee_pb2.View, system: SuitSystem, **common: Any) -> View[Any]:
        """Read a view; `common` are the fields of `View` itself."""
        return self._game.view(**_read_fields(self._view, _object(message.other), system), **common)

    def _fields_of(self, kind: type) -> dict[str, _Read]:
        """Give what reads each field of a dataclass, those of every view left out."""
        readers: dict[str, _Read] = {}
        for base in (each for each in kind.__mro__ if each not in View.__mro__):
            try:
                hints = inspect.get_annotations(base, eval_str=True)
            except NameError as error:
                raise self._unfit(f"{base.__name__} names types not imported: {error}") from error
            for name, hint in hints.items():
                readers[name] = self._reader(hint, f"{base.__name__}.{name}")
        return readers

    def _reader(self, hint: Any, where: str) -> _Read:
        """Give what reads a value of the type `hint`."""
        if hint is Action:
            return self._game.action
        if hint in _SIMPLE:
            return _SIMPLE[hint]
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return lambda value, _: hint(value)
        if isinstance(hint, type) and is_dataclass(hint):
            readers = self._fields_of(hint)
            return lambda value, system: hint(**_read_fields(readers, value, system))
        return self._reader_of_parts(hint, where)

    def _reader_of_parts(self, hint: Any, where: str) -> _Read:
        """Give what reads a value whose type is made of others, such as `tuple[Card, ...]`."""
        kind, parts = typing.get_origin(hint), typing.get_args(hint)
        if kind in _LISTS and len({*parts} - {...}) == 1:
            read = self._reader(parts[0], where)
            return lambda value, system: tuple([read(item, system) for item in value])
        if kind is Mapping and parts[0] is str:
            read = self._reader(parts[1], where)
            return lambda value, system: {key: read(item, system) for key, item in value.items()}
        if kind in _UNIONS and len(parts) == 2 and parts[1] is types.NoneType:
            read = self._reader(parts[0], where)
            return lambda value, system: None if value is None else read(value, system)
        raise self._unfit(
            f"{where} has the type {hint!r}; `bumblepuppy_sdk.wire.other` lists those that travel"
        )

    def _unfit(self, why: str) -> OptionError:
        return OptionError(f"game {self._game.name!r} cannot be played over the wire: {why}")


_SIMPLE: Final[dict[Any, _Read]] = {
    str: lambda value, _: value,
    bool: lambda value, _: value,
    int: lambda value, _: int(value),
    float: lambda value, _: value,
    Card: lambda value, system: system.card(value),
    Suit: lambda value, system: system.suit(value),
    Cards: lambda value, system: system.cards_of(" ".join(value)),
}


_LISTS: Final = (tuple, Sequence)
_UNIONS: Final = (types.UnionType, typing.Union)


def _object(struct: Struct) -> dict[str, Any]:
    found: dict[str, Any] = json_format.MessageToDict(struct)
    return found


def _read_fields(
    readers: Mapping[str, _Read], found: Mapping[str, Any], system: SuitSystem
) -> dict[str, Any]:
    return {name: read(found[name], system) for name, read in readers.items()}
