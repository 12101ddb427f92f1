"""A referee's process that notes what it charges for each decision.

    python noting_worker.py FILE ADDRESS PING THINKERS

It is `bumblepuppy_server.worker`, and writes at its end to FILE, by bot, two lists of seconds: each
decision's fair share of its batch, and what counted against the limits.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from bumblepuppy_server import worker
from bumblepuppy_server.refereed import RefereedGame

if TYPE_CHECKING:
    from bumblepuppy_server.clock import Charge

Charges = dict[str, list[tuple[float, float]]]


def note_into(charges: Charges) -> None:
    """Note every charge from now on."""
    charge_as_ever = RefereedGame.charge

    def charge(self: RefereedGame, seat: int, charge: Charge) -> None:
        charges[self.table.spec.seats[seat]].append((charge.share, charge.limit))
        charge_as_ever(self, seat, charge)

    RefereedGame.charge = charge  # type: ignore[method-assign]


if __name__ == "__main__":
    noted: Charges = defaultdict(list)
    note_into(noted)
    file, address, ping, thinkers = sys.argv[1:]
    asyncio.run(worker._main(address, float(ping), int(thinkers)))
    Path(file).write_text(json.dumps(noted))
