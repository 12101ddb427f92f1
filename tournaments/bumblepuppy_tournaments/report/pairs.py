"""Head to head: of any two, who was placed before the other how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from bumblepuppy_tournaments.report.matches import Floats, Matches


class HeadToHead(NamedTuple):
    """The matrices of all pairs, (entrants, entrants) each."""

    share: Floats
    """The share of games in which the row was placed before the column, ties as halves; not a
    number for who has not met, and for the diagonal."""
    games: Floats
    """In how many games they met."""
    error: Floats
    """The standard error of the share, from its spread between matches; not a number if fewer than
    two matches brought them together."""


def head_to_head(matches: Matches, won: Floats, met: Floats) -> HeadToHead:
    """Count every pair in what `Matches.beaten` gives."""
    games = matches.by_pair(met)
    together = matches.by_pair((met > 0).astype(np.float64))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = matches.by_pair(won) / games
        off = won - share[matches.order[:, :, None], matches.order[:, None]] * met
        spread = matches.by_pair(np.where(met > 0, off, 0.0) ** 2)
        error = np.sqrt(spread * together / (together - 1)) / games
    return HeadToHead(share, games, np.where(together > 1, error, np.nan))
