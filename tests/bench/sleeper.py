"""A bot that takes exactly as long as its argument says, in seconds, and then answers at random."""

import sys
import time
from typing import Any

from bumblepuppy_sdk import Action, Bot, View, run


class Sleeper(Bot):
    def play(self, view: View[Any]) -> Action:
        time.sleep(float(sys.argv[1]))
        return self.random.choice(view.legal)


if __name__ == "__main__":
    run(Sleeper)
