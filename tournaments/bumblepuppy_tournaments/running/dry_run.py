"""A dry run: what would be played, and how evenly."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from bumblepuppy_server.sandbox import Choice, choose_sandbox
from bumblepuppy_tournaments.bots.entrants import refuse_missing
from bumblepuppy_tournaments.running.files import db_of
from bumblepuppy_tournaments.running.recruiting import with_bots
from bumblepuppy_tournaments.schedule.balance import balance
from bumblepuppy_tournaments.schedule.deals import Secret, schedule_seed
from bumblepuppy_tournaments.schedule.formats import Kind
from bumblepuppy_tournaments.screen.heading import sandbox_in_words
from bumblepuppy_tournaments.screen.text import option_text
from bumblepuppy_tournaments.settings.plan import differences
from bumblepuppy_tournaments.store.reader import Reader

if TYPE_CHECKING:
    from pathlib import Path

    from bumblepuppy_server.limits import Limits
    from bumblepuppy_tournaments.schedule.schedule import Schedule
    from bumblepuppy_tournaments.settings.plan import Plan
    from bumblepuppy_tournaments.settings.settings import Settings


def dry_run(settings: Settings) -> list[str]:
    """Tell what would be played, and how evenly.

    Raises:
        BumblepuppyError: it could not be played.
    """
    settings = with_bots(settings)
    refuse_missing(settings.bots)
    plan = settings.plan()
    schedule = plan.schedule(0)
    settings.competition.rule(plan)
    sandbox, _ = choose_sandbox(settings.sandbox)
    in_force = plan.options.items()
    options = [f"{name}={option_text(value)}" for name, value in in_force if value is not None]
    return [
        f"{plan.game}, {plan.seats} seats",
        f"options: {' '.join(options)}",
        f"{plan.format.kind}: {_games_in_words(settings, schedule)}, deals {plan.deals}",
        f"clocks: {plan.clocks.move:g} s a move, {plan.clocks.bank:g} s bank a game",
        f"limits: {_limits_in_words(settings.limits)}",
        sandbox_in_words(Choice.BWRAP if sandbox else Choice.NONE),
        f"file: {_state_of(db_of(settings), plan)}",
        f"{len(plan.entrants)} bots:",
        *(f"  {bot.name}: {shlex.join(bot.command)}" for bot in plan.entrants),
        *_balance_in_words(settings, plan),
    ]


def _games_in_words(settings: Settings, schedule: Schedule) -> str:
    most = "" if settings.competition.format.kind is not Kind.KNOCKOUT else " at most, without ties"
    matches = settings.whole_games // schedule.seats
    return f"{settings.whole_games} games{most}: {matches} matches of {schedule.seats}"


def _balance_in_words(settings: Settings, plan: Plan) -> list[str]:
    if plan.format.kind.looks_back:
        return [f"balance: who meets whom in a {plan.format.kind} follows from the results"]
    # Every secret gives another order; an example's balance is as good as any.
    secret = Secret.from_seed(plan.seed) if plan.seed else Secret.random()
    matches = settings.whole_games // plan.seats
    found = balance(plan.schedule(schedule_seed(secret)), matches)
    return ["balance:", *(f"  {line}" for line in found.lines())]


def _limits_in_words(limits: Limits) -> str:
    processor = f", {limits.processor_seconds} s of a processor" if limits.processor_seconds else ""
    return (
        f"{limits.memory} MiB of memory and {limits.processes} processes and threads a bot, "
        f"{limits.open_files} open files and {limits.file_size} MiB a file{processor}"
    )


def _state_of(db: Path, plan: Plan) -> str:
    """Tell what a plan would find in its file."""
    if not db.exists():
        return str(db)
    with Reader(db) as reader:
        if changes := differences(reader.plan, plan):
            return f"{db} holds another tournament: {'; '.join(changes)}"
        return f"{db}, where {reader.standings().games_played} games are played"
