"""Looking at a tournament file from a second terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_tournaments.store.writer import Writer
from bumblepuppy_tournaments.telling.standings import show_standings
from tournament_games import plan_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_secret_is_shown_once_it_was_told_and_not_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Writer(tmp_path / "x", plan_of(), 8) as writer:
        show_standings(writer.path, watch=False, json=False)
        before = capsys.readouterr().out
        writer.tell_secret()
        show_standings(writer.path, watch=False, json=False)
        after = capsys.readouterr().out
    assert writer.commitment in before
    assert writer.secret.hex() not in before
    assert f"secret {writer.secret.hex()}" in after.splitlines()
