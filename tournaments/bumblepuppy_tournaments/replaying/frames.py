"""A recorded game as a row of frames: how it stood after the deal, and after each action.

What is shown of a game is made of its frames and of views, and of a seat's replay these are no
more than that seat was shown: hidden cards cannot get on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.errors import NotationError
from bumblepuppy_sdk.games.events import HandDealt, HandEnded, Restocked, TookUp, TrickWon, WentOut
from bumblepuppy_sdk.records import steps
from bumblepuppy_tournaments.checking.judge import MALFORMED
from bumblepuppy_tournaments.screen.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_sdk.games.view import View
    from bumblepuppy_server.outcome import Outcome

TURNING_POINTS: Final = (HandDealt, HandEnded, Restocked, TookUp, TrickWon, WentOut)
"""Events that make a frame one to jump to; a fault does as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A moment of a game, and what led to it."""

    number: int
    """How many actions had been taken; 0: the deal."""
    actor: int | None
    """The seat that took the last of them; `None` after the deal."""
    to_act: int | None
    """The seat that was to act next; `None` when the game was over."""
    events: tuple[Event, ...]
    """What had happened since the frame before, as it is shown."""
    fault: str = ""
    """The cause, if the last action was the referee's because of a fault (FA-1)."""
    autopilot: frozenset[int] = frozenset()
    """The seats that were not asked any more, those of suspended bots among them (FA-2)."""
    think_s: float | None = None
    """How long the bot thought about the last action, where that was kept: around faults."""

    @property
    def is_turning_point(self) -> bool:
        """Tell whether something happened here that is worth jumping to."""
        return bool(self.fault) or any(isinstance(event, TURNING_POINTS) for event in self.events)


class Replay:
    """A game to be shown again, with all hands open or as one seat saw it.

    Everything that it gives, but for names and the result, is then that seat's alone: its cards,
    the events as it was told of them, its faults and times.
    """

    def __init__(self, outcome: Outcome, watcher: int | None = None) -> None:
        """Play the game of an outcome once more, as `watcher` saw it or with all hands open.

        Raises:
            BumblepuppyError: the record is of no game by the rules installed here.
        """
        self.record: Final = outcome.record
        self.watcher: Final = watcher
        seats = range(len(self.record.seats))
        self.shown: Final = seats if watcher is None else (watcher,)
        """The seats that are shown."""
        self.names: Final = _labels(self.record.seats)
        """By seat: what it is called; printable, and unlike the others."""
        self.times: Final = {s: time for s, time in enumerate(outcome.times) if s in self.shown}
        """By seat: how long it thought in all, where that is known."""
        try:
            self.frames: Final = tuple(self._frames(outcome))
            """From the deal to the end; never empty."""
        except MALFORMED as error:
            raise NotationError(f"the record cannot be read ({error!r})") from error
        self._steps, self._at = steps(self.record), -1

    def views(self, number: int) -> Mapping[int, View[Any]]:
        """Give what the seats that are shown saw in a frame, by seat.

        One frame after the other costs little; to go back, the game is played from its deal.
        """
        if number <= self._at:
            self._steps, self._at = steps(self.record), -1
        for state, _ in self._steps:
            self._at += 1
            if self._at == number:
                return {seat: state.view(seat) for seat in self.shown}
        raise IndexError(number)

    def _frames(self, outcome: Outcome) -> Iterator[Frame]:
        record = self.record
        faults = {fault.action: fault for fault in record.faults if fault.seat in self.shown}
        off, think = self._put_on_autopilot(), dict(self._think_times(outcome))
        actors = [None, *(seat for seat, _ in record.actions)]
        for number, (state, events) in enumerate(steps(record)):
            fault = faults.get(number - 1)
            yield Frame(
                number=number,
                actor=actors[number],
                to_act=state.to_act,
                events=tuple(map(self._seen, events)),
                fault=fault.cause if fault else "",
                autopilot=frozenset(seat for seat, first in off.items() if number >= first),
                think_s=think.get(number - 1),
            )

    def _seen(self, event: Event) -> Event:
        return event if self.watcher is None else event.seen_by(self.watcher)

    def _put_on_autopilot(self) -> dict[int, int]:
        """Tell, by seat, in which frame it was put on autopilot: after its last fault (FA-2)."""
        last = {fault.seat: fault.action + 1 for fault in self.record.faults}
        first = {seat: last.get(seat, 0) for seat in self.record.autopilot}
        return {seat: frame for seat, frame in first.items() if seat in self.shown}

    def _think_times(self, outcome: Outcome) -> Iterator[tuple[int, float]]:
        """Give, by action, the think times that were kept: of some of the seats' last questions."""
        for seat, evidence in enumerate(outcome.evidence):
            if seat in self.shown:
                yield from ((kept.action, kept.charged_s) for kept in evidence.exchanges)


def _labels(names: Sequence[str]) -> list[str]:
    """Call the seats by their bots' names; where one sits twice, by the seat as well."""
    return [
        printable(name) + (f" ({seat})" if names.count(name) > 1 else "")
        for seat, name in enumerate(names)
    ]
