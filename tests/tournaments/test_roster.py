"""The roster: people and programs write in the same file."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bumblepuppy_tournaments.bots.entrants import ConfigError, Entrant
from bumblepuppy_tournaments.bots.roster import Entry, add_to_roster, load_roster

if TYPE_CHECKING:
    from pathlib import Path

DAY = dt.date(2026, 1, 31)
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
"""What a word of a command can hold."""
BY_HAND = """\
# our cup, do not touch!
[[bot]]          # the champion
name = "ann"
command = ["ann.py"]
"""


def _entry(name: str = "mine", author: str | None = None) -> Entry:
    return Entry(Entrant(name=name, command=("/bots/mine.py", "a b"), author=author), DAY)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "roster.toml"


def test_a_roster_that_does_not_exist_is_empty(path: Path) -> None:
    assert load_roster(path) == []


def test_what_is_added_is_there(path: Path) -> None:
    entries = [_entry("mine", "Ann"), _entry("東京 🃏"), _entry("[red]")]
    for entry in entries:
        add_to_roster(path, entry)
    assert load_roster(path) == entries


def test_what_people_wrote_stays_as_it_is(path: Path) -> None:
    path.write_text(BY_HAND)
    add_to_roster(path, _entry())
    assert path.read_text() == (
        BY_HAND
        + '\n[[bot]]\nname = "mine"\ncommand = ["/bots/mine.py", "a b"]\nadded = 2026-01-31\n'
    )


def test_a_last_line_without_an_end_is_ended(path: Path) -> None:
    path.write_text(BY_HAND.rstrip())
    add_to_roster(path, _entry())
    assert [entry.entrant.name for entry in load_roster(path)] == ["ann", "mine"]


def test_windows_line_ends_stay(path: Path) -> None:
    path.write_bytes(BY_HAND.replace("\n", "\r\n").encode())
    add_to_roster(path, _entry())
    content = path.read_bytes()
    assert content.count(b"\r\n") == content.count(b"\n") == 9


def test_a_new_roster_says_what_it_is(path: Path) -> None:
    add_to_roster(path, _entry())
    assert path.read_text().startswith("# The bots of this tournament.")


def test_the_files_permissions_and_link_stay(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "real.toml"
    real.write_text(BY_HAND)
    real.chmod(0o640)
    path.symlink_to(real)
    add_to_roster(path, _entry())
    assert path.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert {file.name for file in tmp_path.iterdir()} == {"roster.toml", "real.toml"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(st.text(CHARACTERS, min_size=1), min_size=1))
def test_every_command_survives(path: Path, words: list[str]) -> None:
    path.unlink(missing_ok=True)
    entry = Entry(Entrant(name="mine", command=("node", *words)), DAY)
    add_to_roster(path, entry)
    assert load_roster(path) == [entry]


def test_relative_paths_are_relative_to_the_roster(path: Path) -> None:
    path.write_text(BY_HAND)
    (entry,) = load_roster(path)
    assert entry.entrant.command == (str(path.parent / "ann.py"),)
    assert entry.added is None


def test_a_relative_path_may_be_added(path: Path) -> None:
    add_to_roster(path, Entry(Entrant(name="mine", command=("mine.py",)), DAY))
    assert load_roster(path)[0].entrant.command == (str(path.parent / "mine.py"),)


def test_a_name_can_be_added_once(path: Path) -> None:
    add_to_roster(path, _entry())
    before = path.read_text()
    with pytest.raises(ConfigError, match=r"roster\.toml: there is a bot 'mine' already: choose"):
        add_to_roster(path, _entry())
    assert path.read_text() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bots = 3", "roster.toml: unknown key 'bots'; did you mean 'bot'?"),
        ("bot = 3", "roster.toml: bot: expected [[bot]] tables, got 3"),
        ("[[bot]]\nname = 'a'", "roster.toml: bot 1: the key 'command' is missing"),
        ("[[bot]]\nname = 'a'\ncommand = 'x'\nadded = 3", "bot 1 (a): added: expected a date such"),
        ("[[bot]]\nname = 'a'\ncommand = 'x'\nage = 3", "roster.toml: bot 1: unknown key 'age'"),
        (
            "[[bot]]\nname = 'a'\ncommand = 'x'\n[[bot]]\nname = 'a'\ncommand = 'y'",
            "roster.toml: the bot name 'a' is used twice, for 'x' and 'y'",
        ),
        ("[[bot", "roster.toml: not a TOML file:"),
    ],
)
def test_a_mistake_in_the_roster_is_named(path: Path, text: str, message: str) -> None:
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_roster(path)
    assert message in str(caught.value)
    with pytest.raises(ConfigError):
        add_to_roster(path, _entry())
    assert path.read_text() == text


def test_a_roster_that_tables_cannot_be_added_to_is_left_alone(path: Path) -> None:
    text = "bot = [{name = 'a', command = 'x'}]"
    path.write_text(text)
    with pytest.raises(ConfigError, match="cannot be added to by program: enter the bot by hand"):
        add_to_roster(path, _entry())
    assert path.read_text() == text


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"roster\.toml: cannot be written: No such file"):
        add_to_roster(tmp_path / "nowhere" / "roster.toml", _entry())
