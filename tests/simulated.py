"""Tournaments whose truth is known: the real schedule, and places out of a model."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from bumblepuppy_tournaments.schedule.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What places come from: the strongest of skill, circumstances and luck comes first.

    The luck is Gumbel's, so that with skills alone places follow the model of Plackett and Luce.
    """

    skills: Sequence[float]
    """By entrant."""
    seats: int
    seat: Sequence[float] = ()
    """By seat: what it gives."""
    after: float = 0.0
    """What it takes to sit directly after entrant 0."""
    form: float = 0.0
    """The standard deviation of what an entrant has in all games of one match."""
    deal: float = 0.0
    """The standard deviation of what a seat has in all games of one match: the cards."""

    def games(self, matches: int, seed: int) -> NDArray[Any]:
        """Play the first matches of a schedule; games as `PlacesReader.places` gives them."""
        rng = np.random.default_rng(seed)
        entrants, k = len(self.skills), self.seats
        schedule = islice(Schedule(entrants, k, seed), matches)
        orders = np.array([match.order for match in schedule])
        seat, game = np.ogrid[:k, :k]
        position = (seat + game).T % k  # by game and seat
        form = rng.normal(0, self.form, orders.shape)
        seated = orders[:, position]
        value = np.asarray(self.skills)[seated] + form[:, position]
        value += rng.normal(0, self.deal, (matches, 1, k)) + np.resize(self.seat or [0.0], k)
        value -= self.after * (np.roll(seated, 1, axis=2) == 0)
        value += rng.gumbel(size=value.shape)
        places = 1 + np.argsort(np.argsort(-value, axis=2), axis=2)
        found = np.stack([seated, places, np.zeros_like(places)], axis=3)
        return found.reshape(-1, k, 3)
