"""What the games with messages of their own in the contract have in common.

Their actions and events are named alike there, so one class writes and reads them all; a game adds
the events that it alone has, and its view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.actions import BARE, NAME_SUIT, PLAY, SLIP, Action, Kind
from bumblepuppy_sdk.games.events import Acted, Event, HandEnded, WentOut
from bumblepuppy_sdk.wire.cards import wire_card, wire_suit
from bumblepuppy_sdk.wire.parts import message_field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from google.protobuf.message import Message

    from bumblepuppy_sdk.cards import SuitSystem

_WITH_CARD: Final = {Kind.PLAY: PLAY, Kind.SLIP: SLIP}


@dataclass(frozen=True, slots=True)
class EventForm:
    """How one kind of event is written and read."""

    kind: type[Event]
    name: str
    """Of its field in the game's event message."""
    write: Callable[[Any], dict[str, Any]]
    """Give the fields of its message."""
    read: Callable[[Any, SuitSystem], Event]
    """Make the event from its message."""


class MessageCodec:
    """Actions and events of one game, a part of its `wire.Codec`."""

    def __init__(
        self,
        arm: str,
        action: type[Message],
        event: type[Message],
        systems: Iterable[SuitSystem],
        forms: Iterable[EventForm],
    ) -> None:
        """Learn the messages of a game.

        Args:
            arm: The game's field in `Action`, `Event` and `View`.
            action: Its message for actions, with an enum of kinds named after `Kind`.
            event: Its message for events.
            systems: The suits that it is played with.
            forms: The events that it alone has.
        """
        self._arm = arm
        self._action_type = action
        self._event_type = event
        kinds = action.DESCRIPTOR.enum_types_by_name["Kind"].values_by_name
        self._kinds = {k: kinds[f"KIND_{k.name}"].number for k in Kind if f"KIND_{k.name}" in kinds}
        self._suit_kind = self._kinds.get(Kind.SUIT)
        self._read = {system: self._actions(system) for system in systems}
        in_action = message_field(pb.Action, arm)
        in_legal = message_field(pb.DecisionRequest, "legal")
        self._in_event = message_field(pb.Event, arm)
        self._in_view = message_field(pb.View, arm)
        self._written = {
            action: in_action(self._message_of(action).SerializeToString())
            for actions in self._read.values()
            for action in actions.values()
        }
        self._legal = {action: in_legal(written) for action, written in self._written.items()}
        self._forms = {form.kind: form for form in (*self._common_forms(), *forms)}
        self._by_name = {form.name: form for form in self._forms.values()}

    # --- actions ---

    def _actions(self, system: SuitSystem) -> dict[tuple[int, int], Action]:
        """List all actions by the numbers of their kind and of their card or suit."""
        return {
            (number, subject): action
            for kind, number in self._kinds.items()
            for subject, action in _each(kind, system)
        }

    def _message_of(self, action: Action) -> Any:
        message: Any = self._action_type(
            kind=self._kinds[Kind(action.kind)], card=wire_card(action.card)
        )
        if action.suit:
            message.suit = wire_suit(action.suit)
        return message

    def write_action(self, action: Action) -> bytes:
        """Write an `Action`.

        Raises:
            KeyError: it is none of this game.
        """
        return self._written[action]

    def write_legal(self, legal: Sequence[Action]) -> bytes:
        """Write the field `legal` of a `DecisionRequest`."""
        written = self._legal
        return b"".join([written[action] for action in legal])

    def _read_action(self, message: Any, system: SuitSystem) -> Action | None:
        kind: int = message.kind
        number: int = message.suit if kind == self._suit_kind else message.card
        return self._read[system].get((kind, number))

    def read_action(self, message: pb.Action, system: SuitSystem) -> Action | None:
        """Read an action; `None` when the message holds none of this game."""
        return self._read_action(getattr(message, self._arm), system)

    # --- events ---

    def _common_forms(self) -> Iterator[EventForm]:
        yield EventForm(
            Acted,
            "acted",
            lambda e: {"seat": e.seat, "action": self._message_of(e.action)},
            self._read_acted,
        )
        yield EventForm(
            WentOut, "went_out", lambda e: {"seat": e.seat}, lambda wire, _: WentOut(wire.seat)
        )
        yield EventForm(
            HandEnded,
            "hand_ended",
            lambda e: {"reason": e.reason, "penalty": e.penalty},
            lambda wire, _: HandEnded(wire.reason, tuple(wire.penalty)),
        )

    def _read_acted(self, wire: Any, system: SuitSystem) -> Event:
        action = self._read_action(wire.action, system)
        return Acted(wire.seat, action) if action else Event()

    def write_event(self, event: Event) -> bytes:
        """Write an `Event`."""
        form = self._forms[type(event)]
        message = self._event_type(**{form.name: form.write(event)})
        return self._in_event(message.SerializeToString())

    def read_event(self, message: pb.Event, system: SuitSystem) -> Event:
        """Read an event; a bare `Event` when this version does not know it."""
        wire: Any = getattr(message, self._arm)
        form = self._by_name.get(wire.WhichOneof("event") or "")
        return form.read(getattr(wire, form.name), system) if form else Event()


def _each(kind: Kind, system: SuitSystem) -> Iterable[tuple[int, Action]]:
    """Give the actions of one kind, each with the number of its card or suit, or none."""
    if table := _WITH_CARD.get(kind):
        return enumerate(table[system], start=1)
    if kind is Kind.SUIT:
        return enumerate(NAME_SUIT[system], start=1)
    return ((0, BARE[kind]),)
