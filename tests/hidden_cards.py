"""Moments of random games, and ways to share out hidden cards, for the tests of `determinise`."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_sdk.cards import Card
    from strategies import Dealer, OptionsT_contra, StateT_co


def moments(
    game: Dealer[OptionsT_contra, StateT_co], options: OptionsT_contra, seed: int, most: int
) -> Iterator[StateT_co]:
    """Give some states of a random game, spread over it, but not its end."""
    rng = Random(seed)
    length = sum(1 for _ in random_game(game, options, seed)) - 1
    chosen = {rng.randrange(length) for _ in range(most)}
    for number, state in enumerate(random_game(game, options, seed)):
        if number in chosen:
            yield state


def shared_out(
    cards: Sequence[Card], room: Sequence[int]
) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Give all ways to share out cards, all different, so that each gets as many as it has room."""
    if not room:
        yield ()
        return
    for chosen in combinations(cards, room[0]):
        rest = [card for card in cards if card not in chosen]
        for others in shared_out(rest, room[1:]):
            yield (chosen, *others)
