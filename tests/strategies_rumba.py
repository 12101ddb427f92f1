"""Hypothesis strategies for Rumba."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from bumblepuppy_sdk.games.rumba import GAME, Effect, RumbaOptions
from bumblepuppy_sdk.games.rumba.effects import NAMED_TABLES
from bumblepuppy_sdk.games.rumba.packs import PACKS

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

EFFECT_TABLES: Final = st.sampled_from(sorted(NAMED_TABLES)) | st.dictionaries(
    st.sampled_from("23456789TJQKA"),
    st.sampled_from([str(effect) for effect in Effect]),
    max_size=6,
)
"""Tables by name, and tables of one's own."""

_VARIANTS: Final = {
    "draw_limit": st.integers(min_value=1, max_value=4),
    "effects": EFFECT_TABLES,
    "wild_forced": st.booleans(),
    "second": st.sampled_from(["may", "must"]),
    "opener": st.sampled_from(["plain", "bury"]),
    "two_reverse": st.sampled_from(["nothing", "skip"]),
    "end": st.sampled_from(["first_out", "play_on"]),
    "max_restocks": st.sampled_from([None, None, 0, 1, 5]),
    "target": st.sampled_from([None, None, None, 1, 12, 30]),
    "cap_turns": st.sampled_from([1, 30, 200, 1000]),
}


@st.composite
def rumba_options(draw: DrawFn) -> RumbaOptions:
    """Give every combination of options that can be dealt."""
    pack = draw(st.sampled_from(sorted(PACKS)))
    packs = draw(st.integers(min_value=1, max_value=2))
    players = draw(st.integers(min_value=2, max_value=8 if packs == 1 else 20))
    most = (len(PACKS[pack].cards(packs)) - 1) // players
    size = draw(st.integers(min_value=1, max_value=min(most, 8)))
    table = {"players": players, "pack": pack, "packs": packs, "hand_size": size}
    return GAME.options({**table, **draw(st.fixed_dictionaries(_VARIANTS))})
