"""Golden playthroughs: whole games as text, with what every seat is shown after every action.

    cd tests; python -m rules.playthroughs --write [name ...]    rewrite these files, or all

A file of `tests/data/playthroughs` begins with the game, its options, the seed of the deal, and who
plays; to add one, write these four lines alone and run the command. Below an action stand its
events, and by seat the fields of the view that it changed: `all` when all see the same.
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.cards import Cards
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.events import Acted
from bumblepuppy_sdk.games.rolling_stone import Played
from bumblepuppy_sdk.simulate import RandomChance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.base import State
    from bumblepuppy_sdk.games.events import Event

FOLDER: Final = Path(__file__).parents[1] / "data" / "playthroughs"
UNTOLD: Final = {"seat", "options", "history", "time"}
"""Fields of a view that are not told: constant, or told as events."""
PLAYERS: Final[dict[str, Callable[[State, Random], Action]]] = {
    "random": lambda state, rng: rng.choice(state.legal()),
    "first": lambda state, _: state.legal()[0],
    "last": lambda state, _: state.legal()[-1],
    "default": lambda state, _: state.default(),
}
"""Who plays, in all seats: by chance, by the list of legal actions, or as the referee would."""

Shown = list[dict[str, str]]
"""By seat: the fields of its view, as text."""


def head_of(text: str) -> dict[str, str]:
    """Read the four lines that a file begins with."""
    return dict(line.split(": ", 1) for line in text.splitlines()[:4])


def playthrough(text: str) -> str:
    """Play the game that the head of `text` names, and tell it."""
    head = head_of(text)
    return "\n".join((*(f"{name}: {value}" for name, value in head.items()), *_story(head), ""))


def _story(head: dict[str, str]) -> Iterator[str]:
    game, rng = load_game(head["game"]), Random(int(head["seed"]))
    state = game.new(game.options(json.loads(head["options"])), RandomChance(rng))
    shown: Shown = [{} for _ in range(state.options.players)]
    yield "\ndeal"
    yield from _happened(state, state.opening, shown)
    while (seat := state.to_act) is not None:
        action = PLAYERS[head["play"]](state, rng)
        acted, *effects = state.apply(action)
        assert acted == Acted(seat, action), "the first event is the action"
        yield f"\nseat {seat}: {action}"
        yield from _happened(state, effects, shown)
    yield f"\n{_text(state.result)}"


def _happened(state: State, events: Sequence[Event], shown: Shown) -> Iterator[str]:
    """Tell the events and what they changed in the views; bring `shown` up to date."""
    seats = range(len(shown))
    for event in events:
        yield f"  {_text(event)}"
        if blind := [seat for seat in seats if event.seen_by(seat) != event]:
            (seen,) = {_text(event.seen_by(seat)) for seat in blind}
            yield f"    as seen by {_text(blind)}: {seen}"
    before, shown[:] = shown.copy(), [_fields(state, seat) for seat in seats]
    changes = [_changes(old, new) for old, new in zip(before, shown, strict=True)]
    common = {name: text for name, text in changes[0].items() if _is_common(name, text, changes)}
    for seat, changed in (("all", common), *enumerate(changes)):
        own = {n: text for n, text in changed.items() if seat == "all" or n not in common}
        if own:
            yield f"  {seat}: " + "; ".join(f"{name} {text}" for name, text in own.items())


def _is_common(name: str, text: str, changes: Sequence[dict[str, str]]) -> bool:
    return all(changed.get(name) == text for changed in changes)


def _changes(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Give the fields that changed; of discards that became more, the new ones alone."""
    changed = {name: text for name, text in new.items() if text != old.get(name)}
    grown = changed.get("discards", "").removeprefix(old.get("discards", "") + " ")
    return changed | ({"discards": f"+ {grown}"} if grown != changed.get("discards", "") else {})


def _fields(state: State, seat: int) -> dict[str, str]:
    view = state.view(seat)
    names = [field.name for field in fields(view) if field.name not in UNTOLD]
    return {name: _text(getattr(view, name)) for name in names}


def _text(value: Any) -> str:
    """Tell a value of a view or an event in words."""
    if isinstance(value, Cards):
        return str(value) or "-"
    if isinstance(value, tuple | list):
        joint = ", " if any(" " in _text(item) for item in value) else " "
        return joint.join(_text(item) for item in value) or "-"
    if isinstance(value, Played):
        return f"{value.card} by {value.seat}" + " slipped" * value.slipped
    if hasattr(value, "reason") or hasattr(value, "seen_by"):
        told = ((field.name, getattr(value, field.name)) for field in fields(value))
        words = [f"{name} {_text(item)}" for name, item in told if item not in {None, ()}]
        return f"{type(value).__name__}: {', '.join(words)}"
    return str(value)


def main() -> None:
    """Rewrite the files that are named, or all."""
    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    for path in sorted(FOLDER.glob("*.txt")):
        if path.stem in sys.argv[2:] or not sys.argv[2:]:
            path.write_text(playthrough(path.read_text("utf-8")), "utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
