"""Games in one process: to try strategies out, and to search from what a seat sees.

>>> from random import Random
>>> from bumblepuppy_sdk.games import load_game
>>> game, rng = load_game("rolling-stone"), Random(7)
>>> state = game.new(game.options({"players": 5}), RandomChance(rng))
>>> play_out(state, lambda state: rng.choice(state.legal())).reason
'out'
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from bumblepuppy_sdk.errors import ViewError
from bumblepuppy_sdk.games import game_names, load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.base import Game, Result, State
    from bumblepuppy_sdk.games.view import View

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


class Worlds(Protocol):
    """The states that agree with a view: as far as its seat can know, it may be in any of them."""

    def sample(self, rng: Random) -> State:
        """Give one of the states, to play on from; `rng` deals what will have to be dealt.

        It shows its seat the very view, but for `time`. The other seats' `history` is no better
        informed than that seat's, and the decks in `hands` are empty.
        """
        ...


def determinise(view: View[Any]) -> Worlds:
    """Read a view once, to sample states that agree with it: hands, stock and all.

    What the seat can be certain of holds in every one of them, and each that agrees comes up: that
    the others may not play at random is left for you to consider. Nothing but the view is used.

    Raises:
        ViewError: the game is over; the history does not lead to what the view shows; or its game,
            a third party's, does not offer this.
    """
    game = _games().get(type(view))
    if game is None:
        raise ViewError(f"no installed game has views of the class {type(view).__name__}")
    offered = getattr(game, "determinise", None)
    if offered is None:
        raise ViewError(
            f"the game {game.name!r} cannot imagine hidden cards: its class has no method "
            "`determinise(view)`"
        )
    worlds: Worlds = offered(view)
    return worlds


@cache
def _games() -> dict[type, Game]:
    """List the installed games by the class of their views."""
    return {game.view: game for game in map(load_game, game_names())}
