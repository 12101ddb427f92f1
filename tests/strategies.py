"""Hypothesis strategies and small steps that several tests share."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from hypothesis import strategies as st

from bumblepuppy_sdk.games.rolling_stone import GAME, RollingStoneOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.base import Chance, State

SEEDS: Final = st.integers(min_value=0, max_value=2**32 - 1)
"""Seeds of a `random.Random`, for the deal and for random play."""

ROLLING_STONE_OPTIONS: Final[st.SearchStrategy[RollingStoneOptions]] = st.fixed_dictionaries(
    {
        "players": st.integers(min_value=4, max_value=8),
        "going_out": st.sampled_from(
            [None, "completed", "own_card_back", "void_picks_up", "at_once"]
        ),
        "end": st.sampled_from(["first_out", "play_on"]),
        "scoring": st.sampled_from(["cards", "face"]),
        "target": st.sampled_from([None, None, None, 1, 15, 30, 50]),
        "trump": st.sampled_from(
            [None, None, "clubs", "diamonds", "hearts", "spades", "last_card"]
        ),
        "silence": st.booleans(),
        "eight_players": st.sampled_from(["two_packs", "single_pack"]),
        "cap_tricks": st.sampled_from([1, 40, 300, 1000]),
    }
).map(GAME.options)
"""Every combination of the options of Rolling Stone."""


OptionsT_contra = TypeVar("OptionsT_contra", contravariant=True)
StateT_co = TypeVar("StateT_co", bound="State", covariant=True)


class Dealer(Protocol[OptionsT_contra, StateT_co]):
    """A game, as far as a simulation needs it; the checker learns the type of its state."""

    def new(self, options: OptionsT_contra, chance: Chance) -> StateT_co:
        """Deal the first hand."""
        ...


class KeyedChance:
    """Shuffles alike whenever it is asked for the same shuffle, as a tournament's chance does."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:
        return Random(f"{self._seed} {hand}").sample(cards, len(cards))

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:
        return Random(f"{self._seed} {hand} {number}").sample(cards, len(cards))


def random_game(
    game: Dealer[OptionsT_contra, StateT_co], options: OptionsT_contra, seed: int
) -> Iterator[StateT_co]:
    """Play a game at random; give its state before each action, and once more at the end.

    It is the same state each time, one action further: copy what you want to keep.
    """
    rng = Random(seed)
    state = game.new(options, KeyedChance(seed))
    while state.result is None:
        yield state
        state.apply(rng.choice(state.legal()))
    yield state


def random_position(
    game: Dealer[OptionsT_contra, StateT_co], options: OptionsT_contra, seed: int
) -> StateT_co:
    """Play up to 200 actions of a random game; it may be over then."""
    rng = Random(seed)
    state = game.new(options, KeyedChance(seed))
    for _ in range(rng.randrange(200)):
        if state.result is None:
            state.apply(rng.choice(state.legal()))
    return state
