"""All that the results of a tournament tell: the table, the pairs, the effects; and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bumblepuppy_tournaments.report import effects
from bumblepuppy_tournaments.report.matches import Matches
from bumblepuppy_tournaments.report.pairs import head_to_head
from bumblepuppy_tournaments.report.rotation import variance_left
from bumblepuppy_tournaments.report.strength import fit
from bumblepuppy_tournaments.report.table import table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bumblepuppy_tournaments.report.effects import Effect
    from bumblepuppy_tournaments.report.pairs import HeadToHead
    from bumblepuppy_tournaments.report.resample import Estimate
    from bumblepuppy_tournaments.report.table import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """Each family of effects, and what the rotation did; empty where it cannot be told yet."""

    matches: int
    """Those in which nobody was suspended; the others do not count here."""
    names: list[Effect]
    seats: list[Effect]
    after: list[Effect]
    """By who sits directly before."""
    pairs: list[Effect]
    """By who sits directly before whom."""
    variance_left: Estimate | None
    """What the rotation has left of the variance of independent games, as a share of it."""

    @classmethod
    def of(cls, matches: Matches) -> Effects:
        """Look for effects in the matches in which nobody was suspended."""
        full = matches.full()
        expected = fit(full, *full.beaten()).expected
        left = effects.leftover(full, expected)
        return cls(
            matches=len(full),
            names=effects.name_effects(full),
            seats=effects.seat_effects(full),
            after=effects.neighbour_effects(full, left),
            pairs=effects.pair_effects(full, left),
            variance_left=variance_left(full, expected),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the results of a tournament tell; entrants are numbers, as in the schedule."""

    matches: int
    seats: int
    games_left_out: int
    """Games of a match that is not over."""
    rows: list[Row]
    """Best first."""
    pairs: HeadToHead
    effects: Effects

    @classmethod
    def of(cls, games: NDArray[np.integer], entrants: int, seed: int) -> Report | None:
        """Make the report; `None` if no match is over yet.

        Args:
            games: As `PlacesReader.places` gives them.
            entrants: How many take part.
            seed: Equal seeds draw equal matches, so that equal results make equal reports.
        """
        matches = Matches.of(games, entrants)
        if not len(matches):
            return None
        won, met = matches.beaten()
        return cls(
            matches=len(matches),
            seats=matches.seats,
            games_left_out=len(games) % matches.seats,
            rows=table(matches, fit(matches, won, met), won, met, seed),
            pairs=head_to_head(matches, won, met),
            effects=Effects.of(matches),
        )

    @property
    def ranked(self) -> list[Row]:
        """The entrants that have played enough matches to be ranked."""
        return [row for row in self.rows if row.ranks is not None]
