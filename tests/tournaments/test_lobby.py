"""The lobby: who is waited for, when play begins, and what is told of those who come and go."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest
from rich.console import Console

from bumblepuppy_server.chair import Guest
from bumblepuppy_server.spec import Listen
from bumblepuppy_tournaments.hosting.invitations import FILE, invite, revoke
from bumblepuppy_tournaments.hosting.lobby import BACK, Lobby
from bumblepuppy_tournaments.screen.waiting import Waiting, lobby, lobby_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bumblepuppy_server.arena import Arena
    from bumblepuppy_tournaments.screen.display import Display

TODAY = dt.date(2026, 1, 31)
START = 1000.0


@dataclass
class Evening:
    """Stands for the arena and for the screen; its time passes by a script."""

    guests: dict[str, Guest] = field(default_factory=dict)
    plays: tuple[str, ...] = ("rumba",)
    at: float = START
    script: dict[float, Callable[[], object]] = field(default_factory=dict)
    """By time: what happens then."""
    expected: list[tuple[str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    shown: list[Sequence[Waiting]] = field(default_factory=list)
    began: float | None = None

    def guest(self, name: str) -> Guest | None:
        return self.guests.get(name)

    def games(self, name: str) -> tuple[str, ...]:
        return self.plays if name in self.guests else ()

    def expect(self, name: str, digest: str) -> None:
        self.expected.append((name, digest))

    def wait_no_more(self) -> None:
        self.began = self.at

    def wait_for(self, guests: Sequence[Waiting]) -> None:
        self.shown.append(guests)

    def say(self, message: str) -> None:
        self.said.append(message)

    def come(self, name: str, sdk: str = "sdk 1") -> None:
        self.guests[name] = Guest(sdk, way=0.02)

    def go(self, name: str) -> None:
        self.guests[name] = Guest("sdk 1", is_here=False)

    async def sleep(self, seconds: float) -> None:
        """Take the place of `asyncio.sleep`."""
        self.at += seconds
        assert self.at < START + 100, "it never begins"
        for at in [at for at in self.script if at <= self.at]:
            self.script.pop(at)()

    def seconds_until_it_begins(self, lobby: Lobby, then: float = 0.0) -> float:
        """Have the lobby wait, and let time pass while games are played."""

        async def main() -> None:
            lobby.display = cast("Display", self)
            async with lobby.welcome(cast("Arena", self)):
                end = self.at + then
                while self.at < end:
                    await real_sleep(0)

        asyncio.run(main())
        assert self.began is not None
        return self.began - START


real_sleep = asyncio.sleep


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    evening = Evening()

    async def sleep(seconds: float) -> None:
        await evening.sleep(seconds)
        await real_sleep(0)

    monkeypatch.setattr("asyncio.sleep", sleep)
    monkeypatch.setattr("time.time", lambda: evening.at)
    return evening


@pytest.fixture
def place(tmp_path: Path) -> Lobby:
    """A lobby to which ann and bob are invited."""
    for name in ("ann", "bob"):
        invite(tmp_path / FILE, name, TODAY)
    return Lobby(Listen(address="127.0.0.1:1"), tmp_path / FILE, "rumba")


# --- when it begins ---


def test_it_begins_when_all_are_here(evening: Evening, place: Lobby) -> None:
    evening.script = {
        START + 3: lambda: evening.come("ann"),
        START + 7: lambda: evening.come("bob"),
    }
    assert evening.seconds_until_it_begins(place) == 7
    assert [each.is_here for each in evening.shown[0]] == [False, False]
    assert [each.is_here for each in evening.shown[-1]] == [True, True]


def test_it_begins_at_a_time_whoever_is_here(evening: Evening, place: Lobby) -> None:
    place.start_at = START + 5
    assert evening.seconds_until_it_begins(place) == 5


def test_it_begins_when_the_organiser_says_so(evening: Evening, place: Lobby) -> None:
    place.begin_now = lambda: evening.at >= START + 4
    assert evening.seconds_until_it_begins(place) == 4


def test_who_came_and_went_is_waited_for(evening: Evening, place: Lobby) -> None:
    evening.come("ann")
    evening.script = {
        START + 1: lambda: evening.go("ann"),
        START + 2: lambda: evening.come("bob"),
        START + 6: lambda: evening.come("ann"),
    }
    assert evening.seconds_until_it_begins(place) == 6
    assert evening.said == [
        "'ann' is here (sdk 1)",
        "'ann' has gone; it may come back",
        "'bob' is here (sdk 1)",
        "'ann' is here (sdk 1)",
    ]


def test_who_does_not_play_the_game_is_not_enough_and_that_is_said(
    evening: Evening, place: Lobby
) -> None:
    evening.plays = ("rolling-stone",)
    for name in ("ann", "bob"):
        evening.come(name)
    place.start_at = START + 2
    assert evening.seconds_until_it_begins(place) == 2
    assert evening.said[0] == "'ann' is here (sdk 1), and does not play rumba, but rolling-stone"


def test_whose_invitation_is_revoked_is_waited_for_no_more(evening: Evening, place: Lobby) -> None:
    evening.come("ann")
    evening.script = {START + 2: lambda: revoke(place.invitations, "bob")}
    assert evening.seconds_until_it_begins(place) == 2
    assert evening.expected == [("bob", "")]


def test_after_the_referee_was_lost_nobody_is_waited_for_for_long(
    evening: Evening, place: Lobby
) -> None:
    place.begin_now = lambda: evening.at == START
    assert evening.seconds_until_it_begins(place) == 0
    evening.at = START + 10
    assert evening.seconds_until_it_begins(place) == 10 + BACK


# --- while games are played ---


def test_what_changes_in_the_invitations_is_applied_while_games_are_played(
    evening: Evening, place: Lobby
) -> None:
    for name in ("ann", "bob"):
        evening.come(name)
    evening.script = {
        START + 1: lambda: invite(place.invitations, "ann", TODAY),
        START + 2: lambda: revoke(place.invitations, "bob"),
        START + 3: lambda: invite(place.invitations, "cyd", TODAY),
    }
    evening.seconds_until_it_begins(place, then=5)
    assert [name for name, _ in evening.expected] == ["ann", "bob"]
    assert [bool(digest) for _, digest in evening.expected] == [True, False]


def test_a_file_that_is_spoilt_is_told_once_and_changes_nothing(
    evening: Evening, place: Lobby
) -> None:
    for name in ("ann", "bob"):
        evening.come(name)
    evening.script = {START + 1: lambda: place.invitations.write_text("[[invi")}
    evening.seconds_until_it_begins(place, then=5)
    assert evening.expected == []
    (told,) = (line for line in evening.said if str(place.invitations) in line)
    assert told.endswith("Until then the invitations stay as they were")


def test_who_is_lost_and_who_comes_late_is_told(evening: Evening, place: Lobby) -> None:
    evening.come("ann")
    place.start_at = START
    evening.script = {START + 1: lambda: evening.come("bob"), START + 2: lambda: evening.go("ann")}
    evening.seconds_until_it_begins(place, then=5)
    assert evening.said[1:] == ["'bob' is here (sdk 1)", "'ann' has gone; it may come back"]


# --- what is shown ---


def drawn(*waiting: Waiting, width: int = 80) -> list[str]:
    console = Console(width=width, record=True, file=None)
    with console.capture() as capture:
        console.print(lobby(waiting))
    return [line.rstrip() for line in capture.get().splitlines()]


LONG = Waiting("n" * 100, "bumblepuppy-python " + "1" * 41, 0.1234)


def test_the_lobby_shows_who_is_here_how_far_away_and_by_which_sdk() -> None:
    lines = drawn(Waiting("ann", "sdk 1", 0.0124), Waiting("bob", None, None))
    assert "1 of 2" in lines[0]
    assert [line.split() for line in lines[1:3]] == [
        ["✓", "ann", "12", "ms", "sdk", "1"],
        ["·", "bob"],
    ]


@pytest.mark.parametrize("width", [40, 80])
def test_long_names_and_words_of_a_guest_do_not_break_its_line(width: int) -> None:
    lines = drawn(LONG, LONG, width=width)
    assert max(map(len, lines)) <= width
    assert len([line for line in lines if "✓" in line]) == 2


def test_a_guests_words_cannot_steer_the_terminal() -> None:
    evil = Waiting("a\x1b[2J", "s\x1b]0;owned\x07\n", None, "t\x1b[31m")
    said = "\n".join([*drawn(evil), evil.in_words()])
    assert not {"\x07", "\x1b[2J", "\x1b[31m"} & {said}
    assert all(char.isprintable() for line in said.splitlines() for char in line)


def test_a_script_reads_the_lobby_as_json() -> None:
    found = json.loads(lobby_json([Waiting("ann", "sdk 1", 0.0124), Waiting("bob", None, None)]))
    assert found == {
        "lobby": 1,
        "bots": [
            {"name": "ann", "here": True, "way_ms": 12.4, "sdk": "sdk 1", "trouble": ""},
            {"name": "bob", "here": False, "way_ms": None, "sdk": None, "trouble": ""},
        ],
    }
