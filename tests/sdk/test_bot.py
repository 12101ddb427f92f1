"""What a contestant writes, and how it is seated: from messages to methods and back."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk import Action, Bot, GameStart, Result, RollingStoneView, RumbaView, View
from bumblepuppy_sdk.actions import DRAW
from bumblepuppy_sdk.bot import games_of, method_name, method_of, seat_bot
from bumblepuppy_sdk.games import game_names
from bumblepuppy_sdk.seat import LONGEST_FAILURE, Seat
from hand_driven import Bench, spec_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_sdk.games.events import Event

START = GameStart("g1", "rumba", 2, None)


class FirstLegal(Bot):
    def play_rolling_stone(self, view: RollingStoneView) -> Action:
        return view.legal[0]

    def play_rumba(self, view: RumbaView) -> Action:
        return view.legal[0]


# --- a bot ---


def test_a_bot_plays_the_games_that_it_has_a_method_for() -> None:
    assert games_of(FirstLegal) == ["rolling-stone", "rumba"]
    assert games_of(Bot) == []


def test_a_method_play_plays_every_installed_game_without_a_method_of_its_own() -> None:
    class Versatile(Bot):
        def play_rumba(self, view: RumbaView) -> Action:
            return view.legal[0]

        def play(self, view: View[Any]) -> Action:
            return view.legal[-1]

    bot = Versatile()
    assert sorted(games_of(Versatile)) == game_names()
    assert method_of(bot, "rumba") == bot.play_rumba
    assert method_of(bot, "rolling-stone") == bot.play


def test_only_methods_make_a_game() -> None:
    class Odd(Bot):
        play_whist = "one day"

    assert games_of(Odd) == []


@pytest.mark.parametrize(
    ("game", "method"), [("rolling-stone", "play_rolling_stone"), ("rumba", "play_rumba")]
)
def test_a_game_s_method_is_named_after_it(game: str, method: str) -> None:
    assert method_name(game) == method


def test_chance_and_game_are_there_before_init_runs() -> None:
    class Eager(Bot):
        def __init__(self) -> None:
            self.seen = (self.random.random(), self.game.seat)

    bot = seat_bot(Eager, START, 7)
    assert isinstance(bot, Eager)
    assert bot.seen == (Random(7).random(), 2)


def test_equal_seeds_give_equal_chance() -> None:
    one, other = (seat_bot(FirstLegal, START, 2**64 - 1) for _ in range(2))
    assert one.random.getrandbits(64) == other.random.getrandbits(64)


def test_each_seat_has_an_instance_of_its_own() -> None:
    assert seat_bot(FirstLegal, START, 7) is not seat_bot(FirstLegal, START, 7)


# --- at a seat ---


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


class Table:
    """A game against bots in memory, one seat of which a contestant's class plays."""

    def __init__(self, bot: type[Bot], runner: asyncio.Runner, game: str = "rumba") -> None:
        self._bench = Bench("ann", "bob", "cyd", "dan")
        self._bench.begin(spec_of(game))
        self._ann = self._bench.until_asked("ann")
        (start,) = self._ann.starts
        self.seat = Seat(bot, start, runner.run)

    def decide(self) -> pb.Answer:
        """Put the next question, and give the answer to the referee as well."""
        request = self._bench.until_asked("ann").open.pop()
        answer = pb.Answer.FromString(self.seat.decide(request))
        self._ann.send(answer)
        return answer

    def finish(self) -> pb.GameResult:
        """Play on to the end, and tell it."""
        self._bench.play_on()
        (result,) = self._ann.results
        self.seat.finish(result)
        return result


def test_an_answer_echoes_the_question_and_holds_the_action(runner: asyncio.Runner) -> None:
    answer = Table(FirstLegal, runner).decide()
    assert (answer.game_id, answer.decision) == ("rumba-1", 0)
    assert answer.action.WhichOneof("action") == "rumba"
    assert answer.failure == ""


def test_the_view_is_complete(runner: asyncio.Runner) -> None:
    seen: list[RumbaView] = []

    class Looks(FirstLegal):
        def play_rumba(self, view: RumbaView) -> Action:
            seen.append(view)
            return view.legal[0]

    table = Table(Looks, runner)
    table.decide()
    table.decide()
    view = seen[-1]
    assert view.seat == 0
    assert view.options.players == len(view.counts) == 3
    assert view.counts[0] == len(view.hand)
    assert (view.time.move, view.time.bank) == (1.0, 0.5)
    assert len(view.legal) >= 2
    assert view.top is view.discards[-1]
    assert len(view.history) > 3


def test_a_coroutine_is_run_to_its_end(runner: asyncio.Runner) -> None:
    class Thinks(Bot):
        async def play_rumba(self, view: RumbaView) -> Action:
            await asyncio.sleep(0)
            return view.legal[0]

    assert Table(Thinks, runner).decide().failure == ""


class Remembers(FirstLegal):
    """Remembers what its hooks are told."""

    told: list[object]

    def on_start(self) -> None:
        self.told = ["start"]
        type(self).last = self  # type: ignore[attr-defined]

    def on_event(self, event: Event) -> None:
        self.told.append(event)

    def on_result(self, result: Result) -> None:
        self.told.append(result)


def test_hooks_are_told_the_start_each_event_once_and_the_result(runner: asyncio.Runner) -> None:
    table = Table(Remembers, runner)
    table.decide()
    table.decide()
    result = table.finish()
    start, *events, end = Remembers.last.told  # type: ignore[attr-defined]
    assert start == "start"
    assert events == list(table.seat._history)
    assert end == Result(result.reason, tuple(result.places), tuple(result.penalty))


def test_hooks_may_be_coroutines(runner: asyncio.Runner) -> None:
    told = []

    class Patient(FirstLegal):
        async def on_start(self) -> None:  # type: ignore[override]
            told.append("start")

        async def on_event(self, event: Event) -> None:  # type: ignore[override]  # noqa: ARG002
            told.append("event")

        async def on_result(self, result: Result) -> None:  # type: ignore[override]  # noqa: ARG002
            told.append("result")

    table = Table(Patient, runner)
    table.decide()
    table.finish()
    assert set(told) == {"start", "event", "result"}


# --- what goes wrong ---


def failure_of(bot: type[Bot], runner: asyncio.Runner) -> str:
    answer = Table(bot, runner).decide()
    assert answer.failure
    return answer.failure


@pytest.mark.parametrize("nonsense", [None, "play 7C", 5, [DRAW]])
def test_what_is_no_action_is_a_failure_that_names_it(
    nonsense: object, runner: asyncio.Runner
) -> None:
    class Nonsense(Bot):
        def play_rumba(self, view: RumbaView) -> object:  # noqa: ARG002
            return nonsense

    assert failure_of(Nonsense, runner) == (
        f"TypeError: expected one of view.legal, got {nonsense!r}"
    )


def test_an_error_is_told_to_the_referee_and_printed(
    runner: asyncio.Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    class Raises(Bot):
        def play_rumba(self, view: RumbaView) -> Action:  # noqa: ARG002
            raise LookupError("no idea")

    assert failure_of(Raises, runner) == "LookupError: no idea"
    printed = capsys.readouterr().err
    assert "your bot failed while deciding in game rumba-1" in printed
    assert "Traceback" in printed
    assert "seat.py" not in printed


class _Unspeakable(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise RuntimeError("not even words")


@pytest.mark.parametrize(
    "error",
    [ValueError("x" * 10_000_000), ValueError("\ud800" * 1000), ValueError(), _Unspeakable()],
    ids=["endless", "surrogates", "wordless", "unspeakable"],
)
def test_whatever_an_error_says_it_can_be_sent(error: Exception, runner: asyncio.Runner) -> None:
    class Raises(Bot):
        def play_rumba(self, view: RumbaView) -> Action:  # noqa: ARG002
            raise error

    assert 0 < len(failure_of(Raises, runner)) <= LONGEST_FAILURE


def test_a_failure_is_forgotten_at_the_next_decision(runner: asyncio.Runner) -> None:
    class Recovers(FirstLegal):
        failed = False

        def play_rumba(self, view: RumbaView) -> Action:
            if not self.failed:
                self.failed = True
                raise ValueError("at first")
            return view.legal[0]

    table = Table(Recovers, runner)
    assert table.decide().failure == "ValueError: at first"
    assert table.decide().failure == ""


@pytest.mark.parametrize("hook", ["on_start", "on_event", "on_result"])
def test_a_hook_that_fails_is_printed_and_costs_no_decision(
    hook: str, runner: asyncio.Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("in a hook")

    table = Table(type("Clumsy", (FirstLegal,), {hook: fail}), runner)
    assert table.decide().failure == ""
    table.finish()
    assert "ValueError: in a hook" in capsys.readouterr().err


def test_a_bot_that_does_not_start_fails_at_each_decision(runner: asyncio.Runner) -> None:
    class Stillborn(FirstLegal):
        def __init__(self) -> None:
            raise ValueError("not today")

    table = Table(Stillborn, runner)
    for _ in range(2):
        assert "the bot did not start in this game" in table.decide().failure
    table.finish()


def test_a_bot_without_the_game_s_method_fails_at_each_decision(
    runner: asyncio.Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(Bot, runner)
    assert table.decide().failure
    assert "no attribute 'play_rumba'" in capsys.readouterr().err


def test_what_leaves_the_process_is_not_held_back(runner: asyncio.Runner) -> None:
    class Leaves(Bot):
        def play_rumba(self, view: RumbaView) -> Any:  # noqa: ARG002
            raise SystemExit(3)

    with pytest.raises(SystemExit):
        Table(Leaves, runner).decide()
