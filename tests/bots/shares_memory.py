"""Has children that share its memory, more in sum than there is, and plays."""

import os
import signal

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class SharesMemory(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]


hoard = b"x" * (100 << 20)
for _ in range(3):
    if os.fork() == 0:
        while True:
            signal.pause()
run(SharesMemory)
