"""What the referee can tell of a game in which something went wrong.

While a game lasts its last questions are remembered seat by seat, as the values that are at hand
anyway. They are written down for a game with a fault, or a void one, and for no other.
"""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_server.clock import Charge
    from bumblepuppy_server.table import Cause, Question

LAST: Final = 5
"""Questions that are remembered of each seat."""
MOST_FAULTS: Final = 10
"""Faults of a seat that are told: its first."""
LONGEST_WORDS: Final = 500
"""Characters of what is told of a fault, which may quote the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One question that was put to a seat, and what came of it."""

    action: int
    """Which entry of the record's `actions` came of it."""
    legal: list[str]
    """What could be answered."""
    answer: str | None
    """What was answered, if it was accepted; `None`: the referee acted in the bot's place."""
    elapsed_s: float
    """By the referee's clock, for the whole batch in which the answer came, less `lag_s`."""
    claimed_s: float | None
    """The bot's own figure; `None`: no answer came."""
    charged_s: float
    """What counted against the limit, or would have done if the bot had lived."""
    allowed_s: float
    """The limit: the rest of the bank, and the margin of the host, included."""
    lag_s: float
    """How late the referee itself was meanwhile."""


@dataclass(frozen=True, slots=True)
class FaultStory:
    """What lies behind a fault of the record."""

    action: int
    """Which entry of the record's `actions` the default action is."""
    cause: str
    how: str
    """What happened, in words; it may quote the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEvidence:
    """What is left to tell of one seat."""

    exchanges: list[Exchange]
    """Its last: up to its last fault if it had one, else up to the end of the game."""
    faults: list[FaultStory]
    output: str = ""
    """The end of what the bot had printed, if it was at fault."""

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> SeatEvidence:
        """Read what `asdict` gave, after a journey through JSON."""
        return cls(
            exchanges=[Exchange(**exchange) for exchange in found["exchanges"]],
            faults=[FaultStory(**fault) for fault in found["faults"]],
            output=found["output"],
        )

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain JSON values."""
        return asdict(self)


class Memory:
    """What is remembered of one seat while its game lasts."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._last: deque[tuple[int, Question, float, Charge]] = deque(maxlen=LAST)
        self.remember = self._last.append
        """Take a question: the number of the action that comes of it, the question itself, the
        seconds allowed, and the charge. Called at every decision."""
        self._up_to_fault: list[tuple[int, Question, float, Charge]] | None = None
        self._faults: list[FaultStory] = []

    def blame(self, action: int, cause: Cause, how: str) -> None:
        """Take a fault."""
        self._up_to_fault = list(self._last)
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(FaultStory(action, cause.value, how[:LONGEST_WORDS]))

    def tell(
        self, actions: Sequence[tuple[int, str]], faulty: set[int], output: str
    ) -> SeatEvidence:
        """Write down what is remembered.

        Args:
            actions: All actions of the game.
            faulty: Those of them that the referee took because of a fault.
            output: The end of what the bot had printed, as far as it is known here.
        """
        last = self._last if self._up_to_fault is None else self._up_to_fault
        unanswered = {*faulty, len(actions)}
        exchanges = [
            Exchange(
                action=action,
                legal=[str(legal) for legal in question.legal],
                answer=None if action in unanswered else actions[action][1],
                elapsed_s=_rounded(charge.elapsed),
                claimed_s=None if charge.claim is None else _rounded(charge.claim),
                charged_s=_rounded(charge.limit),
                allowed_s=_rounded(allowed),
                lag_s=_rounded(charge.lag),
            )
            for action, question, allowed, charge in last
        ]
        return SeatEvidence(exchanges=exchanges, faults=self._faults, output=output)


def _rounded(seconds: float) -> float:
    """Drop what is less than a microsecond: it tells nothing, and takes room in the file."""
    return round(seconds, 6)
