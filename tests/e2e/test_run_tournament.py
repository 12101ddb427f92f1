"""A whole tournament at the command line: played, stopped, resumed, looked at."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_sdk.records import Record, replay
from command_line import (
    BOTS,
    NAMES,
    PROGRAM,
    assert_refused,
    ended,
    needs_proc,
    processes_of,
    run,
    run_here,
    slots_in,
    start,
    wait_until,
    write_bot,
)

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

    from command_line import Ran

GAMES: Final = 40
CUP: Final = (
    *("run-tournament", "--games", str(GAMES), "--seed", "7", *BOTS),
    *("--db", "cup.sqlite", "--sandbox", "none"),
)


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that has been played."""

    folder: Path
    ran: Ran
    records: str
    """What `export` writes."""
    standings: str
    """What `standings --json` writes."""


def cup_in(folder: Path, ran: Ran) -> Cup:
    records = run_here("export", "--format", "jsonl", "--db", "cup.sqlite", folder=folder)
    standings = run_here("standings", "--json", "--db", "cup.sqlite", folder=folder)
    assert (ran.code, ran.err) == (records.code, records.err) == (standings.code, standings.err)
    assert (ran.code, ran.err) == (0, "")
    return Cup(folder, ran, records.out, standings.out)


def played(folder: Path, *more: str) -> Cup:
    return cup_in(folder, run(*CUP, *more, folder=folder))


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """An undisturbed tournament."""
    return played(tmp_path_factory.mktemp("cup"))


# --- what comes out ---


def test_the_run_tells_what_is_played_how_it_gets_on_and_the_table(cup: Cup) -> None:
    title, commitment, seed, sandbox, *progress = cup.ran.out.splitlines()
    *progress, head, first, second, third, fourth, secret = progress
    assert title == "rolling-stone · 4 seats"
    assert re.fullmatch(r"commitment [0-9a-f]{64}", commitment)
    assert seed == "seed '7': reproducible, and no secret"
    assert sandbox == "no sandbox: bots run as your user"
    assert progress[-1].startswith(f"{GAMES}/{GAMES} games · 0:00 left · ")
    assert head.split()[0] == "name"
    assert {row.split()[1] for row in (first, second, third, fourth)} == set(NAMES)
    assert re.fullmatch(r"All games are played\. The secret of the deals: [0-9a-f]{64}", secret)


def test_a_pipe_gets_no_control_codes(cup: Cup) -> None:
    assert all(character.isprintable() for character in cup.ran.out.replace("\n", ""))


def test_export_writes_a_record_a_game_in_schedule_order(cup: Cup) -> None:
    records = [Record.from_json(line) for line in cup.records.splitlines()]
    assert [record.slot for record in records] == list(range(GAMES))
    assert [record.attempt for record in records] == [1] * GAMES


def test_export_does_not_write_over_the_tournament(cup: Cup) -> None:
    before = (cup.folder / "cup.sqlite").read_bytes()
    ran = run("export", "--output", "cup.sqlite", folder=cup.folder)
    assert_refused(ran, "--output cup.sqlite: this is the tournament file")
    assert (cup.folder / "cup.sqlite").read_bytes() == before


def test_export_writes_the_same_to_a_file(cup: Cup) -> None:
    assert run("export", "--output", "games.jsonl", folder=cup.folder).code == 0
    assert (cup.folder / "games.jsonl").read_text(encoding="utf-8") == cup.records


def test_what_was_exported_can_be_imported_and_has_the_same_standings(
    cup: Cup, tmp_path: Path
) -> None:
    (tmp_path / "games.jsonl").write_text(cup.records, encoding="utf-8")
    ran = run("import", "games.jsonl", "--db", "copy.sqlite", folder=tmp_path)
    assert (ran.code, ran.out) == (0, f"{GAMES} games of 4 bots are in copy.sqlite\n")
    assert run_here("standings", "--json", folder=tmp_path).out == cup.standings


def test_every_record_replays_to_its_places_and_penalties(cup: Cup) -> None:
    for line in cup.records.splitlines():
        record = Record.from_json(line)
        result = replay(record).result
        assert result is not None
        assert not record.faults
        assert (list(result.places), list(result.penalty), result.reason) == (
            record.places,
            record.penalty,
            record.reason,
        )


def test_the_games_of_a_match_share_the_deal_and_seat_everybody_everywhere(cup: Cup) -> None:
    records = [Record.from_json(line) for line in cup.records.splitlines()]
    for first in range(0, GAMES, 4):
        match = records[first : first + 4]
        assert len({str(record.hands[0]["deck"]) for record in match}) == 1
        for seat in range(4):
            assert {record.seats[seat] for record in match} == set(NAMES)


def test_the_standings_are_one_object_of_the_published_form(cup: Cup) -> None:
    (found,) = run("standings", "--json", folder=cup.folder).objects
    entrants = found.pop("entrants")
    assert found == {
        "standings": 1,
        "game": "rolling-stone",
        "games_played": GAMES,
        "games_planned": GAMES,
    }
    assert [entrant["rank"] for entrant in entrants] == [1, 2, 3, 4]
    for entrant in entrants:
        assert list(entrant) == [
            *("rank", "name", "games", "mu", "sigma", "conservative"),
            *("mean_place", "places", "faults", "first_fault", "spoiled", "suspended"),
        ]
        assert entrant["games"] == GAMES == sum(entrant["places"].values())
        assert entrant["conservative"] == entrant["mu"] - 3 * entrant["sigma"]
        assert list(entrant["places"]) == ["1", "2", "3", "4"]
        assert entrant["faults"] == {}
        assert (entrant["first_fault"], entrant["spoiled"]) == (None, 0)
        assert entrant["suspended"] is False


def test_a_finished_tournament_is_not_played_again(cup: Cup) -> None:
    before = (cup.folder / "cup.sqlite").read_bytes()
    again = run(*CUP, folder=cup.folder)
    assert again.code == 0
    assert f"All {GAMES} games in cup.sqlite are played." in again.out
    assert (cup.folder / "cup.sqlite").read_bytes() == before


# --- however it is played ---


@pytest.mark.parametrize("pace", ["--workers 2 --concurrency 3", "--concurrency 64"])
def test_neither_workers_nor_games_in_flight_change_a_byte(
    cup: Cup, tmp_path: Path, pace: str
) -> None:
    other = played(tmp_path, *pace.split())
    assert (other.records, other.standings) == (cup.records, cup.standings)


def test_more_games_play_on_and_leave_the_first_as_they_are(cup: Cup, tmp_path: Path) -> None:
    shutil.copy(cup.folder / "cup.sqlite", tmp_path)
    more = played(tmp_path, "--games", str(GAMES + 3))
    assert "43 games are rounded up to 44: 11 whole matches of 4" in more.ran.out
    assert "Playing on in cup.sqlite, where 40 games are played" in more.ran.out
    assert more.records.startswith(cup.records)
    assert more.records.count("\n") == GAMES + 4


def test_what_must_not_change_is_named_when_it_does(cup: Cup) -> None:
    before = (cup.folder / "cup.sqlite").read_bytes()
    changes = ("--option", "end=play_on", "--seed", "8", "--move", "2", "--bot", "eve=tips")
    ran = run(*CUP, *changes, folder=cup.folder)
    assert_refused(
        ran,
        "cup.sqlite holds another tournament: "
        "option 'end' was 'first_out' and is now 'play_on'; "
        "bot 'eve' is new; "
        "clock 'move' was 1.0 and is now 2.0; "
        "seed was '7' and is now '8'. ",
        "by --db",
    )
    assert (cup.folder / "cup.sqlite").read_bytes() == before


def test_a_file_may_be_called_by_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = os.fsdecode(b"\xff #1.sqlite")
    assert run("run-tournament", "--games", "4", *BOTS, "--db", file, folder=tmp_path).code == 0
    assert run_here("standings", "--json", folder=tmp_path).objects[0]["games_played"] == 4


# --- stopped ---


@dataclass(frozen=True, slots=True)
class Stopped:
    """A tournament that was stopped in the middle."""

    folder: Path
    code: int
    lines: list[str]
    err: str
    slots: list[int]


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Stopped:
    """A tournament that one Ctrl-C stopped."""
    folder = tmp_path_factory.mktemp("stopped")
    file = folder / "cup.sqlite"
    with ended(start(*CUP, "--concurrency", "6", folder=folder)) as process:
        wait_until(lambda: slots_in(file))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    return Stopped(folder, process.returncode, out.splitlines(), err, slots_in(file))


def test_one_ctrl_c_finishes_the_games_in_flight(stopped: Stopped) -> None:
    # Games are begun in schedule order: one that was given up would leave a gap.
    assert 0 < len(stopped.slots) < GAMES
    assert stopped.slots == list(range(len(stopped.slots)))


def test_one_ctrl_c_is_told_and_has_an_exit_code_of_its_own(stopped: Stopped) -> None:
    assert (stopped.code, stopped.err) == (130, "")
    assert "Stopping when the games in flight are over. Ctrl-C again: at once." in stopped.lines


def test_the_command_that_is_shown_plays_on_to_the_same_end(cup: Cup, stopped: Stopped) -> None:
    assert stopped.lines[-2] == "Stopped; all finished games are in cup.sqlite. To play on:"
    program, *words = shlex.split(stopped.lines[-1])
    assert program in {PROGRAM, "bumblepuppy"}
    resumed = cup_in(stopped.folder, run(*words, folder=stopped.folder))
    assert (resumed.records, resumed.standings) == (cup.records, cup.standings)


# --- looked at while it is played ---

HOURS: Final = ("--bot", "eve=slow.py", *BOTS[2:], "--concurrency", "3", "--db", "slow.sqlite")


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A tournament that takes hours, with its first game on the way."""
    write_bot(tmp_path / "slow.py", ["time.sleep(0.9)", "return view.legal[0]"])
    with ended(start("run-tournament", *HOURS, folder=tmp_path)) as process:
        assert process.stdout is not None
        wait_until(lambda: "0/1000 games" in process.stdout.readline())  # type: ignore[union-attr]
        yield process


@needs_proc
def test_others_look_on_and_are_kept_out_and_a_second_ctrl_c_stops_at_once(
    slow: subprocess.Popen[str], tmp_path: Path
) -> None:
    seen = run("standings", "--db", "slow.sqlite", "--json", folder=tmp_path)
    assert (seen.code, seen.objects[0]["games_planned"]) == (0, 1000)
    assert len(seen.objects[0]["entrants"]) == 4

    second = run("run-tournament", *HOURS, folder=tmp_path)
    assert_refused(second, f"slow.sqlite is being played by process {slow.pid}: ", "--db")

    assert slow.stdout is not None
    began = time.monotonic()
    slow.send_signal(signal.SIGINT)
    wait_until(lambda: "Stopping when" in slow.stdout.readline())  # type: ignore[union-attr]
    assert time.monotonic() - began < 0.2
    began = time.monotonic()
    slow.send_signal(signal.SIGINT)
    out, err = slow.communicate()
    assert time.monotonic() - began < 2
    assert (slow.returncode, err) == (130, "")
    assert out.splitlines()[0] == "Stopping at once."
    assert processes_of(tmp_path) == []
