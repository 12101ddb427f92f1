"""The command line. Each command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bumblepuppy_tournaments.plain_errors import plain_errors

app = typer.Typer(
    name="bumblepuppy",
    help="Tournaments of bot-vs-bot card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

Games = Annotated[int | None, typer.Option(help="Games to play in all; whole matches are played.")]
Db = Annotated[
    Path | None, typer.Option(help="The tournament file; else the one here that was played last.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Name = Annotated[str | None, typer.Option(help="The bot's name; else its file's.")]
Sandbox = Annotated[
    str | None, typer.Option(help="auto (default): bwrap where it works | bwrap | none")
]
Command = Annotated[
    list[str],
    typer.Argument(help="A Python file, or after -- any command.", metavar="BOT.py | -- COMMAND…"),
]


@app.command()
def run_tournament(
    config: Annotated[Path | None, typer.Argument(help="A TOML file with settings.")] = None,
    games: Games = None,
    game: Annotated[str | None, typer.Option(help="rolling-stone (default), rumba, …")] = None,
    seats: Annotated[int | None, typer.Option(help="Bots at a table.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A rule: KEY=VALUE. Repeatable.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="An entrant: NAME=FILE.py, NAME=COMMAND, or a sample bot. Repeatable."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Derive the deals from this; else from a secret.")
    ] = None,
    deals: Annotated[
        str | None, typer.Option(help="shared (by a match; usual among sample bots) | independent")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option(help="Games at one time; else as many as suits the bots.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Referees' processes.")] = None,
    thinkers: Annotated[
        int | None,
        typer.Option(help="Bots that think at one time, if slow; else one a processor."),
    ] = None,
    ask_forced: Annotated[
        bool | None,
        typer.Option("--ask-forced", help="Ask bots even where they have no choice."),
    ] = None,
    suspend: Annotated[
        bool | None,
        typer.Option(
            "--suspend/--no-suspend",
            help="Play on without bots that spoil more than a tenth of 20 games or more (usual).",
        ),
    ] = None,
    move: Annotated[float | None, typer.Option(help="Seconds for a decision.")] = None,
    bank: Annotated[float | None, typer.Option(help="Reserve in seconds for a game.")] = None,
    memory: Annotated[int | None, typer.Option(help="MiB that a bot may hold.")] = None,
    processes: Annotated[int | None, typer.Option(help="A bot's, threads included.")] = None,
    processor_seconds: Annotated[
        int | None, typer.Option(help="Processor time for each of a bot's processes.")
    ] = None,
    open_files: Annotated[
        int | None, typer.Option(help="Files that a bot's process may have open.")
    ] = None,
    file_size: Annotated[
        int | None, typer.Option(help="MiB of the largest file that a bot may write.")
    ] = None,
    sandbox: Sandbox = None,
    db: Annotated[
        Path | None, typer.Option(help="The tournament file; else one called after the game.")
    ] = None,
    roster: Annotated[
        Path | None, typer.Option(help="The roster; else roster.toml beside the tournament file.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, as in a pipe.")] = False,
    json: Json = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the plan and its balance; play nothing.")
    ] = False,
) -> None:
    """Play a round-robin, rated with TrueSkill, and watch the standings.

    \b
    Without --bot, the sample bots play, and those that were submitted.
    The same command plays on where it was stopped; a higher --games plays more.

    \b
    Examples:
      bumblepuppy run-tournament --games 1000
      bumblepuppy run-tournament --game rumba --seats 6 --option effects=full
      bumblepuppy run-tournament --game rumba --seats 2 --db duel.sqlite \\
        --bot mine=my_bot.py --bot tips="python -m bumblepuppy_bots.tips"

    \b
    Exit codes, of every command:
      0    done
      1    a bot failed its check, or this machine the doctor's
      2    something is wrong with what was asked for; a message says what
      130  interrupted: by Ctrl-C, or because nobody reads the output any more
    """
    with plain_errors():
        from bumblepuppy_tournaments import run
        from bumblepuppy_tournaments.config import load_settings
        from bumblepuppy_tournaments.settings import Overrides

        overrides = Overrides(
            game=game,
            seats=seats,
            games=games,
            options=option or (),
            bots=bot or (),
            seed=seed,
            deals=deals,
            concurrency=concurrency,
            workers=workers,
            thinkers=thinkers,
            ask_forced=ask_forced,
            suspend=suspend,
            move=move,
            bank=bank,
            memory=memory,
            processes=processes,
            processor_seconds=processor_seconds,
            open_files=open_files,
            file_size=file_size,
            sandbox=sandbox,
            db=db,
            roster=roster,
        )
        settings = load_settings(config, overrides)
        if dry_run:
            typer.echo("\n".join(run.dry_run(settings)))
            return
        raise typer.Exit(run.run_tournament(settings, plain=plain, json=json))


@app.command()
def standings(
    db: Db = None,
    watch: Annotated[bool, typer.Option("--watch", help="Renew it until the end.")] = False,
    json: Json = False,
) -> None:
    """Show a tournament's standings, while it is being played or afterwards.

    \b
    Examples:
      bumblepuppy standings
      bumblepuppy standings --watch --db rumba.sqlite
      bumblepuppy standings --json > standings.json
    """
    with plain_errors():
        from bumblepuppy_tournaments.show import show_standings

        show_standings(db, watch=watch, json=json)


@app.command()
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
    db: Db = None,
    json: Json = False,
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
        from bumblepuppy_tournaments.why import play_again, show_why

        if again:
            play_again(game, db, sandbox, json=json)
        else:
            show_why(game, db, json=json)


@app.command()
def export(
    db: Db = None,
    format_: Annotated[str, typer.Option("--format", help="jsonl: a record a line.")] = "jsonl",
    output: Annotated[Path | None, typer.Option(help="A file; else standard output.")] = None,
) -> None:
    """Write every game as a record, complete enough to replay it by hand.

    \b
    Examples:
      bumblepuppy export --format jsonl > games.jsonl
      bumblepuppy export --db rumba.sqlite --output rumba.jsonl
    """
    with plain_errors():
        from bumblepuppy_tournaments.show import export_records

        export_records(db, format_, output)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="rolling-stone, rumba, …", metavar="GAME")],
    lang: Annotated[
        str | None, typer.Option(help="en, es, pt or de; else that of the locale, or en.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="A rule: KEY=VALUE. Repeatable.")] = None,
    json: Json = False,
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
        from bumblepuppy_tournaments.rules import show_rules

        show_rules(game, option or (), lang, json=json)


@app.command()
def check(command: Command, name: Name = None, sandbox: Sandbox = None) -> None:
    """Walk a bot through numbered steps, and name what fails.

    \b
    Examples:
      bumblepuppy check my_bot.py
      bumblepuppy check -- node bot.js
      bumblepuppy check -- python -m bumblepuppy_bots.greedy
    """
    with plain_errors():
        from bumblepuppy_tournaments.contestant import check_bot

        raise typer.Exit(check_bot(command, name, sandbox))


@app.command()
def submit(
    command: Command,
    name: Name = None,
    author: Annotated[str | None, typer.Option(help="Who wrote it.")] = None,
    roster: Annotated[Path, typer.Option(help="The roster to enter it in.")] = Path("roster.toml"),
    sandbox: Sandbox = None,
) -> None:
    """Check a bot, play validation games against the sample bots, and enter it in the roster.

    \b
    Examples:
      bumblepuppy submit my_bot.py
      bumblepuppy submit --name Ágata -- node bot.js
    """
    with plain_errors():
        from bumblepuppy_tournaments.contestant import submit_bot

        raise typer.Exit(submit_bot(command, name, author, roster, sandbox))


@app.command()
def doctor(json: Json = False) -> None:
    """Tell what this machine offers a tournament, and how to get the rest.

    \b
    Examples:
      bumblepuppy doctor
      bumblepuppy doctor --json
    """
    with plain_errors():
        from bumblepuppy_tournaments.doctor import show_doctor

        raise typer.Exit(show_doctor(as_json=json))
