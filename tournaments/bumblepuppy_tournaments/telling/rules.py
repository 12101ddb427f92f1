"""The rules of a game, in words: on a screen, in a pipe, and as JSON."""

from __future__ import annotations

import os
import sys
import textwrap
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.words import LANGUAGES, rules_in_words
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.screen.text import one_line, option_text
from bumblepuppy_tournaments.settings.config import load_settings
from bumblepuppy_tournaments.settings.settings import Overrides

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bumblepuppy_sdk.games.words import ClauseInWords, OptionInWords, RulesInWords

RULES_VERSION: Final = 1
"""The version of the JSON object, in the key `rules`."""
WIDTH: Final = 100
"""Columns in a pipe, and at most on a screen: longer lines are hard to read."""

_INDENT: Final = "  "


@dataclass(frozen=True, slots=True)
class _Labels:
    """What this page says itself, in one language."""

    options: str
    changed: str
    untold: str
    """That a game has no text."""


_LABELS: Final = {
    "en": _Labels(
        "Options in force",
        "* not the default",
        "{game} ships no text in English; these are its options.",
    ),
    "es": _Labels(
        "Opciones en vigor",
        "* distinta de la habitual",
        "{game} no trae texto en español; estas son sus opciones.",
    ),
    "pt": _Labels(
        "Opções em vigor",
        "* diferente da habitual",
        "{game} não traz texto em português; estas são as suas opções.",
    ),
    "de": _Labels(
        "Geltende Optionen",
        "* weicht von der Vorgabe ab",
        "{game} bringt keinen Text auf Deutsch mit; dies sind die Optionen.",
    ),
}


def show_rules(name: str, said: Sequence[str], language: str | None, *, json: bool) -> None:
    """Print the rules of the game called `name`.

    Args:
        name: As in commands: `"rumba"`.
        said: Options, each `key=value`.
        language: One of `LANGUAGES`; `None`: that of the environment.
        json: Print one JSON object, for scripts.

    Raises:
        OptionError: no such game is installed.
        ConfigError: the language or an option is wrong.
        TextError: the game's own text is wrong.
    """
    language = choose_language(language)
    game = load_game(name)
    settings = load_settings(overrides=Overrides(game=name, options=said))
    rules = rules_in_words(game, game.options(settings.options), language)
    if json:
        _write([rules_json(rules)])
    elif sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        console = Console(highlight=False)
        for line in page(rules, min(console.width, WIDTH)):
            console.print(line, soft_wrap=True)
    else:
        _write([line.plain for line in page(rules, WIDTH)])


def choose_language(said: str | None) -> str:
    """Give the language of `--lang`, or else that of the environment.

    Raises:
        ConfigError: nothing is told in that language.
    """
    language = language_of(os.environ) if said is None else said
    if language not in LANGUAGES:
        raise ConfigError(f"--lang {language!r}: expected one of {', '.join(LANGUAGES)}")
    return language


def language_of(environ: Mapping[str, str]) -> str:
    """Give the language that an environment asks for, if it is one of `LANGUAGES`; else `en`."""
    locale = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = locale[:2].lower()
    is_told = language in LANGUAGES and not locale[2:3].isalpha()
    return language if is_told else "en"


def rules_json(rules: RulesInWords) -> str:
    """Write the rules as one line of JSON, `{"rules": 1, ...}`, with the fields of the record."""
    found = {"rules": RULES_VERSION, **asdict(rules)}
    return one_line(found)


def page(rules: RulesInWords, width: int) -> Iterator[Text]:
    """Give the rules line by line, none longer than `width` columns."""
    labels = _LABELS[rules.language]
    yield Text(rules.title, "bold")
    untold = labels.untold.format(game=rules.game)
    yield from _wrapped(rules.aim if rules.clauses else untold, width)
    for clause in rules.clauses:
        yield from _clause(clause, width)
    yield Text()
    yield Text.assemble((labels.options, "bold"), f"  ({labels.changed})")
    longest = max((len(_head(option)) for option in rules.options), default=0)
    column = min(longest + 2, width * 2 // 5)
    for option in rules.options:
        yield from _option(option, width, column)


def _clause(clause: ClauseInWords, width: int) -> Iterator[Text]:
    yield Text()
    yield from _wrapped(f"{clause.number} {clause.title}", width, style="bold")
    yield from _wrapped(clause.text, width, _INDENT)
    for item in clause.items:
        yield from _wrapped(item, width, _INDENT + "• ")


def _option(option: OptionInWords, width: int, column: int) -> Iterator[Text]:
    meaning = f": {option.meaning}" if option.meaning else ""
    told, head = f"{option.about}{meaning} ({option.clause})", _head(option)
    style = "" if option.is_default else "bold"
    first, *others = _wrapped(told, width, " " * column)
    if len(head) < column:
        yield Text.assemble((head, style), first.plain[len(head) :])
    else:
        yield from _wrapped(head, width, style=style)
        yield first
    yield from others


def _head(option: OptionInWords) -> str:
    value = option.value
    shown = option_text(value)
    mark = " " if option.is_default else "*"
    return f"{mark} {option.name} = {'–' if value is None else shown}"  # noqa: RUF001 (a dash: nothing)


def _wrapped(text: str, width: int, indent: str = "", *, style: str = "") -> Iterator[Text]:
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=" " * len(indent),
        break_on_hyphens=False,
    )
    return (Text(line, style) for line in lines)


def _write(lines: Sequence[str]) -> None:
    sys.stdout.writelines(line + "\n" for line in lines)
    sys.stdout.flush()
