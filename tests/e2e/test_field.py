"""The field test of `tests/bench/field_hosts.py`, small: hosts of their own, and bad wires."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

from field_hosts import field
from wires import Wire, why_not

_WHY_NOT = why_not()
WIRES = (
    *(Wire(delay=0.002) for _ in range(5)),
    Wire(delay=0.030, jitter=0.010, loss=0.01),
    Wire(delay=0.060, jitter=0.030, loss=0.02),
    Wire(delay=0.020),
)


@pytest.mark.skipif(bool(_WHY_NOT), reason=f"no network namespaces here: {_WHY_NOT}")
def test_eight_bots_from_other_hosts_play_over_bad_wires_without_a_fault() -> None:
    found = field(games=32, wires=WIRES, pulled={8: (0.0, 1.5)})
    assert found["games"] == 32
    assert [bot["faults"] for bot in found["bots"].values()] == [{}] * len(WIRES)
    assert found["bots"]["bot-8"]["packets_lost"] > 0, "its cable was pulled"
