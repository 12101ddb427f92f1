"""Options of a game: typed, and checked in this one place.

A game's options are a frozen dataclass whose fields are made by `option(...)`, which notes what is
allowed and which clause of the rules says so. `read_options` turns a mapping (from TOML, a record,
a command line) into it, or says what is wrong.
"""

from __future__ import annotations

import difflib
import types
import typing
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bumblepuppy_sdk.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

    from bumblepuppy_sdk.games.base import Game

    _Options = TypeVar("_Options", bound=DataclassInstance)


@dataclass(frozen=True, slots=True)
class Rule:
    """What an option allows, and why."""

    clause: str
    """The clause of the rules that defines the option: `"RS-8"`."""
    about: str
    """One line for people."""
    choices: tuple[object, ...] = ()
    """The allowed values, where they can be listed."""
    low: int | None = None
    high: int | None = None


def option(default: Any, clause: str, about: str, **limits: Any) -> Any:
    """Declare a field of an options dataclass; `limits` are `choices`, `low` and `high`."""
    return field(default=default, metadata={"rule": Rule(clause, about, **limits)})


def rule_of(options: type[DataclassInstance], name: str) -> Rule:
    """Give the rule of one option."""
    rule: Rule = next(f.metadata["rule"] for f in fields(options) if f.name == name)
    return rule


def read_options(cls: type[_Options], given: Mapping[str, object]) -> _Options:
    """Make options of the class `cls` from names and values.

    Raises:
        OptionError: an unknown name, a value of the wrong type or out of range, or (from the
            class's own `__post_init__`) a combination that cannot be dealt.
    """
    types_by_name = _types_of(cls)
    known = {f.name: f.metadata["rule"] for f in fields(cls)}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            raise OptionError(f"unknown option {name!r}; {hint}")
        _check_type(name, value, types_by_name[name], known[name])
        _check_limits(name, value, known[name])
    return cls(**given)


def is_default(game: Game, in_force: Mapping[str, object], name: str) -> bool:
    """Tell whether nothing would change if the option `name` were left out.

    Some defaults depend on other options, so that there is no list of defaults to compare with.
    """
    others = {other: value for other, value in in_force.items() if other != name}
    try:
        return game.describe(game.options(others))[name] == in_force[name]
    except OptionError:  # without it the others cannot be dealt
        return False


_IN_WORDS: Final[dict[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    types.NoneType: "none",
}


@cache
def _types_of(cls: type[DataclassInstance]) -> dict[str, Any]:
    """Give the types of the fields; kept, because working them out is slow."""
    return typing.get_type_hints(cls)


def _check_type(name: str, value: object, hint: Any, rule: Rule) -> None:
    """Refuse a value of another type; a bool is no number here."""
    allowed = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    plain = tuple(typing.get_origin(kind) or kind for kind in allowed)
    if not isinstance(value, plain) or (isinstance(value, bool) and bool not in plain):
        wanted = " or ".join(_IN_WORDS.get(kind, kind.__name__) for kind in plain)
        raise OptionError(f"option {name!r} ({rule.clause}): expected {wanted}, got {value!r}")


def _check_limits(name: str, value: object, rule: Rule) -> None:
    if rule.choices and isinstance(value, str) and value not in rule.choices:
        choices = ", ".join(str(choice) for choice in rule.choices)
        raise OptionError(f"option {name!r} ({rule.clause}): {value!r} is not one of {choices}")
    if isinstance(value, int) and not isinstance(value, bool):
        too_low = rule.low is not None and value < rule.low
        too_high = rule.high is not None and value > rule.high
        if too_low or too_high:
            span = f"{rule.low} to {rule.high}" if rule.high is not None else f"{rule.low} or more"
            raise OptionError(f"option {name!r} ({rule.clause}): expected {span}, got {value}")
