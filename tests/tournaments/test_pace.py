"""How many games are in flight: as many as suits the bots, and never more than is asked for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server.arena import RefereeLostError
from bumblepuppy_server.outcome import SeatTime
from bumblepuppy_server.usage import processors
from bumblepuppy_tournaments.play import pace
from bumblepuppy_tournaments.play.pace import MOST_IN_FLIGHT, Crowd, Pace, keep_busy
from command_line import NAMES
from tournament_games import outcome_of, plan_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

PLAN = plan_of(NAMES)
OUTCOME = outcome_of(PLAN, 0, list(NAMES), Random(0))


def settled(think: float, crowd: Crowd | None = None) -> int:
    """Tell how many games are in flight once it is known how long a decision takes."""
    crowd = crowd or Crowd(4, 1, MOST_IN_FLIGHT)
    times = tuple(SeatTime(10, 10 * think, think) for _ in NAMES)
    for _ in range(200):
        crowd.learn(replace(OUTCOME, times=times))
    return crowd.size


# --- games in flight ---


@pytest.mark.parametrize(
    ("think", "games"), [(1e-9, MOST_IN_FLIGHT), (0.001, 160), (0.01, 16), (0.02, 8), (60.0, 8)]
)
def test_two_batches_for_each_bot_are_in_flight(think: float, games: int) -> None:
    assert settled(think) == pytest.approx(games, abs=1)


def test_the_crowd_follows_bots_that_begin_to_think() -> None:
    crowd = Crowd(4, 1, MOST_IN_FLIGHT)
    assert settled(0.0001, crowd) > settled(0.05, crowd)


def test_a_game_without_a_decision_teaches_nothing() -> None:
    crowd = Crowd(4, 1, MOST_IN_FLIGHT)
    before = crowd.size
    crowd.learn(replace(OUTCOME, times=tuple(SeatTime(0, 0.0, 0.0) for _ in NAMES)))
    assert crowd.size == before


@pytest.mark.parametrize("think", [0.0001, 1.0])
def test_who_asks_for_a_number_of_games_gets_it_whatever_the_bots_do(think: float) -> None:
    (crowd,) = Pace(1, 64).crowds(1000, 4)
    assert settled(think, crowd) == 64


def test_no_more_games_are_in_flight_than_are_left() -> None:
    asked = Pace(workers=50, concurrency=10_000)
    assert [crowd.size for crowd in asked.crowds(8, 4)] == [1] * 8
    assert sum(crowd.size for crowd in asked.crowds(1000, 4)) == 1000
    assert [crowd.size for crowd in asked.crowds(0, 4)] == [1]


@pytest.mark.parametrize(("left", "most"), [(400, 50), (40, 5), (3, 1), (10**6, 256)])
def test_a_quarter_of_the_games_left_may_be_in_flight_so_that_the_table_keeps_up(
    left: int, most: int
) -> None:
    crowds = Pace(workers=2).crowds(left, 4)
    assert {settled(0.00001, crowd) for crowd in crowds} <= {most, most + 1}


@pytest.mark.parametrize(
    ("cpus", "games", "workers"),
    [(1, 1000, 1), (2, 1000, 1), (4, 1000, 2), (64, 100_000, 4), (64, 499, 1), (64, 4, 1)],
)
def test_a_large_machine_gets_more_workers_for_a_long_tournament(
    cpus: int, games: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "processors", lambda: cpus)
    assert len(Pace().crowds(games, 4)) == workers
    assert len(Pace(workers=3).crowds(games, 4)) == min(3, games)


# --- turns to think ---


def test_there_is_a_turn_to_think_for_each_processor_shared_out_over_the_workers() -> None:
    assert Pace().turns(1) == processors()
    assert Pace(thinkers=7).turns(2) == 3
    assert Pace(thinkers=1).turns(4) == 1, "a worker without any would stand still"


# --- keeping a referee busy ---


class Games:
    """Games that end when they are told to."""

    def __init__(self, number: int) -> None:
        self.left = number
        self.open: list[asyncio.Future[None]] = []
        self.cancelled = 0

    def begin(self) -> Coroutine[None, None, None] | None:
        if not self.left:
            return None
        self.left -= 1
        self.open.append(asyncio.get_running_loop().create_future())
        return self._play(self.open[-1])

    async def _play(self, end: asyncio.Future[None]) -> None:
        try:
            await end
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def test_a_game_that_ends_makes_room_for_the_next() -> None:
    async def watch() -> None:
        games = Games(5)
        busy = asyncio.ensure_future(keep_busy(games.begin, lambda: 2))
        for ended in range(5):
            await games.settle()
            assert len(games.open) == min(5, 2 + ended)
            games.open[ended].set_result(None)
        await busy

    asyncio.run(watch())


def test_a_larger_crowd_is_filled_and_a_smaller_one_waited_for() -> None:
    async def watch() -> None:
        games, size = Games(100), 2
        busy = asyncio.ensure_future(keep_busy(games.begin, lambda: size))
        await games.settle()
        size = 6
        games.open[0].set_result(None)
        await games.settle()
        assert len(games.open) == 1 + 6
        size = 1
        for game in games.open[1:6]:
            game.set_result(None)
        await games.settle()
        assert len(games.open) == 7, "one is still open, and one may be"
        busy.cancel()

    asyncio.run(watch())


def test_when_a_referee_is_lost_no_game_is_begun_and_all_come_to_their_end() -> None:
    async def watch() -> None:
        games = Games(100)
        busy = asyncio.ensure_future(keep_busy(games.begin, lambda: 3))
        await games.settle()
        games.open[1].set_exception(RefereeLostError("lost"))
        await games.settle()
        assert not busy.done()
        games.open[0].set_exception(RefereeLostError("lost"))
        games.open[2].set_result(None)
        with pytest.raises(RefereeLostError):
            await busy
        assert (len(games.open), games.cancelled) == (3, 0)

    asyncio.run(watch())


def test_any_other_failure_ends_all_games_at_once() -> None:
    async def watch() -> None:
        games = Games(100)
        busy = asyncio.ensure_future(keep_busy(games.begin, lambda: 3))
        await games.settle()
        games.open[1].set_exception(OSError("the disk is full"))
        with pytest.raises(OSError, match="the disk is full"):
            await busy
        await games.settle()
        assert games.cancelled == 2

    asyncio.run(watch())
