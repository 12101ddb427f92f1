"""Records: a finished game as one JSON object, complete enough to replay it by hand.

The format is told in `tournaments/RECORDS.md`. `replay` plays a record through the rules again, and
`steps` does so one action at a time.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.errors import BumblepuppyError, NotationError
from bumblepuppy_sdk.games import load_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bumblepuppy_sdk.cards import Card, SuitSystem
    from bumblepuppy_sdk.games.base import Dealt, Game, State
    from bumblepuppy_sdk.games.events import Event

_LATER: Final = ("suspended", "network")
"""Keys that a record need not have."""
VERSION: Final = 1
"""The version of the format, in the key `record`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A decision that the referee took in a seat's place (FA-1)."""

    seat: int
    action: int
    """Which entry of the record's `actions` the default action is."""
    cause: str
    """`illegal`, `malformed`, `timeout`, `disconnected`, `crashed`, `start_failed` or
    `out_of_memory`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game, from the deal to the places."""

    game_id: str
    slot: int
    """The game's number in the schedule, from 0."""
    attempt: int
    """1, or more when earlier attempts were void (FA-5)."""
    game: str
    options: dict[str, Any]
    """Every option in force."""
    hands: list[dict[str, Any]]
    """One entry a hand: `dealer`, `deck` (first card dealt first) and `restocks` (top first)."""
    seats: list[str]
    """The bots' names, by seat."""
    actions: list[tuple[int, str]]
    """Every action of every seat in order, forced and default ones included."""
    faults: list[Fault]
    reason: str
    places: list[int]
    penalty: list[int]
    autopilot: list[int]
    """The seats that were asked no more (FA-2), those in `suspended` among them."""
    suspended: list[int] = field(default_factory=list)
    """The seats of bots that were suspended before the game: they were asked nothing."""
    network: float = 0.0
    """Seconds of each decision that were granted to the network, and not charged."""

    def to_json(self) -> str:
        """Write one line of JSON."""
        # Not asdict on the whole: copying every action costs ten times the writing.
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields["faults"] = [asdict(fault) for fault in self.faults]
        if not self.network:
            del fields["network"]  # as it is wherever all play on one machine
        return json.dumps({"record": VERSION, **fields}, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Record:
        """Read one line of JSON.

        Raises:
            NotationError: the line is no record of this version.
        """
        try:
            return cls.from_dict(json.loads(line))
        except ValueError as error:
            raise NotationError(f"not a record ({error!r}): {line[:60]!r}") from error

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Record:
        """Read what one line of JSON holds.

        Raises:
            NotationError: it is no record of this version.
        """
        try:
            if found["record"] != VERSION:
                raise NotationError(f"not a record of version {VERSION}: {str(found)[:60]!r}")
            # Older records come from a time when nobody was suspended.
            fields = {name: found[name] for name in cls.__slots__ if name not in _LATER}
            fields |= {name: found[name] for name in _LATER if name in found}
            fields["faults"] = [Fault(**fault) for fault in fields["faults"]]
            fields["actions"] = [(seat, action) for seat, action in fields["actions"]]
            return cls(**fields)
        except (ValueError, KeyError, TypeError) as error:
            raise NotationError(f"not a record ({error!r}): {str(found)[:60]!r}") from error


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """Read records, one a line; blank lines are left out.

    Raises:
        NotationError: a line is no record; the message begins with its number, from 1.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield Record.from_json(line)
            except NotationError as error:
                raise NotationError(f"line {number}: {error}") from error


def hands_of(dealt: Sequence[Dealt]) -> list[dict[str, Any]]:
    """Write a state's deals as a record keeps them."""
    return [
        {
            "dealer": hand.dealer,
            "deck": [card.text for card in hand.deck],
            "restocks": [[card.text for card in cards] for cards in hand.restocks],
        }
        for hand in dealt
    ]


class RecordedChance:
    """The chance of a recorded game: hands out the decks and restocks that it lists."""

    def __init__(self, hands: Sequence[Mapping[str, Any]], system: SuitSystem) -> None:
        """Take the `hands` of a record, whose cards are of `system`."""
        self._hands = hands
        self._system = system

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Give the recorded deck, which must hold the very cards of the pack."""
        return self._recorded(cards, hand, "deck")

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Give the recorded restock, which must hold the very cards to shuffle."""
        return self._recorded(cards, hand, "restocks", number)

    def _recorded(self, cards: Sequence[Card], *where: str | int) -> Sequence[Card]:
        found: Any = self._hands
        try:
            for key in where:
                found = found[key]
            recorded = [self._system.card(text) for text in found]
        except (LookupError, TypeError):
            path = "".join(f"[{key!r}]" for key in where)
            raise NotationError(f"the record has no cards at hands{path}") from None
        if sorted(recorded) != sorted(cards):
            raise NotationError("the recorded cards are not those that the rules would shuffle")
        return recorded


def replay(record: Record) -> State:
    """Play a record through the rules again, and give the final state.

    Raises:
        IllegalActionError: an action is not legal where it stands.
        NotationError: the record contradicts the rules, or itself.
        OptionError: the game is not installed, or its options are none of its own.
    """
    *_, (state, _last_events) = steps(record)
    return state


def steps(record: Record) -> Iterator[tuple[State, Sequence[Event]]]:
    """Play a record through the rules again, and show it after the deal and after each action.

    It is the same state each time, an action further, with what has happened since.

    Raises:
        IllegalActionError: an action is not legal where it stands.
        NotationError: the record contradicts the rules, or itself.
        OptionError: the game is not installed, or its options are none of its own.
    """
    game = load_game(record.game)
    state = start(record, game)
    system = game.suits(state.options)
    yield state, state.opening
    for number, (seat, text) in enumerate(record.actions):
        if state.to_act != seat:
            raise NotationError(f"action {number}: seat {seat} acts, but {state.to_act} must")
        try:
            events = state.apply(game.action(text, system))
        except BumblepuppyError as error:
            raise type(error)(f"action {number}: {error}") from error
        yield state, events
    if state.result is None:
        raise NotationError(f"after all {len(record.actions)} actions the game is not over")


def start(record: Record, game: Game) -> State:
    """Deal a record's first hand."""
    options = game.options(record.options)
    return game.new(options, RecordedChance(record.hands, game.suits(options)))
