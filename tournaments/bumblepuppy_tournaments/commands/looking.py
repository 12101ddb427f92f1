"""Commands that read a tournament file; each imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def standings(
    db: arguments.Db = None,
    watch: Annotated[bool, typer.Option("--watch", help="Renew it until the end.")] = False,
    json: arguments.Json = False,
) -> None:
    """Show a tournament's standings, while it is being played or afterwards.

    \b
    Examples:
      bumblepuppy standings
      bumblepuppy standings --watch --db rumba.sqlite
      bumblepuppy standings --json > standings.json
    """
    with plain_errors():
        from bumblepuppy_tournaments.telling.standings import show_standings

        show_standings(db, watch=watch, json=json)


def why(
    game: Annotated[
        str, typer.Argument(help="Its slot; or its id, or the beginning of that.", metavar="GAME")
    ],
    again: Annotated[
        bool,
        typer.Option("--again", help="Play it once more, alone, with the same deal and bots."),
    ] = False,
    sandbox: Annotated[
        str | None, typer.Option(help="To play in: auto | bwrap | none; else as in the latest run.")
    ] = None,
    db: arguments.Db = None,
    json: arguments.Json = False,
) -> None:
    """Tell what happened in a game: who was at fault and how, and the last questions.

    \b
    Examples:
      bumblepuppy why 3237944617d4
      bumblepuppy why 3f2a --db rumba.sqlite
      bumblepuppy why 17 --json
      bumblepuppy why 17 --again
    """
    with plain_errors():
        from bumblepuppy_tournaments.telling.why import play_again, show_why

        if again:
            play_again(game, db, sandbox, json=json)
        else:
            show_why(game, db, json=json)


def verify(
    file: arguments.File = None,
    rejudge: Annotated[
        bool,
        typer.Option("--rejudge", help="List the results that would change by the present rules."),
    ] = False,
    json: arguments.Json = False,
) -> None:
    """Check a tournament file: deals, schedule, every game by the rules, ratings and standings.

    \b
    The file may be one that is being played. Deals can be checked once the secret is told.

    \b
    Examples:
      bumblepuppy verify cup.sqlite
      bumblepuppy verify cup.sqlite --json
      bumblepuppy verify cup.sqlite --rejudge
    """
    with plain_errors():
        from bumblepuppy_tournaments.checking import verify as command

        raise typer.Exit(command.verify(file, rejudge=rejudge, json=json))
