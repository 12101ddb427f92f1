"""A replay at a terminal: an animated table, stepped by keys."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from rich.console import Console

from bumblepuppy_tournaments.replaying.drawing import draw
from bumblepuppy_tournaments.replaying.keys import keyboard
from bumblepuppy_tournaments.replaying.position import Key, Position, play_on, press

if TYPE_CHECKING:
    from bumblepuppy_tournaments.replaying.frames import Replay

_LOOK_EVERY: Final = 0.2
"""Seconds between two looks at the size of the window."""


def watch(replay: Replay, speed: float) -> None:
    """Show a replay until somebody quits; the screen is then as it was before.

    Args:
        replay: What is shown.
        speed: Actions a second; 0: it begins paused, and plays one a second.
    """
    console = Console(highlight=False)
    position, every = Position(0, playing=speed > 0), 1 / (speed or 1)
    shown, due = None, time.monotonic() + every
    with keyboard() as keys, console.screen(hide_cursor=True) as screen:
        while True:
            size = console.size
            if (position, size) != shown:
                screen.update(draw(replay, position, size.width, size.height))
                shown = (position, size)
            left = max(due - time.monotonic(), 0)
            pressed = keys.wait(min(left, _LOOK_EVERY) if position.playing else _LOOK_EVERY)
            if Key.QUIT in pressed:
                return
            for key in pressed:
                position = press(position, key, replay)
                due = time.monotonic() + every
            if position.playing and time.monotonic() >= due:
                position = play_on(position, replay)
                due = time.monotonic() + every
