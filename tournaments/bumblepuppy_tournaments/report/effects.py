"""What a seat costs, and what it costs to sit after whom; both in places, less being better.

A rotation gives everybody every seat, so that the seats' effects are the differences of plain
means. Neighbours are compared through what is left of a match's mean place once the strengths have
been taken into account (see `strength`), by least squares: the place of Y, sitting directly after
X, is what Y has by itself and what X does to its neighbour. Standard errors come from the spread
between matches (Liang and Zeger 1986), and tests from Student's distribution; in each family the
chance of a single false alarm is held to 5 % (Holm 1979).

Matches with an empty chair are left out: nobody sits there who could have an effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.special import stdtr

from bumblepuppy_tournaments.report.resample import FEWEST_MATCHES, student

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bumblepuppy_tournaments.report.matches import Floats, Ints, Matches

ALPHA: Final = 0.05
"""The chance that a family of effects that are none has one marked as significant."""
_NONE: Final = 1e-9
"""Less than this comes from rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One difference in places, and whether it is more than chance."""

    of: tuple[int, ...]
    """The seat, or the entrant that sits before; or the one that sits before and the one after."""
    cost: float
    """By how many places it makes the mean place worse than the others of its kind do."""
    margin: float
    """The 95 % interval is so much on either side."""
    chance: float
    """The probability of so much by chance alone, two-sided and adjusted for the family."""

    @property
    def significant(self) -> bool:
        """Whether it is more than chance."""
        return self.chance < ALPHA


def name_effects(matches: Matches) -> list[Effect]:
    """Give by entrant how much worse its mean place is than the middle one."""
    if len(matches) < FEWEST_MATCHES:
        return []
    off = matches.by_entrant(matches.shared_places().mean(axis=2) - (matches.seats + 1) / 2)
    played = np.bincount(matches.order.ravel(), minlength=matches.entrants)
    counts = np.maximum(played, 2)
    costs = off.sum(axis=0) / counts
    spread = (off**2).sum(axis=0) / counts - costs**2
    errors = np.sqrt(np.maximum(spread, 0) / (counts - 1))
    return _tested([(x,) for x in range(matches.entrants)], costs, errors, counts)


def seat_effects(matches: Matches) -> list[Effect]:
    """Give by seat how much worse it is than the mean of the seats."""
    if len(matches) < FEWEST_MATCHES:
        return []
    position, rotation = np.ogrid[: matches.seats, : matches.seats]
    # In game r the one in seat s has position s + r.
    by_seat = matches.shared_places()[:, (position + rotation) % matches.seats, rotation]
    costs = by_seat.mean(axis=2)
    costs -= costs.mean(axis=1, keepdims=True)
    errors = costs.std(axis=0, ddof=1) / np.sqrt(len(matches))
    return _tested([(s,) for s in range(matches.seats)], costs.mean(axis=0), errors, len(matches))


def leftover(matches: Matches, expected: Floats) -> Floats:
    """Give the mean places by match and position, less what was expected of them."""
    found: Floats = matches.shared_places().mean(axis=2) - expected
    return found


def neighbour_effects(matches: Matches, left: Floats) -> list[Effect]:
    """Give by entrant what it costs to sit directly after it instead of after another.

    Args:
        matches: The results.
        left: As `leftover` gives it.

    Returns:
        Empty where too few have sat after too many to tell; and with two at a table, where the one
        before is also the one after.
    """
    n = matches.entrants
    if matches.seats < 3 or len(matches) < FEWEST_MATCHES:
        return []
    before = np.roll(matches.order, 1, axis=1)
    after = np.zeros((n, n))
    np.add.at(after, (matches.order, before), 1.0)
    normal = np.block([[np.diag(after.sum(axis=1)), after], [after.T, np.diag(after.sum(axis=0))]])
    if np.linalg.matrix_rank(normal, hermitian=True) < 2 * n - 1:
        return []
    # Of the second half of the figures each one less the mean of the others.
    contrast = np.hstack([np.zeros((n, n)), (n * np.eye(n) - 1) / (n - 1)])
    solve = contrast @ np.linalg.pinv(normal, hermitian=True)
    sums = np.hstack([matches.by_entrant(left), _by_one_before(matches, left)])
    figures = np.linalg.pinv(normal, hermitian=True) @ sums.sum(axis=0)
    fitted = figures[matches.order] + figures[n + before]
    off = np.hstack([matches.by_entrant(left - fitted), _by_one_before(matches, left - fitted)])
    spread = ((off @ solve.T) ** 2).sum(axis=0)
    errors = np.sqrt(spread * len(matches) / (len(matches) - 1))
    fewest = int(after.sum(axis=0).min())
    return _tested([(x,) for x in range(n)], solve @ sums.sum(axis=0), errors, fewest)


def _by_one_before(matches: Matches, values: Floats) -> Floats:
    """Sort values of (matches, seats) into (matches, entrants) by who sits before."""
    return matches.by_entrant(np.roll(values, -1, axis=1))


def pair_effects(matches: Matches, left: Floats) -> list[Effect]:
    """Give by ordered pair what it costs the one to sit directly after the other.

    It is what is left of the place of Y after X, less that of Y after others. Pairs that have sat
    so in too few matches to tell are left out.
    """
    if matches.seats < 3:
        return []
    n = matches.entrants
    cells = np.roll(matches.order, 1, axis=1) * n + matches.order
    number, total, square = (
        np.bincount(cells.ravel(), weights=weights.ravel(), minlength=n * n).reshape(n, n)
        for weights in (np.ones_like(left), left, left**2)
    )
    rest = [of.sum(axis=0) - of for of in (number, total, square)]
    enough = (np.minimum(number, rest[0]) >= FEWEST_MATCHES) & ~np.eye(n, dtype=bool)
    pairs = np.argwhere(enough)
    mean, variance = _moments(number[enough], total[enough], square[enough])
    other_mean, other_variance = _moments(*(of[enough] for of in rest))
    errors = np.sqrt(variance + other_variance)
    freedom = np.minimum(number, rest[0])[enough]
    return _tested([(int(x), int(y)) for x, y in pairs], mean - other_mean, errors, freedom)


def _moments(number: Floats, total: Floats, square: Floats) -> tuple[Floats, Floats]:
    """Give means, and the variances of these means."""
    mean = total / number
    return mean, np.maximum(square / number - mean**2, 0) / (number - 1)


def _tested(
    of: Sequence[tuple[int, ...]], costs: Floats, errors: Floats, counts: Floats | Ints | int
) -> list[Effect]:
    """Test a family of effects; `counts` are the independent observations behind each."""
    freedom = np.broadcast_to(np.asarray(counts) - 1, costs.shape)
    is_none = np.abs(costs) < _NONE
    with np.errstate(divide="ignore", invalid="ignore"):
        chances = 2 * stdtr(freedom, -np.abs(costs / errors))
    adjusted = holm(np.where(is_none, 1.0, chances))
    margins = student(freedom + 1) * errors
    return [
        Effect(of=whom, cost=float(cost), margin=float(margin), chance=chance)
        for whom, cost, margin, chance in zip(of, costs, margins, adjusted, strict=True)
    ]


def holm(chances: Iterable[float]) -> list[float]:
    """Adjust the p-values of a family by Holm's step-down method.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    family = [float(chance) for chance in chances]
    order = sorted(range(len(family)), key=family.__getitem__)
    adjusted, worst = [0.0] * len(family), 0.0
    for step, i in enumerate(order):
        worst = max(worst, min(1.0, (len(family) - step) * family[i]))
        adjusted[i] = worst
    return adjusted
