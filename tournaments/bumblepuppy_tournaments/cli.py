"""The command line."""

from __future__ import annotations

from typing import Final

import typer

from bumblepuppy_tournaments.commands.contestants import check, doctor, rules, submit
from bumblepuppy_tournaments.commands.looking import export, standings, verify, why
from bumblepuppy_tournaments.commands.playing import run_tournament

COMMANDS: Final = (
    run_tournament,
    standings,
    why,
    export,
    verify,
    rules,
    check,
    submit,
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
    app.command()(command)
