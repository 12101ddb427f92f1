"""How the search plays a game out: quick players, and in Rumba a guess instead of the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_bots.strategy.rumba import tips
from bumblepuppy_sdk import Kind
from bumblepuppy_sdk.games.rumba import Effect

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from bumblepuppy_sdk import Action, RumbaOptions, RumbaView
    from bumblepuppy_sdk.games.base import State

PLAIN: Final = 2.0
"""How urgently a card is played in playouts, unless its effect says otherwise."""
URGENT: Final[dict[Effect | None, float]] = {Effect.WILD: 1.0, Effect.ALL_DRAW_AGAIN: 3.0}
"""The same by effect; what is most urgent is played first."""
# All weights are in cards, and were fitted to how some ten thousand games of four ended.
WEIGHT: Final = 0.34
"""How much a lead counts when somebody has one card left: it falls with the root of that number."""
SAVED: Final = {Effect.WILD: 2.1, Effect.ALL_DRAW_AGAIN: 0.9}
"""What holding such a card saves."""
TURN: Final = {True: 0.4, False: -1.8}
"""What it saves to be on turn, with a card that matches and without one."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A way to play out."""

    policy: Callable[[State, Random], Action]
    """Plays every seat, quickly: it is asked a dozen times or a hundred in each playout."""
    sure: float = 1.5
    """Standard errors by which a choice must do better than a plain strategy's to be preferred."""
    turns: int | None = None
    """How often the turn comes round to the seat that searches, before it guesses the rest."""
    guess: Callable[[Any], float] | None = None
    """The score that this seat may expect, from what it sees when it is on turn."""


def rolling_stone(state: State, rng: Random) -> Action:
    """Follow low, lead low from the longest suit, pick up rather than slip, challenge a slip."""
    legal = state.legal()
    first, last = legal[0], legal[-1]
    if first.kind is not Kind.PLAY or first.card is None:
        return last
    if last.card is None or last.card.suit is first.card.suit:
        return first
    return _longest(legal, rng)


def _longest(legal: Sequence[Action], rng: Random) -> Action:
    """Give the lowest card of the longest suit; equals are drawn by lot, lest it go in circles."""
    best, most = legal[0], 0.0
    lowest, suit, length = legal[0], None, rng.random()
    for action in legal:
        card = action.card
        if card and card.suit is not suit:
            lowest, suit, length = action, card.suit, rng.random()
        length += 1
        if length > most:
            best, most = lowest, length
    return best


@lru_cache
def rumba(options: RumbaOptions) -> Playout:
    """Give the way to play out a hand of Rumba, and then to guess; a match is played to its end.

    In a match the standing counts as well, of which a guess about one hand knows nothing.
    """
    urgent = {card.code: URGENT.get(options.effect_of(card), PLAIN) for card in options.cards()}

    def policy(state: Any, rng: Random) -> Action:
        """Play an ace first, a wild card last, and else any card; name the suit held most."""
        legal: Sequence[Action] = state.legal()
        best, most = legal[-1], 0.0
        for action in legal:
            if action.suit:
                return tips(state.view(state.to_act))
            if action.card and (worth := urgent[action.card.code] + rng.random()) > most:
                best, most = action, worth
        return best

    if options.target:
        return Playout(policy)
    return Playout(policy, sure=0.7, turns=3, guess=rumba_guess)


def rumba_guess(view: RumbaView) -> float:
    """Guess the share of the others that a seat, when its turn begins, will end before.

    It is ahead of another with the logistic probability of its lead in cards, which counts the more
    the fewer cards are between the first of all and the end.
    """
    mine, others = len(view.hand), [*view.counts]
    del others[view.seat]
    still_in = [count for count in others if count]
    if mine == 1 and view.legal[0].card:
        return len(still_in) / len(others)  # it goes out
    effects = [view.options.effect_of(card) for card in view.hand]
    saved = sum(SAVED.get(effect, 0.0) for effect in effects if effect)
    saved += TURN[view.legal[-1].card is not None]  # else it may draw, or pass
    weight = WEIGHT / sqrt(min(mine, *still_in))
    ahead = [1 / (1 + exp(weight * (mine - saved - count))) for count in still_in]
    return sum(ahead) / len(others)


ROLLING_STONE: Final = Playout(rolling_stone)
