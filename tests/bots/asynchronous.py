"""Thinks in a coroutine."""

import asyncio

from bumblepuppy_sdk import Action, Bot, RollingStoneView, run


class Asynchronous(Bot):
    async def play_rolling_stone(self, view: RollingStoneView) -> Action:
        await asyncio.sleep(0)
        return self.random.choice(view.legal)


run(Asynchronous)
