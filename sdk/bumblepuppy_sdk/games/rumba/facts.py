"""What the rules of Rumba in words need to know beside the options: see `games/words.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.games.rumba.effects import Effect, effect_of_rank

if TYPE_CHECKING:
    from bumblepuppy_sdk.games.rumba.options import RumbaOptions


def facts(options: RumbaOptions) -> dict[str, object]:
    """Give what holds at the table, by name.

    Returns:
        `cards`: how many there are in all. `effect_of`: by the letter of a rank that is in the
        pack and has an effect (RU-7), from high to low, that effect. And by the name of each
        effect: the letters of the ranks that have it, maybe none.
    """
    cards = options.cards()
    ranks = sorted({card.rank for card in cards}, reverse=True)
    effect_of = {
        rank.letter: str(effect)
        for rank in ranks
        if (effect := effect_of_rank(options.effects, rank))
    }
    by_effect = {
        str(effect): tuple(rank for rank, has in effect_of.items() if has == effect)
        for effect in Effect
    }
    return {"cards": len(cards), "effect_of": effect_of, **by_effect}
