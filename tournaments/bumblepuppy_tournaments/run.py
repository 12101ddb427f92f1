"""`bumblepuppy run-tournament`: from settings to the final table."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.games import load_game
from bumblepuppy_tournaments.balance import balance
from bumblepuppy_tournaments.conduct import Conductor, Pace
from bumblepuppy_tournaments.deals import Secret, schedule_seed
from bumblepuppy_tournaments.display import choose_display
from bumblepuppy_tournaments.entrants import refuse_missing
from bumblepuppy_tournaments.house import house_bots
from bumblepuppy_tournaments.render import Heading
from bumblepuppy_tournaments.roster import load_roster
from bumblepuppy_tournaments.schedule import Schedule, matches_for
from bumblepuppy_tournaments.store import Writer

if TYPE_CHECKING:
    from bumblepuppy_tournaments.config import Settings
    from bumblepuppy_tournaments.display import Display
    from bumblepuppy_tournaments.store import Reader

DEFAULT_CONCURRENCY: Final = 128
"""Games in flight: enough to fill the messages to instant bots, few enough to keep memory small."""
DEFAULT_WORKERS: Final = 1
ROSTER: Final = "roster.toml"
"""The roster's file, beside the tournament's."""
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


def run_tournament(settings: Settings, *, plain: bool, json: bool) -> int:
    """Play, or play on, and give the exit code.

    Raises:
        BumblepuppyError: something is wrong with what was asked for, or the run cannot go on.
    """
    settings = with_bots(settings)
    refuse_missing(settings.bots)
    plan = settings.plan()
    Schedule(len(plan.entrants), plan.seats, 0)  # refuses a table that cannot be filled
    pace = Pace(
        workers=settings.workers or DEFAULT_WORKERS,
        concurrency=settings.concurrency or DEFAULT_CONCURRENCY,
    )
    with Writer(db_of(settings), plan, settings.whole_games) as writer:
        with choose_display(heading_of(writer), plain=plain, json=json) as display:
            for line in _opening(settings, writer):
                display.say(line)
            if not is_over(writer):
                asyncio.run(_conduct(Conductor(writer, pace, display), display))
        display.finish(writer.standings())
        if is_over(writer):
            display.say(f"All games are played. The secret of the deals: {writer.secret.hex()}")
            return 0
        display.say(f"Stopped; all finished games are in {writer.path}. To play on:")
        display.say(f"  {_this_command()}")
        return INTERRUPTED


def db_of(settings: Settings) -> Path:
    """Give the tournament file: the one named, or one called after the game."""
    return settings.db or Path(f"{settings.game}.sqlite")


def with_bots(settings: Settings) -> Settings:
    """Let those play who are there, where no bot is named: the roster's and the house's."""
    if settings.bots:
        return settings
    roster = load_roster(db_of(settings).with_name(ROSTER))
    return settings.with_bots(
        [*(entry.entrant for entry in roster), *house_bots(settings.seats - len(roster))]
    )


def heading_of(reader: Reader) -> Heading:
    """Give what stands above a tournament's table."""
    plan = reader.plan
    game = load_game(plan.game)
    usual = game.describe(game.options({"players": plan.seats}))
    return Heading(
        game=plan.game,
        seats=plan.seats,
        commitment=reader.commitment,
        options={name: value for name, value in plan.options.items() if value != usual.get(name)},
        seed=plan.seed,
    )


def is_over(reader: Reader) -> bool:
    """Tell whether all planned games are played."""
    standings = reader.standings()
    return standings.games_played >= standings.games_planned


def dry_run(settings: Settings) -> list[str]:
    """Tell what would be played, and how evenly.

    Raises:
        BumblepuppyError: it could not be played.
    """
    settings = with_bots(settings)
    refuse_missing(settings.bots)
    plan = settings.plan()
    # Every secret gives another order; an example's balance is as good as any.
    secret = Secret.from_seed(plan.seed) if plan.seed else Secret.random()
    schedule = Schedule(len(plan.entrants), plan.seats, schedule_seed(secret), plan.deals)
    matches = matches_for(settings.games, plan.seats)
    changed = [f"{name} = {value!r}" for name, value in plan.options.items() if value is not None]
    return [
        f"{plan.game}, {plan.seats} seats; {', '.join(changed)}",
        f"{settings.whole_games} games: {matches} matches of {plan.seats}, deals {plan.deals}",
        f"clocks: {plan.clocks.move:g} s a move, {plan.clocks.bank:g} s bank a game",
        f"file: {db_of(settings)}",
        f"{len(plan.entrants)} bots:",
        *(f"  {bot.name}: {shlex.join(bot.command)}" for bot in plan.entrants),
        "balance:",
        *(f"  {line}" for line in balance(schedule, matches).lines()),
    ]


def _opening(settings: Settings, writer: Writer) -> list[str]:
    """Tell what is worth knowing before the first game."""
    lines = []
    if settings.whole_games != settings.games:
        matches = matches_for(settings.games, settings.seats)
        lines.append(
            f"{settings.games} games are rounded up to {settings.whole_games}: "
            f"{matches} whole matches of {settings.seats}"
        )
    played = writer.standings().games_played
    if is_over(writer):
        lines.append(
            f"All {played} games in {writer.path} are played. More: a higher --games. "
            "Another tournament: another file by --db"
        )
    elif writer.resumed:
        lines.append(f"Playing on in {writer.path}, where {played} games are played")
    return lines


async def _conduct(conductor: Conductor, display: Display) -> None:
    """Play until the end; one Ctrl-C lets the games in flight end, a second one does not."""
    loop = asyncio.get_running_loop()
    conducting = asyncio.current_task()

    def interrupt() -> None:
        if conductor.stopping and conducting:
            conducting.cancel()
        conductor.stopping = True
        display.say("Stopping: the games in flight are finished. Ctrl-C again stops at once.")

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)
    with contextlib.suppress(asyncio.CancelledError):
        await conductor.run()


def _this_command() -> str:
    """Give the command that was typed, to be typed again."""
    return shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
