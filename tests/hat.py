"""A referee that plays nothing: results are drawn out of a hat, for tests of conducting."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, ClassVar, Self

from bumblepuppy_server.arena import RefereeLostError
from bumblepuppy_server.sandbox import Confinement
from tournament_games import outcome_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bumblepuppy_server.launcher import BotCommand
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.spec import Clocks, GameSpec
    from bumblepuppy_tournaments.play.progress import Progress
    from bumblepuppy_tournaments.settings.plan import Plan
    from bumblepuppy_tournaments.table.standings import Standings
    from bumblepuppy_tournaments.table.suspension import Suspension


@dataclass
class Onlooker:
    """Notes what it is shown."""

    said: list[str] = field(default_factory=list)
    seen: list[Progress] = field(default_factory=list)
    at: Callable[[Progress], None] = lambda _: None
    """Called with each state of the progress."""

    def update(self, standings: Standings, progress: Progress) -> None:
        assert standings.games_played == progress.games_done - progress.held
        self.seen.append(progress)
        self.at(progress)

    def say(self, message: str) -> None:
        self.said.append(message)

    def stored(self, outcomes: Sequence[Outcome], suspensions: Sequence[Suspension]) -> None:
        pass


class Hat:
    """A place where games are not played, but their results drawn out of a hat."""

    plan: Plan
    """What is played."""
    plays: tuple[str, ...] = ("rolling-stone",)
    """What all bots say that they play."""
    most_open = 0
    """How many games were open at one time, over all places."""
    open_now = 0
    opened = 0
    """How many places were opened."""
    there: ClassVar[list[tuple[str, ...]]] = []
    """The bots of each place that was opened."""
    begun: ClassVar[list[int]] = []
    """The slots that were begun, in order."""

    def __init__(
        self,
        bots: Sequence[BotCommand],
        clocks: Clocks,
        say: Callable[[str], None],
        thinkers: int,
        confinement: Confinement,
    ) -> None:
        Hat.there.append(tuple(bot.name for bot in bots))
        assert confinement == Confinement()
        assert clocks == self.plan.clocks
        assert callable(say)
        assert thinkers > 0
        self.lost = False

    async def __aenter__(self) -> Self:
        Hat.opened += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def games(self, _: str) -> tuple[str, ...]:
        return self.plays

    def given_up(self) -> dict[str, str]:
        return {}

    def dismiss(self, name: str) -> None:
        pass

    async def play(self, spec: GameSpec) -> Outcome:
        if self.lost:
            raise RefereeLostError("a referee's process ended")
        Hat.begun.append(spec.slot)
        Hat.open_now += 1
        Hat.most_open = max(Hat.most_open, Hat.open_now)
        try:
            # Later games of a handful end first.
            for _ in range(1 + 5 * (7 - spec.slot % 8)):
                await asyncio.sleep(0)
        finally:
            Hat.open_now -= 1
        return self.draw(spec)

    def draw(self, spec: GameSpec) -> Outcome:
        return self.result_of(spec)

    def result_of(self, spec: GameSpec) -> Outcome:
        return outcome_of(self.plan, spec.slot, spec.seats, Random(spec.slot), attempt=spec.attempt)


class After:
    """A rule by which a tournament is decided after some matches, whatever happens in them."""

    def __init__(self, matches: int) -> None:
        self._left = matches

    @property
    def is_decided(self) -> bool:
        return self._left <= 0

    def add(self, match: Mapping[int, int]) -> None:
        assert match
        self._left -= 1

    def in_words(self) -> str:
        return f"{self._left} left"


def fresh_hat(of: Plan) -> type[Hat]:
    """Give a hat with the results of a plan's games, and nothing noted yet."""

    class Fresh(Hat):
        plan = of

    Hat.most_open = Hat.open_now = Hat.opened = 0
    Hat.begun.clear()
    Hat.there.clear()
    return Fresh
