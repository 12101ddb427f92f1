"""A replay as lines of text: one an event, with the number of the action that led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk.games.events import HandDealt
from bumblepuppy_tournaments.replaying.scene import scene_of
from bumblepuppy_tournaments.replaying.words import Teller
from bumblepuppy_tournaments.screen.text import duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bumblepuppy_sdk.games.view import View
    from bumblepuppy_server.outcome import SeatTime
    from bumblepuppy_tournaments.replaying.frames import Replay


def transcript(replay: Replay) -> Iterator[str]:
    """Tell a whole game in lines of printable text."""
    record, names = replay.record, replay.names
    teller = Teller(names)
    yield heading(replay)
    for frame in replay.frames:
        told = [*teller.happened(frame)]
        if any(isinstance(event, HandDealt) for event in frame.events):
            told += _hands(replay.views(frame.number), names)
        yield from (f"{frame.number:>4} {line}" for line in told)
    yield f"ended by {record.reason!r} after {len(record.actions)} actions"
    yield from _end(replay)


def heading(replay: Replay) -> str:
    """Name a game, and say as whom it is seen."""
    record = replay.record
    parts = [f"game {record.game_id}", record.game, f"slot {record.slot}"]
    if record.attempt > 1:
        parts.append(f"attempt {record.attempt}")
    if replay.watcher is not None:
        parts.append(f"as {replay.names[replay.watcher]} saw it")
    return " · ".join(parts)


def _hands(views: Mapping[int, View[Any]], names: Sequence[str]) -> Iterator[str]:
    scene = scene_of(views, len(names))
    for name, holding in zip(names, scene.holdings, strict=True):
        if holding.hand is not None:
            yield f"{name} holds {holding.hand}"
        elif holding.count is not None:
            yield f"{name} holds {holding.count} cards"
        elif holding.other:
            yield f"{name} sees {holding.other}"


def _end(replay: Replay) -> Iterator[str]:
    """Tell the places, the best first, and what else is known of each seat."""
    record, names, last = replay.record, replay.names, replay.frames[-1]
    for seat in sorted(range(len(names)), key=lambda seat: record.places[seat]):
        parts = [
            f"place {record.places[seat]} {names[seat]}",
            f"penalty points {record.penalty[seat]}",
        ]
        if seat in last.autopilot:
            parts.append("suspended" if seat in record.suspended else "on autopilot")
        if seat in replay.times:
            parts.append(think_time(replay.times[seat]))
        yield " · ".join(parts)


def think_time(time: SeatTime) -> str:
    """Tell how long a seat thought in a game."""
    if not time.decisions:
        return "asked nothing"
    mean = duration(1000 * time.total_s / time.decisions)
    return f"questions {time.decisions}, {mean} each, {duration(1000 * time.max_s)} the slowest"
