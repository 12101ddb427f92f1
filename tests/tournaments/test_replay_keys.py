"""Stepping through a replay by keys."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_tournaments.replaying.frames import Replay
from bumblepuppy_tournaments.replaying.keys import decode
from bumblepuppy_tournaments.replaying.position import Key, Position, play_on, press
from recorded_games import outcome_of, recorded_by_name

REPLAY: Final = Replay(outcome_of(recorded_by_name("rolling-stone", 1, players=4)))
LAST: Final = len(REPLAY.frames) - 1


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b" n\x1b[C\x1bOC", [Key.NEXT] * 4),
        (b"b\x7f\x1b[D", [Key.BACK] * 3),
        (b"0\x1b[H\x1b[1~", [Key.FIRST] * 3),
        (b"$\x1b[F\x1b[4~", [Key.LAST] * 3),
        (b"\x1b[B\x1b[6~", [Key.LATER] * 2),
        (b"\x1b[A\x1b[5~", [Key.EARLIER] * 2),
        (b"pq\x04", [Key.PLAY, Key.QUIT, Key.QUIT]),
        (b"\x1b[1;5Cxz\xc3\x9f\x1b[200~\x1b", []),
    ],
)
def test_each_key_has_its_meaning_and_others_have_none(typed: bytes, keys: list[Key]) -> None:
    assert list(decode(typed)) == keys


@given(st.binary())
def test_whatever_is_typed_can_be_read(typed: bytes) -> None:
    assert len(list(decode(typed))) <= len(typed)


@given(st.integers(0, LAST), st.booleans(), st.sampled_from(sorted(Key, key=lambda key: key.name)))
def test_no_key_leads_out_of_the_game(at: int, playing: bool, key: Key) -> None:  # noqa: FBT001
    assert 0 <= press(Position(at, playing), key, REPLAY).at <= LAST


def test_a_step_by_hand_pauses() -> None:
    assert press(Position(3, playing=True), Key.NEXT, REPLAY) == Position(4, playing=False)
    assert press(Position(3, playing=True), Key.BACK, REPLAY) == Position(2, playing=False)


def test_jumps_visit_the_turning_points_and_no_other_frame() -> None:
    position, visited = Position(0, playing=False), []
    while position.at < LAST:
        position = press(position, Key.LATER, REPLAY)
        visited.append(position.at)
    points = [frame.number for frame in REPLAY.frames if frame.is_turning_point]
    assert visited == points[1:], "the deal is the first"
    back = []
    while position.at > 0:
        position = press(position, Key.EARLIER, REPLAY)
        back.append(position.at)
    assert back == points[-2::-1]


def test_it_plays_to_the_end_and_pauses_there() -> None:
    position, steps = Position(0, playing=True), 0
    while position.playing:
        position, steps = play_on(position, REPLAY), steps + 1
    assert (position.at, steps) == (LAST, LAST)


def test_play_pauses_goes_on_and_at_the_end_begins_again() -> None:
    assert press(Position(3, playing=True), Key.PLAY, REPLAY) == Position(3, playing=False)
    assert press(Position(3, playing=False), Key.PLAY, REPLAY) == Position(3, playing=True)
    assert press(Position(LAST, playing=False), Key.PLAY, REPLAY) == Position(0, playing=True)
