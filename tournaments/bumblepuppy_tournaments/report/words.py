"""A report in words and tables, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bumblepuppy_tournaments.report.cells import (
    MOST_LINES,
    WIDEST_MATRIX,
    Grid,
    Title,
    and_more,
    count_of,
    name_of,
    percent,
    with_margin,
)
from bumblepuppy_tournaments.report.effect_words import effects_in_words
from bumblepuppy_tournaments.report.resample import FEWEST_MATCHES
from bumblepuppy_tournaments.report.subject import Section, disagreements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bumblepuppy_tournaments.report.report import Report
    from bumblepuppy_tournaments.report.subject import Subject
    from bumblepuppy_tournaments.report.table import Row

_NO_MATCH: Final = "No match is over yet: nothing can be told."


def in_words(
    report: Report | None, subject: Subject, sections: Sequence[Section]
) -> Iterator[str | Grid]:
    """Tell the sections that are asked for, each under its title."""
    if report is None:
        yield _NO_MATCH
        return
    left_out = report.games_left_out
    yield (
        f"{subject.game} · {report.seats} seats · {count_of(report.matches, 'match', 'matches')} of"
        f" {report.seats} games each"
        + (f"; {count_of(left_out, 'game')} of a match that is not over: left out" * bool(left_out))
    )
    if not report.ranked:
        yield (
            f"Too few matches for intervals: {FEWEST_MATCHES} are needed of each bot before its"
            " place can be told from chance. Below are mere means."
        )
    for section in sections:
        yield from _TELL[section](report, subject)


# --- the table ---


def _table(report: Report, subject: Subject) -> Iterator[str | Grid]:
    yield Title("Table, by strength")
    rows = [
        (
            _rank(i, row),
            name_of(row, subject),
            str(row.games),
            *(
                (with_margin(row.score, ".3f"), with_margin(row.place, ".2f"))
                if row.games
                else ("", "")
            ),
            with_margin(row.elo, "+.0f") if row.games else "",
            _better(row),
        )
        for i, row in enumerate(report.rows, 1)
    ]
    yield Grid(("", "name", "games", "score", "place", "Elo", "> next"), rows)
    yield (
        "score: share of opponents beaten. Elo: strength by Bradley and Terry. ±: 95 % interval, by"
        " bootstrap over matches. > next: probability of being stronger than the next;"
        " = marks a tie: the interval of their distance holds 0."
    )
    yield from _unequal(report)
    yield from _disagreements(report, subject)


def _unequal(report: Report) -> Iterator[str]:
    met = report.pairs.games[~np.eye(len(report.rows), dtype=bool)]
    if met.min() != met.max():
        yield (
            f"Not all met equally often: pairs share from {met.min():.0f} to {met.max():.0f} games."
            " Scores and places depend on whom a bot has met; Elo makes up for it."
        )


def _disagreements(report: Report, subject: Subject) -> Iterator[str]:
    found = disagreements(report, subject)
    for one in found[:MOST_LINES]:
        why = "the table calls it a tie" if one.within_ties else "the table is sure that it is not"
        yield (
            f"TrueSkill ranks {subject.names[one.entrant]} {one.by_trueskill} instead of"
            f" {one.rank}: {why}."
        )
    yield from and_more(len(found) - MOST_LINES)


def _rank(position: int, row: Row) -> str:
    return str(position) if row.ranks else "–"  # noqa: RUF001 (an en dash is meant)


def _better(row: Row) -> str:
    if row.lead is None:
        return ""
    return percent(row.lead.better) + (" =" if row.lead.tied else "  ")


# --- places and ranks ---


def _places(report: Report, subject: Subject) -> Iterator[str | Grid]:
    yield Title("Places, in percent of games")
    heads = ("", "name", *(str(place) for place in range(1, report.seats + 1)))
    yield Grid(
        heads,
        [
            (
                _rank(i, row),
                name_of(row, subject),
                *(f"{100 * n / row.games:.1f}" if row.games else "" for n in row.places),
            )
            for i, row in enumerate(report.rows, 1)
        ],
    )


def _ranks(report: Report, subject: Subject) -> Iterator[str | Grid]:
    yield Title("Probability of each final rank, in percent")
    ranked = report.ranked
    if not ranked:
        yield "Cannot be told yet."
    elif len(ranked) <= WIDEST_MATRIX:
        heads = ("", "name", *(str(rank) for rank in range(1, len(ranked) + 1)))
        yield Grid(
            heads,
            [
                (str(i), name_of(row, subject), *map(_cell, row.ranks or ()))
                for i, row in enumerate(ranked, 1)
            ],
        )
    else:
        rows = [(str(i), name_of(row, subject), _span(row)) for i, row in enumerate(ranked, 1)]
        yield Grid(("", "name", "95 % between"), rows)


def _span(row: Row) -> str:
    """Give the ranks between which it is with 95 % probability."""
    sums = np.cumsum(row.ranks or ())
    low, high = np.searchsorted(sums, [0.025, 0.975]) + 1
    return f"{low}–{high}"  # noqa: RUF001 (an en dash is meant)


# --- pairs ---


def _pairs(report: Report, subject: Subject) -> Iterator[str | Grid]:
    yield Title("Head to head: percent of games in which the row came before the column")
    if len(report.rows) > WIDEST_MATRIX:
        yield f"{len(report.rows)} bots are too many for a matrix: --json lists all pairs."
        return
    order = [row.entrant for row in report.rows]
    heads = ("", "name", *(str(i) for i in range(1, len(order) + 1)))

    def matrix(cell: Callable[[int, int], str]) -> Grid:
        rows = [
            (str(i), name_of(row, subject), *(cell(row.entrant, other) for other in order))
            for i, row in enumerate(report.rows, 1)
        ]
        return Grid(heads, rows)

    share, games, error = report.pairs
    yield matrix(lambda a, b: f"{100 * share[a, b]:.1f}" if games[a, b] else "")
    if np.isfinite(error).any():
        worst = 100 * np.nanmax(error)
        yield f"The standard errors of these are {worst:.1f} at most. Games that they met in:"
    yield matrix(lambda a, b: f"{games[a, b]:.0f}" if games[a, b] else "")


def _cell(probability: float) -> str:
    return f"{100 * probability:.1f}" if probability else ""


_TELL: Final = {
    Section.TABLE: _table,
    Section.PLACES: _places,
    Section.RANKS: _ranks,
    Section.PAIRS: _pairs,
    Section.EFFECTS: effects_in_words,
}
