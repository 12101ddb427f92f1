"""Every clause of the rules has its test, and `CLAUSES.md` tells which."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
GAMES: Final = HERE.parents[1] / "sdk" / "bumblepuppy_sdk" / "games"
LIST: Final = HERE.joinpath("CLAUSES.md").read_text("utf-8")
SECTIONS: Final = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", LIST, re.MULTILINE | re.DOTALL))
"""By clause: its part of the list."""
TESTS: Final = {
    name
    for path in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
}
CLAUSES: Final = sorted(
    {
        clause
        for path in GAMES.glob("*/rules.md")
        for clause in re.findall(r"^\*\*([A-Z]{2}-\d+) ", path.read_text("utf-8"), re.MULTILINE)
    }
)


def test_the_pages_have_all_their_clauses() -> None:
    rolling_stone, rumba = ({f"{game}-{n}" for n in range(1, 40)} for game in ("RS", "RU"))
    assert len(rolling_stone.intersection(CLAUSES)) == 14
    assert len(rumba.intersection(CLAUSES)) == 16


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_named_by_a_test_and_listed_with_it(clause: str) -> None:
    named = f"test_{clause.lower().replace('-', '_')}_"
    assert any(test.startswith(named) for test in TESTS)
    assert f"`{named}" in SECTIONS[clause]


@pytest.mark.parametrize("clause", SECTIONS)
def test_each_test_that_the_list_names_exists(clause: str) -> None:
    assert set(re.findall(r"`(test_\w+)`", SECTIONS[clause])) - TESTS == set()


def test_no_test_of_a_clause_is_missing_in_the_list() -> None:
    of_a_clause = {test for test in TESTS if re.match(r"test_(rs|ru|fa)_\d", test)}
    assert of_a_clause - set(re.findall(r"`(test_\w+)`", LIST)) == set()
