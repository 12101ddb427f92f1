"""Games in one process: to try strategies out, and to search from a position.

>>> from random import Random
>>> from bumblepuppy_sdk.games import load_game
>>> game, rng = load_game("rolling-stone"), Random(7)
>>> state = game.new(game.options({"players": 5}), RandomChance(rng))
>>> play_out(state, lambda state: rng.choice(state.legal())).reason
'out'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.base import Result, State

    StateT = TypeVar("StateT", bound=State)


class RandomChance:
    """Shuffles from a `random.Random`: equal seeds deal equal games.

    The numbers of hand and restock, which a `Chance` is told, play no part. A tournament deals
    from a secret instead, which no bot can guess.
    """

    def __init__(self, rng: Random) -> None:
        """Shuffle with `rng`, which the caller may share with other users."""
        self._rng = rng

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:  # noqa: ARG002 - a Chance is told
        """Shuffle the pack of a hand."""
        return self._rng.sample(cards, len(cards))

    def restock(
        self,
        hand: int,  # noqa: ARG002 - a Chance is told
        number: int,  # noqa: ARG002 - a Chance is told
        cards: Sequence[Card],
    ) -> Sequence[Card]:
        """Shuffle the discards of a hand."""
        return self._rng.sample(cards, len(cards))


def play_out(state: StateT, choose: Callable[[StateT], Action]) -> Result:
    """Play `state` to its end, with `choose` deciding for every seat, and give the result.

    `choose` is handed the state itself, hidden cards and all: a simulator is no referee.

    Raises:
        IllegalActionError: `choose` gave an action that is not legal.
    """
    while (result := state.result) is None:
        state.apply(choose(state))
    return result
