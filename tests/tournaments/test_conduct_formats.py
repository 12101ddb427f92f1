"""Conducting formats that look back, rules that end a tournament early, and leagues that change."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_tournaments.bots.entrants import Entrant
from bumblepuppy_tournaments.play import conduct
from bumblepuppy_tournaments.play.agenda import Agenda
from bumblepuppy_tournaments.play.conduct import Conductor
from bumblepuppy_tournaments.play.pace import Pace
from bumblepuppy_tournaments.schedule.formats import Format, Kind
from bumblepuppy_tournaments.store.places import PlacesReader
from bumblepuppy_tournaments.store.writer import Reader, Writer
from hat import After, Hat, Onlooker, fresh_hat
from tournament_games import plan_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.spec import GameSpec
    from bumblepuppy_tournaments.settings.plan import Plan

NAMES = tuple(f"bot{number}" for number in range(9))
FORMATS = [Format(kind=kind) for kind in (Kind.SWISS, Kind.KNOCKOUT, Kind.LADDER)]


def plan_with(how: Format, names: tuple[str, ...] = NAMES) -> Plan:
    return replace(plan_of(names), format=how)


def games_of(plan: Plan) -> int:
    endless = plan.format.kind.is_endless
    return 160 if endless else plan.schedule(0).most_matches() * plan.seats


@pytest.fixture(autouse=True)
def _games_out_of_a_hat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conduct, "Arena", fresh_hat(plan_of(NAMES)))


def conducted(
    path: Path,
    plan: Plan,
    pace: Pace | None = None,
    rule: After | None = None,
    games: int | None = None,
) -> None:
    with Writer(path, plan, games or games_of(plan)) as writer:
        agenda = Agenda(writer, rule)
        conductor = Conductor(writer, pace or Pace(1, 8), Onlooker(), agenda=agenda)
        asyncio.run(asyncio.wait_for(conductor.run(), 60))
        assert agenda.is_over


def standings_in(path: Path) -> Mapping[str, object]:
    with Reader(path) as reader:
        return reader.standings().to_dict()


# --- formats that look back ---


@pytest.mark.parametrize("how", FORMATS, ids=lambda how: how.kind)
def test_a_format_is_played_to_its_end_whatever_ends_first(tmp_path: Path, how: Format) -> None:
    plan = plan_with(how)
    conducted(tmp_path / "one.sqlite", plan, Pace(1, 1))
    conducted(tmp_path / "many.sqlite", plan, Pace(3, 64))
    found = standings_in(tmp_path / "one.sqlite")
    assert found == standings_in(tmp_path / "many.sqlite")
    assert found["games_played"] == found["games_planned"]


@pytest.mark.parametrize("how", FORMATS, ids=lambda how: how.kind)
def test_a_format_that_was_stopped_is_taken_up_again(
    tmp_path: Path, how: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, path = plan_with(how), tmp_path / "cup.sqlite"
    for stop in (13, 40, 77):
        with Writer(path, plan, games_of(plan)) as writer:
            conductor = Conductor(writer, Pace(2, 8), Onlooker())
            let_stop(conductor, stop, monkeypatch)
            asyncio.run(asyncio.wait_for(conductor.run(), 60))
    monkeypatch.setattr(conduct, "Arena", fresh_hat(plan_of(NAMES)))
    conducted(path, plan)
    conducted(tmp_path / "whole.sqlite", plan)
    assert standings_in(path) == standings_in(tmp_path / "whole.sqlite")


def let_stop(conductor: Conductor, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a conductor begin no more games once so many have begun."""
    hat = fresh_hat(plan_of(NAMES))

    def draw(place: Hat, spec: GameSpec) -> Outcome:
        conductor.stopping |= len(Hat.begun) >= games
        return place.result_of(spec)

    monkeypatch.setattr(hat, "draw", draw)
    monkeypatch.setattr(conduct, "Arena", hat)


def test_the_winner_of_a_knockout_stands_first_in_its_own_order(tmp_path: Path) -> None:
    path = tmp_path / "cup.sqlite"
    conducted(path, plan_with(Format(kind=Kind.KNOCKOUT)))
    ranked = standings_in(path)["ranked"]
    assert isinstance(ranked, list)
    assert sorted(ranked) == sorted(NAMES)


# --- rules that decide ---


@pytest.mark.parametrize("pace", [Pace(1, 1), Pace(2, 64)])
def test_a_decided_tournament_ends_with_the_match_that_decided_it(
    tmp_path: Path, pace: Pace
) -> None:
    path, plan = tmp_path / "cup.sqlite", plan_of(NAMES)
    conducted(path, plan, pace, After(7), games=400)
    found = standings_in(path)
    assert found["games_played"] == found["games_planned"] == 7 * plan.seats
    with Reader(path) as reader:
        assert len(list(reader.records())) == 7 * plan.seats, "what was begun later is no part"
        assert reader.decided == "0 left"
    with PlacesReader(path) as places:
        assert len(places.places()) == 7 * plan.seats


def test_a_decided_tournament_is_not_taken_up_again_unless_the_rule_is_left_out(
    tmp_path: Path,
) -> None:
    path, plan = tmp_path / "cup.sqlite", plan_of(NAMES)
    conducted(path, plan, rule=After(7), games=400)
    before = len(Hat.begun)
    conducted(path, plan, rule=After(7), games=400)
    assert len(Hat.begun) == before
    conducted(path, plan, games=400)
    conducted(tmp_path / "whole.sqlite", plan, games=400)
    assert standings_in(path) == standings_in(tmp_path / "whole.sqlite")
    with Reader(path) as reader:
        assert not reader.decided


# --- leagues that change ---


def test_a_newcomer_joins_a_ladder_when_it_is_played_on(tmp_path: Path) -> None:
    path, how = tmp_path / "league.sqlite", Format(kind=Kind.LADDER)
    conducted(path, plan_with(how, NAMES[:6]), games=64)
    conducted(path, plan_with(how, (*NAMES[1:6], "new")), games=192)
    with Reader(path) as reader:
        assert reader.plan.names == (*NAMES[:6], "new")
        rows = {row.name: row for row in reader.standings().rows()}
        later = [line for number, line in enumerate(reader.records()) if number >= 64]
    assert rows["new"].games > 40
    assert not any('"bot0"' in line for line in later), "who has left plays no more"
    assert rows["bot0"].games > 0, "its games stay"


def test_who_left_a_ladder_may_come_back_with_its_rating(tmp_path: Path) -> None:
    path, how = tmp_path / "league.sqlite", Format(kind=Kind.LADDER)
    conducted(path, plan_with(how, NAMES[:6]), games=64)
    with Reader(path) as reader:
        before = {row.name: row.games for row in reader.standings().rows()}
    conducted(path, plan_with(how, NAMES[1:6]), games=128)
    conducted(path, plan_with(how, NAMES[:6]), games=192)
    with Reader(path) as reader:
        after = {row.name: row.games for row in reader.standings().rows()}
    assert after["bot0"] > before["bot0"]


def test_a_ladder_of_too_few_bots_waits_for_others_and_says_so(tmp_path: Path) -> None:
    plan, onlooker = plan_with(Format(kind=Kind.LADDER), NAMES[:5]), Onlooker()
    path = tmp_path / "league.sqlite"
    conducted(path, plan, games=64)
    few = replace(plan, entrants=plan.entrants[:3])
    with Writer(path, few, 128) as writer:
        conductor = Conductor(writer, Pace(1, 8), onlooker)
        conductor.recruit = lambda: bool(onlooker.said)
        asyncio.run(asyncio.wait_for(conductor.run(), 60))
    assert conductor.roll_changed
    assert onlooker.said == ["Waiting for bots to join: a table has 4 seats"]


def test_a_bot_that_changed_its_command_is_another_bot(tmp_path: Path) -> None:
    path, how = tmp_path / "league.sqlite", Format(kind=Kind.LADDER)
    plan = plan_with(how, NAMES[:6])
    conducted(path, plan, games=64)
    other = Entrant(name="bot0", command=("/bots/other.py",))
    with pytest.raises(Exception, match="the command of bot 'bot0' was"):
        Writer(path, replace(plan, entrants=(other, *plan.entrants[1:])), 128)
