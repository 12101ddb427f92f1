"""Prints what it can get at of the machine, a line each, and ends before it has said hello."""

import os
import socket
import sys
from pathlib import Path

HOME = Path(__file__).parents[1]


def can_read(path: Path) -> bool:
    try:
        return path.is_file() and path.read_bytes() != b""
    except OSError:
        return False


def can_write(folder: str) -> bool:
    try:
        (Path(folder) / "was here").touch()
    except OSError:
        return False
    return True


def can_reach(family: int, address: tuple[str, int] | str) -> bool:
    with socket.socket(family) as end:
        try:
            end.connect(address)
        except OSError:
            return False
    return True


def command_of(process: Path) -> str:
    try:
        return process.joinpath("comm").read_text().strip()
    except OSError:
        return "?"


port, abstract, folders, variables = (
    os.environ[f"BUMBLEPUPPY_TEST_{name}"] for name in ("PORT", "SOCKET", "FOLDERS", "VARIABLES")
)
print("reads", *sorted(str(path.relative_to(HOME)) for path in HOME.rglob("*") if can_read(path)))
print("writes", *(folder for folder in folders.split(":") if can_write(folder)))
print("knows", *(name for name in variables.split(":") if name in os.environ))
print("processes", *sorted({command_of(path) for path in Path("/proc").glob("[0-9]*")}))
print("port", can_reach(socket.AF_INET, ("127.0.0.1", int(port))))
print("socket", can_reach(socket.AF_UNIX, "\0" + abstract))
sys.exit(3)
