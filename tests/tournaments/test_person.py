"""A person at the table: what is shown in four languages, and what is typed."""

from __future__ import annotations

import io
from collections import Counter
from importlib import import_module
from random import Random
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

import pytest
from rich.console import Console

from bumblepuppy_sdk.actions import DRAW, PASS, STOP, Kind
from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.rumba import Effect
from bumblepuppy_sdk.games.words import LANGUAGES
from bumblepuppy_server.chance import KeyedChance
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.person.choosing import Left, choose, is_wanted
from bumblepuppy_tournaments.person.host import Wishes, play
from bumblepuppy_tournaments.person.opponents import read_opponents
from bumblepuppy_tournaments.person.table import draw, draw_result
from bumblepuppy_tournaments.person.words import Words, book

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from bumblepuppy_sdk.games.base import Game
    from bumblepuppy_sdk.games.view import View

COLUMNS, ROWS = 80, 24
HIGH_CARD: Final[Game] = import_module("plugin.high_card").GAME
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)
GAMES: Final = {
    "rolling-stone": {"players": 8, "silence": True, "trump": "last_card", "target": 12},
    "rumba": {"players": 8, "effects": "full", "pack": "spanish48", "hand_size": 5, "target": 9},
}
"""By game: options under which much happens, at a table of many seats."""


def words_of(game: Game, options: Any, language: str, me: int = 0) -> Words:
    names = [f"random-{seat}" for seat in range(options.players)]
    return Words(language=language, suits=game.suits(options), names=names, me=me)


def asked(game: Game, options: Any, seed: int, most: int) -> Iterator[tuple[View[Any], list[Any]]]:
    """Play at random; give each view of a decision, and what its seat has seen since its last."""
    random, state = Random(seed), game.new(options, KeyedChance(bytes([seed] * 32)))
    told: Counter[int] = Counter()
    while (seat := state.to_act) is not None and most > 0:
        most -= 1
        view = state.view(seat)
        yield view, list(view.history[told[seat] :])
        told[seat] = len(view.history)
        state.apply(random.choice(view.legal))


def shown(parts: Iterable[Any]) -> list[str]:
    """Give the lines that a screen would show."""
    file = io.StringIO()
    console = Console(file=file, width=COLUMNS, height=ROWS, highlight=False)
    for part in parts:
        console.print(part, markup=False)
    return [line.rstrip() for line in file.getvalue().splitlines()]


# --- the words ---


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Give each text of a file, by its whole key."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            yield from ((f"{prefix}{key}.{n}", text) for n, text in enumerate(value))
        else:
            yield prefix + key, value


@EVERY_LANGUAGE
def test_a_language_says_all_that_english_does_with_the_same_blanks(language: str) -> None:
    # The letters on court cards differ from country to country, and need not be told.
    english, theirs = (
        {key: fields(str(text)) for key, text in flat(book(code)) if not key.startswith("ranks.")}
        for code in ("en", language)
    )
    assert theirs == english


def test_every_kind_of_action_and_every_effect_has_words() -> None:
    assert set(book("en")["acts"]) == set(Kind)
    assert set(book("en")["effects"]) == set(Effect)


# --- the table ---


@EVERY_LANGUAGE
@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_eight_fits_the_screen_and_has_every_choice(name: str, language: str) -> None:
    game = load_game(name)
    options = game.options(GAMES[name])
    for view, events in asked(game, options, LANGUAGES.index(language), 30):
        words = words_of(game, options, language, view.seat)
        told = [sentence for event in events if (sentence := words.tell(event))]
        lines = shown(draw(view, told, words, COLUMNS, ROWS))
        assert len(lines) < ROWS, "the question needs a line as well"
        assert max(map(len, lines)) <= COLUMNS
        text = "\n".join(lines)
        assert all(f"[{n}] {words.act(act)}" in text for n, act in enumerate(view.legal, 1))
        assert "{" not in text


def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    game = load_game("rumba")
    options = game.options({"players": 2, "hand_size": 2})
    drawn = {
        words_of(game, options, "en", view.seat).tell(event)
        for view, events in asked(game, options, 3, 40)
        for event in events
        if type(event).__name__ == "Drew"
    }
    theirs = {told for told in drawn if "draws: " in told}
    assert theirs <= {f"random-{seat} draws: 1." for seat in range(2)}
    assert drawn > theirs, "of one's own, the cards are told"


def test_german_and_spanish_cards_are_called_as_there() -> None:
    game = load_game("rumba")
    for pack, code, language, expected in (
        ("german32", 9, "de", "U♦"),
        ("spanish40", 9, "es", "S♣"),
        ("french52", 10, "de", "D♣"),
        ("french52", 8, "pt", "10♣"),
    ):
        options = game.options({"pack": pack, "players": 2})
        words = words_of(game, options, language)
        assert words.card(game.suits(options).cards[code]) == expected


@EVERY_LANGUAGE
def test_a_game_without_words_is_told_in_its_own(language: str) -> None:
    options = HIGH_CARD.options({"players": 2})
    views = list(asked(HIGH_CARD, options, 1, 2))
    words = words_of(HIGH_CARD, options, language, views[1][0].seat)
    view, events = views[1]
    text = "\n".join(shown(draw(view, [words.tell(event) for event in events], words, 80, 24)))
    assert "[1] keep  [2] change" in text
    assert f"card {view.card}" in text  # type: ignore[attr-defined]


def test_a_name_cannot_write_on_the_screen() -> None:
    game = load_game("rumba")
    options = game.options({"players": 2})
    words = Words(language="en", suits=game.suits(options), names=["[red]a", "b"], me=0)
    (view, _), *_ = asked(game, options, 1, 1)
    assert "[red]a" in "\n".join(shown(draw(view, ["\x1b[2J gone"], words, 80, 24)))
    assert "\x1b" not in "\n".join(shown(draw(view, ["\x1b[2J gone"], words, 80, 24)))


def test_the_result_is_told_by_place() -> None:
    game = load_game("rumba")
    options = game.options({"players": 3})
    result = type("Result", (), {"reason": "out", "places": (3, 1, 2), "penalty": (9, 0, 4)})()
    rows = shown([draw_result(result, words_of(game, options, "en"))])[1:]
    assert [row.split() for row in rows] == [
        ["1", "random-1", "0"],
        ["2", "random-2", "4"],
        ["3", "random-0", "9"],
    ]


# --- the choice ---


class Typing:
    """A person whose lines are known beforehand."""

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.said: list[str] = []

    def ask(self, question: str) -> str:
        self.said.append(question)
        return self.typed.pop(0)

    def say(self, line: str) -> None:
        self.said.append(line)

    def show_table(self) -> None:
        self.said.append("table")

    def show_rules(self) -> None:
        self.said.append("rules")


LEGAL: Final = (DRAW, PASS, STOP)
GAME: Final = load_game("rumba")
WORDS: Final = words_of(GAME, GAME.options({"players": 2}), "en")


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        (["2", ""], PASS),
        (["2", "3", ""], STOP),
        (["2", "u", "", "1", ""], DRAW),
        (["0", "4", "-1", "x", "²", "1", "y", ""], DRAW),
        (["1", "?", ""], DRAW),
    ],
)
def test_only_what_is_confirmed_is_sent(typed: Sequence[str], chosen: object) -> None:
    person = Typing(*typed)
    assert choose(LEGAL, person, WORDS) is chosen
    assert person.typed == []


def test_a_slip_is_answered_by_one_line_that_tells_what_is_expected() -> None:
    person = Typing("seven", "1", "maybe", "")
    choose(LEGAL, person, WORDS)
    assert person.said == [
        "Your choice, 1 to 3: ",
        "Type a number from 1 to 3, ? for the rules, or q to leave.",
        "Your choice, 1 to 3: ",
        "draw a card? Enter sends it, another number changes it: ",
        "Press Enter to send it, or type another number from 1 to 3; u takes it back.",
        "draw a card? Enter sends it, another number changes it: ",
    ]


def test_a_question_mark_shows_the_rules_and_then_the_table_again() -> None:
    person = Typing("?", "1", "")
    choose(LEGAL, person, WORDS)
    assert person.said[1:3] == ["rules", "table"]


def test_q_leaves() -> None:
    with pytest.raises(Left):
        choose(LEGAL, Typing("1", "q"), WORDS)


@EVERY_LANGUAGE
def test_another_game_is_wanted_by_a_word_of_the_language(language: str) -> None:
    words = words_of(GAME, GAME.options({"players": 2}), language)
    for typed, wanted in ((words.say("yes"), True), ("y", True), (words.say("no"), False)):
        person = Typing("perhaps", "", typed)
        assert is_wanted(person.ask, person.say, words) is wanted
        assert person.said.count(words.say("expected_yes")) == 2


# --- the opponents ---


def test_whom_to_play_against_is_said_by_name_or_by_command(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.touch()
    roster = tmp_path / "roster.toml"
    roster.write_text(f'[[bot]]\nname = "ann"\ncommand = ["{file}"]\n')
    bots = read_opponents(["tips, tips,ann", str(file), f"bob={file}"], roster)
    assert [bot.name for bot in bots] == ["tips", "tips-2", "ann", "mine", "bob"]
    assert bots[0].command == bots[1].command
    assert {bot.command for bot in bots[2:]} == {(str(file),)}


@pytest.mark.parametrize("said", ["", "tips,", "tipz", "no_such.py", "x=", "a b='"])
def test_an_opponent_that_there_is_not_is_refused(said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"--against|there is no"):
        read_opponents([said], tmp_path / "roster.toml")


# --- what is asked for ---


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"game": "whist"}, "GAME: unknown game 'whist'"),
        ({"against": ["random"] * 8}, "--against: .* not 9"),
        ({"name": "random"}, "--name: a bot is called 'random' already"),
        ({"move": 0.0}, "--move: expected seconds, more than 0"),
        ({"language": "fr"}, "--lang 'fr': expected one of en, es, pt, de"),
        ({"options": ["trump=clubs"]}, "unknown option 'trump'"),
    ],
)
def test_what_cannot_be_played_is_refused(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(BumblepuppyError, match=said):
        play(Wishes(**{"game": "rumba", "against": ["random"], **wishes}))
