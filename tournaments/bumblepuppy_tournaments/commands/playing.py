"""Commands that play; each imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bumblepuppy_tournaments.commands import arguments  # noqa: TC001 - typer reads the annotations
from bumblepuppy_tournaments.plain_errors import plain_errors


def run_tournament(
    config: Annotated[Path | None, typer.Argument(help="A TOML file with settings.")] = None,
    games: arguments.Games = None,
    game: Annotated[str | None, typer.Option(help="rolling-stone (default), rumba, …")] = None,
    seats: Annotated[int | None, typer.Option(help="Bots at a table.")] = None,
    option: arguments.Rule = None,
    bot: arguments.Bots = None,
    format_: arguments.Format = None,
    challenger: arguments.Challenger = None,
    rounds: arguments.Rounds = None,
    best_of: arguments.BestOf = None,
    apart: arguments.Apart = None,
    fill: arguments.Fill = None,
    tau: arguments.Tau = None,
    anchor: arguments.Anchor = None,
    until: arguments.Until = None,
    sprt: arguments.SprtBots = None,
    bounds: arguments.Bounds = None,
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
    events: arguments.Events = None,
    on_game_end: arguments.OnGameEnd = None,
    on_finish: arguments.OnFinish = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, as in a pipe.")] = False,
    json: arguments.Json = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the plan and its balance; play nothing.")
    ] = False,
) -> None:
    """Play a tournament, rated with TrueSkill, and watch the standings.

    \b
    Without --bot, the sample bots play, and those that were submitted.
    The same command plays on where it was stopped; a higher --games plays more.

    \b
    Examples:
      bumblepuppy run-tournament --games 1000
      bumblepuppy run-tournament --game rumba --seats 6 --option effects=full
      bumblepuppy run-tournament --game rumba --seats 2 --db duel.sqlite \\
        --bot mine=my_bot.py --bot tips="python -m bumblepuppy_bots.tips"
      bumblepuppy run-tournament --until 0.95 --games 20000
      bumblepuppy run-tournament --format gauntlet --challenger mine --games 2000
      bumblepuppy run-tournament --format knockout --best-of 3 --db cup.sqlite
      bumblepuppy run-tournament --sprt mine tips --bounds 0 0.05 --games 50000

    \b
    Exit codes, of every command:
      0    done
      1    a check failed: a bot's, a tournament file's, or the doctor's of this machine
      2    something is wrong with what was asked for; a message says what
      130  interrupted: by Ctrl-C, or because nobody reads the output any more
    """
    with plain_errors():
        from functools import partial

        from bumblepuppy_tournaments.running.dry_run import dry_run as plan_of
        from bumblepuppy_tournaments.running.run import run_tournament as play
        from bumblepuppy_tournaments.settings.config import load_settings
        from bumblepuppy_tournaments.settings.settings import Overrides

        overrides = Overrides(
            game=game,
            seats=seats,
            games=games,
            options=option or (),
            bots=bot or (),
            format=format_,
            challenger=challenger or (),
            rounds=rounds,
            best_of=best_of,
            apart=apart,
            fill=fill,
            tau=tau,
            anchor=anchor or (),
            until=until,
            sprt=sprt or (),
            bounds=bounds or (),
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
            events=events,
            on_game_end=on_game_end,
            on_finish=on_finish,
        )
        if dry_run:
            typer.echo("\n".join(plan_of(load_settings(config, overrides))))
            return
        load = partial(load_settings, config, overrides)
        raise typer.Exit(play(load, plain=plain, json=json))
