"""Who is waited for before a tournament with guests, on a screen and as a line of JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from bumblepuppy_tournaments.screen.text import one_line, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

LOBBY_VERSION: Final = 1
"""The version of the JSON object, in the key `lobby`."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A guest, who is waited for or here."""

    name: str
    sdk: str | None
    """What it says it was made with; `None`: it has not come."""
    way: float | None
    """Seconds to it and back, as far as is known."""
    trouble: str = ""
    """Why it cannot play, if it cannot."""

    @property
    def is_here(self) -> bool:
        """Whether it is here, and can play."""
        return self.sdk is not None and not self.trouble

    def in_words(self) -> str:
        """Say that it came."""
        name, sdk = printable(self.name), printable(self.sdk or "")
        trouble = f", and {printable(self.trouble)}" if self.trouble else ""
        return f"{name!r} is here{f' ({sdk})' if sdk else ''}{trouble}"


def lobby(waiting: Sequence[Waiting]) -> Table:
    """Draw who is here."""
    here = sum(each.is_here for each in waiting)
    drawn = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for head in (f"{here} of {len(waiting)} bots are here", "way", "made with"):
        drawn.add_column(Text(head, style="bold"), no_wrap=True, overflow="ellipsis")
    for each in waiting:
        drawn.add_row(_name(each), _way(each.way), Text(printable(each.trouble or each.sdk or "")))
    drawn.caption = Text("Enter: begin without the others", style="dim")
    drawn.caption_justify = "left"
    return drawn


def _name(each: Waiting) -> Text:
    mark, style = ("✓ ", "green") if each.is_here else ("· ", "dim")
    return Text(mark + printable(each.name), style=style if not each.trouble else "red")


def _way(seconds: float | None) -> Text:
    return Text("" if seconds is None else f"{1000 * seconds:.0f} ms", justify="right")


def lobby_json(waiting: Sequence[Waiting]) -> str:
    """Write who is here as one line of JSON, `{"lobby": 1, ...}`."""
    bots = [
        {
            "name": each.name,
            "here": each.is_here,
            "way_ms": None if each.way is None else round(1000 * each.way, 1),
            "sdk": each.sdk,
            "trouble": each.trouble,
        }
        for each in waiting
    ]
    return one_line({"lobby": LOBBY_VERSION, "bots": bots})
