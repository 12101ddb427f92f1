"""Games of a tournament without any bot: results out of a hat, or of play by chance."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import Fault, Record
from bumblepuppy_server.chance import KeyedChance
from bumblepuppy_server.outcome import Outcome, SeatTime
from bumblepuppy_server.table import Cause, Table
from bumblepuppy_tournaments.bots.entrants import Entrant
from bumblepuppy_tournaments.schedule.schedule import Schedule
from bumblepuppy_tournaments.settings.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_server.spec import GameSpec


def plan_of(names: Sequence[str] = ("ann", "bob", "cyd", "dan", "eve"), seats: int = 4) -> Plan:
    """Give a plan of Rolling Stone for entrants of these names, with its deals from a seed."""
    return Plan(
        game="rolling-stone",
        options={"players": seats, "end": "first_out"},
        seats=seats,
        entrants=tuple(Entrant(name=name, command=(f"/bots/{name}.py",)) for name in names),
        seed="a hat",
    )


def outcomes_of(plan: Plan, games: int, seed: int = 1) -> list[Outcome]:
    """Give results of the first games of a plan's schedule, ties and faults among them."""
    random = Random(seed)
    schedule = Schedule(len(plan.entrants), plan.seats, 1)
    return [
        outcome_of(plan, slot.number, [plan.names[i] for i in slot.seats], random)
        for slot in islice(schedule.slots(), games)
    ]


def outcome_of(
    plan: Plan, slot: int, seats: list[str], random: Random, *, attempt: int = 1
) -> Outcome:
    """Give one result out of a hat."""
    points = [random.randrange(4) for _ in seats]
    faults = [Fault(random.randrange(len(seats)), 0, "timeout")] if random.random() < 0.2 else []
    record = Record(
        game_id=f"{slot:012x}",
        slot=slot,
        attempt=attempt,
        game=plan.game,
        options=plan.options,
        hands=[{"dealer": 3, "deck": ["7C"], "restocks": []}],
        seats=seats,
        actions=[(0, "play 7C")],
        faults=faults,
        reason="out",
        places=[1 + sum(other < mine for other in points) for mine in points],
        penalty=points,
        autopilot=[],
    )
    times = tuple(SeatTime(10, random.random(), random.random()) for _ in seats)
    return Outcome(record=record, times=times, seconds=random.random())


def play(spec: GameSpec, rng: Random, clumsy: Sequence[int] = ()) -> Outcome:
    """Play a game by chance, without any bot; the `clumsy` seats are mostly late."""
    game = load_game(spec.game)
    chance = KeyedChance(bytes.fromhex(spec.deal_key))
    table = Table(spec, game.new(game.options(spec.options), chance))
    while question := table.question:
        if question.seat in clumsy and rng.random() < 0.9:
            table.fault(Cause.TIMEOUT)
        else:
            table.answer(rng.choice(question.legal))
    times = tuple(SeatTime(4, rng.random(), rng.random()) for _ in spec.seats)
    return Outcome(record=table.record(), times=times, seconds=0.1)


def numbers_of(plan: Plan) -> dict[str, int]:
    """Give each entrant's number by its name."""
    return {name: number for number, name in enumerate(plan.names)}


def spoiled(outcome: Outcome, *seats: int) -> Outcome:
    """Give the same result with some seats put on autopilot."""
    return replace(outcome, record=replace(outcome.record, autopilot=sorted(seats)))
