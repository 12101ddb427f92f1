"""A contestant's two commands: `check` and `submit`."""

from __future__ import annotations

import asyncio
import datetime as dt
import shlex
import sys
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.sandbox import choose_sandbox
from bumblepuppy_tournaments.bots.entrants import (
    ConfigError,
    Entrant,
    read_command,
    read_name,
    refuse_missing,
)
from bumblepuppy_tournaments.bots.house import find_house_bot, house_bot
from bumblepuppy_tournaments.bots.roster import ROSTER, Entry, add_to_roster, load_roster
from bumblepuppy_tournaments.entering.check import Check, CheckFailedError
from bumblepuppy_tournaments.exit_codes import ExitCode
from bumblepuppy_tournaments.settings.given import Given

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.sandbox import Sandbox

VALIDATION_GAMES: Final = 20
"""Games against the sample bots before a bot is entered."""
_OPPONENTS: Final = ("counter", "greedy", "random")


def check_bot(command: Sequence[str], name: str | None, sandbox: str | None) -> ExitCode:
    """Walk a bot through the steps, print them, and tell whether it came through.

    Raises:
        ConfigError: there is no such bot, or no such sandbox.
        SandboxError: there can be none here.
    """
    bot = _entrant(command, name, None)
    words = ["--name", bot.name, "--", *command]
    if sandbox:
        words = ["--sandbox", sandbox, *words]
    to_submit = f"bumblepuppy submit {shlex.join(words)}"
    return _report(_checked(bot, to_submit, _sandbox(sandbox)))


def submit_bot(
    command: Sequence[str],
    name: str | None,
    author: str | None,
    roster: Path,
    sandbox: str | None,
) -> ExitCode:
    """Check a bot, play validation games, enter it in the roster, and tell whether it is in.

    Raises:
        ConfigError: there is no such bot or sandbox, its name is taken, or the roster cannot be
            written.
        SandboxError: there can be none here.
    """
    bot = _entrant(command, name, author)
    if any(entry.entrant.name == bot.name for entry in load_roster(roster)):
        raise ConfigError(
            f"{roster}: there is a bot {bot.name!r} already: choose another by --name, "
            "or take that one out of the file"
        )
    if find_house_bot(bot.name):
        raise ConfigError(f"{bot.name!r} is the name of a sample bot: choose another by --name")
    return _report(_submitted(bot, roster, _sandbox(sandbox, roster)))


def _sandbox(said: str | None, *hidden: Path) -> Sandbox | None:
    """Find the sandbox that was chosen on the command line, from which some files are hidden."""
    given = Given()
    if said is not None:
        given.put("sandbox", said, "--sandbox")
    sandbox, why_not = choose_sandbox(given.sandbox(), hidden)
    if why_not:
        _say(f"No sandbox: {why_not}")
    return sandbox


def _entrant(command: Sequence[str], name: str | None, author: str | None) -> Entrant:
    """Make an entrant of a command line, one that can be started in any folder."""
    first, *rest = read_command(list(command), "command", Path())
    words = (first, *map(_whole_path, rest))
    bot = Entrant(name=read_name(name or _name_of(words), "--name"), command=words, author=author)
    refuse_missing([bot])
    return bot


def _whole_path(word: str) -> str:
    """Name a file so that it is found from any folder; leave other words alone."""
    return str(Path(word).absolute()) if Path(word).is_file() else word


def _name_of(words: Sequence[str]) -> str:
    """Name a bot after the last file of its command, or else after its program."""
    files = [word for word in words if Path(word).is_file()]
    named_after = files[-1] if files else words[0]
    return Path(named_after).stem or named_after


def _report(work: Coroutine[None, None, None]) -> ExitCode:
    """Do the work, and tell whether the bot came through."""
    try:
        asyncio.run(work)
    except CheckFailedError as error:
        sys.stderr.write(f"{error}\n")
        return ExitCode.FAILED
    return ExitCode.DONE


async def _checked(bot: Entrant, to_submit: str, sandbox: Sandbox | None) -> None:
    _say(f"Checking {bot.name}")
    await Check(bot, _say, sandbox).run()
    _say(f"All is well. To enter it in the roster:\n  {to_submit}")


async def _submitted(bot: Entrant, roster: Path, sandbox: Sandbox | None) -> None:
    _say(f"Checking {bot.name}")
    check = Check(bot, _say, sandbox)
    games = await check.run()
    for game in games:
        opponents = [house_bot(name) for name in _OPPONENTS]
        outcomes = await check.play(game, opponents, VALIDATION_GAMES)
        check.passed(f"{game}: mean places in {len(outcomes)} games: {_mean_places(outcomes)}")
    add_to_roster(roster, Entry(bot, dt.datetime.now(dt.UTC).date(), tuple(games)))
    check.passed(f"{bot.name} is entered in {roster}")
    # A file of its own: in one that was begun without this bot it may not play.
    db = roster.with_name(f"cup-{len(load_roster(roster))}.sqlite")
    words = ["--game", games[0], "--db", str(db)]
    if roster.name != ROSTER:
        words += ["--roster", str(roster)]
    _say(f"To play a tournament with it:\n  bumblepuppy run-tournament {shlex.join(words)}")


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
