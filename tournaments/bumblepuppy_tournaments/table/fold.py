"""Folding games into standings in schedule order, whatever the order in which they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bumblepuppy_tournaments.table.standings import Score, Standings


class Fold:
    """Folds games into standings in schedule order, whatever the order in which they end.

    What ends before its turn is held: no more than the games in flight since the oldest of them.
    """

    def __init__(
        self, standings: Standings, follow: Callable[[Score], bool | None] | None = None
    ) -> None:
        """Fold into `standings`, from the slot that it has to fold next.

        Args:
            standings: What is folded into.
            follow: Called with each game that has been folded; if it tells so, the tournament
                ends with that game.
        """
        self.standings = standings
        self._follow = follow
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
        standings = self.standings
        if standings.games_played >= standings.games_planned:
            return False
        due = self._held.pop(standings.games_played, None)
        if due is None:
            return False
        standings.add(due)
        self.follow(due)
        return True

    def follow(self, score: Score) -> None:
        """Show a game that is part of the standings to whoever follows."""
        if self._follow and self._follow(score):
            self.standings.games_planned = self.standings.games_played
