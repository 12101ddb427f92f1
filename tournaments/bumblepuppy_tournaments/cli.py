"""The command line. Each command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bumblepuppy_tournaments import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors

app = typer.Typer(
    name="bumblepuppy",
    help="Tournaments of bot-vs-bot card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


@app.command()
def run_tournament(
    config: Annotated[Path | None, typer.Argument(help="A TOML file with settings.")] = None,
    games: arguments.Games = None,
    game: Annotated[str | None, typer.Option(help="rolling-stone (default), rumba, …")] = None,
    seats: Annotated[int | None, typer.Option(help="Bots at a table.")] = None,
    option: arguments.Rule = None,
    bot: arguments.Bots = None,
    seed: arguments.Seed = None,
    deals: arguments.Deals = None,
    concurrency: arguments.Concurrency = None,
    workers: Annotated[int | None, typer.Option(help="Referees' processes.")] = None,
    thinkers: arguments.Thinkers = None,
    ask_forced: arguments.AskForced = None,
    suspend: arguments.Suspend = None,
    move: Annotated[float | None, typer.Option(help="Seconds for a decision.")] = None,
    bank: Annotated[float | None, typer.Option(help="Reserve in seconds for a game.")] = None,
    memory: Annotated[int | None, typer.Option(help="MiB that a bot may hold.")] = None,
    processes: Annotated[int | None, typer.Option(help="A bot's, threads included.")] = None,
    processor_seconds: arguments.ProcessorSeconds = None,
    open_files: arguments.OpenFiles = None,
    file_size: arguments.FileSize = None,
    sandbox: arguments.Sandbox = None,
    db: Annotated[
        Path | None, typer.Option(help="The tournament file; else one called after the game.")
    ] = None,
    roster: Annotated[
        Path | None, typer.Option(help="The roster; else roster.toml beside the tournament file.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, as in a pipe.")] = False,
    json: arguments.Json = False,
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
      1    a check failed: a bot's, a tournament file's, or the doctor's of this machine
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
        from bumblepuppy_tournaments.why import play_again, show_why

        if again:
            play_again(game, db, sandbox, json=json)
        else:
            show_why(game, db, json=json)


@app.command()
def export(
    db: arguments.Db = None,
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
        from bumblepuppy_tournaments import verify as command

        raise typer.Exit(command.verify(file, rejudge=rejudge, json=json))


@app.command()
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
        from bumblepuppy_tournaments.rules import show_rules

        show_rules(game, option or (), lang, json=json)


@app.command()
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
        from bumblepuppy_tournaments.contestant import check_bot

        raise typer.Exit(check_bot(command, name, sandbox))


@app.command()
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
        from bumblepuppy_tournaments.contestant import submit_bot

        raise typer.Exit(submit_bot(command, name, author, roster, sandbox))


@app.command()
def doctor(json: arguments.Json = False) -> None:
    """Tell what this machine offers a tournament, and how to get the rest.

    \b
    Examples:
      bumblepuppy doctor
      bumblepuppy doctor --json
    """
    with plain_errors():
        from bumblepuppy_tournaments.doctor import show_doctor

        raise typer.Exit(show_doctor(as_json=json))
