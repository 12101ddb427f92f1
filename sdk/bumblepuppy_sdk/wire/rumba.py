"""Rumba on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bumblepuppy.v1 import rumba_pb2 as pb
from bumblepuppy_sdk.cards import FRENCH, GERMAN, SPANISH
from bumblepuppy_sdk.games.events import Drew, HandDealt, Restocked, Skipped, Turned
from bumblepuppy_sdk.games.rumba.view import RumbaView
from bumblepuppy_sdk.wire.cards import read_card, read_cards, wire_card, wire_cards, wire_suit
from bumblepuppy_sdk.wire.messages import EventForm, MessageCodec
from bumblepuppy_sdk.wire.parts import bytes_field, number_field, varints

if TYPE_CHECKING:
    from bumblepuppy.v1 import referee_pb2
    from bumblepuppy_sdk.cards import SuitSystem

_HAND: Final = bytes_field(pb.RumbaView, "hand")
_DISCARDS: Final = bytes_field(pb.RumbaView, "discards")
_SUIT: Final = number_field(pb.RumbaView, "suit")
_SUIT_ONLY: Final = number_field(pb.RumbaView, "suit_only")
_COUNTS: Final = bytes_field(pb.RumbaView, "counts")
_STOCK: Final = number_field(pb.RumbaView, "stock")
_RESTOCKS: Final = number_field(pb.RumbaView, "restocks")
_BACKWARDS: Final = number_field(pb.RumbaView, "backwards")
_DRAWN: Final = number_field(pb.RumbaView, "drawn")
_SECOND: Final = number_field(pb.RumbaView, "second")
_OUT: Final = bytes_field(pb.RumbaView, "out")
_HAND_NUMBER: Final = number_field(pb.RumbaView, "hand_number")
_DEALER: Final = number_field(pb.RumbaView, "dealer")
_PENALTIES: Final = bytes_field(pb.RumbaView, "penalties")

_EVENTS: Final = (
    EventForm(
        HandDealt,
        "hand_dealt",
        lambda e: {"hand": e.hand, "dealer": e.dealer, "opener": wire_card(e.opener)},
        lambda wire, system: HandDealt(
            wire.hand, wire.dealer, opener=read_card(wire.opener, system)
        ),
    ),
    EventForm(
        Drew,
        "drew",
        lambda e: {
            "seat": e.seat,
            "count": e.count,
            "cards": [wire_card(card) for card in e.cards],
        },
        lambda wire, system: Drew(
            wire.seat, wire.count, tuple(system.cards[n - 1] for n in wire.cards)
        ),
    ),
    EventForm(
        Restocked, "restocked", lambda e: {"size": e.size}, lambda wire, _: Restocked(wire.size)
    ),
    EventForm(
        Turned,
        "turned",
        lambda e: {"backwards": e.direction < 0},
        lambda wire, _: Turned(-1 if wire.backwards else 1),
    ),
    EventForm(Skipped, "skipped", lambda e: {"seat": e.seat}, lambda wire, _: Skipped(wire.seat)),
)


class RumbaCodec(MessageCodec):
    """Writes and reads Rumba; a `wire.Codec`."""

    def __init__(self) -> None:
        """Learn the messages."""
        super().__init__("rumba", pb.RumbaAction, pb.RumbaEvent, (FRENCH, SPANISH, GERMAN), _EVENTS)

    def write_view(self, view: RumbaView) -> bytes:
        """Write a `View`: the table; seat, options, legal list and history go apart."""
        parts = (
            _HAND(wire_cards(view.hand)),
            _DISCARDS(bytes([card.code + 1 for card in view.discards])),
            _SUIT(wire_suit(view.suit)),
            _SUIT_ONLY(view.suit_only),
            _COUNTS(bytes(view.counts)),
            _STOCK(view.stock),
            _RESTOCKS(view.restocks),
            _BACKWARDS(view.direction < 0),
            _DRAWN(view.drawn),
            _SECOND(view.second),
            _OUT(bytes(view.out)),
            _HAND_NUMBER(view.hand_number),
            _DEALER(view.dealer),
            _PENALTIES(varints(view.penalties)),
        )
        return self._in_view(b"".join(parts))

    def read_view(self, message: referee_pb2.View, system: SuitSystem, **common: Any) -> RumbaView:
        """Read a view; `common` are the fields of `View` itself."""
        # [:] because going through a list is twice as quick as through protobuf's own.
        wire, cards = message.rumba, system.cards
        return RumbaView(
            hand=read_cards(wire.hand[:], system),
            discards=tuple([cards[number - 1] for number in wire.discards[:]]),
            suit=system.suits[wire.suit - 1],
            suit_only=wire.suit_only,
            counts=tuple(wire.counts[:]),
            stock=wire.stock,
            restocks=wire.restocks,
            direction=-1 if wire.backwards else 1,
            drawn=wire.drawn,
            second=wire.second,
            out=tuple(wire.out[:]),
            hand_number=wire.hand_number,
            dealer=wire.dealer,
            penalties=tuple(wire.penalties[:]),
            **common,
        )
