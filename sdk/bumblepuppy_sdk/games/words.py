"""A game's rules in words, for people: the clauses that hold under the options in force.

The texts are data. Beside the module of a game's class lies a file for each language,
`rules.en.toml` and so on:

    title = "Rumba"
    aim = "Get rid of your cards."      # what it is all about

    [[clause]]
    number = "RU-4"
    title = "Drawing"

    [[clause.say]]
    text = "Draw {draw_limit:one card|up to {draw_limit} cards}."   # for 1 | for any other number

    [[clause.say]]
    when.wild_forced = true             # only under this value, or one of a list
    unless.wild = "none"                # and not under that one; "none": nothing, or an empty list
    item = "A wild card must be played."  # a line of its own

    [[clause.say]]
    each = "effect_of"                  # a line for each entry of a table, `{key}` and `{value}`
    item = "{key}: {value}"

    [option.wild_forced]
    about = "a wild card must be played rather than draw"   # left out: what the option itself says
    true = "yes"                        # the value in words

    [names]                             # words for what stands in lists and tables
    T = "10"

    [names.spanish]                     # with cards of these suits
    J = "sota"

A clause of which nothing holds is left out. Texts know the options in force and, where these do
not say enough, the facts that a function `facts(options)` in a module `facts` of the same package
gives by name.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.games.options import is_default, rule_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bumblepuppy_sdk.games.base import Game

LANGUAGES: Final = ("en", "es", "pt", "de")
"""The languages in which the two games of this project are told."""


class TextError(BumblepuppyError):
    """A file with a game's rules in words is not as it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseInWords:
    """What one clause of the rules says under the options in force."""

    number: str
    """Stable: `"RS-8"`."""
    title: str
    text: str
    """One paragraph; it may be empty when there are `items`."""
    items: tuple[str, ...]
    """What is to stand below it, a line each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionInWords:
    """One option in force."""

    name: str
    value: object
    """A plain JSON value."""
    about: str
    """What the option is about, in a line."""
    meaning: str
    """The value in words; empty where it speaks for itself, as a number does."""
    clause: str
    """The clause that defines it: `"RS-8"`."""
    is_default: bool
    """Whether the value is the one that it would have by itself, the other options being so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesInWords:
    """The rules of a game under some options."""

    game: str
    language: str
    title: str
    """The game's name if there are no texts."""
    aim: str
    clauses: tuple[ClauseInWords, ...]
    """In order; empty if the game has no texts in this language."""
    options: tuple[OptionInWords, ...]
    """Every option; without texts in this language its `about` is English."""


def rules_in_words(game: Game, options: Any, language: str) -> RulesInWords:
    """Tell the rules of `game` under the checked `options`.

    Args:
        game: Any game; one without texts in that language has its options told alone.
        options: As `game.options` gives them.
        language: As in the names of files: `"de"`.

    Raises:
        TextError: the game's file is no TOML, or not as the head of this module says.
    """
    in_force = game.describe(options)
    package = import_module(type(game).__module__).__package__ or ""
    known = in_force | _facts(package, options)
    try:
        book = _read_book(package, language)
        told = _Telling(book, known, game.suits(options).name)
        aim, clauses = told.fill(book.get("aim", "")), tuple(told.clauses())
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise TextError(f"rules.{language}.toml of {package}: {error!r}") from error
    return RulesInWords(
        game=game.name,
        language=language,
        title=book.get("title", game.name),
        aim=aim,
        clauses=clauses,
        options=tuple(_tell_options(game, options, in_force, book.get("option", {}))),
    )


@cache
def _read_book(package: str, language: str) -> dict[str, Any]:
    """Read the texts of one language; empty if there are none."""
    if not package:  # a module that stands alone has nothing beside it
        return {}
    file = resources.files(package) / f"rules.{language}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _facts(package: str, options: Any) -> dict[str, object]:
    """Ask the package of a game what else its texts may need to know."""
    name = f"{package}.facts"
    if not package or find_spec(name) is None:
        return {}
    facts: dict[str, object] = import_module(name).facts(options)
    return facts


class _Count(int):
    """A number in a text: `{cards}` or, minding the grammar, `{cards:one card|{cards} cards}`."""

    def __format__(self, forms: str) -> str:
        one, _, many = forms.partition("|")
        return (one if self == 1 else many) if forms else str(int(self))


class _Telling:
    """The texts of one language, told under some options and facts."""

    def __init__(self, book: Mapping[str, Any], known: Mapping[str, object], suits: str) -> None:
        """Tell what holds of `book` when `known` are the options and facts."""
        self._book = book
        self._known = known
        names = book.get("names", {})
        self._names: dict[str, Any] = {**names, **names.get(suits, {})}
        self._words = {name: self._in_words(name, value) for name, value in known.items()}

    def clauses(self) -> Iterator[ClauseInWords]:
        """Tell the clauses of which something holds."""
        for clause in self._book.get("clause", ()):
            said = [piece for piece in clause["say"] if self._holds(piece)]
            if said:
                yield ClauseInWords(
                    number=clause["number"],
                    title=self.fill(clause["title"]),
                    text=" ".join(self.fill(piece["text"]) for piece in said if "text" in piece),
                    items=tuple(item for piece in said for item in self._items(piece)),
                )

    def fill(self, text: str, **more: object) -> str:
        """Put what is known into a text, and make one line of it."""
        return " ".join(text.format_map({**self._words, **more}).split())

    def _items(self, piece: Mapping[str, Any]) -> Iterator[str]:
        if "each" in piece:
            table: Any = self._known[piece["each"]]
            for key, value in table.items():
                yield self.fill(piece["item"], key=self._name(key), value=self._name(value))
        elif "item" in piece:
            yield self.fill(piece["item"])

    def _holds(self, piece: Mapping[str, Any]) -> bool:
        when, unless = piece.get("when", {}), piece.get("unless", {})
        return all(self._is(*wanted) for wanted in when.items()) and not any(
            self._is(*unwanted) for unwanted in unless.items()
        )

    def _is(self, name: str, wanted: object) -> bool:
        value = self._known[name]
        value = "none" if value is None or value in ((), {}) else value
        return value in wanted if isinstance(wanted, list) else value == wanted

    def _in_words(self, name: str, value: object) -> object:
        """Give a value as a text can hold it."""
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            return _Count(value)
        if isinstance(value, str):
            return self._book.get("option", {}).get(name, {}).get(value, value)
        return ", ".join(map(self._name, value)) if isinstance(value, tuple) else value

    def _name(self, key: str) -> str:
        return str(self._names.get(key, key))


def _tell_options(
    game: Game, options: Any, in_force: Mapping[str, object], words: Mapping[str, Any]
) -> Iterator[OptionInWords]:
    for name, value in in_force.items():
        rule, said = rule_of(type(options), name), words.get(name, {})
        yield OptionInWords(
            name=name,
            value=value,
            about=said.get("about", rule.about),
            meaning=said.get(_key(value), ""),
            clause=rule.clause,
            is_default=is_default(game, in_force, name),
        )


def _key(value: object) -> str:
    """Give the key under which a file has this value in words."""
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)
