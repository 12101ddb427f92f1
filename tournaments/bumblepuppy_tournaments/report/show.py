"""`bumblepuppy report`: what a tournament's results tell, and how sure they are."""

from __future__ import annotations

import sys
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
from bumblepuppy_tournaments.screen.text import one_line, printable
from bumblepuppy_tournaments.store.latest import latest_tournament
from bumblepuppy_tournaments.store.places import PlacesReader

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import RenderableType

_WIDTH: Final = 80
"""Of text that goes elsewhere than to a terminal."""
_NAME: Final = 1
"""The column of a table that gives up room."""


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
        sys.stdout.write(one_line(found) + "\n")
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
    for part in parts:
        if console.is_terminal:
            console.print(_drawn(part, console.width))
            continue
        with console.capture() as captured:
            console.print(_drawn(part, None), width=max(_WIDTH, _widest(part)))
        sys.stdout.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _drawn(part: str | Grid, width: int | None) -> RenderableType:
    """Draw a part for so many columns; names are somebody else's text, and never markup."""
    if isinstance(part, Grid):
        return _grid(part, width)
    return Text(f"\n{part}", style="bold") if isinstance(part, Title) else Text(printable(part))


def _grid(grid: Grid, width: int | None) -> Table:
    """Draw a table; where it does not fit, the names give up room."""
    widths = _widths(grid)
    if width is not None:
        widths[_NAME] = max(1, min(widths[_NAME], width - (_widest(grid) - widths[_NAME])))
    drawn = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for column, head in enumerate(grid.heads):
        drawn.add_column(
            Text(head, style="bold"),
            justify="left" if column == _NAME else "right",
            width=widths[column],
            no_wrap=True,
            overflow="ellipsis",
        )
    for row in grid.rows:
        drawn.add_row(*(Text(printable(cell)) for cell in row))
    return drawn


def _widths(grid: Grid) -> list[int]:
    columns = zip(grid.heads, *grid.rows, strict=True)
    return [max(cell_len(printable(cell)) for cell in column) for column in columns]


def _widest(part: str | Grid) -> int:
    """Tell how many columns a table needs, a space behind each; text needs none."""
    return sum(width + 1 for width in _widths(part)) if isinstance(part, Grid) else 0
