"""A contestant's way into a tournament: `check`, `submit`, and the next tournament."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server import arena
from bumblepuppy_tournaments.bots.entrants import Entrant
from bumblepuppy_tournaments.bots.roster import load_roster
from bumblepuppy_tournaments.entering import check
from bumblepuppy_tournaments.entering.check import Check, CheckFailedError
from command_line import Ran, assert_refused, needs_proc, processes_of, run, write_bot
from evenings import BOTS as GALLERY

if TYPE_CHECKING:
    from pathlib import Path

GOOD = ["return self.random.choice(view.legal)"]


DRILLED = (
    "goes on after a message with fields of a later version, and a complaint about an unknown game",
    "goes on after its stream was cut off",
    "goes on after a game that was called off",
    "waits quietly",
    "ends when the referee says goodbye",
)
"""The steps after the games."""


# --- check ---


def told(ran: Ran) -> list[str]:
    """Give what a command said, but for the note on machines without bubblewrap."""
    return [line for line in ran.out.splitlines() if not line.startswith("No sandbox: ")]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A good bot that was checked."""
    folder = tmp_path_factory.mktemp("checked")
    write_bot(folder / "random.bot.py", GOOD)
    return run("check", "random.bot.py", folder=folder)


def test_a_good_bot_passes_every_step(checked: Ran) -> None:
    assert (checked.code, checked.err) == (0, "")
    name, *steps = told(checked)
    assert name == "Checking random.bot"
    assert [step.split(":")[0] for step in steps[:9]] == [
        steps[0],
        "2 ✓ plays rolling-stone",
        "3 ✓ rolling-stone with 4 seats",
        "4 ✓ rolling-stone with 8 seats",
        *(f"{number} ✓ {step}" for number, step in enumerate(DRILLED, 5)),
    ]
    assert re.match(r"1 ✓ starts( in a sandbox)?, and says hello after \d", steps[0])


def test_the_times_of_its_decisions_are_told(checked: Ran) -> None:
    assert " decisions, " in checked.out
    assert " ms each, at most " in checked.out


def test_a_good_bot_is_told_how_to_be_submitted(checked: Ran) -> None:
    *_, last = checked.out.splitlines()
    assert last.strip() == "bumblepuppy submit --name random.bot -- random.bot.py"


@needs_proc
def test_a_check_leaves_no_process(checked: Ran) -> None:
    assert processes_of(checked.folder) == []


@pytest.mark.parametrize(
    ("body", "failed", "said"),
    [
        (
            ["print('let me see'); os._exit(3)"],
            "3 ✗ rolling-stone with 4 seats: at fault in game 1 (3 crashed).",
            "let me see",
        ),
        (
            ["return view.hand"],
            "3 ✗ rolling-stone with 4 seats: at fault in game 1 (3 malformed).",
            "expected one of view.legal",
        ),
    ],
)
def test_a_bad_bot_fails_at_a_step_that_is_named_with_its_last_output(
    tmp_path: Path, body: list[str], failed: str, said: str
) -> None:
    ran = run("check", str(write_bot(tmp_path / "bad.py", body)), folder=tmp_path)
    assert ran.code == 1
    assert ran.out.splitlines()[-1] == "2 ✓ plays rolling-stone"
    assert ran.err.startswith(failed)
    assert said in ran.err


def test_a_bot_that_does_not_start_fails_at_the_first_step(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("import no_such_module")
    ran = run("check", "bad.py", folder=tmp_path)
    assert (ran.code, told(ran)) == (1, ["Checking bad"])
    assert ran.err.startswith("1 ✗ does not start: bot 'bad'")
    assert "No module named 'no_such_module'" in ran.err


def test_a_bot_that_plays_nothing_fails_at_the_second_step(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bad.py", GOOD, game="whist")
    ran = run("check", str(bot), folder=tmp_path)
    assert ran.code == 1
    assert ran.err.startswith("2 ✗ plays none of rolling-stone, rumba, but whist: ")
    assert "play_rolling_stone" in ran.err


def drilled(*command: str) -> tuple[list[str], str]:
    """Put a bot of the gallery to the tests that come after the games, and give what is told."""
    told: list[str] = []
    bot = Entrant(name="bad", command=(sys.executable, *command))
    with pytest.raises(CheckFailedError) as failure:
        asyncio.run(Check(bot, told.append)._drill("rolling-stone"))
    return told, str(failure.value)


@needs_proc
@pytest.mark.parametrize(
    ("ill", "passed", "said"),
    [
        ("errors", 0, "ignore what the contract does not name. (3 crashed)"),
        ("loss", 1, "call Play again at once with the same token"),
        ("void", 2, "a result with the reason `void` has no places; forget the game. (3 crashed)"),
        ("goodbye", 4, "does not end within 0.2 s after the referee's goodbye"),
    ],
)
def test_a_bot_that_takes_something_ill_fails_at_just_that_step_and_is_told_what_to_do(
    ill: str, passed: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (arena, check):
        monkeypatch.setattr(module, "FAREWELL", 0.1)
    told, failure = drilled(str(GALLERY / "takes_ill.py"), ill)
    assert [line.split(":")[0] for line in told] == [
        f"{number} ✓ {step}" for number, step in enumerate(DRILLED[:passed], 1)
    ]
    assert failure.startswith(f"{passed + 1} ✗ ")
    assert said in failure


@needs_proc
def test_a_bot_that_spins_while_it_waits_is_told_so() -> None:
    told, failure = drilled(str(GALLERY / "spins_when_idle.py"))
    assert len(told) == 3
    assert failure.startswith("4 ✗ uses ")
    assert "% of a processor while it is asked nothing: let it wait" in failure


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["check", "no_such_bot.py"], ["bot 'no_such_bot'", "there is no file"]),
        (["check", "--", "no_such_program", "x"], ["there is no program 'no_such_program'"]),
        (["submit", "--name", "x" * 41, "good.py"], ["--name", "41 characters", "at most 40"]),
        (["submit", "--name", "greedy", "good.py"], ["'greedy' is the name of a sample bot"]),
    ],
)
def test_what_is_wrong_with_the_command_is_no_fault_of_the_bot(
    tmp_path: Path, words: list[str], parts: list[str]
) -> None:
    write_bot(tmp_path / "good.py", GOOD)
    assert_refused(run(*words, folder=tmp_path), *parts)


# --- submit ---


@pytest.fixture(scope="module")
def submitted(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A good bot that was submitted as a command of several words."""
    folder = tmp_path_factory.mktemp("submitted")
    write_bot(folder / "bot.py", GOOD, game="rumba")
    words = ("submit", "--name", "Ágata 🂱", "--author", 'Ann "A."', "--", sys.executable, "bot.py")
    return run(*words, folder=folder)


def test_a_good_bot_is_checked_tried_and_entered(submitted: Ran) -> None:
    assert (submitted.code, submitted.err) == (0, "")
    lines = told(submitted)
    assert lines[0] == "Checking Ágata 🂱"
    assert lines[10].startswith("10 ✓ rumba: mean places in 20 games: ")
    assert all(f"{name} " in lines[10] for name in ("Ágata 🂱", "counter", "greedy", "random"))
    assert lines[11] == "11 ✓ Ágata 🂱 is entered in roster.toml"


def test_the_roster_holds_what_was_submitted_in_words_that_work_from_any_folder(
    submitted: Ran,
) -> None:
    file = submitted.folder / "roster.toml"
    assert 'name = "Ágata 🂱"' in file.read_text(encoding="utf-8")
    (entry,) = load_roster(file)
    assert entry.entrant.command == (sys.executable, str(submitted.folder / "bot.py"))
    assert (entry.entrant.author, entry.games) == ('Ann "A."', ("rumba",))
    assert entry.added is not None


def test_the_next_tournament_includes_it(submitted: Ran, tmp_path: Path) -> None:
    words = submitted.out.splitlines()[-1].split()
    assert words == ["bumblepuppy", "run-tournament", "--game", "rumba", "--db", "cup-1.sqlite"]
    db = str(submitted.folder / words[-1])
    ran = run(*words[1:-1], db, "--games", "4", "--json", folder=tmp_path)
    assert ran.code == 0
    names = {entrant["name"] for entrant in json.loads(ran.out.splitlines()[-1])["entrants"]}
    assert names == {"Ágata 🂱", "counter", "tips", "greedy", "random"}


def test_a_tournament_of_a_game_that_it_does_not_play_does_without_it(submitted: Ran) -> None:
    ran = run("run-tournament", "--dry-run", folder=submitted.folder)
    assert ran.code == 0
    assert "4 bots:" in ran.out
    assert "Ágata" not in ran.out


def test_a_second_bot_of_the_name_is_refused_before_it_is_checked(submitted: Ran) -> None:
    before = (submitted.folder / "roster.toml").read_bytes()
    ran = run("submit", "--name", "Ágata 🂱", "bot.py", folder=submitted.folder)
    assert_refused(ran, "roster.toml: there is a bot 'Ágata 🂱' already", "--name")
    assert ran.out == ""
    assert (submitted.folder / "roster.toml").read_bytes() == before


def test_a_bad_bot_is_not_entered(tmp_path: Path) -> None:
    write_bot(tmp_path / "bad.py", ["raise ValueError('no idea')"])
    ran = run("submit", "bad.py", folder=tmp_path)
    assert ran.code == 1
    assert "no idea" in ran.err
    assert not (tmp_path / "roster.toml").exists()
