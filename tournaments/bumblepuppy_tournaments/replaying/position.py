"""Where in a replay somebody is, and where each key leads: pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bumblepuppy_tournaments.replaying.frames import Replay


class Key(Enum):
    """What can be asked for by a key."""

    NEXT = auto()
    BACK = auto()
    FIRST = auto()
    LAST = auto()
    LATER = auto()
    """To the next turning point."""
    EARLIER = auto()
    """To the turning point before."""
    PLAY = auto()
    """Play by itself, or pause."""
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a replay."""

    at: int
    """Which frame is shown, from 0."""
    playing: bool
    """Whether it goes on by itself."""


def press(position: Position, key: Key, replay: Replay) -> Position:
    """Go where a key leads; whoever steps by hand has paused."""
    at, last = position.at, len(replay.frames) - 1
    points = [n for n, frame in enumerate(replay.frames) if frame.is_turning_point]
    match key:
        case Key.PLAY if position.playing:
            return Position(at, playing=False)
        case Key.PLAY:
            return Position(0 if at == last else at, playing=True)
        case Key.NEXT:
            at = min(at + 1, last)
        case Key.BACK:
            at = max(at - 1, 0)
        case Key.FIRST:
            at = 0
        case Key.LAST:
            at = last
        case Key.LATER:
            at = _first(n for n in points if n > at) or last
        case Key.EARLIER:
            at = _first(n for n in reversed(points) if n < at) or 0
    return Position(at, playing=False)


def play_on(position: Position, replay: Replay) -> Position:
    """Go on by itself, up to the end."""
    last = len(replay.frames) - 1
    at = min(position.at + 1, last)
    return Position(at, playing=at < last)


def _first(numbers: Iterable[int]) -> int | None:
    return next(iter(numbers), None)
