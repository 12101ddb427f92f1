"""Who wins a trick, and who takes up a broken one (RS-5, RS-6, RS-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.cards import Suit
    from bumblepuppy_sdk.games.rolling_stone.view import Played


def winner(trick: Sequence[Played], trump: Suit | None = None) -> Played:
    """Tell which card wins the trick, or would if it ended here.

    The highest trump wins, or else the highest card of the suit led (RS-6, RS-12), and of two
    equal cards the one played first (RS-2). A slipped card never wins (RS-13); the others all
    followed suit or are trumps.
    """
    return max(
        (played for played in trick if not played.slipped),
        key=lambda played: (played.card.suit is trump, played.card.rank),
    )


def takers(going_out: str | None, emptied: list[int], void: int) -> tuple[list[int], int]:
    """Tell who takes up a trick that seat `void` broke (RS-5, RS-8).

    Args:
        going_out: the option of this name.
        emptied: the seats that played their last card to this trick, in the order they played.
        void: the seat that could not follow.

    Returns:
        The seats that take back their own card alone, and the seat that takes all the rest.
    """
    if going_out == "completed" and emptied:
        return emptied[:-1], emptied[-1]
    if going_out == "own_card_back":
        return emptied, void
    return [], void
