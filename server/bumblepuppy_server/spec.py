"""What is to be played, as it travels from the organiser's tool to a referee."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

DEFAULT_MAX_FAULTS: Final = 3
ATTEMPTS: Final = 3
"""How often a game is tried (FA-5)."""
LINE: Final = 1 << 24
"""Bytes of the longest line between a referee's process and the one that started it."""
FAREWELL: Final = 2.0
"""Seconds that the bots have to leave when all games are played."""


class Drill(StrEnum):
    """What a check does to a bot to see how it takes it."""

    LATER_VERSION = "later_version"
    """Say something to it that the contract does not know yet, and complain of a game that it
    has never heard of."""
    CUT_OFF = "cut_off"
    """End its stream in the middle."""
    CALL_OFF = "call_off"
    """Call off its games, which are void."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time budgets, in seconds."""

    start: float = 30.0
    """From the start of a bot's process until it is ready; never charged to a game."""
    move: float = 1.0
    """For each decision."""
    bank: float = 5.0
    """For a whole game, drawn on once `move` is used up."""
    ping: float = 10.0
    """In which an idle bot must echo a heartbeat."""
    network: float = 0.0
    """Granted to the network for each decision, and never charged: everybody gets as much, however
    near it is, so that nobody gains by a slow network or by pretending one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listen:
    """Where bots may come to over the network."""

    address: str
    """`HOST:PORT`."""
    certificate: str | None = None
    """The file of the certificate's chain, in PEM; `None`: what is said can be read by anybody."""
    key: str | None = None
    """The file of its key."""
    connections: int = 1000
    """How many may stand at one time. Who floods the address can keep newcomers out while it does
    so, and disturbs nobody who is in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """One game to play. Plain values only: it crosses a process boundary as JSON."""

    game_id: str
    slot: int
    attempt: int
    game: str
    options: dict[str, Any]
    """Every option in force."""
    seats: list[str]
    """The bots' names, by seat."""
    deal_key: str
    """The key of the deal's chance, 64 hex digits."""
    bot_seeds: list[int]
    """By seat: the seed of the bot's own chance, 64 bits."""
    move: float
    """Seconds for each decision."""
    bank: float
    """Seconds for the whole game, beyond `move`."""
    moves: list[float] = field(default_factory=list)
    """By seat: seconds for each decision, where not all have the same; empty: `move` for all."""
    network: float = 0.0
    """Seconds of each decision that are granted to the network (see `Clocks`)."""
    max_faults: int = DEFAULT_MAX_FAULTS
    """A seat with this many faults is asked no more (FA-2)."""
    ask_forced: bool = False
    """Ask a seat even where it has one legal action."""
    suspended: list[int] = field(default_factory=list)
    """The seats whose bots take no part any more: the referee plays for them, and they are placed
    last (FA-2, FA-3)."""

    @property
    def name(self) -> str:
        """What the bots know the game by: each attempt has a name of its own.

        An answer to an attempt that is void must not count in the next.
        """
        return self.game_id if self.attempt == 1 else f"{self.game_id}-{self.attempt}"

    def move_of(self, seat: int) -> float:
        """Give the seconds that a seat has for each decision."""
        return self.moves[seat] if self.moves else self.move

    @property
    def may_be_void(self) -> bool:
        """Whether the host's fault may make it void: the last attempt counts in any case."""
        return self.attempt < ATTEMPTS
