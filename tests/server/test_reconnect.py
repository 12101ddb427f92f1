"""A bot that loses its stream: what it finds when it comes back, and that it gains nothing."""

from __future__ import annotations

import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.wire import RETURN
from bumblepuppy_server.player import MOST_NOISE, NOISE_OF_RETURN
from bumblepuppy_server.service import LARGEST
from hand_driven import BOTH_GAMES, Bench, MemoryBot, bench_for, spec_of

NAMES = ("ann", "bob", "cyd", "dan")


def asked(bench: Bench, times: int = 3) -> MemoryBot:
    """Let `ann` come to a question that is not its first."""
    for _ in range(times - 1):
        bench.until_asked("ann").answer()
    return bench.until_asked("ann")


def events_in(bot: MemoryBot) -> list[pb.Event]:
    requests = [request for message in bot.messages for request in message.requests]
    events = [event for request in requests for event in request.events]
    return events + [event for result in bot.results for event in result.events]


# --- what it finds ---


@BOTH_GAMES
def test_who_comes_back_finds_its_games_and_its_open_question_with_all_events(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bot = asked(bench)
    (question,), before = bot.open, events_in(bot)
    bot.lose_stream()
    bench.wait(1.0)
    bench.tick()
    bot.come_back()
    message = bot.listen()
    assert message.welcome.name == "ann"
    ((start,), (again,)) = message.starts, message.requests
    assert (start.game_id, start.seat, start.resumed) == (question.game_id, 0, True)
    assert (again.decision, again.view, again.legal) == (
        *(question.decision, question.view, question.legal),
    )
    assert list(again.events) == before


@BOTH_GAMES
def test_who_comes_back_plays_on_without_a_fault(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bot = asked(bench)
    bot.lose_stream()
    bot.come_back()
    bench.play_on()
    assert bench.record.faults == []
    assert len(bot.results) == 1


def test_a_game_that_began_meanwhile_is_found_as_well() -> None:
    bench = Bench(*NAMES)
    bot = bench.bots["ann"]
    bot.lose_stream()
    bench.begin(spec_of("rolling-stone"))
    bench.tick()
    bot.come_back()
    assert [start.resumed for start in bot.listen().starts] == [True]
    bench.play_on()
    assert bench.record.faults == []


@BOTH_GAMES
def test_fa_4_a_game_that_ended_meanwhile_is_told_from_its_first_event_to_its_result(
    game: str,
) -> None:
    rehearsal = bench_for(game)
    rehearsal.begin(spec_of(game))
    answers = 0
    while not rehearsal.outcomes:
        rehearsal.asked().answer()
        answers += 1
    bench = bench_for(game)
    bench.begin(spec_of(game))
    for _ in range(answers - 1):
        bench.asked().answer()
    last = bench.asked()
    bot = next(bot for bot in bench.bots.values() if bot is not last)
    bot.lose_stream()
    last.answer()
    bot.come_back()
    assert [start.resumed for start in bot.listen().starts] == [True]
    (result,) = bot.results
    assert list(result.places) == bench.record.places
    last.listen()
    assert len(result.events) == len(events_in(last))


def test_questions_that_were_open_are_asked_again_in_their_order() -> None:
    bench = Bench(*NAMES)
    for number in range(20):
        bench.begin(spec_of("rolling-stone", number=number))
    bench.listen()
    bot = bench.bots["ann"]
    names = [request.game_id for request in bot.open]
    assert len(names) > 10
    bot.lose_stream()
    bot.come_back()
    assert [request.game_id for request in bot.listen().requests][: len(names)] == names
    bench.play_on()
    assert not any(outcome.record.faults for outcome in bench.outcomes)


# --- it gains nothing ---


@pytest.mark.parametrize(("seconds", "causes"), [(0.54, []), (0.56, ["timeout"])])
def test_its_clock_runs_on(seconds: float, causes: list[str]) -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.5))
    bot = bench.until_asked("ann")
    bench.wait(0.5)
    bot.lose_stream()
    bench.wait(0.5)
    bench.tick()
    bot.come_back()
    bot.listen()
    bench.wait(seconds)
    bot.answer()
    bench.play_on()
    assert bench.faults("ann") == causes


def test_what_its_time_is_up_for_while_it_is_away_is_a_fault() -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.0))
    bot = bench.until_asked("ann")
    bot.lose_stream()
    bench.wait(1.1)
    assert bench.tick() == []
    bot.come_back()
    bench.play_on()
    assert bench.faults("ann") == ["disconnected"]


def test_to_be_away_when_a_question_comes_up_costs_as_much_as_to_think() -> None:
    bench = Bench(*NAMES)
    bot = bench.bots["ann"]
    bot.lose_stream()
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.0))
    bench.tick()
    bench.wait(0.9)
    bench.tick()
    bot.come_back()
    bot.listen()
    bench.wait(0.2)
    bot.answer()
    bench.play_on()
    assert bench.faults("ann") == ["timeout"]


@pytest.mark.parametrize(("seconds", "is_back"), [(RETURN - 0.1, True), (RETURN + 0.1, False)])
def test_it_may_come_back_for_five_seconds(seconds: float, *, is_back: bool) -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone", move=60.0))
    bot = bench.until_asked("ann")
    old = bot.player
    bot.lose_stream()
    bench.wait(seconds)
    assert bench.tick() == [], "its process may live on"
    bot.come_back()
    assert (bot.player is old) == is_back
    bench.play_on()
    assert bench.faults("ann") == ([] if is_back else ["disconnected"] * 3)


def test_time_in_which_the_referee_was_late_is_none_of_the_five_seconds() -> None:
    bench = Bench("ann")
    bench.bots["ann"].lose_stream()
    bench.wait(RETURN + 1.0, lag=1.5)
    bench.tick()
    assert bench.bots["ann"].player.gone is None


def test_a_crash_ends_the_wait() -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone", move=60.0))
    bot = bench.until_asked("ann")
    bot.lose_stream()
    bench.referee.crashed("ann", bench.now)
    bench.play_on()
    assert bench.faults("ann") == ["crashed"] * 3


def test_who_comes_back_without_end_is_given_up() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    for _ in range(MOST_NOISE // NOISE_OF_RETURN):
        bot.lose_stream()
        bot.come_back()
    assert bench.tick() == []
    bot.lose_stream()
    bot.come_back()
    assert bench.tick() == ["ann"]


def test_what_waits_for_a_bot_that_is_away_does_not_grow() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    bot.lose_stream()
    for _ in range(100):
        bench.wait(0.04)
        bench.tick()
        bot.player.complain(pb.Error.CODE_STALE, "x" * 1000, pb.Answer())
    bot.come_back()
    assert bot.listen().ByteSize() < LARGEST // 1000


# --- turns and heartbeats ---


def test_a_bot_that_is_away_keeps_nobody_from_thinking() -> None:
    bench = Bench(*NAMES, thinkers=1)
    for number in range(8):
        bench.begin(spec_of("rolling-stone", number=number, move=1.0, bank=99.0))
    for _ in range(160):
        bench.listen()
        busy = [bot for bot in bench.bots.values() if bot.open]
        bench.wait(0.02)
        busy[0].answer(think=0.02)
    bench.listen()
    (thinking,) = (bot for bot in bench.bots.values() if bot.open)
    away = next(bot for bot in bench.bots.values() if bot is not thinking and bot.player.waiting)
    away.lose_stream()
    away.player._waiting.insert(0, (-1, "the oldest game of all"))
    while thinking.open:
        bench.wait(0.02)
        thinking.answer(think=0.02)
    others = [bot for bot in bench.bots.values() if bot is not away]
    for bot in others:
        bot.listen()
    assert any(bot.open for bot in others)


def test_an_echo_that_was_lost_with_the_stream_is_not_waited_for() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    bench.tick()
    bot.listen()
    bot.lose_stream()
    bot.come_back()
    for _ in range(10):
        bench.wait(2.0)
        assert bench.tick() == []
        bench.listen()


def test_no_echo_is_waited_for_of_a_heartbeat_that_was_due_meanwhile() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    bot.lose_stream()
    bench.wait(2.1)
    bench.tick()
    bot.come_back()
    for _ in range(10):
        bench.listen()
        bench.wait(2.0)
        assert bench.tick() == []


def test_who_comes_back_must_echo_heartbeats_as_before() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    bot.lose_stream()
    bot.come_back()
    bench.tick()
    bench.wait(10.1)
    assert bench.tick() == ["ann"]
