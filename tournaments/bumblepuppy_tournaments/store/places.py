"""The places of all games, read at one go: what the statistics are made of."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from bumblepuppy_tournaments.store.reader import Reader
from bumblepuppy_tournaments.store.schema import plain_errors

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PlacesReader(Reader):
    """A tournament file of which the statistics are made."""

    def places(self) -> NDArray[Any]:
        """Give the games from the first up to the first that is missing, in schedule order.

        Returns:
            Whole numbers of the shape (games, seats, 3): by game and seat the entrant, its place,
            and 1 if the seat was a suspended bot's.
        """
        with plain_errors(self.path):
            rows = self._connection.execute(
                "SELECT slot, entrant, place, suspended FROM seat WHERE slot < ?"
                " ORDER BY slot, seat",
                (self.games_planned,),  # what was begun before it was decided is no part of it
            )
            numbers = np.fromiter(chain.from_iterable(rows), dtype=np.int32)
        games = numbers.reshape(-1, self.plan.seats, 4)
        in_order = games[:, 0, 0] == np.arange(len(games))
        # Like the ratings, they stop at the first gap: the games behind it are those that ended
        # early, and so the short ones.
        return games[: len(games) if in_order.all() else in_order.argmin(), :, 1:]
