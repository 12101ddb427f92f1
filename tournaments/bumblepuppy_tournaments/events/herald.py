"""The herald: shows a tournament to people, and tells its events to programs."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final, Self

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.events import event
from bumblepuppy_tournaments.events.hook import Hook
from bumblepuppy_tournaments.events.log import STANDARD_OUTPUT, FileLog, Log, PrintedLog
from bumblepuppy_tournaments.screen.display import QuietDisplay, choose_display

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.events.event import Event
    from bumblepuppy_tournaments.play.progress import Progress
    from bumblepuppy_tournaments.screen.display import Display
    from bumblepuppy_tournaments.screen.heading import Heading
    from bumblepuppy_tournaments.settings.settings import Settings
    from bumblepuppy_tournaments.store.reader import Reader
    from bumblepuppy_tournaments.table.standings import Standings
    from bumblepuppy_tournaments.table.suspension import Suspension

STANDINGS_EVERY: Final = 1.0
"""Seconds between two events with the standings."""
LITTLE_PATIENCE: Final = 1.0
"""Seconds that hooks have left when the run is over."""
PATIENCE: Final = 60.0
"""Seconds that they have besides when all games are played, and nobody has asked to stop."""


class Herald:
    """Tells everybody what happens; a context manager, which waits for hooks in the end."""

    def __init__(self, settings: Settings, db: Path) -> None:
        """Open what `settings` name.

        Raises:
            ConfigError: the events' file cannot be opened, or a hook's program is not there.
        """
        environment = {"BUMBLEPUPPY_DB": str(db.absolute())}
        self._display: Display | None = None
        self._hooks = [
            Hook(f"--{name.replace('_', '-')}", command, at, environment)
            for name, command, at in (
                ("on_game_end", settings.on_game_end, "game_ended"),
                ("on_finish", settings.on_finish, "finished"),
            )
            if command
        ]
        self._logs: list[Log] = []
        if settings.events == STANDARD_OUTPUT:
            self._logs.append(PrintedLog())
        elif settings.events:
            self._logs.append(FileLog(settings.events, self.say))
        self._names: tuple[str, ...] = ()
        self._due = 0.0
        self._told = -1
        """Through how many games the standings were told last."""
        self._running = False
        self._ending: Event | None = None
        self._patience = 0.0

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(self, _: object, failure: BaseException | None, __: object) -> None:
        """Tell how it ended, and give hooks a while to do the same.

        By now the tournament file is closed and its results are shown: nobody waits for hooks.
        """
        if self._ending is None and self._running and isinstance(failure, BumblepuppyError):
            self._ending = event.failed(str(failure))
        try:
            if self._ending:
                self._tell([self._ending])
        finally:
            self._close_hooks()
            self._pass_complaints_on()
            for log in self._logs:
                log.close()

    def _close_hooks(self) -> None:
        idle = [hook.is_idle_within(LITTLE_PATIENCE / len(self._hooks)) for hook in self._hooks]
        if self._patience and not all(idle):
            self.say(f"Waiting for hooks, {self._patience:g} s at most. Ctrl-C: give them up.")
        end = time.monotonic() + self._patience
        for hook in self._hooks:
            hook.close(max(0.0, end - time.monotonic()))

    def choose_display(self, heading: Heading, *, plain: bool, json: bool) -> Display:
        """Choose how to show the tournament to people, where standard output is left for it.

        Raises:
            ConfigError: both events and other JSON are to be printed.
        """
        if not any(isinstance(log, PrintedLog) for log in self._logs):
            self._display = choose_display(heading, plain=plain, json=json)
        elif json:
            raise ConfigError("--events - and --json both print lines of JSON: leave one out")
        else:
            self._display = QuietDisplay()
        return self._display

    # --- what happens ---

    def started(self, reader: Reader, *, resumed: bool) -> None:
        """Tell that games begin."""
        self._running, self._names = True, reader.plan.names
        self._tell([event.started(reader, resumed=resumed)])

    def update(self, standings: Standings, progress: Progress) -> None:
        """Show how it goes, and tell the standings now and then."""
        assert self._display, "somebody is shown what is played"
        self._display.update(standings, progress)
        now = time.monotonic()
        if now >= self._due and standings.games_played != self._told:
            self._due, self._told = now + STANDINGS_EVERY, standings.games_played
            self._tell([event.standings_of(standings)])
        self._pass_complaints_on()

    def say(self, message: str) -> None:
        """Tell people something."""
        if self._display:
            self._display.say(message)
        else:
            sys.stderr.write(message + "\n")

    def stored(self, outcomes: Iterable[Outcome], suspensions: Iterable[Suspension]) -> None:
        """Tell what has just been written to the tournament file."""
        for outcome in outcomes:
            self._tell(event.of_outcome(outcome))
        self._tell(event.suspended(each, self._names[each.entrant]) for each in suspensions)

    def ended(self, reader: Reader, standings: Standings, *, over: bool) -> None:
        """Note how the run ended, to be told when all else is done.

        A tournament is finished once: not again when one that is over is only looked at.
        """
        if over and (self._running or not reader.secret_told):
            self._patience = PATIENCE
            self._ending = event.finished(standings, reader.secret.hex())
        elif self._running:
            self._ending = event.stopped(standings)

    def _tell(self, events: Iterable[Event]) -> None:
        takers: list[Log | Hook] = [*self._logs, *self._hooks]
        for each in events:
            for taker in takers:
                taker.take(each)

    def _pass_complaints_on(self) -> None:
        for hook in self._hooks:
            while hook.complaints:
                self.say(hook.complaints.popleft())
