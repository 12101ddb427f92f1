"""Rolling Stone on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bumblepuppy.v1 import referee_pb2, rolling_stone_pb2
from bumblepuppy_sdk.actions import CHALLENGE, LET, PICKUP, PLAY, SLIP, Action, Kind
from bumblepuppy_sdk.games.events import (
    Acted,
    Event,
    HandDealt,
    HandEnded,
    TookUp,
    TrickWon,
    WentOut,
)
from bumblepuppy_sdk.games.rolling_stone.view import Played, RollingStoneView
from bumblepuppy_sdk.wire.cards import (
    read_card,
    read_cards,
    read_suit,
    wire_card,
    wire_cards,
    wire_suit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bumblepuppy_sdk.cards import SuitSystem

_Message = rolling_stone_pb2.RollingStoneAction
_EventMessage = rolling_stone_pb2.RollingStoneEvent

_KINDS: Final[Mapping[str, _Message.Kind.ValueType]] = {
    Kind.PLAY: _Message.KIND_PLAY,
    Kind.PICKUP: _Message.KIND_PICKUP,
    Kind.SLIP: _Message.KIND_SLIP,
    Kind.LET: _Message.KIND_LET,
    Kind.CHALLENGE: _Message.KIND_CHALLENGE,
}
_BARE: Final[dict[int, Action]] = {
    _Message.KIND_PICKUP: PICKUP,
    _Message.KIND_LET: LET,
    _Message.KIND_CHALLENGE: CHALLENGE,
}
_WITH_CARD: Final[dict[int, dict[SuitSystem, tuple[Action, ...]]]] = {
    _Message.KIND_PLAY: PLAY,
    _Message.KIND_SLIP: SLIP,
}


def _action(action: Action) -> rolling_stone_pb2.RollingStoneAction:
    return _Message(kind=_KINDS[action.kind], card=wire_card(action.card))


def write_action(action: Action, to: referee_pb2.Action) -> None:
    """Fill in a message."""
    written = to.rolling_stone
    written.kind = _KINDS[action.kind]
    if action.card:
        written.card = wire_card(action.card)


def _read_action(
    message: rolling_stone_pb2.RollingStoneAction, system: SuitSystem
) -> Action | None:
    if table := _WITH_CARD.get(message.kind):
        number = message.card
        return table[system][number - 1] if 0 < number <= len(system.cards) else None
    return _BARE.get(message.kind)


def read_action(message: referee_pb2.Action, system: SuitSystem) -> Action | None:
    """Read an action; `None` when the message holds none of this game."""
    if message.WhichOneof("action") != "rolling_stone":
        return None
    return _read_action(message.rolling_stone, system)


def _write_acted(event: Acted) -> _EventMessage:
    acted = _EventMessage.Acted(seat=event.seat, action=_action(event.action))
    return _EventMessage(acted=acted)


def _write_dealt(event: HandDealt) -> _EventMessage:
    dealt = _EventMessage.HandDealt(
        hand=event.hand,
        dealer=event.dealer,
        trump=wire_suit(event.trump),
        trump_card=wire_card(event.trump_card),
    )
    return _EventMessage(hand_dealt=dealt)


def _write_took_up(event: TookUp) -> _EventMessage:
    cards = [wire_card(card) for card in event.cards]
    return _EventMessage(took_up=_EventMessage.TookUp(seat=event.seat, cards=cards))


def _write_ended(event: HandEnded) -> _EventMessage:
    ended = _EventMessage.HandEnded(reason=event.reason, penalty=event.penalty)
    return _EventMessage(hand_ended=ended)


_WRITE: Final[dict[type[Event], Callable[[Any], _EventMessage]]] = {
    Acted: _write_acted,
    HandDealt: _write_dealt,
    TookUp: _write_took_up,
    HandEnded: _write_ended,
    TrickWon: lambda e: _EventMessage(trick_won=_EventMessage.TrickWon(seat=e.seat)),
    WentOut: lambda e: _EventMessage(went_out=_EventMessage.WentOut(seat=e.seat)),
}


def write_event(event: Event) -> referee_pb2.Event:
    """Make a message."""
    return referee_pb2.Event(rolling_stone=_WRITE[type(event)](event))


def read_event(message: referee_pb2.Event, system: SuitSystem) -> Event:
    """Read an event."""
    kind = message.rolling_stone.WhichOneof("event")
    return _READ[kind](message.rolling_stone, system) if kind else Event()


def _read_acted(wire: _EventMessage, system: SuitSystem) -> Event:
    action = _read_action(wire.acted.action, system)
    return Acted(wire.acted.seat, action) if action else Event()


def _read_dealt(wire: _EventMessage, system: SuitSystem) -> Event:
    dealt = wire.hand_dealt
    return HandDealt(
        dealt.hand,
        dealt.dealer,
        trump=read_suit(dealt.trump, system),
        trump_card=read_card(dealt.trump_card, system),
    )


def _read_took_up(wire: _EventMessage, system: SuitSystem) -> Event:
    cards = tuple(system.cards[number - 1] for number in wire.took_up.cards)
    return TookUp(wire.took_up.seat, cards)


_READ: Final[dict[str, Callable[[_EventMessage, SuitSystem], Event]]] = {
    "hand_dealt": _read_dealt,
    "acted": _read_acted,
    "took_up": _read_took_up,
    "trick_won": lambda wire, _: TrickWon(wire.trick_won.seat),
    "went_out": lambda wire, _: WentOut(wire.went_out.seat),
    "hand_ended": lambda wire, _: HandEnded(wire.hand_ended.reason, tuple(wire.hand_ended.penalty)),
}


def write_view(view: RollingStoneView, to: referee_pb2.View) -> None:
    """Fill in a message with the table."""
    wire = to.rolling_stone
    wire.hand.extend(wire_cards(view.hand))
    for played in view.trick:
        wire.trick.add(seat=played.seat, card=wire_card(played.card), slipped=played.slipped)
    wire.leader = view.leader
    wire.counts.extend(view.counts)
    wire.dead.extend(wire_cards(view.dead))
    wire.out.extend(view.out)
    wire.trump = wire_suit(view.trump)
    wire.tricks = view.tricks
    wire.hand_number = view.hand_number
    wire.dealer = view.dealer
    wire.penalties.extend(view.penalties)


def read_view(message: referee_pb2.View, system: SuitSystem, **common: Any) -> RollingStoneView:
    """Read a view; `common` are the fields of `View` itself."""
    wire = message.rolling_stone
    return RollingStoneView(
        hand=read_cards(wire.hand, system),
        trick=tuple(
            Played(played.seat, card, played.slipped)
            for played in wire.trick
            if (card := read_card(played.card, system))
        ),
        leader=wire.leader,
        counts=tuple(wire.counts),
        dead=read_cards(wire.dead, system),
        out=tuple(wire.out),
        trump=read_suit(wire.trump, system),
        tricks=wire.tricks,
        hand_number=wire.hand_number,
        dealer=wire.dealer,
        penalties=tuple(wire.penalties),
        **common,
    )
