"""What a card does when it is played: the table of effects (RU-7)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from bumblepuppy_sdk.cards import RANK_LETTERS, Rank
from bumblepuppy_sdk.errors import OptionError


class Effect(StrEnum):
    """What a card does beside being matched."""

    ALL_DRAW_AGAIN = "all_draw_again"
    """All others take a card, and the same seat may play a second one (RU-5)."""
    WILD = "wild"
    """It goes on any card, and its player names the suit that must follow (RU-6)."""
    REVERSE = "reverse"
    """The direction of play turns round (RU-8)."""
    SKIP = "skip"
    """The next seat loses its turn (RU-9)."""
    NEXT_DRAWS_TWO = "next_draws_two"
    """The next seat takes two cards (RU-10)."""


EffectTable = Mapping[str, str]
"""Effects by the letter of the rank that has them."""

NAMED_TABLES: Final[Mapping[str, EffectTable]] = {
    "basic": {"A": "all_draw_again", "K": "wild"},
    "full": {
        "A": "all_draw_again",
        "K": "wild",
        "J": "reverse",
        "Q": "skip",
        "T": "next_draws_two",
    },
    "queen_draws": {"A": "all_draw_again", "K": "wild", "J": "reverse", "Q": "next_draws_two"},
    "eights": {"A": "all_draw_again", "K": "skip", "8": "wild"},
}
"""The tables that have a name, as the option `effects` gives it."""

MOST_RANKS: Final = 6
"""How many ranks of a table may have an effect."""


def check_effects(choice: str | EffectTable) -> str | EffectTable:
    """Check the option `effects`, and give a table of one's own with its ranks from high to low.

    Raises:
        OptionError: no table has that name, or the table is not one by RU-7.
    """
    if isinstance(choice, str):
        if choice not in NAMED_TABLES:
            raise OptionError(
                f"option 'effects' (RU-7): {choice!r} is not one of {', '.join(NAMED_TABLES)}, "
                'nor a table such as {"A": "skip", "2": "wild"}'
            )
        return choice
    for rank, effect in choice.items():
        _check_entry(rank, effect)
    if len(choice) > MOST_RANKS:
        raise OptionError(
            f"option 'effects' (RU-7): at most {MOST_RANKS} ranks, got {len(choice)}: "
            + ", ".join(choice)
        )
    return {rank: str(choice[rank]) for rank in reversed(RANK_LETTERS) if rank in choice}


def _check_entry(rank: object, effect: object) -> None:
    if not isinstance(rank, str) or len(rank) != 1 or rank not in RANK_LETTERS:
        raise OptionError(
            f"option 'effects' (RU-7): {rank!r} is not a rank; "
            f"expected one letter of {RANK_LETTERS} (T is the ten)"
        )
    if effect not in list(Effect):
        raise OptionError(
            f"option 'effects' (RU-7): {effect!r} for {rank!r} is not one of {', '.join(Effect)}"
        )


def effect_of_rank(choice: str | EffectTable, rank: Rank) -> Effect | None:
    """Give the effect that a rank has by a checked option `effects`."""
    table = NAMED_TABLES[choice] if isinstance(choice, str) else choice
    name = table.get(rank.letter)
    return Effect(name) if name else None
