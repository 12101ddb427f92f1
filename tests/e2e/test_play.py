"""A person's seat, from the command line: real bots, a real referee, lines on standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from bumblepuppy_tournaments.person.words import book
from command_line import assert_refused, needs_proc, processes_of, run, write_bot

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


def test_the_score_is_kept_from_game_to_game_and_everybody_moves_up_a_seat(tmp_path: Path) -> None:
    typed = "1\n\nq\n"
    ran = run(*RUMBA.split(), "--option", "hand_size=1", folder=tmp_path, typed=typed)
    assert ran.code == 0, ran.err


def test_a_bot_that_hangs_does_not_hang_the_game(tmp_path: Path) -> None:
    write_bot(tmp_path / "hangs.py", ["time.sleep(60)"], game="rumba")
    words = RUMBA.replace("tips", "hangs.py").split()
    ran = run(*words, folder=tmp_path, typed=20 * FIRST_CHOICE)
    assert "Games: 1." in ran.out
    assert "bot 'hangs' was killed" in ran.err


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("whist --against tips", ["GAME: unknown game 'whist'"]),
        ("rolling-stone --against tips", ["--against: ", "expected 4 to 8, got 2"]),
        ("rumba --against tips --name tips", ["--name: a bot is called 'tips' already"]),
        ("rumba --against tips --move 0", ["--move: expected seconds, more than 0"]),
        ("rumba --against tips --lang fr", ["--lang 'fr'", "en, es, pt, de"]),
    ],
)
def test_what_cannot_be_played_is_refused(tmp_path: Path, words: str, parts: list[str]) -> None:
    assert_refused(run("play", *words.split(), folder=tmp_path), *parts)
