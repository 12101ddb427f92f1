"""Who watches: lines for a pipe, JSON for a script, a table for a person at a terminal."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_tournaments.play.progress import Progress
from bumblepuppy_tournaments.screen import display as displays
from bumblepuppy_tournaments.screen.display import (
    JsonDisplay,
    LiveDisplay,
    PlainDisplay,
    choose_display,
)
from bumblepuppy_tournaments.screen.heading import Heading
from bumblepuppy_tournaments.table.standings import Standings

if TYPE_CHECKING:
    from bumblepuppy_tournaments.screen.display import Display

HEADING = Heading(
    game="rumba",
    seats=2,
    commitment="ab" * 32,
    options={"end": "play_on"},
    seed="7",
    sandbox="bwrap",
)
STANDINGS = Standings("rumba", ("ann", "Ágata 🂱"), 2, 100)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in the list's only place, to be set by hand."""
    time = [1000.0]
    monkeypatch.setattr("bumblepuppy_tournaments.screen.display.time.monotonic", lambda: time[0])
    return time


def progress(done: int) -> Progress:
    return Progress(
        games_done=done,
        games_planned=100,
        games_per_s=50.0,
        decisions_per_s=1000.0,
        seconds_left=(100 - done) / 50,
        workers=1,
    )


def run_of(display: Display, clock: list[float], every: float) -> None:
    """Show a run that gets on ten times in each span between two lines."""
    with display:
        for step in range(1, 26):
            display.update(STANDINGS, progress(4 * step))
            clock[0] += every / 10
        display.say("something happened,\nand something else")
    display.finish(STANDINGS)
    display.say("the end")


# --- lines ---


def test_plain_lines_are_heading_progress_now_and_then_and_the_table(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    run_of(PlainDisplay(HEADING), clock, displays.PLAIN_EVERY)
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[:4] == HEADING.lines()
    assert [line.split()[0] for line in lines[4:7]] == ["4/100", "44/100", "84/100"]
    assert lines[7:9] == ["something happened,", "and something else"]
    assert lines[9].startswith("100/100 games · 0:00 left · ")
    assert [line.split()[0] for line in lines[10:13]] == ["name", "1", "1"]
    assert lines[13:] == ["the end"]


def test_plain_lines_have_no_control_codes(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    run_of(PlainDisplay(HEADING), clock, displays.PLAIN_EVERY)
    assert all(character.isprintable() for character in capsys.readouterr().out.replace("\n", ""))


@pytest.mark.parametrize("display", [PlainDisplay(HEADING), JsonDisplay(HEADING)])
def test_the_last_progress_is_not_told_twice(
    clock: list[float], capsys: pytest.CaptureFixture[str], display: Display
) -> None:
    display.update(STANDINGS, progress(100))
    clock[0] += 0.1
    display.update(STANDINGS, replace(progress(100), games_per_s=49.0))
    display.finish(STANDINGS)
    lines = capsys.readouterr().out.splitlines()
    assert sum("games_done" in line or " games · " in line for line in lines) == 1


def test_every_line_is_flushed(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    out = Recorder()
    monkeypatch.setattr(sys, "stdout", out)
    run_of(PlainDisplay(HEADING), clock, displays.PLAIN_EVERY)
    run_of(JsonDisplay(HEADING), clock, displays.JSON_EVERY)
    assert out.calls == ["write", "flush"] * (len(out.calls) // 2)


class Recorder:
    """A stream that notes what is called."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def write(self, text: str) -> int:
        self.calls.append("write")
        return len(text)

    def flush(self) -> None:
        self.calls.append("flush")


# --- JSON ---


def test_json_is_one_object_a_line_heading_first_standings_last(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    run_of(JsonDisplay(HEADING), clock, displays.JSON_EVERY)
    first, *getting_on, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "heading": 1,
        "game": "rumba",
        "seats": 2,
        "commitment": "ab" * 32,
        "format": "round-robin",
        "options": {"end": "play_on"},
        "seed": "7",
        "sandbox": "bwrap",
    }
    assert [found["progress"] for found in getting_on] == [1, 1, 1, 1]
    assert [found["games_done"] for found in getting_on] == [4, 44, 84, 100]
    assert (last["standings"], last["game"]) == (1, "rumba")
    assert [entrant["name"] for entrant in last["entrants"]] == ["ann", "Ágata 🂱"]


def test_under_json_what_is_said_goes_to_standard_error(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    run_of(JsonDisplay(HEADING), clock, displays.JSON_EVERY)
    assert capsys.readouterr().err == "something happened,\nand something else\nthe end\n"


# --- the choice ---


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let standard output be a terminal."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.usefixtures("at_terminal")
def test_a_terminal_gets_the_live_table() -> None:
    assert isinstance(choose_display(HEADING, plain=False, json=False), LiveDisplay)


@pytest.mark.usefixtures("at_terminal")
def test_a_terminal_gets_plain_lines_when_asked_for() -> None:
    assert isinstance(choose_display(HEADING, plain=True, json=False), PlainDisplay)


@pytest.mark.usefixtures("at_terminal")
def test_a_dumb_terminal_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(choose_display(HEADING, plain=False, json=False), PlainDisplay)


def test_a_pipe_gets_plain_lines() -> None:
    assert isinstance(choose_display(HEADING, plain=False, json=False), PlainDisplay)


@pytest.mark.usefixtures("at_terminal")
@pytest.mark.parametrize("plain", [True, False])
def test_json_is_json_everywhere(*, plain: bool) -> None:
    assert isinstance(choose_display(HEADING, plain=plain, json=True), JsonDisplay)
