"""Events and hooks: `tournaments/EVENTS.md`."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.records import Fault
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.events import event, herald
from bumblepuppy_tournaments.events.herald import Herald
from bumblepuppy_tournaments.events.hook import AT_ONCE, MOST_WAITING, Hook
from bumblepuppy_tournaments.events.log import FileLog
from bumblepuppy_tournaments.play.progress import Progress
from bumblepuppy_tournaments.screen.heading import Heading
from bumblepuppy_tournaments.settings.config import load_settings
from bumblepuppy_tournaments.settings.settings import Overrides, Settings
from bumblepuppy_tournaments.store.writer import Writer
from bumblepuppy_tournaments.table.standings import Score
from bumblepuppy_tournaments.table.suspension import Spoiling, Suspension
from command_line import wait_until
from tournament_games import numbers_of, outcomes_of, plan_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_tournaments.events.event import Event

PAGE = Path(__file__).parents[2] / "tournaments" / "EVENTS.md"
PLAN = plan_of()
OUTCOMES = outcomes_of(PLAN, 8)
FAULTY = replace(OUTCOMES[3], record=replace(OUTCOMES[3].record, faults=[Fault(2, 0, "timeout")]))
VOID = replace(OUTCOMES[4], void="the referee stood still", times=())
SETTINGS = Settings(game=PLAN.game, options=PLAN.options, seats=PLAN.seats, games=8)
HEADING = Heading(game=PLAN.game, seats=PLAN.seats, commitment="c0ffee")
GAME: Event = {"event": 1, "type": "game_ended", "slot": 3, "game_id": "abc"}


def told(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# --- what is told ---


def documented() -> dict[str, set[str]]:
    """Give the keys that the page tells, by type; those told of by reference are left out."""
    rows = [line.split(" | ") for line in PAGE.read_text("utf-8").splitlines() if " | " in line]
    return {
        type_: set(row[2].split("`")[1::2]) for row in rows for type_ in row[0].split("`")[1::2]
    }


def every_event(tmp_path: Path) -> Iterator[Event]:
    with Writer(tmp_path / "x", PLAN, 8) as writer:
        standings = writer.standings()
        yield event.started(writer, resumed=False)
        yield event.started(writer, resumed=True)
    yield from event.of_outcome(FAULTY)
    yield from event.of_outcome(VOID)
    yield event.suspended(Suspension(entrant=1, first=8, spoiling=Spoiling(3, 20)), "bob")
    yield event.standings_of(standings)
    yield event.stopped(standings)
    yield event.failed("the disk is full")
    yield event.finished(standings, "5ec2e7")


def test_the_page_tells_every_type_and_all_of_its_keys(tmp_path: Path) -> None:
    page, found = documented(), list(every_event(tmp_path))
    assert {each["type"] for each in found} == page.keys() - {"type"}
    for each in found:
        assert each["event"] == event.VERSION
        assert each["time"].endswith("+00:00")
        if each["type"] not in {"standings", "finished"}:  # told where the standings are
            keys = each.keys() - {"event", "type", "time"}
            assert keys <= page[each["type"]], each["type"]


def test_a_fault_is_told_before_the_game_that_it_came_in() -> None:
    fault, game = event.of_outcome(FAULTY)
    assert (fault["type"], fault["bot"], fault["cause"]) == (
        "fault",
        FAULTY.record.seats[2],
        "timeout",
    )
    assert (game["type"], game["slot"], game["places"]) == ("game_ended", 3, FAULTY.record.places)
    assert len(game["times"]) == PLAN.seats


# --- to a file ---


def test_events_are_added_to_the_file_and_can_be_read_at_once(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    path.write_text('{"event":1,"type":"stopped"}\n{"event":1,"ty')
    log = FileLog(path, print)
    log.take(GAME)
    *_, torn, last = path.read_text().splitlines()
    assert (torn, json.loads(last)) == ('{"event":1,"ty', GAME)
    log.close()


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"--events .*/no/e: cannot be written: No such file"):
        FileLog(tmp_path / "no" / "e", print)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_told_of_once_and_costs_events_alone() -> None:
    said: list[str] = []
    log = FileLog(Path("/dev/full"), said.append)
    log.take(GAME)
    log.take(GAME)
    (message,) = said
    assert "/dev/full: cannot be written any more: No space left" in message


# --- the herald ---


def run_of(settings: Settings, tmp_path: Path, *, over: bool = True) -> None:
    """Let a herald tell of a tournament, as a runner does."""
    numbers = numbers_of(PLAN)
    with Writer(tmp_path / "cup", PLAN, 8) as writer, Herald(settings, writer.path) as teller:
        fold = writer.fold()
        with teller.choose_display(HEADING, plain=True, json=False) as display:
            teller.started(writer, resumed=writer.resumed)
            for outcome in OUTCOMES if over else OUTCOMES[:4]:
                fold.add(Score.of(outcome, numbers))
                writer.append([outcome], fold.standings)
                teller.stored([outcome], [])
                done = fold.standings.games_played
                progress = Progress(
                    games_done=done,
                    games_planned=8,
                    games_per_s=1.0,
                    decisions_per_s=1.0,
                    seconds_left=1.0,
                )
                teller.update(fold.standings, progress)
            display.finish(fold.standings)
        teller.ended(writer, fold.standings, over=over)


def test_a_tournament_is_told_from_start_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "STANDINGS_EVERY", 0.0)
    path = tmp_path / "e.jsonl"
    run_of(replace(SETTINGS, events=path), tmp_path)
    types = [each["type"] for each in told(path) if each["type"] != "fault"]
    assert types == ["started", *["game_ended", "standings"] * 8, "finished"]
    assert told(path)[-1]["games_played"] == 8


def test_the_standings_are_told_now_and_then(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    run_of(replace(SETTINGS, events=path), tmp_path)
    assert [each["type"] for each in told(path)].count("standings") == 1


def test_a_run_that_is_stopped_says_so(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    run_of(replace(SETTINGS, events=path), tmp_path, over=False)
    assert told(path)[-1]["type"] == "stopped"


def test_a_run_that_cannot_go_on_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise BumblepuppyError("the disk is full")

    monkeypatch.setattr(Writer, "append", fail)
    with pytest.raises(BumblepuppyError, match="the disk is full"):
        run_of(replace(SETTINGS, events=tmp_path / "e.jsonl"), tmp_path)
    assert told(tmp_path / "e.jsonl")[-1]["why"] == "the disk is full"


def test_what_was_over_before_is_not_told_again(tmp_path: Path) -> None:
    with Writer(tmp_path / "cup", PLAN, 8) as writer:
        writer.tell_secret()
    path = tmp_path / "e.jsonl"
    with (
        Writer(tmp_path / "cup", PLAN, 8) as writer,
        Herald(replace(SETTINGS, events=path), writer.path) as teller,
    ):
        teller.ended(writer, writer.standings(), over=True)
    assert told(path) == []


def test_printed_events_have_standard_output_to_themselves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_of(replace(SETTINGS, events=Path("-")), tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["type"] for line in (lines[0], lines[-1])] == ["started", "finished"]
    with (
        Herald(replace(SETTINGS, events=Path("-")), tmp_path) as teller,
        pytest.raises(ConfigError, match="--events - and --json both print"),
    ):
        teller.choose_display(HEADING, plain=False, json=True)


# --- hooks ---


def python(tmp_path: Path, program: str) -> list[str]:
    """Give the command of a small program, which begins with the event as `event`."""
    file = tmp_path / "hook.py"
    file.write_text(f"import json, os, sys, time\nevent = json.load(sys.stdin)\n{program}\n")
    return [str(file)]


def test_a_hook_gets_the_event_on_its_input_and_the_rest_in_its_environment(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    names = ["BUMBLEPUPPY_EVENT", "BUMBLEPUPPY_DB", "BUMBLEPUPPY_SLOT", "BUMBLEPUPPY_GAME_ID"]
    program = f"open({str(out)!r}, 'w').write(json.dumps([event, *map(os.getenv, {names})]))"
    hook = Hook("--h", python(tmp_path, program), "game_ended", {"BUMBLEPUPPY_DB": "/x"})
    hook.take({**GAME, "type": "void"})
    hook.take(GAME)
    hook.close(60)
    assert json.loads(out.read_text()) == [GAME, "game_ended", "/x", "3", "abc"]
    assert not hook.complaints


@pytest.mark.parametrize(
    ("command", "complaint"),
    [(["false"], "--h: failed with exit code 1; to see why,"), (["true"], None)],
)
def test_a_hook_that_fails_is_told_of_once(command: list[str], complaint: str | None) -> None:
    hook = Hook("--h", command, "game_ended", {})
    for _ in range(5):
        hook.take(GAME)
    hook.close(60)
    assert [text.startswith(str(complaint)) for text in hook.complaints] == [True] * bool(complaint)


def test_a_hook_that_takes_too_long_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    out = tmp_path / "child"
    program = f"sleep 600 & echo $! > {out}; sleep 600"
    hook = Hook("--h", ["sh", "-c", program], "game_ended", {}, time_limit=1.0)
    hook.take(GAME)
    assert hook.is_idle_within(60)
    assert "took more than 1 s, and was ended" in hook.complaints[0]
    child = int(out.read_text())
    wait_until(lambda: not Path(f"/proc/{child}").exists() or _is_dead(child))
    hook.close(0)


def _is_dead(process: int) -> bool:
    """Tell whether a process is over that nobody has waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_hook_that_hangs_neither_holds_up_nor_outlives_the_tournament(tmp_path: Path) -> None:
    out = tmp_path / "out"
    program = f"open({str(out)!r}, 'a').write(f'{{os.getpid()}}\\n')\ntime.sleep(600)"
    hook = Hook("--h", python(tmp_path, program), "game_ended", {})
    began = time.monotonic()
    for _ in range(MOST_WAITING + 5):
        hook.take(GAME)
    wait_until(lambda: out.exists() and len(out.read_text().splitlines()) == AT_ONCE)
    hook.close(0)
    assert time.monotonic() - began < 30
    slow, given_up = hook.complaints
    assert "is too slow: 1000 calls wait" in slow
    assert "calls that were given up: 1000" in given_up
    for process in map(int, out.read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


@pytest.mark.parametrize("command", [["no-such-program"], ["/no/hook.py"]])
def test_a_hook_that_is_not_there_is_named_before_any_game(command: list[str]) -> None:
    with pytest.raises(ConfigError, match=r"--h: there is no program '.*': check the spelling"):
        Hook("--h", command, "game_ended", {})


def test_a_hooks_python_is_the_one_that_runs_the_tournament(tmp_path: Path) -> None:
    out = tmp_path / "out"
    program = f"import sys; open({str(out)!r}, 'w').write(sys.executable)"
    hook = Hook("--h", ["python", "-c", program], "game_ended", {})
    hook.take(GAME)
    hook.close(60)
    assert out.read_text() == sys.executable


# --- settings ---


def test_events_and_hooks_can_stand_in_a_file_and_are_found_from_there(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        'events = "e.jsonl"\non_game_end = "./tell.sh game"\non_finish = ["publish.py", "a b"]\n'
    )
    settings = load_settings(file)
    assert settings.events == tmp_path / "e.jsonl"
    assert settings.on_game_end == (str(tmp_path / "tell.sh"), "game")
    assert settings.on_finish == (str(tmp_path / "publish.py"), "a b")
    said = load_settings(file, Overrides(events=Path("-"), on_finish="true"))
    assert (said.events, said.on_finish) == (Path("-"), ("true",))
    file.write_text('events = "-"\n')
    assert load_settings(file).events == Path("-")


@pytest.mark.parametrize("line", ["on_finish = 3", 'on_game_end = ""', "events = true"])
def test_what_is_no_command_and_no_file_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(line + "\n")
    with pytest.raises(ConfigError, match=line.partition(" ")[0]):
        load_settings(file)
