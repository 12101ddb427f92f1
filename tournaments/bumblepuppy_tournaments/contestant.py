"""A contestant's two commands: `check` and `submit`."""

from __future__ import annotations

import asyncio
import datetime as dt
import sys
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.check import Check, CheckFailedError, check
from bumblepuppy_tournaments.entrants import (
    ConfigError,
    Entrant,
    read_command,
    read_name,
    refuse_missing,
)
from bumblepuppy_tournaments.house import house_bot
from bumblepuppy_tournaments.roster import Entry, add_to_roster, load_roster
from bumblepuppy_tournaments.run import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from bumblepuppy_server.outcome import Outcome

FAILED: Final = 1
"""The exit code when the bot failed a step."""
VALIDATION_GAMES: Final = 20
"""Games against the sample bots before a bot is entered."""
_OPPONENTS: Final = ("counter", "greedy", "random")


def check_bot(command: Sequence[str], name: str | None) -> int:
    """Walk a bot through the steps, print them, and give the exit code.

    Raises:
        ConfigError: there is no such bot.
    """
    return _report(_checked(_entrant(command, name, None)))


def submit_bot(command: Sequence[str], name: str | None, author: str | None, roster: Path) -> int:
    """Check a bot, play validation games, enter it in the roster, and give the exit code.

    Raises:
        ConfigError: there is no such bot, its name is taken, or the roster cannot be written.
    """
    bot = _entrant(command, name, author)
    if any(entry.entrant.name == bot.name for entry in load_roster(roster)):
        raise ConfigError(
            f"{roster}: there is a bot {bot.name!r} already: choose another by --name, "
            "or take that one out of the file"
        )
    return _report(_submitted(bot, roster))


def _entrant(command: Sequence[str], name: str | None, author: str | None) -> Entrant:
    """Make an entrant of a command line; a Python file names its bot, unless `name` does."""
    words = read_command(list(command), "command", Path())
    bot = Entrant(
        name=read_name(name or Path(words[-1]).stem, "--name"), command=words, author=author
    )
    refuse_missing([bot])
    return bot


def _report(work: Coroutine[None, None, object]) -> int:
    """Do the work, and tell in the exit code whether the bot came through."""
    try:
        asyncio.run(work)
    except CheckFailedError as error:
        sys.stderr.write(f"✗ {error}\n")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


async def _checked(bot: Entrant) -> list[str]:
    print(f"Checking {bot.name}")
    return await check(bot, _say)


async def _submitted(bot: Entrant, roster: Path) -> None:
    for game in await _checked(bot):
        outcomes = await Check(bot, _say).play(
            game, [house_bot(name) for name in _OPPONENTS], VALIDATION_GAMES
        )
        _say(f"{game}: {VALIDATION_GAMES} games, mean places {_mean_places(outcomes)}")
    add_to_roster(roster, Entry(bot, dt.datetime.now(dt.UTC).date()))
    _say(f"{bot.name} is entered in {roster}. Play: bumblepuppy run-tournament")


def _mean_places(outcomes: Sequence[Outcome]) -> str:
    """Tell the mean places of a table, best first."""
    places: dict[str, list[int]] = {}
    for outcome in outcomes:
        for name, place in zip(outcome.record.seats, outcome.record.places, strict=True):
            places.setdefault(name, []).append(place)
    means = sorted((fmean(of), name) for name, of in places.items())
    return ", ".join(f"{name} {mean:.2f}" for mean, name in means)


def _say(line: str) -> None:
    print(line, flush=True)
