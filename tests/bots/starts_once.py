"""Ends its process when it is first asked; started again, it ends before it says hello."""

import os
import sys
from pathlib import Path

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run

mark = Path(os.environ["BUMBLEPUPPY_TEST_MARK"])


class StartsOnce(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        mark.write_text(str(view.seat))
        os._exit(7)


if mark.exists():
    sys.exit("not again")
run(StartsOnce)
