"""Folding games into standings in schedule order, whatever the order in which they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bumblepuppy_tournaments.table.standings import Score, Standings


class Fold:
    """Folds games into standings in schedule order, whatever the order in which they end.

    What ends before its turn is held: no more than the games in flight since the oldest of them.
    """

    def __init__(self, standings: Standings) -> None:
        """Fold into `standings`, from the slot that it has to fold next."""
        self.standings = standings
        self._held: dict[int, Score] = {}

    @property
    def held(self) -> int:
        """How many games wait for an earlier one."""
        return len(self._held)

    def has(self, slot: int) -> bool:
        """Tell whether the game of a slot has been added."""
        return slot < self.standings.games_played or slot in self._held

    def add(self, score: Score) -> int:
        """Add a game, and fold all whose turn it is.

        Returns:
            How many games were folded.

        Raises:
            ValueError: the slot has been added before.
        """
        self.hold(score)
        before = self.standings.games_played
        while self.fold_next():
            pass
        return self.standings.games_played - before

    def hold(self, score: Score) -> None:
        """Take a game, and fold nothing.

        Raises:
            ValueError: the slot has been added before.
        """
        if self.has(score.slot):
            raise ValueError(f"slot {score.slot} has a result already")
        self._held[score.slot] = score

    def fold_next(self) -> bool:
        """Fold the one game whose turn it is, and tell whether it was there to be folded."""
        due = self._held.pop(self.standings.games_played, None)
        if due:
            self.standings.add(due)
        return due is not None
