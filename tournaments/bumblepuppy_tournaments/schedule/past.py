"""What has been played, match by match, as far as a format may look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def points(places: Sequence[int]) -> list[int]:
    """Give each seat's points for its place in a game; shared places share.

    Twice as many as it beat, and one more for each that it tied with, so that all are whole.

    >>> points([1, 2, 3]), points([1, 1, 3]), points([1, 1])
    ([4, 2, 0], [3, 3, 0], [1, 1])
    """
    seats = len(places)
    ties = [places.count(place) - 1 for place in places]
    return [2 * (seats - place - tied) + tied for place, tied in zip(places, ties, strict=True)]


class Past:
    """The matches that are over, in the order of the schedule.

    It is fed with the games as they are folded, so that it never knows more of the future than
    the schedule allows, whatever the order in which games end.
    """

    def __init__(self, seats: int) -> None:
        """Begin with none, at tables of `seats`."""
        self.matches: list[Mapping[int, int]] = []
        """Of each match: the points of each entrant, over all its games."""
        self.ranked: list[int] = []
        """The entrants as the format itself ranks them by now, best first; empty if it does not."""
        self._seats = seats
        self._games = 0
        self._open: dict[int, int] = {}

    def add(self, seats: Sequence[int], places: Sequence[int]) -> None:
        """Take the next game in the order of the schedule: by seat, its entrant and its place."""
        for entrant, won in zip(seats, points(places), strict=True):
            self._open[entrant] = self._open.get(entrant, 0) + won
        self._games += 1
        if self._games % self._seats == 0:
            self.matches.append(self._open)
            self._open = {}
