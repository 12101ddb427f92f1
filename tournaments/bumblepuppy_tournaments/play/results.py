"""The results of a run: folded into the standings, added to the file, and counted."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

from bumblepuppy_tournaments.play.progress import Progress
from bumblepuppy_tournaments.play.rate import Rate
from bumblepuppy_tournaments.table.standings import Score

if TYPE_CHECKING:
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_tournaments.play.agenda import Agenda
    from bumblepuppy_tournaments.store.writer import Writer
    from bumblepuppy_tournaments.table.suspension import Suspension


class Results:
    """What the games of a run have come to."""

    def __init__(self, writer: Writer, agenda: Agenda) -> None:
        """Begin where `writer`'s file stands."""
        self._writer = writer
        self._agenda = agenda
        self._fold = agenda.fold
        self._numbers = {name: number for number, name in enumerate(writer.plan.names)}
        self._arrived: deque[Outcome] = deque()
        self._unstored: list[Outcome] = []
        """Held or folded, and not in the file yet."""
        self._done = self._began_with = agenda.standings.games_played + self._fold.held
        self._decisions = 0
        self._voids = 0
        self._rate = Rate(time.monotonic())

    @property
    def left(self) -> int:
        """Games that have no result yet."""
        return max(0, self._agenda.planned - self._done)

    @property
    def are_all_in(self) -> bool:
        """Whether nothing that has arrived is still to be folded."""
        return not self._arrived

    def begin(self) -> None:
        """Count time from now on: bots that are waited for are in no rate."""
        self._rate = Rate(time.monotonic())

    def arrive(self, outcome: Outcome) -> None:
        """Take a game that has ended."""
        self._voids += outcome.void is not None
        self._arrived.append(outcome)

    async def store(self) -> tuple[list[Outcome], list[Suspension]]:
        """Fold what has arrived into the standings, and add it to the file.

        Returns:
            What is in the file from now on: games, and the suspensions that follow from them.
        """
        while self._arrived:
            outcome = self._arrived.popleft()
            if self._agenda.is_surplus(outcome.record.slot):
                continue
            self._unstored.append(outcome)
            if not outcome.void:
                self._fold.hold(Score.of(outcome, self._numbers))
                self._done += 1
                self._decisions += sum(time.decisions for time in outcome.times)
        # A rating takes a millisecond, and one long game can hold up a thousand; referees wait.
        while self._fold.fold_next():  # noqa: ASYNC110 - nothing is waited for
            await asyncio.sleep(0)
        self._agenda.settle()
        suspended = self._agenda.suspend()
        stored = self._unstored
        if stored or suspended:
            self._writer.append(stored, self._fold.standings, suspended)
        self._unstored = []
        return stored, suspended

    def progress(self, workers: int) -> Progress:
        """Tell how the run is getting on, with so many referees."""
        done = self._done - self._began_with
        games, decisions = self._rate.mark(time.monotonic(), done, self._decisions)
        return Progress(
            games_done=min(self._done, self._agenda.planned),
            games_planned=self._agenda.planned,
            games_per_s=games,
            decisions_per_s=decisions,
            seconds_left=self.left / games if games else None,
            workers=workers,
            voids=self._voids,
            held=0 if self._agenda.is_decided else self._fold.held,
        )
