"""The exit codes of the command line; `bumblepuppy run-tournament --help` tells them too."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    """As asked for."""
    FAILED = 1
    """A bot or a tournament file failed its check, or the machine lacks what a tournament needs."""
    WRONG = 2
    """Something is wrong with what was asked for; a message says what."""
    INTERRUPTED = 130
    """By Ctrl-C, or because nobody reads the output any more."""
