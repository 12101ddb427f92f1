"""Cards out of sight, put where they can lie: what the determinisers of both games share."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final, Protocol

from bumblepuppy_sdk.errors import ViewError

if TYPE_CHECKING:
    from collections.abc import Sequence

TRIES: Final = 20
"""How many placings may come to a dead end before cards must make room."""
_NOWHERE: Final = -1
_GOLDEN: Final = 0.6180339887498949


class Numbers(Protocol):
    """Where chance comes from: a `random.Random`."""

    def random(self) -> float:
        """Give a number from 0 to 1."""
        ...


class HidingPlaces:
    """Cards to place, and the places that are open to each; places come in groups of equals.

    The cards with the fewest open places go first, each to one of those that are still free, all
    alike. When none is free, all begins anew; when that happens again and again, cards placed
    before make room instead, so that placing never fails. Some placings are likelier than others by
    that, and so a new one takes the place of the last only with the probability that evens it out
    (Metropolis): in the long run all are equally likely, or nearly so where room had to be made.
    """

    def __init__(self, opened: Sequence[tuple[int, ...]], room: Sequence[int]) -> None:
        """Find a first placing.

        Args:
            opened: By card: the groups whose places are open to it.
            room: By group: how many places it has; in all as many as there are cards.

        Raises:
            ViewError: there is no placing.
        """
        self.opened = opened
        self.room = room
        everywhere = tuple(range(len(room)))
        order = sorted(range(len(opened)), key=lambda card: sum([room[g] for g in opened[card]]))
        self._bound = [card for card in order if opened[card] != everywhere]
        self._free = [card for card in order if opened[card] == everywhere]
        self._logs = [log(free or 1) for free in range(sum(room) + 1)]
        first = self._propose(_Steady()) if sum(room) == len(opened) else None
        if not first:
            raise ViewError(
                "view does not show what view.history tells: "
                f"it leaves {len(opened)} hidden cards for {sum(room)} places, and they do not fit"
            )
        self.last, self._weight = first
        """By card: the group in which it was placed last."""

    def place(self, rng: Numbers) -> Sequence[int]:
        """Place all cards anew: give each one's group."""
        if proposal := self._propose(rng):
            where, weight = proposal
            if weight is None or self._weight is None or self._is_taken(rng, weight - self._weight):
                self.last, self._weight = where, weight
        return self.last

    def _is_taken(self, numbers: Numbers, heavier: float) -> bool:
        return heavier >= 0 or numbers.random() < exp(heavier)

    def _propose(self, numbers: Numbers) -> tuple[list[int], float | None] | None:
        """Give a placing, and the logarithm of how unlikely it was to be hit upon, if known."""
        for _ in range(TRIES):
            if proposal := self._scatter(numbers):
                return proposal
        squeezed = _squeeze(self.opened, self.room, numbers)
        return (squeezed, None) if squeezed else None

    def _scatter(self, numbers: Numbers) -> tuple[list[int], float] | None:
        """Put one card after the other into a free place; `None` at a dead end."""
        room, logs = [*self.room], self._logs
        where = [_NOWHERE] * len(self.opened)
        weight = 0.0
        for card in self._bound:
            groups = self.opened[card]
            free = sum([room[group] for group in groups])
            if not free:
                return None
            weight += logs[free]
            pick = int(numbers.random() * free)
            for group in groups:
                pick -= room[group]
                if pick < 0:
                    where[card] = group
                    room[group] -= 1
                    break
        left = [group for group, free in enumerate(room) for _ in range(free)]
        left.sort(key=lambda _: numbers.random())
        for card, group in zip(self._free, left, strict=True):
            where[card] = group
        return where, weight


def _squeeze(
    opened: Sequence[Sequence[int]], room: Sequence[int], numbers: Numbers
) -> list[int] | None:
    """Place all cards though there is hardly room, some moving on to let others in (Kuhn).

    Give each one's group; `None` if they do not fit.
    """
    where = [_NOWHERE] * len(opened)
    free = [*room]
    for card in range(len(opened)):
        if not _let_in(card, where, free, opened, numbers):
            return None
    return where


def _let_in(
    card: int,
    where: list[int],
    free: list[int],
    opened: Sequence[Sequence[int]],
    numbers: Numbers,
) -> bool:
    """Place one more card; others may move on, one to the place of the next."""

    def shuffled(groups: Sequence[int]) -> list[int]:
        return sorted(groups, key=lambda _: numbers.random())

    mover = dict.fromkeys(opened[card], card)
    """By group that can be reached: the card that would come there."""
    queue = shuffled(opened[card])
    for group in queue:
        if free[group]:
            free[group] -= 1
            while group != _NOWHERE:
                moved = mover[group]
                group, where[moved] = where[moved], group  # noqa: PLW2901 - the way back
            return True
        for other, its in enumerate(where):
            if its == group:
                further = [reached for reached in shuffled(opened[other]) if reached not in mover]
                mover.update(dict.fromkeys(further, other))
                queue += further
    return False


class _Steady:
    """Numbers that are spread evenly, and the same each time."""

    def __init__(self) -> None:
        self._at = 0.0

    def random(self) -> float:
        self._at = (self._at + _GOLDEN) % 1
        return self._at
