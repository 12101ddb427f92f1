"""Where a tournament's files are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.bots.roster import ROSTER
from bumblepuppy_tournaments.store.schema import FILES_BESIDE

if TYPE_CHECKING:
    from bumblepuppy_tournaments.settings.settings import Settings


def db_of(settings: Settings) -> Path:
    """Give the tournament file: the one named, or one called after the game.

    Raises:
        ConfigError: a folder is named.
    """
    db = settings.db or Path(f"{settings.game}.sqlite")
    if db.is_dir():
        raise ConfigError(f"--db: {str(db)!r} is a folder: name a file in it")
    return db


def roster_of(settings: Settings) -> Path:
    """Give the roster: the one named, or the one beside the tournament file."""
    return settings.roster or db_of(settings).parent / ROSTER


def files_to_hide(settings: Settings) -> list[Path]:
    """List the files that would tell a bot the deals, or whom it plays."""
    db = db_of(settings)
    beside = [db.with_name(db.name + suffix) for suffix in FILES_BESIDE]
    others = [each for each in (settings.config, settings.events) if each]
    return [db, *beside, roster_of(settings), *others]


def files_of_bots(settings: Settings) -> list[Path]:
    """List the files that name the bots."""
    return [roster_of(settings), *([settings.config] if settings.config else [])]
