"""The clocks over whole games: limits, banks, hung bots, questions at a time, heartbeats."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server.player import DEAF, PROBE
from bumblepuppy_server.table import Cause
from hand_driven import BOTH_GAMES, Bench, bench_for, spec_of

if TYPE_CHECKING:
    from bumblepuppy.v1 import referee_pb2 as pb
    from bumblepuppy_server.player import Player

# --- clocks ---


@BOTH_GAMES
@pytest.mark.parametrize(("seconds", "causes"), [(1.54, []), (1.56, ["timeout"])])
def test_an_answer_is_late_beyond_move_bank_and_margin(
    game: str, seconds: float, causes: list[str]
) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game, move=1.0, bank=0.5))
    bot = bench.asked()
    bench.wait(seconds)
    bot.answer()
    bench.play_on()
    assert bench.faults(bot.player.name) == causes


@BOTH_GAMES
@pytest.mark.parametrize(("seconds", "causes"), [(1.54, []), (1.56, ["timeout"])])
def test_no_answer_is_a_timeout_beyond_move_bank_and_margin(
    game: str, seconds: float, causes: list[str]
) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game, move=1.0, bank=0.5))
    bot = bench.asked()
    bench.wait(seconds)
    bench.tick()
    bench.play_on()
    assert bench.faults(bot.player.name) == causes


@pytest.mark.parametrize(("seconds", "causes"), [(1.34, []), (1.36, ["timeout"])])
def test_the_bank_is_drawn_on_once_the_move_is_used_up(seconds: float, causes: list[str]) -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.5))
    bot = bench.until_asked("ann")
    bench.wait(0.9)
    bot.answer()
    bot = bench.until_asked("ann")
    assert bot.open[0].bank_ms == 500
    bench.wait(1.2)
    bot.answer()
    bot = bench.until_asked("ann")
    assert bot.open[0].bank_ms == pytest.approx(300, abs=1)
    bench.wait(seconds)  # the move, what is left in the bank, and the margin: 1.35
    bot.answer()
    bench.play_on()
    assert bench.faults("ann") == causes


def test_each_game_has_a_bank_of_its_own() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    for number in (1, 2):
        bench.begin(spec_of("rolling-stone", number=number, move=1.0, bank=0.5))
    bench.listen()
    bot = bench.bots["ann"]
    assert len(bot.open) == 2
    for _ in range(2):
        bench.wait(1.4)
        bot.answer()
    bench.play_on()
    assert not any(outcome.record.faults for outcome in bench.outcomes)


def test_questions_that_wait_for_a_bot_cost_it_nothing() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    for number in range(10):
        bench.begin(spec_of("rolling-stone", number=number, move=1.0, bank=0.0))
    bench.listen()
    bot = bench.bots["ann"]
    assert len(bot.open) > 3
    while bot.open:
        bench.wait(0.9)
        assert bench.tick() == []
        bot.answer()
        bot.listen()
    bench.play_on()
    assert not any(outcome.record.faults for outcome in bench.outcomes)


def test_time_during_which_the_referee_was_late_is_not_charged() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.0))
    bot = bench.asked()
    bench.wait(2.5, lag=1.9)
    bench.tick()
    bot.answer()
    bench.play_on()
    assert bench.record.faults == []


def test_the_answer_that_comes_too_late_is_stale() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.0))
    bot = bench.asked()
    bench.wait(1.1)
    bench.tick()
    bot.answer()
    bench.play_on()
    assert bot.errors == ["timeout", "stale"]
    assert bench.faults(bot.player.name) == ["timeout"]


def test_think_times_are_told_by_seat() -> None:
    bench, spec = Bench("ann", "bob", "cyd", "dan"), spec_of("rolling-stone")
    bench.begin(spec)
    asked: Counter[int] = Counter()
    while not bench.outcomes:
        bot = bench.asked()
        seat = spec.seats.index(bot.player.name)
        asked[seat] += 1
        bench.wait(0.1 * (seat + 1))
        bot.answer()
        bench.listen()
    times = bench.outcomes[0].times
    for seat, time in enumerate(times):
        assert time.decisions == asked[seat]
        assert time.total_s == pytest.approx(asked[seat] * 0.1 * (seat + 1))
        assert time.max_s == pytest.approx(0.1 * (seat + 1) if asked[seat] else 0.0)


# --- bots that hang ---


def test_a_bot_that_hangs_is_given_up_after_three_questions_in_silence() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    for number in range(10):
        bench.begin(spec_of("rolling-stone", number=number, move=1.0, bank=0.0))
    bench.listen()
    given_up = []
    for _ in range(3):
        bench.wait(1.06)
        given_up.append(bench.tick())
    assert given_up == [[], [], ["ann"]]
    bench.play_on()
    causes = [fault.cause for outcome in bench.outcomes for fault in outcome.record.faults]
    assert len(bench.outcomes) == 10
    assert set(causes) == {"timeout"}
    assert all(
        outcome.record.seats[f.seat] == "ann"
        for outcome in bench.outcomes
        for f in outcome.record.faults
    )


@pytest.mark.parametrize("lag", [0.0, 1.5])
def test_a_bot_that_hangs_with_64_questions_is_found_within_the_time_of_one(lag: float) -> None:
    bench = with_games(400)
    bot = bench.bots["ann"]
    for _ in range(100):
        bot.answer()
        bot.listen()
    assert len(bot.open) >= 64
    bank = bot.open[0].bank_ms / 1000
    bench.wait(1.0 + bank + 0.04 + lag, lag=lag)
    bench.tick()
    bot.listen()
    assert bot.errors == []
    bench.wait(0.02)
    bench.tick()
    bot.listen()
    assert bot.errors == ["timeout"]


def test_a_bot_that_answers_now_and_then_is_not_given_up() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    for number in range(10):
        bench.begin(spec_of("rolling-stone", number=number, move=1.0, bank=0.0))
    bench.listen()
    bot = bench.bots["ann"]
    for _ in range(3):
        for _ in range(2):
            bench.wait(1.06)
            assert bench.tick() == []
            bot.open.pop(0)
        bot.answer()
    assert bot.player.gone is None


def blocked(bench: Bench) -> Player:
    """Block the way to a bot that has no question, and let it be asked in ten games."""
    player = bench.bots["ann"].player
    player.blocked_since = bench.now
    for number in range(10):
        bench.begin(spec_of("rolling-stone", number=number, move=1.0, bank=0.0))
    return player


def test_a_bot_that_does_not_read_is_given_up_like_one_that_hangs() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    player = blocked(bench)
    bench.wait(DEAF + 0.01)
    bench.tick()
    given_up = []
    for _ in range(3):
        bench.wait(1.06)
        given_up.append(bench.tick())
    assert given_up == [[], [], ["ann"]]
    assert player.gone is Cause.TIMEOUT
    bench.play_on(without="ann")
    assert len(bench.outcomes) == 10


@pytest.mark.parametrize(("seconds", "asked"), [(DEAF - 0.01, 0), (DEAF + 0.01, 1)])
def test_the_clock_of_a_bot_that_does_not_read_runs(seconds: float, asked: int) -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    player = blocked(bench)
    bench.wait(seconds)
    bench.tick()
    assert len(player.clock) == asked


def test_what_a_bot_did_not_read_in_time_it_is_asked_when_it_reads() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    player = blocked(bench)
    bench.wait(DEAF + 0.01)
    bench.tick()
    player.blocked_since = None
    bench.play_on()
    assert not any(outcome.record.faults for outcome in bench.outcomes)


def test_a_bot_that_is_given_up_is_woken_so_that_its_stream_ends() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bot = bench.bots["ann"]
    bot.listen()
    woken = bot.woken
    bench.referee.leave(bot.player, Cause.TIMEOUT, bench.now)
    assert bot.woken > woken


# --- how many questions at a time ---


def with_games(number: int) -> Bench:
    bench = Bench("ann", "bob", "cyd", "dan")
    for slot in range(number):
        bench.begin(spec_of("rolling-stone", number=slot, move=1.0, bank=99.0))
    bench.listen()
    return bench


def questions_at_a_time(seconds: float, claim: float | None = None) -> int:
    """Tell how many questions a bot has open that has long needed so much for each.

    What it says itself is `claim`; an honest bot says the truth.
    """
    bench = with_games(400)
    bot = bench.bots["ann"]
    for _ in range(100):
        bench.wait(seconds)
        bot.answer(think=seconds if claim is None else claim)
        bot.listen()
    return len(bot.open)


def test_a_quick_bot_gets_many_questions_at_a_time() -> None:
    assert questions_at_a_time(0.0) > 200


def test_a_bot_that_needs_a_millisecond_gets_ten_at_a_time() -> None:
    assert questions_at_a_time(0.001) == pytest.approx(10, abs=1)


@pytest.mark.parametrize("seconds", [0.005, 0.020, 0.5])
def test_a_thinking_bot_gets_its_questions_two_by_two(seconds: float) -> None:
    assert questions_at_a_time(seconds) == 2


def test_a_bot_that_says_it_is_quick_can_show_so_where_messages_are_slow() -> None:
    assert questions_at_a_time(0.050, claim=0.0001) == PROBE


# --- thinkers ---


def thinking(thinkers: int, *, games: int = 8, seconds: float = 0.02) -> Bench:
    """Give a table of bots that have long taken their time, of which so many may at once."""
    bench = Bench("ann", "bob", "cyd", "dan", thinkers=thinkers)
    for slot in range(games):
        bench.begin(spec_of("rolling-stone", number=slot, move=1.0, bank=99.0))
    for _ in range(40 * len(bench.bots)):
        bench.listen()
        busy = [bot for bot in bench.bots.values() if bot.open]
        bench.wait(seconds)
        busy[0].answer(think=seconds)
    bench.listen()
    return bench


@pytest.mark.parametrize("thinkers", [1, 2, 3])
def test_no_more_bots_think_at_one_time_than_may(thinkers: int) -> None:
    bench = thinking(thinkers)
    for _ in range(60):
        busy = [bot for bot in bench.bots.values() if bot.open]
        assert 0 < len(busy) <= thinkers
        bench.wait(0.02)
        busy[0].answer(think=0.02)
        bench.listen()


def test_the_bot_with_the_oldest_game_is_the_next_to_think() -> None:
    bench = thinking(1)
    for _ in range(30):
        (busy,) = (bot for bot in bench.bots.values() if bot.open)
        waiting = [p._waiting[0] for p in bench.players if p is not busy.player and p._waiting]
        while busy.open:
            bench.wait(0.02)
            busy.answer(think=0.02)
            busy.listen()
            if waiting and busy.open:
                asked = {(int(r.game_id.rpartition("-")[2]), r.game_id) for r in busy.open}
                assert min(asked) < min(waiting), "it went on with a younger game"
        bench.listen()


def test_whoever_may_think_next_is_woken_when_another_has_done() -> None:
    bench = thinking(1)
    (busy,) = (bot for bot in bench.bots.values() if bot.open)
    before = {name: bot.woken for name, bot in bench.bots.items()}
    bench.wait(0.02)
    busy.answer(think=0.02)
    following = min((p for p in bench.players if p.waiting), key=lambda p: p._waiting[0]).name
    assert bench.bots[following].woken > before[following]


def test_when_a_thinking_bot_is_lost_another_may_think() -> None:
    bench = thinking(1)
    (busy,) = (bot for bot in bench.bots.values() if bot.open)
    bench.referee.leave(busy.player, Cause.CRASHED, bench.now)
    bench.listen()
    assert sum(bool(bot.open) for bot in bench.bots.values() if bot is not busy) == 1


def test_bots_that_answer_at_once_are_never_kept_waiting_for_a_turn() -> None:
    bench = Bench("ann", "bob", "cyd", "dan", thinkers=1)
    for slot in range(40):
        bench.begin(spec_of("rolling-stone", number=slot))
    bench.listen()
    bench.play_on()
    for slot in range(40, 80):
        bench.begin(spec_of("rolling-stone", number=slot))
    bench.listen()
    assert not any(player.waiting for player in bench.players)


# --- heartbeats ---


def beats(message: pb.PlayResponse) -> list[int]:
    return [beat.number for beat in message.heartbeats]


def test_a_heartbeat_is_sent_every_two_seconds() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    bench.tick()
    (first,) = beats(bot.listen())
    bot.send(beats=[first])
    bench.wait(1.9)
    bench.tick()
    assert beats(bot.listen()) == []
    bench.wait(0.1)
    bench.tick()
    (second,) = beats(bot.listen())
    assert second != first


def test_who_does_not_read_cannot_guess_what_echo_is_due() -> None:
    bench = Bench("ann")
    bench.tick()
    bench.bots["ann"].send(beats=range(1000))
    bench.wait(10.1)
    assert bench.tick() == ["ann"]


def test_no_second_heartbeat_is_sent_before_the_echo_of_the_first() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    for _ in range(4):
        bench.tick()
        bench.wait(2.0)
    assert len(beats(bot.listen())) == 1


@pytest.mark.parametrize(("seconds", "given_up"), [(9.9, []), (10.1, ["ann"])])
def test_an_idle_bot_is_given_up_that_echoes_no_heartbeat(
    seconds: float, given_up: list[str]
) -> None:
    bench = Bench("ann")
    bench.tick()
    bench.wait(seconds)
    assert bench.tick() == given_up


def test_an_idle_bot_that_echoes_lives_for_ever() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    for _ in range(50):
        assert bench.tick() == []
        bot.send(beats=beats(bot.listen()))
        bench.wait(2.0)


def test_a_bot_with_a_question_is_watched_by_its_clock_alone() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", move=60.0))
    bot = bench.asked()
    bench.tick()
    bench.wait(30.0)
    assert bot.player.name not in bench.tick()


# --- filling messages ---


def test_a_message_waits_to_be_filled_only_while_many_games_are_in_flight() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    ann = bench.bots["ann"]
    bench.begin(spec_of("rolling-stone", number=0))
    assert not bench.referee.is_filling(ann.player)
    for number in range(1, 40):
        bench.begin(spec_of("rolling-stone", ("bob", "ann", "cyd", "dan"), number=number))
    assert bench.referee.is_filling(ann.player)


def test_a_message_with_half_a_bots_share_of_the_games_waits_no_longer() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    for number in range(40):
        bench.begin(spec_of("rolling-stone", number=number))
    assert not bench.referee.is_filling(bench.bots["ann"].player)


# --- telling the organiser ---


def test_games_are_said_to_wait_for_a_bot_once_until_it_answers() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=5.0))
    bench.listen()
    assert bench.referee.waits_for(bench.now) == []
    bench.wait(3.1)
    assert bench.referee.waits_for(bench.now) == ["ann"]
    assert bench.referee.waits_for(bench.now) == []
    bench.bots["ann"].answer()
    assert bench.referee.waits_for(bench.now) == []
