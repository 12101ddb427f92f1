"""Golden playthroughs: whole games as text, with what every seat is shown after every action.

    python tests/rules/playthroughs.py --write    rewrite the files from their first three lines

A file of `tests/data/playthroughs` begins with the game, its options and the seed of the random
play; to add one, write these three lines alone and run the command. Below an action stand its
events, and the fields of the views that it changed: `all` when every seat sees the same.
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.cards import Cards
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.simulate import RandomChance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bumblepuppy_sdk.games.base import State
    from bumblepuppy_sdk.games.events import Event

FOLDER: Final = Path(__file__).parents[1] / "data" / "playthroughs"
UNTOLD: Final = {"seat", "options", "history", "time"}
"""Fields of a view that are not told: constant, or told as events."""

Shown = list[dict[str, str]]
"""By seat: the fields of its view, as text."""


def playthrough(head: str) -> str:
    """Play the game that the three lines of `head` name, and tell it."""
    name, options, seed = (line.partition(": ")[2] for line in head.splitlines()[:3])
    return "\n".join((*head.splitlines()[:3], *_story(name, json.loads(options), int(seed)), ""))


def _story(name: str, options: dict[str, object], seed: int) -> Iterator[str]:
    game, rng = load_game(name), Random(seed)
    state = game.new(game.options(options), RandomChance(rng))
    shown: Shown = [{} for _ in range(state.options.players)]
    yield "\ndeal"
    yield from _happened(state, state.opening, shown)
    while state.result is None:
        action = rng.choice(state.legal())
        yield f"\nseat {state.to_act}: {action}"
        yield from _happened(state, state.apply(action), shown)
    yield f"\n{state.result}"


def _happened(state: State, events: Sequence[Event], shown: Shown) -> Iterator[str]:
    """Tell the events and what they changed in the views; bring `shown` up to date."""
    seats = range(len(shown))
    for event in events:
        yield f"  {event}"
        yield from (
            f"    as seen by {seat}: {event.seen_by(seat)}"
            for seat in seats
            if event.seen_by(seat) != event
        )
    before, shown[:] = shown.copy(), [_fields(state, seat) for seat in seats]
    for name in shown[0]:
        values = [view[name] for view in shown]
        changed = [seat for seat in seats if before[seat].get(name) != values[seat]]
        if changed and len(set(values)) == 1:
            yield f"  all: {name} {values[0]}"
        else:
            yield from (f"  {seat}: {name} {values[seat]}" for seat in changed)


def _fields(state: State, seat: int) -> dict[str, str]:
    view = state.view(seat)
    names = [field.name for field in fields(view) if field.name not in UNTOLD]
    return {name: _text(getattr(view, name)) for name in names}


def _text(value: object) -> str:
    if isinstance(value, Cards):
        return str(value) or "-"
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value) or "-"
    return str(value)


def main() -> None:
    """Rewrite all files."""
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(playthrough(path.read_text("utf-8")), "utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
