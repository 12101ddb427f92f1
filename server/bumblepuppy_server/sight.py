"""What a bot needs to see of a file system, and how to show it that without the rest."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix"),
    "/sys/devices/system/cpu",  # by which libraries choose how many threads to start
)
"""Where a system keeps its programs, and what these read."""
PROGRAMS: Final = ("/opt",)
"""Where people put programs, and perhaps other things."""


def seen_by(command: Sequence[str], others: Sequence[Sequence[str]]) -> tuple[set[Path], set[Path]]:
    """Tell what the bot of a command is to see, and what is to be hidden from it in there.

    It sees the system, the Python that runs this, and its own: the folder of its program, and of
    each file that its command names. What another bot's command names is hidden, unless this one
    names it too.

    Args:
        command: Program and arguments.
        others: The commands of the other bots.

    Returns:
        Files and folders to be shown; and, without symbolic links, those to be left out.
    """
    python = {Path(sys.prefix), Path(sys.base_prefix)}
    shared = {Path(path) for path in SYSTEM} | python
    own = _places(command)
    mine = {place.resolve() for place in (*own, *_named(command), *_programs(command))}
    theirs = {place.resolve() for other in others for place in (*_places(other), *_named(other))}
    hidden = {
        place
        for place in theirs
        if not any(my.is_relative_to(place) for my in mine)
        and not any(place.is_relative_to(folder.resolve()) for folder in shared)
    }
    modules = {Path(path) for path in sys.path if path and not _is_wide(Path(path))}
    shown = shared | modules | own | {Path(path) for path in PROGRAMS}
    return {path for path in shown if path.exists()}, hidden


def showing(shown: Collection[Path], hidden: Collection[Path]) -> Iterator[str]:
    """Yield the options by which `bwrap` shows files and folders, but for what is hidden in them.

    A folder in which something is hidden is shown entry by entry, as they are now: what is hidden
    may vanish and come back, and what comes later is not shown.
    """
    whole: list[Path] = []
    for path in sorted(shown):
        if not any(path.is_relative_to(other) for other in whole):
            real = path.resolve()
            if not _holds(real, hidden):
                whole.append(path)
            yield from _showing(path, real, hidden)


def _showing(path: Path, real: Path, hidden: Collection[Path]) -> Iterator[str]:
    if real in hidden:
        return
    if not _holds(real, hidden):
        yield from ("--ro-bind", str(path), str(path))
        return
    for entry in sorted(real.iterdir()):
        at = path / entry.name
        if entry.is_symlink():  # it may lead to what is hidden
            yield from ("--symlink", str(entry.readlink()), str(at))
        else:
            yield from _showing(at, entry, hidden)


def _holds(real: Path, hidden: Collection[Path]) -> bool:
    return any(secret.is_relative_to(real) for secret in hidden)


def _places(command: Sequence[str]) -> set[Path]:
    """Give what a bot brings along: the folders of its program and of the files it names."""
    around = {_around(program) for program in _programs(command)}
    return around | {
        named if named.is_dir() or _is_wide(named.parent) else named.parent
        for name in _named(command)
        for named in (name, name.resolve())
        if not _is_wide(named)
    }


def _named(command: Sequence[str]) -> list[Path]:
    """List the files and folders that a command names beside its program.

    An option may hold them, as `--model=FILE` or `-cp FOLDER:FILE` do.
    """
    words = [part for word in command[1:] for part in re.split("[=:]", word) if part]
    for option, module in pairwise(command):
        if option == "-m":  # a module of Python's, which may lie in the present folder
            top = module.partition(".")[0]
            words += [top, f"{top}.py"]
    return [path for path in map(_absolute, words) if _exists(path)]


def _programs(command: Sequence[str]) -> set[Path]:
    """Give the program of a command, and the one that it is a script for, by all their names."""
    found: set[Path] = set()
    words = list(command)
    while (
        words and (program := shutil.which(words[0])) and (path := _absolute(program)) not in found
    ):
        found |= {path, path.resolve()}
        words = _interpreter(path)
    return found


def _interpreter(script: Path) -> list[str]:
    """Read what a script is to be run with; nothing if it is no script."""
    with contextlib.suppress(OSError), script.open("rb") as file:
        line = file.readline(1000)
        if line.startswith(b"#!"):
            words = os.fsdecode(line[2:]).split()
            return words[1:] if words[:1] == ["/usr/bin/env"] else words
    return []


def _around(program: Path) -> Path:
    """Give the folder that a program is installed in, with its libraries; at least itself."""
    folder = program.parent
    around = folder.parent if folder.name == "bin" else folder
    return next((place for place in (around, folder) if not _is_wide(place)), program)


def _is_wide(folder: Path) -> bool:
    """Tell whether a folder holds the user's home or passing files: too much to show."""
    home = os.path.expanduser("~")  # noqa: PTH111 - Path's raises an error where there is none
    homes = (home, "/tmp", "/var/tmp", tempfile.gettempdir())  # noqa: S108 - not to be used
    return any(Path(home).is_relative_to(folder) for home in homes)


def _absolute(path: str) -> Path:
    """Make a path absolute without following links, by which some programs know themselves."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - see above


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # such as a word that is too long for a name
        return False
