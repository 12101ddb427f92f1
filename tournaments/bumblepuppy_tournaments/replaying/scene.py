"""What lies on the table in a frame, seat by seat, for any game: what is drawn is made of this."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.cards import Card, Cards
from bumblepuppy_sdk.games.rolling_stone import RollingStoneView
from bumblepuppy_sdk.games.rumba import RumbaView

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bumblepuppy_sdk.cards import SuitSystem
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.view import View

_COMMON: Final = {"seat", "options", "legal", "history", "time"}
"""The fields of a view that are told in other ways."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What lies before one seat."""

    count: int | None = None
    """Cards in hand; `None`: nobody knows of hands in this game."""
    hand: Cards | None = None
    """Its cards, if they are open."""
    laid: Card | None = None
    """The card that it has played to the trick."""
    slipped: bool = False
    """That card was slipped in (RS-13)."""
    points: int | None = None
    """Penalty points of the hands before this one, in a match of several."""
    is_out: bool = False
    other: str = ""
    """Of a third party's game: the fields of the view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What lies on a table."""

    facts: tuple[str, ...]
    """What is to be known beside the cards."""
    holdings: Sequence[Holding]
    """By seat."""
    pile: str = ""
    """What the cards in `cards` are."""
    cards: Cards | tuple[Card, ...] = ()
    """Cards that belong to nobody; a tuple is in order, the latest last."""
    has_tricks: bool = False
    """Whether cards are played to tricks."""
    suits: SuitSystem | None = None
    """The suits of the pack."""


def scene_of(views: Mapping[int, View[Any]], seats: int) -> Scene:
    """Lay out what some seats see, the public part of which they have in common."""
    public = next(iter(views.values()))
    match public:
        case RollingStoneView():
            return _rolling_stone(public, _hands(views))
        case RumbaView():
            return _rumba(public, _hands(views))
    told = {seat: ", ".join(_told(view)) for seat, view in views.items()}
    return Scene(facts=(), holdings=[Holding(other=told.get(s, "")) for s in range(seats)])


def _hands(views: Mapping[int, View[Any]]) -> dict[int, Cards]:
    return {seat: view.hand for seat, view in views.items()}  # type: ignore[attr-defined]


def _rolling_stone(view: RollingStoneView, hands: Mapping[int, Cards]) -> Scene:
    laid = {played.seat: played for played in view.trick}
    holdings = [
        Holding(
            count=count,
            hand=hands.get(seat),
            laid=laid[seat].card if seat in laid else None,
            slipped=seat in laid and laid[seat].slipped,
            points=view.penalties[seat] if view.options.target else None,
            is_out=seat in view.out,
        )
        for seat, count in enumerate(view.counts)
    ]
    trump = (f"trump {view.trump.name}",) if view.trump else ()
    facts = (f"hand {view.hand_number + 1}", f"trick {view.tricks + 1}", *trump)
    return Scene(
        facts=facts,
        holdings=holdings,
        pile="dead",
        cards=view.dead,
        has_tricks=True,
        suits=view.hand.system,
    )


def _rumba(view: RumbaView, hands: Mapping[int, Cards]) -> Scene:
    holdings = [
        Holding(
            count=count,
            hand=hands.get(seat),
            points=view.penalties[seat] if view.options.target else None,
            is_out=seat in view.out,
        )
        for seat, count in enumerate(view.counts)
    ]
    facts = (
        f"hand {view.hand_number + 1}",
        f"stock {view.stock}",
        f"restocks {view.restocks}",
        f"direction {'↓' if view.direction > 0 else '↑'}",
        f"{view.suit.name} must follow" if view.suit_only else f"to match: {view.suit.name}",
    )
    return Scene(
        facts=facts,
        holdings=holdings,
        pile="discards",
        cards=view.discards,
        suits=view.hand.system,
    )


def _told(view: View[Any]) -> Iterator[str]:
    for field in fields(view):
        if field.name not in _COMMON:
            yield f"{field.name} {in_words(getattr(view, field.name))}"


def other_event(event: Event, names: Sequence[str]) -> str:
    """Tell an event of a third party's game by its fields, the seats called `names`."""
    told = ((field.name, getattr(event, field.name)) for field in fields(event))
    words = [names[v] if n == "seat" else f"{n} {in_words(v)}" for n, v in told]
    return f"{type(event).__name__}: {', '.join(words)}"


def in_words(value: object) -> str:
    """Write a value of a view or an event of any game."""
    if isinstance(value, Cards):
        return str(value) or "-"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(in_words, value)) + ")"
    if (
        is_dataclass(value)
        and not isinstance(value, Card)
        and type(value).__str__ is object.__str__
    ):
        return " ".join(f"{f.name} {in_words(getattr(value, f.name))}" for f in fields(value))
    return str(value)
