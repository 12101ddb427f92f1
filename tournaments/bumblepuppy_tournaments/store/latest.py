"""The tournament file that is meant where none is named."""

from __future__ import annotations

from pathlib import Path

from bumblepuppy_tournaments.store.lock import StoreError


def latest_tournament() -> Path:
    """Give the tournament file in this folder that was played last.

    Raises:
        StoreError: there is none.
    """
    files = sorted(Path().glob("*.sqlite"), key=lambda path: path.stat().st_mtime)
    if not files:
        raise StoreError(
            "there is no tournament file (*.sqlite) in this folder: name one by --db, "
            "or play one: bumblepuppy run-tournament"
        )
    return files[-1]
