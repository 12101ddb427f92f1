"""Commands about single games; each imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def replay(
    game: Annotated[
        str, typer.Argument(help="Its slot; or its id, or the beginning of that.", metavar="GAME")
    ],
    seat: Annotated[
        str | None, typer.Option(help="Show what this bot, or seat number, saw.", metavar="NAME")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="A transcript, as in a pipe: a line an event.")
    ] = False,
    speed: Annotated[
        float, typer.Option(help="Actions a second; 0: paused until p is pressed.")
    ] = 1.0,
    db: arguments.Db = None,
) -> None:
    """Watch a game again: an animated table to step through, or a transcript.

    \b
    Keys:
      → space n         one action on
      ← b               one action back
      ↓ ↑ PgDn PgUp     to the next, or last, trick, hand, restock or fault
      Home 0, End $     to the deal, to the end
      p                 play by itself, or pause
      q                 quit

    \b
    All hands are shown, of a tournament that is under way as well: whoever can
    read the file can see them, so bots must not (in the sandbox they cannot).
    With --seat only that bot's cards, faults and think times are shown.
    Think times are means of the game; those of single answers are kept only
    in games with a fault, for the last questions of each seat.

    \b
    Examples:
      bumblepuppy replay 17
      bumblepuppy replay 3237944617d4 --seat mine --speed 4
      bumblepuppy replay 3f2a --db rumba.sqlite --plain > game.txt
    """
    with plain_errors():
        from bumblepuppy_tournaments.replaying.replay import show_replay

        show_replay(game, db, seat, plain=plain, speed=speed)


def games(
    db: arguments.Db = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="It was at the table. Repeatable: all of them were.", metavar="NAME"),
    ] = None,
    place: Annotated[
        int | None, typer.Option(help="The first --bot came to this place.", min=1)
    ] = None,
    fault: Annotated[
        str | None,
        typer.Option(help="The first --bot, else anybody, was at fault: any, illegal, timeout, …"),
    ] = None,
    reason: Annotated[
        str | None, typer.Option(help="It ended by this: out, cap, repetition, …")
    ] = None,
    longer: Annotated[int | None, typer.Option(help="It had more actions than this.")] = None,
    shorter: Annotated[int | None, typer.Option(help="It had fewer actions than this.")] = None,
    void: Annotated[bool, typer.Option("--void", help="Attempts that were void, instead.")] = False,
    order: Annotated[str, typer.Option(help="slot | length; the greatest last.")] = "slot",
    limit: Annotated[
        int | None,
        typer.Option(help="The last so many, 0: all; else 20, and with --json all.", min=0),
    ] = None,
    json: arguments.Json = False,
) -> None:
    """List games, and find them by bot, place, fault, reason and length.

    \b
    Behind a bot's name stands its place, and a star if it was at fault.

    \b
    Examples:
      bumblepuppy games --bot mine --place 4
      bumblepuppy games --bot mine --fault timeout
      bumblepuppy games --bot mine --bot tips --order length --limit 5
      bumblepuppy games --reason cap --json | jq -r .game_id
    """
    with plain_errors():
        from bumblepuppy_tournaments.store.search import Wanted
        from bumblepuppy_tournaments.telling.games import show_games

        wanted = Wanted(
            bots=tuple(bot or ()),
            place=place,
            fault=fault,
            reason=reason,
            longer=longer,
            shorter=shorter,
            void=void,
        )
        show_games(db, wanted, order=order, limit=limit, json=json)
