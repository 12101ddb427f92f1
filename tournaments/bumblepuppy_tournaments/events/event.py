"""The events: what happens in a tournament, each as one JSON object. `tournaments/EVENTS.md`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.store.reader import Reader
    from bumblepuppy_tournaments.table.standings import Standings
    from bumblepuppy_tournaments.table.suspension import Suspension

VERSION: Final = 1
"""The version of the object, in the key `event`."""

Event: TypeAlias = dict[str, Any]
"""Plain JSON values; `type` tells what happened."""


def _event(type_: str, **more: object) -> Event:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return {"event": VERSION, "type": type_, "time": now, **more}


def started(reader: Reader, *, resumed: bool) -> Event:
    """Games begin to be played, for the first time or again."""
    plan, standings = reader.plan, reader.standings()
    return _event(
        "resumed" if resumed else "started",
        game=plan.game,
        seats=plan.seats,
        options=plan.options,
        bots=list(plan.names),
        commitment=reader.commitment,
        sandbox=reader.sandbox,
        games_played=standings.games_played,
        games_planned=standings.games_planned,
    )


def of_outcome(outcome: Outcome) -> Iterator[Event]:
    """A game is over: its faults, and then its result; or it is void."""
    record = outcome.record
    game = {"slot": record.slot, "game_id": record.game_id, "attempt": record.attempt}
    if outcome.void:
        yield _event("void", **game, why=outcome.void)
        return
    faults = [{"bot": record.seats[fault.seat], **asdict(fault)} for fault in record.faults]
    for fault in faults:
        yield _event("fault", **game, **fault)
    yield _event(
        "game_ended",
        **game,
        seats=record.seats,
        places=record.places,
        penalty=record.penalty,
        reason=record.reason,
        actions=len(record.actions),
        faults=faults,
        autopilot=record.autopilot,
        suspended=record.suspended,
        seconds=outcome.seconds,
        times=[asdict(time) for time in outcome.times],
    )


def suspended(suspension: Suspension, name: str) -> Event:
    """A bot takes no part any more."""
    spoiled, games = suspension.spoiling
    return _event("suspended", bot=name, slot=suspension.first, spoiled=spoiled, games=games)


def standings_of(standings: Standings) -> Event:
    """The standings are others than before."""
    return _event("standings", **standings.to_dict(times=True))


def stopped(standings: Standings) -> Event:
    """The run is over before the tournament is."""
    return _event(
        "stopped", games_played=standings.games_played, games_planned=standings.games_planned
    )


def failed(why: str) -> Event:
    """The run cannot go on; all results so far are in the file."""
    return _event("failed", why=why)


def finished(standings: Standings, secret: str) -> Event:
    """All games are played, and the secret of the deals is told."""
    return _event("finished", secret=secret, **standings.to_dict(times=True))
