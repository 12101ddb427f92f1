"""One game under way: who is asked, what they did, what became of it.

A table knows neither time nor wires. It is driven by two calls, `answer` and `fault`; after each it
has played on by itself (forced actions, seats on autopilot) up to the next question, or to the end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bumblepuppy_sdk.records import Fault, Record, hands_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.base import State
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_server.spec import GameSpec


class Cause(StrEnum):
    """Why the referee had to act in a bot's place (FA-1)."""

    ILLEGAL = "illegal"
    """The action is not among the legal ones."""
    MALFORMED = "malformed"
    """The answer holds no action of this game."""
    TIMEOUT = "timeout"
    """No answer in time."""
    DISCONNECTED = "disconnected"
    """The bot closed its stream, or lost it, while its process lives."""
    CRASHED = "crashed"
    """The bot's process ended."""
    START_FAILED = "start_failed"
    """The bot's process was started again, and ended before it was ready, or was not in time."""
    OUT_OF_MEMORY = "out_of_memory"
    """The bot's process was ended, because the bot held more memory than it may."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat is asked to take."""

    seat: int
    number: int
    """Counts the questions that this seat's bot was asked in this game, from 0."""
    legal: Sequence[Action]


class Table:
    """A game between bots, with the fault rules FA-1 to FA-4."""

    def __init__(self, spec: GameSpec, state: State) -> None:
        """Seat the bots of `spec` before `state`, and play up to the first question."""
        self.spec = spec
        self.state = state
        self.question: Question | None = None
        """The open question; `None` when the game is over."""
        self.events: list[Event] = list(state.opening)
        """All that happened so far, nothing hidden: to be told as `Event.seen_by` says."""
        self.autopilot = set(spec.suspended)
        """The seats that are asked no more (FA-2)."""
        self.actions: list[tuple[int, str]] = []
        """Every action so far and its seat, as a record keeps them."""
        self.faults: list[Fault] = []
        # By bot, not by game: how often others were asked would tell about their cards, because a
        # seat with one legal action is not asked. Not by seat: a bot may sit in two.
        self._asked: Counter[str] = Counter()
        self._play_on()

    def answer(self, action: Action) -> None:
        """Take the answer to the open question: one of its legal actions."""
        self._open()
        self._carry_out(action)
        self._play_on()

    def fault(self, cause: Cause) -> None:
        """Play the default action in place of the seat that was asked (FA-1)."""
        seat = self._open().seat
        self.faults.append(Fault(seat, len(self.actions), cause.value))
        if self.faults_of(seat) >= self.spec.max_faults:
            self.autopilot.add(seat)
        self._carry_out(self.state.default())
        self._play_on()

    def faults_of(self, seat: int) -> int:
        """Count a seat's faults in this game."""
        return sum(fault.seat == seat for fault in self.faults)

    @property
    def places(self) -> tuple[int, ...]:
        """The places, seats on autopilot last (FA-3); only when the game is over."""
        assert self.state.result is not None, "the game is not over"
        return place_autopilots_last(self.state.result.places, self.autopilot)

    def record(self) -> Record:
        """Write the finished game down."""
        result = self.state.result
        assert result is not None, "the game is not over"
        return Record(
            game_id=self.spec.game_id,
            slot=self.spec.slot,
            attempt=self.spec.attempt,
            game=self.spec.game,
            options=self.spec.options,
            hands=hands_of(self.state.hands),
            seats=self.spec.seats,
            actions=self.actions,
            faults=self.faults,
            reason=result.reason,
            places=list(self.places),
            penalty=list(result.penalty),
            autopilot=sorted(self.autopilot),
            suspended=self.spec.suspended,
            network=self.spec.network,
        )

    def _open(self) -> Question:
        assert self.question is not None, "no question is open"
        return self.question

    def _play_on(self) -> None:
        """Take every action that nobody need be asked for, then put the next question."""
        while (seat := self.state.to_act) is not None:
            legal = self.state.legal()
            if len(legal) == 1 and not self.spec.ask_forced:
                self._carry_out(legal[0])
            elif seat in self.autopilot:
                self._carry_out(self.state.default())
            else:
                bot = self.spec.seats[seat]
                self.question = Question(seat, self._asked[bot], legal)
                self._asked[bot] += 1
                return
        self.question = None

    def _carry_out(self, action: Action) -> None:
        seat = self.state.to_act
        assert seat is not None, "the game is over"
        self.actions.append((seat, str(action)))
        self.events.extend(self.state.apply(action))


def place_autopilots_last(places: Sequence[int], autopilot: set[int]) -> tuple[int, ...]:
    """Put the seats on autopilot last, sharing that place; the others keep their order (FA-3).

    >>> place_autopilots_last((1, 2, 2, 4), {0})
    (4, 1, 1, 3)
    """
    others = [place for seat, place in enumerate(places) if seat not in autopilot]
    last = len(others) + 1
    return tuple(
        last if seat in autopilot else 1 + sum(other < place for other in others)
        for seat, place in enumerate(places)
    )
