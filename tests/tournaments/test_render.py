"""The standings on a screen, in a pipe, and as JSON."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console

from bumblepuppy_server.outcome import SeatTime
from bumblepuppy_tournaments.play.progress import Progress
from bumblepuppy_tournaments.screen.heading import Heading
from bumblepuppy_tournaments.screen.render import (
    plain_table,
    progress_json,
    progress_text,
    screen,
    standings_json,
)
from bumblepuppy_tournaments.table.standings import Score, Standings
from bumblepuppy_tournaments.table.suspension import Spoiling

NAMES = (
    "greedy",
    "[red]random[/red]",
    "東京カードボットさん",
    "🃏 joker",
    "a name of exactly forty characters, full",
    "tips",
    "b7",
    "b8",
)
PROGRESS = Progress(
    games_done=123456,
    games_planned=1_000_000,
    games_per_s=985.2,
    decisions_per_s=107420.3,
    seconds_left=3725.4,
    workers=16,
    voids=3,
)


def _standings(seats: int, games: int = 30, names: tuple[str, ...] = NAMES) -> Standings:
    standings = Standings("rolling-stone", names, seats, 1000)
    for slot in range(games):
        standings.add(
            Score(
                slot=slot,
                seats=tuple((slot + seat) % len(names) for seat in range(seats)),
                places=tuple(range(1, seats + 1)),
                faults=({"timeout": 1, "illegal": 1}, *({} for _ in range(seats - 1))),
                times=tuple(SeatTime(10, 0.0123, 0.0456) for _ in range(seats)),
            )
        )
    return standings


def _heading(seats: int) -> Heading:
    return Heading(
        game="rolling-stone",
        seats=seats,
        commitment="3c" * 32,
        options={"end": "play_on", "silence": True},
        seed="[bold]7",
    )


def _drawn(standings: Standings, width: int, *, terminal: bool = False) -> list[str]:
    file = io.StringIO()
    colours: Literal["truecolor"] | None = "truecolor" if terminal else None
    console = Console(file=file, width=width, force_terminal=terminal, color_system=colours)
    console.print(screen(_heading(standings.seats), standings, PROGRESS, width))
    return file.getvalue().splitlines()


def _table(lines: list[str]) -> list[str]:
    """Take the table's lines: those after the blank one."""
    return lines[lines.index("") + 1 :]


@pytest.mark.parametrize("width", [200, 120, 100, 80, 70, 60, 50, 40, 30])
@pytest.mark.parametrize("seats", [2, 4, 5, 8])
def test_the_table_fits_every_width(seats: int, width: int) -> None:
    lines = _table(_drawn(_standings(seats), width))
    assert len(lines) == 1 + len(NAMES)
    assert all(cell_len(line) <= width for line in lines)


def test_80_columns_show_everything_asked_for_at_four_seats() -> None:
    head, *rows = _table(_drawn(_standings(4), 80))
    assert head.split() == [
        *["name", "μ", "±", "σ", "μ−3σ", "games", "place"],  # noqa: RUF001 (Greek is meant)
        *["1st", "2nd", "3rd", "4th", "faults", "think"],
    ]
    assert all("%" in row and "ms" in row for row in rows)


def test_80_columns_show_the_first_and_the_last_place_at_eight_seats() -> None:
    head = _table(_drawn(_standings(8), 80))[0].split()
    assert head[-4:] == ["1st", "8th", "faults", "think"]


def test_a_wide_terminal_shows_every_share_at_eight_seats() -> None:
    head = _table(_drawn(_standings(8), 140))[0].split()
    assert head[-11:-3] == ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"]
    assert head[-2:] == ["think", "slowest"]


def test_large_numbers_fit_80_columns() -> None:
    standings = _standings(4)
    for tally in standings._tallies:
        tally.places = [1_000_000] * 4
        tally.faults = {"timeout": 3_000_000}
        tally.think_max_s = 12345.0
    assert all(cell_len(line) <= 80 for line in _table(_drawn(standings, 80)))


@pytest.mark.parametrize("width", [80, 200])
def test_names_like_markup_are_shown_as_they_are(width: int) -> None:
    drawn = "\n".join(_drawn(_standings(4), width))
    assert "[red]random[/re" in drawn
    assert "seed '[bold]7'" in drawn


def test_wide_names_leave_the_columns_in_line() -> None:
    _, *lines = _table(_drawn(_standings(4), 200))
    starts = {cell_len(line[: line.index("±")]) for line in lines}
    assert len(starts) == 1


def test_names_too_long_are_cut_with_a_sign() -> None:
    assert any("a name of ex" in line and "…" in line for line in _drawn(_standings(4), 80))


def test_control_codes_in_names_and_options_are_not_sent_on() -> None:
    evil = ("\x1b[2Jgone", "a\nb", "c\x07", "d")
    standings = _standings(4, names=evil)
    heading = replace(_heading(4), options={"trump": "\x1b]0;x\x07"}, seed="\x9b31m")
    file = io.StringIO()
    console = Console(file=file, width=80, color_system=None)
    console.print(screen(heading, standings, PROGRESS, 80))
    text = file.getvalue() + "".join(plain_table(standings))
    assert all(character.isprintable() for character in text.replace("\n", ""))


def test_the_screen_tells_what_is_played_and_how_it_gets_on() -> None:
    lines = _drawn(_standings(4), 80)
    assert lines[0] == "rolling-stone · 4 seats · end=play_on · silence=true"
    assert lines[1] == "commitment " + "3c" * 32
    assert lines[2] == "seed '[bold]7': reproducible, and no secret"
    assert lines[3].endswith("123456/1000000 games · 1:02:05 left")
    assert lines[4] == "985.2 games/s · 107420 decisions/s · 16 workers · 3 void"


@pytest.mark.parametrize(
    ("sandbox", "shown"),
    [("bwrap", "sandbox: bwrap"), ("none", "no sandbox: bots run as your user")],
)
def test_the_screen_tells_what_the_bots_are_kept_in(sandbox: str, shown: str) -> None:
    assert replace(_heading(4), sandbox=sandbox).lines()[-1] == shown


@pytest.mark.parametrize("width", [80, 200])
def test_who_is_suspended_is_marked_however_long_the_name(width: int) -> None:
    standings = _standings(4)
    for tally in standings._tallies:
        tally.suspended = Spoiling(20, 20)
    for lines in (_table(_drawn(standings, width)), plain_table(standings)):
        assert [line.count(" (suspended) ") for line in lines] == [0] + [1] * len(NAMES)
        assert len({cell_len(line) for line in lines[1:]}) == 1


def test_the_rating_of_an_anchor_is_marked() -> None:
    standings = Standings("rumba", ("ann", "bob"), 2, 10, anchors={"bob": 30.0})
    _, bob, ann = plain_table(standings)
    assert bob.startswith("1 bob  30.00 anchor 30.00 ")
    assert ann.startswith("2 ann  25.00 ± 8.33  0.00 ")


def test_a_secret_tournament_shows_no_seed() -> None:
    assert len(replace(_heading(4), seed=None).lines()) == 2


def test_a_terminal_gets_colours_and_a_pipe_none() -> None:
    assert "\x1b" in "".join(_drawn(_standings(4), 80, terminal=True))
    assert "\x1b" not in "".join(_drawn(_standings(4), 80))


def test_the_plain_table_is_aligned_and_whole() -> None:
    lines = plain_table(_standings(4))
    assert len(lines) == 1 + len(NAMES)
    assert len({cell_len(line) for line in lines}) == 1
    assert any("a name of exactly forty characters, full" in line for line in lines)
    assert lines[0].split()[-2:] == ["think", "slowest"]


def test_before_the_first_game_the_table_is_there() -> None:
    lines = plain_table(_standings(4, games=0))
    assert len(lines) == 1 + len(NAMES)
    assert all("25.00 ± 8.33" in line for line in lines[1:])
    assert _table(_drawn(_standings(4, games=0), 80))


def test_progress_is_one_line() -> None:
    assert progress_text(PROGRESS) == (
        "123456/1000000 games · 1:02:05 left · 985.2 games/s · 107420 decisions/s"
        " · 16 workers · 3 void"
    )


def test_progress_that_cannot_be_told_is_a_question_mark() -> None:
    early = replace(PROGRESS, seconds_left=None, workers=1, voids=0)
    assert progress_text(early).startswith("123456/1000000 games · ? left")
    assert progress_text(early).endswith("1 worker")


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0.0, "0:00"), (8.6, "0:09"), (59.7, "1:00"), (3599.9, "1:00:00")]
)
def test_time_left_is_told_in_minutes_and_hours(seconds: float, shown: str) -> None:
    assert f" {shown} left" in progress_text(replace(PROGRESS, seconds_left=seconds))


def test_json_lines_are_single_and_versioned() -> None:
    line = standings_json(_standings(4))
    assert "\n" not in line
    assert json.loads(line)["standings"] == 1
    assert "東京カードボットさん" in line
    progress = json.loads(progress_json(PROGRESS))
    assert (progress["progress"], progress["games_done"]) == (1, 123456)


def test_json_lines_can_tell_the_times() -> None:
    (entrant, *_) = json.loads(standings_json(_standings(4), times=True))["entrants"]
    assert entrant["think_ms"]["max"] == pytest.approx(45.6)
