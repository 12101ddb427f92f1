"""`bumblepuppy why GAME`: what happened in a game, and the same game once more."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from bumblepuppy_server.arena import Arena
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.sandbox import Choice, Confinement, choose_sandbox
from bumblepuppy_tournaments.bots.entrants import refuse_missing
from bumblepuppy_tournaments.bots.roster import ROSTER
from bumblepuppy_tournaments.schedule.schedule import Match
from bumblepuppy_tournaments.screen.text import one_line
from bumblepuppy_tournaments.settings.given import Given
from bumblepuppy_tournaments.settings.plan import spec_of
from bumblepuppy_tournaments.store.latest import latest_tournament
from bumblepuppy_tournaments.store.schema import FILES_BESIDE
from bumblepuppy_tournaments.store.writer import Reader
from bumblepuppy_tournaments.telling.explain import VERSION, explain, explained, why_command

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bumblepuppy_sdk.records import Record
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.sandbox import Sandbox
    from bumblepuppy_server.spec import GameSpec


def show_why(game: str, db: Path | None, *, json: bool) -> None:
    """Tell what happened in a game, and how to play it once more.

    Raises:
        StoreError: there is no such file, or no such game in it.
    """
    with Reader(db or latest_tournament()) as reader:
        found = reader.outcomes(reader.slot_of(game))
        command = why_command(found[-1].record.game_id, reader.path, "--again")
    _tell(found, json=json)
    if not (json or reader.imported):
        print(f"\nTo play it once more, alone, with the same deal and the same bots:\n  {command}")


def play_again(game: str, db: Path | None, sandbox: str | None, *, json: bool) -> None:
    """Play a game once more with the same deal, bots and chance, and tell what happened in it.

    Raises:
        StoreError: there is no such file, or no such game in it.
        ConfigError: there is no such sandbox, or a bot's file is not there any more.
        SandboxError: there can be none here.
        BotFailedToStartError: a bot does not start.
    """
    with Reader(db or latest_tournament()) as reader:
        reader.refuse_to_play()
        record = reader.outcomes(reader.slot_of(game))[-1].record
        spec = _spec_again(reader, record)
        confinement = Confinement(sandbox=_sandbox_again(reader, sandbox))
        outcome = asyncio.run(_play(reader, spec, confinement))
    if not json:
        print("Played once more, with the same deal and the same bots; nothing of it is stored.\n")
    _tell([outcome], json=json)


def _tell(attempts: Sequence[Outcome], *, json: bool) -> None:
    if not json:
        print("\n\n".join("\n".join(explain(outcome)) for outcome in attempts))
        return
    record = attempts[-1].record
    found = {
        "why": VERSION,
        "game_id": record.game_id,
        "slot": record.slot,
        "game": record.game,
        "attempts": [explained(outcome) for outcome in attempts],
    }
    print(one_line(found))


async def _play(reader: Reader, spec: GameSpec, confinement: Confinement) -> Outcome:
    playing = [name for seat, name in enumerate(spec.seats) if seat not in spec.suspended]
    entrants = [entrant for entrant in reader.plan.entrants if entrant.name in playing]
    refuse_missing(entrants)
    bots = [BotCommand(entrant.name, entrant.argv) for entrant in entrants]
    async with Arena(bots, reader.plan.clocks, _say, confinement=confinement) as arena:
        return await arena.play(spec)


def _spec_again(reader: Reader, record: Record) -> GameSpec:
    """Write down, as for the first time, the game that a record is of."""
    plan = reader.plan
    match, rotation = divmod(record.slot, plan.seats)
    seats = [plan.names.index(name) for name in record.seats]
    order = (*seats[-rotation:], *seats[:-rotation])
    slot = Match(match, order, plan.deals).slots()[rotation]
    return spec_of(plan, reader.secret, slot, record.attempt, record.suspended)


def _sandbox_again(reader: Reader, said: str | None) -> Sandbox | None:
    """Find the sandbox that is asked for, or one as in the latest run."""
    given = Given()
    given.put("sandbox", said or reader.sandbox or Choice.AUTO, "--sandbox")
    db = reader.path
    beside = [db.with_name(db.name + end) for end in FILES_BESIDE]
    sandbox, why_not = choose_sandbox(given.sandbox(), [db, *beside, db.with_name(ROSTER)])
    if why_not:
        _say(f"No sandbox: {why_not}")
    return sandbox


def _say(message: str) -> None:
    sys.stderr.write(message + "\n")
