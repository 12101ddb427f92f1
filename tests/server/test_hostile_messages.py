"""Whatever a bot says, the referee stands, and the other bots' games go on undisturbed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_server.service import LARGEST
from hand_driven import Bench, spec_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

GAME = "rolling-stone-1"
SEATS = ("eve", "ann", "bob", "cyd")
NUMBERS = st.integers(-2, 60) | st.integers(-(2**31), 2**31 - 1)
COUNTS = st.integers(0, 3) | st.integers(0, 2**32 - 1)


def moves(*fields: str) -> SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({}, optional=dict.fromkeys(fields, NUMBERS))


ACTIONS = st.one_of(
    st.builds(pb.Action),
    st.builds(pb.Action, rolling_stone=moves("kind", "card")),
    st.builds(pb.Action, rumba=moves("kind", "card", "suit")),
    st.builds(pb.Action, other=st.text()),
)
ANSWERS = st.builds(
    pb.Answer,
    game_id=st.just(GAME) | st.text(),
    decision=COUNTS,
    action=ACTIONS,
    think_us=COUNTS,
    failure=st.just("") | st.text(),
)
MESSAGES = st.builds(
    pb.PlayRequest,
    hello=st.none() | st.builds(pb.Hello, token=st.text(), protocol=COUNTS),
    answers=st.lists(ANSWERS, max_size=5),
    heartbeats=st.lists(
        st.builds(pb.Heartbeat, number=st.integers(0, 3) | st.integers(0, 2**64 - 1)), max_size=3
    ),
)


@st.composite
def broken(draw: st.DrawFn) -> pb.PlayRequest:
    """Spoil a message's bytes; give what can still be read as one."""
    data = bytearray(draw(MESSAGES).SerializeToString())
    for _ in range(draw(st.integers(1, 4))):
        if data:
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    try:
        return pb.PlayRequest.FromString(bytes(data))
    except DecodeError:
        return pb.PlayRequest()


@settings(max_examples=50)
@given(st.lists(MESSAGES | broken(), max_size=12), st.floats(0, 1))
def test_no_message_disturbs_the_others(messages: list[pb.PlayRequest], pause: float) -> None:
    bench = Bench(*SEATS)
    bench.begin(spec_of("rolling-stone", SEATS))
    eve = bench.bots["eve"]
    for message in messages:
        bench.play_on(without="eve")
        bench.wait(pause)
        bench.referee.heard(eve.player, message, bench.now)
        bench.tick()
    bench.play_on(without="eve")
    while not bench.outcomes:  # what eve did not answer times out
        bench.wait(5.0)
        bench.tick()
        bench.play_on(without="eve")
    assert all(fault.seat == 0 for fault in bench.record.faults)
    assert [len(bench.bots[name].results) for name in ("ann", "bob", "cyd")] == [1, 1, 1]


@pytest.mark.parametrize(
    "message",
    [
        pb.PlayRequest(answers=[pb.Answer(game_id="x" * LARGEST)]),
        pb.PlayRequest(answers=[pb.Answer(failure="x" * LARGEST)]),
        pb.PlayRequest(answers=[pb.Answer()] * (LARGEST // 2)),
        pb.PlayRequest(heartbeats=[pb.Heartbeat()] * (LARGEST // 2)),
    ],
    ids=["long name", "long failure", "many answers", "many echoes"],
)
def test_the_largest_message_does_not_grow_into_a_large_reply(message: pb.PlayRequest) -> None:
    bench = Bench(*SEATS)
    bench.begin(spec_of("rolling-stone", SEATS))
    eve = bench.until_asked("eve")
    bench.referee.heard(eve.player, message, bench.now)
    assert eve.listen().ByteSize() < 10_000
