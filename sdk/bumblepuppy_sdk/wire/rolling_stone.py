"""Rolling Stone on the wire."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy.v1 import rolling_stone_pb2 as pb
from bumblepuppy_sdk.cards import FRENCH
from bumblepuppy_sdk.games.events import HandDealt, TookUp, TrickWon
from bumblepuppy_sdk.games.rolling_stone import tables
from bumblepuppy_sdk.games.rolling_stone.view import Played, RollingStoneView
from bumblepuppy_sdk.wire.cards import (
    read_card,
    read_cards,
    read_suit,
    wire_card,
    wire_cards,
    wire_suit,
)
from bumblepuppy_sdk.wire.messages import EventForm, MessageCodec
from bumblepuppy_sdk.wire.parts import bytes_field, message_field, number_field, varints

if TYPE_CHECKING:
    from bumblepuppy.v1 import referee_pb2
    from bumblepuppy_sdk.cards import SuitSystem

_HAND: Final = bytes_field(pb.RollingStoneView, "hand")
_TRICK: Final = message_field(pb.RollingStoneView, "trick")
_LEADER: Final = number_field(pb.RollingStoneView, "leader")
_COUNTS: Final = bytes_field(pb.RollingStoneView, "counts")
_DEAD: Final = bytes_field(pb.RollingStoneView, "dead")
_OUT: Final = bytes_field(pb.RollingStoneView, "out")
_TRUMP: Final = number_field(pb.RollingStoneView, "trump")
_TRICKS: Final = number_field(pb.RollingStoneView, "tricks")
_HAND_NUMBER: Final = number_field(pb.RollingStoneView, "hand_number")
_DEALER: Final = number_field(pb.RollingStoneView, "dealer")
_PENALTIES: Final = bytes_field(pb.RollingStoneView, "penalties")

_EVENTS: Final = (
    EventForm(
        HandDealt,
        "hand_dealt",
        lambda e: {
            "hand": e.hand,
            "dealer": e.dealer,
            "trump": wire_suit(e.trump),
            "trump_card": wire_card(e.trump_card),
        },
        lambda wire, system: HandDealt(
            wire.hand,
            wire.dealer,
            trump=read_suit(wire.trump, system),
            trump_card=read_card(wire.trump_card, system),
        ),
    ),
    EventForm(
        TrickWon, "trick_won", lambda e: {"seat": e.seat}, lambda wire, _: TrickWon(wire.seat)
    ),
    EventForm(
        TookUp,
        "took_up",
        lambda e: {"seat": e.seat, "cards": [wire_card(card) for card in e.cards]},
        lambda wire, system: TookUp(wire.seat, tuple(system.cards[n - 1] for n in wire.cards)),
    ),
)


class RollingStoneCodec(MessageCodec):
    """Writes and reads Rolling Stone; a `wire.Codec`."""

    def __init__(self) -> None:
        """Learn the messages."""
        super().__init__(
            "rolling_stone", pb.RollingStoneAction, pb.RollingStoneEvent, (FRENCH,), _EVENTS
        )

    def write_view(self, view: RollingStoneView) -> bytes:
        """Write a `View`: the table; seat, options, legal list and history go apart."""
        parts = (
            _HAND(wire_cards(view.hand)),
            *map(_played, view.trick),
            _LEADER(view.leader),
            _COUNTS(bytes(view.counts)),
            _DEAD(wire_cards(view.dead)),
            _OUT(bytes(view.out)),
            _TRUMP(wire_suit(view.trump)),
            _TRICKS(view.tricks),
            _HAND_NUMBER(view.hand_number),
            _DEALER(view.dealer),
            _PENALTIES(varints(view.penalties)),
        )
        return self._in_view(b"".join(parts))

    def read_view(
        self, message: referee_pb2.View, system: SuitSystem, **common: Any
    ) -> RollingStoneView:
        """Read a view; `common` are the fields of `View` itself."""
        # [:] because going through a list is twice as quick as through protobuf's own.
        wire = message.rolling_stone
        return RollingStoneView(
            hand=read_cards(wire.hand[:], system),
            trick=tuple(map(_read_played, wire.trick)),
            leader=wire.leader,
            counts=tuple(wire.counts[:]),
            dead=read_cards(wire.dead[:], system),
            out=tuple(wire.out[:]),
            trump=read_suit(wire.trump, system),
            tricks=wire.tricks,
            hand_number=wire.hand_number,
            dealer=wire.dealer,
            penalties=tuple(wire.penalties[:]),
            **common,
        )


@cache
def _played(played: Played) -> bytes:
    """Write a card on the table; made once, as there are few."""
    message = pb.RollingStonePlayed(
        seat=played.seat, card=wire_card(played.card), slipped=played.slipped
    )
    return _TRICK(message.SerializeToString())


def _read_played(wire: pb.RollingStonePlayed) -> Played:
    table = tables.SLIPPED if wire.slipped else tables.PLAYED
    return table[wire.seat][wire.card - 1]
