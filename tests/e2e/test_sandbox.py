"""A sandbox: what a bot gets at in it, and what without; and when there can be none."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from command_line import BOTS, assert_refused, needs_proc, processes_of, run, write_bot
from evenings import BOTS as GALLERY
from evenings import needs_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

    from command_line import Ran

pytestmark = needs_proc

CUP: Final = """
seed = "not to be known"
db = "cup.sqlite"
roster = "roster.toml"
[[bot]]
name = "spy"
command = ["pokes_about.py", "--book=../books/mine.txt"]
[[bot]]
name = "ann"
command = "ann.py"
[[bot]]
name = "bob"
command = ["python", "bob/bob.py"]
[[bot]]
name = "tips"
command = "tips"
"""
READS: Final = [
    *("books/mine.txt", "cup/ann.py", "cup/bob/bob.py", "cup/bob/book.txt", "cup/cup.sqlite"),
    *("cup/cup.toml", "cup/helper.txt", "cup/pokes_about.py", "cup/roster.toml", "secret.txt"),
]
"""What there is to read around the spy."""
ITS_OWN: Final = ["books/mine.txt", "cup/helper.txt", "cup/pokes_about.py"]


def lay_out(folder: Path) -> Path:
    """Lay out a tournament whose bots have their files in its folder and below."""
    cup = folder / "cup"
    for name in ("books", "cup/bob"):
        (folder / name).mkdir(parents=True)
    for name in ("../secret.txt", "helper.txt", "../books/mine.txt", "bob/book.txt", "roster.toml"):
        (cup / name).write_text("# words\n")
    (cup / "link.sqlite").symlink_to("cup.sqlite")
    (cup / "cup.toml").write_text(CUP)
    (cup / "pokes_about.py").write_bytes((GALLERY / "pokes_about.py").read_bytes())
    for bot in ("ann.py", "bob/bob.py"):
        write_bot(cup / bot, ["return view.legal[0]"])
    return cup


@contextlib.contextmanager
def listening() -> Iterator[tuple[str, str]]:
    """Listen at a port and at an abstract socket; give their names."""
    abstract = f"bumblepuppy-test-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as port, socket.socket(socket.AF_UNIX) as end:
        end.bind("\0" + abstract)
        end.listen()
        yield str(port.getsockname()[1]), abstract


def spied(folder: Path, sandbox: str, *writes: str) -> dict[str, list[str]]:
    """Give what the spy tells."""
    cup = lay_out(folder)
    with listening() as (port, abstract):
        env = {
            "BUMBLEPUPPY_TEST_PORT": port,
            "BUMBLEPUPPY_TEST_SOCKET": abstract,
            "BUMBLEPUPPY_TEST_FOLDERS": ":".join((str(cup), str(folder / "books"), *writes)),
            "BUMBLEPUPPY_TEST_VARIABLES": "API_KEY:PATH:BUMBLEPUPPY_TOKEN",
            "API_KEY": "not to be told",
        }
        ran = run("run-tournament", "cup.toml", "--sandbox", sandbox, folder=cup, env=env)
    assert "ended with exit code 3 before it said hello" in ran.err
    told = (line.split() for line in ran.err.splitlines())
    return {words[0]: words[1:] for words in told if words}


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the spy tells of a sandbox."""
    places = ("/", "/usr", "/etc", "/dev", "/proc", "/sys", "/var/tmp", str(Path.home()), "/tmp")
    return spied(tmp_path_factory.mktemp("inside"), "bwrap", *places)


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What it tells of a machine without."""
    return spied(tmp_path_factory.mktemp("outside"), "none")


# --- without: or else the spy would be no good ---


def test_without_a_sandbox_a_bot_reads_what_its_user_does(outside: dict[str, list[str]]) -> None:
    assert set(READS) <= set(outside["reads"])


def test_without_a_sandbox_a_bot_writes_where_its_user_does(outside: dict[str, list[str]]) -> None:
    assert [Path(folder).name for folder in outside["writes"]] == ["cup", "books"]


def test_without_a_sandbox_a_bot_knows_its_user_s_environment(
    outside: dict[str, list[str]],
) -> None:
    assert outside["knows"] == ["API_KEY", "PATH", "BUMBLEPUPPY_TOKEN"]


def test_without_a_sandbox_a_bot_sees_other_processes(outside: dict[str, list[str]]) -> None:
    assert "bumblepuppy" in outside["processes"]


def test_without_a_sandbox_a_bot_reaches_others(outside: dict[str, list[str]]) -> None:
    assert (outside["port"], outside["socket"]) == (["True"], ["True"])


# --- inside ---


@needs_sandbox
def test_a_bot_sees_its_own_and_neither_tournament_nor_roster_nor_settings_nor_other_bots(
    inside: dict[str, list[str]],
) -> None:
    assert inside["reads"] == ITS_OWN


@needs_sandbox
def test_a_bot_writes_in_a_tmp_of_its_own_and_nowhere_else(inside: dict[str, list[str]]) -> None:
    assert "/tmp" in inside["writes"]
    assert all(Path(folder).is_relative_to("/tmp") for folder in inside["writes"])
    assert not any((Path(folder) / "was here").exists() for folder in inside["writes"])


@needs_sandbox
def test_a_bot_knows_no_secret_of_its_user_s(inside: dict[str, list[str]]) -> None:
    assert inside["knows"] == ["PATH", "BUMBLEPUPPY_TOKEN"]


@needs_sandbox
def test_a_bot_sees_no_process_but_its_own(inside: dict[str, list[str]]) -> None:
    assert {name.rstrip("0123456789.") for name in inside["processes"]} == {"bwrap", "python"}


@needs_sandbox
def test_a_bot_reaches_nobody(inside: dict[str, list[str]]) -> None:
    assert (inside["port"], inside["socket"]) == (["False"], ["False"])


@needs_sandbox
def test_the_heading_says_that_there_is_a_sandbox_and_whoever_looks_on_is_told(
    tmp_path: Path,
) -> None:
    ran = run("run-tournament", "--games", "4", *BOTS, "--sandbox", "bwrap", folder=tmp_path)
    assert (ran.code, ran.err, ran.out.splitlines()[2]) == (0, "", "sandbox: bwrap")
    assert run("standings", folder=tmp_path).out.splitlines()[2] == "sandbox: bwrap"
    assert processes_of(tmp_path) == []


@needs_sandbox
def test_a_bot_that_fails_in_a_sandbox_is_told_that_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "model").write_text("a model")
    (tmp_path / "bots").mkdir()
    bot = tmp_path / "bots" / "bot.py"
    write_bot(bot, ["return view.legal[0]"])
    bot.write_text(f"open({str(tmp_path / 'data' / 'model')!r})\n" + bot.read_text())
    ran = run("check", "--sandbox", "bwrap", "bots/bot.py", folder=tmp_path)
    assert ran.code == 1
    assert "No such file or directory" in ran.err
    assert ran.err.splitlines()[-1].startswith("It ran in a sandbox: ")


# --- where there can be none ---


@pytest.fixture
def without(tmp_path: Path) -> dict[str, str]:
    """An environment in which bubblewrap is not to be found."""
    (tmp_path / "bin").mkdir()
    return {"PATH": str(tmp_path / "bin")}


@pytest.fixture
def forbidden(without: dict[str, str]) -> dict[str, str]:
    """An environment in which bubblewrap says what it does where it is forbidden."""
    program = Path(without["PATH"]) / "bwrap"
    program.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1"
    )
    program.chmod(0o755)
    return without


def cup(folder: Path, env: dict[str, str], *words: str) -> Ran:
    return run("run-tournament", "--games", "4", *BOTS, *words, folder=folder, env=env)


def test_a_sandbox_that_must_be_and_is_not_installed_is_refused_with_the_remedy(
    tmp_path: Path, without: dict[str, str]
) -> None:
    ran = cup(tmp_path, without, "--sandbox", "bwrap")
    assert_refused(ran, "--sandbox bwrap: bubblewrap is not installed", "apt install", "none")
    assert not list(tmp_path.glob("*.sqlite*"))


def test_a_sandbox_that_must_be_and_does_not_work_is_refused_with_the_remedy(
    tmp_path: Path, forbidden: dict[str, str]
) -> None:
    ran = cup(tmp_path, forbidden, "--sandbox", "bwrap")
    said = "does not work here (bwrap: No permissions to create new namespace)"
    assert_refused(ran, said, "user namespaces", "kernel.apparmor_restrict_unprivileged_userns=0")


def test_a_sandbox_that_can_be_done_without_is_done_without_and_that_is_told(
    tmp_path: Path, forbidden: dict[str, str]
) -> None:
    ran = cup(tmp_path, forbidden)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[2] == "no sandbox: bots run as your user"
    assert any(line.startswith("No sandbox: bubblewrap does not work here") for line in lines)


def test_a_sandbox_of_another_kind_is_refused(tmp_path: Path) -> None:
    ran = cup(tmp_path, {}, "--sandbox", "docker")
    assert_refused(ran, "--sandbox: expected 'auto' or 'bwrap' or 'none', got 'docker'")
