"""How a run is getting on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How a run is getting on."""

    games_done: int
    """Games with a result, those of earlier runs and those not folded yet included."""
    games_planned: int
    games_per_s: float
    """Of late."""
    decisions_per_s: float
    """Of late: questions asked and answered."""
    seconds_left: float | None
    """Until the last game, at this rate; `None` while there is no telling."""
    workers: int = 0
    """Processes that referee; 0 for an onlooker, who cannot know."""
    voids: int = 0
    """Games of this run that failed through nobody's fault, and are played again."""
    held: int = 0
    """Games with a result that wait for an earlier one: they are not in the table yet."""
