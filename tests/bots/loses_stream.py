"""Loses its stream while it thinks, and comes back; ends if anything is told or asked twice."""

import os

from bumblepuppy_sdk import Action, Bot, RollingStoneView, connection, run


class Streams(connection.Stream):
    """A stream that can be lost."""

    last: connection.Stream

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        Streams.last = self


class LosesStream(Bot):
    def on_start(self) -> None:
        self.heard: list[object] = []
        self.known = 0
        self.asked = 0

    def on_event(self, event: object) -> None:
        self.heard.append(event)

    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        if self.heard != list(view.history) or len(self.heard) == self.known:
            os._exit(9)
        self.known = len(self.heard)
        self.asked += 1
        if self.asked in {1, 2}:
            Streams.last._call.cancel()
        return view.legal[0]


connection.Stream = Streams  # type: ignore[misc,assignment]
run(LosesStream)
