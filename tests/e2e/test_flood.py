"""A flood of rubbish against the referee's port, in small: `tests/bench/flood.py`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evenings import needs_proc

pytestmark = needs_proc
FLOOD = Path(__file__).parents[1] / "bench" / "flood.py"
MESSAGES = 3000
MOST_GROWTH = 20_000
"""Kilobytes by which the referee may grow meanwhile: what gRPC and some games need at first."""


@pytest.fixture(scope="module")
def flood() -> subprocess.CompletedProcess[str]:
    """Flood a referee while games go on."""
    command = (sys.executable, str(FLOOD), str(MESSAGES))
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_games_go_on_undisturbed(flood: subprocess.CompletedProcess[str]) -> None:
    found = json.loads(flood.stdout)
    assert found["games"] > 0
    assert (found["faults"], found["voids"]) == (0, 0)


def test_the_referee_has_nothing_to_complain_of(flood: subprocess.CompletedProcess[str]) -> None:
    assert flood.returncode == 0
    assert "Traceback" not in flood.stderr


def test_its_memory_does_not_grow(flood: subprocess.CompletedProcess[str]) -> None:
    memory = json.loads(flood.stdout)["memory"]
    assert memory[-1] - memory[0] < MOST_GROWTH
