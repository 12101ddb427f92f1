"""TrueSkill ratings, by the `trueskill` package.

In a closed tournament bots stay as they are, so that skill does not drift (tau = 0), and a rating
depends on the order of the games but little; in a ladder they may come back changed. Games are
folded in schedule order all the same, so that a tournament has one table and not one for each
order of completion.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

with warnings.catch_warnings():
    # Its docstrings hold escapes of which Python warns when it compiles them, at the first import.
    warnings.simplefilter("ignore")
    import trueskill

if TYPE_CHECKING:
    from collections.abc import Sequence

MU: Final = 25.0
SIGMA: Final = MU / 3
ANCHORED: Final = 1e-4
"""The standard deviation of a rating that is held fixed; 0 could not be divided by."""

_NORMAL: Final = NormalDist()
_ROOT_TWO: Final = math.sqrt(2)
_DENSITY_AT_0: Final = 1 / math.sqrt(2 * math.pi)


def _cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / _ROOT_TWO)


def _pdf(x: float) -> float:
    return _DENSITY_AT_0 * math.exp(-x * x / 2)


# The package's own error function is good to seven digits, the C library's to sixteen and faster.
# Ties need them: under a margin this small the package divides by differences of the seventh digit.
_TRUESKILL: Final = trueskill.TrueSkill(
    mu=MU,
    sigma=SIGMA,
    tau=0.0,
    draw_probability=0.001,
    backend=(_cdf, _pdf, _NORMAL.inv_cdf),
)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a skill: a normal distribution."""

    mu: float = MU
    """Its mean."""
    sigma: float = SIGMA
    """Its standard deviation: how little is known."""

    @property
    def conservative(self) -> float:
        """Give mu - 3 sigma, which the skill exceeds almost surely; tables are ranked by it."""
        return self.mu - 3 * self.sigma


def rate(ratings: Sequence[Rating], places: Sequence[int], tau: float = 0.0) -> list[Rating]:
    """Give the ratings after a game of two seats or more, in the order in which they came.

    Args:
        ratings: The ratings before, by seat.
        places: By seat; 1 is best, and equal numbers are ties.
        tau: By how much skill may drift from game to game, in points; 0 in a closed tournament,
            whose bots stay as they are.
    """
    # The package compares each with its neighbours in the list alone, so that under a wide draw
    # margin those in the middle of a tie are told apart from those at its ends. Under the margin
    # of draw probability 0.001 "a ties b, b ties c" all but says "a ties c", and no more than the
    # sixth digit depends on the list. The list is sorted by what is rated, and not by seat or
    # name, so that even this digit favours nobody.
    order = sorted(range(len(places)), key=lambda i: (places[i], ratings[i].mu, ratings[i].sigma))
    groups = [(trueskill.Rating(ratings[i].mu, math.hypot(ratings[i].sigma, tau)),) for i in order]
    try:
        rated = _TRUESKILL.rate(groups, [places[i] for i in order])
    except FloatingPointError:
        # Somebody stands so far above somebody else that the chance of an upset is below the
        # smallest number there is. That the favourite won then tells nothing.
        return list(ratings)
    after = list(ratings)
    for i, (rating,) in zip(order, rated, strict=True):
        after[i] = Rating(rating.mu, rating.sigma)
    return after
