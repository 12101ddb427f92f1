"""Running a tournament: who plays, in which file, and what is told before and after."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.bots.house import find_house_bot, house_bots
from bumblepuppy_tournaments.play.agenda import Agenda
from bumblepuppy_tournaments.running import files, run, told
from bumblepuppy_tournaments.running.dry_run import dry_run
from bumblepuppy_tournaments.running.recruiting import with_bots
from bumblepuppy_tournaments.schedule.formats import ScheduleError
from bumblepuppy_tournaments.schedule.schedule import Deals
from bumblepuppy_tournaments.screen.heading import Heading
from bumblepuppy_tournaments.settings.config import load_settings
from bumblepuppy_tournaments.settings.settings import Overrides, Settings
from bumblepuppy_tournaments.store.writer import Writer
from bumblepuppy_tournaments.table.fold import Fold
from bumblepuppy_tournaments.table.standings import Score
from command_line import BOTS, NAMES
from tournament_games import numbers_of, outcomes_of

ROSTER = """
[[bot]]
name = "Ágata"
command = ["bots/agata.py"]

[[bot]]
name = "rumba only"
command = ["python", "-c", "0"]
games = ["rumba"]
"""


def settings(*, bots: bool = True, **said: object) -> Settings:
    given = Overrides(bots=BOTS[1::2] if bots else (), **said)  # type: ignore[arg-type]
    return load_settings(None, given)


def names(found: Settings) -> list[str]:
    return [bot.name for bot in found.bots]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a roster."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "agata.py").touch()
    (tmp_path / "roster.toml").write_text(ROSTER, encoding="utf-8")
    return tmp_path


# --- who plays ---


def test_bots_that_are_named_play_alone(folder: Path) -> None:
    assert names(with_bots(settings(db=folder / "cup.sqlite"))) == list(NAMES)


def test_without_a_name_the_roster_beside_the_file_plays_and_the_house(folder: Path) -> None:
    found = with_bots(settings(bots=False, db=folder / "cup.sqlite"))
    assert names(found) == ["Ágata", "counter", "tips", "greedy", "random"]
    assert found.bots[0].command == (str(folder / "bots" / "agata.py"),)


def test_a_submitted_bot_sits_out_games_that_it_does_not_play(folder: Path) -> None:
    found = with_bots(settings(bots=False, game="rumba", db=folder / "cup.sqlite"))
    assert names(found)[:2] == ["Ágata", "rumba only"]


def test_without_a_roster_the_house_plays(tmp_path: Path) -> None:
    found = with_bots(settings(bots=False, db=tmp_path / "cup.sqlite"))
    assert names(found) == ["counter", "tips", "greedy", "random"]


@pytest.mark.parametrize("seats", range(4, 9))
def test_the_house_fills_every_table(tmp_path: Path, seats: int) -> None:
    found = with_bots(settings(bots=False, seats=seats, db=tmp_path / "cup.sqlite"))
    assert len(found.bots) == seats


def test_house_bots_are_numbered_from_the_second_round_on() -> None:
    bots = [bot.name for bot in house_bots(9, "rumba")]
    assert bots[3:6] == ["random", "counter-2", "tips-2"]
    assert bots[8] == "counter-3"
    assert all(map(find_house_bot, bots))


def test_a_game_from_outside_is_filled_with_the_one_house_bot_that_plays_any() -> None:
    assert [bot.name for bot in house_bots(3, "high-card")] == ["random", "random-2", "random-3"]


def test_the_bot_that_thinks_plays_only_when_it_is_asked_for() -> None:
    assert "mcts" not in [bot.name for bot in house_bots(8, "rumba")]
    assert find_house_bot("mcts")


@pytest.mark.parametrize("name", ["my bot", "randomly", "random-forest", "-2", ""])
def test_other_names_are_not_the_houses(name: str) -> None:
    assert not find_house_bot(name)


def test_house_bots_start_beside_files_called_like_modules_of_python() -> None:
    # Without -P, a contestant's random.py in the current folder would take the module's place.
    assert all(bot.command[:3] == ("python", "-P", "-m") for bot in house_bots(4, "rumba"))


# --- the file ---


def test_the_file_is_called_after_the_game_unless_it_is_named(tmp_path: Path) -> None:
    assert files.db_of(settings(game="rumba", seats=4)) == Path("rumba.sqlite")
    assert files.db_of(settings(db=tmp_path / "x.db")) == tmp_path / "x.db"


def test_a_folder_is_no_tournament_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"--db: '.*' is a folder: name a file in it"):
        files.db_of(settings(db=tmp_path))


# --- a dry run ---

LIMITS = (
    "limits: 2048 MiB of memory and 512 processes and threads a bot, "
    "1024 open files and 256 MiB a file"
)


def test_a_dry_run_tells_the_plan_and_its_balance(tmp_path: Path) -> None:
    db = tmp_path / "cup.sqlite"
    asked = settings(db=db, games=97, seed="x", options=["end=play_on"], sandbox="none")
    head, options, *lines = dry_run(asked)
    assert head == "rolling-stone, 4 seats"
    assert options.startswith("options: players=4 going_out=completed end=play_on scoring=cards ")
    assert lines == [
        "round-robin: 100 games: 25 matches of 4, deals shared",
        "clocks: 1 s a move, 5 s bank a game",
        LIMITS,
        "no sandbox: bots run as your user",
        f"file: {db}",
        "4 bots:",
        *(f"  {name}: python -P -m bumblepuppy_bots.random_bot" for name in NAMES),
        "balance:",
        "  games of each bot: 100",
        "  in each seat: 25",
        "  with each other bot: 100",
        "  directly before each other bot: 32–36",  # noqa: RUF001 (as in print)
    ]


def test_a_dry_run_leaves_no_file(tmp_path: Path) -> None:
    dry_run(settings(db=tmp_path / "cup.sqlite"))
    assert list(tmp_path.iterdir()) == []


def test_the_options_of_a_dry_run_can_be_given_as_they_are_told(tmp_path: Path) -> None:
    asked = settings(bots=False, game="rumba", seats=4, db=tmp_path / "x")
    options = dry_run(asked)[1].removeprefix("options: ").split(" ")
    assert load_settings(None, Overrides(game="rumba", options=options)) == replace(
        asked, seats=4, db=None
    )


def test_a_dry_run_refuses_what_a_run_would(tmp_path: Path) -> None:
    asked = settings(seats=5, db=tmp_path / "cup.sqlite")
    with pytest.raises(ScheduleError, match="5 seats need at least 5 bots"):
        dry_run(asked)
    with pytest.raises(ScheduleError, match="5 seats need at least 5 bots"):
        run.run_tournament(lambda: asked, plain=True, json=False)
    assert list(tmp_path.iterdir()) == []


# --- what is told ---


def opened(asked: Settings, games: int = 0) -> Writer:
    """Open a tournament file, with so many games played."""
    assert asked.db is not None
    plan = asked.plan()
    writer = Writer(asked.db, plan, asked.whole_games)
    fold = Fold(writer.standings())
    outcomes = outcomes_of(plan, games)
    for outcome in outcomes:
        fold.add(Score.of(outcome, numbers_of(plan)))
    if outcomes:
        writer.append(outcomes, fold.standings)
    return writer


def test_the_heading_tells_what_is_not_as_usual(tmp_path: Path) -> None:
    asked = settings(db=tmp_path / "x", options=["trump=hearts"], seed="s")
    with opened(asked) as writer:
        heading = Heading.of(writer)
    assert heading.lines()[0] == "rolling-stone · 4 seats · trump=hearts"
    assert heading.lines()[2] == "seed 's': reproducible, and no secret"


def test_a_table_that_no_default_could_fill_has_a_heading(tmp_path: Path) -> None:
    asked = settings(game="rumba", seats=10, options=["packs=2"], db=tmp_path / "x")
    with Writer(tmp_path / "x", asked.plan(), 10) as writer:
        assert Heading.of(writer).lines()[0] == "rumba · 10 seats · packs=2"


def test_it_is_said_when_games_are_rounded_up(tmp_path: Path) -> None:
    asked = settings(db=tmp_path / "x", games=10)
    with opened(asked) as writer:
        assert told.opening(asked, writer, Agenda(writer)) == [
            "10 games are rounded up to 12: 3 whole matches of 4"
        ]


def test_nothing_is_said_where_there_is_nothing_to_say(tmp_path: Path) -> None:
    asked = settings(db=tmp_path / "x", games=12)
    with opened(asked) as writer:
        assert told.opening(asked, writer, Agenda(writer)) == []


def test_it_is_said_when_a_tournament_is_taken_up_again(tmp_path: Path) -> None:
    asked = settings(db=tmp_path / "x", games=12)
    opened(asked, games=5).close()
    with opened(asked) as writer:
        assert told.opening(asked, writer, Agenda(writer)) == [
            f"Playing on in {tmp_path / 'x'}, where 5 games are played"
        ]


def test_the_secret_is_told_after_the_last_game_and_not_before(tmp_path: Path) -> None:
    asked = settings(db=tmp_path / "x", games=12)
    with opened(asked, games=11) as writer:
        assert writer.secret.hex() not in " ".join(told.closing(writer, Agenda(writer)))
    with opened(replace(asked, db=tmp_path / "y"), games=12) as writer:
        assert told.closing(writer, Agenda(writer)) == [
            f"All games are played. The secret of the deals: {writer.secret.hex()}"
        ]


def test_who_stops_before_the_first_game_is_told_so(tmp_path: Path) -> None:
    with opened(settings(db=tmp_path / "x")) as writer:
        assert told.closing(writer, Agenda(writer)) == ["Stopped before the first game was over."]


# --- the command to play on ---


def test_the_command_to_play_on_is_the_one_that_was_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bumblepuppy"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    words = ["run-tournament", "--bot", "Ágata=my bot.py", "--seed", "it's"]
    monkeypatch.setattr(sys, "argv", [str(program), *words])

    monkeypatch.setenv("PATH", str(tmp_path))
    assert shlex.split(told.this_command()) == ["bumblepuppy", *words]
    # It may have been called by its path because it is not found by its name.
    monkeypatch.setenv("PATH", "/nowhere")
    assert shlex.split(told.this_command()) == [str(program), *words]


def test_a_named_roster_takes_the_place_of_the_one_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("roster", "club"):
        bot = f'[[bot]]\nname = "of-{name}"\ncommand = ["python", "-c", "pass"]\n'
        Path(f"{name}.toml").write_text(bot)
    usual = with_bots(load_settings(None, Overrides()))
    named = with_bots(load_settings(None, Overrides(roster=Path("club.toml"))))
    assert usual.bots[0].name == "of-roster"
    assert named.bots[0].name == "of-club"


# --- deals ---


def test_among_sample_bots_the_games_of_a_match_share_a_deal() -> None:
    assert with_bots(load_settings(None, Overrides())).plan().deals is Deals.SHARED


def test_with_a_bot_that_may_remember_every_game_has_its_own_deal_and_it_is_said(
    tmp_path: Path,
) -> None:
    bots = ("mine=my_bot.py", "tips", "greedy", "random")
    asked = load_settings(None, Overrides(bots=bots, games=12, db=tmp_path / "x"))
    with opened(asked) as writer:
        assert writer.plan.deals is Deals.INDEPENDENT
        assert any("its own deal" in line for line in told.opening(asked, writer, Agenda(writer)))


def test_deals_are_as_somebody_says_whoever_plays() -> None:
    bots = ("mine=my_bot.py", "tips", "greedy", "random")
    asked = load_settings(None, Overrides(bots=bots, deals="shared"))
    assert asked.plan().deals is Deals.SHARED


def test_whoever_plays_on_after_the_secret_was_told_is_warned(tmp_path: Path) -> None:
    asked = settings(db=tmp_path / "x", games=12)
    with opened(asked, games=12) as writer:
        told.closing(writer, Agenda(writer))
    with opened(replace(asked, games=16)) as writer:
        said = told.opening(replace(asked, games=16), writer, Agenda(writer))
        assert "secret of the deals is known" in said[1]


def test_a_dry_run_tells_what_its_file_holds(tmp_path: Path) -> None:
    asked = settings(db=tmp_path / "x", games=12)
    opened(asked, games=5).close()
    assert f"file: {tmp_path / 'x'}, where 5 games are played" in dry_run(asked)
    other = settings(db=tmp_path / "x", games=12, options=["end=play_on"])
    assert any("holds another tournament: option 'end'" in line for line in dry_run(other))


@pytest.mark.parametrize(
    "command",
    ["python mine.py bumblepuppy_bots.tips", "python -m bumblepuppy_bots.tips", "mine.py"],
)
def test_a_bot_is_one_of_the_house_by_its_whole_command_alone(command: str) -> None:
    bots = (f"tips={command}", "counter", "greedy", "random")
    assert load_settings(None, Overrides(bots=bots)).plan().deals is Deals.INDEPENDENT
