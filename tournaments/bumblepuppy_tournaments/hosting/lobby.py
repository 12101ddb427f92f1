"""The lobby: who of the guests is here, and when play begins."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.arena import Guests
from bumblepuppy_tournaments.hosting.invitations import Invitation, load_invitations
from bumblepuppy_tournaments.screen.waiting import Waiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

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
    display: Display | None = None
    """Who is shown who is here."""
    _has_begun: bool = False
    _told_of: frozenset[str] = frozenset()

    @property
    def guests(self) -> Guests:
        """Those who are invited, as an arena wants to know them."""
        return Guests(self.listen, {each.name: each.digest for each in self._invited()})

    def _invited(self) -> list[Invitation]:
        return [each for each in load_invitations(self.invitations) if not each.revoked]

    @contextlib.asynccontextmanager
    async def welcome(self, arena: Arena) -> AsyncIterator[None]:
        """Wait for the guests, and keep an eye on the invitations while games are played."""
        names = list(self.guests.digests)
        watching = asyncio.create_task(self._watch(arena))
        try:
            await self._wait(arena, names)
            arena.wait_no_more()
            self._has_begun = True
            yield
        finally:
            watching.cancel()

    async def _wait(self, arena: Arena, names: Sequence[str]) -> None:
        latest = time.time() + BACK if self._has_begun else self.start_at
        while True:
            waiting = [self._state_of(arena, name) for name in names]
            self._show(waiting)
            late = latest is not None and time.time() >= latest
            if late or self.begin_now() or all(each.is_here for each in waiting):
                return
            await asyncio.sleep(LOOK_EVERY)

    def _state_of(self, arena: Arena, name: str) -> Waiting:
        guest, games = arena.guest(name), arena.games(name)
        if guest is None:
            return Waiting(name, None, None)
        knows = self.game in games
        trouble = "" if knows else f"does not play {self.game}, but {', '.join(games) or 'nothing'}"
        return Waiting(name, guest.sdk, guest.way, trouble)

    def _show(self, waiting: Sequence[Waiting]) -> None:
        if self.display:
            self.display.wait_for(waiting)
            for each in waiting:
                if each.sdk is not None and each.name not in self._told_of:
                    self._told_of |= {each.name}
                    self.display.say(each.in_words())

    async def _watch(self, arena: Arena) -> None:
        """Apply what changes in the invitations: new tokens, and revoked ones."""
        known, seen = self.guests.digests, self._changed_at()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self._changed_at() == seen:
                continue
            seen, now = self._changed_at(), self.guests.digests
            for name in known:
                if name not in now:
                    arena.expel(name)
                elif now[name] != known[name]:
                    arena.expect(name, now[name])
            known = {name: digest for name, digest in now.items() if name in known}

    def _changed_at(self) -> int:
        return self.invitations.stat().st_mtime_ns if self.invitations.exists() else 0
