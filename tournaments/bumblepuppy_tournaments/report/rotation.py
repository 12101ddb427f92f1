"""How much chance the rotation has taken out of the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bumblepuppy_tournaments.report.resample import FEWEST_MATCHES, Estimate, student

if TYPE_CHECKING:
    from bumblepuppy_tournaments.report.matches import Floats, Matches

_NONE: Final = 1e-9
"""Less than this comes from rounding."""


def variance_left(matches: Matches, expected: Floats) -> Estimate | None:
    """Compare the variance of a match's mean place with that of as many independent games.

    Were the games of a match dealt and seated independently of each other, the mean place of an
    entrant over its k games would vary by one k-th of what the place in one game varies by. All
    places are taken less what was expected against these opponents, and less the entrant's own
    mean.

    Args:
        matches: The results.
        expected: (matches, seats): the mean places that were expected.

    Returns:
        The ratio: 1 if the rotation did nothing, 0 if it removed all chance. `None` if there are
        too few matches to tell, or no two matches ended differently.
    """
    if len(matches) < FEWEST_MATCHES:
        return None
    left = matches.shared_places() - expected[:, :, None]
    played = np.maximum(np.bincount(matches.order.ravel(), minlength=matches.entrants), 2)
    own = matches.by_entrant(left.mean(axis=2)).sum(axis=0) / played
    left -= own[matches.order][:, :, None]
    # The mean was taken from the same matches, which makes the spread about it too small.
    bias = (played / (played - 1))[matches.order]
    of_means = (matches.seats * left.mean(axis=2) ** 2 * bias).sum(axis=1)
    of_games = (left**2).mean(axis=2).sum(axis=1)
    if of_means.sum() < _NONE:
        return None
    ratio = of_means.sum() / of_games.sum()
    influence = (of_means - ratio * of_games) / of_games.sum()
    margin = float(student(len(matches)) * np.sqrt((influence**2).sum()))
    return Estimate(float(ratio), float(ratio) - margin, float(ratio) + margin)
