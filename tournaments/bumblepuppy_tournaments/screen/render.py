"""The standings on a screen, in a pipe, and as lines of JSON.

Names and options are somebody else's text. They are put in `Text` objects, never in markup, and
what cannot be printed is replaced.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from bumblepuppy_tournaments.screen.text import duration, one_line, printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from bumblepuppy_tournaments.play.progress import Progress
    from bumblepuppy_tournaments.screen.heading import Heading
    from bumblepuppy_tournaments.table.standings import Row, Standings

PROGRESS_VERSION: Final = 1
"""The version of the JSON object, in the key `progress`."""

_BAR_WIDTH: Final = 20
_ROOM_FOR_NAMES: Final = 16
"""Columns are given up before names get less room than this."""
_SUSPENDED: Final = " (suspended)"
"""Stands behind the name of a bot that takes no part any more."""
_SKILL: Final = "μ ± σ"  # noqa: RUF001 (the Greek letter is meant)
_CONSERVATIVE: Final = "μ−3σ"  # noqa: RUF001 (the minus sign and the Greek letter are meant)


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the table."""

    head: str
    cell: Callable[[Row], str]
    is_name: bool = False


def screen(
    heading: Heading, standings: Standings, progress: Progress, width: int
) -> RenderableType:
    """Draw the live view for a terminal of `width` columns."""
    title, *others = heading.lines()
    return Group(
        Text(title, style="bold"),
        *(Text(line, style="dim") for line in others),
        _bar(progress),
        Text(_pace(progress)),
        Text(),
        table(standings, width),
    )


def _bar(progress: Progress) -> RenderableType:
    total = max(progress.games_planned, 1)
    line = Table.grid(padding=(0, 1))
    line.add_row(
        ProgressBar(total=total, completed=progress.games_done, width=_BAR_WIDTH),
        Text(_extent(progress), no_wrap=True),
    )
    return line


def table(standings: Standings, width: int) -> Table:
    """Draw the standings for a terminal of `width` columns.

    When not everything fits, the slowest time goes first, then the shares of the middle places.
    """
    rows = standings.rows()
    columns = _fitting(rows, standings.seats, width)
    room = _room(columns, rows, width)
    drawn = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for column in columns:
        drawn.add_column(
            Text(column.head, style="bold"),
            justify="left" if column.is_name else "right",
            width=room if column.is_name else _width(column, rows),
            no_wrap=True,
            overflow="ellipsis",
        )
    for row in rows:
        drawn.add_row(*(_cell(column, row, room) for column in columns))
    return drawn


def _cell(column: _Column, row: Row, room: int) -> Text:
    """Write a cell; a name that is too long for its room is cut before the mark behind it."""
    text = Text(column.cell(row), style=_style(column, row))
    if column.is_name and row.suspended:
        text = Text(printable(row.name), style=text.style)
        text.truncate(max(1, room - len(_SUSPENDED)), overflow="ellipsis")
        text.append(_SUSPENDED)
    return text


def plain_table(standings: Standings) -> list[str]:
    """Write the standings as aligned text without control codes, whole names included."""
    rows = standings.rows()
    columns = _all_columns(standings.seats)
    widths = [_width(column, rows) for column in columns]
    lines = [[column.head for column in columns]]
    lines += [[column.cell(row) for column in columns] for row in rows]
    return [
        " ".join(
            _padded(cell, width, left=column.is_name)
            for cell, width, column in zip(line, widths, columns, strict=True)
        ).rstrip()
        for line in lines
    ]


def ranking(standings: Standings) -> list[str]:
    """Tell the format's own order, if it has one, in a line."""
    names = [printable(standings.names[entrant]) for entrant in standings.ranked]
    places = [f"{place} {name}" for place, name in enumerate(names, 1)]
    return [f"By the format: {', '.join(places)}"] if places else []


def progress_text(progress: Progress) -> str:
    """Tell in one line how a run is getting on."""
    return f"{_extent(progress)} · {_pace(progress)}"


def _extent(progress: Progress) -> str:
    left = _clock(progress.seconds_left)
    return f"{progress.games_done}/{progress.games_planned} games · {left} left"


def _pace(progress: Progress) -> str:
    parts = [
        f"{progress.games_per_s:.1f} games/s",
        f"{progress.decisions_per_s:.0f} decisions/s",
    ]
    if progress.workers:
        parts.append(f"{progress.workers} worker{'s' if progress.workers != 1 else ''}")
    if progress.voids:
        parts.append(f"{progress.voids} void")
    if progress.held:
        parts.append(f"{progress.held} not rated yet")
    return " · ".join(parts)


def progress_json(progress: Progress) -> str:
    """Write the progress as one line of JSON, `{"progress": 1, ...}`."""
    return one_line({"progress": PROGRESS_VERSION, **asdict(progress)})


def standings_json(standings: Standings, *, times: bool = False) -> str:
    """Write the standings as one line of JSON, `{"standings": 1, ...}`; see `Standings.to_dict`."""
    return one_line(standings.to_dict(times=times))


def _fitting(rows: list[Row], seats: int, width: int) -> list[_Column]:
    """Choose the fullest set of columns that leaves the names some room."""
    longest = max((cell_len(_name(row)) for row in rows), default=0)
    sets = (
        _all_columns(seats),
        _columns(range(1, seats + 1), times=1),
        _columns((1, seats), times=1),
        _columns((1, seats), times=0),
        _columns((1,), times=0),
        _columns((), times=0)[:-1],
    )
    for columns in sets:
        if _room(columns, rows, width) >= min(longest, _ROOM_FOR_NAMES):
            return columns
    return _columns((), times=0)[:3]


def _room(columns: list[_Column], rows: list[Row], width: int) -> int:
    """Tell what the other columns and the gaps leave for the names: no more than they need."""
    need = sum(_width(column, rows) for column in columns if column.is_name)
    others = sum(_width(column, rows) + 1 for column in columns if not column.is_name)
    return max(1, min(need, width - others))


def _all_columns(seats: int) -> list[_Column]:
    return _columns(range(1, seats + 1), times=2)


def _columns(shares: range | tuple[int, ...], *, times: int) -> list[_Column]:
    """Give the columns with the shares of these places, and none, one or two times."""
    return [
        _Column("", lambda row: str(row.rank)),
        _Column("name", _name, is_name=True),
        _Column(_SKILL, _skill),
        _Column(_CONSERVATIVE, lambda row: f"{row.rating.conservative:.2f}"),
        _Column("games", lambda row: str(row.games)),
        _Column("place", lambda row: "" if row.mean_place is None else f"{row.mean_place:.2f}"),
        *(_Column(_ordinal(place), _share_of(place)) for place in shares),
        _Column("faults", lambda row: str(sum(row.faults.values()))),
        *(
            _Column("think", lambda row: duration(row.think_ms)),
            _Column("slowest", lambda row: duration(row.think_max_ms)),
        )[:times],
    ]


def _name(row: Row) -> str:
    return printable(row.name) + (_SUSPENDED if row.suspended else "")


def _skill(row: Row) -> str:
    sure = "anchor" if row.anchor else f"± {row.rating.sigma:.2f}"
    return f"{row.rating.mu:.2f} {sure}"


def _share_of(place: int) -> Callable[[Row], str]:
    return lambda row: f"{100 * row.places[place - 1] / row.games:.0f}%" if row.games else ""


def _width(column: _Column, rows: list[Row]) -> int:
    return max(cell_len(column.head), *(cell_len(column.cell(row)) for row in rows))


def _style(column: _Column, row: Row) -> str:
    if column.head == "faults" and row.faults:
        return "red"
    if column.is_name and row.suspended:
        return "dim"
    return "bold" if column.is_name and row.rank == 1 and row.games else ""


def _padded(text: str, width: int, *, left: bool) -> str:
    gap = " " * (width - cell_len(text))
    return text + gap if left else gap + text


def _ordinal(place: int) -> str:
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(place % 10 if place // 10 != 1 else 0, "th")
    return f"{place}{suffix}"


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
