"""Entrants: the bots of a tournament, as configuration, roster and store name them."""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import BumblepuppyError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LONGEST_NAME: Final = 40
"""Characters; longer names would crowd the table out."""
PYTHON: Final = "python"
"""The program that stands for the Python that runs this, so that a plan fits every machine."""
_KEYS: Final = ("name", "command", "author")


class ConfigError(BumblepuppyError):
    """A setting is missing, unknown or wrong; the message names file and key, or the option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A bot entered in a tournament."""

    name: str
    """Unique in the tournament; printable, in Unicode's composed form."""
    command: tuple[str, ...]
    """What starts the bot, word by word; a `.py` file alone stands for itself run by Python. Empty
    for a guest, which nobody starts."""
    author: str | None = None

    @property
    def is_guest(self) -> bool:
        """Whether it comes by itself, over a network, and nobody starts it."""
        return not self.command

    @property
    def argv(self) -> tuple[str, ...]:
        """The command to execute: `python` and a `.py` file mean the Python that runs this."""
        first, *rest = self.command
        if first == PYTHON:
            return (sys.executable, *rest)
        return (sys.executable, *self.command) if first.endswith(".py") else self.command


def read_entrant(
    table: Mapping[str, object], where: str, base: Path, more_keys: Sequence[str] = ()
) -> Entrant:
    """Read one `[[bot]]` table of a TOML file.

    Args:
        table: Its keys and values.
        where: What to call it in errors: file and number.
        base: The folder that paths in its command are relative to.
        more_keys: Keys that the caller reads itself.

    Raises:
        ConfigError: a key is missing, unknown, or of the wrong kind.
    """
    refuse_unknown(table, (*_KEYS, *more_keys), where)
    for key in ("name", "command"):
        if key not in table:
            raise ConfigError(f"{where}: the key {key!r} is missing")
    name = read_name(table["name"], f"{where}: name")
    author = table.get("author")
    if author is not None and not (isinstance(author, str) and author.isprintable()):
        raise ConfigError(f"{where} ({name}): author: expected a text, got {author!r}")
    command = read_command(table["command"], f"{where} ({name}): command", base)
    return Entrant(name=name, command=command, author=author)


def read_assignment(text: str, base: Path) -> Entrant:
    """Read `NAME=COMMAND` from a command line.

    Raises:
        ConfigError: it is not of that form.
    """
    name, equals, command = text.partition("=")
    if not equals:
        raise ConfigError(
            f"--bot {text!r}: expected NAME=COMMAND, such as mine=my_bot.py, or a sample bot: "
            "counter, tips, greedy, random, mcts"
        )
    where = f"--bot {text!r}"
    return Entrant(name=read_name(name, where), command=read_command(command, where, base))


def read_name(name: object, where: str) -> str:
    """Check a bot's name and give it in composed form.

    Raises:
        ConfigError: it is no text, blank, too long or not printable.
    """
    if not isinstance(name, str):
        raise ConfigError(f"{where}: expected a text, got {name!r}")
    composed = unicodedata.normalize("NFC", name)
    if not composed.strip() or composed != composed.strip():
        raise ConfigError(f"{where}: {name!r} is blank, or has blanks at its ends")
    if not composed.isprintable():
        raise ConfigError(f"{where}: {name!r} has a character that cannot be printed")
    if len(composed) > LONGEST_NAME:
        raise ConfigError(
            f"{where}: a name of {len(composed)} characters, {composed[:20] + '…'!r}; "
            f"at most {LONGEST_NAME} are allowed"
        )
    return composed


def read_command(command: object, where: str, base: Path) -> tuple[str, ...]:
    """Read a command, given as a text for a shell or as a list of words.

    A first word that is a path (it ends in `.py` or has a slash) is made absolute from `base`.

    Raises:
        ConfigError: it is neither, or empty, or no command that a system can run.
    """
    words = _words(command, where)
    if not words or not words[0]:
        raise ConfigError(f"{where}: the command is empty; expected for example ['my_bot.py']")
    if "\0" in "".join(words):
        raise ConfigError(f"{where}: no word of a command can hold a null character: {command!r}")
    first, *rest = words
    if first.endswith(".py") or os.sep in first:
        # Not `resolve`, which would follow the links by which some programs know themselves.
        first = os.path.abspath(base / Path(first).expanduser())  # noqa: PTH100
    return (first, *rest)


def _words(command: object, where: str) -> list[str]:
    if isinstance(command, str):
        try:
            return shlex.split(command)
        except ValueError as error:
            raise ConfigError(f"{where}: {command!r} is no command: {error}") from error
    if isinstance(command, list) and all(isinstance(word, str) for word in command):
        return command
    raise ConfigError(f"{where}: expected a list of words or a text, got {command!r}")


def refuse_twins(entrants: Iterable[Entrant]) -> None:
    """Refuse two entrants of one name.

    Raises:
        ConfigError: it names the name and both commands.
    """
    seen: dict[str, Entrant] = {}
    for entrant in entrants:
        if twin := seen.get(entrant.name):
            raise ConfigError(
                f"the bot name {entrant.name!r} is used twice, for {shlex.join(twin.command)!r} and"
                f" {shlex.join(entrant.command)!r}: give one of them another name"
            )
        seen[entrant.name] = entrant


def refuse_missing(entrants: Iterable[Entrant]) -> None:
    """Refuse an entrant whose file or program does not exist.

    Raises:
        ConfigError: it names the first such bot and what was looked for.
    """
    for entrant in entrants:
        if entrant.is_guest:
            continue
        first = entrant.command[0]
        if first.endswith(".py"):
            if not Path(first).is_file():
                raise ConfigError(f"bot {entrant.name!r}: there is no file {first!r}")
        elif first != PYTHON and shutil.which(first) is None:
            raise ConfigError(
                f"bot {entrant.name!r}: there is no program {first!r};"
                " check the spelling, or give its whole path"
            )


def refuse_unknown(given: Iterable[str], known: Sequence[str], where: str) -> None:
    """Refuse keys that mean nothing, with a guess at what was meant.

    Raises:
        ConfigError: it names the first unknown key.
    """
    for key in given:
        if key not in known:
            raise ConfigError(f"{where}: unknown key {key!r}; {guess(key, known, 'known keys')}")


def guess(word: str, known: Sequence[str], what: str) -> str:
    """Guess what was meant by a word that means nothing, or tell `what` is known.

    >>> guess("grredy", ["greedy", "tips"], "entrants")
    "did you mean 'greedy'?"
    """
    near = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"{what}: {', '.join(known)}"
