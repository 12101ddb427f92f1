"""What a bot is shown of the file system: what it needs, and nothing that is hidden."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bumblepuppy_server.sight import seen_by, showing

PYTHON = sys.executable


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The present folder, with the files of some bots, in the home of a user."""
    home = tmp_path / "home"
    here = home / "cups"
    for path in (
        "ann/ann.py",
        "ann/model/net",
        "bob/bob.py",
        "bob/bin/bob",
        "mod/main.py",
        "cyd.py",
    ):
        (here / path).parent.mkdir(parents=True, exist_ok=True)
        (here / path).touch(mode=0o755)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    return here


def shown_to(*command: str, others: tuple[tuple[str, ...], ...] = ()) -> set[str]:
    """List what a bot is shown below the present folder and its home."""
    shown, _ = seen_by(command, others)
    home = Path("~").expanduser()
    return {str(path.relative_to(home)) for path in shown if path.is_relative_to(home)}


def hidden_from(*command: str, others: tuple[tuple[str, ...], ...]) -> set[str]:
    _, hidden = seen_by(command, others)
    home = Path("~").expanduser().resolve()
    return {str(path.relative_to(home)) for path in hidden}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("python ann/ann.py", {"cups/ann"}),
        ("python -m mod.main", {"cups/mod"}),
        ("python cyd.py", {"cups"}),
        ("bob/bin/bob", {"cups/bob"}),
        ("bob/bob.py --model=ann/model", {"cups/bob", "cups/ann/model"}),
        ("java -cp bob/bin:ann/model/net Main", {"cups/bob/bin", "cups/ann/model"}),
        ("node .", {"cups"}),
        ("python -P -m bumblepuppy_bots.tips", set()),
        ("python -c print()", set()),
    ],
)
def test_a_bot_is_shown_the_folders_of_what_its_command_names(
    command: str, shown: set[str]
) -> None:
    program, *words = command.split()
    assert shown_to(PYTHON if program == "python" else program, *words) == shown


def test_a_bot_in_the_middle_of_a_home_is_shown_no_more_than_its_file(here: Path) -> None:
    (here.parent / "bot.py").touch()
    assert shown_to(PYTHON, str(here.parent / "bot.py")) == {"bot.py"}
    assert shown_to(PYTHON, "..") == set()


@pytest.mark.usefixtures("here")
def test_a_bot_is_shown_the_python_that_runs_this_with_its_packages() -> None:
    shown, _ = seen_by(("node", "x"), ())
    assert {Path(sys.prefix), Path(sys.base_prefix)} <= shown
    assert {Path(path) for path in sys.path if path.endswith("/sdk")} <= shown


@pytest.mark.parametrize("line", ["#!tool/bin/runs -v", "#!/usr/bin/env runs -v"])
def test_a_script_is_shown_with_the_program_that_runs_it(
    here: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    (here / "tool" / "bin").mkdir(parents=True)
    (here / "tool" / "bin" / "runs").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(here / "tool" / "bin"))
    (here / "ann" / "script").write_text(f"{line}\n")
    (here / "ann" / "script").chmod(0o755)
    assert shown_to("ann/script") == {"cups/ann", "cups/tool"}


def test_a_program_that_is_a_link_is_shown_with_what_it_leads_to(here: Path) -> None:
    (here / "link").mkdir()
    (here / "link" / "bob").symlink_to(here / "bob" / "bin" / "bob")
    assert shown_to("link/bob") == {"cups/link", "cups/bob"}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("command", "other", "hidden"),
    [
        ("cyd.py", "bob/bob.py", {"cups/bob", "cups/bob/bob.py"}),
        ("bob/bob.py", "cyd.py", {"cups/cyd.py"}),
        ("cyd.py", "cyd.py --other", set()),
        ("ann/ann.py", "bob/bob.py ann/model", {"cups/bob", "cups/bob/bob.py", "cups/ann/model"}),
        ("ann/ann.py ann/model", "bob/bob.py ann/model", {"cups/bob", "cups/bob/bob.py"}),
        ("cyd.py", "/usr/bin/env bash", set()),
    ],
)
def test_what_another_bot_s_command_names_is_hidden_unless_both_do(
    command: str, other: str, hidden: set[str]
) -> None:
    found = hidden_from(PYTHON, *command.split(), others=((PYTHON, *other.split()),))
    assert found == hidden


# --- how it is shown ---


def words(here: Path, *hidden: str) -> list[str]:
    options = showing([here], [(here / path).resolve() for path in hidden])
    return [option.replace(str(here), "@") for option in options]


def test_a_folder_with_nothing_hidden_is_shown_whole(here: Path) -> None:
    assert words(here) == ["--ro-bind", "@", "@"]


def test_a_folder_with_something_hidden_is_shown_entry_by_entry(here: Path) -> None:
    (here / "link").symlink_to("cup.sqlite")
    assert words(here, "cup.sqlite", "bob", "ann/ann.py") == [
        *("--ro-bind", "@/ann/model", "@/ann/model"),
        *("--ro-bind", "@/cyd.py", "@/cyd.py"),
        *("--symlink", "cup.sqlite", "@/link"),
        *("--ro-bind", "@/mod", "@/mod"),
    ]


def test_what_is_hidden_stays_so_by_whatever_name_its_folder_is_shown(here: Path) -> None:
    other = here.parent / "other"
    other.symlink_to(here)
    options = list(showing([other], [here / "cyd.py"]))
    assert str(other / "cyd.py") not in options
    assert str(other / "mod") in options
