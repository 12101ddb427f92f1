"""Libraries that only some commands need, and that not everybody has installed."""

from __future__ import annotations

import shlex
import sys


def how_to_install(package: str) -> str:
    """Give the command that installs a package for the Python that runs this."""
    return shlex.join([sys.executable, "-m", "pip", "install", package])
