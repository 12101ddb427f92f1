"""Commands by which games leave a tournament file, and come back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def export(
    db: arguments.Db = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="jsonl: a record a line | csv, parquet: a row a game and seat."
            " Else by the file's ending.",
        ),
    ] = None,
    output: Annotated[Path | None, typer.Option(help="A file; else standard output.")] = None,
    head: Annotated[
        bool,
        typer.Option("--head", help="Begin jsonl with a line about the tournament, for import."),
    ] = False,
) -> None:
    """Write every game as a record, complete enough to replay it by hand; or the results.

    \b
    Examples:
      bumblepuppy export --format jsonl > games.jsonl
      bumblepuppy export --db rumba.sqlite --output rumba.csv
      bumblepuppy export --head --output games.jsonl
    """
    with plain_errors():
        from bumblepuppy_tournaments.exchange import export as command

        command.export(db, format_, output, head=head)


def import_(
    file: Annotated[Path, typer.Argument(help="Records, one a line.", metavar="GAMES.jsonl")],
    db: Annotated[Path, typer.Option(help="The tournament file to make.")],
) -> None:
    """Make a tournament file of records, to look at, verify and export; not to play on.

    \b
    Examples:
      bumblepuppy import games.jsonl --db copy.sqlite
    """
    with plain_errors():
        from bumblepuppy_tournaments.exchange.importing import import_records

        typer.echo("\n".join(import_records(file, db)))
