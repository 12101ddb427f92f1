"""The command line."""

from __future__ import annotations

from typing import Final

import typer

from bumblepuppy_tournaments.commands.contestants import check, doctor, rules, submit
from bumblepuppy_tournaments.commands.exchanging import export, import_
from bumblepuppy_tournaments.commands.games import games, replay
from bumblepuppy_tournaments.commands.hosting import invite, serve
from bumblepuppy_tournaments.commands.joining import play
from bumblepuppy_tournaments.commands.looking import standings, verify, why
from bumblepuppy_tournaments.commands.playing import run_tournament
from bumblepuppy_tournaments.commands.telling import report

COMMANDS: Final = (
    run_tournament,
    play,
    standings,
    games,
    replay,
    report,
    why,
    export,
    import_,
    verify,
    rules,
    check,
    submit,
    serve,
    invite,
    doctor,
)
"""In the order in which `--help` lists them."""

app = typer.Typer(
    name="bumblepuppy",
    help="Tournaments of bot-vs-bot card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
for command in COMMANDS:
    app.command(command.__name__.strip("_").replace("_", "-"))(command)
