"""The command that tells what results mean."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def report(
    section: Annotated[
        str | None, typer.Option(help="Only this: table | places | ranks | pairs | effects")
    ] = None,
    db: arguments.Db = None,
    json: arguments.Json = False,
) -> None:
    """Tell what a tournament's results mean, and how sure they are; also while it is being played.

    \b
    The table with intervals and ties, the distribution of places, the probability
    of each rank, who beats whom, and what seats, neighbours and deals do.

    \b
    Examples:
      bumblepuppy report
      bumblepuppy report --section effects --db rumba.sqlite
      bumblepuppy report --json > report.json
    """
    with plain_errors():
        # Read by numpy when it is imported: a look at a running tournament is to leave the bots
        # their processors, which idle threads would keep busy.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        try:
            from bumblepuppy_tournaments.report.show import show_report
        except ModuleNotFoundError as missing:
            if missing.name not in {"choix", "numpy", "scipy"}:
                raise
            from bumblepuppy_sdk.errors import BumblepuppyError
            from bumblepuppy_tournaments.extras import how_to_install

            raise BumblepuppyError(
                f"{missing.name} is not installed, which reports need. Run\n"
                f"  {how_to_install('choix')}"
            ) from None
        show_report(db, section, json=json)
