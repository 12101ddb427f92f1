"""The SDK's surface: a promise to contestants."""

from __future__ import annotations

import inspect
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import pytest
from google.protobuf.message import Message

import bumblepuppy_sdk
from bumblepuppy_sdk import games, records, simulate
from bumblepuppy_sdk.games import base, events, options, rolling_stone, rumba, view

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

NAMES = bumblepuppy_sdk.__all__
OPEN = (
    bumblepuppy_sdk,
    base,
    events,
    games,
    options,
    records,
    rolling_stone,
    rumba,
    simulate,
    view,
)
"""Modules that contestants are told of."""


def public(module: ModuleType) -> Iterator[tuple[str, object]]:
    for name in getattr(module, "__all__", dir(module)):
        thing = getattr(module, name)
        if not name.startswith("_") and getattr(thing, "__module__", "").startswith("bumblepuppy"):
            yield f"{module.__name__}.{name}", thing


def callables(name: str, thing: object) -> Iterator[tuple[str, object]]:
    """Give a function, or a class's public methods and properties."""
    if inspect.isfunction(thing):
        yield name, thing
    elif inspect.isclass(thing):
        for attribute, value in vars(thing).items():
            if not attribute.startswith("_"):
                method = value.fget if isinstance(value, property) else value
                method = getattr(method, "__func__", method)
                if inspect.isfunction(method):
                    yield f"{name}.{attribute}", method


SURFACE = dict(entry for module in OPEN for entry in public(module))
CALLABLES = {name: c for outer, thing in SURFACE.items() for name, c in callables(outer, thing)}


def test_the_public_names_are_sorted_as_a_reader_would() -> None:
    assert sorted(NAMES, key=lambda name: (not name.isupper(), name.islower(), name)) == NAMES


def test_the_public_names_are_these() -> None:
    assert set(NAMES) == {
        *("Action", "Bot", "BumblepuppyError", "Card", "Cards", "FRENCH", "GERMAN", "GameStart"),
        *("IllegalActionError", "Kind", "NotationError", "OptionError", "Rank", "RefusedError"),
        *("Result", "RollingStoneOptions", "RollingStoneView", "RumbaOptions", "RumbaView"),
        *("SPANISH", "Suit", "SuitSystem", "TimeLeft", "View", "run"),
    }


@pytest.mark.parametrize("name", SURFACE)
def test_everything_public_says_what_it_is(name: str) -> None:
    thing = SURFACE[name]
    if inspect.isclass(thing) or inspect.isfunction(thing):
        assert inspect.getdoc(thing), f"{name} has no docstring"


@pytest.mark.parametrize("name", CALLABLES)
def test_every_public_method_says_what_it_does(name: str) -> None:
    assert inspect.getdoc(CALLABLES[name]), f"{name} has no docstring"


@pytest.mark.parametrize("name", CALLABLES)
def test_no_message_of_the_wire_is_in_a_public_signature(name: str) -> None:
    hints = inspect.get_annotations(CALLABLES[name])  # type: ignore[arg-type]
    assert not any("pb" in str(hint) or "Message" in str(hint) for hint in hints.values())


@pytest.mark.parametrize("name", [name for name, thing in SURFACE.items() if is_dataclass(thing)])
def test_no_message_of_the_wire_is_in_a_public_field(name: str) -> None:
    for field in fields(SURFACE[name]):  # type: ignore[arg-type]
        assert "pb" not in str(field.type)
        assert "Message" not in str(field.type)


def test_no_public_name_is_a_message_of_the_wire() -> None:
    for thing in SURFACE.values():
        assert not (inspect.isclass(thing) and issubclass(thing, Message))
