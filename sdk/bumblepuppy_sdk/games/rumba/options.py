"""The options of Rumba."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 (read_options looks at the types)
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import OptionError
from bumblepuppy_sdk.games.options import Rule, option
from bumblepuppy_sdk.games.rumba.effects import Effect, check_effects, effect_of_rank
from bumblepuppy_sdk.games.rumba.packs import PACKS

if TYPE_CHECKING:
    from bumblepuppy_sdk.cards import Card

MOST_WITH_ONE_PACK: Final = 8
"""RU-1: more players need two packs."""

DEFAULT_MAX_RESTOCKS: Final = {"first_out": 3, "play_on": 10}
"""RU-12: by `end`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RumbaOptions:
    """The options of Rumba, as `rules.md` beside this file tells them."""

    players: int = option(4, "RU-1", "seats at the table", low=2)
    pack: str = option("french52", "RU-1", "the pack of cards", choices=tuple(PACKS))
    packs: int = option(1, "RU-1", "how many such packs", low=1, high=2)
    hand_size: int = option(6, "RU-2", "cards dealt to each seat", low=1)
    draw_limit: int = option(3, "RU-4", "cards that a seat may draw in one turn", low=1)
    effects: str | Mapping[str, str] = field(
        default="basic",
        hash=False,  # a table of one's own has no hash; it still counts when options are compared
        metadata={
            "rule": Rule("RU-7", "what cards do: basic, full, queen_draws, eights, or a table")
        },
    )
    wild_forced: bool = option(
        default=False, clause="RU-4", about="a wild card must be played rather than draw"
    )
    second: str = option(
        "may", "RU-5", "a second card after an ace may or must follow", choices=("may", "must")
    )
    opener: str = option(
        "plain",
        "RU-2",
        "a card with an effect stays as first discard, or goes under the stock",
        choices=("plain", "bury"),
    )
    two_reverse: str = option(
        "nothing",
        "RU-8",
        "what a reverse does between two seats",
        choices=("nothing", "skip"),
    )
    end: str = option(
        "first_out",
        "RU-13",
        "the hand ends with the first seat out, or play goes on until one is left",
        choices=("first_out", "play_on"),
    )
    max_restocks: int | None = option(
        None, "RU-12", "restocks in one hand; left out, 3, or 10 when play goes on", low=0
    )
    target: int | None = option(
        None, "RU-14", "play hands until a seat has this many penalty points", low=1
    )
    cap_turns: int = option(1000, "RU-15", "the hand is placed after this many turns", low=1)

    def effect_of(self, card: Card) -> Effect | None:
        """Tell what the card does when it is played (RU-7)."""
        return effect_of_rank(self.effects, card.rank)

    def cards(self) -> tuple[Card, ...]:
        """List all cards in play, one pack after the other (RU-1)."""
        return PACKS[self.pack].cards(self.packs)

    def __post_init__(self) -> None:
        """Check what can be dealt, and fill in the default that depends on `end`."""
        object.__setattr__(self, "effects", check_effects(self.effects))
        if self.max_restocks is None:
            object.__setattr__(self, "max_restocks", DEFAULT_MAX_RESTOCKS[self.end])
        if self.players > MOST_WITH_ONE_PACK and self.packs == 1:
            raise OptionError(
                f"RU-1: one pack is for 2 to {MOST_WITH_ONE_PACK} players, not "
                f"{self.players}; set packs to 2"
            )
        needed = self.players * self.hand_size + 1
        cards = len(self.cards())
        if needed > cards:
            raise OptionError(
                f"RU-1: {self.players} players x {self.hand_size} cards + 1 opener = {needed}, "
                f"but {self.packs} x {self.pack} has {cards} cards; "
                "set fewer players, a smaller hand_size, or packs to 2"
            )
