"""Finding games of a tournament file, and the list of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest
from rich.cells import cell_len

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.store.search import ANY, SearchReader, Wanted
from bumblepuppy_tournaments.store.writer import Writer
from bumblepuppy_tournaments.telling.games import show_games
from tournament_games import outcomes_of, plan_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bumblepuppy_server.outcome import Outcome

PLAN: Final = plan_of(("ann", "bob", "cyd", "dan", "漢字"))
REASONS: Final = ("out", "cap", "repetition")


def _varied(number: int, outcome: Outcome) -> Outcome:
    """Let a game end after some actions, for some reason."""
    record = outcome.record
    length, reason = 1 + number * 7 % 40, REASONS[number % 3]
    changed = replace(record, actions=record.actions * length, reason=reason)
    return replace(outcome, record=changed)


GAMES: Final = [_varied(*game) for game in enumerate(outcomes_of(PLAN, 60))]
VOID: Final = replace(
    GAMES[-1],
    void="the host stood still",
    record=replace(GAMES[-1].record, reason="void", places=[], penalty=[], actions=[], faults=[]),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a file of 59 games, and of one that was void."""
    path = tmp_path_factory.mktemp("games") / "cup.sqlite"
    with Writer(path, PLAN, 60) as writer:
        writer.append([*GAMES[:-1], VOID], writer.standings())
    return path


@pytest.fixture
def reader(path: Path) -> Iterator[SearchReader]:
    with SearchReader(path) as reader:
        yield reader


def _place(outcome: Outcome, name: str) -> int:
    return outcome.record.places[outcome.record.seats.index(name)]


def _at_fault(outcome: Outcome, name: str) -> bool:
    return any(outcome.record.seats[fault.seat] == name for fault in outcome.record.faults)


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        (Wanted(), lambda _: True),
        (Wanted(bots=("ann",)), lambda game: "ann" in game.record.seats),
        (Wanted(bots=("ann", "漢字")), lambda game: {"ann", "漢字"} <= {*game.record.seats}),
        (
            Wanted(bots=("ann", "bob"), place=1),
            lambda game: {"ann", "bob"} <= {*game.record.seats} and _place(game, "ann") == 1,
        ),
        (Wanted(fault=ANY), lambda game: game.record.faults),
        (Wanted(fault="timeout"), lambda game: game.record.faults),
        (Wanted(fault="crashed"), lambda _: False),
        (Wanted(bots=("cyd",), fault="timeout"), lambda game: _at_fault(game, "cyd")),
        (Wanted(reason="cap"), lambda game: game.record.reason == "cap"),
        (Wanted(longer=20, shorter=30), lambda game: 20 < len(game.record.actions) < 30),
        (
            Wanted(reason="out", longer=20),
            lambda game: game.record.reason == "out" and len(game.record.actions) > 20,
        ),
    ],
)
def test_those_games_are_found_of_which_all_holds_that_is_wanted(
    reader: SearchReader, wanted: Wanted, holds: Callable[[Outcome], bool]
) -> None:
    expected = [game.record.slot for game in GAMES[:-1] if holds(game)]
    assert [found.slot for found in reader.find(wanted)] == expected
    assert expected or wanted.fault == "crashed"


def test_a_game_is_found_with_all_that_is_listed_of_it(reader: SearchReader) -> None:
    for found, game in zip(reader.find(Wanted()), GAMES[:-1], strict=True):
        record = game.record
        assert (found.game_id, found.attempt, found.reason) == (record.game_id, 1, record.reason)
        assert (found.length, found.seconds) == (len(record.actions), game.seconds)
        seats = [(seat.name, seat.place, seat.penalty) for seat in found.seats]
        assert seats == list(zip(record.seats, record.places, record.penalty, strict=True))
        faulty = [seat for seat, at in enumerate(found.seats) if at.faults]
        assert faulty == [fault.seat for fault in record.faults]


def test_the_last_ones_in_either_order_are_found(reader: SearchReader) -> None:
    assert [found.slot for found in reader.find(Wanted(), limit=3)] == [56, 57, 58]
    lengths = [found.length for found in reader.find(Wanted(), "length")]
    assert lengths == sorted(len(game.record.actions) for game in GAMES[:-1])
    assert [found.length for found in reader.find(Wanted(), "length", 2)] == lengths[-2:]


def test_void_attempts_are_found_instead_of_games(reader: SearchReader) -> None:
    (found,) = reader.find(Wanted(void=True))
    assert (found.slot, found.void) == (59, "the host stood still")
    assert [seat.name for seat in found.seats] == VOID.record.seats
    (absent,) = set(PLAN.names) - set(VOID.record.seats)
    assert reader.find(Wanted(void=True, bots=(absent,))) == []


# --- what is listed ---


def _listed(
    capsys: pytest.CaptureFixture[str], path: Path, wanted: Wanted | None = None, **how: Any
) -> list[str]:
    show_games(path, wanted or Wanted(), **{"order": "slot", "limit": None, "json": False, **how})
    return capsys.readouterr().out.splitlines()


def test_people_are_shown_the_last_twenty_and_told_of_the_rest(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    head, *rows, more = _listed(capsys, path)
    assert head.split() == ["slot", "game", "reason", "length", "seats"]
    assert [int(row.split()[0]) for row in rows] == list(range(39, 59))
    assert more == "There are more: these are the last 20; --limit 0 lists all."
    assert len(_listed(capsys, path, limit=0)) == 60
    assert len(_listed(capsys, path, limit=59)) == 60


def test_a_row_tells_places_and_faults_seat_by_seat(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    head, *rows = _listed(capsys, path, limit=0)
    column = cell_len(head[: head.index("seats")])
    for row, game in zip(rows, GAMES, strict=False):
        record = game.record
        faulty = {fault.seat for fault in record.faults}
        seats = [
            f"{name} {place}{'*' if seat in faulty else ''}"
            for seat, (name, place) in enumerate(zip(record.seats, record.places, strict=True))
        ]
        assert row[column:] == " · ".join(seats)


def test_scripts_get_all_of_it_one_object_a_line(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    found = [json.loads(line) for line in _listed(capsys, path, json=True)]
    assert len(found) == 59
    assert found[5]["game"] == 1
    assert found[5]["slot"] == 5
    assert found[5]["seats"][0]["name"] == GAMES[5].record.seats[0]


def test_where_nothing_matches_that_is_said(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert _listed(capsys, path, Wanted(longer=10**30)) == ["No game matches."]
    assert _listed(capsys, path, Wanted(longer=1000), json=True) == []


@pytest.mark.parametrize(
    ("wanted", "how", "message"),
    [
        (Wanted(bots=("bop",)), {}, r"--bot 'bop': no entrant; did you mean 'bob'\?"),
        (Wanted(fault="timout"), {}, r"--fault 'timout': .* did you mean 'timeout'\?"),
        (Wanted(place=1), {}, "--place: whose"),
        (Wanted(void=True, reason="out"), {}, "--void: "),
        (Wanted(reason="\udcff"), {}, "--reason "),
        (Wanted(), {"order": "id"}, "--order 'id': expected one of slot, length"),
    ],
)
def test_what_cannot_be_looked_for_is_refused_in_words(
    path: Path, wanted: Wanted, how: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        show_games(path, wanted, order=how.get("order", "slot"), limit=None, json=False)
