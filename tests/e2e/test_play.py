"""A person's seat, from the command line: real bots, a real referee, lines on standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_tournaments.person.words import book
from command_line import assert_refused, needs_proc, processes_of, run

if TYPE_CHECKING:
    from pathlib import Path

RUMBA: Final = "play rumba --against tips --seed 1 --option hand_size=2"
ROLLING_STONE: Final = (
    "play rolling-stone --against random,random,tips --seed 1 --option cap_tricks=2"
)
FIRST_CHOICE: Final = "1\n\n"


@needs_proc
@pytest.mark.parametrize(
    ("words", "language"),
    [
        (RUMBA, "en"),
        (f"{RUMBA} --option pack=spanish40", "es"),
        (f"{ROLLING_STONE} --option silence=true", "pt"),
        (f"{ROLLING_STONE} --sandbox none", "de"),
    ],
)
def test_a_game_is_played_to_its_end_in_every_language(
    tmp_path: Path, words: str, language: str
) -> None:
    ran = run(*words.split(), "--lang", language, folder=tmp_path, typed=20 * FIRST_CHOICE)
    said = book(language)["say"]
    assert ran.code == 0, ran.err
    assert said["score"].format(games=1) in ran.out
    assert said["again"] in ran.out
    assert ran.out.rstrip().endswith(said["bye"]), "at the end of its input the person leaves"
    assert processes_of(tmp_path) == []


def test_the_score_is_kept_and_everybody_moves_up_a_seat(tmp_path: Path) -> None:
    words = "play rumba --against random --seed 1 --option hand_size=1 --name Ann"
    ran = run(*words.split(), folder=tmp_path, typed="y\n" + 2 * FIRST_CHOICE + "n\n")
    assert ran.code == 0, ran.err
    assert "Games: 1. First places: Ann 0, random 1" in ran.out, "the bot is out at once"
    table = ran.out.partition("Games: 1.")[2]
    assert table.index("   random   1") < table.index("▶  Ann"), "who sat first now sits second"
    assert "Games: 2. First places: Ann 0, random 2" in ran.out


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    ran = run(*["play", "rolling-stone", "--against", "tips"], folder=tmp_path, typed="")
    assert_refused(ran, "--against: ", "expected 4 to 8, got 2")
