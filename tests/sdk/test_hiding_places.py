"""Cards are placed where they can lie, all placings alike, however little room there is."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_sdk.errors import ViewError
from bumblepuppy_sdk.games.hiding_places import HidingPlaces
from statistics_of_chance import chance_of_such_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

Opened = list[tuple[int, ...]]


def just_fits(placing: Sequence[int], room: Sequence[int]) -> int:
    """Tell whether the groups have just the room for this."""
    return all(placing.count(group) == free for group, free in enumerate(room))


def all_placings(opened: Opened, room: Sequence[int]) -> set[tuple[int, ...]]:
    return {placing for placing in product(*opened) if just_fits(placing, room)}


@st.composite
def puzzles(draw: DrawFn) -> tuple[Opened, list[int]]:
    """Give cards and groups with at least one placing, most of them with little choice."""
    groups = draw(st.integers(min_value=1, max_value=4))
    answer = draw(st.lists(st.integers(0, groups - 1), min_size=1, max_size=8))
    others = st.sets(st.integers(0, groups - 1), max_size=2)
    opened = [tuple(sorted({group, *draw(others)})) for group in answer]
    return opened, [answer.count(group) for group in range(groups)]


@given(puzzles(), st.randoms(use_true_random=False))
def test_every_card_goes_where_it_can_lie(puzzle: tuple[Opened, list[int]], rng: Random) -> None:
    opened, room = puzzle
    places = HidingPlaces(opened, room)
    placings = all_placings(opened, room)
    assert tuple(places.last) in placings
    for _ in range(5):
        assert tuple(places.place(rng)) in placings


@pytest.mark.parametrize(
    ("opened", "room"),
    [
        ([(0, 1, 2)] * 5, [2, 2, 1]),
        ([(0, 1), (0, 1), (1, 2), (0, 2), (0, 1, 2), (0, 1, 2)], [2, 2, 2]),
        ([(0, 1)] * 3 + [(1, 2)] * 2 + [(0, 1, 2)] * 2, [3, 2, 2]),
    ],
    ids=["free", "bound", "tight"],
)
def test_all_placings_are_equally_likely(opened: Opened, room: list[int]) -> None:
    places, rng = HidingPlaces(opened, room), Random(1)
    placings = all_placings(opened, room)
    count = 400 * len(placings)
    # Every fifth: one placing may stay for the next.
    seen = Counter([tuple(places.place(rng)) for _ in range(5 * count)][::5])
    assert seen.keys() == placings
    assert chance_of_such_counts(seen.values(), count / len(placings), len(placings) - 1) > 1e-4


def test_the_only_placing_is_found_at_the_end_of_a_long_chain() -> None:
    cards = 30
    opened = [(0,)] + [(card - 1, card) for card in range(1, cards)]
    places = HidingPlaces(opened, [1] * cards)
    assert list(places.place(Random(1))) == list(range(cards))


@pytest.mark.parametrize(
    ("opened", "room"), [([(0,), (0,)], [1, 1]), ([(0,)], [2]), ([(0,), ()], [1, 1])]
)
def test_what_cannot_be_placed_is_refused(opened: Opened, room: list[int]) -> None:
    with pytest.raises(ViewError, match="does not show what"):
        HidingPlaces(opened, room)
