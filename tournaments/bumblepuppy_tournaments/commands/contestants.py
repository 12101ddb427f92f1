"""Commands for a bot's author; each imports what it needs when it runs: help comes at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def check(
    command: arguments.Command, name: arguments.Name = None, sandbox: arguments.Sandbox = None
) -> None:
    """Walk a bot through numbered steps, and name what fails.

    \b
    Examples:
      bumblepuppy check my_bot.py
      bumblepuppy check -- node bot.js
      bumblepuppy check -- python -m bumblepuppy_bots.greedy
    """
    with plain_errors():
        from bumblepuppy_tournaments.entering.contestant import check_bot

        raise typer.Exit(check_bot(command, name, sandbox))


def submit(
    command: arguments.Command,
    name: arguments.Name = None,
    author: Annotated[str | None, typer.Option(help="Who wrote it.")] = None,
    roster: Annotated[Path, typer.Option(help="The roster to enter it in.")] = Path("roster.toml"),
    sandbox: arguments.Sandbox = None,
) -> None:
    """Check a bot, play validation games against the sample bots, and enter it in the roster.

    \b
    Examples:
      bumblepuppy submit my_bot.py
      bumblepuppy submit --name Ágata -- node bot.js
    """
    with plain_errors():
        from bumblepuppy_tournaments.entering.contestant import submit_bot

        raise typer.Exit(submit_bot(command, name, author, roster, sandbox))


def rules(
    game: Annotated[str, typer.Argument(help="rolling-stone, rumba, …", metavar="GAME")],
    lang: Annotated[
        str | None, typer.Option(help="en, es, pt or de; else that of the locale, or en.")
    ] = None,
    option: arguments.Rule = None,
    json: arguments.Json = False,
) -> None:
    """Tell a game's rules in words, as they are with these options.

    \b
    Examples:
      bumblepuppy rules rolling-stone
      bumblepuppy rules rolling-stone --option players=5 --option trump=hearts
      bumblepuppy rules rumba --lang es --option pack=spanish40 \\
        --option effects=full
      bumblepuppy rules rumba --option 'effects={"A": "skip", "2": "wild"}'
    """
    with plain_errors():
        from bumblepuppy_tournaments.telling.rules import show_rules

        show_rules(game, option or (), lang, json=json)


def doctor(json: arguments.Json = False) -> None:
    """Tell what this machine offers a tournament, and how to get the rest.

    \b
    Examples:
      bumblepuppy doctor
      bumblepuppy doctor --json
    """
    with plain_errors():
        from bumblepuppy_tournaments.telling.doctor import show_doctor

        raise typer.Exit(show_doctor(as_json=json))
