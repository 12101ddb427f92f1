"""`bumblepuppy report`: what is said of a tournament file, at every stage of it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.cli import app
from bumblepuppy_tournaments.report.show import show_report
from bumblepuppy_tournaments.report.subject import Section
from bumblepuppy_tournaments.store.places import PlacesReader
from bumblepuppy_tournaments.store.writer import Writer
from bumblepuppy_tournaments.table.standings import Score
from tournament_games import numbers_of, outcomes_of, plan_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

NAMES = (
    "東京カードボット",
    "[red]bold[/red]",
    "b",
    "dan",
    "a name of exactly forty characters, full",
)
PLAN = plan_of(NAMES)


def play(path: Path, games: int, *, without: Collection[int] = ()) -> Path:
    """Store the first games of a tournament, without those of some slots."""
    with Writer(path, PLAN, games) as writer:
        fold = writer.fold()
        outcomes = [o for o in outcomes_of(PLAN, games) if o.record.slot not in without]
        for outcome in outcomes:
            fold.add(Score.of(outcome, numbers_of(PLAN)))
        writer.append(outcomes, fold.standings)
    return path


def found_in(path: Path, capsys: pytest.CaptureFixture[str], *section: str) -> dict[str, Any]:
    """Give the JSON object, which holds nothing that is not JSON."""
    capsys.readouterr()
    show_report(path, section[0] if section else None, json=True)

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    found: dict[str, Any] = json.loads(capsys.readouterr().out, parse_constant=refuse)
    return found


def said_of(path: Path, capsys: pytest.CaptureFixture[str], *section: str) -> str:
    capsys.readouterr()
    show_report(path, section[0] if section else None, json=False)
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("cup") / "cup.sqlite", 160)


# --- few games ---


def test_before_the_first_match_is_over_nothing_can_be_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = play(tmp_path / "x", 3)
    assert said_of(path, capsys) == "No match is over yet: nothing can be told.\n"
    found = found_in(path, capsys)
    assert (found["report"], found["matches"]) == (1, 0)


@pytest.mark.parametrize("games", [4, 36])
def test_few_matches_give_means_and_say_what_is_missing(
    games: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = play(tmp_path / "x", games)
    said = said_of(path, capsys)
    assert "10 are needed" in said
    assert "cannot be told yet" in said
    assert "nan" not in said
    assert {row["rank"] for row in found_in(path, capsys)["table"]} == {None}


def test_games_behind_a_gap_are_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = play(tmp_path / "x", 60, without=[50])
    found = found_in(path, capsys)
    assert (found["matches"], found["games_left_out"]) == (12, 2)


# --- what is said ---


def test_every_section_is_told_or_one_alone(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = found_in(cup, capsys)
    for section in Section:
        one = found_in(cup, capsys, section)
        assert one[section] == whole[section]
        assert not (set(Section) - {section}) & set(one)
        assert len(said_of(cup, capsys, section).splitlines()) > 5


def test_the_table_agrees_with_the_standings(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = {row["name"]: row for row in found_in(cup, capsys)["table"]}
    places = {row["name"]: row["places"] for row in found_in(cup, capsys)["places"]}
    with PlacesReader(cup) as reader:
        standings = reader.standings().to_dict()
    for row in standings["entrants"]:
        assert table[row["name"]]["games"] == row["games"]
        assert places[row["name"]] == row["places"]


def test_the_same_file_gives_the_same_report(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert found_in(cup, capsys) == found_in(cup, capsys)


def test_piped_names_are_whole_and_no_line_carries_control_codes(
    cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = said_of(cup, capsys)
    assert all(name in said for name in NAMES)
    assert "\x1b" not in said
    assert all(line == line.rstrip() for line in said.splitlines())


def test_at_a_terminal_of_80_columns_every_line_fits(
    cup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    said = said_of(cup, capsys)
    assert "[red]bold" in said
    assert all(head in said for head in ("Elo", "> next", " 5"))
    assert len([line for line in said.splitlines() if line.startswith("1 ")]) == 5, "their ranks"
    assert max(map(cell_len, said.splitlines())) <= 80


def test_an_unknown_section_is_refused(cup: Path) -> None:
    with pytest.raises(ConfigError, match=r"--section 'seats': expected one of table, places"):
        show_report(cup, "seats", json=False)


# --- the libraries ---


def test_help_and_every_other_command_do_without_numpy() -> None:
    script = (
        "import sys, bumblepuppy_tournaments.cli; assert not {'numpy', 'choix'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_without_its_libraries_it_says_what_to_install(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if "bumblepuppy_tournaments.report" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "choix", None)
    ran = CliRunner().invoke(app, ["report", "--db", str(cup)])
    assert ran.exit_code == 2
    assert "pip install choix" in ran.output
