"""Putting a new file in an old one's place."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from bumblepuppy_tournaments.bots.entrants import ConfigError

USUAL: Final = 0o644
"""Everybody may read a new file, and its owner write it."""


def put_in_place(path: Path, text: str, mode: int | None = None) -> None:
    """Write a file so that at no moment half of it is there, nor readable by more than it is to be.

    Args:
        path: Where; what it links to is what is replaced.
        text: What, in UTF-8.
        mode: Who may read and write it; `None`: as before, and as usual for a new one.

    Raises:
        ConfigError: it cannot be written.
    """
    real = path.resolve()
    try:
        if mode is None:
            mode = real.stat().st_mode & 0o777 if real.exists() else USUAL
        with tempfile.TemporaryDirectory(dir=real.parent, prefix=f".{real.stem}") as folder:
            new = Path(folder) / real.name
            new.write_bytes(text.encode())
            new.chmod(mode)
            new.replace(real)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from error
