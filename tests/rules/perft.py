"""Perft: how many sequences of actions a small deal has, to every depth, as tables in text files.

    cd tests; python -m rules.perft --write [name ...]    rewrite these tables, or all

A file of `tests/data/perft` begins with a head; to add one, write the head alone, and run this:

    about: what the table is there to show
    game: rumba
    options: {"players": 2, "hand_size": 2}
    hands: 7C 9D, 9C KD
    opener: 8C                 Rumba alone, and so is the stock, top first
    stock: 2H 3H
    depth: 8

Every hand of a match deals these same cards, and a restock lies as its discards lay.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, Self

from bumblepuppy_sdk.games import load_game
from rumba_deals import Stacked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_sdk.games.base import Result, State

FOLDER: Final = Path(__file__).parents[1] / "data" / "perft"
MEANING: Final = """\
# Each line counts the sequences of so many actions from this deal: all, and by their first action.
# A sequence that ends the game earlier cannot go on: it counts, as it stands, in every deeper line.
# Below: how those ended that end within the greatest depth.
"""


class Position(Protocol):
    """A game under way, as far as counting needs it."""

    def end(self) -> str | None:
        """Tell how the game ended; `None` while it has not."""
        ...

    def moves(self) -> Iterator[tuple[str, Self]]:
        """Give each legal action, and what it leads to."""
        ...


@dataclass(frozen=True, slots=True)
class Counts:
    """What there is to count about a deal."""

    sequences: Counter[tuple[int, str]] = field(default_factory=Counter)
    """By depth and first action."""
    ends: Counter[str] = field(default_factory=Counter)
    """By the way they ended: the sequences that are over within the greatest depth."""


def count(start: Position, depth: int) -> Counts:
    """Count the sequences of actions from `start`, to every depth up to this one."""
    counts = Counts()
    for first, position in start.moves():
        _count(position, range(1, depth + 1), first, counts)
    return counts


def _count(position: Position, depths: range, first: str, counts: Counts) -> None:
    """Count all that goes on from `position`, which the first of `depths` has reached."""
    if end := position.end():
        counts.sequences.update((depth, first) for depth in depths)
        counts.ends[end] += 1
        return
    counts.sequences[depths[0], first] += 1
    if depths[1:]:
        for _, further in position.moves():
            _count(further, depths[1:], first, counts)


@dataclass(frozen=True, slots=True)
class Played:
    """A position of the engine."""

    state: State

    def end(self) -> str | None:
        """Tell the result."""
        return told(self.state.result) if self.state.result else None

    def moves(self) -> Iterator[tuple[str, Played]]:
        """Give what each legal action makes of a copy."""
        for action in self.state.legal():
            twin = self.state.copy()
            twin.apply(action)
            yield str(action), Played(twin)


def told(result: Result) -> str:
    """Tell a result in a line."""
    places, penalty = (" ".join(map(str, numbers)) for numbers in (result.places, result.penalty))
    return f"{result.reason}, places {places}, penalty {penalty}"


def head_of(text: str) -> dict[str, str]:
    """Read the head of a file."""
    lines = text.partition("\n\n")[0].splitlines()
    return dict(line.split(": ", 1) for line in lines if not line.startswith("#"))


def hands_of(head: dict[str, str]) -> list[list[str]]:
    """Give the cards of each seat's hand, in notation."""
    return [hand.split() for hand in head["hands"].split(",")]


def dealt(head: dict[str, str]) -> State:
    """Deal what a head tells, one card at a time: seat 0 gets the first."""
    game = load_game(head["game"])
    options = game.options(json.loads(head["options"]))
    words = [word for word in chain.from_iterable(zip_longest(*hands_of(head))) if word]
    words += (head.get("opener", "") + " " + head.get("stock", "")).split()
    return game.new(options, Stacked([game.suits(options).card(word) for word in words]))


def perft(text: str) -> str:
    """Count the deal in the head of `text`, and write the file."""
    head = head_of(text)
    depth = int(head["depth"])
    counts = count(Played(dealt(head)), depth)
    lines = [f"{name}: {value}" for name, value in head.items()]
    return MEANING + "\n".join((*lines, "", *_table(counts, depth), "", *_ends(counts), ""))


def _table(counts: Counts, depth: int) -> Iterator[str]:
    firsts = list(dict.fromkeys(first for _, first in counts.sequences))
    yield " | ".join(("depth", "     all", *(f"{first:>8}" for first in firsts)))
    for length in range(1, depth + 1):
        split = [counts.sequences[length, first] for first in firsts]
        yield " | ".join((f"{length:5}", *(f"{number:8}" for number in (sum(split), *split))))


def _ends(counts: Counts) -> Iterator[str]:
    yield f"{'over':>5} | {'':8} | the end"
    for end, number in sorted(counts.ends.items()):
        yield f"{'':5} | {number:8} | {end}"


def numbers_in(text: str) -> dict[str, int]:
    """Read every number of the tables of a file, by what it counts."""
    _, table, ends = text.split("\n\n")
    header, *rows = ([cell.strip() for cell in line.split("|")] for line in table.splitlines())
    found = {
        f"depth {row[0]}, {column}": int(cell)
        for row in rows
        for column, cell in zip(header[1:], row[1:], strict=True)
    }
    for line in ends.splitlines()[1:]:
        _, number, end = (cell.strip() for cell in line.split("|"))
        found[f"over: {end}"] = int(number)
    return found


def differences(written: str, counted: str) -> list[str]:
    """Tell where two files differ: `depth 5, play 7C: 123, expected 120`."""
    expected, found = numbers_in(written), numbers_in(counted)
    return [
        f"{what}: {found.get(what, 0)}, expected {expected.get(what, 0)}"
        for what in dict.fromkeys((*expected, *found))
        if found.get(what, 0) != expected.get(what, 0)
    ]


def main() -> None:
    """Rewrite the files that are named, or all."""
    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    for path in sorted(FOLDER.glob("*.txt")):
        if path.stem in sys.argv[2:] or not sys.argv[2:]:
            path.write_text(perft(path.read_text("utf-8")), "utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
