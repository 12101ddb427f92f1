"""The settings of a run, from a TOML file and a command line.

What stands on the command line goes before the file, and the file before the defaults. Every
error names where the wrong value stands.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.errors import OptionError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_server.limits import Limits
from bumblepuppy_server.spec import DEFAULT_MAX_FAULTS, Clocks
from bumblepuppy_tournaments.bots.entrants import (
    ConfigError,
    Entrant,
    read_assignment,
    read_command,
    read_entrant,
    refuse_twins,
    refuse_unknown,
)
from bumblepuppy_tournaments.bots.house import find_house_bot, resolve_house_bot
from bumblepuppy_tournaments.bots.tables import bot_tables, read_toml
from bumblepuppy_tournaments.schedule.schedule import Deals
from bumblepuppy_tournaments.settings.competition import KEYS as COMPETITION
from bumblepuppy_tournaments.settings.competition import read_competition
from bumblepuppy_tournaments.settings.given import Given
from bumblepuppy_tournaments.settings.settings import Overrides, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_GAME: Final = "rolling-stone"
DEFAULT_GAMES: Final = 1000
MOST_GAMES: Final = 1_000_000_000
MOST_CONCURRENCY: Final = 10_000
MOST_WORKERS: Final = 256
MOST_THINKERS: Final = 10_000
MOST_SEATS: Final = 1000
MOST_FAULTS: Final = 1_000_000
MOST_OF_A_LIMIT: Final = 1 << 40
"""Bounds that nobody needs to pass; they keep a slip of the finger from filling the memory."""

_CLOCKS: Final = ("start", "move", "bank", "ping", "network")
_NUMBERS: Final = ("seats", "games", "concurrency", "workers", "thinkers", "max_faults")
_LIMITS: Final = tuple(field.name for field in fields(Limits))
_FLAGS: Final = ("ask_forced", "suspend")
_FILES: Final = ("db", "roster", "events")
_HOOKS: Final = {"on_game_end", "on_finish"}
_PLAIN: Final = ("game", *_NUMBERS, *_FLAGS, "seed", *_FILES, "deals", "sandbox", *COMPETITION)
_KEYS: Final = (*_PLAIN, *sorted(_HOOKS), "options", "clocks", "limits", "bot")


def load_settings(path: Path | None = None, overrides: Overrides | None = None) -> Settings:
    """Read the settings of a run.

    Args:
        path: A TOML file, if any.
        overrides: What the command line says.

    Raises:
        ConfigError: the file cannot be read, or a setting is unknown or wrong.
    """
    said = overrides or Overrides()
    given = Given()
    tables: dict[str, Any] = read_toml(path) if path else {}
    if path:
        refuse_unknown(tables, _KEYS, str(path))
        given.put("db", Path(f"{path.stem}.sqlite"), f"{path}: its name")
        _take_file(given, tables, path)
    _take_command_line(given, said)
    bots = (*_bots_of(tables, path), *(_said_bot(text) for text in said.bots))
    refuse_twins(bots)
    return replace(_settings(given, bots), config=path)


def parse_option(text: str) -> tuple[str, object]:
    """Read `key=value`; the value is read as TOML or JSON, and is a text if it is neither.

    Raises:
        ConfigError: it is not of that form.
    """
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise ConfigError(f"--option {text!r}: expected KEY=VALUE, such as end=play_on")
    return key.strip(), _parse_value(value.strip())


def _parse_value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    value = parsed["value"]
    # No option is a date, so that what looks like one is a word; and a second line is no value.
    is_plain = len(parsed) == 1 and isinstance(value, str | int | float | bool | list | dict)
    return value if is_plain else text


def _take_file(given: Given, tables: Mapping[str, Any], path: Path) -> None:
    for name in _PLAIN:
        if name in tables:
            given.put(name, tables[name], f"{path}: {name}")
    for name in _FILES:
        if isinstance(tables.get(name), str) and tables[name] not in ("", "-"):
            given.put(name, path.parent / tables[name], f"{path}: {name}")
    for name in _HOOKS & tables.keys():
        where = f"{path}: {name}"
        given.put(name, read_command(tables[name], where, path.parent), where)
    for kind, known in (("options", None), ("clocks", _CLOCKS), ("limits", _LIMITS)):
        table = tables.get(kind, {})
        if not isinstance(table, dict):
            raise ConfigError(f"{path}: {kind}: expected a [{kind}] table, got {table!r}")
        if known:
            refuse_unknown(table, known, f"{path}: {kind}")
        for name, value in table.items():
            given.put(f"{kind}.{name}", value, f"{path}: {kind}.{name}")


def _take_command_line(given: Given, said: Overrides) -> None:
    for name in _PLAIN:
        if (value := getattr(said, name)) not in (None, ()):
            given.put(name, value, f"--{name.replace('_', '-')}")
    for name in sorted(_HOOKS):
        if (command := getattr(said, name)) is not None:
            where = f"--{name.replace('_', '-')}"
            given.put(name, read_command(command, where, Path()), where)
    for kind, names in (("clocks", _CLOCKS), ("limits", _LIMITS)):
        for name in names:
            if (value := getattr(said, name)) is not None:
                given.put(f"{kind}.{name}", value, f"--{name.replace('_', '-')}")
    for text in said.options:
        name, value = parse_option(text)
        given.put(f"options.{name}", value, f"--option {text}")


def _said_bot(text: str) -> Entrant:
    """Read an entrant from a command line: a sample bot's name, or `NAME=COMMAND`."""
    return find_house_bot(text) or resolve_house_bot(read_assignment(text, Path()))


def _bots_of(tables: Mapping[str, Any], path: Path | None) -> list[Entrant]:
    if path is None:
        return []
    return [
        resolve_house_bot(read_entrant(bot, where, path.parent))
        for bot, where in bot_tables(tables, path)
    ]


def _settings(given: Given, bots: tuple[Entrant, ...]) -> Settings:
    game = given.text("game", DEFAULT_GAME)
    seats, options = _options(given, game)
    default = Clocks()
    return Settings(
        game=game,
        options=options,
        seats=seats,
        games=given.whole("games", DEFAULT_GAMES, most=MOST_GAMES),
        bots=bots,
        deals=Deals(given.one_of("deals", "", list(Deals))) if given.has("deals") else None,
        clocks=Clocks(
            start=given.seconds("clocks.start", default.start),
            move=given.seconds("clocks.move", default.move),
            bank=given.seconds("clocks.bank", default.bank, zero=True),
            ping=given.seconds("clocks.ping", default.ping),
            network=given.seconds("clocks.network", default.network, zero=True),
        ),
        max_faults=given.whole("max_faults", DEFAULT_MAX_FAULTS, most=MOST_FAULTS),
        ask_forced=given.flag("ask_forced"),
        suspend=given.flag("suspend", default=True),
        seed=given.seed("seed"),
        db=given.path("db"),
        roster=given.path("roster"),
        events=given.path("events"),
        on_game_end=given.texts("on_game_end"),
        on_finish=given.texts("on_finish"),
        concurrency=given.maybe_whole("concurrency", most=MOST_CONCURRENCY),
        workers=given.maybe_whole("workers", most=MOST_WORKERS),
        thinkers=given.maybe_whole("thinkers", most=MOST_THINKERS),
        limits=_limits(given),
        sandbox=given.sandbox(),
        competition=read_competition(given),
    )


def _limits(given: Given) -> Limits:
    said = {name: given.maybe_whole(f"limits.{name}", most=MOST_OF_A_LIMIT) for name in _LIMITS}
    return replace(Limits(), **{name: value for name, value in said.items() if value is not None})


def _options(given: Given, name: str) -> tuple[int, dict[str, object]]:
    """Check the game's options, and give the seats and every option in force.

    The setting `seats` is another name of the option `players`.
    """
    options = {key.partition(".")[2]: value for key, value in given.below("options.")}
    seats = given.maybe_whole("seats", most=MOST_SEATS)
    if seats is not None and options.setdefault("players", seats) != seats:
        raise ConfigError(
            f"{given.where('seats')}: {seats} seats, but {given.where('options.players')} says"
            f" {options['players']!r} players: leave one of them out"
        )
    try:
        game = load_game(name)
    except OptionError as error:
        raise ConfigError(f"{given.where('game')}: {error}") from error
    try:
        in_force = game.options(options)
    except OptionError as error:
        where = given.blame("options.", str(error))
        where = where or given.where("seats" if seats is not None else "options")
        raise ConfigError(f"{where}: {error}") from error
    return in_force.players, game.describe(in_force)
