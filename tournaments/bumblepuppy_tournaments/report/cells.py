"""What a report in words is made of: sentences, titles and tables; and what stands in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_tournaments.report.resample import Estimate
    from bumblepuppy_tournaments.report.subject import Subject
    from bumblepuppy_tournaments.report.table import Row

WIDEST_MATRIX: Final = 12
"""Entrants; a matrix of more does not fit a screen."""
MOST_LINES: Final = 10
"""Of a list that may be as long as it likes."""


class Grid(NamedTuple):
    """A table; the first two columns are a number and a name."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Title(str):
    """The heading of a section."""

    __slots__ = ()


def and_more(number: int) -> Iterator[str]:
    """Say that so many are not shown, if there are any."""
    if number > 0:
        yield f"... and {number} more: --json lists all."


def name_of(row: Row, subject: Subject) -> str:
    """Give a bot's name, with what became of it."""
    suspended = " (suspended)" if row.entrant in subject.suspended else ""
    return subject.names[row.entrant] + suspended


def with_margin(estimate: Estimate, form: str) -> str:
    """Write a figure, and half of its interval behind it."""
    text = format(estimate.value, form)
    if estimate.low is None or estimate.high is None:
        return text
    return f"{text} ± {format((estimate.high - estimate.low) / 2, form.removeprefix('+'))}"


def percent(probability: float) -> str:
    """Write a probability; the bootstrap cannot tell more than a thousandth from nothing."""
    return ">99.9 %" if probability > 0.999 else f"{100 * probability:.1f} %"


def count_of(number: int, one: str, many: str | None = None) -> str:
    """Write a number of things."""
    return f"{number} {one if number == 1 else many or one + 's'}"
