"""A game from outside the tree is played like the two inside it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_sdk.records import read_records, replay
from command_line import assert_refused, run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from command_line import Ran

SOURCES: Final = Path(__file__).parents[1] / "plugin"
BOTS: Final = ("--bot", "high=high_bot.py", "--bot", "random", "--bot", "random-2")
GAME: Final = ("run-tournament", "--game", "high-card")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with the game as an installed package, and a bot that plays it."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copy(SOURCES / "high_bot.py", folder)
    site = folder / "site"
    info = site / "high_card-1.0.dist-info"
    info.mkdir(parents=True)
    shutil.copy(SOURCES / "high_card.py", site)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bumblepuppy.games]\nhigh-card = high_card:GAME\n")
    return folder


@pytest.fixture(scope="module")
def env(folder: Path) -> Mapping[str, str]:
    return {"PYTHONPATH": str(folder / "site")}


@pytest.fixture(scope="module")
def cup(folder: Path, env: Mapping[str, str]) -> Ran:
    """Play a tournament of it."""
    return run(*GAME, *BOTS, "--games", "60", "--seats", "3", "--seed", "1", folder=folder, env=env)


def test_a_tournament_of_it_is_played_over_the_wire(cup: Ran) -> None:
    assert cup.code == 0, cup.err
    assert "60/60 games" in cup.out


def test_its_bots_do_nothing_wrong_and_see_no_hidden_card(cup: Ran, env: Mapping[str, str]) -> None:
    standings = run("standings", "--json", folder=cup.folder, env=env)
    table = standings.objects[0]["entrants"]
    assert table[0]["name"] == "high", "who changes low cards wins"
    assert [row["faults"] for row in table] == [{}, {}, {}]


def test_its_records_replay(
    cup: Ran, env: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = run("export", "--format", "jsonl", folder=cup.folder, env=env)
    monkeypatch.syspath_prepend(env["PYTHONPATH"])
    for record in read_records(exported.out.splitlines()):
        result = replay(record).result
        assert result is not None
        assert (record.reason, record.places) == ("shown", list(result.places))


def test_an_option_that_it_does_not_have_is_refused(folder: Path, env: Mapping[str, str]) -> None:
    ran = run(*GAME, *BOTS, "--option", "trump=clubs", folder=folder, env=env)
    assert_refused(ran, "unknown option 'trump'")


def test_a_sample_bot_that_does_not_play_it_is_named(folder: Path, env: Mapping[str, str]) -> None:
    ran = run(*GAME, *BOTS, "--bot", "tips", "--db", "tips.sqlite", folder=folder, env=env)
    assert_refused(ran, "bot 'tips' does not play high-card, but rolling-stone, rumba")


def test_its_games_are_listed_and_shown_again(cup: Ran, env: Mapping[str, str]) -> None:
    listed = run("games", "--reason", "shown", "--limit", "1", folder=cup.folder, env=env)
    slot, _, reason, length, *_ = listed.out.splitlines()[1].split()
    assert (slot, reason, length) == ("59", "shown", "3")
    told = run("replay", slot, "--seat", "high", folder=cup.folder, env=env).out.splitlines()
    assert sum(" sees card " in line for line in told) == 1, "its own card alone"
    assert any(line.startswith("   1 ") for line in told)
