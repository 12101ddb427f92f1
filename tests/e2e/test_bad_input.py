"""Bad input gets one message with culprit and remedy, exit code 2, at once, and nothing scored."""

from __future__ import annotations

import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from command_line import BOTS, assert_refused, needs_proc, processes_of, run, write_bot

if TYPE_CHECKING:
    from command_line import Ran

pytestmark = needs_proc

AT_ONCE: Final = 6.0
"""Seconds, on a busy machine; on a quiet one it is under two."""
RUN: Final = ("run-tournament", "--games", "4")


def refused(ran: Ran, *parts: str) -> None:
    """Check that a command was refused at once, and that it left nothing behind."""
    assert_refused(ran, *parts)
    assert ran.seconds < AT_ONCE
    assert list(ran.folder.glob("rolling-stone.sqlite*")) == []
    assert processes_of(ran.folder) == []


# --- what the command line says ---


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("--bot eve=no_such_program", ["bot 'eve'", "no program 'no_such_program'", "spelling"]),
        ("--bot eve=no_such_bot.py", ["bot 'eve'", "there is no file", "no_such_bot.py"]),
        ("--bot eve", ["--bot 'eve'", "expected NAME=COMMAND", "mine=my_bot.py"]),
        ("--bot ann=x.py", ["bot name 'ann' is used twice", "x.py", "give one of them another"]),
        ("--seats 9", ["--seats", "(RS-1)", "expected 4 to 8, got 9"]),
        ("--seats 5", ["5 seats need at least 5 bots", "only 4", "enter more bots"]),
        ("--option enb=play_on", ["--option enb=play_on", "unknown option 'enb'", "'end'"]),
        ("--game whist", ["--game", "unknown game 'whist'", "rolling-stone, rumba"]),
        ("--games 0", ["--games", "a whole number from 1 to 1000000000, got 0"]),
        ("--db .", ["--db", "'.' is a folder", "name a file in it"]),
        ("no_such_file.toml", ["there is no file 'no_such_file.toml'", "check the name"]),
    ],
)
def test_what_is_wrong_on_the_command_line_is_named(
    tmp_path: Path, words: str, parts: list[str]
) -> None:
    ran = run(*RUN, *BOTS, *shlex.split(words), folder=tmp_path)
    refused(ran, *parts)
    assert ran.out == ""


@pytest.mark.parametrize(
    ("words", "culprit"),
    [
        ("run-tournament --gamez 4", "--gamez"),
        ("run-tournamend", "run-tournamend"),
    ],
)
def test_what_is_no_command_or_option_is_named_with_the_help(
    tmp_path: Path, words: str, culprit: str
) -> None:
    ran = run(*words.split(), folder=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert culprit in ran.err
    assert "--help' for help" in ran.err
    assert ran.seconds < AT_ONCE


# --- what a file says ---


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("gamess = 4", ["cup.toml", "unknown key 'gamess'", "did you mean 'games'?"]),
        ("games = 4 games", ["cup.toml", "not a TOML file", "line 1"]),
        ("[options]\nend = 'later'", ["cup.toml: options.end", "'later'", "play_on"]),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_place(
    tmp_path: Path, text: str, parts: list[str]
) -> None:
    (tmp_path / "cup.toml").write_text(text)
    refused(run(*RUN, "cup.toml", *BOTS, folder=tmp_path), *parts)


def test_what_is_wrong_in_the_roster_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "roster.toml").write_text("[[bot]]\nname = 'eve'\ncomand = 'eve.py'")
    ran = run(*RUN, folder=tmp_path)
    refused(ran, "roster.toml: bot 1: unknown key 'comand'; did you mean 'command'?")


# --- bots ---


def test_a_bot_that_dies_on_import_is_named_with_what_it_said(tmp_path: Path) -> None:
    (tmp_path / "eve.py").write_text("import no_such_module")
    ran = run(*RUN, "--bot", "eve=eve.py", *BOTS, folder=tmp_path)
    said = "No module named 'no_such_module'"
    refused(ran, "bot 'eve'", "eve.py) ended with exit code 1", said, "bumblepuppy check")


def test_a_bot_that_does_not_play_the_game_is_named(tmp_path: Path) -> None:
    write_bot(tmp_path / "eve.py", ["return view.legal[0]"], game="rumba")
    ran = run(*RUN, "--bot", "eve=eve.py", *BOTS, folder=tmp_path)
    refused(ran, "bot 'eve' does not play rolling-stone, but rumba", "play_rolling_stone")


def test_a_false_start_leaves_no_file_that_forbids_the_next(tmp_path: Path) -> None:
    (tmp_path / "eve.py").write_text("import no_such_module")
    refused(run(*RUN, "--bot", "eve=eve.py", *BOTS, folder=tmp_path), "bot 'eve'")
    assert run(*RUN, *BOTS, folder=tmp_path).code == 0


# --- the tournament file ---


def test_what_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.sqlite").write_text("Tuesday: buy cards. " * 100)
    ran = run(*RUN, *BOTS, "--db", "notes.sqlite", folder=tmp_path)
    refused(ran, "notes.sqlite is not a tournament file", "--db")
    assert (tmp_path / "notes.sqlite").read_text().startswith("Tuesday")


def test_a_database_that_is_no_tournament_is_named_and_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "books.sqlite")) as connection:
        connection.execute("CREATE TABLE book (title)")
    before = (tmp_path / "books.sqlite").read_bytes()
    ran = run(*RUN, *BOTS, "--db", "books.sqlite", folder=tmp_path)
    refused(ran, "books.sqlite is a database, but no tournament", "--db")
    assert (tmp_path / "books.sqlite").read_bytes() == before


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(0o555)
    if os.geteuid() == 0:  # to whom few folders are read-only
        locked = Path("/proc")
    ran = run(*RUN, *BOTS, "--db", str(locked / "cup.sqlite"), folder=tmp_path)
    refused(ran, f"{locked}/cup.sqlite: cannot make cup.sqlite.lock beside it", "--db")


# --- looking at a tournament ---


@pytest.mark.parametrize(
    "command", ["standings", "standings --json", "standings --watch", "export"]
)
def test_without_a_tournament_the_remedy_is_told(tmp_path: Path, command: str) -> None:
    ran = run(*command.split(), folder=tmp_path)
    refused(ran, "there is no tournament file (*.sqlite) in this folder", "run-tournament")


def test_a_format_that_is_unknown_is_named(tmp_path: Path) -> None:
    refused(
        run("export", "--format", "xml", folder=tmp_path), "--format 'xml'", "jsonl, csv, parquet"
    )
