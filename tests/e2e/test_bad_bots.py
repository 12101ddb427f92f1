"""A tournament with bots that spoil every game: who is suspended, and how to learn why."""

from __future__ import annotations

import asyncio
import shlex
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_sdk.records import Record, replay
from bumblepuppy_server.evidence import SeatEvidence
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_server.table import place_autopilots_last
from command_line import RANDOM, assert_refused, needs_proc, processes_of, run, run_here
from evenings import BOTS, OTHERS, PATIENCE, arena_of, game_of, lasting_processes_of
from hand_driven import spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Ran

pytestmark = needs_proc

GAMES: Final = 60
BAD: Final = ("illegal", "crashes")
GOOD: Final = ("ann", "bob", "cyd")
CUP: Final = (
    *("run-tournament", "--seed", "7", "--concurrency", "8", "--db", "cup.sqlite"),
    *(w for name in BAD for w in ("--bot", f"{name}={sys.executable} {BOTS / name}.py")),
    *(w for name in GOOD for w in ("--bot", f"{name}={RANDOM}")),
)


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that has been played."""

    folder: Path
    ran: Ran
    records: list[Record]

    def why(self, *words: str) -> Ran:
        """Ask what happened in a game."""
        return run_here("why", *words, folder=self.folder)

    def first_faults(self) -> dict[str, list[str]]:
        """Give by bot the command that the run told for its first fault."""
        lines = self.ran.out.splitlines()
        told = lines[lines.index("First faults:") + 1 : -1]
        return {name: shlex.split(words) for name, words in (line.split(": ") for line in told)}


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """The tournament."""
    folder = tmp_path_factory.mktemp("cup")
    ran = run(*CUP, "--games", str(GAMES), folder=folder)
    assert (ran.code, ran.err) == (0, "")
    exported = run_here("export", folder=folder)
    return Cup(folder, ran, [Record.from_json(line) for line in exported.out.splitlines()])


# --- suspension ---


@pytest.mark.parametrize("bot", BAD)
def test_a_bot_that_spoils_its_games_is_suspended_which_is_told_once(cup: Cup, bot: str) -> None:
    (line,) = (line for line in cup.ran.out.splitlines() if f"{bot!r} is suspended" in line)
    first = int(line.split("from slot ")[1].split()[0])
    empty = [r.slot for r in cup.records if bot in r.seats and r.seats.index(bot) in r.suspended]
    assert empty == [r.slot for r in cup.records if bot in r.seats and r.slot >= first]
    assert empty


def test_the_tournament_goes_on_and_the_suspended_are_marked(cup: Cup) -> None:
    assert len(cup.records) == GAMES
    (found,) = run_here("standings", "--json", folder=cup.folder).objects
    entrants = {entrant["name"]: entrant for entrant in found["entrants"]}
    assert {name for name, entrant in entrants.items() if entrant["suspended"]} == set(BAD)
    assert all(entrants[name]["spoiled"] >= 20 for name in BAD)
    assert [entrants[name]["faults"] for name in GOOD] == [{}] * len(GOOD)
    table = run_here("standings", folder=cup.folder).out
    assert all(f"{name} (suspended)" in table for name in BAD)
    assert table.count("(suspended)") == len(BAD)


def test_games_with_an_empty_chair_replay_and_place_it_last(cup: Cup) -> None:
    with_empty_chair = [record for record in cup.records if record.suspended]
    assert with_empty_chair
    for record in with_empty_chair:
        result = replay(record).result
        assert result is not None
        placed = place_autopilots_last(result.places, set(record.autopilot))
        assert record.places == list(placed)
        assert set(record.suspended) <= set(record.autopilot)
        assert not any(fault.seat in record.suspended for fault in record.faults)


def test_whoever_plays_on_is_told_who_is_suspended_and_that_lasts(cup: Cup, tmp_path: Path) -> None:
    (tmp_path / "cup.sqlite").write_bytes((cup.folder / "cup.sqlite").read_bytes())
    ran = run(*CUP, "--games", str(GAMES + 20), folder=tmp_path)
    assert all(f"{name!r} is suspended from slot" in ran.out for name in BAD)
    assert "started again" not in ran.out
    records = map(Record.from_json, run_here("export", folder=tmp_path).out.splitlines())
    for record in list(records)[GAMES:]:
        assert {record.seats[seat] for seat in record.suspended} == set(BAD) & set(record.seats)


def test_of_a_tournament_with_bad_bots_no_process_is_left(cup: Cup) -> None:
    assert processes_of(cup.folder) == []


def test_a_bot_that_is_dismissed_ends_and_the_others_play_on() -> None:
    arena = arena_of("silent", *OTHERS)

    async def play() -> None:
        async with arena:
            process = arena._chairs["silent"].process
            assert process is not None
            arena.dismiss("silent")
            await asyncio.wait_for(process.wait(), PATIENCE)
            spec = spec_of("rolling-stone", (*OTHERS, "silent"), suspended=[3])
            outcome = await asyncio.wait_for(arena.play(spec), PATIENCE)
            assert (outcome.record.places[3], outcome.record.faults) == (4, [])
            assert arena.given_up() == {}

    asyncio.run(play())
    assert lasting_processes_of(arena._folder.name) == []


def test_what_a_bot_at_fault_has_printed_is_told_with_the_game() -> None:
    async def play() -> str:
        async with arena_of("raises", *OTHERS) as arena:
            outcome = await asyncio.wait_for(arena.play(game_of("raises")), PATIENCE)
            return outcome.evidence[0].output

    assert "no idea, no idea" in asyncio.run(play())


def test_a_void_game_needs_no_output_of_a_suspended_bot_that_is_not_here() -> None:
    arena = arena_of(*OTHERS)
    spec = spec_of("rolling-stone", (*OTHERS, "gone"), suspended=[3])
    nothing = (SeatEvidence(exchanges=[], faults=[]),) * 4
    void = replace(Outcome.voided(spec, "the host stood still"), evidence=nothing)
    assert arena._with_output(void) == void
    arena._folder.cleanup()


# --- why ---


def test_the_run_tells_how_to_learn_of_each_first_fault(cup: Cup) -> None:
    for name, words in cup.first_faults().items():
        bot = name.strip()
        faulty = [r for r in cup.records if any(r.seats[f.seat] == bot for f in r.faults)]
        assert words == ["bumblepuppy", "why", faulty[0].game_id, "--db", "cup.sqlite"]
    assert {name.strip() for name in cup.first_faults()} == set(BAD)


@pytest.mark.parametrize(
    ("bot", "parts"),
    [
        ("illegal", [", illegal: play ", " is not legal here; legal: play ", "illegal in game "]),
        ("crashes", [", crashed: its process ended with exit code 7", "my last words"]),
    ],
)
def test_why_tells_the_cause_in_words_and_what_the_bot_printed(
    cup: Cup, bot: str, parts: list[str]
) -> None:
    words = next(words for name, words in cup.first_faults().items() if name.strip() == bot)
    ran = cup.why(*words[2:])
    assert (ran.code, ran.err) == (0, "")
    seats = ran.out.split("\n\n")
    (mine,) = (seat for seat in seats if f": {bot} · " in seat)
    assert all(part in mine for part in parts)
    assert "on autopilot in the end" in mine


def test_why_tells_a_script_the_same_in_one_object(cup: Cup) -> None:
    (found,) = cup.why("0", "--json").objects
    (attempt,) = found["attempts"]
    record = cup.records[0]
    assert (found["why"], found["game_id"], found["slot"]) == (1, record.game_id, 0)
    for seat, told in enumerate(attempt["seats"]):
        assert (told["name"], told["place"]) == (record.seats[seat], record.places[seat])
        faults = [fault for fault in record.faults if fault.seat == seat]
        assert [(f["action"], f["cause"]) for f in told["faults"]] == [
            (fault.action, fault.cause) for fault in faults
        ]
        assert all(fault["how"] for fault in told["faults"])
        assert bool(told["output"]) == bool(faults)


def test_the_command_that_why_tells_plays_the_game_again_and_stores_nothing(cup: Cup) -> None:
    before = (cup.folder / "cup.sqlite").read_bytes()
    record = next(record for record in cup.records if "illegal" in record.seats)
    program, *words = shlex.split(cup.why(record.game_id).out.splitlines()[-1])
    assert program == "bumblepuppy"
    ran = run(*words, "--json", folder=cup.folder)  # as a person types it
    (found,) = ran.objects
    (attempt,) = found["attempts"]
    assert (ran.code, found["game_id"]) == (0, record.game_id)
    assert [seat["name"] for seat in attempt["seats"]] == record.seats
    assert attempt["record"]["hands"] == record.hands
    (mine,) = (seat for seat in attempt["seats"] if seat["name"] == "illegal")
    assert [fault["cause"] for fault in mine["faults"]] == ["illegal"] * 3
    assert (cup.folder / "cup.sqlite").read_bytes() == before


def test_a_game_that_is_not_there_is_named(cup: Cup) -> None:
    assert_refused(cup.why("12345"), "cup.sqlite has no result of a game '12345'")
