"""The one statistic that the tests of chance need."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def chance_of_such_counts(counts: Iterable[int], expected: float, freedom: int) -> float:
    """Give the probability that chance alone makes counts as uneven as these, or more so.

    Pearson's chi-squared, by the approximation of Wilson and Hilferty.
    """
    chi_squared = sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * freedom)
    z = ((chi_squared / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 1 - NormalDist().cdf(z)
