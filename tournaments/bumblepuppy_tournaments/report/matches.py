"""The results by match, and what one match tells.

All statistics are made of matches: the games of a match have their players, their neighbours, and
often their deal in common, so that they are not independent of each other; matches are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The results of whole matches; the arrays count matches, then positions, then games.

    A position is one in the match's circular order: position `i` sits directly before `i + 1`. In
    game `r` of a match it sits in seat `i - r`, modulo the seats.
    """

    entrants: int
    """How many take part; they are numbered from 0."""
    order: Ints
    """(matches, seats): the entrant at each position."""
    places: Ints
    """(matches, seats, seats): the place of each position in each game; 1 is best."""
    empty: Bools
    """(matches, seats, seats): whether the seat was a suspended bot's, which nobody filled."""

    @classmethod
    def of(cls, games: NDArray[np.integer], entrants: int) -> Matches:
        """Sort games of whole and broken matches into matches; a broken last one is left out.

        Args:
            games: As `PlacesReader.places` gives them.
            entrants: How many take part.
        """
        seats = games.shape[1]
        whole = games[: len(games) // seats * seats].astype(np.int64)
        by_match = whole.reshape(-1, seats, seats, 3)
        position, rotation = np.ogrid[:seats, :seats]
        turned = by_match[:, rotation, (position - rotation) % seats]
        return cls(
            entrants=entrants,
            order=turned[:, :, 0, 0],
            places=turned[..., 1],
            empty=turned[..., 2] > 0,
        )

    def __len__(self) -> int:
        """Count the matches."""
        return len(self.order)

    @property
    def seats(self) -> int:
        """How many sit at a table, and games make a match."""
        return int(self.order.shape[1])

    def __getitem__(self, chosen: Bools | slice) -> Matches:
        """Take some of the matches."""
        return Matches(
            entrants=self.entrants,
            order=self.order[chosen],
            places=self.places[chosen],
            empty=self.empty[chosen],
        )

    def full(self) -> Matches:
        """Take those in which nobody was suspended."""
        return self[np.logical_not(self.empty.any(axis=(1, 2)))]

    def shared_places(self) -> Floats:
        """Give the places, those who share one given the mean of the places that they take up.

        (matches, seats, seats), like `places`: two who share the second place come 2.5th each.
        """
        mine, others = self.places[:, :, None], self.places[:, None]
        better = (others < mine).sum(axis=2, dtype=np.float64)
        equal = (others == mine).sum(axis=2)  # itself among them
        found: Floats = better + (equal + 1) / 2
        return found

    def beaten(self) -> tuple[Floats, Floats]:
        """Count by match and two positions in how many games the one was placed before the other.

        Returns:
            Two arrays of the shape (matches, seats, seats): games won, ties as halves; and games
            in which both seats were filled.
        """
        shape = (len(self), self.seats, self.seats)
        won, met = np.zeros(shape), np.zeros(shape)
        others = ~np.eye(self.seats, dtype=bool)
        for game in range(self.seats):
            places, filled = self.places[:, :, game], ~self.empty[:, :, game]
            mine, theirs = places[:, :, None], places[:, None]
            both = filled[:, :, None] & filled[:, None] & others
            won += both * ((mine < theirs) + (mine == theirs) / 2)
            met += both
        return won, met

    def by_entrant(self, values: NDArray[np.generic]) -> Floats:
        """Sort values of the shape (matches, seats) into (matches, entrants); 0 for who is away."""
        found = np.zeros((len(self), self.entrants))
        np.put_along_axis(found, self.order, values.astype(np.float64), axis=1)
        return found

    def by_pair(self, values: Floats) -> Floats:
        """Add values of the shape (matches, seats, seats) up into (entrants, entrants)."""
        pairs = self.order[:, :, None] * self.entrants + self.order[:, None]
        size = self.entrants**2
        found = np.bincount(pairs.ravel(), weights=values.ravel(), minlength=size)
        return found.astype(np.float64).reshape(self.entrants, self.entrants)
