"""The lobby: who of the guests is here, and when play begins."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.arena import Guests
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.hosting.invitations import NOBODY, digests_of, load_invitations
from bumblepuppy_tournaments.screen.text import printable
from bumblepuppy_tournaments.screen.waiting import Waiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bumblepuppy_server.arena import Arena
    from bumblepuppy_server.spec import Listen
    from bumblepuppy_tournaments.screen.display import Display

LOOK_EVERY: Final = 0.25
"""Seconds between two looks at who is here."""
BACK: Final = 5.0
"""Seconds that guests have to come back after the referee was lost, before games begin again."""


@dataclass(slots=True)
class Lobby:
    """Lets guests in, and tells when play begins.

    It begins when all are here, at a set time, or when the organiser says so; whoever is not here
    by then is at fault in its games, as a bot that is lost, and may still come.
    """

    listen: Listen
    invitations: Path
    game: str
    start_at: float | None = None
    """When play begins whoever is here, in seconds since the epoch; `None`: when all are here."""
    begin_now: Callable[[], bool] = lambda: False
    """Tells whether the organiser says that play is to begin."""
    greeting: str = ""
    """What guests need to know, to be told to the organiser first."""
    display: Display | None = None
    """Who is shown who is here."""
    _has_begun: bool = False
    _digests: dict[str, str] = field(default_factory=dict)
    """By name, as the arena knows them."""
    _seen: int = 0
    """When the invitations were last changed, as far as they were read."""
    _here: frozenset[str] = frozenset()
    """Who was told to be here."""

    @property
    def guests(self) -> Guests:
        """Those who are invited, as an arena wants to know them."""
        return Guests(self.listen, digests_of(load_invitations(self.invitations)))

    @property
    def secrets(self) -> list[Path]:
        """Give the files that no bot at home may see."""
        return [self.invitations, *([Path(self.listen.key)] if self.listen.key else [])]

    @contextlib.asynccontextmanager
    async def welcome(self, arena: Arena) -> AsyncIterator[None]:
        """Wait for the guests, and keep an eye on them while games are played."""
        self._digests = dict(self.guests.digests)
        await self._wait(arena)
        arena.wait_no_more()
        self._has_begun = True
        watching = asyncio.create_task(self._watch(arena))
        try:
            yield
        finally:
            watching.cancel()

    async def _wait(self, arena: Arena) -> None:
        latest = time.time() + BACK if self._has_begun else self.start_at
        while True:
            self._reread(arena)
            waiting = self._look(arena)
            if self.display:
                self.display.wait_for(waiting)
            late = latest is not None and time.time() >= latest
            if late or self.begin_now() or all(each.is_here for each in waiting):
                return
            await asyncio.sleep(LOOK_EVERY)

    async def _watch(self, arena: Arena) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self._reread(arena)
            self._look(arena)

    def _look(self, arena: Arena) -> list[Waiting]:
        """Look who is here, and tell who has come or gone."""
        waiting = [self._state_of(arena, name) for name, digest in self._digests.items() if digest]
        here = {each.name: each for each in waiting if each.sdk is not None}
        came, went = here.keys() - self._here, self._here - here.keys()
        self._here = frozenset(here)
        for line in (
            *(here[name].in_words() for name in sorted(came)),
            *(f"{printable(name)!r} has gone; it may come back" for name in sorted(went)),
        ):
            self._say(line)
        return waiting

    def _state_of(self, arena: Arena, name: str) -> Waiting:
        guest, games = arena.guest(name), arena.games(name)
        if guest is None or not guest.is_here:
            return Waiting(name, None, None)
        knows = self.game in games
        trouble = "" if knows else f"does not play {self.game}, but {', '.join(games) or 'nothing'}"
        return Waiting(name, guest.sdk, guest.way, trouble)

    def _reread(self, arena: Arena) -> None:
        """Apply what has changed in the invitations: new tokens, and revoked ones."""
        changed = self.invitations.stat().st_mtime_ns if self.invitations.exists() else 0
        if changed == self._seen:
            return
        self._seen = changed
        try:
            now = self.guests.digests
        except ConfigError as error:
            self._say(f"{error}. Until then the invitations stay as they were")
            return
        for name, digest in self._digests.items():
            if (new := now.get(name, NOBODY)) != digest:
                self._digests[name] = new
                arena.expect(name, new)

    def _say(self, line: str) -> None:
        if self.display:
            self.display.say(line)
