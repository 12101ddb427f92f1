"""The settings of a run: each mistake is named where it stands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from bumblepuppy_server.limits import Limits
from bumblepuppy_server.sandbox import Choice
from bumblepuppy_server.spec import Clocks
from bumblepuppy_tournaments.bots.entrants import ConfigError, Entrant, refuse_missing
from bumblepuppy_tournaments.schedule.schedule import Deals
from bumblepuppy_tournaments.settings.config import load_settings, parse_option
from bumblepuppy_tournaments.settings.settings import Overrides

PRESETS = Path(__file__).parents[2] / "tournaments" / "presets"


def _file(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return path


# --- what is taken ---


def test_without_file_and_command_line_there_are_defaults() -> None:
    settings = load_settings()
    assert (settings.game, settings.seats, settings.games) == ("rolling-stone", 4, 1000)
    assert settings.clocks == Clocks(start=30, move=1, bank=5)
    assert (settings.max_faults, settings.deals) == (3, None)
    assert (settings.limits, settings.sandbox) == (Limits(), Choice.AUTO)
    assert settings.options["going_out"] == "completed"
    assert settings.bots == ()
    assert (settings.seed, settings.db, settings.concurrency, settings.workers) == (None,) * 4


def test_a_file_can_say_everything(tmp_path: Path) -> None:
    settings = load_settings(
        _file(
            tmp_path,
            """
            game = "rumba"
            seats = 3
            games = 10
            seed = 7
            db = "cup.db"
            deals = "independent"
            concurrency = 8
            workers = 2
            max_faults = 1
            ask_forced = true
            suspend = false
            thinkers = 3
            sandbox = "none"
            limits = { memory = 99, processes = 9, open_files = 8, processor_seconds = 7 }
            options = { end = "play_on", target = 20 }
            clocks = { start = 10, move = 0.5, bank = 0 }
            [[bot]]
            name = "mine"
            command = "my_bot.py --deep 'a b'"
            [[bot]]
            name = "theirs"
            command = ["node", "bot.js"]
            author = "Ann"
            """,
        )
    )
    assert (settings.game, settings.seats, settings.options["players"]) == ("rumba", 3, 3)
    assert (settings.options["end"], settings.options["target"]) == ("play_on", 20)
    assert (settings.games, settings.whole_games) == (10, 12)
    assert (settings.seed, settings.db) == ("7", tmp_path / "cup.db")
    assert (settings.deals, settings.max_faults) == (Deals.INDEPENDENT, 1)
    assert (settings.ask_forced, settings.suspend, settings.thinkers) == (True, False, 3)
    assert (settings.concurrency, settings.workers) == (8, 2)
    assert settings.clocks == Clocks(10, 0.5, 0)
    assert settings.limits == Limits(
        memory=99, processes=9, open_files=8, processor_seconds=7, file_size=256
    )
    assert (settings.sandbox, settings.config) == (Choice.NONE, tmp_path / "cup.toml")
    mine = (str(tmp_path / "my_bot.py"), "--deep", "a b")
    assert settings.bots == (
        Entrant(name="mine", command=mine),
        Entrant(name="theirs", command=("node", "bot.js"), author="Ann"),
    )
    assert settings.bots[0].argv == (sys.executable, *mine)
    assert settings.bots[1].argv == ("node", "bot.js")


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        'seats = 5\ngames = 7\nseed = "a"\n[options]\nend = "play_on"\nscoring = "face"\n'
        "[clocks]\nmove = 9\nbank = 9\n[limits]\nmemory = 1\nprocesses = 2\n"
        '[[bot]]\nname = "one"\ncommand = "one"',
    )
    said = Overrides(
        seats=4,
        games=20,
        seed="b",
        options=["end=first_out", "target=30"],
        move=2.0,
        memory=3,
        sandbox="bwrap",
        bots=["two=./two.py x"],
        db=Path("other.db"),
    )
    settings = load_settings(path, said)
    assert (settings.seats, settings.games, settings.seed) == (4, 20, "b")
    assert settings.options["end"] == "first_out"
    assert (settings.options["scoring"], settings.options["target"]) == ("face", 30)
    assert settings.clocks == Clocks(30, 2, 9)
    assert settings.limits == Limits(memory=3, processes=2)
    assert settings.sandbox is Choice.BWRAP
    assert settings.db == Path("other.db")
    assert [bot.name for bot in settings.bots] == ["one", "two"]
    assert settings.bots[1].command == (str(Path.cwd() / "two.py"), "x")


def test_bots_that_spoil_games_are_suspended_unless_somebody_says_not() -> None:
    assert load_settings().plan().suspend
    assert not load_settings(overrides=Overrides(suspend=False)).plan().suspend


def test_options_in_force_are_complete() -> None:
    options = load_settings(overrides=Overrides(seats=7)).options
    assert options["players"] == 7
    assert options["going_out"] == "void_picks_up"


def test_the_option_players_sets_the_seats() -> None:
    assert load_settings(overrides=Overrides(options=["players=6"])).seats == 6


@pytest.mark.parametrize("name", ["rolling-stone", "rumba", "quick"])
def test_the_presets_are_good(name: str) -> None:
    settings = load_settings(PRESETS / f"{name}.toml")
    assert settings.seats == 4
    assert settings.plan().entrants == ()


def test_the_presets_are_all_tested() -> None:
    games = {"rolling-stone", "rumba", "search-rolling-stone", "search-rumba"}
    assert {path.stem for path in PRESETS.iterdir()} == {*games, "quick"}


def test_the_plan_holds_what_must_not_change() -> None:
    said = Overrides(seats=5, seed="x", bots=["a=a"], max_faults=2, move=3.0)
    plan = load_settings(overrides=said).plan()
    assert (plan.seats, plan.seed, plan.max_faults, plan.clocks.move) == (5, "x", 2, 3.0)
    assert plan.names == ("a",)


def test_the_plan_tells_the_options_that_are_not_default() -> None:
    said = Overrides(seats=7, options=["end=play_on", "scoring=cards"])
    assert load_settings(overrides=said).plan().changed_options() == {"end": "play_on"}


def test_a_default_that_depends_on_another_option_is_not_told_as_changed() -> None:
    said = Overrides(game="rumba", options=["end=play_on"])
    assert load_settings(overrides=said).plan().changed_options() == {"end": "play_on"}


def test_changed_options_are_told_even_where_the_defaults_cannot_be_dealt() -> None:
    said = Overrides(game="rumba", seats=10, options=["packs=2"])
    assert load_settings(overrides=said).plan().changed_options() == {"packs": 2}


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("end=play_on", "end", "play_on"),
        ("target=30", "target", 30),
        ("target = 30", "target", 30),
        ("target=null", "target", None),
        ("silence=true", "silence", True),
        ('end="play_on"', "end", "play_on"),
        ("end='play_on'", "end", "play_on"),
        ("effects={A = 'wild'}", "effects", {"A": "wild"}),
        ('effects={"A": "wild"}', "effects", {"A": "wild"}),
        ("x=a=b", "x", "a=b"),
        ("x=2026-01-31", "x", "2026-01-31"),
        ("x=1\ny=2", "x", "1\ny=2"),
        ("x=", "x", ""),
        ("x=0x10", "x", 16),
    ],
)
def test_option_values_are_read_as_toml_or_json_or_text(text: str, key: str, value: object) -> None:
    assert parse_option(text) == (key, value)


# --- what is refused ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gmaes = 3", "cup.toml: unknown key 'gmaes'; did you mean 'games'?"),
        ("zzz = 3", "cup.toml: unknown key 'zzz'; known keys: game, seats"),
        ("games = 0", "cup.toml: games: expected a whole number from 1 to 1000000000, got 0"),
        ("games = '9'", "cup.toml: games: expected a whole number from 1 to 1000000000, got '9'"),
        ("games = true", "cup.toml: games: expected a whole number from 1 to 1000000000, got True"),
        ("games = 2.5", "cup.toml: games: expected a whole number from 1 to 1000000000, got 2.5"),
        ("workers = -1", "cup.toml: workers: expected a whole number from 1 to 256, got -1"),
        ("concurrency = 0", "cup.toml: concurrency: expected a whole number from 1 to"),
        ("ask_forced = 1", "cup.toml: ask_forced: expected true or false, got 1"),
        ("suspend = 'no'", "cup.toml: suspend: expected true or false, got 'no'"),
        ("thinkers = 0", "cup.toml: thinkers: expected a whole number from 1 to"),
        ("max_faults = 0", "cup.toml: max_faults: expected a whole number from 1 to"),
        ("game = 3", "cup.toml: game: expected a text, got 3"),
        ("game = 'bridge'", "cup.toml: game: unknown game 'bridge'; installed: rolling-stone"),
        ("seats = 9", "cup.toml: seats: option 'players' (RS-1): expected 4 to 8, got 9"),
        ("seats = 'x'", "cup.toml: seats: expected a whole number from 1 to 1000, got 'x'"),
        ("seed = true", "cup.toml: seed: expected a text or a whole number, got True"),
        ("seed = ' '", "cup.toml: seed: expected a text or a whole number, got ' '"),
        (
            "deals = 'some'",
            "cup.toml: deals: expected 'shared' or 'block' or 'independent', got 'some'",
        ),
        ("db = 3", "cup.toml: db: expected the name of a file, got 3"),
        ("options = 3", "cup.toml: options: expected a [options] table, got 3"),
        ("[options]\nende = 1", "cup.toml: options.ende: unknown option 'ende'; did you mean"),
        ("[options]\nend = 'x'", "cup.toml: options.end: option 'end' (RS-9): 'x' is not one"),
        (
            "seats = 4\n[options]\nplayers = 5",
            "cup.toml: seats: 4 seats, but " + "{folder}cup.toml: options.players says 5 players",
        ),
        (
            "game = 'rumba'\n[options]\nhand_size = 30",
            "options: RU-1: 4 players x 30 cards",
        ),
        ("sandbox = 'jail'", "cup.toml: sandbox: expected 'auto' or 'bwrap' or 'none', got 'jail'"),
        ("limits = 3", "cup.toml: limits: expected a [limits] table, got 3"),
        ("[limits]\nmemroy = 1", "cup.toml: limits: unknown key 'memroy'; did you mean 'memory'?"),
        ("[limits]\nmemory = 0", "cup.toml: limits.memory: expected a whole number from 1 to"),
        ("clocks = 3", "cup.toml: clocks: expected a [clocks] table, got 3"),
        ("[clocks]\nmvoe = 1", "cup.toml: clocks: unknown key 'mvoe'; did you mean 'move'?"),
        ("[clocks]\nmove = 0", "cup.toml: clocks.move: expected seconds, more than 0, got 0"),
        ("[clocks]\nstart = -1", "cup.toml: clocks.start: expected seconds, more than 0, got -1"),
        ("[clocks]\nbank = 'x'", "cup.toml: clocks.bank: expected seconds, 0 or more, got 'x'"),
        ("[clocks]\nmove = nan", "cup.toml: clocks.move: expected seconds, more than 0, got nan"),
        ("[clocks]\nmove = inf", "cup.toml: clocks.move: expected seconds, more than 0, got inf"),
        ("bot = 3", "cup.toml: bot: expected [[bot]] tables, got 3"),
        ("[[bot]]\ncommand = 'x'", "cup.toml: bot 1: the key 'name' is missing"),
        ("[[bot]]\nname = 'a'", "cup.toml: bot 1: the key 'command' is missing"),
        ("[[bot]]\nname = 3\ncommand = 'x'", "cup.toml: bot 1: name: expected a text, got 3"),
        ("[[bot]]\nname = ' '\ncommand = 'x'", "cup.toml: bot 1: name: ' ' is blank"),
        ("[[bot]]\nname = ' a'\ncommand = 'x'", "cup.toml: bot 1: name: ' a' is blank, or has"),
        (
            '[[bot]]\nname = "a\\u001b[31m"\ncommand = "x"',
            r"cup.toml: bot 1: name: 'a\x1b[31m' has a character that cannot be printed",
        ),
        (
            f"[[bot]]\nname = '{'a' * 41}'\ncommand = 'x'",
            "a name of 41 characters",
        ),
        ("[[bot]]\nname = 'a'\ncommand = []", "cup.toml: bot 1 (a): command: the command is empty"),
        ("[[bot]]\nname = 'a'\ncommand = ''", "cup.toml: bot 1 (a): command: the command is empty"),
        (
            "[[bot]]\nname = 'a'\ncommand = ['python', \"\\u0000\"]",
            "cup.toml: bot 1 (a): command: no word of a command can hold a null character",
        ),
        ("[[bot]]\nname = 'a'\ncommand = [3]", "bot 1 (a): command: expected a list of words or"),
        ("[[bot]]\nname = 'a'\ncommand = \"'x\"", 'bot 1 (a): command: "\'x" is no command: No'),
        ("[[bot]]\nname = 'a'\ncommand = 'x'\nauthor = 3", "bot 1 (a): author: expected a text"),
        ("[[bot]]\nname = 'a'\ncomand = 'x'", "bot 1: unknown key 'comand'; did you mean 'command"),
        (
            "[[bot]]\nname = 'a'\ncommand = 'x'\n[[bot]]\nname = 'a'\ncommand = 'y z'",
            "the bot name 'a' is used twice, for 'x' and 'y z': give one of them another name",
        ),
        (
            '[[bot]]\nname = "e\\u0301"\ncommand = "x"\n[[bot]]\nname = "\\u00e9"\ncommand = "y"',
            "the bot name 'é' is used twice",
        ),
        ("games = ", "cup.toml: not a TOML file: Invalid value (at end of document)"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = _file(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_settings(path)
    assert message.replace("{folder}", f"{tmp_path}/") in str(caught.value)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"game": "bridge"}, "--game: unknown game 'bridge'"),
        ({"seats": 3}, "--seats: option 'players' (RS-1): expected 4 to 8, got 3"),
        ({"games": 0}, "--games: expected a whole number from 1 to 1000000000, got 0"),
        ({"max_faults": 0}, "--max-faults: expected a whole number from 1 to 1000000, got 0"),
        ({"move": -1.0}, "--move: expected seconds, more than 0, got -1.0"),
        ({"deals": "x"}, "--deals: expected 'shared' or 'block' or 'independent', got 'x'"),
        ({"options": ["end"]}, "--option 'end': expected KEY=VALUE, such as end=play_on"),
        ({"options": ["=3"]}, "--option '=3': expected KEY=VALUE"),
        ({"options": ["ende=3"]}, "--option ende=3: unknown option 'ende'; did you mean 'end'?"),
        (
            {"options": ["target=x"]},
            "--option target=x: option 'target' (RS-11): expected a whole number",
        ),
        ({"bots": ["my_bot.py"]}, "--bot 'my_bot.py': expected NAME=COMMAND"),
        ({"bots": ["=x"]}, "--bot '=x': '' is blank"),
        ({"bots": ["a="]}, "--bot 'a=': the command is empty"),
        ({"bots": ["a=x", "a=y"]}, "the bot name 'a' is used twice, for 'x' and 'y'"),
    ],
)
def test_a_mistake_on_the_command_line_is_named(said: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_settings(overrides=Overrides(**said))
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no file '.*nowhere\.toml'"):
        load_settings(tmp_path / "nowhere.toml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load_settings(tmp_path)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_bytes("seed = 'ü'".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"cup\.toml: not a TOML file: 'utf-8' codec"):
        load_settings(path)


def test_bots_from_elsewhere_must_have_other_names() -> None:
    settings = load_settings()
    ann = Entrant(name="ann", command=("x",))
    assert settings.with_bots([ann]).bots == (ann,)
    with pytest.raises(ConfigError, match="'ann' is used twice"):
        settings.with_bots([ann, ann])


def test_a_bot_whose_file_is_missing_is_named(tmp_path: Path) -> None:
    missing = Entrant(name="gone", command=(str(tmp_path / "gone.py"),))
    with pytest.raises(ConfigError, match=r"bot 'gone': there is no file '.*gone\.py'"):
        refuse_missing([missing])


def test_a_bot_whose_program_is_missing_is_named() -> None:
    missing = Entrant(name="gone", command=("no-such-program-anywhere", "x"))
    with pytest.raises(ConfigError, match="bot 'gone': there is no program 'no-such-program-an"):
        refuse_missing([missing])


def test_bots_that_can_be_started_are_not_refused(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.touch()
    refuse_missing(
        [
            Entrant(name="a", command=(str(script), "x")),
            Entrant(name="b", command=(sys.executable, "-m", "x")),
        ]
    )
