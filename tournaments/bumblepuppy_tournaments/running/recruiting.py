"""Who plays: those who are there at first, and those who join or leave a ladder later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_tournaments.bots.house import house_bots
from bumblepuppy_tournaments.bots.roster import load_roster
from bumblepuppy_tournaments.running.files import roster_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from bumblepuppy_tournaments.settings.settings import Settings


def with_bots(settings: Settings) -> Settings:
    """Let those play who are there, where no bot is named: the roster's and the house's."""
    if settings.bots:
        return settings
    roster = load_roster(roster_of(settings))
    submitted = [entry.entrant for entry in roster if entry.plays(settings.game)]
    return settings.with_bots(
        [*submitted, *house_bots(settings.seats - len(submitted), settings.game)]
    )


class Recruiter:
    """Looks at the files that name a ladder's bots, and reads them again when they change."""

    def __init__(
        self, settings: Settings, load: Callable[[], Settings], files: Iterable[Path]
    ) -> None:
        """Begin with `settings`; `load` gives them anew, and `files` are what they come from."""
        self.settings = settings
        """The latest that made sense."""
        self._load = load
        self._files = tuple(files)
        self._seen = self._times()

    def changed(self, say: Callable[[str], None]) -> bool:
        """Tell whether other bots are to play from now on; say so if a file makes no sense."""
        times = self._times()
        if times == self._seen:
            return False
        self._seen = times
        try:
            found = self._load()
        except BumblepuppyError as error:
            say(f"Playing on with the same bots: {error}")
            return False
        before, self.settings = self.settings, found
        return set(found.bots) != set(before.bots)

    def _times(self) -> list[int]:
        """Give when each file was changed; a missing one never was."""
        return [path.stat().st_mtime_ns if path.exists() else 0 for path in self._files]
