"""TOML files that name bots, read with one clear message for whatever is wrong."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from bumblepuppy_tournaments.bots.entrants import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises:
        ConfigError: there is none, it may not be read, or it is not TOML in UTF-8.
    """
    try:
        return tomllib.loads(path.read_bytes().decode())
    except FileNotFoundError:
        raise ConfigError(f"there is no file {str(path)!r}: check the name") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: not a TOML file: {error}") from error


def bot_tables(tables: Mapping[str, Any], path: Path) -> list[tuple[dict[str, Any], str]]:
    """Give a file's `[[bot]]` tables, each with what to call it in errors.

    Raises:
        ConfigError: `bot` is no list of tables.
    """
    bots = tables.get("bot", [])
    if not (isinstance(bots, list) and all(isinstance(bot, dict) for bot in bots)):
        raise ConfigError(f"{path}: bot: expected [[bot]] tables, got {bots!r}")
    return [(bot, f"{path}: bot {number}") for number, bot in enumerate(bots, 1)]
