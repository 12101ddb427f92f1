"""Bots from elsewhere: what the network is granted, and who is at the door with whose token."""

from __future__ import annotations

import json

import pytest

from bumblepuppy_sdk.wire import RETURN
from bumblepuppy_server.door import InUse, UnknownToken, digest_of
from bumblepuppy_server.player import CHALLENGE, HEARTBEAT
from hand_driven import BOTH_GAMES, Bench, MemoryBot, bench_for, spec_of

NAMES = ("ann", "bob", "cyd", "dan")
FAKED = 0.150
"""Seconds by which a bot puts its echoes off, to look far away."""


# --- what is granted to the network ---


@BOTH_GAMES
@pytest.mark.parametrize(("seconds", "causes"), [(1.74, []), (1.76, ["timeout"])])
def test_an_answer_is_late_beyond_the_networks_allowance_as_well(
    game: str, seconds: float, causes: list[str]
) -> None:
    bench = bench_for(game)
    bench.begin(spec_of(game, move=1.0, bank=0.5, network=0.2))
    bot = bench.asked()
    bench.wait(seconds)
    bot.answer()
    bench.play_on()
    assert bench.faults(bot.player.name) == causes


@pytest.mark.parametrize(("seconds", "left"), [(0.2, 500), (1.2, 500), (1.3, 400), (1.5, 200)])
def test_the_bank_pays_for_what_is_beyond_move_and_allowance(seconds: float, left: int) -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.5, network=0.2))
    bot = bench.until_asked("ann")
    bench.wait(seconds)
    bot.answer()
    assert bench.until_asked("ann").open[0].bank_ms == pytest.approx(left, abs=1)


@pytest.mark.parametrize("network", [0.2, 0.0])
def test_the_record_tells_what_was_granted_if_anything_was(network: float) -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone", network=network))
    bench.play_on()
    assert json.loads(bench.record.to_json()).get("network", 0.0) == network
    assert ('"network"' in bench.record.to_json()) == bool(network)


def echo(bench: Bench, bot: MemoryBot, delay: float) -> None:
    """Have a heartbeat go out, and its echo come back after a while."""
    bench.wait(HEARTBEAT)
    bench.tick()
    beats = [beat.number for beat in bot.listen().heartbeats]
    bench.wait(delay)
    bot.send(beats=beats)


def charged(echoes: float, thought: float) -> tuple[list[str], int, float | None]:
    """Play with a bot whose echoes take so long.

    Returns:
        Its faults, what is left of its bank, and how far away it looks.
    """
    bench = Bench(*NAMES)
    bot = bench.bots["ann"]
    for _ in range(10):
        echo(bench, bot, echoes)
    bench.begin(spec_of("rolling-stone", move=1.0, bank=0.5, network=0.2))
    bench.until_asked("ann")
    bench.wait(thought)
    bot.answer()
    left = bench.until_asked("ann").open[0].bank_ms
    bench.play_on()
    return bench.faults("ann"), left, bot.player.way


@pytest.mark.parametrize("thought", [0.1, 1.1, 1.3, 1.69, 1.74, 1.76, 2.0])
def test_a_bot_that_fakes_a_slow_network_is_charged_and_timed_out_as_one_that_does_not(
    thought: float,
) -> None:
    honest, faked = charged(0.001, thought), charged(FAKED, thought)
    assert honest[:2] == faked[:2]
    assert [honest[2], faked[2]] == [pytest.approx(0.001), pytest.approx(FAKED)]


@pytest.mark.parametrize("pace", [0.0005, 0.02])
def test_nor_is_it_given_more_questions_at_a_time(pace: float) -> None:
    windows = []
    for delay in (0.001, FAKED):
        bench = Bench("ann", "bob", "cyd", "dan")
        bot = bench.bots["ann"]
        for _ in range(10):
            echo(bench, bot, delay)
        for number in range(40):
            bench.begin(spec_of("rolling-stone", number=number, bank=99.0))
        for _ in range(60):
            bench.listen()
            for other in bench.bots.values():
                while other.open:
                    bench.wait(pace)
                    other.answer(think=pace)
        windows.append(bot.player.window)
    assert windows[0] == windows[1]


def test_the_way_to_a_bot_is_that_of_its_quickest_echo() -> None:
    bench = Bench("ann")
    bot = bench.bots["ann"]
    assert bench.referee.ways() == {"ann": None}
    for delay in (0.3, 0.02, 0.1):
        echo(bench, bot, delay)
    assert bench.referee.ways() == {"ann": pytest.approx(0.02)}
    bot.lose_stream()
    assert bench.referee.ways() == {}


# --- somebody else with the same token ---


def knock(bench: Bench) -> MemoryBot:
    """Come by another connection with the token of `ann`."""
    return MemoryBot(bench, "ann")


def test_a_guest_whose_connection_broke_without_a_word_comes_back_by_another() -> None:
    bench = Bench(*NAMES)
    bench.referee.expect("ann", digest_of("token of ann"), guest=True)
    bench.begin(spec_of("rolling-stone", bank=20.0))
    old = bench.until_asked("ann")
    waited = 0.0
    while not old.player.is_cut_off:
        with pytest.raises(InUse):
            knock(bench)
        bench.wait(0.1)
        waited += 0.1
        bench.tick()
    assert waited < CHALLENGE + HEARTBEAT < RETURN
    old.lose_stream()  # as the service does for a stream that is cut off
    bench.bots["ann"] = again = knock(bench)
    assert again.player is old.player
    bench.play_on()
    assert bench.record.faults == []


def test_a_guest_that_is_there_is_not_cut_off_however_often_somebody_comes_with_its_token() -> None:
    bench = Bench(*NAMES)
    bench.referee.expect("ann", digest_of("token of ann"), guest=True)
    bench.begin(spec_of("rolling-stone", bank=20.0))
    bot = bench.until_asked("ann")
    for _ in range(100):
        with pytest.raises(InUse, match="connected already"):
            knock(bench)
        bench.wait(0.1)
        bench.tick()
        if beats := [beat.number for beat in bot.listen().heartbeats]:
            bot.send(beats=beats)
        assert not bot.player.is_cut_off
    assert bot.player.noise == 0
    bench.play_on()
    assert bench.record.faults == []


# --- invitations change while games go on ---


def test_whose_invitation_is_revoked_has_to_leave_and_is_let_in_no_more() -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone"))
    bench.until_asked("ann")
    bench.referee.expel("ann", bench.now)
    assert bench.bots["ann"].player.how_gone == "its invitation was revoked"
    with pytest.raises(UnknownToken):
        knock(bench)
    bench.play_on()
    assert set(bench.faults("ann")) == {"disconnected"}
    assert {fault.seat for fault in bench.record.faults} == {0}


def test_who_is_invited_again_comes_by_the_new_token_and_loses_nothing() -> None:
    bench = Bench(*NAMES)
    bench.begin(spec_of("rolling-stone"))
    old = bench.until_asked("ann")
    bench.referee.expect("ann", digest_of("another"))
    assert old.player.is_cut_off
    old.lose_stream()
    with pytest.raises(UnknownToken):
        knock(bench)
    old._hello.token = "another"
    old.come_back()
    bench.play_on()
    assert bench.record.faults == []


def test_to_expect_a_bot_by_the_same_token_changes_nothing() -> None:
    bench = Bench(*NAMES)
    bench.referee.expect("ann", digest_of("token of ann"))
    assert not bench.bots["ann"].player.is_cut_off
