"""Takes memory without end when it is first asked."""

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class EatsMemory(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:  # noqa: ARG002
        hoard = []
        while True:
            hoard.append(b"x" * (1 << 22))


run(EatsMemory)
