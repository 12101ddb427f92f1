"""The options of Rumba turned into tables that the engine can look things up in.

A rulebook is made once for each set of options. The bits in it are those of `cards.py`: which
cards follow a given top card is one integer, and one `&` with a seat's hand finds its matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import DRAW, NAME_SUIT, PASS, PLAY, STOP, Action
from bumblepuppy_sdk.cards import SUIT_BITS, Card, Rank, SuitSystem
from bumblepuppy_sdk.games.choices import Choices
from bumblepuppy_sdk.games.events import Acted, Drew
from bumblepuppy_sdk.games.rumba.effects import Effect
from bumblepuppy_sdk.games.rumba.packs import PACKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_sdk.games.rumba.options import RumbaOptions

RANK_BITS: Final = {rank: sum(1 << 13 * suit + rank - 2 for suit in range(4)) for rank in Rank}
"""By rank: the bits of its four cards."""
FOLLOWERS: Final = tuple(SUIT_BITS[suit] | RANK_BITS[rank] for suit in range(4) for rank in Rank)
"""By the code of the top card: the cards that match it in suit or rank (RU-3)."""
_PLAYS: Final = {system: Choices(plays) for system, plays in PLAY.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """Tables for one set of options."""

    options: RumbaOptions
    system: SuitSystem
    pack: Sequence[Card]
    """All cards, unshuffled (RU-1)."""
    effects: Sequence[Effect | None]
    """By card code (RU-7)."""
    wild: int
    """The bits of the wild cards (RU-6)."""
    plays: Choices
    """The plays of any cards."""
    suits: tuple[Action, ...]
    """What can be named after a wild card: any suit of the pack (RU-6)."""
    acted: Sequence[Mapping[int, Acted]]
    """By seat, then by the action's `id`: actions are made once, at import, and live for ever."""
    drew: Sequence[Sequence[Drew]]
    """By seat, then by the code of the one card drawn."""


@lru_cache(maxsize=64)
def rulebook(options: RumbaOptions) -> Rulebook:
    """Write the rulebook of these options."""
    system, seats = PACKS[options.pack].system, options.players
    effects = tuple(options.effect_of(card) for card in system.cards)
    return Rulebook(
        options=options,
        system=system,
        pack=options.cards(),
        effects=effects,
        wild=sum(1 << code for code, effect in enumerate(effects) if effect is Effect.WILD),
        plays=_PLAYS[system],
        suits=NAME_SUIT[system],
        acted=_acted(system, seats),
        drew=_drew(system, seats),
    )


@lru_cache
def _acted(system: SuitSystem, seats: int) -> tuple[dict[int, Acted], ...]:
    actions = (*PLAY[system], *NAME_SUIT[system], DRAW, PASS, STOP)
    return tuple({id(action): Acted(seat, action) for action in actions} for seat in range(seats))


@lru_cache
def _drew(system: SuitSystem, seats: int) -> tuple[tuple[Drew, ...], ...]:
    return tuple(tuple(Drew(seat, 1, (card,)) for card in system.cards) for seat in range(seats))
