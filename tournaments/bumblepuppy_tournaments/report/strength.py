"""Strengths by the model of Bradley and Terry (1952), from who was placed before whom.

A beats B with the odds exp(a - b) to 1. Every pair of seats at a table is a comparison, a shared
place half a win for both. If places follow the model of Plackett and Luce, these pairs follow that
of Bradley and Terry with the same strengths (Azari Soufiani and others 2013); that the pairs of one
game, and the games of one match, depend on each other does not bend the strengths, and the
intervals take it into account because they come from whole matches.

Where all meet equally often, the order by strength is that by the mean score. Where they do not,
it makes up for whom somebody has met, which the mean score does not.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import choix
import numpy as np
from scipy.special import expit

if TYPE_CHECKING:
    from bumblepuppy_tournaments.report.matches import Floats, Matches

ELO: Final = 400 / math.log(10)
"""What a strength of 1 is in points of Elo's scale, on which 400 points are odds of ten to one."""
_DRAWN: Final = 1.0
"""Games that each is taken to have drawn against the field beforehand: who has won or lost all of
its games is not infinitely strong or weak."""
_MOST_ROUNDS: Final = 10_000


class Strengths(NamedTuple):
    """The fit; strengths are in points of Elo's scale, their mean is 0."""

    values: Floats
    """By entrant."""
    influences: Floats
    """(matches, entrants): see `resample`."""
    expected: Floats
    """(matches, seats): the mean place that is expected of each position."""


def fit(matches: Matches, won: Floats, met: Floats) -> Strengths:
    """Fit the model to what `Matches.beaten` gives."""
    others = 1 - np.eye(matches.entrants)
    drawn = others * _DRAWN / max(1, matches.entrants - 1)
    games = matches.by_pair(met) + drawn
    strengths = choix.ilsr_pairwise_dense(
        matches.by_pair(won) + drawn / 2, max_iter=_MOST_ROUNDS, tol=1e-9
    )
    chances = _chances(strengths)
    information = games * chances * (1 - chances)
    curvature = np.diag(information.sum(axis=1)) - information
    expected = _chances(strengths[matches.order]) * met
    surplus = matches.by_entrant((won - expected).sum(axis=2))
    # Strengths are known up to a common shift, hence the pseudo-inverse: the mean stays 0.
    influences = surplus @ np.linalg.pinv(curvature, hermitian=True)
    return Strengths(
        ELO * strengths,
        ELO * influences,
        matches.seats - expected.sum(axis=2) / matches.seats,
    )


def _chances(strengths: Floats) -> Floats:
    """Give the chance of each of the last axis to be placed before each other one."""
    found: Floats = expit(strengths[..., :, None] - strengths[..., None, :])
    return found
