"""A report as plain JSON values; `tournaments/REPORT.md` tells what they mean."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.report.resample import LEVEL
from bumblepuppy_tournaments.report.subject import Section, disagreements

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bumblepuppy_tournaments.report.effects import Effect
    from bumblepuppy_tournaments.report.report import Report
    from bumblepuppy_tournaments.report.resample import Estimate
    from bumblepuppy_tournaments.report.subject import Subject
    from bumblepuppy_tournaments.report.table import Row

VERSION: Final = 1
"""The version of the JSON object, in the key `report`."""
_DIGITS: Final = 6
"""Beyond these, other processors may round otherwise."""


def told(report: Report | None, subject: Subject, sections: Collection[Section]) -> dict[str, Any]:
    """Tell the sections that are asked for; none, before the first match is over."""
    found: dict[str, Any] = {
        "report": VERSION,
        "game": subject.game,
        "games_planned": subject.games_planned,
        "matches": report.matches if report else 0,
        "level": LEVEL,
    }
    if report is None:
        return found
    found |= {"seats": report.seats, "games_left_out": report.games_left_out}
    if Section.TABLE in sections:
        found |= _table(report, subject)
    if Section.PLACES in sections:
        found["places"] = [_places(row, subject) for row in report.rows]
    if Section.RANKS in sections:
        found["ranks"] = [
            {"name": subject.names[row.entrant], "ranks": _rounded(row.ranks)}
            for row in report.ranked
        ]
    if Section.PAIRS in sections:
        found["pairs"] = _pairs(report, subject)
    if Section.EFFECTS in sections:
        found["effects"] = _effects(report, subject)
    return found


def _table(report: Report, subject: Subject) -> dict[str, Any]:
    return {
        "table": [_row(rank, row, subject) for rank, row in enumerate(report.rows, 1)],
        "disagreements": [
            {
                "name": subject.names[found.entrant],
                "rank": found.rank,
                "by_trueskill": found.by_trueskill,
                "within_ties": found.within_ties,
            }
            for found in disagreements(report, subject)
        ],
    }


def _row(rank: int, row: Row, subject: Subject) -> dict[str, Any]:
    lead = row.lead and {
        "elo": _estimate(row.lead.elo),
        "better": _rounded(row.lead.better),
        "tied": row.lead.tied,
    }
    return {
        "rank": rank if row.ranks else None,
        "name": subject.names[row.entrant],
        "suspended": row.entrant in subject.suspended,
        "games": row.games,
        "matches": row.matches,
        "score": _estimate(row.score) if row.games else None,
        "place": _estimate(row.place) if row.games else None,
        "elo": _estimate(row.elo) if row.games else None,
        "lead": lead,
    }


def _places(row: Row, subject: Subject) -> dict[str, Any]:
    counts = {str(place): count for place, count in enumerate(row.places, 1)}
    return {"name": subject.names[row.entrant], "games": row.games, "places": counts}


def _pairs(report: Report, subject: Subject) -> list[dict[str, Any]]:
    order = [row.entrant for row in report.rows]
    share, games, error = report.pairs
    return [
        {
            "names": [subject.names[a], subject.names[b]],
            "games": int(games[a, b]),
            "share": _rounded(share[a, b]),
            "error": _rounded(error[a, b]) if error[a, b] >= 0 else None,
        }
        for a, b in combinations(order, 2)
        if games[a, b]
    ]


def _effects(report: Report, subject: Subject) -> dict[str, Any]:
    found, names = report.effects, subject.names
    return {
        "matches": found.matches,
        "names": [{"name": names[e.of[0]], **_effect(e)} for e in found.names],
        "seats": [{"seat": e.of[0], **_effect(e)} for e in found.seats],
        "after": [{"before": names[e.of[0]], **_effect(e)} for e in found.after],
        "pairs": [
            {"before": names[e.of[0]], "name": names[e.of[1]], **_effect(e)} for e in found.pairs
        ],
        "variance_left": found.variance_left and _estimate(found.variance_left),
    }


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "cost": _rounded(effect.cost),
        "margin": _rounded(effect.margin),
        "p": _rounded(effect.chance),
        "significant": effect.significant,
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {name: _rounded(value) for name, value in estimate._asdict().items()}


def _rounded(value: float | Sequence[float] | None) -> Any:
    if value is None:
        return None
    if isinstance(value, (int, float)):
        return round(float(value), _DIGITS)
    return [round(each, _DIGITS) for each in value]
