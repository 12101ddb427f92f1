"""Make the stubs from the contract; with `--check`, only say whether they are up to date."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent
PACKAGE = Path("bumblepuppy", "v1")


def generate(into: Path) -> None:
    """Write the stubs of every `.proto` below `into`."""
    # The mypy plugins are scripts beside this interpreter; protoc looks for them on PATH.
    scripts = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join((scripts, os.environ.get("PATH", "")))
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    sources = sorted(str(path) for path in (ROOT / PACKAGE).glob("*.proto"))
    outputs = ("--python_out", "--grpc_python_out", "--mypy_out=quiet:", "--mypy_grpc_out=quiet:")
    flags = [f"{o}{into}" if o.endswith(":") else f"{o}={into}" for o in outputs]
    code = protoc.main(["protoc", f"-I{ROOT}", f"-I{well_known}", *flags, *sources])
    if code:
        sys.exit(code)


def stubs(root: Path) -> dict[str, bytes]:
    """Read every stub below `root`, by file name."""
    return {path.name: path.read_bytes() for path in (root / PACKAGE).glob("*_pb2*.py*")}


def main() -> None:
    """Do what the command line says."""
    if sys.argv[1:] == ["--check"]:
        with tempfile.TemporaryDirectory() as folder:
            generate(Path(folder))
            if stubs(Path(folder)) != stubs(ROOT):
                sys.exit("The stubs differ from the contract. Run: make proto")
    elif sys.argv[1:]:
        sys.exit(f"usage: {sys.argv[0]} [--check]")
    else:
        generate(ROOT)


if __name__ == "__main__":
    main()
