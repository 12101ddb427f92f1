"""What is refused, and in which words."""

from __future__ import annotations

import pytest

from bumblepuppy_sdk.actions import Action, Kind
from bumblepuppy_sdk.errors import IllegalActionError
from rumba_deals import act, deal, legal


def test_an_equal_action_made_elsewhere_is_taken() -> None:
    state = deal("2C 3H", "3C 4C", opener="7C")
    state.apply(Action(Kind.PLAY, state.view(0).hand.system.card("2C")))
    assert state.view(0).top.text == "2C"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("play 3H", r"seat 0: 'play 3H' is not legal: .*clubs or 7.*RU-3.*legal: play 2C"),
        ("play AS", r"seat 0: 'play AS' is not legal"),
        ("stop", r"seat 0: 'stop' is not legal"),
        ("suit H", r"seat 0: 'suit H' is not legal"),
    ],
)
def test_an_illegal_action_is_refused_with_seat_clause_and_list(action: str, message: str) -> None:
    state = deal("2C 3H", "3C 4C", opener="7C")
    with pytest.raises(IllegalActionError, match=message):
        act(state, action)


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (["play KH"], r"must name a suit.*RU-6.*legal: suit C"),
        (["play AC"], r"second card.*RU-5.*legal: play AD, play KH, stop"),
        (["play AC", "stop"], r"matches clubs or A.*RU-4.*legal: draw"),
        (["play AC", "stop", "draw", "draw", "draw"], r"draw no more.*RU-4.*legal: pass"),
        (["play KH", "suit S"], r"matches spades.*RU-4.*legal: draw"),
    ],
)
def test_a_refusal_tells_what_is_to_be_done(before: list[str], message: str) -> None:
    state = deal("AC AD KH", "3H 4H 5H", opener="2C", stock="6H 7H 8H 9H TH")
    act(state, *before)
    with pytest.raises(IllegalActionError, match=message):
        act(state, "play 2S")


def test_after_the_end_nothing_is_legal() -> None:
    state = deal("2C", "3H", opener="7C")
    act(state, "play 2C")
    assert state.to_act is None
    assert legal(state) == []
    with pytest.raises(IllegalActionError, match="too late"):
        act(state, "draw")
