"""When a tournament is decided: sequential tests, which may be looked at after every match.

The unit is the match: everybody in it sat in every seat once, so that the difference of two bots'
points in it is free of seat, and of most of the deal. Both tests treat these differences as if
they came out of one urn each, with a variance that is estimated.

`Separated` ends a tournament when every two of its bots are told apart. Each pair has an asymptotic
confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, theorem 2.2), an interval
that holds at all times at once with the stated probability, so that to stop when one likes the look
of it is no error. With n bots each pair is judged at level alpha / (n - 1). If the order that is
announced is wrong, some two bots that are neighbours in the true order stand the wrong way round;
and because all pairs must be told apart, and not only neighbours in the table, that pair's sequence
has failed. There are n - 1 such pairs, so that a wrong order comes out with probability alpha at
most; and one that tells equal bots apart likewise.

`Sprt` is Wald's sequential probability ratio test (1945) for two bots, on the normal likelihood
with the variance estimated, as chess engines are tested.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Final, Protocol

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_tournaments.bots.entrants import guess

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FEWEST: Final = 30
"""Matches of a pair before it is judged: the tests hold for many."""
TUNED_FOR: Final = 200
"""The number of matches at which the intervals of `Separated` are as narrow as they can be."""
ERROR: Final = 0.05
"""Of `Sprt`: the chance to accept either hypothesis where the other holds."""


class DecidingError(BumblepuppyError):
    """A rule for ending a tournament makes no sense."""


class Rule(Protocol):
    """Tells when a tournament is decided."""

    @property
    def is_decided(self) -> bool:
        """Whether the matches so far decide it."""
        ...

    def add(self, match: Mapping[int, int]) -> None:
        """Take the next match: each entrant's points in it."""
        ...

    def in_words(self) -> str:
        """Say what has been decided, or what not yet."""
        ...


class Difference:
    """The difference of two bots' scores in the matches in which both sat."""

    def __init__(self) -> None:
        """Begin with none."""
        self.matches = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, difference: float) -> None:
        """Count a match; the difference lies from -1 to 1."""
        self.matches += 1
        self._sum += difference
        self._squares += difference * difference

    @property
    def mean(self) -> float:
        """The mean difference; at least one match has been counted."""
        return self._sum / self.matches

    @property
    def variance(self) -> float:
        """The variance of a match, with one made-up match that keeps it from being nothing."""
        deviations = self._squares - self.matches * self.mean**2
        return (max(deviations, 0.0) + 0.25) / self.matches


def difference(match: Mapping[int, int], one: int, other: int) -> float:
    """Give the difference of two scores in a match; 1 is all there was to win."""
    return (match[one] - match[other]) / (2 * len(match) * (len(match) - 1))


class Separated:
    """Decided when every two bots are told apart."""

    def __init__(self, confidence: float, entrants: Iterable[int]) -> None:
        """Ask for the order of `entrants`, right with the probability `confidence`, from 0 to 1.

        Raises:
            DecidingError: there is nothing to decide.
        """
        pairs = list(combinations(sorted(entrants), 2))
        if not pairs:
            raise DecidingError("until: one bot alone is in no order")
        self._confidence = confidence
        bots = len({entrant for pair in pairs for entrant in pair})
        self._level = (1 - confidence) / (bots - 1)
        self._pairs = {pair: Difference() for pair in pairs}
        self._open = set(pairs)

    @property
    def is_decided(self) -> bool:
        """Whether every two are told apart."""
        return not self._open

    def add(self, match: Mapping[int, int]) -> None:
        """See `Rule`."""
        for pair in combinations(sorted(match), 2):
            if found := self._pairs.get(pair):
                found.add(difference(match, *pair))
                if self._tells_apart(found):
                    self._open.discard(pair)
                else:
                    self._open.add(pair)

    def _tells_apart(self, pair: Difference) -> bool:
        return pair.matches >= FEWEST and abs(pair.mean) > radius(pair, self._level)

    def in_words(self) -> str:
        """See `Rule`."""
        if self.is_decided:
            return f"Decided: the order of all bots, with confidence {self._confidence:g}"
        return (
            f"Not decided with confidence {self._confidence:g}: {len(self._open)} of"
            f" {len(self._pairs)} pairs of bots are not told apart yet"
        )


def radius(pair: Difference, level: float) -> float:
    """Give half the width of a pair's interval, which fails at any time with chance `level`."""
    twice = -2 * math.log(level)
    tuned = (twice + math.log(twice + 1)) / TUNED_FOR
    spread = pair.matches * tuned + 1
    width = 2 * spread / (pair.matches**2 * tuned) * math.log(math.sqrt(spread) / level)
    return math.sqrt(pair.variance * width)


class Sprt:
    """Decided when the difference of two bots' scores is one of two."""

    def __init__(
        self, names: tuple[str, str], pair: tuple[int, int], low: float, high: float
    ) -> None:
        """Ask whether the first of two beats the second by `low` or by `high` points of score.

        Raises:
            DecidingError: the bounds are in no order, or not from -1 to 1.
        """
        if not -1 <= low < high <= 1:
            raise DecidingError(
                f"bounds: expected two differences of score, the lower first, from -1 to 1;"
                f" got {low:g} and {high:g}"
            )
        self._names, self._pair = names, pair
        self._low, self._high = low, high
        self._found = Difference()
        self._bound = math.log((1 - ERROR) / ERROR)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood of the high difference over that of the low one."""
        found = self._found
        if found.matches < FEWEST:
            return 0.0
        middle = (self._low + self._high) / 2
        gap = self._high - self._low
        return found.matches * gap * (found.mean - middle) / found.variance

    @property
    def is_decided(self) -> bool:
        """Whether one of the two is accepted."""
        return abs(self.ratio) >= self._bound

    def add(self, match: Mapping[int, int]) -> None:
        """See `Rule`."""
        if all(entrant in match for entrant in self._pair):
            self._found.add(difference(match, *self._pair))

    def in_words(self) -> str:
        """See `Rule`."""
        one, other = self._names
        state = f"log-likelihood ratio {self.ratio:.2f} after {self._found.matches} matches"
        if not self.is_decided:
            return f"Not decided between {one!r} and {other!r}: {state}, ±{self._bound:.2f} needed"
        side = f"{self._high:g} or more" if self.ratio > 0 else f"{self._low:g} or less"
        return f"Decided: {one!r} is ahead of {other!r} by {side} points of score ({state})"


def pair_of(names: Sequence[str], known: Sequence[str]) -> tuple[int, int]:
    """Find the two bots that an `Sprt` is about.

    Raises:
        DecidingError: they are not two of those `known`.
    """
    for name in names:
        if name not in known:
            hint = guess(name, known, "there are")
            raise DecidingError(f"sprt: there is no bot {name!r}; {hint}")
    one, other = (known.index(name) for name in names)
    if one == other:
        raise DecidingError(f"sprt: expected two bots, got {names[0]!r} twice")
    return one, other
