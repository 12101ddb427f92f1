"""The options of Rumba."""

from __future__ import annotations

from dataclasses import dataclass

from bumblepuppy_sdk.games.options import option


@dataclass(frozen=True, slots=True, kw_only=True)
class RumbaOptions:
    """The options of Rumba."""

    players: int = option(4, "RU-1", "seats at the table", low=2)
