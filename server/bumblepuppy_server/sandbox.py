"""A sandbox for bots: bubblewrap, a program (`bwrap`) that Linux systems offer.

A bot in it has no network, and reaches the referee through its socket alone. It can read the
system and what belongs to it, write in a `/tmp` of its own, and see no process but its own. All of
it ends when its first process does.
"""

from __future__ import annotations

import os
import re
import shutil
import site
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_server.limits import MIB, Limits
from bumblepuppy_server.sight import seen_by, showing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_APART: Final = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
_KEPT: Final = ("PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "JAVA_HOME")
_KEPT_FAMILIES: Final = ("LC_", "PYTHON", "BUMBLEPUPPY_")
"""Variables of the environment that a bot may need; others may be secrets."""
_PATIENCE: Final = 10.0
"""Seconds for a look whether it works."""
_TO_INSTALL: Final = "install it (Debian, Ubuntu: sudo apt install bubblewrap)"
_TO_ALLOW: Final = (
    "it must be version 0.7 or newer, and the system must allow user namespaces (by sysctl: "
    "kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0)"
)


class SandboxError(BumblepuppyError):
    """A sandbox is asked for and cannot be made; the message says what is missing."""


class Choice(StrEnum):
    """Where bots are to run."""

    AUTO = "auto"
    """In a sandbox, where there can be one."""
    BWRAP = "bwrap"
    """In a sandbox, or not at all."""
    NONE = "none"
    """As any other program of the user's."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What the bots of a tournament are kept in."""

    hidden: frozenset[Path] = frozenset()
    """Files that no bot may see, without symbolic links."""

    def command(
        self, command: Sequence[str], others: Sequence[Sequence[str]], socket: Path, limits: Limits
    ) -> tuple[str, ...]:
        """Give the command that runs a bot's command in the sandbox.

        Args:
            command: Program and arguments.
            others: The commands of the other bots, whose files are hidden.
            socket: The folder of the referee's socket.
            limits: What the bot may use.
        """
        shown, theirs = seen_by(command, others)
        room = str(limits.file_size * MIB)
        here = str(Path.cwd())
        return (
            *("bwrap", *_APART, "--proc", "/proc", "--dev", "/dev"),
            *("--size", room, "--tmpfs", "/dev/shm", "--size", room, "--tmpfs", "/tmp"),  # noqa: S108
            *showing(shown, self.hidden | theirs),
            *("--ro-bind", str(socket), str(socket), "--dir", here, "--chdir", here),
            *("--remount-ro", "/dev", "--remount-ro", "/"),
            *("--", *_counting(limits.processes), *command),
        )

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """Give what a bot needs of an environment."""
        kept = {
            name: value
            for name, value in given.items()
            if name in _KEPT or name.startswith(_KEPT_FAMILIES)
        }
        if site.ENABLE_USER_SITE:  # which Python would look for in the home
            kept.setdefault("PYTHONUSERBASE", site.getuserbase())
        return {**kept, "HOME": "/tmp"}  # noqa: S108 - its own

    def exit_code(self, code: int) -> int:
        """Give a bot's exit code (negative: the signal) by the one of its sandbox."""
        return 128 - code if code > 128 else code


@dataclass(frozen=True, slots=True, kw_only=True)
class Confinement:
    """What a bot may use of the machine, and what it sees of it."""

    limits: Limits = field(default_factory=Limits)
    sandbox: Sandbox | None = None
    """`None`: it sees all that the user does."""


def _counting(processes: int) -> tuple[str, ...]:
    """Give the beginning of a command that can have so many processes, if that can be had.

    From Linux 5.14 on the system counts the processes of a user in each sandbox by themselves; but
    it binds no root.
    """
    linux = re.match(r"(\d+)\.(\d+)", os.uname().release)
    if linux and tuple(map(int, linux.groups())) >= (5, 14) and shutil.which("prlimit"):
        return ("prlimit", f"--nproc={processes}")
    return ()


def choose_sandbox(choice: Choice, hidden: Collection[Path] = ()) -> tuple[Sandbox | None, str]:
    """Find what the bots are kept in, and why in nothing, if that is not what was chosen.

    Args:
        choice: What is asked for.
        hidden: Files that no bot may see.

    Raises:
        SandboxError: there must be one, and cannot.
    """
    if choice is Choice.NONE:
        return None, ""
    if why := why_no_sandbox():
        if choice is Choice.BWRAP:
            raise SandboxError(f"--sandbox bwrap: {why}; or run without, by --sandbox none")
        return None, why
    return Sandbox(frozenset(path.resolve() for path in hidden)), ""


def why_no_sandbox() -> str:
    """Tell why there can be no sandbox here, and what would help; nothing if there can."""
    if shutil.which("bwrap") is None:
        return f"bubblewrap is not installed: {_TO_INSTALL}"
    nothing = (sys.executable, "-I", "-S", "-c", "")
    box = Sandbox()
    with tempfile.TemporaryDirectory() as folder:
        command = box.command(nothing, (), Path(folder), Limits())
        try:
            subprocess.run(  # noqa: S603 - a program of the system's
                command,
                env=box.environment(os.environ),
                check=True,
                capture_output=True,
                timeout=_PATIENCE,
            )
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode("utf-8", "replace").strip().splitlines() or [str(error)]
            return f"bubblewrap does not work here ({said[-1]}): {_TO_ALLOW}"
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"bubblewrap does not work here ({error}): {_TO_ALLOW}"
    return ""
