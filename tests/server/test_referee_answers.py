"""What answers are worth, and what becomes of those to no question."""

from __future__ import annotations

import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from hand_driven import BOTH_GAMES, Bench, bench_for, first_legal, not_legal, spec_of

# --- answers that are no good ---


@BOTH_GAMES
def test_fa_1_an_illegal_answer_is_told_to_its_bot_and_played_over(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bot = bench.asked()
    bot.send(not_legal(bot.open.pop()))
    bench.play_on()
    assert bot.errors == ["illegal"]
    assert bench.faults(bot.player.name) == ["illegal"]


def malformed_answers() -> dict[str, pb.Action]:
    cards = range(-1, 60, 20)
    return {
        "nothing": pb.Action(),
        "another game's": pb.Action(other="play 7C"),
        **{
            f"kind {kind} card {card}": pb.Action(
                rolling_stone={"kind": kind, "card": card}  # type: ignore[arg-type]
            )
            for kind in (-1, 0, 1, 99)
            for card in cards
            if kind != 1 or not 0 < card < 53
        },
    }


@pytest.mark.parametrize("action", malformed_answers().values(), ids=malformed_answers())
def test_fa_1_an_answer_without_an_action_of_this_game_is_malformed(action: pb.Action) -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone"))
    bot = bench.asked()
    request = bot.open.pop()
    bot.send(pb.Answer(game_id=request.game_id, decision=request.decision, action=action))
    bench.play_on()
    assert bot.errors == ["malformed"]
    assert bench.faults(bot.player.name) == ["malformed"]


@BOTH_GAMES
def test_fa_1_an_action_of_the_other_game_is_malformed(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bot = bench.asked()
    answer = first_legal(bot.open.pop())
    other = pb.Action(rumba={"kind": 1, "card": 7})  # type: ignore[arg-type]
    if game == "rumba":
        other = pb.Action(rolling_stone={"kind": 1, "card": 7})  # type: ignore[arg-type]
    bot.send(pb.Answer(game_id=answer.game_id, decision=answer.decision, action=other))
    bench.play_on()
    assert bench.faults(bot.player.name) == ["malformed"]


@BOTH_GAMES
def test_fa_1_a_failure_is_malformed_whatever_action_comes_with_it(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bot = bench.asked()
    answer = first_legal(bot.open.pop())
    answer.failure = "ValueError: no idea"
    bot.send(answer)
    bench.play_on()
    assert bench.faults(bot.player.name) == ["malformed"]


@BOTH_GAMES
def test_fa_2_after_three_faults_a_bot_is_told_and_asked_no_more(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    for _ in range(3):
        bot = bench.until_asked("ann")
        bot.send(not_legal(bot.open.pop()))
    asked = len([None for message in bot.messages for _ in message.requests])
    bench.play_on()
    assert bot.errors == ["illegal"] * 3 + ["autopilot"]
    assert len([None for message in bot.messages for _ in message.requests]) == asked
    assert bench.record.autopilot == [0]
    assert bench.record.places[0] == len(bench.record.seats)
    assert len(bot.results) == 1


# --- answers to no open question ---


def complaints_about(answer: pb.Answer) -> list[str]:
    """Let a bot with a question open send something else; nothing may come of it."""
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone"))
    bot = bench.asked()
    bot.send(answer)
    bench.play_on()
    assert bench.record.faults == []
    return bot.errors


@pytest.mark.parametrize(
    "answer",
    [
        pb.Answer(),
        pb.Answer(game_id="rolling-stone-2"),
        pb.Answer(game_id="rolling-stone-1", decision=1),
        pb.Answer(game_id="rolling-stone-1", decision=2**32 - 1),
    ],
    ids=["empty", "another game's", "a decision to come", "a decision far away"],
)
def test_an_answer_to_no_open_question_is_stale_and_no_fault(answer: pb.Answer) -> None:
    assert complaints_about(answer) == ["stale"]


@BOTH_GAMES
def test_an_answer_to_somebody_else_s_question_is_stale(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    asked = bench.asked()
    thief = next(bot for bot in bench.bots.values() if bot is not asked)
    thief.send(not_legal(asked.open[0]))
    assert asked.open
    bench.play_on()
    assert thief.errors == ["stale"]
    assert bench.record.faults == []


@BOTH_GAMES
def test_a_question_that_was_not_sent_cannot_be_answered(game: str) -> None:
    bench, spec = bench_for(game), spec_of(game)
    bench.begin(spec)
    for bot in bench.bots.values():  # none has listened yet
        bot.send(pb.Answer(game_id=spec.game_id))
    bench.play_on()
    assert all(bot.errors == ["stale"] for bot in bench.bots.values())
    assert bench.record.faults == []


@BOTH_GAMES
def test_of_two_answers_to_a_question_the_first_counts(game: str) -> None:
    for together in (True, False):
        bench = bench_for(game)
        bench.begin(spec_of(game))
        bot = bench.asked()
        request = bot.open.pop()
        good, bad = first_legal(request), not_legal(request)
        if together:
            bot.send(good, bad)
        else:
            bot.send(good)
            bot.send(bad)
        bench.play_on()
        assert bot.errors == ["stale"]
        assert bench.record.faults == []


def test_answers_out_of_order_count_like_any_other() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    for number in range(5):
        bench.begin(spec_of("rolling-stone", number=number))
    bench.listen()
    bot = bench.bots["ann"]
    while bot.open:
        bot.send(first_legal(bot.open.pop()))
    bench.play_on()
    assert bot.errors == []
    assert not any(outcome.record.faults for outcome in bench.outcomes)


def test_unknown_fields_in_an_answer_are_ignored() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone"))
    bot = bench.asked()
    good = first_legal(bot.open.pop()).SerializeToString()
    bot.send(pb.Answer.FromString(good + b"\xba\x3e\x05later"))
    bench.play_on()
    assert bot.errors == []
    assert bench.record.faults == []


def test_an_answer_to_a_game_that_has_ended_is_stale() -> None:
    bench, spec = Bench("ann", "bob", "cyd", "dan"), spec_of("rolling-stone")
    bench.begin(spec)
    bench.play_on()
    bot = bench.bots["ann"]
    bot.send(pb.Answer(game_id=spec.game_id, decision=0))
    bot.listen()
    assert bot.errors == ["stale"]


def test_stale_answers_do_not_stop_the_clock() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.0))
    bot = bench.asked()
    for _ in range(3):
        bench.wait(0.5)
        bot.send(pb.Answer(game_id="nowhere"))
    bench.tick()
    bench.play_on()
    assert bench.faults(bot.player.name) == ["timeout"]


# --- noise ---


def test_a_bot_that_floods_the_referee_with_stale_answers_is_given_up() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone"))
    bot = bench.until_asked("ann")
    for _ in range(11):
        bot.send(*[pb.Answer(game_id="nowhere")] * 100)
    assert bench.tick() == ["ann"]
    bench.play_on()
    assert bench.faults("ann") == ["malformed"] * 3


@pytest.mark.parametrize(
    "message",
    [
        pb.PlayRequest(answers=[pb.Answer()] * 2000),
        pb.PlayRequest(heartbeats=[pb.Heartbeat()] * 2000),
    ],
    ids=["answers", "echoes"],
)
def test_a_message_with_thousands_of_things_is_given_no_look(message: pb.PlayRequest) -> None:
    bench = Bench("ann")
    bench.referee.heard(bench.bots["ann"].player, message, bench.now)
    assert bench.tick() == ["ann"]
    assert bench.bots["ann"].errors == []


@pytest.mark.parametrize(
    "message", [pb.PlayRequest(), pb.PlayRequest(heartbeats=[pb.Heartbeat(number=7)])]
)
def test_empty_messages_and_idle_echoes_are_noise(message: pb.PlayRequest) -> None:
    bench = Bench("ann")
    for _ in range(1000):
        bench.referee.heard(bench.bots["ann"].player, message, bench.now)
    assert bench.tick() == []
    bench.referee.heard(bench.bots["ann"].player, message, bench.now)
    assert bench.tick() == ["ann"]


def test_an_answer_that_comes_after_its_time_is_no_noise() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.0))
    bot = bench.asked()
    bench.wait(1.1)
    bench.tick()
    bot.answer()
    assert bot.player.noise == 0


def test_complaints_do_not_grow_without_bound() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    for _ in range(9):
        bot.send(*[pb.Answer(game_id="x" * 50_000)] * 100)
    assert bot.listen().ByteSize() < 100_000
