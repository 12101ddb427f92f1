"""What measures the clocks still measures them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

BENCH: Final = Path(__file__).parents[1] / "bench"
ONE_GAME: Final = """
from clocks import charged
from play import randoms
for found in charged(randoms(4), 1, 1):
    print(found.bot, found.decisions > 0, found.faults, 0 < found.median < 1000)
"""


def test_what_is_charged_to_a_bot_is_noted() -> None:
    told = subprocess.run(
        [sys.executable, "-c", ONE_GAME], cwd=BENCH, capture_output=True, text=True, check=True
    )
    assert told.stdout.split("\n")[:2] == ["random True 0 True", "random-4 True 0 True"]
