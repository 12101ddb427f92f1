"""What stands above a tournament's table."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Final, Self

from bumblepuppy_tournaments.screen.text import one_line, option_text, printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bumblepuppy_tournaments.store.reader import Reader

HEADING_VERSION: Final = 1
"""The version of the JSON object, in the key `heading`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What does not change while the table is shown."""

    game: str
    seats: int
    commitment: str
    """Empty where nobody knows."""
    format: str = "round-robin"
    options: Mapping[str, object] = field(default_factory=dict)
    """The options that differ from the game's defaults."""
    seed: str | None = None
    """What the deals were derived from, if they are no secret."""
    sandbox: str = ""
    """What the bots are kept in: `bwrap` or `none`; empty where nobody knows."""

    @classmethod
    def of(cls, reader: Reader) -> Self:
        """Give what stands above the table of a tournament file."""
        plan = reader.plan
        return cls(
            game=plan.game,
            format=plan.format.kind,
            seats=plan.seats,
            commitment=reader.commitment,
            options=plan.changed_options(),
            seed=plan.seed,
            sandbox=reader.sandbox,
        )

    def lines(self) -> list[str]:
        """Tell it in words."""
        changed = [f"{name}={option_text(value)}" for name, value in self.options.items()]
        how = [] if self.format == "round-robin" else [self.format]
        title = " · ".join([self.game, f"{self.seats} seats", *how, *changed])
        known = f"commitment {self.commitment}" if self.commitment else "imported: no commitment"
        lines = [printable(title), known]
        if self.seed is not None:
            lines.append(printable(f"seed {self.seed!r}: reproducible, and no secret"))
        if self.sandbox:
            lines.append(sandbox_in_words(self.sandbox))
        return lines


def sandbox_in_words(name: str) -> str:
    """Say what bots are kept in."""
    return "no sandbox: bots run as your user" if name == "none" else f"sandbox: {name}"


def heading_json(heading: Heading) -> str:
    """Write the heading as one line of JSON, `{"heading": 1, ...}`."""
    return one_line({"heading": HEADING_VERSION, **asdict(heading)})
