"""The tournament file: nothing lost, nothing counted twice, one writer, clear refusals."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_sdk.records import Record
from bumblepuppy_server.evidence import Exchange, FaultStory, SeatEvidence
from bumblepuppy_server.spec import Clocks
from bumblepuppy_tournaments.bots.entrants import Entrant
from bumblepuppy_tournaments.schedule.deals import Secret
from bumblepuppy_tournaments.schedule.schedule import Deals
from bumblepuppy_tournaments.settings.plan import Plan
from bumblepuppy_tournaments.store.schema import APPLICATION_ID, MIGRATIONS
from bumblepuppy_tournaments.store.writer import Reader, StoreError, Writer
from bumblepuppy_tournaments.table.standings import Score
from bumblepuppy_tournaments.table.suspension import Spoiling, Suspension
from tournament_games import numbers_of, outcome_of, outcomes_of, plan_of, spoiled

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bumblepuppy_server.outcome import Outcome

PLAN = plan_of()
GAMES = 40
OUTCOMES = outcomes_of(PLAN, GAMES)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.db"


def _play(writer: Writer, outcomes: Iterable[Outcome], batch: int = 7) -> None:
    """Store outcomes in batches, as a runner does."""
    fold, waiting = writer.fold(), list(outcomes)
    while waiting:
        now, waiting = waiting[:batch], waiting[batch:]
        for outcome in now:
            if not outcome.void:
                fold.add(Score.of(outcome, numbers_of(PLAN)))
        writer.append(now, fold.standings)


def _make(path: Path, outcomes: Iterable[Outcome] = OUTCOMES) -> None:
    with Writer(path, PLAN, GAMES) as writer:
        _play(writer, outcomes)


def _standings(path: Path) -> str:
    with Reader(path) as reader:
        return json.dumps(reader.standings().to_dict(times=True))


# --- what is kept ---


def test_a_new_file_holds_plan_secret_and_commitment_before_any_game(path: Path) -> None:
    with Writer(path, PLAN, GAMES) as writer, Reader(path) as reader:
        assert not writer.resumed
        assert reader.plan == PLAN
        assert reader.secret == Secret.from_seed("a hat")
        assert reader.commitment == reader.secret.commitment()
        assert reader.games_planned == GAMES
        assert reader.standings().games_played == 0


def test_without_a_seed_every_file_has_a_secret_of_its_own(tmp_path: Path) -> None:
    plan = replace(PLAN, seed=None)
    secrets = set()
    for name in ("a.db", "b.db"):
        with Writer(tmp_path / name, plan, GAMES) as writer:
            secrets.add(writer.secret.hex())
    assert len(secrets) == 2


def test_every_part_of_a_plan_is_kept(path: Path) -> None:
    plan = Plan(
        game="rumba",
        options={"players": 2, "effects": {"A": "wild"}, "target": None, "silence": True},
        seats=2,
        entrants=(
            Entrant(name="東京 🃏", command=("node", "a b.js"), author="Ann"),
            Entrant(name="[red]", command=("/x.py",)),
        ),
        deals=Deals.INDEPENDENT,
        clocks=Clocks(1, 2.5, 0),
        max_faults=7,
        suspend=False,
        seed="ünique",
    )
    Writer(path, plan, 10).close()
    with Reader(path) as reader:
        assert reader.plan == plan


def test_records_come_back_in_schedule_order_and_whole(path: Path) -> None:
    _make(path, Random(2).sample(OUTCOMES, GAMES))
    with Reader(path) as reader:
        found = [Record.from_json(line) for line in reader.records()]
    assert found == [outcome.record for outcome in OUTCOMES]


def test_the_standings_do_not_depend_on_the_order_of_arrival(tmp_path: Path) -> None:
    _make(tmp_path / "straight.db")
    _make(tmp_path / "mixed.db", Random(3).sample(OUTCOMES, GAMES))
    assert _standings(tmp_path / "straight.db") == _standings(tmp_path / "mixed.db")


def test_a_reader_follows_a_writer(path: Path) -> None:
    with Writer(path, PLAN, GAMES) as writer, Reader(path) as reader:
        for played in (0, 10, 20):
            assert reader.standings().games_played == played
            _play(writer, OUTCOMES[played : played + 10])


def test_the_tables_can_be_asked_who_came_where(path: Path) -> None:
    _make(path)
    with sqlite3.connect(path) as connection:
        wins = dict(
            connection.execute(
                "SELECT name, count(*) FROM seat JOIN entrant ON entrant.id = seat.entrant"
                " WHERE place = 1 GROUP BY name"
            )
        )
    connection.close()
    expected = dict.fromkeys(PLAN.names, 0)
    for outcome in OUTCOMES:
        for name, place in zip(outcome.record.seats, outcome.record.places, strict=True):
            expected[name] += place == 1
    assert wins == expected


# --- suspension ---

SUSPENSION = Suspension(entrant=2, first=24, spoiling=Spoiling(3, 20))


def test_a_suspension_is_kept_with_its_slot_and_what_it_is_for(path: Path) -> None:
    with Writer(path, PLAN, GAMES) as writer:
        writer.append([], writer.standings(), [SUSPENSION])
    with Reader(path) as reader:
        assert reader.suspensions() == [SUSPENSION]


def test_without_a_snapshot_it_is_found_again_who_is_suspended(path: Path) -> None:
    _make(path, [spoiled(outcome, 0) for outcome in OUTCOMES])
    before = _standings(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM snapshot")
    connection.close()
    assert _standings(path) == before
    assert '"suspended": true' in before


def test_a_seat_that_nobody_fills_spoils_nothing(path: Path) -> None:
    records = (replace(outcome.record, autopilot=[0], suspended=[0]) for outcome in OUTCOMES)
    _make(path, [replace(o, record=record) for o, record in zip(OUTCOMES, records, strict=True)])
    for query in ("SELECT 1", "DELETE FROM snapshot"):  # as counted at once, and again
        with sqlite3.connect(path) as connection:
            connection.execute(query)
        connection.close()
        with Reader(path) as reader:
            assert {row.spoiled for row in reader.standings().rows()} == {0}


# --- one game ---

SOMETHING = SeatEvidence(
    exchanges=[
        Exchange(
            action=0,
            legal=["play 7C", "play 8C"],
            answer=None,
            elapsed_s=0.25,
            claimed_s=None,
            charged_s=0.2,
            allowed_s=1.05,
            lag_s=0.125,
        )
    ],
    faults=[FaultStory(0, "timeout", "no answer within 0.250 s")],
    output="Ágata\n",
)


def test_what_can_be_told_of_a_game_is_kept_with_each_attempt_at_it(path: Path) -> None:
    void = replace(OUTCOMES[2], void="stalled", times=(), evidence=(SOMETHING,) * 4)
    again = replace(OUTCOMES[2], record=replace(OUTCOMES[2].record, attempt=2))
    _make(path, [*OUTCOMES[:2], void, again])
    with Reader(path) as reader:
        assert reader.outcomes(2) == [void, again]


def test_of_a_game_in_which_nothing_went_wrong_nothing_more_is_kept(path: Path) -> None:
    _make(path, OUTCOMES[:4])
    with sqlite3.connect(path) as connection:
        kept = connection.execute("SELECT DISTINCT evidence FROM result").fetchall()
    connection.close()
    assert kept == [(None,)]


@pytest.mark.parametrize("game", ["7", " 7 ", "000000000007", "000000000007-2"])
def test_a_game_is_found_by_its_slot_or_its_id(path: Path, game: str) -> None:
    _make(path)
    with Reader(path) as reader:
        assert reader.slot_of(game) == 7


def test_a_game_is_found_by_the_beginning_of_its_id(path: Path) -> None:
    records = [replace(OUTCOMES[0].record, game_id="ab0c00000000")]
    records += [replace(OUTCOMES[1].record, game_id="ab1c00000000")]
    _make(path, [replace(o, record=r) for o, r in zip(OUTCOMES, records, strict=False)])
    with Reader(path) as reader:
        assert [reader.slot_of("ab0"), reader.slot_of("AB1C00000000")] == [0, 1]
        with pytest.raises(StoreError, match=r"more than one game whose id begins with 'ab':"):
            reader.slot_of("ab")


@pytest.mark.parametrize("game", ["", "40", "f", "x", "'", "*", "1e2", "\udcff", "é"])
def test_a_game_that_is_not_there_is_named(path: Path, game: str) -> None:
    _make(path)
    with (
        Reader(path) as reader,
        pytest.raises(StoreError, match=r"cup\.db has no result of a game .*: name it by"),
    ):
        reader.slot_of(game)


# --- older files ---


def _as_written_by_version_1(path: Path, new: Path) -> None:
    """Copy a file into one with the tables of version 1."""
    with sqlite3.connect(path) as old:
        old.executescript(f"{MIGRATIONS[0]} PRAGMA application_id = {APPLICATION_ID};")
        old.execute("PRAGMA user_version = 1")
        old.execute("ATTACH ? AS new", (str(new),))
        for table in ("meta", "entrant", "result", "seat", "snapshot"):
            names = [name for _, name, *_ in old.execute(f"PRAGMA main.table_info({table})")]
            columns = ", ".join(names)
            old.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new.{table}")
    old.close()


def test_a_file_of_version_1_is_brought_up_to_date_and_loses_nothing(
    path: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.db"
    _make(new)
    _as_written_by_version_1(path, new)
    with pytest.raises(StoreError, match=r"tables of version 1, .*: run its tournament again"):
        Reader(path)
    Writer(path, PLAN, GAMES).close()
    assert _standings(path) == _standings(new)
    with Reader(path) as reader:
        assert list(reader.records()) == [outcome.record.to_json() for outcome in OUTCOMES]
        assert reader.suspensions() == []


# --- resuming ---


@pytest.mark.parametrize("stops", [(0,), (13,), (5, 6, 30), (40,)])
def test_a_resumed_tournament_ends_as_an_undisturbed_one(
    tmp_path: Path, stops: tuple[int, ...]
) -> None:
    order = Random(4).sample(OUTCOMES, GAMES)
    _make(tmp_path / "whole.db", order)
    for first, last in zip((0, *stops), (*stops, GAMES), strict=True):
        _make(tmp_path / "parts.db", order[first:last])
    assert _standings(tmp_path / "parts.db") == _standings(tmp_path / "whole.db")


def test_a_killed_writer_loses_only_what_it_had_not_appended(tmp_path: Path) -> None:
    order = Random(5).sample(OUTCOMES, GAMES)
    with Writer(tmp_path / "cup.db", PLAN, GAMES) as writer:
        _play(writer, order[:25], batch=5)
        # What the disk holds at this instant is what a killed process leaves behind.
        (tmp_path / "left").mkdir()
        for file in tmp_path.glob("cup.db*"):
            shutil.copy(file, tmp_path / "left")
    with Writer(tmp_path / "left" / "cup.db", PLAN, GAMES) as resumed:
        fold = resumed.fold()
        missing = [outcome for outcome in OUTCOMES if not fold.has(outcome.record.slot)]
        assert {o.record.slot for o in missing} == {o.record.slot for o in order[25:]}
        _play(resumed, missing)
    _make(tmp_path / "whole.db")
    assert _standings(tmp_path / "left" / "cup.db") == _standings(tmp_path / "whole.db")


def test_without_a_snapshot_all_is_counted_again(path: Path) -> None:
    _make(path)
    before = _standings(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM snapshot")
    connection.close()
    assert _standings(path) == before


def test_a_snapshot_of_another_version_is_counted_again(path: Path) -> None:
    _make(path)
    before = _standings(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE snapshot SET state = json_set(state, '$.snapshot', 0)")
    connection.close()
    assert _standings(path) == before


def test_more_games_play_on_and_fewer_change_nothing_that_was_played(path: Path) -> None:
    _make(path)
    for games, planned in ((100, 100), (60, 60), (8, GAMES)):
        with Writer(path, PLAN, games) as writer:
            assert writer.resumed
            assert writer.games_planned == writer.standings().games_planned == planned


def test_a_game_that_has_begun_is_planned_with_its_match_however_few_are_asked_for(
    path: Path,
) -> None:
    with Writer(path, PLAN, GAMES) as writer:
        _play(writer, [*OUTCOMES[:4], OUTCOMES[9]])
    with Writer(path, PLAN, 4) as writer:
        assert writer.games_planned == 12


def test_the_secret_stays_the_same_when_resumed(path: Path) -> None:
    plan = replace(PLAN, seed=None)
    with Writer(path, plan, GAMES) as writer:
        secret = writer.secret
    with Writer(path, plan, GAMES) as writer:
        assert writer.secret == secret


def test_the_entrants_keep_their_numbers_when_named_in_another_order(path: Path) -> None:
    _make(path)
    with Writer(path, replace(PLAN, entrants=PLAN.entrants[::-1]), GAMES) as writer:
        assert writer.plan.names == PLAN.names


# --- void games ---


def test_a_void_game_counts_for_nothing_and_is_numbered(path: Path) -> None:
    void = [replace(OUTCOMES[2], void="the host stalled")]
    _make(path, [*OUTCOMES[:2], *void])
    with Reader(path) as reader:
        assert reader.standings().games_played == 2
        assert reader.attempts() == {2: 1}
        assert len(list(reader.records())) == 2


def test_a_void_game_played_again_counts_once(path: Path) -> None:
    again = replace(OUTCOMES[2], record=replace(OUTCOMES[2].record, attempt=2))
    _make(path, [*OUTCOMES[:2], replace(OUTCOMES[2], void="stalled"), again, *OUTCOMES[3:]])
    with Reader(path) as reader:
        assert reader.standings().games_played == GAMES
        assert [json.loads(line)["attempt"] for line in reader.records()].count(2) == 1


def test_a_slot_cannot_have_two_results(path: Path) -> None:
    _make(path)
    twice = outcome_of(PLAN, 3, list(PLAN.names[:4]), Random(1), attempt=2)
    with Writer(path, PLAN, GAMES) as writer:
        with pytest.raises(StoreError, match="UNIQUE"):
            writer.append([twice], writer.standings())
        assert len(list(writer.records())) == GAMES


# --- one writer ---


def test_a_second_writer_is_refused_naming_the_first(path: Path) -> None:
    with (
        Writer(path, PLAN, GAMES),
        pytest.raises(StoreError, match=rf"cup\.db is being played by process {os.getpid()}: wait"),
    ):
        Writer(path, PLAN, GAMES)


def test_a_link_to_the_file_is_locked_with_it(path: Path, tmp_path: Path) -> None:
    with Writer(path, PLAN, GAMES):
        (tmp_path / "link.db").symlink_to(path)
        with pytest.raises(StoreError, match="is being played by process"):
            Writer(tmp_path / "link.db", PLAN, GAMES)


def test_a_closed_writer_leaves_one_file(path: Path, tmp_path: Path) -> None:
    _make(path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_closed_reader_leaves_one_file(path: Path, tmp_path: Path) -> None:
    _make(path)
    _standings(path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_copy_of_a_closed_file_is_whole_though_others_look_on(path: Path, tmp_path: Path) -> None:
    _make(path, [])
    with Reader(path) as reader:
        assert reader.standings().games_played == 0
        _make(path)
        shutil.copy(path, tmp_path / "copy.db")
    assert _standings(tmp_path / "copy.db") == _standings(path)


def test_a_reader_cannot_write(path: Path) -> None:
    _make(path)
    with Reader(path) as reader, pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._connection.execute("DELETE FROM result")


def test_a_refused_writer_lets_the_lock_go(path: Path) -> None:
    _make(path)
    with pytest.raises(StoreError, match="another tournament"):
        Writer(path, replace(PLAN, seats=5), GAMES)
    Writer(path, PLAN, GAMES).close()


def test_the_lock_ends_with_its_holder(path: Path) -> None:
    holder = (
        "import os, pathlib, sys; from bumblepuppy_tournaments.store.lock import WriterLock;"
        " WriterLock(pathlib.Path(sys.argv[1])); os._exit(9)"
    )
    command = [sys.executable, "-c", holder, str(path)]
    assert subprocess.run(command, check=False).returncode == 9
    assert path.with_name("cup.db.lock").exists()
    Writer(path, PLAN, GAMES).close()


# --- another plan ---


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"game": "rumba"}, "game was 'rolling-stone' and is now 'rumba'"),
        ({"seats": 5}, "seats was 4 and is now 5"),
        (
            {"options": {"players": 4, "end": "play_on"}},
            "option 'end' was 'first_out' and is now 'play_on'",
        ),
        ({"deals": Deals.INDEPENDENT}, "deals was 'shared' and is now 'independent'"),
        ({"clocks": Clocks(move=2.0)}, "clock 'move' was 1.0 and is now 2.0"),
        ({"max_faults": 1}, "max_faults was 3 and is now 1"),
        ({"suspend": False}, "suspend was True and is now False"),
        ({"seed": "other"}, "seed was 'a hat' and is now 'other'"),
        ({"entrants": PLAN.entrants[1:]}, "bot 'ann' took part and is now missing"),
        (
            {"entrants": (*PLAN.entrants, Entrant(name="fay", command=("f",)))},
            "bot 'fay' is new",
        ),
        (
            {"entrants": (replace(PLAN.entrants[0], command=("x", "y z")), *PLAN.entrants[1:])},
            "the command of bot 'ann' was '/bots/ann.py' and is now \"x 'y z'\"",
        ),
        (
            {"entrants": (replace(PLAN.entrants[0], author="Ann"), *PLAN.entrants[1:])},
            "the author of bot 'ann' was None and is now 'Ann'",
        ),
    ],
)
def test_a_changed_plan_is_refused_naming_the_change(
    path: Path, changed: dict[str, object], message: str
) -> None:
    _make(path)
    with pytest.raises(StoreError) as caught:
        Writer(path, replace(PLAN, **changed), GAMES)  # type: ignore[arg-type]
    assert f"cup.db holds another tournament: {message}. Take that back" in str(caught.value)
    assert "--db" in str(caught.value)


def test_all_changes_are_named_at_once(path: Path) -> None:
    _make(path)
    with pytest.raises(StoreError, match=r"seats was 4 .*; max_faults was 3 "):
        Writer(path, replace(PLAN, seats=5, max_faults=1), GAMES)


def test_a_seed_for_a_tournament_of_chance_is_refused(path: Path) -> None:
    Writer(path, replace(PLAN, seed=None), GAMES).close()
    with pytest.raises(StoreError, match="seed was 'drawn at random' and is now 'a hat'"):
        Writer(path, PLAN, GAMES)


def test_a_seed_need_not_be_given_again(path: Path) -> None:
    _make(path)
    Writer(path, replace(PLAN, seed=None), GAMES).close()


# --- bad files ---


def _check_refused(path: Path, message: str) -> None:
    """Check that a file can be neither read nor played, and what is said of it."""
    with pytest.raises(StoreError, match=message):
        Reader(path)
    with pytest.raises(StoreError, match=message):
        Writer(path, PLAN, GAMES)


def test_a_missing_file_cannot_be_read(path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no tournament file .*cup\.db: check the name"):
        Reader(path)
    assert not path.exists()


def test_a_missing_folder_is_named(path: Path) -> None:
    with pytest.raises(StoreError, match="no folder"):
        Writer(path / "deeper.db", PLAN, GAMES)


@pytest.mark.parametrize("content", [b"not a database at all, but long enough" * 9, b"\0" * 4096])
def test_what_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    _check_refused(path, r"cup\.db is not a tournament file: name another")
    assert path.read_bytes() == content


def test_a_database_that_is_no_tournament_is_refused_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (precious)")
    connection.close()
    before = path.read_bytes()
    _check_refused(path, r"cup\.db is a database, but no tournament")
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    _make(path)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    _check_refused(path, r"newer bumblepuppy .*: upgrade bumblepuppy")


def test_a_file_left_before_its_first_table_is_taken_up(path: Path) -> None:
    path.touch()
    with Writer(path, PLAN, GAMES) as writer:
        assert not writer.resumed


def test_a_file_left_before_its_plan_cannot_be_read_but_played(path: Path) -> None:
    _make(path, [])
    with sqlite3.connect(path) as connection:
        connection.executescript("DELETE FROM meta; DELETE FROM entrant; DELETE FROM snapshot;")
    connection.close()
    with pytest.raises(StoreError, match="holds no tournament yet"):
        Reader(path)
    _make(path)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM meta WHERE key = 'commitment'",
        "DELETE FROM meta WHERE key = 'secret'",
        "UPDATE meta SET value = 'no hex' WHERE key = 'secret'",
        "UPDATE meta SET value = '{' WHERE key = 'plan'",
        "UPDATE meta SET value = '{}' WHERE key = 'plan'",
        "UPDATE entrant SET command = '{'",
    ],
)
def test_a_file_that_cannot_say_what_it_holds_is_named_with_a_remedy(
    path: Path, damage: str
) -> None:
    Writer(path, PLAN, 4).close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(damage)
    with pytest.raises(StoreError, match=r"cup\.db is damaged: restore a copy"):
        Reader(path)


def test_a_damaged_file_is_named_with_a_remedy(path: Path) -> None:
    _make(path)
    content = bytearray(path.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    content[page : 20 * page] = b"\xa5" * (19 * page)
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"cup\.db is damaged: restore a copy"):
        _standings(path)


def test_a_full_disk_stores_nothing_of_the_batch_and_keeps_the_rest(path: Path) -> None:
    with Writer(path, PLAN, GAMES) as writer:
        _play(writer, OUTCOMES[:10])
        writer._connection.execute("PRAGMA max_page_count = 1")  # SQLite keeps what there is
        huge = [replace(o, void="x" * 100_000) for o in OUTCOMES[10:12]]
        with pytest.raises(StoreError, match=r"disk is full: free some space and run the same"):
            writer.append(huge, writer.standings())
        assert writer.standings().games_played == 10
        assert len(list(writer.records())) == 10


def test_a_file_that_may_not_grow_is_named_with_a_remedy_and_keeps_its_results(path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Writer(path, PLAN, GAMES) as writer:
        _play(writer, OUTCOMES[:10])
        huge = [replace(o, void="x" * 100_000) for o in OUTCOMES[10:12]]
        wal = path.with_name("cup.db-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (wal + 10_000, before[1]))
        try:
            with pytest.raises(StoreError, match=r"cannot be read or written: .*ulimit -f"):
                writer.append(huge, writer.standings())
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert writer.standings().games_played == 10
    assert json.loads(_standings(path))["games_played"] == 10


def test_no_seat_is_stored_without_its_game_or_its_entrant(path: Path) -> None:
    _make(path)
    with Writer(path, PLAN, GAMES) as writer:
        for change in ("slot = 77", "entrant = 77"):
            with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
                writer._connection.execute(f"UPDATE seat SET {change} WHERE slot = 3 AND seat = 1")


def test_a_file_that_may_not_be_written_is_named_with_a_remedy(path: Path) -> None:
    with Writer(path, PLAN, GAMES) as writer:
        _play(writer, OUTCOMES[:10])
        writer._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match=r"may not be written: .*can still be read"):
            writer.append(OUTCOMES[10:], writer.standings())
        assert writer.standings().games_played == 10


def test_a_file_in_a_folder_that_may_not_be_written_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _make(path)
    before = _standings(path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert _standings(path) == before


def test_odd_characters_in_a_file_name_are_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "a cup?mode=memory&x#y% 東京.db"
    _make(path, OUTCOMES[:3])
    with Reader(path) as reader:
        assert reader.standings().games_played == 3
