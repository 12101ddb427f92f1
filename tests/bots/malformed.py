"""Returns what is no action."""

from bumblepuppy_sdk import Bot, RollingStoneView, run


class Malformed(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> str:
        return f"{view.legal[0]}, please"


run(Malformed)
