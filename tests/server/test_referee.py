"""The referee over whole games, driven by hand: who is asked and who is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_sdk import wire
from bumblepuppy_sdk.actions import parse_action
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import Record, replay, start
from bumblepuppy_server.clock import Moment
from hand_driven import BOTH_GAMES, Bench, bench_for, spec_of

if TYPE_CHECKING:
    from bumblepuppy.v1 import referee_pb2 as pb
    from bumblepuppy_sdk.games.events import Event

# --- a game without faults ---


@BOTH_GAMES
def test_every_seat_is_told_that_the_game_begins(game: str) -> None:
    bench, spec = bench_for(game), spec_of(game)
    bench.begin(spec)
    bench.listen()
    for seat, name in enumerate(spec.seats):
        (start,) = bench.bots[name].starts
        assert (start.game_id, start.game, start.seat) == (spec.game_id, game, seat)
        assert start.random_seed == spec.bot_seeds[seat]
        options = wire.read_options(start.game, start.options)
        assert load_game(game).describe(options) == spec.options


@BOTH_GAMES
def test_only_the_seat_that_must_decide_is_asked(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    while not bench.outcomes:
        bench.listen()
        assert sum(len(bot.open) for bot in bench.bots.values()) == 1
        bench.asked().answer()
        bench.listen()


@BOTH_GAMES
def test_the_result_reaches_every_seat(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bench.play_on()
    for bot in bench.bots.values():
        (result,) = bot.results
        assert list(result.places) == bench.record.places
        assert list(result.penalty) == bench.record.penalty
        assert result.reason == bench.record.reason


@BOTH_GAMES
def test_every_seat_hears_all_events_that_it_may_hear_once_and_in_order(game: str) -> None:
    bench, spec = bench_for(game), spec_of(game)
    bench.begin(spec)
    bench.play_on()
    codec, system = wire.codec_of(game), load_game(game).suits(replay(bench.record).options)
    events = events_of(bench.record)
    for seat, name in enumerate(spec.seats):
        heard = [
            codec.read_event(event, system)
            for message in bench.bots[name].messages
            for event in news_in(message)
        ]
        assert heard == [event.seen_by(seat) for event in events]


def news_in(message: pb.PlayResponse) -> list[pb.Event]:
    told = [list(request.events) for request in message.requests]
    told += [list(result.events) for result in message.results]
    return [event for events in told for event in events]


def events_of(record: Record) -> list[Event]:
    game = load_game(record.game)
    state = start(record, game)
    events = list(state.opening)
    for _, text in record.actions:
        events += state.apply(parse_action(text, game.suits(state.options)))
    return events


@BOTH_GAMES
def test_the_record_replays(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bench.play_on()
    result = replay(bench.record).result
    assert result is not None
    assert list(result.places) == bench.record.places


@BOTH_GAMES
def test_a_request_says_how_much_time_there_is(game: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game, move=1.5, bank=4.25))
    (request,) = bench.asked().open
    assert (request.move_ms, request.bank_ms) == (1500, 4250)


def test_a_bot_may_sit_in_two_seats_of_a_game() -> None:
    bench = Bench("ann", "bob")
    bench.begin(spec_of("rolling-stone", ("ann", "bob", "ann", "bob")))
    bench.play_on()
    assert len(bench.bots["ann"].results) == 2
    assert bench.record.faults == []


def test_many_games_go_on_at_once() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    for number in range(30):
        game = ("rolling-stone", "rumba")[number % 2]
        bench.begin(spec_of(game, number=number))
    bench.play_on()
    assert len(bench.outcomes) == 30
    assert not any(outcome.record.faults for outcome in bench.outcomes)


# --- goodbye ---


# --- drills ---


def test_a_game_that_is_called_off_is_void_whether_its_question_was_sent_or_waits() -> None:
    for is_sent in (True, False):
        bench = Bench("ann", "bob", "cyd", "dan")
        bench.begin(spec_of("rolling-stone"))
        if is_sent:
            bench.listen()
        bench.referee.drill("ann", "call_off", bench.now)
        assert bench.outcomes[0].void == "called off by a check"
        bench.listen()
        assert [result.reason for result in bench.bots["ann"].results] == ["void"]
        assert not any(player.waiting or len(player.clock) for player in bench.players)


def test_a_bot_that_is_cut_off_is_woken_so_that_its_stream_ends_once() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    woken = bot.woken
    bench.referee.drill("ann", "cut_off", bench.now)
    assert bot.woken > woken
    assert bot.player.is_cut_off
    bot.lose_stream()
    bot.come_back()
    assert not bot.player.is_cut_off


def test_a_drill_of_a_bot_that_is_not_here_does_nothing() -> None:
    Bench().referee.drill("eve", "cut_off", Moment(0.0))


def test_goodbye_is_said_to_every_bot() -> None:
    bench = Bench("ann", "bob")
    bench.referee.say_goodbye()
    assert all(bot.listen().goodbye for bot in bench.bots.values())
