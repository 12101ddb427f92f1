"""What happened at a table, in sentences; of a game that is not known here, in its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.actions import Kind
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
from bumblepuppy_tournaments.screen.text import duration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_tournaments.replaying.frames import Frame

_DOES: Final[dict[str, str]] = {
    Kind.PICKUP: "picks up",
    Kind.LET: "lets it pass",
    Kind.CHALLENGE: "challenges",
    Kind.DRAW: "draws",
    Kind.PASS: "passes",
    Kind.STOP: "stops",
}


class Teller:
    """Tells of a game whose seats have these names."""

    def __init__(self, names: Sequence[str], card: Callable[[Card], str] = str) -> None:
        """Call the seats `names`, and write cards as `card` does."""
        self._names = names
        self._card = card

    def happened(self, frame: Frame) -> Iterator[str]:
        """Tell what led to a frame, a sentence each; a fault or a think time comes first."""
        if frame.actor is not None:
            name = self._names[frame.actor]
            after = "" if frame.think_s is None else f" after {duration(1000 * frame.think_s)}"
            if frame.fault:
                yield f"{name} is at fault ({frame.fault}){after}: the referee acts by default"
            elif after:
                yield f"{name} answers{after}"
        yield from map(self.event, frame.events)

    def event(self, event: Event) -> str:  # noqa: C901, PLR0911 - a case an event
        """Tell an event in a sentence."""
        names = self._names
        match event:
            case HandDealt():
                return self._dealt(event)
            case Acted(seat, action):
                return f"{names[seat]} {self.does(action)}"
            case TrickWon(seat):
                return f"{names[seat]} wins the trick"
            case TookUp(seat, cards):
                return f"{names[seat]} takes up {self._cards(cards)}"
            case Drew(seat, count, cards):
                many = "a card" if count == 1 else f"{count} cards"
                return f"{names[seat]} gets {self._cards(cards) or many} from the stock"
            case Restocked(size):
                return f"the discards under the top card are the new stock: {size} cards"
            case Turned(direction):
                return f"play turns round, to {'higher' if direction > 0 else 'lower'} seats"
            case Skipped(seat):
                return f"{names[seat]} loses its turn"
            case WentOut(seat):
                return f"{names[seat]} is out"
            case HandEnded(reason, penalty):
                points = zip(names, penalty, strict=True)
                scored = ", ".join(f"{name} {point}" for name, point in points)
                return f"the hand is over ({reason}); penalty points: {scored}"
        return other_event(event, names)

    def does(self, action: Action) -> str:
        """Say what a seat does."""
        if action.card and action.kind in {Kind.PLAY, Kind.SLIP}:
            verb = "plays" if action.kind == Kind.PLAY else "slips in"
            return f"{verb} {self._card(action.card)}"
        if action.suit and action.kind == Kind.SUIT:
            return f"names {action.suit.name}"
        return _DOES.get(action.kind) or str(action)

    def choice(self, action: Action) -> str:
        """Name an action among others: a card alone is one to play."""
        if action.card and action.kind in {Kind.PLAY, Kind.SLIP}:
            return f"{'slip ' * (action.kind == Kind.SLIP)}{self._card(action.card)}"
        return str(action)

    def _dealt(self, event: HandDealt) -> str:
        said = [f"hand {event.hand + 1}: {self._names[event.dealer]} deals"]
        if event.opener:
            said.append(f"{self._card(event.opener)} is turned up")
        if event.trump:
            shown = f" ({self._card(event.trump_card)})" if event.trump_card else ""
            said.append(f"{event.trump.name} are trumps{shown}")
        return "; ".join(said)

    def _cards(self, cards: Iterable[Card]) -> str:
        return " ".join(map(self._card, cards))
