"""The options of Rolling Stone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bumblepuppy_sdk.games.options import option

DEFAULT_GOING_OUT: Final = {4: "completed", 5: "completed", 6: "completed"}
"""RS-8: from seven players on, `completed` often leads to hands that nobody can end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingStoneOptions:
    """The options of Rolling Stone, as `rules.md` beside this file tells them."""

    players: int = option(4, "RS-1", "seats at the table", low=4, high=8)
    going_out: str | None = option(
        None,
        "RS-8",
        "what a last card is worth when the trick is broken; left out, it depends on the players",
        choices=("completed", "own_card_back", "void_picks_up", "at_once"),
    )
    end: str = option(
        "first_out",
        "RS-9",
        "the hand ends with the first seat out, or play goes on until one is left",
        choices=("first_out", "play_on"),
    )
    scoring: str = option(
        "cards", "RS-10", "penalty by cards left, or by their face", choices=("cards", "face")
    )
    target: int | None = option(
        None, "RS-11", "play hands until a seat has this many penalty points", low=1
    )
    trump: str | None = option(
        None,
        "RS-12",
        "the trump suit",
        choices=("clubs", "diamonds", "hearts", "spades", "last_card"),
    )
    silence: bool = option(
        False,  # noqa: FBT003 - a default
        "RS-13",
        "seats may slip in cards of another suit",
    )
    eight_players: str = option(
        "two_packs",
        "RS-1",
        "the pack for eight: two packs of 8 to A, or one of 3 to A",
        choices=("two_packs", "single_pack"),
    )
    cap_tricks: int = option(1000, "RS-14", "the hand is placed after this many tricks", low=1)

    def __post_init__(self) -> None:
        """Fill in the default that depends on the number of players."""
        if self.going_out is None:
            default = DEFAULT_GOING_OUT.get(self.players, "void_picks_up")
            object.__setattr__(self, "going_out", default)
