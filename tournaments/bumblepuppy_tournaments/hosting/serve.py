"""`bumblepuppy serve`: a tournament of bots that come over a network, and of some at home."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import select
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.bots.entrants import ConfigError, Entrant
from bumblepuppy_tournaments.bots.roster import load_roster
from bumblepuppy_tournaments.hosting.invitations import FILE, load_invitations
from bumblepuppy_tournaments.hosting.lobby import Lobby
from bumblepuppy_tournaments.running.files import db_of, roster_of
from bumblepuppy_tournaments.running.run import run_tournament
from bumblepuppy_tournaments.schedule.formats import Kind
from bumblepuppy_tournaments.store.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bumblepuppy_tournaments.exit_codes import ExitCode
    from bumblepuppy_tournaments.hosting.listening import Place
    from bumblepuppy_tournaments.settings.settings import Settings

ALLOWANCE: Final = 0.2
"""Seconds of each decision that are granted to the network, where nobody says."""
CONCURRENCY: Final = 64
"""Games in flight, where nobody says: who is far away gets many at a time."""
MOST_ALLOWANCE: Final = 10.0
"""Seconds: nobody needs more, and games would wait as long for each bot that is lost."""
_LINE_UP: Final = b"\x1b[A"
JUST_NOW: Final = dt.timedelta(hours=1)
"""A time of day that has passed no longer ago is that of today: the host was started again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the organiser asks for."""

    load: Callable[[], Settings]
    place: Place
    start_at: str | None = None
    allowance: float | None = None
    plain: bool = False
    json: bool = False


def serve(wishes: Wishes) -> ExitCode:
    """Host a tournament.

    Raises:
        BumblepuppyError: something is wrong with what was asked for, or the run cannot go on.
    """
    listen = wishes.place.opened()
    settings = wishes.load()
    start_at = read_time(wishes.start_at, dt.datetime.now().astimezone())
    invitations = db_of(settings).parent / FILE
    greeting = wishes.place.directions(listen) + _begins(start_at)
    lobby = Lobby(listen, invitations, settings.game, start_at, _pressed_enter, greeting)
    return run_tournament(
        lambda: _with_guests(wishes, invitations),
        plain=wishes.plain,
        json=wishes.json,
        hosting=lobby,
    )


def _begins(start_at: float | None) -> str:
    """Say when play begins, if there is a time for it."""
    if start_at is None:
        return ""
    at = dt.datetime.fromtimestamp(start_at).astimezone()
    return f"\nPlay begins at {at:%Y-%m-%d %H:%M}, or when all are here."


def _with_guests(wishes: Wishes, invitations: Path) -> Settings:
    """Give what is to be played: with the bots that were named, and those that are invited."""
    settings = wishes.load()
    at_home = list(settings.bots) or [
        entry.entrant for entry in load_roster(roster_of(settings)) if entry.plays(settings.game)
    ]
    guests = _guests(settings, invitations)
    clocks = settings.clocks
    allowance = clocks.network or ALLOWANCE if wishes.allowance is None else wishes.allowance
    if not 0 <= allowance <= MOST_ALLOWANCE:
        raise ConfigError(
            f"--network-allowance: expected 0 to {MOST_ALLOWANCE:g} seconds, got {allowance:g}"
        )
    everybody = settings.with_bots([*at_home, *guests])
    return replace(
        everybody,
        clocks=replace(clocks, network=allowance),
        workers=1,  # a bot has one stream
        concurrency=settings.concurrency or CONCURRENCY,
        thinkers=settings.thinkers or len(everybody.bots),  # each on a machine of its own
    )


def _guests(settings: Settings, invitations: Path) -> list[Entrant]:
    """Give those that come over the network: who is invited, or who took part from the first.

    Raises:
        ConfigError: there is nobody, or somebody who took part is not in the invitations any more.
    """
    invited, db = load_invitations(invitations), db_of(settings)
    names = [each.name for each in invited if not each.revoked]
    # Who plays is fixed when a file is begun: an invitation may be revoked, or added, since.
    if db.exists() and settings.competition.format.kind is not Kind.LADDER:
        with Reader(db) as reader:
            names = [each.name for each in reader.plan.entrants if each.is_guest] or names
    if unknown := [name for name in names if name not in {each.name for each in invited}]:
        raise ConfigError(
            f"{invitations}: {unknown[0]!r} takes part in {db}, and is not in here: invite it again"
        )
    if not names:
        raise ConfigError(f"nobody is invited in {invitations}: bumblepuppy invite NAME")
    return [Entrant(name=name, command=()) for name in names]


def _pressed_enter() -> bool:
    """Tell whether somebody at a terminal has pressed Enter."""
    if not sys.stdin.isatty():
        return False
    ready, _, _ = select.select([sys.stdin], [], [], 0)
    if not ready:
        return False
    sys.stdin.readline()
    if sys.stdout.isatty():
        os.write(1, _LINE_UP)  # else what is drawn anew would stand a line too low
    return True


def read_time(text: str | None, now: dt.datetime) -> float | None:
    """Read when to begin: `18:00`, today or else tomorrow, or a date with a time in ISO 8601.

    Returns:
        Seconds since the epoch, which may have passed.

    Raises:
        ConfigError: it is neither.
    """
    if text is None:
        return None
    try:
        with contextlib.suppress(ValueError):
            at = dt.datetime.combine(now.date(), dt.time.fromisoformat(text), now.tzinfo)
            return (at if at > now - JUST_NOW else at + dt.timedelta(days=1)).timestamp()
        at = dt.datetime.fromisoformat(text)
    except ValueError:
        raise ConfigError(
            f"--start-at {text!r}: expected a time such as 18:00 or 2026-12-31T18:00"
        ) from None
    return (at if at.tzinfo else at.replace(tzinfo=now.tzinfo)).timestamp()
