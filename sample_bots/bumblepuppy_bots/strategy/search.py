"""Monte-Carlo search over imagined cards: whether something beats what a plain strategy would do.

The cards that a seat cannot see are imagined, in agreement with all that it has seen; in each such
world every choice is tried, and the hand played out by simple players: to its end, or until enough
can be guessed, which is quicker, and leaves less to chance. A choice is preferred to the plain
strategy's only where it did better beyond chance, because a few dozen playouts know less than a
good rule of thumb. All choices are tried in the same worlds: luck with the cards, which is most of
the luck, is then the same for all of them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.games.base import Result
from bumblepuppy_sdk.games.events import HandDealt
from bumblepuppy_sdk.games.places import match_places
from bumblepuppy_sdk.simulate import determinise

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from bumblepuppy_bots.strategy.playouts import Playout
    from bumblepuppy_sdk import Action, View
    from bumblepuppy_sdk.games.base import State

SHARE: Final = 0.1
"""The part of the time for a move that is thought about: the bank is never drawn on."""
FEWEST: Final = 8
"""Worlds before anything is concluded."""
HOPELESS: Final = 1.5
"""Standard errors by which a choice must be worse to be looked at no longer."""
LEAST_SPREAD: Final = 0.01
"""A standard deviation that is believed at least: a few playouts may agree by chance."""


@dataclass(slots=True)
class _Rival:
    """A choice that is weighed against the plain strategy's."""

    action: Action
    gain: float = 0.0
    """How much better it did in sum, over all worlds."""
    squares: float = 0.0

    def add(self, gain: float) -> None:
        self.gain += gain
        self.squares += gain * gain

    def lead(self, worlds: int) -> float:
        """Tell by how many standard errors it is better than the plain strategy's choice."""
        mean = self.gain / worlds
        spread = max(LEAST_SPREAD, sqrt(max(0.0, self.squares / worlds - mean * mean)))
        return mean * sqrt(worlds) / spread


def seconds_for(view: View[Any]) -> float:
    """Tell how long to think about a decision."""
    return SHARE * min(view.time.move, 1.0)


def search(
    view: View[Any],
    plain: Action,
    playout: Playout,
    rng: Random,
    may_go_on: Callable[[int], bool],
) -> Action:
    """Look for something better than `plain`, the choice of a plain strategy.

    Args:
        view: What the seat sees.
        plain: One of `view.legal`.
        playout: How to play out.
        rng: The bot's own chance.
        may_go_on: Is given the number of worlds that were looked at, and says whether there is
            time for another.
    """
    rivals = [_Rival(action) for action in view.legal if action is not plain]
    imagined, worlds = determinise(view), 0
    while rivals and may_go_on(worlds):
        world = imagined.sample(rng)
        worlds += 1
        standard = _outcome(world, plain, playout, view.seat, rng)
        for rival in rivals:
            rival.add(_outcome(world, rival.action, playout, view.seat, rng) - standard)
        if worlds >= FEWEST:
            rivals = [rival for rival in rivals if rival.lead(worlds) > -HOPELESS]
    best = max(rivals, key=lambda rival: rival.gain, default=None)
    if best and worlds >= FEWEST and best.lead(worlds) > playout.sure:
        return best.action
    return plain


def until(deadline: float, clock: Callable[[], float] = time.perf_counter) -> Callable[[int], bool]:
    """Let a search go on until a moment of the clock."""
    return lambda _: clock() < deadline


def _outcome(world: State, action: Action, playout: Playout, seat: int, rng: Random) -> float:
    """Take an action in a copy of the world, play it out, and score the seat's place."""
    state, turns = world.copy(), 0
    before: int | None = seat
    events = state.apply(action)
    while (result := state.result) is None:
        if isinstance(events[-1], HandDealt):  # a match goes on: it is too long to play out
            return _score_so_far(state, seat)
        if playout.guess and state.to_act == seat != before:
            turns += 1
            if turns == playout.turns:
                return playout.guess(state.view(seat))
        before, legal = state.to_act, state.legal()
        events = state.apply(legal[0] if len(legal) == 1 else playout.policy(state, rng))
    return score(result, seat)


def _score_so_far(state: State, seat: int) -> float:
    """Score the place that a seat of a match would have if the match ended here (RS-11, RU-14)."""
    penalties: tuple[int, ...] = state.view(seat).penalties  # type: ignore[attr-defined] # of both
    return score(Result("out", match_places(penalties, [0] * len(penalties)), penalties), seat)


def score(result: Result, seat: int) -> float:
    """Score a place from 1, alone in front, to 0; who shares places shares what they are worth."""
    places = result.places
    place = places[seat]
    shared = (places.count(place) - 1) / 2
    return (len(places) - place - shared) / (len(places) - 1)
