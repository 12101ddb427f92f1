"""What happened in a game, in words for people and as JSON for scripts."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path

from bumblepuppy_sdk.records import Fault, Record
from bumblepuppy_server.evidence import Exchange, FaultStory, SeatEvidence
from bumblepuppy_server.outcome import Outcome, SeatTime
from bumblepuppy_tournaments.schedule.deals import Secret, game_id
from bumblepuppy_tournaments.table.standings import Score, Standings
from bumblepuppy_tournaments.telling.explain import explain, explained, leads
from tournament_games import numbers_of, outcomes_of, plan_of

EXCHANGE = Exchange(
    action=1,
    legal=["play 8C", "play 9C"],
    answer=None,
    elapsed_s=1.25,
    claimed_s=0.0005,
    charged_s=1.24,
    allowed_s=6.05,
    lag_s=0.003,
)
GOOD = replace(EXCHANGE, action=0, legal=["play 7C", "play TC"], answer="play 7C")
HOW = "play 2C is not legal here; legal: play 8C, play 9C"
TIMES = (
    "1.250 s by the referee's clock · 0.5 ms by its own · 1.240 s counted of 6.050 s"
    " · loop lag 3.0 ms"
)
ITS_TIMES = "questions: 1, 100ms each, 100ms the slowest"
OUTCOME = Outcome(
    record=Record(
        game_id="3237944617d4",
        slot=17,
        attempt=2,
        game="rolling-stone",
        options={},
        hands=[],
        seats=["ann", "bob", "cyd"],
        actions=[(0, "play 7C"), (1, "play 8C")],
        faults=[Fault(1, 1, "illegal")],
        reason="out",
        places=[1, 2, 2],
        penalty=[0, 1, 2],
        autopilot=[1, 2],
        suspended=[2],
    ),
    times=(SeatTime(1, 0.002, 0.002), SeatTime(1, 0.1, 0.1), SeatTime(0, 0.0, 0.0)),
    seconds=0.5,
    evidence=(
        SeatEvidence(exchanges=[GOOD], faults=[]),
        SeatEvidence(
            exchanges=[EXCHANGE],
            faults=[FaultStory(1, "illegal", HOW)],
            output="Traceback\n\tValueError",
        ),
        SeatEvidence(exchanges=[], faults=[]),
    ),
)


def test_a_game_is_told_seat_by_seat_with_the_evidence() -> None:
    assert explain(OUTCOME) == [
        "game 3237944617d4 · rolling-stone · slot 17 · attempt 2",
        "ended by 'out' after 2 actions",
        "",
        "seat 0: ann · place 1 · questions: 1, 2.0ms each, 2.0ms the slowest",
        "  its last questions:",
        "    action 0: play 7C, play TC",
        f"      play 7C · {TIMES}",
        "",
        f"seat 1: bob · place 2 · on autopilot in the end · {ITS_TIMES}",
        f"  at action 1, illegal: {HOW}",
        "  its last questions:",
        "    action 1: play 8C, play 9C",
        f"      illegal · {TIMES}",
        "  the end of what it had printed:",
        "    Traceback",
        "            ValueError",
        "",
        "seat 2: cyd · place 2 · suspended before: the referee played",
    ]


def test_of_a_game_in_which_nothing_went_wrong_that_is_told() -> None:
    (outcome,) = outcomes_of(plan_of(), 1)
    outcome = replace(outcome, record=replace(outcome.record, faults=[]))
    assert explain(outcome)[-1] == "Of games in which nothing went wrong no questions are kept."


def test_a_fault_of_which_no_more_is_known_is_told_by_its_cause() -> None:
    assert "  at action 1, illegal" in explain(replace(OUTCOME, evidence=()))


def test_a_void_attempt_is_told_with_what_broke_it_off() -> None:
    record = replace(OUTCOME.record, reason="void", places=[], penalty=[], actions=[], faults=[])
    void = Outcome(record=record, times=(), seconds=0.0, void="the referee stood still")
    lines = explain(void)
    assert lines[1] == "void: the referee stood still"
    assert lines[3] == "seat 0: ann"


def test_control_codes_of_bots_are_not_sent_on() -> None:
    evil = "\x1b[2J\x9b31m\x07\rgone"
    told = SeatEvidence(
        exchanges=[replace(EXCHANGE, legal=[evil], answer=evil)],
        faults=[FaultStory(1, "illegal", evil)],
        output=evil + "\n" + evil,
    )
    record = replace(OUTCOME.record, seats=[evil] * 3)
    lines = explain(replace(OUTCOME, record=record, evidence=(told,) * 3, void=evil))
    assert "gone" in "".join(lines)
    assert all(line.isprintable() for line in lines)


def test_json_tells_the_same_in_plain_values() -> None:
    found = json.loads(json.dumps(explained(OUTCOME)))
    seats = found.pop("seats")
    assert Record.from_dict(found.pop("record")) == OUTCOME.record
    assert found == {"attempt": 2, "void": None, "seconds": 0.5}
    assert seats[1] == {
        "seat": 1,
        "name": "bob",
        "place": 2,
        "autopilot": True,
        "suspended": False,
        "times": {"decisions": 1, "total_s": 0.1, "max_s": 0.1},
        "faults": [{"action": 1, "cause": "illegal", "how": HOW}],
        "exchanges": [
            {
                "action": 1,
                "legal": ["play 8C", "play 9C"],
                "answer": None,
                "elapsed_s": 1.25,
                "claimed_s": 0.0005,
                "charged_s": 1.24,
                "allowed_s": 6.05,
                "lag_s": 0.003,
            }
        ],
        "output": "Traceback\n\tValueError",
    }
    assert [seat["suspended"] for seat in seats] == [False, False, True]


# --- where to begin ---


def test_each_bot_at_fault_is_named_with_the_command_for_its_first_fault() -> None:
    plan, secret = plan_of(), Secret.from_seed("x")
    standings = Standings(plan.game, plan.names, plan.seats, 40)
    first: dict[str, int] = {}
    for outcome in outcomes_of(plan, 40):
        standings.add(Score.of(outcome, numbers_of(plan)))
        for fault in outcome.record.faults:
            first.setdefault(outcome.record.seats[fault.seat], outcome.record.slot)
    head, *lines = leads(standings, secret, Path("a cup.sqlite"))
    assert head == "First faults:"
    commands = dict(line.strip().split(": ") for line in lines)
    assert {name: shlex.split(command) for name, command in commands.items()} == {
        name: ["bumblepuppy", "why", game_id(secret, slot), "--db", "a cup.sqlite"]
        for name, slot in first.items()
    }


def test_where_nobody_was_at_fault_nothing_is_said() -> None:
    plan = plan_of()
    standings = Standings(plan.game, plan.names, plan.seats, 40)
    assert leads(standings, Secret.from_seed("x"), Path("cup.sqlite")) == []
