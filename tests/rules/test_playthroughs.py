"""The golden playthroughs still come out character by character."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.playthroughs import FOLDER, playthrough

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_playthrough_is_as_written(path: Path) -> None:
    written = path.read_text("utf-8")
    assert playthrough(written) == written


def test_both_games_have_playthroughs() -> None:
    games = {path.read_text("utf-8").splitlines()[0] for path in FOLDER.glob("*.txt")}
    assert games == {"game: rolling-stone", "game: rumba"}
