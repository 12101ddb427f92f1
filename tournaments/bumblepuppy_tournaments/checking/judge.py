"""One record before the rules: its cards, its play, its faults and its result."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import RecordedChance, hands_of
from bumblepuppy_server.chance import KeyedChance
from bumblepuppy_server.table import Cause, place_autopilots_last

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bumblepuppy_sdk.cards import Card
    from bumblepuppy_sdk.games.base import Chance, State
    from bumblepuppy_sdk.records import Record
    from bumblepuppy_tournaments.settings.plan import Plan

MALFORMED = (AttributeError, LookupError, TypeError, ValueError)
"""What Python raises where a record holds values of other kinds than it should."""


class DisagreementError(BumblepuppyError):
    """Something in a tournament file is not what follows from the rest of it."""

    def __init__(self, what: str, expected: object, found: object) -> None:
        """Tell `what` disagrees: what was `expected` of it, and what was `found`."""
        super().__init__(f"{what}: expected {_plain(expected)}, found {_plain(found)}")
        self.what, self.expected, self.found = what, _plain(expected), _plain(found)


def expect(what: str, expected: object, found: object) -> None:
    """Compare what a file holds with what it should hold.

    Raises:
        DisagreementError: they differ.
    """
    if expected != found:
        raise DisagreementError(what, expected, found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How a game ended, and who came where."""

    reason: str
    places: list[int]
    penalty: list[int]

    @classmethod
    def stored(cls, record: Record) -> Verdict:
        """Take the result that a record tells."""
        return cls(reason=record.reason, places=record.places, penalty=record.penalty)

    @classmethod
    def by_rules(cls, state: State, autopilot: Iterable[int]) -> Verdict | None:
        """Take the result of a state, the seats on autopilot last (FA-3); `None` before the end."""
        if state.result is None:
            return None
        places = place_autopilots_last(state.result.places, set(autopilot))
        penalty = list(state.result.penalty)
        return cls(reason=state.result.reason, places=list(places), penalty=penalty)


class CheckedChance:
    """The recorded cards of a game, each shuffle compared with the one of its deal's key."""

    def __init__(self, recorded: RecordedChance, key: bytes) -> None:
        """Hand out `recorded`, which should be what follows from `key`."""
        self._recorded = recorded
        self._keyed = KeyedChance(key)

    def deck(self, hand: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Give the deck of a hand, if it is the one of the key."""
        found = self._recorded.deck(hand, cards)
        return _same(f"deck of hand {hand}", self._keyed.deck(hand, cards), found)

    def restock(self, hand: int, number: int, cards: Sequence[Card]) -> Sequence[Card]:
        """Give a restock of a hand, if it is the one of the key."""
        found = self._recorded.restock(hand, number, cards)
        expected = self._keyed.restock(hand, number, cards)
        return _same(f"restock {number} of hand {hand}", expected, found)


def _same(what: str, expected: Sequence[Card], found: Sequence[Card]) -> Sequence[Card]:
    for position, (card, other) in enumerate(zip(expected, found, strict=True)):
        if card.text != other.text:
            raise DisagreementError(f"{what}, card {position}", card.text, other.text)
    return found


def judge(record: Record, plan: Plan, key: bytes | None) -> None:
    """Check a record of a tournament by the rules, from the first card to the places.

    Args:
        record: The record of a game that counts.
        plan: What its tournament is played by.
        key: The key of its deal, 32 bytes; `None`: unknown, and the recorded cards are believed.

    Raises:
        DisagreementError: something is not as it should be.
        BumblepuppyError: an action is not legal, or the record is no game at all.
    """
    game = load_game(record.game)
    options = game.options(record.options)
    suits = game.suits(options)
    recorded = RecordedChance(record.hands, suits)
    chance: Chance = CheckedChance(recorded, key) if key else recorded
    state = game.new(options, chance)
    referee = _Referee(record, plan)
    for number, (seat, text) in enumerate(record.actions):
        due = "nobody, for the game is over" if state.to_act is None else state.to_act
        expect(f"seat of action {number}", due, seat)
        referee.check(state, number, seat, text)
        try:
            state.apply(game.action(text, suits))
        except DisagreementError:  # a shuffle on the way
            raise
        except BumblepuppyError as error:
            raise DisagreementError(f"action {number}", "a legal one", f"{text}: {error}") from None
    verdict = Verdict.by_rules(state, referee.autopilot)
    if verdict is None:
        raise DisagreementError("actions", "a game that is over", f"{len(record.actions)} of them")
    expect("hands", hands_of(state.hands), record.hands)
    expect("faults", referee.faults_met, len(record.faults))
    expect("autopilot", sorted(referee.autopilot), record.autopilot)
    expect("reason", verdict.reason, record.reason)
    expect("places", verdict.places, record.places)
    expect("penalty", verdict.penalty, record.penalty)


class _Referee:
    """What the referee did in a game by itself: faults, and seats on autopilot (FA-1, FA-2)."""

    def __init__(self, record: Record, plan: Plan) -> None:
        self._faults = {fault.action: fault for fault in record.faults}
        self._plan = plan
        self._counts = [0] * len(record.seats)
        self.autopilot = set(record.suspended)
        self.faults_met = 0
        """How many of the faults stood at an action where there can be one."""

    def check(self, state: State, number: int, seat: int, text: str) -> None:
        """Check that the action which is about to be carried out is the referee's, if it must be.

        Raises:
            DisagreementError: it is not, or nobody was asked there who could be at fault.
        """
        fault = self._faults.get(number)
        if fault is None and seat not in self.autopilot:
            return
        expect(f"action {number}, taken by default", str(state.default()), text)
        if fault is None:
            return
        where = f"fault at action {number}"
        expect(f"{where}, its seat", seat, fault.seat)
        if fault.cause not in set(Cause):
            raise DisagreementError(f"{where}, its cause", " or ".join(Cause), fault.cause)
        if seat in self.autopilot:
            raise DisagreementError(where, "none, for the seat was on autopilot", fault.cause)
        if len(state.legal()) == 1 and not self._plan.ask_forced:
            raise DisagreementError(where, "none, for the seat was not asked", fault.cause)
        self.faults_met += 1
        self._counts[seat] += 1
        if self._counts[seat] >= self._plan.max_faults:
            self.autopilot.add(seat)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
