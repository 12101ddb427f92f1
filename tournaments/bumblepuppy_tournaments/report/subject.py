"""What a report is about, and where the ratings see it otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bumblepuppy_tournaments.report.report import Report


class Section(StrEnum):
    """A part of a report."""

    TABLE = "table"
    PLACES = "places"
    RANKS = "ranks"
    PAIRS = "pairs"
    EFFECTS = "effects"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The tournament that a report is about."""

    game: str
    names: tuple[str, ...]
    """In the order of the entrants' numbers."""
    games_planned: int
    skills: tuple[int, ...]
    """The entrants in the order of their TrueSkill ratings, best first."""
    suspended: frozenset[int]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An entrant whose rank by TrueSkill is another one than that in the table."""

    entrant: int
    rank: int
    """In the table, from 1, those who only fill seats left out: they have no rating."""
    by_trueskill: int
    """Among the same."""
    within_ties: bool
    """Whether all neighbours between the two ranks are tied in the table."""


def disagreements(report: Report, subject: Subject) -> list[Disagreement]:
    """List the entrants that TrueSkill ranks otherwise, in the order of the table."""
    # By their positions in the table: each row leads over the next, whoever that is.
    rated = [i for i, row in enumerate(report.ranked) if row.entrant in subject.skills]
    entrants = {report.ranked[position].entrant for position in rated}
    skills = [entrant for entrant in subject.skills if entrant in entrants]
    found = []
    for rank, position in enumerate(rated, 1):
        row = report.ranked[position]
        other = skills.index(row.entrant) + 1
        if other != rank:
            first, last = sorted((position, rated[other - 1]))
            between = report.ranked[first:last]
            tied = all(row.lead is not None and row.lead.tied for row in between)
            found.append(Disagreement(row.entrant, rank, other, tied))
    return found
