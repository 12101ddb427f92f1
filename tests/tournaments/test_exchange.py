"""Results that leave a tournament file, and records that come back: `tournaments/RECORDS.md`."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.exchange.export import export
from bumblepuppy_tournaments.exchange.importing import import_records
from bumblepuppy_tournaments.store.results import ResultRow
from bumblepuppy_tournaments.store.writer import Reader, StoreError, Writer
from bumblepuppy_tournaments.table.standings import Score
from bumblepuppy_tournaments.table.suspension import Suspensions
from bumblepuppy_tournaments.telling.standings import show_standings
from bumblepuppy_tournaments.telling.why import play_again
from tournament_games import numbers_of, outcomes_of, plan_of, spoiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bumblepuppy_server.outcome import Outcome

PAGE = Path(__file__).parents[2] / "tournaments" / "RECORDS.md"
PLAN = plan_of(("ann", "bob", 'c,"y"d', "dan", "東京 🃏"))
GAMES = 40
OUTCOMES = outcomes_of(PLAN, GAMES)


def make(path: Path, outcomes: Iterable[Outcome], games: int = GAMES, *, told: bool = True) -> Path:
    """Store outcomes one by one, and suspend whoever is to be."""
    with Writer(path, PLAN, games) as writer:
        fold, suspensions = writer.fold(), Suspensions(PLAN.seats, [])
        for outcome in outcomes:
            if not outcome.void:
                fold.add(Score.of(outcome, numbers_of(PLAN)))
            found = suspensions.take(fold.standings, outcome.record.slot + 1)
            writer.append([outcome], fold.standings, found)
        if told:
            writer.tell_secret()
    return path


def exported(db: Path, *, head: bool = False) -> bytes:
    output = db.with_suffix(".jsonl")
    export(db, None, output, head=head)
    return output.read_bytes()


def standings_of(db: Path, capsys: pytest.CaptureFixture[str]) -> str:
    show_standings(db, watch=False, json=True)
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("cup") / "cup.sqlite", OUTCOMES)


# --- out ---


def test_the_page_tells_the_columns_in_their_order() -> None:
    page = PAGE.read_text("utf-8").partition("## Results as a table")[2].partition("\n## ")[0]
    rows = [line.split("|")[1].strip(" `") for line in page.splitlines() if line.startswith("| `")]
    assert rows == list(ResultRow._fields)


def test_a_table_has_a_row_a_game_and_seat_in_schedule_order(cup: Path, tmp_path: Path) -> None:
    output = tmp_path / "r.csv"
    export(cup, None, output, head=False)
    text = output.read_bytes().decode()
    assert text.count("\r\n") == text.count("\n") == GAMES * PLAN.seats + 1, "as RFC 4180 has it"
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    expected = [
        (str(o.record.slot), str(o.record.slot // 4), str(seat), o.record.seats[seat])
        for o in OUTCOMES
        for seat in range(PLAN.seats)
    ]
    assert [(r["slot"], r["match"], r["seat"], r["bot"]) for r in rows] == expected
    for row in rows:
        record = OUTCOMES[int(row["slot"])].record
        seat = int(row["seat"])
        faults = sum(fault.seat == seat for fault in record.faults)
        assert int(row["place"]) == record.places[seat]
        assert int(row["penalty"]) == record.penalty[seat]
        assert (int(row["faults"]), row["causes"]) == (faults, "timeout=1" if faults else "")
        assert (row["reason"], int(row["actions"])) == (record.reason, len(record.actions))
        assert float(row["think_s"]) == OUTCOMES[record.slot].times[seat].total_s


def test_a_void_attempt_is_in_no_table(tmp_path: Path) -> None:
    void = replace(OUTCOMES[1], void="it stalled")
    again = replace(OUTCOMES[1], record=replace(OUTCOMES[1].record, attempt=2))
    db = make(tmp_path / "x.sqlite", [OUTCOMES[0], void, again])
    export(db, "csv", tmp_path / "r", head=False)
    _, *rows = (tmp_path / "r").read_text("utf-8").splitlines()
    attempts = [row.split(",")[3] for row in rows]
    assert attempts == ["1"] * 4 + ["2"] * 4


def test_parquet_holds_the_same_as_csv(cup: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    export(cup, None, tmp_path / "r.parquet", head=False)
    export(cup, None, tmp_path / "r.csv", head=False)
    table = parquet.read_table(tmp_path / "r.parquet")
    assert table.column_names == list(ResultRow._fields)
    plain = [
        {key: str(int(x) if isinstance(x, bool) else x) for key, x in row.items()}
        for row in table.to_pylist()
    ]
    text = (tmp_path / "r.csv").read_text("utf-8")
    assert plain == list(csv.DictReader(io.StringIO(text)))


def test_without_pyarrow_it_is_named(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ConfigError, match=r"Choose --format csv, or run\n  .* pip install pyarrow"):
        export(cup, "parquet", tmp_path / "r", head=False)


@pytest.mark.parametrize(
    ("format_", "output", "head", "message"),
    [
        ("xml", None, False, "--format 'xml': expected one of jsonl, csv, parquet"),
        ("parquet", None, False, "name a file by --output"),
        ("csv", None, True, "--head: only jsonl has one"),
        (None, "cup.sqlite", False, "this is the tournament file"),
        (None, "no/where.csv", False, "cannot be written: No such file"),
        (None, "no/where.parquet", False, "cannot be written"),
    ],
)
def test_an_export_that_cannot_be_is_refused(
    cup: Path, format_: str | None, output: str | None, head: Any, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        export(cup, format_, cup.parent / output if output else None, head=head)


# --- and back ---


def some_were_suspended() -> list[Outcome]:
    """Give results in which one bot spoils all games, and its chair is empty from slot 28 on."""
    outcomes = []
    for outcome in OUTCOMES:
        if PLAN.names[0] in outcome.record.seats:
            seat = outcome.record.seats.index(PLAN.names[0])
            outcome = spoiled(outcome, seat)  # noqa: PLW2901 - the same, spoiled
            if outcome.record.slot >= 28:
                record = replace(outcome.record, suspended=[seat])
                outcome = replace(outcome, record=record)  # noqa: PLW2901 - as above
        outcomes.append(outcome)
    return outcomes


WITHOUT_SLOT_5 = [*OUTCOMES[:5], *OUTCOMES[6:]]


@pytest.mark.parametrize("head", [False, True])
@pytest.mark.parametrize(
    "outcomes",
    [OUTCOMES, some_were_suspended(), OUTCOMES[::-1]],
    ids=["plain", "suspended", "late"],
)
def test_records_that_come_back_make_the_same_standings_and_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], outcomes: list[Outcome], head: Any
) -> None:
    db = make(tmp_path / "a.sqlite", outcomes)
    before, copy = exported(db, head=head), tmp_path / "b.sqlite"
    (line,) = import_records(db.with_suffix(".jsonl"), copy)
    assert line == f"40 games of 5 bots are in {copy}"
    assert standings_of(copy, capsys) == standings_of(db, capsys)
    assert exported(copy, head=head) == before


def test_the_order_of_the_lines_does_not_matter(
    cup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = exported(cup).decode().splitlines()
    (tmp_path / "r").write_text("\n\n".join(Random(1).sample(lines, GAMES)), encoding="utf-8")
    import_records(tmp_path / "r", tmp_path / "b.sqlite")
    assert standings_of(tmp_path / "b.sqlite", capsys) == standings_of(cup, capsys)
    assert exported(tmp_path / "b.sqlite") == exported(cup)


def test_with_a_head_a_tournament_in_the_middle_comes_back_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = make(tmp_path / "a.sqlite", WITHOUT_SLOT_5, games=100, told=False)
    exported(db, head=True)
    lines = import_records(db.with_suffix(".jsonl"), tmp_path / "b.sqlite")
    assert lines[1] == "5 of them are rated: the one of slot 5 is missing"
    assert standings_of(tmp_path / "b.sqlite", capsys) == standings_of(db, capsys)


def test_a_head_keeps_a_secret_that_is_not_told_and_the_commands_of_bots(tmp_path: Path) -> None:
    db = make(tmp_path / "a.sqlite", OUTCOMES[:4], told=False)
    head = exported(db, head=True).splitlines()[0].decode()
    with Reader(db) as reader:
        assert reader.secret.hex() not in head
        assert json.loads(head)["commitment"] == reader.commitment
    assert "/bots/" not in head
    with Writer(db, PLAN, GAMES) as writer:
        writer.tell_secret()
        secret = writer.secret.hex()
    assert json.loads(exported(db, head=True).splitlines()[0])["secret"] == secret


def test_in_what_was_imported_nothing_can_be_played(cup: Path, tmp_path: Path) -> None:
    exported(cup, head=True)
    copy = tmp_path / "b.sqlite"
    import_records(cup.with_suffix(".jsonl"), copy)
    with pytest.raises(StoreError, match=r"was imported from records, .*: nothing can be played"):
        Writer(copy, PLAN, 100)
    with pytest.raises(StoreError, match="was imported from records"):
        play_again("0", copy, None, json=False)


def test_what_is_not_known_of_imported_records_is_said(
    cup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exported(cup)
    copy = tmp_path / "b.sqlite"
    import_records(cup.with_suffix(".jsonl"), copy)
    show_standings(copy, watch=False, json=False)
    shown = capsys.readouterr().out
    assert "imported: no commitment" in shown
    assert f"why 11 --db {copy}" in shown, "games are named by their slots"
    with Reader(copy) as reader, pytest.raises(StoreError, match="secret of its deals is not know"):
        assert reader.secret


# --- lines that are none ---


def change(line: str, **changes: Any) -> str:
    return json.dumps({**json.loads(line), **changes})


WRONG: list[tuple[Callable[[str], str], str]] = [
    (lambda _: "{", "not a record"),
    (lambda _: '{"record": 2}', "not a record of version 1"),
    (lambda _: "[" * 100_000, "recursion"),
    (lambda _: '{"tournament": 1}', "another head"),
    (lambda line: change(line, slot=0), "slot 0 has a record already, on line 1"),
    (lambda line: change(line, slot=-1), "slot: expected a whole number from 0 on, got -1"),
    (lambda line: change(line, slot=10**30), "slot: expected a whole number"),
    (lambda line: change(line, slot=True), "slot: expected a whole number"),
    (lambda line: change(line, attempt=0), "attempt: expected"),
    (lambda line: change(line, game="whist"), "whist"),
    (lambda line: change(line, game="rumba", options={"players": 4}), "another tournament: game"),
    (lambda line: change(line, options={"players": 4}), "another tournament: options"),
    (lambda line: change(line, options={"players": "x"}), "players"),
    (lambda line: change(line, seats=["ann"] * 4), "nobody in two seats"),
    (lambda line: change(line, seats="abcd"), "seats: expected two names"),
    (lambda line: change(line, seats=["a\x1b", "b", "c", "d"]), "cannot be printed"),
    (lambda line: change(line, places=[1, 2, 3]), "places: expected one a seat"),
    (lambda line: change(line, places=[0, 2, 3, 4]), "places: expected numbers from 1 on"),
    (lambda line: change(line, places=[1, 2, 3, "4"]), "places: expected numbers"),
    (lambda line: change(line, penalty=[0, 0, 0, 0.5]), "penalty: expected numbers"),
    (lambda line: change(line, autopilot=[4]), "autopilot: expected seats"),
    (lambda line: change(line, faults=[{"seat": 9, "action": 0, "cause": "x"}]), "faults"),
    (lambda line: change(line, faults=[{"seat": 0}]), "not a record"),
    (lambda line: change(line, reason="void"), "reason: expected why a game ended"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_a_line_that_is_wrong_is_named_and_nothing_is_left(
    cup: Path, tmp_path: Path, wrong: Callable[[str], str], message: str
) -> None:
    lines = exported(cup).decode().splitlines()
    lines[2] = wrong(lines[2])
    (tmp_path / "r").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"r: line 3: ") as refusal:
        import_records(tmp_path / "r", tmp_path / "b.sqlite")
    assert message in str(refusal.value)
    assert [path.name for path in tmp_path.iterdir()] == ["r"]


@pytest.mark.parametrize(
    ("change_head", "message"),
    [
        ({"tournament": 2}, "not a head of version 1"),
        ({"plan": {}}, "not a head"),
        ({"plan": None}, "not a head"),
        ({"secret": "no hex"}, "not a head"),
        ({"games_planned": "x"}, "not a head"),
    ],
)
def test_a_head_that_is_wrong_is_named(
    cup: Path, tmp_path: Path, change_head: dict[str, Any], message: str
) -> None:
    head, *lines = exported(cup, head=True).decode().splitlines()
    (tmp_path / "r").write_text("\n".join([change(head, **change_head), *lines]), encoding="utf-8")
    with pytest.raises(ConfigError, match=f"line 1: {message}"):
        import_records(tmp_path / "r", tmp_path / "b.sqlite")


def test_who_is_no_entrant_by_the_head_is_named(cup: Path, tmp_path: Path) -> None:
    head, line, *_ = exported(cup, head=True).decode().splitlines()
    (tmp_path / "r").write_text(f"{head}\n{change(line, seats=['x', 'y', 'ann', 'bob'])}\n")
    with pytest.raises(ConfigError, match="line 2: 'x' is no entrant"):
        import_records(tmp_path / "r", tmp_path / "b.sqlite")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no record in it"),
        (b"\xff\n", "not a text in UTF-8"),
        (None, "cannot be read: No such"),
    ],
)
def test_a_file_that_holds_no_records_is_named(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "r").write_bytes(content)
    with pytest.raises(ConfigError, match=message):
        import_records(tmp_path / "r", tmp_path / "b.sqlite")


def test_a_file_that_exists_is_not_written_over(cup: Path, tmp_path: Path) -> None:
    exported(cup)
    (tmp_path / "b.sqlite").write_text("precious")
    with pytest.raises(ConfigError, match="this file exists: name a new one"):
        import_records(cup.with_suffix(".jsonl"), tmp_path / "b.sqlite")
    assert (tmp_path / "b.sqlite").read_text() == "precious"
