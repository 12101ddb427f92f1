"""The bootstrap: how far a figure would have come out otherwise, with other matches like these.

Matches are drawn at random, with replacement, as many as were played (Efron 1979). A figure is not
computed anew for each drawing. Instead each match has an *influence* on it, which is how much the
figure changes with the weight of that match, in first order; of a drawing one adds up the
influences (Davison and Hinkley, Bootstrap Methods and their Application, 1997, 2.7.2). For a mean
this is exact; for a ratio or a fit it is as good as the interval itself. All figures are drawn for
together, so that their differences and their order are known as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_tournaments.report.matches import Floats, Ints

DRAWS: Final = 2000
FEWEST_MATCHES: Final = 10
"""Fewer matches than these tell nothing of how much chance there is in them."""
LEVEL: Final = 0.95
TAIL: Final = (1 - LEVEL) / 2
_MOST_BATCHES: Final = 2000
"""Of more matches than these, some that follow each other are drawn together: sums of independent
matches are as independent as the matches, and so many are enough to tell their spread."""


class Estimate(NamedTuple):
    """A figure, and the interval that holds the truth with 95 % confidence."""

    value: float
    low: float | None = None
    """`None`, and `high` as well, where there are too few matches for an interval."""
    high: float | None = None

    @classmethod
    def of(cls, value: float, deviations: Floats) -> Estimate:
        """Take the interval from the deviations of the bootstrap."""
        low, high = np.quantile(deviations, [TAIL, 1 - TAIL])
        return cls(float(value), float(value + low), float(value + high))

    @property
    def holds_zero(self) -> bool:
        """Whether it may just as well be nothing."""
        return self.low is None or self.high is None or self.low <= 0 <= self.high


@dataclass(frozen=True, slots=True)
class Drawn:
    """Some figures of one kind, such as the mean place of each entrant, drawn for together."""

    values: Floats
    """What they are."""
    deviations: Floats
    """(draws, figures): how far they came out from that."""
    matches: Ints
    """By figure: how many matches it rests on."""

    def estimate(self, i: int) -> Estimate:
        """Give one of them."""
        if self.matches[i] < FEWEST_MATCHES:
            return Estimate(float(self.values[i]))
        return Estimate.of(self.values[i], self.deviations[:, i])

    def distance(self, i: int, j: int) -> Estimate:
        """Give how much more one is than another."""
        deviations = self.deviations[:, i] - self.deviations[:, j]
        return Estimate.of(self.values[i] - self.values[j], deviations)

    def outcomes(self, chosen: Sequence[int]) -> Floats:
        """Give (draws, figures): what some of them came out as."""
        found: Floats = (self.values + self.deviations)[:, chosen]
        return found


def draw(
    figures: Sequence[tuple[Floats, Floats]], matches: Ints, seed: int, draws: int = DRAWS
) -> list[Drawn]:
    """Draw matches again and again, and see what each figure comes out as.

    Args:
        figures: Of each kind the values, and the influences of the shape (matches, values).
        matches: By value: how many matches it rests on, for all kinds alike.
        seed: Equal seeds draw the same.
        draws: How often.

    Returns:
        Of each kind what was drawn. The deviations are widened by what the bootstrap makes too
        narrow where matches are few: it takes their own mean for the true one, and normal tails
        for Student's (Hesterberg 2015, What Teachers Should Know about the Bootstrap, 3.3).
    """
    batches = [_batches(influences) for _, influences in figures]
    weights = _weights(len(batches[0]), seed, draws)
    stretch = _stretch(matches)
    return [
        Drawn(values, weights @ (batch - batch.mean(axis=0)) * stretch, matches)
        for (values, _), batch in zip(figures, batches, strict=True)
    ]


def _batches(influences: Floats) -> Floats:
    """Add up the influences of matches that follow each other."""
    matches = len(influences)
    batches = min(matches, _MOST_BATCHES)
    found: Floats = np.add.reduceat(influences, np.arange(batches) * matches // batches)
    return found


def _weights(units: int, seed: int, draws: int) -> Floats:
    """Give (draws, units): how often each is drawn."""
    # Raw numbers of a bit generator are the same in every version of numpy (NEP 19).
    raw = np.random.PCG64(seed).random_raw(draws * units).reshape(draws, units)
    picks = (raw >> np.uint64(32)) * np.uint64(units) >> np.uint64(32)
    cells = picks.astype(np.int64) + units * np.arange(draws)[:, None]
    counts = np.bincount(cells.ravel(), minlength=draws * units)
    return counts.reshape(draws, units).astype(np.float64)


def _stretch(matches: Ints) -> Floats:
    enough = np.maximum(matches, 2)
    found: Floats = student(enough) / ndtri(1 - TAIL) * np.sqrt(enough / (enough - 1))
    return found


def student(matches: Ints | int) -> Floats:
    """Give how many standard errors lie between a figure and the end of its interval."""
    found: Floats = stdtrit(np.asarray(matches) - 1, 1 - TAIL)
    return found
