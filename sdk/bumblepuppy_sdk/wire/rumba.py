"""Rumba on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bumblepuppy.v1 import referee_pb2, rumba_pb2
from bumblepuppy_sdk.actions import DRAW, NAME_SUIT, PASS, PLAY, STOP, Action, Kind
from bumblepuppy_sdk.games.events import (
    Acted,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    Restocked,
    Skipped,
    Turned,
    WentOut,
)
from bumblepuppy_sdk.games.rumba.view import RumbaView
from bumblepuppy_sdk.wire.cards import (
    read_card,
    read_cards,
    wire_card,
    wire_cards,
    wire_suit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bumblepuppy_sdk.cards import SuitSystem

_Message = rumba_pb2.RumbaAction
_EventMessage = rumba_pb2.RumbaEvent

_KINDS: Final[Mapping[str, _Message.Kind.ValueType]] = {
    Kind.PLAY: _Message.KIND_PLAY,
    Kind.DRAW: _Message.KIND_DRAW,
    Kind.PASS: _Message.KIND_PASS,
    Kind.STOP: _Message.KIND_STOP,
    Kind.SUIT: _Message.KIND_SUIT,
}
_BARE: Final[dict[int, Action]] = {
    _Message.KIND_DRAW: DRAW,
    _Message.KIND_PASS: PASS,
    _Message.KIND_STOP: STOP,
}


def _action(action: Action) -> rumba_pb2.RumbaAction:
    return _Message(
        kind=_KINDS[action.kind], card=wire_card(action.card), suit=wire_suit(action.suit)
    )


def write_action(action: Action, to: referee_pb2.Action) -> None:
    """Fill in a message."""
    written = to.rumba
    written.kind = _KINDS[action.kind]
    if action.card:
        written.card = wire_card(action.card)
    elif action.suit:
        written.suit = wire_suit(action.suit)


def _read_action(message: rumba_pb2.RumbaAction, system: SuitSystem) -> Action | None:
    if message.kind == _Message.KIND_PLAY:
        number: int = message.card
        return PLAY[system][number - 1] if 0 < number <= len(system.cards) else None
    if message.kind == _Message.KIND_SUIT:
        number = message.suit
        return NAME_SUIT[system][number - 1] if 0 < number <= len(system.suits) else None
    return _BARE.get(message.kind)


def read_action(message: referee_pb2.Action, system: SuitSystem) -> Action | None:
    """Read an action; `None` when the message holds none of this game."""
    if message.WhichOneof("action") != "rumba":
        return None
    return _read_action(message.rumba, system)


def _write_acted(event: Acted) -> _EventMessage:
    acted = _EventMessage.Acted(seat=event.seat, action=_action(event.action))
    return _EventMessage(acted=acted)


def _write_dealt(event: HandDealt) -> _EventMessage:
    dealt = _EventMessage.HandDealt(
        hand=event.hand, dealer=event.dealer, opener=wire_card(event.opener)
    )
    return _EventMessage(hand_dealt=dealt)


def _write_drew(event: Drew) -> _EventMessage:
    cards = [wire_card(card) for card in event.cards]
    return _EventMessage(drew=_EventMessage.Drew(seat=event.seat, count=event.count, cards=cards))


def _write_ended(event: HandEnded) -> _EventMessage:
    ended = _EventMessage.HandEnded(reason=event.reason, penalty=event.penalty)
    return _EventMessage(hand_ended=ended)


_WRITE: Final[dict[type[Event], Callable[[Any], _EventMessage]]] = {
    Acted: _write_acted,
    HandDealt: _write_dealt,
    Drew: _write_drew,
    HandEnded: _write_ended,
    Restocked: lambda e: _EventMessage(restocked=_EventMessage.Restocked(size=e.size)),
    Turned: lambda e: _EventMessage(turned=_EventMessage.Turned(backwards=e.direction < 0)),
    Skipped: lambda e: _EventMessage(skipped=_EventMessage.Skipped(seat=e.seat)),
    WentOut: lambda e: _EventMessage(went_out=_EventMessage.WentOut(seat=e.seat)),
}


def write_event(event: Event) -> referee_pb2.Event:
    """Make a message."""
    return referee_pb2.Event(rumba=_WRITE[type(event)](event))


def read_event(message: referee_pb2.Event, system: SuitSystem) -> Event:
    """Read an event."""
    kind = message.rumba.WhichOneof("event")
    return _READ[kind](message.rumba, system) if kind else Event()


def _read_acted(wire: _EventMessage, system: SuitSystem) -> Event:
    action = _read_action(wire.acted.action, system)
    return Acted(wire.acted.seat, action) if action else Event()


def _read_dealt(wire: _EventMessage, system: SuitSystem) -> Event:
    dealt = wire.hand_dealt
    return HandDealt(dealt.hand, dealt.dealer, opener=read_card(dealt.opener, system))


def _read_drew(wire: _EventMessage, system: SuitSystem) -> Event:
    cards = tuple(system.cards[number - 1] for number in wire.drew.cards)
    return Drew(wire.drew.seat, wire.drew.count, cards)


_READ: Final[dict[str, Callable[[_EventMessage, SuitSystem], Event]]] = {
    "hand_dealt": _read_dealt,
    "acted": _read_acted,
    "drew": _read_drew,
    "restocked": lambda wire, _: Restocked(wire.restocked.size),
    "turned": lambda wire, _: Turned(-1 if wire.turned.backwards else 1),
    "skipped": lambda wire, _: Skipped(wire.skipped.seat),
    "went_out": lambda wire, _: WentOut(wire.went_out.seat),
    "hand_ended": lambda wire, _: HandEnded(wire.hand_ended.reason, tuple(wire.hand_ended.penalty)),
}


def write_view(view: RumbaView, to: referee_pb2.View) -> None:
    """Fill in a message with the table."""
    wire = to.rumba
    wire.hand.extend(wire_cards(view.hand))
    wire.discards.extend([wire_card(card) for card in view.discards])
    wire.suit = wire_suit(view.suit)
    wire.suit_only = view.suit_only
    wire.counts.extend(view.counts)
    wire.stock = view.stock
    wire.restocks = view.restocks
    wire.backwards = view.direction < 0
    wire.drawn = view.drawn
    wire.second = view.second
    wire.out.extend(view.out)
    wire.hand_number = view.hand_number
    wire.dealer = view.dealer
    wire.penalties.extend(view.penalties)


def read_view(message: referee_pb2.View, system: SuitSystem, **common: Any) -> RumbaView:
    """Read a view; `common` are the fields of `View` itself."""
    wire = message.rumba
    return RumbaView(
        hand=read_cards(wire.hand, system),
        discards=tuple(system.cards[number - 1] for number in wire.discards),
        suit=system.suits[wire.suit - 1],
        suit_only=wire.suit_only,
        counts=tuple(wire.counts),
        stock=wire.stock,
        restocks=wire.restocks,
        direction=-1 if wire.backwards else 1,
        drawn=wire.drawn,
        second=wire.second,
        out=tuple(wire.out),
        hand_number=wire.hand_number,
        dealer=wire.dealer,
        penalties=tuple(wire.penalties),
        **common,
    )
