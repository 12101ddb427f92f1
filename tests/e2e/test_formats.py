"""Formats, rules and leagues at the command line, played by bots in processes of their own."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from command_line import PATIENCE, RANDOM, ended, run, run_here, slots_in, start, wait_until

if TYPE_CHECKING:
    from pathlib import Path

TABLE = ("--game", "rumba", "--seats", "2", "--sandbox", "none", "--db", "cup.sqlite")
BOTS = tuple(word for name in "abc" for word in ("--bot", f"{name}={RANDOM}"))


@pytest.mark.parametrize(
    ("said", "games"),
    [
        (("--format", "knockout", "--best-of", "3"), None),
        (("--format", "swiss", "--rounds", "3"), 6),
        (("--format", "gauntlet", "--challenger", "b", "--games", "12"), 12),
        (("--apart", "--deals", "shared", "--games", "12"), 12),
    ],
    ids=("knockout", "swiss", "gauntlet", "round-robin"),
)
def test_a_format_is_played_and_verified(
    tmp_path: Path, said: tuple[str, ...], games: int | None
) -> None:
    played = run("run-tournament", *TABLE, *BOTS, *said, folder=tmp_path)
    assert played.code == 0, played.err
    found = run_here("standings", "--json", folder=tmp_path).objects[0]
    assert found["games_played"] == found["games_planned"]
    assert games is None or found["games_played"] == games
    assert ("ranked" in found) == (said[1] in {"knockout", "swiss"})
    if "ranked" in found:
        assert f"By the format: 1 {found['ranked'][0]}, 2 " in played.out
    verified = run_here("verify", "cup.sqlite", folder=tmp_path)
    assert verified.code == 0, verified.out


def test_free_seats_are_filled_by_bots_that_stand_in_no_table(tmp_path: Path) -> None:
    bots = ("--bot", f"ann={RANDOM}", "--bot", f"bob={RANDOM}", "--fill", "greedy")
    played = run(
        *("run-tournament", "--seats", "4", "--games", "8", *bots, "--sandbox", "none"),
        *("--db", "cup.sqlite"),
        folder=tmp_path,
    )
    assert played.code == 0, played.err
    found = run_here("standings", "--json", folder=tmp_path).objects[0]
    assert {entrant["name"] for entrant in found["entrants"]} == {"ann", "bob"}
    assert all(entrant["sigma"] < 25 / 3 for entrant in found["entrants"])
    assert run_here("verify", "cup.sqlite", folder=tmp_path).code == 0


def test_a_test_between_two_bots_stops_when_it_is_decided(tmp_path: Path) -> None:
    duel = ("--bot", "counter", "--bot", "random", "--sprt", "counter", "random")
    played = run(
        *("run-tournament", *TABLE, *duel, "--bounds", "-0.3", "0.3", "--games", "2000"),
        folder=tmp_path,
    )
    assert played.code == 0, played.err
    assert "Decided: 'counter' is ahead of 'random' by 0.3 or more points of score" in played.out
    found = run_here("standings", "--json", folder=tmp_path).objects[0]
    assert 60 <= found["games_played"] == found["games_planned"] < 2000
    verified = run_here("verify", "cup.sqlite", folder=tmp_path)
    assert (verified.code, verified.err) == (0, "")
    assert "was not checked. Decided: 'counter' is ahead of 'random'" in verified.out


def test_a_bot_joins_a_ladder_that_is_being_played(tmp_path: Path) -> None:
    roster, db = tmp_path / "roster.toml", tmp_path / "cup.sqlite"
    ann, bob = (f"[[bot]]\nname = '{name}'\ncommand = '{RANDOM}'\n" for name in ("ann", "bob"))
    roster.write_text(ann, "utf-8")
    league = ("--format", "ladder", "--games", "100000")
    with ended(start("run-tournament", *TABLE, *league, folder=tmp_path)) as process:
        wait_until(lambda: len(slots_in(db)) >= 20)
        roster.write_text(ann + "[[bot]]\nname = 'half", "utf-8")
        roster.write_text(ann + bob, "utf-8")
        wait_until(lambda: "bob" in run_here("standings", folder=tmp_path).out)
        joined = len(slots_in(db))
        wait_until(lambda: len(slots_in(db)) >= joined + 20)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Other bots take part from here on." in out
    found = run_here("standings", "--json", folder=tmp_path).objects[0]
    games = {entrant["name"]: entrant["games"] for entrant in found["entrants"]}
    assert games["bob"] > 0
    assert games["ann"] > 0
