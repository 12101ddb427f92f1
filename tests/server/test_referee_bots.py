"""Bots come and go: who is let in, and who is at fault for having gone."""

from __future__ import annotations

import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_server.door import InUse, UnknownToken, WrongVersion, digest_of
from bumblepuppy_server.player import CHALLENGE
from bumblepuppy_server.table import Cause
from hand_driven import BOTH_GAMES, Bench, bench_for, spec_of

# --- who is let in ---


def hello(**fields: object) -> pb.Hello:
    return pb.Hello(**{"token": "token of ann", "protocol": 1, **fields})  # type: ignore[arg-type]


def nothing() -> None:
    pass


@pytest.mark.parametrize("token", ["", "token of eve", "token of änn", "x" * 100_000])
def test_a_bot_with_another_token_is_refused(token: str) -> None:
    bench = Bench()
    bench.referee.expect("ann", digest_of("token of ann"))
    with pytest.raises(UnknownToken, match="no bot is expected"):
        bench.referee.join(hello(token=token), nothing)


@pytest.mark.parametrize("protocol", [0, 2, 2**32 - 1])
def test_a_bot_of_another_version_is_refused(protocol: int) -> None:
    bench = Bench()
    bench.referee.expect("ann", digest_of("token of ann"))
    with pytest.raises(WrongVersion, match=f"version {protocol}.*version 1"):
        bench.referee.join(hello(protocol=protocol), nothing)


def test_a_second_stream_with_the_same_token_is_refused() -> None:
    bench = Bench("ann")
    with pytest.raises(InUse, match="'ann' is connected already"):
        bench.referee.join(hello(), nothing)


def test_a_bot_of_this_machine_needs_not_prove_that_it_is_there() -> None:
    bench = Bench("ann")
    with pytest.raises(InUse):
        bench.referee.join(hello(), nothing)
    bench.tick()
    bench.wait(CHALLENGE + 0.1)
    bench.tick()
    assert not bench.players[0].is_cut_off, "nobody can put out a bot that is busy"


def test_a_bot_that_was_given_up_may_come_back() -> None:
    bench = Bench("ann")
    bench.referee.crashed("ann", bench.now)
    assert bench.referee.join(hello(), nothing).name == "ann"


def test_the_first_message_is_a_welcome() -> None:
    message = Bench("ann").bots["ann"].listen()
    assert message.welcome == pb.Welcome(protocol=1, name="ann")


# --- bots that are gone ---


@BOTH_GAMES
@pytest.mark.parametrize("cause", ["crashed", "disconnected"])
def test_fa_1_a_bot_that_is_gone_is_at_fault_wherever_it_is_asked(game: str, cause: str) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game))
    bot = bench.until_asked("ann")
    if cause == "crashed":
        bench.referee.crashed("ann", bench.now)
    else:
        bench.referee.leave(bot.player, Cause.DISCONNECTED, bench.now)
    bench.play_on()
    assert bench.faults("ann") == [cause] * 3
    assert {fault.seat for fault in bench.record.faults} == {0}
    assert bench.record.autopilot == [0]


def test_word_of_the_end_of_a_stream_after_a_crash_changes_nothing() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone"))
    old = bench.until_asked("ann").player
    bench.referee.crashed("ann", bench.now)
    new = bench.referee.join(hello(), nothing)
    bench.referee.leave(old, Cause.DISCONNECTED, bench.now)
    assert new.gone is None
    bench.play_on()
    assert set(bench.faults("ann")) == {"crashed"}


@pytest.mark.parametrize("cause", [Cause.DISCONNECTED, Cause.CRASHED])
def test_in_games_to_come_an_absent_bot_is_at_fault_for_why_it_left(cause: Cause) -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.referee.leave(bench.bots["ann"].player, cause, bench.now)
    bench.begin(spec_of("rolling-stone"))
    bench.play_on()
    assert bench.faults("ann") == [cause.value] * 3


def test_a_process_that_ends_after_its_stream_was_given_up_has_crashed() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.referee.leave(bench.bots["ann"].player, Cause.TIMEOUT, bench.now)
    bench.referee.crashed("ann", bench.now)
    bench.begin(spec_of("rolling-stone"))
    bench.play_on()
    assert bench.faults("ann") == ["crashed"] * 3


def test_a_bot_that_never_came_is_at_fault_like_one_that_crashed() -> None:
    bench = Bench("ann", "bob", "cyd")
    bench.begin(spec_of("rolling-stone"))
    bench.play_on()
    assert bench.faults("dan") == ["crashed"] * 3


def test_a_bot_that_came_back_plays_games_to_come_but_not_those_that_it_left() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone", number=1))
    bench.until_asked("ann")
    bench.referee.crashed("ann", bench.now)
    bench.bots["ann"] = type(bench.bots["ann"])(bench, "ann")
    bench.begin(spec_of("rolling-stone", number=2))
    bench.play_on()
    by_slot = {outcome.record.slot: outcome.record for outcome in bench.outcomes}
    assert {fault.cause for fault in by_slot[1].faults} == {"crashed"}
    assert by_slot[2].faults == []
    assert [start.game_id for start in bench.bots["ann"].starts] == ["rolling-stone-2"]


def test_fa_4_a_game_ends_though_all_its_bots_are_gone() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone"))
    for name in bench.bots:
        bench.referee.crashed(name, bench.now)
    assert bench.record.places == [1, 1, 1, 1]
    assert bench.record.autopilot == [0, 1, 2, 3]


def test_what_a_bot_that_is_gone_still_says_is_not_heard() -> None:
    bench = Bench("ann", "bob", "cyd", "dan")
    bench.begin(spec_of("rolling-stone"))
    bot = bench.until_asked("ann")
    bench.referee.leave(bot.player, Cause.DISCONNECTED, bench.now)
    bot.answer()
    bench.play_on()
    assert bench.faults("ann") == ["disconnected"] * 3
