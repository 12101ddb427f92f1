"""The settings that say how entrants are matched, and when a tournament is decided."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.bots.house import house_bots
from bumblepuppy_tournaments.running.dry_run import dry_run
from bumblepuppy_tournaments.schedule.formats import Kind, ScheduleError
from bumblepuppy_tournaments.schedule.schedule import Deals
from bumblepuppy_tournaments.settings.competition import LADDER_TAU
from bumblepuppy_tournaments.settings.config import load_settings
from bumblepuppy_tournaments.settings.plan import Plan, differences
from bumblepuppy_tournaments.settings.settings import Overrides, Settings
from bumblepuppy_tournaments.table.deciding import DecidingError, Separated, Sprt

if TYPE_CHECKING:
    from pathlib import Path

EIGHT = [bot.name for bot in house_bots(8, "rolling-stone")]


def settings(**said: Any) -> Settings:
    return load_settings(None, Overrides(**{"bots": EIGHT, **said}))


def from_file(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "cup.toml"
    path.write_text(text, "utf-8")
    return load_settings(path)


def test_by_default_a_tournament_is_a_round_robin_without_a_rule() -> None:
    found = settings()
    assert found.competition.format.kind is Kind.ROUND_ROBIN
    assert found.competition.rule(found.plan()) is None
    assert found.plan().tau == 0.0


def test_a_file_says_all_that_a_command_line_can(tmp_path: Path) -> None:
    found = from_file(
        tmp_path,
        """
        format = "gauntlet"
        challenger = ["ann", "bob"]
        tau = 0.1
        sprt = ["ann", "bob"]
        bounds = [0, 0.1]
        fill = "greedy"
        anchor = ["ann=25", "x=y=30.5"]
        deals = "independent"
        """,
    )
    same = load_settings(
        None,
        Overrides(
            format="gauntlet",
            challenger=["ann", "bob"],
            tau=0.1,
            sprt=("ann", "bob"),
            bounds=(0.0, 0.1),
            fill="greedy",
            anchor=["ann=25", "x=y=30.5"],
        ),
    )
    assert found.competition == same.competition
    assert found.competition.anchors == {"ann": 25.0, "x=y": 30.5}


def test_a_plan_keeps_its_format_through_json() -> None:
    plan = settings(format="gauntlet", challenger=["tips"]).plan()
    assert Plan.from_dict(plan.to_dict()) == plan


def test_a_plan_keeps_its_anchors_and_others_are_another_tournament() -> None:
    plan, without = settings(anchor=["tips=30"]).plan(), settings().plan()
    assert Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
    assert differences(plan, without) == ["anchors was {'tips': 30.0} and is now {}"]


def test_an_anchor_takes_part() -> None:
    with pytest.raises(ConfigError, match="anchor: there is no bot 'tisp'; did you mean 'tips'"):
        settings(anchor=["tisp=30"]).plan()
    with pytest.raises(ConfigError, match="anchor: there is no bot 'random-2'"):
        settings(bots=["counter", "random"], fill="random", anchor=["random-2=20"]).plan()


def test_an_anchor_may_join_those_whom_the_file_names() -> None:
    before = settings(bots=["counter"], anchor=["tips=30"])
    assert before.with_bots(house_bots(4, "rolling-stone")).plan().anchors == {"tips": 30.0}


def test_a_plan_of_an_older_file_is_a_round_robin() -> None:
    plan = settings().plan()
    new = {"format", "tau", "anchors"}
    old = {key: value for key, value in plan.to_dict().items() if key not in new}
    assert Plan.from_dict(old) == plan


def test_another_format_is_another_tournament() -> None:
    one, other = settings().plan(), settings(format="swiss").plan()
    assert differences(one, other) == ["'format' was 'round-robin' and is now 'swiss'"]


def test_the_games_of_a_knockout_and_of_a_swiss_follow_from_their_entrants() -> None:
    assert settings(format="knockout", best_of=3).whole_games == 3 * 3 * 6 * 4
    assert settings(format="swiss", rounds=5).whole_games == 5 * 2 * 6 * 4


def test_a_ladder_lets_skill_drift() -> None:
    assert settings(format="ladder").plan().tau == LADDER_TAU
    assert settings(format="ladder", tau=0.0).plan().tau == 0.0


def test_house_bots_fill_free_seats_unrated() -> None:
    plan = settings(bots=["counter", "random"], fill="random").plan()
    assert plan.names == ("counter", "random", "random-2", "random-3")
    assert plan.unrated == ("random-2", "random-3")


def test_without_fillers_too_few_bots_are_refused_with_what_would_help() -> None:
    with pytest.raises(ScheduleError, match=r"only 2: enter more bots, .* --fill random"):
        dry_run(settings(bots=["counter", "tips"]))


def test_a_block_may_share_a_deal() -> None:
    assert settings(bots=EIGHT[:4], deals="block").plan().deals is Deals.BLOCK


def test_a_dry_run_tells_what_a_format_plays() -> None:
    lines = dry_run(settings(format="knockout"))
    assert "knockout: 72 games at most, without ties: 18 matches of 4, deals shared" in lines
    assert lines[-1] == "balance: who meets whom in a knockout follows from the results"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"format": "cup"}, "--format: expected 'round-robin' or .* got 'cup'"),
        ({"format": "swiss", "games": 100}, "--games: how many games a swiss has follows"),
        ({"until": 0.3}, "--until: expected a number from 0.5 to 0.9999"),
        ({"until": 0.9, "sprt": ("a", "b")}, "--sprt: leave out either it or --until"),
        ({"bounds": (0.0, 0.1)}, "--bounds: goes with sprt"),
        ({"fill": "counter"}, "--fill: expected 'random' or 'greedy'"),
        ({"rounds": 0}, "--rounds: expected a whole number from 1"),
        ({"tau": -1.0}, "--tau: expected a number from 0 to 25"),
        ({"anchor": ["tips"]}, "--anchor 'tips': expected NAME=MU, a rating from 0 to 50"),
        ({"anchor": ["tips="]}, "--anchor 'tips=': expected NAME=MU"),
        ({"anchor": ["=25"]}, "--anchor '=25': expected NAME=MU"),
        ({"anchor": ["tips=51"]}, "--anchor 'tips=51': expected NAME=MU, a rating from 0 to 50"),
        ({"anchor": ["tips=nan"]}, "--anchor 'tips=nan': expected NAME=MU"),
        ({"anchor": ["tips=1", "tips=2"]}, "--anchor 'tips=2': 'tips' is an anchor already"),
    ],
)
def test_what_makes_no_sense_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        settings(**said)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('challenger = "ann"', "challenger: expected a list of texts, got 'ann'"),
        ("anchor = {tips = 25}", "anchor: expected a list of texts"),
        ("sprt = ['a']", "sprt: expected two bots, got a"),
        ("sprt = ['a', 'b']\nbounds = [1, 'x']", "bounds: expected a list of numbers"),
        ("until = true", "until: expected a number"),
        ("aparts = true", "unknown key 'aparts'; did you mean 'apart'"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        from_file(tmp_path, line)


def test_a_rule_is_about_those_who_take_part() -> None:
    found = settings(bots=["counter", "tips"], fill="random", until=0.9)
    assert isinstance(found.competition.rule(found.plan()), Separated)
    both = settings(sprt=("counter", "tips"))
    assert isinstance(both.competition.rule(both.plan()), Sprt)
    with pytest.raises(DecidingError, match="no bot 'mine'"):
        dry_run(settings(sprt=("counter", "mine")))


def test_authors_can_be_kept_apart(tmp_path: Path) -> None:
    bots = "".join(
        f"[[bot]]\nname = 'b{i}'\ncommand = ['python', '-V']\nauthor = '{author}'\n"
        for i, author in enumerate("AABBCDEF")
    )
    found = from_file(tmp_path, "apart = true\n" + bots)
    assert "round-robin" in dry_run(found)[2]
    crowded = from_file(tmp_path, "apart = true\n" + bots.replace("'B'", "'A'"))
    with pytest.raises(ScheduleError, match="'A' entered 4 of 8 bots"):
        dry_run(crowded)
