"""Become another program that dies with its parent: `python confine.py PARENT_PID COMMAND …`.

Run as a script with `-I -S`: it needs the standard library alone, and starts in a few
milliseconds. It stands between fork and exec so that the starting process need not run code there.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Ask the kernel to be killed with the parent, then become the command."""
    parent, command = int(sys.argv[1]), sys.argv[2:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before the kernel was asked
        sys.exit(1)
    try:
        os.execvp(command[0], command)  # noqa: S606 - to run the command is the purpose
    except OSError as error:
        sys.exit(f"cannot run {command[0]!r}: {error.strerror}")


if __name__ == "__main__":
    main()
