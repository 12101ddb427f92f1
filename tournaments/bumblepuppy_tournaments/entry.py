"""The console script: says what to install where a contestant has the SDK alone."""

from __future__ import annotations

import io
import sys

from bumblepuppy_tournaments.exit_codes import ExitCode


def main() -> None:
    """Run the command line, if its libraries are installed."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Tables and JSON are UTF-8 whatever the locale; file names come out as they went in.
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    try:
        from bumblepuppy_tournaments.cli import app  # noqa: PLC0415 - may be missing
    except KeyboardInterrupt:  # Ctrl-C before anything has begun
        sys.exit(ExitCode.INTERRUPTED)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("bumblepuppy"):
            raise
        sys.exit(
            f"bumblepuppy: {missing.name} is not installed: the SDK alone has no commands. Run\n"
            "  pip install 'bumblepuppy[tournament]'"
        )
    app()
