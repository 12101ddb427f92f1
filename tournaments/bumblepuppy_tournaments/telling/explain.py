"""What happened in a game, told for people and for scripts: seat by seat, with the evidence.

What bots said and printed is somebody else's text: what cannot be printed in it is replaced.
"""

from __future__ import annotations

import shlex
from dataclasses import asdict
from json import loads
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.schedule.deals import game_id
from bumblepuppy_tournaments.screen.text import duration, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from bumblepuppy_server.evidence import Exchange, SeatEvidence
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.schedule.deals import Secret
    from bumblepuppy_tournaments.table.standings import Standings

VERSION: Final = 1
"""The version of the JSON object, in the key `why`."""


def why_command(game: str, db: Path, *more: str) -> str:
    """Give the command that tells what happened in a game."""
    return shlex.join(["bumblepuppy", "why", game, "--db", str(db), *more])


def leads(standings: Standings, secret: Secret | None, db: Path) -> list[str]:
    """Tell, for each bot at fault, how to learn what happened in its first game with a fault."""
    found = [(row.name, row.first_fault) for row in standings.rows()]
    lines = [
        f"  {printable(name)}: {why_command(game_id(secret, slot) if secret else str(slot), db)}"
        for name, slot in found
        if slot is not None
    ]
    return ["First faults:", *lines] if lines else []


def explained(outcome: Outcome) -> dict[str, Any]:
    """Tell of one attempt at a game in plain JSON values."""
    record = outcome.record
    return {
        "attempt": record.attempt,
        "void": outcome.void,
        "seconds": outcome.seconds,
        "record": loads(record.to_json()),
        "seats": [_seat_dict(outcome, seat) for seat in range(len(record.seats))],
    }


def _seat_dict(outcome: Outcome, seat: int) -> dict[str, Any]:
    record, evidence = outcome.record, _evidence_of(outcome, seat)
    return {
        "seat": seat,
        "name": record.seats[seat],
        "place": record.places[seat] if record.places else None,
        "autopilot": seat in record.autopilot,
        "suspended": seat in record.suspended,
        "times": asdict(outcome.times[seat]) if outcome.times else None,
        "faults": [
            {"action": action, "cause": cause, "how": how}
            for action, cause, how in _faults_of(outcome, seat)
        ],
        "exchanges": [asdict(exchange) for exchange in evidence.exchanges] if evidence else [],
        "output": evidence.output if evidence else "",
    }


def explain(outcome: Outcome) -> list[str]:
    """Tell of one attempt at a game in lines."""
    record = outcome.record
    lines = [
        f"game {record.game_id} · {record.game} · slot {record.slot} · attempt {record.attempt}",
        f"void: {outcome.void}"
        if outcome.void
        else f"ended by {record.reason!r} after {len(record.actions)} actions",
    ]
    for seat in range(len(record.seats)):
        lines += ["", *_seat_lines(outcome, seat)]
    if not outcome.evidence:
        lines += ["", "Of games in which nothing went wrong no questions are kept."]
    return [printable(line) for line in lines]


def _seat_lines(outcome: Outcome, seat: int) -> Iterator[str]:
    record, evidence = outcome.record, _evidence_of(outcome, seat)
    yield " · ".join([f"seat {seat}: {record.seats[seat]}", *_standing(outcome, seat)])
    causes = {}
    for action, cause, how in _faults_of(outcome, seat):
        causes[action] = cause
        yield f"  at action {action}, {cause}: {how}" if how else f"  at action {action}, {cause}"
    if evidence:
        if evidence.exchanges:
            yield "  its last questions:"
        for exchange in evidence.exchanges:
            yield from _exchange_lines(exchange, causes)
        if evidence.output:
            yield "  the end of what it had printed:"
            yield from (f"    {line.expandtabs()}" for line in evidence.output.splitlines())


def _standing(outcome: Outcome, seat: int) -> Iterator[str]:
    record = outcome.record
    if record.places:
        yield f"place {record.places[seat]}"
    if seat in record.suspended:
        yield "suspended before: the referee played"
    elif seat in record.autopilot:
        yield "on autopilot in the end"
    if outcome.times and (time := outcome.times[seat]).decisions:
        mean, most = duration(1000 * time.total_s / time.decisions), duration(1000 * time.max_s)
        yield f"questions: {time.decisions}, {mean} each, {most} the slowest"


def _exchange_lines(exchange: Exchange, causes: Mapping[int, str]) -> Iterator[str]:
    claimed, allowed = exchange.claimed_s, _exact(exchange.allowed_s)
    answer = exchange.answer or causes.get(exchange.action, "no answer")
    times = [
        f"{_exact(exchange.elapsed_s)} by the referee's clock",
        "no figure of its own" if claimed is None else f"{_exact(claimed)} by its own",
        f"{_exact(exchange.charged_s)} counted of {allowed}",
        f"loop lag {_exact(exchange.lag_s)}",
    ]
    yield f"    action {exchange.action}: {', '.join(exchange.legal)}"
    yield f"      {answer} · {' · '.join(times)}"


def _exact(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.3f} s"


def _evidence_of(outcome: Outcome, seat: int) -> SeatEvidence | None:
    return outcome.evidence[seat] if outcome.evidence else None


def _faults_of(outcome: Outcome, seat: int) -> Iterator[tuple[int, str, str]]:
    """Yield the faults of a seat: action, cause, and what happened, as far as it is known."""
    evidence = _evidence_of(outcome, seat)
    stories = {story.action: story.how for story in evidence.faults} if evidence else {}
    for fault in outcome.record.faults:
        if fault.seat == seat:
            yield fault.action, fault.cause, stories.get(fault.action, "")
