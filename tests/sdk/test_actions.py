"""Actions and their notation."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bumblepuppy_sdk import FRENCH, GERMAN, SPANISH, Kind, NotationError, SuitSystem
from bumblepuppy_sdk.actions import (
    CHALLENGE,
    DRAW,
    LET,
    NAME_SUIT,
    PASS,
    PICKUP,
    PLAY,
    SLIP,
    STOP,
    parse_action,
)

SYSTEMS = (FRENCH, SPANISH, GERMAN)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: str(system.name))
def test_every_action_is_read_as_it_is_written(system: SuitSystem) -> None:
    bare = (PICKUP, LET, CHALLENGE, DRAW, PASS, STOP)
    for action in (*PLAY[system], *SLIP[system], *NAME_SUIT[system], *bare):
        assert parse_action(str(action), system) is action


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("play 7C", Kind.PLAY),
        ("slip 7C", Kind.SLIP),
        ("pickup", Kind.PICKUP),
        ("let", Kind.LET),
        ("challenge", Kind.CHALLENGE),
        ("draw", Kind.DRAW),
        ("pass", Kind.PASS),
        ("stop", Kind.STOP),
        ("suit H", Kind.SUIT),
    ],
)
def test_the_notation_is_that_of_the_rules(text: str, kind: Kind) -> None:
    action = parse_action(text)
    assert action.kind is kind
    assert str(action) == text


def test_every_kind_has_its_notation() -> None:
    assert len(Kind) == 9


@pytest.mark.parametrize("text", ["", "fold", "Play 7C", "pickup 7C", "draw "])
def test_what_is_no_action_is_refused_with_the_words_that_are(text: str) -> None:
    with pytest.raises(NotationError, match=f"^{text!r} is not an action: .*play, slip, pickup"):
        parse_action(text)


@pytest.mark.parametrize("text", ["play", "play ", "play 7X", "slip C7", "play 7C 8C"])
def test_an_action_with_a_wrong_card_names_the_card(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        parse_action(text)


def test_an_action_with_a_wrong_suit_names_the_suit() -> None:
    with pytest.raises(NotationError, match="'X' is not a suit"):
        parse_action("suit X")


@given(st.text())
def test_no_text_does_anything_but_raise_a_notation_error(text: str) -> None:
    with contextlib.suppress(NotationError):
        assert str(parse_action(text)) == text


def test_an_action_shows_its_notation() -> None:
    assert repr(parse_action("play 7C")) == "<play 7C>"
