"""What a person reads at the table, in the four languages.

Each has a file beside this one, `en.toml` and so on:

    [say]                               # sentences and labels of the table
    lead = "You lead."

    [suits]                             # of each country's packs, in the order of the notation
    french = ["clubs", "diamonds", "hearts", "spades"]

    [ranks]                             # what stands on a card, where that is not its letter
    T = "10"
    [ranks.german]                      # with cards of these suits
    J = "U"

    [acts]                              # what can be done, by kind of action
    slip = "slip in {card}"

    [events]                            # what happened: to the person, and to somebody else
    out = ["You are out.", "{name} is out."]

    [effects], [reasons]                # of cards, and of ends

What a third party's game does is told in its own words.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk.games.events import (
    Acted,
    Drew,
    HandDealt,
    HandEnded,
    Restocked,
    Skipped,
    TookUp,
    TrickWon,
    Turned,
    WentOut,
)
from bumblepuppy_tournaments.replaying.scene import other_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card, Rank, Suit, SuitSystem
    from bumblepuppy_sdk.games.events import Event


@cache
def book(language: str) -> dict[str, Any]:
    """Read the file of a language."""
    file = resources.files(__package__) / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def say(language: str, key: str, **known: object) -> str:
    """Give one of the sentences and labels of the table."""
    text: str = book(language)["say"][key]
    return text.format_map(known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of one game, for the person in one of its seats."""

    language: str
    suits: SuitSystem
    """Of the pack in use."""
    names: Sequence[str]
    """By seat."""
    me: int
    """The person's seat."""

    def say(self, key: str, **known: object) -> str:
        """Give one of the sentences and labels of the table."""
        return say(self.language, key, **known)

    # --- cards and actions ---

    def rank(self, rank: Rank) -> str:
        """Give what stands on cards of a rank."""
        ranks = self._book["ranks"]
        found: str = ranks.get(self.suits.name, {}).get(rank.letter) or ranks.get(rank.letter, "")
        return found or rank.letter

    def suit(self, suit: Suit) -> str:
        """Name a suit, after its symbol."""
        return f"{suit.symbol} {self._book['suits'][self.suits.name][suit.index]}"

    def card(self, card: Card) -> str:
        """Write a card."""
        return self.rank(card.rank) + card.suit.symbol

    def cards(self, cards: Iterable[Card]) -> str:
        """Write some cards."""
        return " ".join(map(self.card, cards))

    def act(self, action: Action) -> str:
        """Say what can be done; what a third party's game calls an action stays as it is."""
        text: str | None = self._book["acts"].get(action.kind)
        return text.format_map(self._subject(action)) if text else str(action)

    def effect(self, name: str) -> str:
        """Say what a card does."""
        return str(self._book["effects"][name])

    def reason(self, reason: str) -> str:
        """Say why a hand or a game is over."""
        return str(self._book["reasons"].get(reason, reason))

    # --- events ---

    def tell(self, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
        """Tell what happened; nothing of what the next event tells better."""
        match event:
            case HandDealt():
                return " ".join(self._dealt(event))
            case Acted(seat, action):
                known = self._book["acts"].get(action.kind)
                if not known:
                    return f"{self.names[seat]}: {action}"
                is_told = action.kind in self._book["events"]
                return self._happened(action.kind, seat, **self._subject(action)) if is_told else ""
            case TrickWon(seat):
                return self._happened("won", seat)
            case TookUp(seat, cards):
                return self._happened("took", seat, cards=self.cards(cards))
            case Drew(seat, count, cards):
                return self._happened("drew", seat, count=count, cards=self.cards(cards) or count)
            case Restocked(size):
                return self._happened("restocked", count=size)
            case Turned():
                return self._happened("turned")
            case Skipped(seat):
                return self._happened("skipped", seat)
            case WentOut(seat):
                return self._happened("out", seat)
            case HandEnded(reason, penalty):
                points = zip(self.names, penalty, strict=True)
                scored = ", ".join(f"{name} {point}" for name, point in points)
                return self._happened("ended", reason=self.reason(reason), points=scored)
        return other_event(event, self.names)

    def _dealt(self, event: HandDealt) -> Iterator[str]:
        yield self._happened("dealt", event.dealer)
        if event.opener:
            yield self._happened("opener", card=self.card(event.opener))
        if event.trump and event.trump_card:
            shown = self.card(event.trump_card)
            yield self._happened("trump_card", suit=self.suit(event.trump), card=shown)
        elif event.trump:
            yield self._happened("trump", suit=self.suit(event.trump))

    def _happened(self, key: str, seat: int | None = None, **known: object) -> str:
        text = self._book["events"][key]
        if seat is not None:
            text, known = text[seat != self.me], {**known, "name": self.names[seat]}
        return str(text).format_map(known)

    def _subject(self, action: Action) -> dict[str, str]:
        card = {"card": self.card(action.card)} if action.card else {}
        return card | ({"suit": self.suit(action.suit)} if action.suit else {})

    @property
    def _book(self) -> dict[str, Any]:
        return book(self.language)
