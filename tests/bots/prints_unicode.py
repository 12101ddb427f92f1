"""Prints what is not ASCII, and bytes that are no text at all, and plays."""

import sys

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class PrintsUnicode(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        sys.stdout.buffer.write("¿qué? 🂱 ♥".encode() + b"\xff\xfe\x00\n")
        sys.stdout.flush()
        return view.legal[0]


run(PrintsUnicode)
