"""What can be told of a game in which something went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server.evidence import LAST, LONGEST_WORDS, MOST_FAULTS, SeatEvidence
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_server.table import Cause
from hand_driven import BOTH_GAMES, Bench, bench_for, not_legal, spec_of

if TYPE_CHECKING:
    from bumblepuppy.v1 import referee_pb2 as pb
    from hand_driven import MemoryBot


def evidence_of(bench: Bench, seat: int = 0) -> SeatEvidence:
    """Give what is told of a seat in the only game that has ended."""
    (outcome,) = bench.outcomes
    return outcome.evidence[seat]


def wrong(bot: MemoryBot) -> pb.Answer:
    """Answer the oldest open question with what is not legal."""
    answer = not_legal(bot.open.pop(0))
    bot.send(answer)
    return answer


@BOTH_GAMES
def test_of_a_game_without_a_fault_nothing_is_told(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bench.play_on()
    assert bench.outcomes[0].evidence == ()


@BOTH_GAMES
def test_an_illegal_answer_is_told_with_what_was_legal(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    wrong(bench.until_asked("ann"))
    bench.play_on()
    (fault,), exchange = evidence_of(bench).faults, evidence_of(bench).exchanges[-1]
    assert (fault.action, fault.cause) == (bench.record.faults[0].action, "illegal")
    assert fault.how.startswith("play ")
    assert fault.how.endswith(f" is not legal here; legal: {', '.join(exchange.legal)}")
    assert (exchange.action, exchange.answer) == (fault.action, None)


@BOTH_GAMES
def test_the_last_questions_of_each_seat_and_their_answers_are_told(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    wrong(bench.until_asked("ann"))
    bench.play_on()
    for seat in range(1, len(bench.record.seats)):
        exchanges = evidence_of(bench, seat).exchanges
        mine = [action for action, (of, _) in enumerate(bench.record.actions) if of == seat]
        told = [exchange.action for exchange in exchanges]
        assert 0 < len(exchanges) <= LAST
        assert set(told) <= set(mine)
        assert told == sorted(told)
        for exchange in exchanges:
            assert exchange.answer == bench.record.actions[exchange.action][1]
            assert exchange.answer in exchange.legal


def test_of_a_seat_at_fault_the_questions_up_to_its_last_fault_are_told() -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone"))
    bench.until_asked("ann").answer()
    wrong(bench.until_asked("ann"))
    bench.play_on()
    first, last = evidence_of(bench).exchanges
    assert (first.answer, last.answer) == (bench.record.actions[first.action][1], None)
    (fault,) = bench.record.faults
    assert last.action == fault.action


def test_the_times_are_the_referee_s_the_bot_s_own_and_what_counted() -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.5))
    bot = bench.until_asked("ann")
    bench.wait(0.4, lag=0.1)
    bot.answer(think=0.25)
    wrong(bench.until_asked("ann"))
    bench.play_on()
    exchange = evidence_of(bench).exchanges[0]
    assert (exchange.elapsed_s, exchange.claimed_s, exchange.lag_s) == (0.3, 0.25, 0.1)
    assert (exchange.charged_s, exchange.allowed_s) == (0.3, 1.55)


def test_a_question_without_an_answer_is_told_as_such() -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.5))
    bench.until_asked("ann")
    bench.wait(1.6)
    bench.tick()
    bench.play_on()
    told = evidence_of(bench)
    assert told.faults[0].cause == "timeout"
    assert told.faults[0].how.startswith("no answer within 1.")
    assert (told.exchanges[-1].claimed_s, told.exchanges[-1].elapsed_s) == (None, 1.6)


def test_the_question_with_which_a_bot_went_is_told_and_why_it_went_and_its_last_words() -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone"))
    bench.until_asked("ann")
    bench.wait(0.2)
    bench.referee.crashed("ann", bench.now, how="was killed by SIGSEGV", output="oh no")
    bench.play_on()
    told = evidence_of(bench)
    assert {fault.how for fault in told.faults} == {"its process was killed by SIGSEGV"}
    assert told.output == "oh no"
    (exchange,) = told.exchanges
    assert (exchange.action, exchange.elapsed_s) == (bench.record.faults[0].action, 0.2)


def test_a_bot_that_comes_back_takes_no_last_words_from_games_that_it_left() -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone"))
    bench.until_asked("ann")
    bench.referee.crashed("ann", bench.now, how="ended with exit code 1", output="first")
    bench.bots["ann"] = type(bench.bots["ann"])(bench, "ann")
    bench.referee.crashed("ann", bench.now, how="ended with exit code 2", output="second")
    bench.play_on()
    told = evidence_of(bench)
    assert {fault.how for fault in told.faults} == {"its process ended with exit code 1"}
    assert told.output == "first"


def test_the_words_for_a_fault_and_the_number_of_faults_are_bounded() -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone", max_faults=1000))
    while not bench.outcomes:
        bot = bench.asked()
        if bot is bench.bots["ann"]:
            answer = not_legal(bot.open.pop(0))
            answer.failure = "no idea " * 1000
            bot.send(answer)
        else:
            bot.answer()
        bench.listen()
    told, faults = evidence_of(bench), bench.faults("ann")
    assert set(faults) == {"malformed"}
    assert len(told.faults) == min(MOST_FAULTS, len(faults))
    assert all(len(fault.how) == LONGEST_WORDS for fault in told.faults)


def test_a_suspended_bot_hears_nothing_of_a_game_though_it_is_here() -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone", suspended=[1]))
    bench.play_on()
    assert bench.outcomes[0].record.suspended == [1]
    assert not any(message.starts or message.results for message in bench.bots["bob"].messages)
    assert bench.outcomes[0].evidence == ()


@pytest.mark.parametrize("cause", [Cause.TIMEOUT, Cause.DISCONNECTED])
def test_it_survives_the_line_between_two_processes(cause: Cause) -> None:
    bench = bench_for("rolling-stone")
    bench.begin(spec_of("rolling-stone"))
    bot = bench.until_asked("ann")
    bench.referee.leave(bot.player, cause, bench.now, 'it said "Ágata"\n')
    bench.play_on()
    (outcome,) = bench.outcomes
    assert outcome.evidence
    assert Outcome.from_json(outcome.to_json()) == outcome
