"""Circular orders of a table in which everybody sits directly before everybody else equally often.

Who sits before whom matters in these games as much as the seat does. A *block* is a set of
circular orders of `k` players in which each ordered pair "x directly before y" occurs equally
often: `k - 1` orders if each is to occur once.

The construction is Walecki's. Take the players 0 to k - 2 round a circle and one more outside it.
The zigzag 0, 1, -1, 2, -2, ... (modulo k - 1) visits the circle; its steps are 1, -2, 3, -4, ...,
and turning it round the circle by each amount makes every step from every player. The outsider sits
between the zigzag's end and its beginning. If k is odd, the steps are all different, so that every
ordered pair occurs once. If k is even they are not, but each comes twice if its opposite is
counted as well: the zigzags and their reversals together contain every ordered pair twice.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_server.chance import Stream

_OF_EIGHT: Final = (
    (0, 1, 2, 3, 4, 5, 6, 7),
    (0, 2, 1, 3, 5, 4, 7, 6),
    (0, 3, 1, 4, 6, 2, 7, 5),
    (0, 4, 1, 5, 7, 2, 6, 3),
    (0, 5, 3, 6, 1, 7, 4, 2),
    (0, 6, 5, 2, 4, 3, 7, 1),
    (0, 7, 3, 2, 5, 1, 6, 4),
)
"""Found by search: half of what the construction needs, each ordered pair once."""


@cache
def circular_orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """Give the block's orders for `seats` players (2 or more), numbered from 0.

    There are 1, 2, 6, 4, 10, 6 and 7 of them for 2 to 8 seats. For 4 and 6 no block of half the
    size exists (Tillson 1980); for 10 and more one does, but it would have to be searched for.
    """
    if seats == 2:
        return ((0, 1),)
    if seats == 8:
        return _OF_EIGHT
    zigzags = _zigzags(seats - 1)
    if seats % 2:
        return zigzags
    # Each beside its reversal, so that a block broken off is as even as it can be.
    return tuple(order for zigzag in zigzags for order in (zigzag, zigzag[::-1]))


def _zigzags(circle: int) -> tuple[tuple[int, ...], ...]:
    places = [(i + 1) // 2 * (1 if i % 2 else -1) for i in range(circle)]
    return tuple((*((turn + place) % circle for place in places), circle) for turn in range(circle))


def block(table: Sequence[int], stream: Stream) -> Iterator[tuple[int, ...]]:
    """Yield the orders of one block for the entrants at a `table`, numbered by lot."""
    names = list(table)
    stream.shuffle(names)
    for order in circular_orders(len(names)):
        yield tuple(names[i] for i in order)
