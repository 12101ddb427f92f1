"""`bumblepuppy verify` as people use it."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import pytest

from command_line import BOTS, assert_refused, ended, run, run_here, slots_in, start, wait_until

if TYPE_CHECKING:
    from pathlib import Path

CUP = ("run-tournament", "--seed", "7", *BOTS, "--db", "cup.sqlite", "--sandbox", "none")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cup")
    assert run(*CUP, "--games", "8", folder=folder).code == 0
    return folder


def test_a_tournament_that_was_played_agrees(folder: Path) -> None:
    ran = run("verify", "cup.sqlite", folder=folder)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "8 games checked, nothing disagrees\n"


def test_no_result_would_be_another_by_the_rules_it_was_played_by(folder: Path) -> None:
    ran = run_here("verify", "--rejudge", "--json", folder=folder)
    assert ran.code == 0
    assert ran.objects == [{"verify": 1, "agrees": True, "games": 8, "changes": []}]


def test_a_tournament_that_is_being_played_agrees(tmp_path: Path) -> None:
    with ended(start(*CUP, "--games", "4000", folder=tmp_path)):
        wait_until(lambda: slots_in(tmp_path / "cup.sqlite"))
        ran = run_here("verify", "cup.sqlite", "--json", folder=tmp_path)
    assert ran.code == 0
    (found,) = ran.objects
    assert found["games"] > 0
    assert not found["secret_told"]


def test_a_game_that_was_tampered_with_is_named_and_the_command_fails(
    folder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes((folder / "cup.sqlite").read_bytes())
    with contextlib.closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM result WHERE slot = 5")
    ran = run("verify", "copy.sqlite", folder=tmp_path)
    assert ran.code == 1
    assert "Games that disagree: 1. The first is\n  slot 5, " in ran.out


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert_refused(
        run_here("verify", "cup.sqlite", folder=tmp_path), "no tournament file cup.sqlite"
    )
