"""`bumblepuppy run-tournament`: from settings to the final table."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bumblepuppy_sdk.wire import codec_of
from bumblepuppy_server.arena import BotFailedToStartError
from bumblepuppy_server.sandbox import Choice, Confinement, choose_sandbox
from bumblepuppy_tournaments.bots.entrants import refuse_missing
from bumblepuppy_tournaments.events.herald import Herald
from bumblepuppy_tournaments.exit_codes import ExitCode
from bumblepuppy_tournaments.play.agenda import Agenda
from bumblepuppy_tournaments.play.conduct import ConductError, Conductor
from bumblepuppy_tournaments.play.pace import Pace
from bumblepuppy_tournaments.running.files import db_of, files_of_bots, files_to_hide
from bumblepuppy_tournaments.running.recruiting import Recruiter, with_bots
from bumblepuppy_tournaments.running.told import closing, is_empty, opening
from bumblepuppy_tournaments.schedule.formats import Kind
from bumblepuppy_tournaments.screen.heading import Heading
from bumblepuppy_tournaments.screen.render import ranking
from bumblepuppy_tournaments.store.writer import Writer
from bumblepuppy_tournaments.telling.explain import leads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bumblepuppy_tournaments.hosting.lobby import Lobby
    from bumblepuppy_tournaments.screen.display import Display
    from bumblepuppy_tournaments.settings.plan import Plan
    from bumblepuppy_tournaments.settings.settings import Settings


def run_tournament(
    load: Callable[[], Settings],
    *,
    plain: bool,
    json: bool,
    hosting: Lobby | None = None,
) -> ExitCode:
    """Play, or play on, and tell whether all games are played.

    Args:
        load: Gives what is asked for; called again when the bots of a ladder change.
        plain: Print plain lines even at a terminal.
        json: Print lines of JSON.
        hosting: Lets bots in that come over a network, if any do.

    Raises:
        BumblepuppyError: something is wrong with what was asked for, or the run cannot go on.
    """
    while True:
        settings = with_bots(load())
        recruiter = Recruiter(settings, lambda: with_bots(load()), files_of_bots(settings))
        with Herald(settings, db_of(settings)) as herald:
            show = _Show(plain=plain, json=json)
            code = _run(settings, recruiter, herald, show, hosting)
        if code is not None:
            return code


@dataclass(frozen=True, slots=True, kw_only=True)
class _Show:
    """How people are shown what goes on."""

    plain: bool
    json: bool


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
    hidden = [*files_to_hide(settings), *(hosting.secrets if hosting else ())]
    sandbox, why_not = choose_sandbox(settings.sandbox, hidden)
    pace = Pace(settings.workers, settings.concurrency, settings.thinkers)
    with _tournament_file(settings, plan) as writer:
        rule = settings.competition.rule(writer.plan)
        agenda = Agenda(writer, rule)
        plain = show.plain or agenda.is_over  # nothing is live about what is over
        if not agenda.is_over:
            writer.note_sandbox(Choice.BWRAP if sandbox else Choice.NONE)
        with herald.choose_display(Heading.of(writer), plain=plain, json=show.json) as display:
            for line in opening(settings, writer, agenda):
                display.say(line)
            if not agenda.is_over:
                if why_not:
                    display.say(f"No sandbox: {why_not}")
                confinement = Confinement(limits=settings.limits, sandbox=sandbox)
                conductor = Conductor(writer, pace, herald, confinement, agenda)
                if hosting:
                    display.say(hosting.greeting)
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
    if not is_empty(writer):
        standings = agenda.standings
        display.finish(standings)
        for line in (*ranking(standings), *leads(standings, writer.secret, writer.path)):
            display.say(line)
    for line in closing(writer, agenda):
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
            if not writer.resumed and is_empty(writer):
                afterwards.callback(writer.path.unlink)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let whoever stopped a run by many a Ctrl-C still read how to play on."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
