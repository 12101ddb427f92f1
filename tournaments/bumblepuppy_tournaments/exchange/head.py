"""The head of an export: one line about the tournament as a whole, before its records.

Records alone tell who came where, and so the ratings; the head adds what no game tells.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from bumblepuppy_sdk.errors import NotationError
from bumblepuppy_tournaments.bots.entrants import read_name, refuse_twins
from bumblepuppy_tournaments.schedule.deals import Secret
from bumblepuppy_tournaments.schedule.roll import Change
from bumblepuppy_tournaments.settings.plan import Plan

if TYPE_CHECKING:
    from bumblepuppy_tournaments.store.reader import Reader

VERSION: Final = 1
"""The version of the line, in the key `tournament`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What is known of a tournament besides its games."""

    plan: Plan
    """Its entrants have no commands, which are nobody else's business."""
    games_planned: int
    commitment: str = ""
    """Empty if it is not known."""
    secret: Secret | None = None
    """`None` as long as it is not told."""
    membership: tuple[Change, ...] = ()
    """Of a ladder: who joined and who left."""

    @classmethod
    def of(cls, reader: Reader) -> Self:
        """Take what a tournament file tells of itself."""
        return cls(
            plan=reader.plan,
            games_planned=reader.games_planned,
            commitment=reader.commitment,
            secret=reader.secret if reader.secret_told else None,
            membership=tuple(reader.membership()),
        )

    def to_json(self) -> str:
        """Write one line of JSON."""
        plan = self.plan.to_dict()
        plan["entrants"] = [
            {"name": entrant.name, "author": entrant.author} for entrant in self.plan.entrants
        ]
        found = {
            "tournament": VERSION,
            "plan": plan,
            "games_planned": self.games_planned,
            "commitment": self.commitment or None,
            "secret": self.secret.hex() if self.secret else None,
            "membership": self.membership,
        }
        return json.dumps(found, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Self:
        """Read one line of JSON.

        Raises:
            NotationError: it is no head of this version.
            ConfigError: two entrants have one name, or one has a name that is not allowed.
        """
        try:
            found = json.loads(line)
            if found["tournament"] != VERSION:
                raise NotationError(f"not a head of version {VERSION}: {line[:60]!r}")
            plan = found["plan"]
            entrants = [{**entrant, "command": ()} for entrant in plan["entrants"]]
            head = cls(
                plan=Plan.from_dict({**plan, "entrants": entrants}),
                games_planned=int(found["games_planned"]),
                commitment=str(found["commitment"] or ""),
                secret=Secret.from_hex(found["secret"]) if found["secret"] else None,
                membership=tuple(Change(*change) for change in found["membership"]),
            )
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise NotationError(f"not a head ({error!r}): {line[:60]!r}") from error
        for name in head.plan.names:
            read_name(name, "entrants")
        refuse_twins(head.plan.entrants)
        return head


def is_head(line: str) -> bool:
    """Tell whether a line is about a tournament as a whole, and no record."""
    return line[:40].replace(" ", "").startswith('{"tournament"')
