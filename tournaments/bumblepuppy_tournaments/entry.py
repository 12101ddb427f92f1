"""The console script: says what to install where a contestant has the SDK alone."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, if its libraries are installed."""
    try:
        from bumblepuppy_tournaments.cli import app  # noqa: PLC0415 - may be missing
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("bumblepuppy"):
            raise
        sys.exit(
            f"bumblepuppy: {missing.name} is not installed: the SDK alone has no commands. Run\n"
            "  pip install 'bumblepuppy[tournament]'"
        )
    app()
