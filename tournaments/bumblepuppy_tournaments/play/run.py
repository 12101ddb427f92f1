"""`bumblepuppy run-tournament`: from settings to the final table."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import shutil
import signal
import sys
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from bumblepuppy_sdk.wire import codec_of
from bumblepuppy_server.arena import BotFailedToStartError
from bumblepuppy_server.sandbox import Choice, Confinement, choose_sandbox
from bumblepuppy_tournaments.bots.entrants import ConfigError, refuse_missing
from bumblepuppy_tournaments.bots.house import house_bots
from bumblepuppy_tournaments.bots.roster import ROSTER, load_roster
from bumblepuppy_tournaments.events.herald import Herald
from bumblepuppy_tournaments.exit_codes import ExitCode
from bumblepuppy_tournaments.play.agenda import Agenda
from bumblepuppy_tournaments.play.conduct import ConductError, Conductor
from bumblepuppy_tournaments.play.pace import Pace
from bumblepuppy_tournaments.play.recruiting import Recruiter
from bumblepuppy_tournaments.schedule.balance import balance
from bumblepuppy_tournaments.schedule.deals import Secret, schedule_seed
from bumblepuppy_tournaments.schedule.formats import Kind
from bumblepuppy_tournaments.schedule.schedule import Deals, matches_for
from bumblepuppy_tournaments.screen.render import Heading, ranking, sandbox_in_words
from bumblepuppy_tournaments.settings.plan import differences
from bumblepuppy_tournaments.store.schema import FILES_BESIDE
from bumblepuppy_tournaments.store.writer import Reader, Writer
from bumblepuppy_tournaments.telling.explain import leads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bumblepuppy_server.limits import Limits
    from bumblepuppy_tournaments.hosting.lobby import Lobby
    from bumblepuppy_tournaments.schedule.schedule import Schedule
    from bumblepuppy_tournaments.screen.display import Display
    from bumblepuppy_tournaments.settings.plan import Plan
    from bumblepuppy_tournaments.settings.settings import Settings


def run_tournament(
    load: Callable[[], Settings],
    *,
    plain: bool,
    json: bool,
    hosting: Lobby | None = None,
    greeting: str = "",
) -> ExitCode:
    """Play, or play on, and tell whether all games are played.

    Args:
        load: Gives what is asked for; called again when the bots of a ladder change.
        plain: Print plain lines even at a terminal.
        json: Print lines of JSON.
        hosting: Lets bots in that come over a network, if any do.
        greeting: What they need to know.

    Raises:
        BumblepuppyError: something is wrong with what was asked for, or the run cannot go on.
    """
    while True:
        settings = with_bots(load())
        recruiter = Recruiter(settings, lambda: with_bots(load()), _files_of_bots(settings))
        with Herald(settings, db_of(settings)) as herald:
            show = _Show(plain=plain, json=json, greeting=greeting)
            code = _run(settings, recruiter, herald, show, hosting)
        if code is not None:
            return code


def _files_of_bots(settings: Settings) -> list[Path]:
    return [roster_of(settings), *([settings.config] if settings.config else [])]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Show:
    """How people are shown what goes on."""

    plain: bool
    json: bool
    greeting: str


def _run(
    settings: Settings,
    recruiter: Recruiter,
    herald: Herald,
    show: _Show,
    hosting: Lobby | None,
) -> ExitCode | None:
    """Play with one set of bots; `None` if others are to play on."""
    refuse_missing(settings.bots)
    plan = settings.plan()
    codec_of(plan.game)  # refuses a game that cannot be played over the wire
    plan.schedule(0)  # refuses a format that does not fit
    settings.competition.rule(plan)  # refuses one that does not either
    sandbox, why_not = choose_sandbox(settings.sandbox, files_to_hide(settings))
    pace = Pace(settings.workers, settings.concurrency, settings.thinkers)
    with _tournament_file(settings, plan) as writer:
        rule = settings.competition.rule(writer.plan)
        agenda = Agenda(writer, rule)
        plain = show.plain or agenda.is_over  # nothing is live about what is over
        if not agenda.is_over:
            writer.note_sandbox(Choice.BWRAP if sandbox else Choice.NONE)
        with herald.choose_display(heading_of(writer), plain=plain, json=show.json) as display:
            for line in _opening(settings, writer, agenda):
                display.say(line)
            if not agenda.is_over:
                if why_not:
                    display.say(f"No sandbox: {why_not}")
                confinement = Confinement(limits=settings.limits, sandbox=sandbox)
                conductor = Conductor(writer, pace, herald, confinement, agenda)
                if hosting:
                    display.say(show.greeting)
                    conductor.hosting = hosting
                    hosting.display = display
                if plan.format.kind is Kind.LADDER:
                    conductor.recruit = lambda: recruiter.changed(display.say)
                herald.started(writer, resumed=writer.resumed)
                asyncio.run(_conduct(conductor, display))
                if conductor.roll_changed:
                    display.say("Other bots take part from here on.")
                    return None
        with _undisturbed():
            _finish(writer, agenda, display)
            herald.ended(writer, agenda.standings, over=agenda.is_over)
        return ExitCode.DONE if agenda.is_over else ExitCode.INTERRUPTED


def _finish(writer: Writer, agenda: Agenda, display: Display) -> None:
    """Show how it stands at the end."""
    if not _is_empty(writer):
        standings = agenda.standings
        display.finish(standings)
        for line in (*ranking(standings), *leads(standings, writer.secret, writer.path)):
            display.say(line)
    for line in _closing(writer, agenda):
        display.say(line)


@contextlib.contextmanager
def _tournament_file(settings: Settings, plan: Plan) -> Iterator[Writer]:
    """Open the tournament file, and take a new one away again if no game was played.

    Whoever mends a bot or an option after a false start need not be told that they have changed.
    """
    with (
        contextlib.ExitStack() as afterwards,
        Writer(db_of(settings), plan, settings.whole_games) as writer,
    ):
        try:
            yield writer
        finally:
            if not writer.resumed and _is_empty(writer):
                afterwards.callback(writer.path.unlink)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let whoever stopped a run by many a Ctrl-C still read how to play on."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def db_of(settings: Settings) -> Path:
    """Give the tournament file: the one named, or one called after the game.

    Raises:
        ConfigError: a folder is named.
    """
    db = settings.db or Path(f"{settings.game}.sqlite")
    if db.is_dir():
        raise ConfigError(f"--db: {str(db)!r} is a folder: name a file in it")
    return db


def roster_of(settings: Settings) -> Path:
    """Give the roster: the one named, or the one beside the tournament file."""
    return settings.roster or db_of(settings).parent / ROSTER


def files_to_hide(settings: Settings) -> list[Path]:
    """List the files that would tell a bot the deals, or whom it plays."""
    db = db_of(settings)
    beside = [db.with_name(db.name + suffix) for suffix in FILES_BESIDE]
    others = [each for each in (settings.config, settings.events) if each]
    return [db, *beside, roster_of(settings), *others]


def with_bots(settings: Settings) -> Settings:
    """Let those play who are there, where no bot is named: the roster's and the house's."""
    if settings.bots:
        return settings
    roster = load_roster(roster_of(settings))
    submitted = [entry.entrant for entry in roster if entry.plays(settings.game)]
    return settings.with_bots(
        [*submitted, *house_bots(settings.seats - len(submitted), settings.game)]
    )


def heading_of(reader: Reader) -> Heading:
    """Give what stands above a tournament's table."""
    plan = reader.plan
    return Heading(
        game=plan.game,
        format=plan.format.kind,
        seats=plan.seats,
        commitment=reader.commitment,
        options=plan.changed_options(),
        seed=plan.seed,
        sandbox=reader.sandbox,
    )


def _is_empty(reader: Reader) -> bool:
    """Tell whether no game has a result, not even one that waits for an earlier one."""
    return next(reader.records(), None) is None


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
    options = [f"{name}={_text(value)}" for name, value in in_force if value is not None]
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


def _text(value: object) -> str:
    """Write an option's value as `--option` reads it."""
    return value if isinstance(value, str) else dumps(value)


def _opening(settings: Settings, writer: Writer, agenda: Agenda) -> list[str]:
    """Tell what is worth knowing before the first game."""
    lines = []
    if settings.competition.format.kind.is_endless and settings.whole_games != settings.games:
        matches = matches_for(settings.games, settings.seats)
        lines.append(
            f"{settings.games} games are rounded up to {settings.whole_games}: "
            f"{matches} whole matches of {settings.seats}"
        )
    if settings.deals is None and writer.plan.deals is Deals.INDEPENDENT:
        lines.append(
            "Every game has its own deal, as a bot could remember one that comes back. "
            "For bots that you trust: --deals shared"
        )
    played = agenda.standings.games_played
    if agenda.is_over and agenda.verdict:
        lines.append(f"Nothing is left to play in {writer.path}. To play on, leave the rule out")
    elif agenda.is_over:
        lines.append(
            f"All {played} games in {writer.path} are played. More: a higher --games. "
            "Another tournament: another file by --db"
        )
    elif writer.resumed:
        lines.append(f"Playing on in {writer.path}, where {played} games are played")
        names = writer.plan.names
        lines += [found.in_words(names[found.entrant]) for found in writer.suspensions()]
        if writer.secret_told:
            lines.append("The secret of the deals is known by now: from here on they are no secret")
    return lines


def _closing(writer: Writer, agenda: Agenda) -> list[str]:
    """Tell what is worth knowing after the last game."""
    verdict = [agenda.verdict] if agenda.verdict else []
    if agenda.is_over:
        writer.tell_secret()
        secret = f"The secret of the deals: {writer.secret.hex()}"
        return [*verdict, f"All games are played. {secret}"]
    if _is_empty(writer):
        return ["Stopped before the first game was over."]
    return [
        *verdict,
        f"Stopped; all finished games are in {writer.path}. To play on:",
        f"  {_this_command()}",
    ]


async def _conduct(conductor: Conductor, display: Display) -> None:
    """Play until the end; one Ctrl-C lets the games in flight end, a second one does not."""
    loop = asyncio.get_running_loop()
    conducting = asyncio.current_task()
    assert conducting is not None, "this runs in a task"

    def interrupt() -> None:
        if conducting.cancelling():  # once is enough, and a second time would leave bots running
            return
        if conductor.stopping or not conductor.playing:
            conducting.cancel()
            display.say("Stopping at once.")
        else:
            conductor.stopping = True
            display.say("Stopping when the games in flight are over. Ctrl-C again: at once.")

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, interrupt)
    try:
        await conductor.run()
    except asyncio.CancelledError:
        pass
    except BotFailedToStartError as error:
        raise ConductError(
            f"{error}\nMend it, with the help of `bumblepuppy check`, and run this again"
        ) from error


def _this_command() -> str:
    """Give the command that was typed, to be typed again."""
    program = Path(sys.argv[0])
    found = shutil.which(program.name)
    typed = program.name if found and program.samefile(found) else sys.argv[0]
    return shlex.join([typed, *sys.argv[1:]])
