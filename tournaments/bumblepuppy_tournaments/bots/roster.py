"""The roster: the bots that were submitted, in a TOML file that people read and edit.

    [[bot]]
    name = "mine"
    command = ["my_bot.py"]
    author = "Ann"
    games = ["rolling-stone", "rumba"]
    added = 2026-01-31

A relative path in a command is relative to the roster's folder.
"""

from __future__ import annotations

import datetime as dt
import json
import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.bots.entrants import (
    ConfigError,
    Entrant,
    read_command,
    read_entrant,
    refuse_twins,
    refuse_unknown,
)
from bumblepuppy_tournaments.bots.in_place import put_in_place
from bumblepuppy_tournaments.bots.tables import bot_tables, read_toml

if TYPE_CHECKING:
    from pathlib import Path

ROSTER: Final = "roster.toml"
"""The usual name of the file; it stands beside the tournament's."""
_HEADING: Final = (
    "# The bots of this tournament. `bumblepuppy submit` adds to this file; edit it freely.\n"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the roster."""

    entrant: Entrant
    added: dt.date | None = None
    """When it was submitted, where the roster says so."""
    games: tuple[str, ...] = ()
    """The games that it plays; empty: any, for all that the roster says."""

    def plays(self, game: str) -> bool:
        """Tell whether it takes part where `game` is played."""
        return not self.games or game in self.games


def load_roster(path: Path) -> list[Entry]:
    """Read the roster; a file that does not exist is an empty one.

    Raises:
        ConfigError: the file is no roster; the message names file, bot and key.
    """
    return _entries(read_toml(path), path) if path.exists() else []


def _entries(tables: dict[str, object], path: Path) -> list[Entry]:
    refuse_unknown(tables, ("bot",), str(path))
    entries = [
        Entry(
            read_entrant(bot, where, path.parent, more_keys=("added", "games")),
            _date(bot.get("added"), f"{where} ({bot['name']}): added"),
            _games(bot.get("games", []), f"{where} ({bot['name']}): games"),
        )
        for bot, where in bot_tables(tables, path)
    ]
    try:
        refuse_twins(entry.entrant for entry in entries)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
    return entries


def _date(value: object, where: str) -> dt.date | None:
    if value is None or isinstance(value, dt.date):
        return value
    raise ConfigError(f"{where}: expected a date such as 2026-01-31, got {value!r}")


def _games(value: object, where: str) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise ConfigError(f"{where}: expected a list such as ['rumba'], got {value!r}")


def add_to_roster(path: Path, entry: Entry) -> None:
    """Add a bot at the end of the roster, and leave all that stands in it as it is.

    Raises:
        ConfigError: the name is taken; the file is no roster; or it cannot be written.
    """
    entries = load_roster(path)
    for other in entries:
        if other.entrant.name == entry.entrant.name:
            raise ConfigError(
                f"{path}: there is a bot {entry.entrant.name!r} already: choose another name,"
                " or take that one out of the file"
            )
    before = path.read_bytes().decode() if path.exists() else _HEADING
    newline = "\r\n" if "\r\n" in before else "\n"
    gap = "" if before.endswith("\n") or not before else newline
    text = before + gap + newline.join(["", *_lines(entry), ""])
    command = read_command(list(entry.entrant.command), entry.entrant.name, path.parent)
    expected = replace(entry, entrant=replace(entry.entrant, command=command))
    if _reread(text, path) != [*entries, expected]:
        raise ConfigError(f"{path}: cannot be added to by program: enter the bot by hand")
    put_in_place(path, text)


def _reread(text: str, path: Path) -> list[Entry] | None:
    try:
        return _entries(tomllib.loads(text), path)
    except tomllib.TOMLDecodeError:
        return None


def _lines(entry: Entry) -> list[str]:
    bot = entry.entrant
    command = ", ".join(_quoted(word) for word in bot.command)
    return [
        "[[bot]]",
        f"name = {_quoted(bot.name)}",
        f"command = [{command}]",
        *([f"author = {_quoted(bot.author)}"] if bot.author else []),
        *([f"games = [{', '.join(map(_quoted, entry.games))}]"] if entry.games else []),
        *([f"added = {entry.added.isoformat()}"] if entry.added else []),
    ]


def _quoted(text: str) -> str:
    """Write a TOML string: as JSON does, but for one control character that JSON lets stand."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
