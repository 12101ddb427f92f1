"""Whom the person plays against: `tips,tips,mcts`, bots of the roster, and any command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bumblepuppy_tournaments.bots.entrants import (
    ConfigError,
    Entrant,
    read_assignment,
    read_command,
    read_name,
    refuse_missing,
)
from bumblepuppy_tournaments.bots.house import find_house_bot, resolve_house_bot
from bumblepuppy_tournaments.bots.roster import load_roster

if TYPE_CHECKING:
    from collections.abc import Sequence


def read_opponents(said: Sequence[str], roster: Path) -> list[Entrant]:
    """Read `--against`: in each text, bots separated by commas.

    A bot is one of the roster by its name, a sample bot, `NAME=COMMAND`, or a command, which is
    then called after its file. Who is named twice plays twice: the second is `tips-2`.

    Raises:
        ConfigError: there is no such bot.
    """
    submitted = {entry.entrant.name: entry.entrant for entry in load_roster(roster)}
    words = [word.strip() for text in said for word in text.split(",")]
    bots = [submitted.get(word) or find_house_bot(word) or _started_by(word) for word in words]
    refuse_missing(bots)
    return _told_apart(bots)


def _started_by(word: str) -> Entrant:
    if "=" in word:
        try:
            return resolve_house_bot(read_assignment(word, Path()))
        except ConfigError as error:
            raise ConfigError(str(error).replace("--bot", "--against", 1)) from error
    where = f"--against {word!r}"
    command = read_command(word, where, Path())
    return Entrant(name=read_name(Path(command[-1]).stem, where), command=command)


def _told_apart(bots: Sequence[Entrant]) -> list[Entrant]:
    """Number those that have a name already taken."""
    found: dict[str, Entrant] = {}
    for bot in bots:
        name, number = bot.name, 1
        while name in found:
            number += 1
            name = f"{bot.name}-{number}"
        found[name] = replace(bot, name=name)
    return [*found.values()]
