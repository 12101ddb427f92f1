"""A bot in JavaScript, which knows the contract alone, takes part like any other."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bumblepuppy_server.sandbox import why_no_sandbox
from command_line import run

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "sample_bots" / "node"
PATIENCE: Final = 120.0
"""Seconds for its libraries to be fetched."""
OUT_OF_REACH: Final = re.compile("code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|E.*TIMEDOUT)")

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and shutil.which("npm")), reason="node or npm is not installed"
)


@pytest.fixture(scope="module")
def bot(pytestconfig: pytest.Config) -> Path:
    """Install the bot, in a folder that is kept: its libraries are fetched once."""
    assert pytestconfig.cache is not None
    lock = hashlib.sha256((SOURCE / "package-lock.json").read_bytes()).hexdigest()
    home = pytestconfig.cache.mkdir(f"node-bot-{lock[:12]}")
    for name in ("bot.js", "package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCE / name, home)
    contract = home / "bumblepuppy" / "v1"
    contract.mkdir(parents=True, exist_ok=True)
    for file in (ROOT / "proto" / "bumblepuppy" / "v1").glob("*.proto"):
        shutil.copy(file, contract)
    if not (home / "node_modules" / ".package-lock.json").exists():  # which npm writes last
        _install(home)
    return home / "bot.js"


def _install(home: Path) -> None:
    done = subprocess.run(
        ("npm", "ci", "--no-audit", "--no-fund"),
        cwd=home,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if OUT_OF_REACH.search(done.stderr):
        pytest.skip("npm cannot fetch the bot's libraries here")
    assert done.returncode == 0, done.stderr


SANDBOX: Final = "none" if why_no_sandbox() else "bwrap"


@pytest.mark.parametrize(
    ("sandbox", "words"),
    [
        (SANDBOX, "--game rolling-stone --option silence=true --option trump=last_card"),
        ("none", "--game rumba --option pack=spanish40 --option effects=full --option target=20"),
    ],
)
def test_it_plays_a_tournament_without_a_fault(
    bot: Path, tmp_path: Path, sandbox: str, words: str
) -> None:
    bots = ("--bot", f"node=node {bot}", *("--bot", "random", "--bot", "tips", "--bot", "greedy"))
    common = ("--games", "4", "--seed", "1", "--sandbox", sandbox, "--json")
    ran = run("run-tournament", *words.split(), *bots, *common, folder=tmp_path)
    assert ran.code == 0, ran.err
    table = {row["name"]: row for row in ran.objects[-1]["entrants"]}
    assert (table["node"]["games"], table["node"]["faults"]) == (4, {})


def test_it_is_short_and_its_lock_file_names_no_host() -> None:
    assert len((SOURCE / "bot.js").read_text("utf-8").splitlines()) < 80
    assert "resolved" not in (SOURCE / "package-lock.json").read_text("utf-8")
