"""`bumblepuppy report`: what a tournament's results tell, and how sure they are."""

from __future__ import annotations

import sys
from json import dumps
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.report.cells import Grid, Title
from bumblepuppy_tournaments.report.report import Report
from bumblepuppy_tournaments.report.subject import Section, Subject
from bumblepuppy_tournaments.report.told import told
from bumblepuppy_tournaments.report.words import in_words
from bumblepuppy_tournaments.screen.render import printable
from bumblepuppy_tournaments.screen.show import latest_tournament
from bumblepuppy_tournaments.store.places import PlacesReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from rich.console import RenderableType

_WIDTH: Final = 80
"""Of text that goes elsewhere than to a terminal."""


def show_report(db: Path | None, section: str | None, *, json: bool) -> None:
    """Print the report of a tournament file, all of it or one section.

    Raises:
        ConfigError: there is no such section.
        StoreError: there is no such file, or it holds no tournament.
    """
    sections = _sections(section)
    with PlacesReader(db or latest_tournament()) as reader:
        report = Report.of(reader.places(), len(reader.plan.names), int(reader.commitment[:16], 16))
        subject = _subject(reader)
    if json:
        found = told(report, subject, sections)
        sys.stdout.write(dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n")
    else:
        _print(in_words(report, subject, sections))
    sys.stdout.flush()


def _sections(section: str | None) -> list[Section]:
    if section is None:
        return list(Section)
    try:
        return [Section(section)]
    except ValueError:
        expected = ", ".join(Section)
        raise ConfigError(f"--section {section!r}: expected one of {expected}") from None


def _subject(reader: PlacesReader) -> Subject:
    standings = reader.standings()
    numbers = {name: number for number, name in enumerate(standings.names)}
    return Subject(
        game=reader.plan.game,
        names=standings.names,
        games_planned=standings.games_planned,
        skills=tuple(numbers[row.name] for row in standings.rows()),
        suspended=frozenset(found.entrant for found in reader.suspensions()),
    )


def _print(parts: Iterable[str | Grid]) -> None:
    """Print for a terminal as wide as it is; elsewhere plainly, whole names included."""
    console = Console(highlight=False)
    for drawn in _drawn(parts):
        if console.is_terminal:
            console.print(drawn)
            continue
        width = max(_WIDTH, console.measure(drawn).maximum) if isinstance(drawn, Table) else _WIDTH
        with console.capture() as captured:
            console.print(drawn, width=width)
        sys.stdout.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _drawn(parts: Iterable[str | Grid]) -> Iterator[RenderableType]:
    """Draw each part; names are somebody else's text, and never markup."""
    for part in parts:
        if isinstance(part, Grid):
            yield _grid(part)
        elif isinstance(part, Title):
            yield Text(f"\n{part}", style="bold")
        else:
            yield Text(printable(part))


def _grid(grid: Grid) -> Table:
    """Draw a table; where it does not fit, the names give up room, and nothing else does."""
    drawn = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for column, head in enumerate(grid.heads):
        is_name = column == 1
        longest = max(cell_len(row[column]) for row in [grid.heads, *grid.rows])
        drawn.add_column(
            Text(head, style="bold"),
            justify="left" if is_name else "right",
            no_wrap=True,
            overflow="ellipsis",
            min_width=None if is_name else longest,
        )
    for row in grid.rows:
        drawn.add_row(*(Text(printable(cell)) for cell in row))
    return drawn
