"""The house stands as it was drawn: arrows, stubs, contract, wheel, and what a contestant needs."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = {
    "bumblepuppy": ROOT / "proto",
    "bumblepuppy_sdk": ROOT / "sdk",
    "bumblepuppy_server": ROOT / "server",
    "bumblepuppy_bots": ROOT / "sample_bots",
    "bumblepuppy_tournaments": ROOT / "tournaments",
}
"""By package: the folder that holds it."""
ARROWS: Final = {
    "bumblepuppy": set(),
    "bumblepuppy_sdk": {"bumblepuppy"},
    "bumblepuppy_server": {"bumblepuppy", "bumblepuppy_sdk"},
    "bumblepuppy_bots": {"bumblepuppy_sdk"},
    "bumblepuppy_tournaments": {"bumblepuppy", "bumblepuppy_sdk", "bumblepuppy_server"},
}
"""By package: what it may import of the others."""
PURE: Final = ("games", "actions.py", "cards.py", "errors.py", "records.py", "simulate.py")
"""The part of the SDK that knows no wire, no clock and no process."""
IMPURE_MODULES: Final = {
    *("asyncio", "datetime", "grpc", "os", "pathlib", "queue", "random", "secrets", "socket"),
    *("subprocess", "sys", "threading", "time", "bumblepuppy", "google"),
}
ROOMS: Final = (
    *("entry", "cli", "commands", "person", "hosting", "running"),
    *("replaying", "checking", "report", "exchange", "telling", "entering", "events", "screen"),
    *("play", "store", "settings", "table", "schedule", "bots"),
    *("plain_errors", "extras", "exit_codes"),
)
"""The rooms of `bumblepuppy_tournaments`, from the command line down to who plays."""
MOST_LINES: Final = 400


def modules(package: str) -> list[Path]:
    return sorted((PACKAGES[package] / package).rglob("*.py"))


def imported(path: Path, *, at_run_time: bool = False) -> Iterator[str]:
    """Give the name of every module that a file imports from."""
    tree = ast.parse(path.read_text("utf-8"))
    checking = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if at_run_time and node in checking:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def tops(path: Path, *, at_run_time: bool = False) -> set[str]:
    """Give the packages that a file imports from."""
    return {name.split(".")[0] for name in imported(path, at_run_time=at_run_time)}


# --- arrows ---


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_its_arrows_allow(package: str) -> None:
    allowed = ARROWS[package] | {package}
    for path in modules(package):
        others = tops(path) & set(PACKAGES)
        assert others <= allowed, f"{path.relative_to(ROOT)} imports {sorted(others - allowed)}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_needs_only_those_below_it(room: str) -> None:
    home = PACKAGES["bumblepuppy_tournaments"] / "bumblepuppy_tournaments"
    below = set(ROOMS[ROOMS.index(room) :])
    for path in [home / f"{room}.py", *(home / room).rglob("*.py")]:
        if path.exists():
            names = [name.split(".") for name in imported(path, at_run_time=True)]
            needed = {name[1] for name in names if name[0] == home.name and len(name) > 1}
            assert needed <= below, f"{path.relative_to(ROOT)} imports {sorted(needed - below)}"


def test_every_room_has_its_floor() -> None:
    home = PACKAGES["bumblepuppy_tournaments"] / "bumblepuppy_tournaments"
    found = {path.stem for path in home.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert found - {"__init__", "__pycache__", "presets"} == set(ROOMS)


def test_the_rules_know_no_wire_no_clock_no_chance_and_no_process() -> None:
    home = PACKAGES["bumblepuppy_sdk"] / "bumblepuppy_sdk"
    files = [path for name in PURE for path in (home / name, *(home / name).rglob("*.py"))]
    for path in files:
        if path.suffix == ".py":
            found = tops(path, at_run_time=True) & IMPURE_MODULES
            assert not found, f"{path.relative_to(ROOT)} imports {sorted(found)}"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_module_is_not_too_long(package: str) -> None:
    for path in modules(package):
        lines = len(path.read_text("utf-8").splitlines())
        assert lines <= MOST_LINES, f"{path.relative_to(ROOT)} has {lines} lines"


# --- the contract ---


def run(*command: str, cwd: Path = ROOT) -> str:
    """Run a program that must succeed; give what it printed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_stubs_are_those_of_the_contract() -> None:
    run(sys.executable, "proto/generate.py", "--check")


def test_the_contract_is_clean() -> None:
    run(str(Path(sys.executable).with_name("buf")), "lint", "proto")


# --- the wheel ---


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, and unpack it."""
    folder = tmp_path_factory.mktemp("wheel")
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation"),
        *("--outdir", str(folder), str(ROOT)),
    )
    (built,) = folder.glob("*.whl")
    unpacked = folder / "unpacked"
    with zipfile.ZipFile(built) as archive:
        archive.extractall(unpacked)
    return unpacked


@pytest.mark.parametrize("package", PACKAGES)
def test_the_wheel_holds_all_of_a_package(wheel: Path, package: str) -> None:
    source = PACKAGES[package] / package
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    wanted = {path for path in wanted if "__pycache__" not in path.parts}
    assert Path("py.typed") in wanted
    built = {path.relative_to(wheel / package) for path in (wheel / package).rglob("*")}
    assert wanted <= built


@pytest.mark.parametrize("game", ["rolling_stone", "rumba"])
def test_the_wheel_holds_the_rules(wheel: Path, game: str) -> None:
    assert (wheel / "bumblepuppy_sdk" / "games" / game / "rules.md").is_file()


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == set(PACKAGES)


IMPORT_ALL: Final = """
import importlib, pkgutil, sys
sys.path[:] = [p for p in sys.path if not p.startswith({root!r} + "/") or "/lib/python" in p]
sys.path.insert(0, {wheel!r})
sys.meta_path[:] = [f for f in sys.meta_path if "editable" not in getattr(f, "__module__", "")]
for package in {packages!r}:
    top = importlib.import_module(package)
    for module in pkgutil.walk_packages(top.__path__, package + "."):
        imported = importlib.import_module(module.name)
        assert imported.__file__.startswith({wheel!r}), imported.__file__
        if not module.ispkg:
            print(module.name)
"""


def test_the_wheel_can_be_imported_without_the_source_tree(wheel: Path, tmp_path: Path) -> None:
    script = IMPORT_ALL.format(wheel=str(wheel), packages=list(PACKAGES), root=str(ROOT))
    printed = run(sys.executable, "-I", "-c", script, cwd=tmp_path).split()
    assert set(printed) == {
        ".".join(path.relative_to(PACKAGES[package]).with_suffix("").parts)
        for package in PACKAGES
        for path in modules(package)
        if path.name != "__init__.py"
    }


# --- what a contestant needs ---

HIDE: Final = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import bumblepuppy_sdk, bumblepuppy_sdk.client, bumblepuppy_sdk.simulate
from bumblepuppy_sdk.games import load_game, game_names
for name in game_names():
    load_game(name)
import bumblepuppy_bots.random_bot
"""


def test_a_contestant_needs_grpcio_and_protobuf_only() -> None:
    hidden = ["typer", "rich", "trueskill", "grpc_health", "grpc_reflection", "hypothesis"]
    hidden += ["bumblepuppy_server", "bumblepuppy_tournaments"]
    run(sys.executable, "-I", "-c", HIDE.format(hidden=hidden))
    names = {top for path in modules("bumblepuppy_sdk") for top in tops(path)}
    foreign = names - sys.stdlib_module_names - {"bumblepuppy", "bumblepuppy_sdk", "_typeshed"}
    assert foreign == {"google", "grpc"}
