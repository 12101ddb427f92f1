"""The command for a person who wants to play; it imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def play(
    game: Annotated[str, typer.Argument(help="rolling-stone, rumba, …", metavar="GAME")],
    against: Annotated[
        list[str],
        typer.Option(help="Bots: sample bots, the roster's, NAME=COMMAND, files; by commas."),
    ],
    option: arguments.Rule = None,
    seed: arguments.Seed = None,
    name: Annotated[str | None, typer.Option(help="What you are called at the table.")] = None,
    move: Annotated[
        float | None, typer.Option(help="Seconds for each of your decisions; else no clock.")
    ] = None,
    lang: Annotated[
        str | None, typer.Option(help="en, es, pt or de; else that of the locale, or en.")
    ] = None,
    sandbox: arguments.Sandbox = None,
) -> None:
    """Play yourself, against bots.

    \b
    Examples:
      bumblepuppy play rumba --against tips,tips,mcts
      bumblepuppy play rolling-stone --against counter,tips,greedy --lang de
      bumblepuppy play rumba --against my_bot.py --option pack=spanish40 --lang es
      bumblepuppy play rumba --against tips --move 20
    """
    with plain_errors():
        from bumblepuppy_tournaments.person.host import Wishes
        from bumblepuppy_tournaments.person.host import play as play_games

        wishes = Wishes(
            game=game,
            against=against,
            options=option or (),
            seed=seed,
            name=name,
            move=move,
            language=lang,
            sandbox=sandbox,
        )
        raise typer.Exit(play_games(wishes))
