"""Who watches a tournament: a person at a terminal, a pipe, or a script that reads JSON."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Final, Protocol, Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from bumblepuppy_tournaments.screen.heading import Heading, heading_json
from bumblepuppy_tournaments.screen.render import (
    plain_table,
    progress_json,
    progress_text,
    screen,
    standings_json,
)
from bumblepuppy_tournaments.screen.waiting import lobby, lobby_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bumblepuppy_tournaments.play.progress import Progress
    from bumblepuppy_tournaments.screen.waiting import Waiting
    from bumblepuppy_tournaments.table.standings import Standings

PLAIN_EVERY: Final = 5.0
"""Seconds between two lines of progress in a pipe."""
JSON_EVERY: Final = 1.0
"""Seconds between two objects of progress."""


class Display(Protocol):
    """Shows a tournament; a context manager."""

    def __enter__(self) -> Self:
        """Begin to show."""
        ...

    def __exit__(self, *failure: object) -> None:
        """Leave the screen in order."""
        ...

    def update(self, standings: Standings, progress: Progress) -> None:
        """Show the present state."""
        ...

    def wait_for(self, guests: Sequence[Waiting]) -> None:
        """Show who is waited for."""
        ...

    def say(self, message: str) -> None:
        """Tell something that happened, in a line or several."""
        ...

    def finish(self, standings: Standings) -> None:
        """Show the standings to keep, after the last update."""
        ...


class LiveDisplay:
    """A table that renews itself, for a person at a terminal."""

    def __init__(self, heading: Heading) -> None:
        """Show `heading` above the table."""
        self._heading = heading
        self._console = Console(highlight=False)
        self._live = Live(console=self._console, auto_refresh=False)

    def __enter__(self) -> Self:
        """Take over the screen's lower part."""
        self._live.start()
        self._live.update(Text(f"{self._heading.game}: waiting for the bots …"), refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last table on the screen."""
        self._live.stop()

    def update(self, standings: Standings, progress: Progress) -> None:
        """Draw the table anew."""
        width = self._console.width
        self._live.update(screen(self._heading, standings, progress, width), refresh=True)

    def wait_for(self, guests: Sequence[Waiting]) -> None:
        """Draw the lobby anew."""
        self._live.update(lobby(guests), refresh=True)

    def say(self, message: str) -> None:
        """Print above the table; a command in it stays in one piece, to be copied."""
        self._console.print(Text(message), soft_wrap=True)

    def finish(self, standings: Standings) -> None:
        """Leave the table as it is: it is the last one."""


class _NowAndThen:
    """Lets the progress through now and then, and the last of it in any case."""

    def __init__(self, every: float, show: Callable[[Progress], str]) -> None:
        """Print what `show` makes of the progress, every `every` seconds."""
        self._every = every
        self._show = show
        self._due = 0.0
        self._untold: Progress | None = None
        self._told = -1
        """How many games were done when the progress was last told."""

    def take(self, progress: Progress) -> None:
        self._untold = progress
        now = time.monotonic()
        if now >= self._due:
            self._due = now + self._every
            self._tell(progress)

    def flush(self) -> None:
        if self._untold and self._untold.games_done != self._told:
            self._tell(self._untold)

    def _tell(self, progress: Progress) -> None:
        self._told = progress.games_done
        _print(self._show(progress))


class PlainDisplay:
    """Lines without control codes, flushed one by one, for a pipe."""

    def __init__(self, heading: Heading) -> None:
        """Print `heading` first."""
        self._heading = heading
        self._progress = _NowAndThen(PLAIN_EVERY, progress_text)

    def __enter__(self) -> Self:
        """Print the heading."""
        for line in self._heading.lines():
            _print(line)
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: every line is out already."""

    def update(self, standings: Standings, progress: Progress) -> None:  # noqa: ARG002 - as others
        """Print a line of progress now and then."""
        self._progress.take(progress)

    def wait_for(self, guests: Sequence[Waiting]) -> None:
        """Show nothing: it is said when somebody comes."""

    def say(self, message: str) -> None:
        """Print it."""
        _print(message)

    def finish(self, standings: Standings) -> None:
        """Print the last progress and the table."""
        self._progress.flush()
        for line in plain_table(standings):
            _print(line)


class JsonDisplay:
    """One JSON object a line, for scripts; what is said goes to standard error."""

    def __init__(self, heading: Heading) -> None:
        """Print the heading first, an object of progress now and then, and the standings last."""
        self._heading = heading
        self._progress = _NowAndThen(JSON_EVERY, progress_json)
        self._lobby = ""

    def __enter__(self) -> Self:
        """Print the heading."""
        _print(heading_json(self._heading))
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: every line is out already."""

    def update(self, standings: Standings, progress: Progress) -> None:  # noqa: ARG002 - as others
        """Print the progress now and then."""
        self._progress.take(progress)

    def wait_for(self, guests: Sequence[Waiting]) -> None:
        """Print who is here, whenever it changes."""
        line = lobby_json(guests)
        if line != self._lobby:
            self._lobby = line
            _print(line)

    def say(self, message: str) -> None:
        """Print it where it cannot be taken for JSON."""
        sys.stderr.write(message + "\n")

    def finish(self, standings: Standings) -> None:
        """Print the last progress and the standings."""
        self._progress.flush()
        _print(standings_json(standings, times=True))


class QuietDisplay:
    """Shows nothing, for whoever needs standard output otherwise; it says things elsewhere."""

    def __enter__(self) -> Self:
        """Do nothing."""
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing."""

    def update(self, standings: Standings, progress: Progress) -> None:
        """Do nothing."""

    def wait_for(self, guests: Sequence[Waiting]) -> None:
        """Do nothing."""

    def say(self, message: str) -> None:
        """Print it to standard error."""
        sys.stderr.write(message + "\n")

    def finish(self, standings: Standings) -> None:
        """Do nothing."""


def choose_display(heading: Heading, *, plain: bool, json: bool) -> Display:
    """Choose how to show a tournament: as asked for, or as standard output allows."""
    if json:
        return JsonDisplay(heading)
    if plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return PlainDisplay(heading)
    return LiveDisplay(heading)


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
