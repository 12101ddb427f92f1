"""Verifying tournaments of every format: who sits where follows from the secret and the results."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_tournaments.checking.ledger import Ledger
from bumblepuppy_tournaments.checking.verify import Report, verified
from bumblepuppy_tournaments.exchange.export import export
from bumblepuppy_tournaments.exchange.importing import import_records
from bumblepuppy_tournaments.play import conduct
from bumblepuppy_tournaments.play.agenda import Agenda
from bumblepuppy_tournaments.play.conduct import Conductor
from bumblepuppy_tournaments.play.pace import Pace
from bumblepuppy_tournaments.schedule.formats import Format, Kind
from bumblepuppy_tournaments.store.writer import Reader, Writer
from hat import After, Onlooker, fresh_hat
from tournament_games import plan_of, play

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bumblepuppy_tournaments.settings.plan import Plan

SEATS = 3
NAMES = ("ann", "bob", "cyd", "dan", "eve")
PLAN = replace(
    plan_of(NAMES, SEATS),
    game="rumba",
    options={"players": SEATS, "end": "first_out"},
    anchors={"bob": 31.5},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """How a tournament is played."""

    format: Format
    runs: tuple[tuple[str, ...], ...] = (NAMES,)
    """Who takes part, run by run."""
    games: int = 15
    """In each run; a format that knows its own end plays as many as it has."""
    unrated: tuple[str, ...] = ()
    decided: int | None = None
    """After so many matches."""

    def plan(self, names: tuple[str, ...]) -> Plan:
        entrants = tuple(plan_of(names).entrants)
        return replace(PLAN, entrants=entrants, format=self.format, unrated=self.unrated)


CUPS: Mapping[str, Cup] = {
    "round-robin": Cup(format=Format()),
    "gauntlet": Cup(format=Format(kind=Kind.GAUNTLET, challengers=("cyd",))),
    "swiss": Cup(format=Format(kind=Kind.SWISS, rounds=3)),
    "knockout": Cup(format=Format(kind=Kind.KNOCKOUT)),
    "ladder": Cup(
        format=Format(kind=Kind.LADDER), runs=(NAMES[:4], NAMES[1:], (*NAMES, "fay")), games=24
    ),
    "decided": Cup(format=Format(), games=60, decided=4),
    "filled": Cup(format=Format(), runs=(("ann", "bob", "random"),), unrated=("random",)),
}


@pytest.fixture(scope="module")
def cups(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Tournaments that were played to their end, by chance, and their secrets told."""
    folder = tmp_path_factory.mktemp("cups")
    paths = {name: folder / f"{name}.sqlite" for name in CUPS}
    for name, cup in CUPS.items():
        for number, names in enumerate(cup.runs, 1):
            conducted(paths[name], cup.plan(names), cup.games * number, cup.decided)
    return paths


def conducted(path: Path, plan: Plan, games: int, decided: int | None) -> None:
    if not plan.format.kind.is_endless:
        games = plan.schedule(0).most_matches() * plan.seats
    with pytest.MonkeyPatch.context() as patch, Writer(path, plan, games) as writer:
        hat = fresh_hat(plan)
        patch.setattr(hat, "plays", (plan.game,))
        patch.setattr(hat, "draw", lambda _, spec: play(spec, Random(spec.slot)))
        patch.setattr(conduct, "Arena", hat)
        agenda = Agenda(writer, After(decided) if decided else None)
        conductor = Conductor(writer, Pace(1, 16), Onlooker(), agenda=agenda)
        asyncio.run(asyncio.wait_for(conductor.run(), 60))
        assert agenda.is_over
        writer.tell_secret()


def report_on(path: Path) -> Report:
    with closing(Ledger(path)) as ledger:
        return verified(ledger, ledger.entries())


def with_two_seats_exchanged(line: str) -> str:
    record = json.loads(line)
    one, other, *rest = record["seats"]
    return json.dumps({**record, "seats": [other, one, *rest]})


@pytest.fixture(params=CUPS)
def path(request: pytest.FixtureRequest, cups: Mapping[str, Path], tmp_path: Path) -> Path:
    """A copy of each to tamper with."""
    copy = tmp_path / cups[request.param].name
    shutil.copy(cups[request.param], copy)
    return copy


def test_a_tournament_of_any_format_agrees(cups: Mapping[str, Path]) -> None:
    for name, path in cups.items():
        report = report_on(path)
        assert report.agrees, (name, report.lines())
        assert report.games >= 12
        decided = ["That it was over after 12 games was not checked. 0 left"]
        assert report.notes == (decided if name == "decided" else [])


def test_bots_in_other_seats_than_the_format_says_are_found(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        (line,) = file.execute("SELECT record FROM result WHERE slot = 7").fetchone()
        changed = with_two_seats_exchanged(line)
        file.execute("UPDATE result SET record = ? WHERE slot = 7", (changed,))
        entrants = "(SELECT sum(entrant) FROM seat AS both WHERE slot = 7 AND seat < 2) - entrant"
        file.execute(f"UPDATE seat SET entrant = {entrants} WHERE slot = 7 AND seat < 2")
    slot, (_, error) = min(report_on(path).found.items())
    assert (slot, error.what) == (7, "seats")


def test_what_was_exported_with_its_head_agrees_and_other_seats_are_found(
    path: Path, tmp_path: Path
) -> None:
    lines, copy, forged = (tmp_path / name for name in ("lines", "copy.sqlite", "forged.sqlite"))
    export(path, None, lines, head=True)
    import_records(lines, copy)
    assert report_on(copy).agrees
    with Reader(path) as ours, Reader(copy) as theirs:
        assert theirs.standings().to_dict() == ours.standings().to_dict()
    head, *records = lines.read_text("utf-8").splitlines()
    records[7] = with_two_seats_exchanged(records[7])
    lines.write_text("\n".join([head, *records]), "utf-8")
    import_records(lines, forged)
    slot, (_, error) = min(report_on(forged).found.items())
    assert (slot, error.what) == (7, "seats")


def test_an_anchor_keeps_its_rating_whatever_is_played(cups: Mapping[str, Path]) -> None:
    for path in cups.values():
        with Reader(path) as reader:
            rows = {row.name: row for row in reader.standings().rows()}
        assert [name for name, row in rows.items() if row.anchor] == ["bob"]
        assert (rows["bob"].rating.mu, rows["bob"].games > 0) == (31.5, True)


def test_games_that_were_begun_before_it_was_decided_are_no_part_of_a_tournament(
    cups: Mapping[str, Path],
) -> None:
    path = cups["decided"]
    with Reader(path) as reader:
        assert len(list(reader.records())) == reader.games_planned == 12
        assert reader.first_unused_slot() > 12, "some were begun"


@pytest.mark.parametrize(
    ("name", "forged"),
    [
        ("decided", "UPDATE meta SET value = '' WHERE key = 'decided'"),
        ("round-robin", "UPDATE meta SET value = '12' WHERE key = 'games_planned'"),
    ],
)
def test_a_game_beyond_those_planned_is_found_where_nothing_was_decided(
    cups: Mapping[str, Path], tmp_path: Path, name: str, forged: str
) -> None:
    shutil.copy(cups[name], tmp_path / "x")
    with closing(sqlite3.connect(tmp_path / "x")) as file, file:
        file.execute(forged)
    slot, (_, error) = min(report_on(tmp_path / "x").found.items())
    assert (slot, error.what, error.expected) == (12, "slot", "one below 12")
