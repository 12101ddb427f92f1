"""The order-free table: who is better than whom, how sure that is, and what is a tie.

The table is in the order of the strengths (see `strength`). What tells two entrants apart is the
interval of their *distance*: their own intervals may overlap although the distance is certain,
because in one match both met the same others, and one's gain is the other's loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bumblepuppy_tournaments.report.resample import FEWEST_MATCHES, draw

if TYPE_CHECKING:
    from bumblepuppy_tournaments.report.matches import Floats, Ints, Matches
    from bumblepuppy_tournaments.report.resample import Drawn, Estimate
    from bumblepuppy_tournaments.report.strength import Strengths


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """How much stronger one is than the next in the table."""

    elo: Estimate
    """The distance, in points of Elo's scale."""
    better: float
    """The probability of being stronger, from 0 to 1."""

    @property
    def tied(self) -> bool:
        """Whether the two cannot be told apart: the interval of the distance holds 0."""
        return self.elo.holds_zero


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entrant's line of the table; games in which it was suspended do not count in it."""

    entrant: int
    """Its number."""
    matches: int
    places: tuple[int, ...]
    """How often it came first, second, ..."""
    score: Estimate
    """The share of its opponents that it was placed before, ties as halves: with all seats filled
    (k - place) / (k - 1). It means nothing before the first game, nor does `place`."""
    place: Estimate
    """The mean place, 1 being best; those who share one have the mean of what they take up."""
    elo: Estimate
    """The strength, in points of Elo's scale; the mean of all is 0."""
    ranks: tuple[float, ...] | None
    """The probability of being first, second, ... in strength, among those who are ranked. `None`
    for who has played too few matches, and is not ranked."""
    lead: Lead | None
    """Over the next who is ranked."""

    @property
    def games(self) -> int:
        """How many games it has played."""
        return sum(self.places)


def table(matches: Matches, strengths: Strengths, won: Floats, met: Floats, seed: int) -> list[Row]:
    """Make the table, best first; who has played too few matches comes last, and is not ranked.

    Args:
        matches: The results.
        strengths: The fit to them.
        won: As `Matches.beaten` gives it, like `met`.
        met: See `won`.
        seed: Equal seeds draw equal matches.
    """
    filled = (~matches.empty).astype(np.int64)
    places = (matches.shared_places() * filled).sum(axis=2)
    counts = matches.by_entrant(filled.max(axis=2)).sum(axis=0).astype(np.int64)
    figures = (
        _mean(matches, won.sum(axis=2), met.sum(axis=2)),
        _mean(matches, places, filled.sum(axis=2)),
        (strengths.values, strengths.influences),
    )
    score, place, elo = draw(figures, counts, seed)
    few = counts < FEWEST_MATCHES
    order = sorted(range(matches.entrants), key=lambda i: (few[i], -elo.values[i], i))
    ranked = [i for i in order if not few[i]]
    ranks = dict(zip(ranked, _ranks(elo.outcomes(ranked)), strict=True))
    leads = {i: _lead(elo, i, following) for i, following in pairwise(ranked)}
    distribution = _distribution(matches).tolist()
    return [
        Row(
            entrant=i,
            matches=int(counts[i]),
            places=tuple(distribution[i]),
            score=score.estimate(i),
            place=place.estimate(i),
            elo=elo.estimate(i),
            ranks=ranks.get(i),
            lead=leads.get(i),
        )
        for i in order
    ]


def _mean(matches: Matches, totals: Floats, counts: Ints | Floats) -> tuple[Floats, Floats]:
    """Give each entrant's mean, and the influences on it.

    Args:
        matches: The results.
        totals: (matches, seats): what is to be averaged, added up over the games of the match.
        counts: (matches, seats): how many things these are.
    """
    total, count = matches.by_entrant(totals), matches.by_entrant(counts)
    in_all = np.maximum(count.sum(axis=0), 1)
    means = total.sum(axis=0) / in_all
    return means, (total - means * count) / in_all


def _ranks(outcomes: Floats) -> list[tuple[float, ...]]:
    """Give the probability of each rank, by (draws, entrants) of what the strengths came out as."""
    draws, entrants = outcomes.shape
    ranks = np.argsort(np.argsort(-outcomes, axis=1), axis=1)
    cells = ranks + entrants * np.arange(entrants)
    counts = np.bincount(cells.ravel(), minlength=entrants**2).reshape(entrants, entrants)
    return [tuple(row) for row in (counts / draws).tolist()]


def _lead(elo: Drawn, i: int, following: int) -> Lead:
    mine, theirs = elo.outcomes([i, following]).T
    better = ((mine > theirs) + (mine == theirs) / 2).mean()
    return Lead(elo=elo.distance(i, following), better=float(better))


def _distribution(matches: Matches) -> Ints:
    """Count by entrant how often it came first, second, ..."""
    seats = matches.seats
    by_whom = np.broadcast_to(matches.order[:, :, None], matches.places.shape)
    cells = (by_whom * seats + matches.places - 1)[~matches.empty]
    counts = np.bincount(cells, minlength=matches.entrants * seats)
    return counts.reshape(matches.entrants, seats)
