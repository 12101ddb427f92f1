"""Verifying a tournament file: an honest one passes, and each kind of tampering is named."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from bumblepuppy_server.outcome import Outcome
from bumblepuppy_tournaments.checking.verify import verify
from bumblepuppy_tournaments.exchange.export import export
from bumblepuppy_tournaments.exchange.importing import import_records
from bumblepuppy_tournaments.exit_codes import ExitCode
from bumblepuppy_tournaments.schedule.deals import Secret, schedule_seed
from bumblepuppy_tournaments.schedule.schedule import Deals, Schedule
from bumblepuppy_tournaments.settings.plan import Plan, spec_of
from bumblepuppy_tournaments.store.writer import StoreError, Writer
from bumblepuppy_tournaments.table.standings import Score
from bumblepuppy_tournaments.table.suspension import Suspensions
from tournament_games import numbers_of, plan_of, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from bumblepuppy_tournaments.schedule.schedule import Slot

    Change = Callable[[dict[str, Any]], None]

GAMES: Final = 16
PLAN: Final = plan_of()
FAULTY: Final = 5
"""A slot with faults."""
ADD_SEATS: Final = (
    "INSERT INTO seat SELECT {slot}, 1, seat, entrant, place, penalty, 0, NULL, 0, 0, 0, 0"
    " FROM seat WHERE slot = 2 AND attempt = 2"
)
"""Seats of a first attempt at a slot, which has no result that counts."""
ADD_VOID: Final = (
    "INSERT INTO result SELECT 7, 3, game_id, void, reason, 0, 0, record, NULL"
    " FROM result WHERE void IS NOT NULL"
)
"""A third attempt, void, where the first counts."""
RUMBA: Final = replace(
    PLAN, game="rumba", options={"players": 4, "effects": "full", "end": "play_on"}
)


def make(path: Path, plan: Plan = PLAN, games: int = GAMES, *, told: bool = True) -> None:
    """Write a tournament file: a game with faults, a void one, all others by chance."""
    rng = Random(1)
    with Writer(path, plan, games) as writer:
        for slot in islice(slots_of(plan, writer.secret), games):
            outcomes = []
            if slot.number == 2:
                outcomes = [Outcome.voided(spec_of(plan, writer.secret, slot, 1), "it stalled")]
            spec = spec_of(plan, writer.secret, slot, len(outcomes) + 1)
            outcomes.append(play(spec, rng, [1] if slot.number == FAULTY else []))
            fold = writer.fold()
            fold.add(Score.of(outcomes[-1], numbers_of(plan)))
            writer.append(outcomes, fold.standings)
        if told:
            writer.tell_secret()


def slots_of(plan: Plan, secret: Secret) -> Any:
    return Schedule(len(plan.entrants), plan.seats, schedule_seed(secret), plan.deals).slots()


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("honest") / "cup.sqlite"
    make(path)
    return path


@pytest.fixture
def path(honest: Path, tmp_path: Path) -> Path:
    """A copy to tamper with."""
    copy = tmp_path / "cup.sqlite"
    shutil.copy(honest, copy)
    return copy


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, dict[str, Any]]]:
    def tell(path: Path, *, rejudge: bool = False) -> tuple[int, dict[str, Any]]:
        code = verify(path, rejudge=rejudge, json=True)
        return code, json.loads(capsys.readouterr().out)

    return tell


Told = Any  # a callable, see the fixture


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def tamper_record(path: Path, slot: int, change: Change) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        where = "WHERE slot = ? AND void IS NULL"
        query = f"SELECT record FROM result {where}"
        record = json.loads(connection.execute(query, (slot,)).fetchone()[0])
        change(record)
        changed = (json.dumps(record), slot)
        connection.execute(f"UPDATE result SET record = ? {where}", changed)


def tamper_snapshot(path: Path, change: Change) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        state = json.loads(connection.execute("SELECT state FROM snapshot").fetchone()[0])
        change(state)
        connection.execute("UPDATE snapshot SET state = ?", (json.dumps(state),))


# --- honest files ---


def test_an_honest_file_agrees_in_everything(honest: Path, told: Told) -> None:
    code, found = told(honest)
    assert code == ExitCode.DONE
    assert found == {
        "verify": 1,
        "agrees": True,
        "games": GAMES,
        "voids": 1,
        "secret_told": True,
        "games_that_disagree": 0,
        "first": None,
        "secret": None,
        "standings": None,
        "notes": [],
    }


@pytest.mark.parametrize(
    "plan",
    [
        replace(PLAN, options={"players": 4, "target": 30, "silence": True}),
        replace(PLAN, deals=Deals.INDEPENDENT),
        replace(PLAN, ask_forced=True),
        RUMBA,
    ],
    ids=["several hands", "independent deals", "forced actions asked", "restocks"],
)
def test_an_honest_file_of_any_plan_agrees(tmp_path: Path, told: Told, plan: Plan) -> None:
    make(tmp_path / "x", plan, 8)
    code, found = told(tmp_path / "x")
    assert (code, found["first"], found["notes"]) == (ExitCode.DONE, None, [])


def test_a_file_in_the_middle_of_play_agrees(tmp_path: Path, told: Told) -> None:
    path, rng = tmp_path / "x", Random(1)
    with Writer(path, PLAN, GAMES) as writer:
        slots = islice(slots_of(PLAN, writer.secret), 8)
        outcomes = [play(spec_of(PLAN, writer.secret, slot, 1), rng) for slot in slots]
        del outcomes[4]  # still in flight, later ones have ended
        fold = writer.fold()
        for outcome in outcomes:
            fold.add(Score.of(outcome, numbers_of(PLAN)))
        writer.append(outcomes, fold.standings)
        code, found = told(path)
    assert code == ExitCode.DONE
    assert found["games"] == 7


def test_with_suspended_bots_a_file_agrees(tmp_path: Path, told: Told) -> None:
    path, rng, plan = tmp_path / "x", Random(1), plan_of(("ann", "bob", "cyd", "dan"))
    clumsy = 0

    def seats_of(slot: Slot) -> list[int]:
        return [slot.seats.index(clumsy)]

    with Writer(path, plan, 28) as writer:
        suspensions, suspended = Suspensions(plan.seats, []), False
        for slot in islice(slots_of(plan, writer.secret), 28):
            spec = spec_of(plan, writer.secret, slot, 1, suspensions.seats(slot))
            outcome = play(spec, rng, seats_of(slot))
            suspended |= bool(outcome.record.suspended)
            fold = writer.fold()
            fold.add(Score.of(outcome, numbers_of(plan)))
            taken = suspensions.take(fold.standings, slot.number + 1)
            writer.append([outcome], fold.standings, taken)
    assert suspended
    assert told(path)[0] == ExitCode.DONE


def test_of_a_secret_that_is_not_told_nothing_is_used_and_the_rest_is_checked(
    tmp_path: Path, told: Told
) -> None:
    path = tmp_path / "x"
    make(path, told=False)
    code, found = told(path)
    assert code == ExitCode.DONE
    assert not found["secret_told"]
    assert "not told yet: deals, ids and seats cannot be checked" in found["notes"][0]
    tamper(path, "UPDATE meta SET value = hex(zeroblob(32)) WHERE key = 'secret'")
    assert told(path)[0] == ExitCode.DONE
    tamper_record(path, 3, lambda record: record.update(places=[1, 1, 1, 1]))
    assert told(path)[1]["first"]["what"] == "places"
    tamper_record(path, 1, lambda record: record.update(seats=["ann"] * 4))
    assert told(path)[1]["first"]["what"] == "bots in the seats"


# --- tampering with a game ---


def _swap_cards(record: dict[str, Any]) -> None:
    deck = record["hands"][0]["deck"]
    deck[4], deck[9] = deck[9], deck[4]


def _change_action(record: dict[str, Any]) -> None:
    record["actions"][0][1] = "pickup"


def _change_seat(record: dict[str, Any]) -> None:
    record["actions"][0][0] = 2


def _swap_bots(record: dict[str, Any]) -> None:
    record["seats"].reverse()


def _forget_action(record: dict[str, Any]) -> None:
    record["actions"].pop()


def _add_action(record: dict[str, Any]) -> None:
    record["actions"].append([0, "pickup"])


def _invent_forced_fault(record: dict[str, Any]) -> None:
    number = [text for _, text in record["actions"]].index("pickup")
    seat = record["actions"][number][0]
    record["faults"].append({"seat": seat, "action": number, "cause": "timeout"})


def _blame_another(record: dict[str, Any]) -> None:
    record["faults"][0]["seat"] = 0


def _invent_cause(record: dict[str, Any]) -> None:
    record["faults"][0]["cause"] = "clumsy"


def _pardon(record: dict[str, Any]) -> None:
    record["faults"] = []


def _invent_autopilot(record: dict[str, Any]) -> None:
    record["autopilot"] = [0]


def _repeat_fault(record: dict[str, Any]) -> None:
    record["faults"].append(record["faults"][0])


def _suspend(record: dict[str, Any]) -> None:
    record["suspended"] = [3]


def _add_restock(record: dict[str, Any]) -> None:
    record["hands"][0]["restocks"].append(["7C"])


@pytest.mark.parametrize(
    ("slot", "change", "what"),
    [
        (3, _swap_cards, "deck of hand 0, card 4"),
        (3, _change_action, "action 0"),
        (3, _change_seat, "seat of action 0"),
        (3, _swap_bots, "seats"),
        (3, _forget_action, "actions"),
        (3, _add_action, "seat of action"),
        (3, _invent_forced_fault, "fault at action"),
        (3, _invent_autopilot, "autopilot"),
        (3, _suspend, "suspended"),
        (3, _add_restock, "hands"),
        (3, lambda record: record.update(places=[1, 1, 1, 1]), "places"),
        (3, lambda record: record.update(penalty=[0, 0, 0, 0]), "penalty"),
        (3, lambda record: record.update(reason="cap"), "reason"),
        (3, lambda record: record.update(game_id="0" * 12), "id in the record"),
        (3, lambda record: record.update(options={"players": 4, "end": "play_on"}), "options"),
        (3, lambda record: record.update(attempt=2), "attempt in the record"),
        (3, lambda record: record.update(slot=4), "slot in the record"),
        (3, lambda record: record.update(game="rumba"), "game"),
        (3, lambda record: record.update(actions=[[0, 7]]), "record"),
        (3, lambda record: record.update(seats=7), "seats"),
        (3, dict.clear, "record"),
        (FAULTY, _blame_another, "fault at action"),
        (FAULTY, _invent_cause, "fault at action"),
        (FAULTY, _repeat_fault, "faults"),
        (FAULTY, _pardon, "autopilot"),
    ],
)
def test_a_record_that_was_changed_is_named(
    path: Path, told: Told, slot: int, change: Change, what: str
) -> None:
    tamper_record(path, slot, change)
    code, found = told(path)
    assert code == ExitCode.FAILED
    assert found["games_that_disagree"] == 1
    assert found["first"]["slot"] == slot
    assert found["first"]["what"].startswith(what)
    assert found["first"]["expected"] != found["first"]["found"]


def test_a_card_swapped_in_a_restock_is_named(tmp_path: Path, told: Told) -> None:
    def swap(record: dict[str, Any]) -> None:
        restock = record["hands"][0]["restocks"][1]
        restock[2], restock[3] = restock[3], restock[2]

    path = tmp_path / "x"
    make(path, RUMBA, 8)
    tamper_record(path, 3, swap)
    assert told(path)[1]["first"]["what"] == "restock 1 of hand 0, card 2"


def test_a_fault_of_a_seat_that_was_asked_no_more_is_named(path: Path, told: Told) -> None:
    def invent(record: dict[str, Any]) -> None:
        last = record["faults"][-1]["action"]
        seats = [seat for seat, _ in record["actions"]]
        later = {"seat": 1, "action": seats.index(1, last + 1), "cause": "timeout"}
        record["faults"].append(later)

    tamper_record(path, FAULTY, invent)
    assert told(path)[1]["first"]["expected"] == "none, for the seat was on autopilot"


def test_a_fault_that_is_invented_where_the_bot_did_otherwise_is_named(
    path: Path, told: Told
) -> None:
    def invent(record: dict[str, Any]) -> None:
        # The referee would have led the lowest card.
        seat, text = record["actions"][0]
        hand = record["hands"][0]["deck"][0::4]
        lowest = min(hand, key=lambda card: ("789TJQKA".index(card[0]), "CDHS".index(card[1])))
        assert text != f"play {lowest}", "the bot happened to play as the referee would"
        record["faults"].append({"seat": seat, "action": 0, "cause": "timeout"})

    tamper_record(path, 0, invent)
    assert told(path)[1]["first"]["what"] == "action 0, taken by default"


@pytest.mark.parametrize(
    ("statement", "slot", "what"),
    [
        ("UPDATE seat SET place = 1 WHERE slot = 7", 7, "its place"),
        ("UPDATE seat SET penalty = 99 WHERE slot = 7", 7, "its penalty"),
        ("UPDATE seat SET entrant = 4 - entrant WHERE slot = 7", 7, "its entrant"),
        ("UPDATE seat SET autopilot = 1 WHERE slot = 7", 7, "autopilot"),
        ("UPDATE seat SET suspended = 1 WHERE slot = 7", 7, "suspended"),
        (f"UPDATE seat SET faults = NULL WHERE slot = {FAULTY}", FAULTY, "its faults"),
        ("UPDATE seat SET faults = '[' WHERE slot = 7", 7, "record"),
        ("DELETE FROM seat WHERE slot = 7 AND seat = 2", 7, "number of seats in the tables"),
        ("DELETE FROM result WHERE slot = 7", 7, "result"),
        (f"DELETE FROM result WHERE slot = {GAMES - 1}", GAMES - 1, "result"),
        ("DELETE FROM result WHERE slot = 2 AND attempt = 1", 2, "attempt"),
        (ADD_VOID, 7, "attempt"),
        ("UPDATE result SET void = 'why not' WHERE slot = 7", 7, "reason of a void attempt"),
        ("UPDATE result SET reason = 'cap' WHERE slot = 7", 7, "reason in the tables"),
        ("UPDATE result SET actions = 1 WHERE slot = 7", 7, "number of actions in the tables"),
        ("UPDATE result SET game_id = '000000000000' WHERE slot = 7", 7, "id"),
        (
            ADD_SEATS.format(slot=2),
            2,
            "seats counted of a void attempt",
        ),
        (
            ADD_SEATS.format(slot=99),
            99,
            "seats",
        ),
    ],
)
def test_a_table_that_was_changed_is_named(
    path: Path, told: Told, statement: str, slot: int, what: str
) -> None:
    tamper(path, statement)
    code, found = told(path)
    assert code == ExitCode.FAILED
    assert found["first"]["slot"] == slot
    assert found["first"]["what"].endswith(what)


def test_a_reason_that_was_changed_everywhere_is_named(path: Path, told: Told) -> None:
    tamper_record(path, 7, lambda record: record.update(reason="cap"))
    tamper(path, "UPDATE result SET reason = 'cap' WHERE slot = 7")
    assert told(path)[1]["first"]["what"] == "reason"


def test_a_second_result_that_counts_is_named(path: Path, told: Told) -> None:
    columns = "game_id, void, reason, actions, seconds, record, evidence"
    tamper(
        path,
        "DROP INDEX counted",
        f"INSERT INTO result SELECT slot, 2, {columns} FROM result WHERE slot = 7",
    )
    assert told(path)[1]["first"]["what"] == "results that count"


def test_the_first_of_several_is_named_and_all_are_counted(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper_record(path, 9, _swap_cards)
    tamper_record(path, 4, lambda record: record.update(places=[9, 9, 9, 9]))
    tamper(path, "DELETE FROM result WHERE slot = 6")
    verify(path, rejudge=False, json=False)
    first, second, note = capsys.readouterr().out.splitlines()
    assert first == "Games that disagree: 3. The first is"
    assert second.startswith("  slot 4, game ")
    assert second.endswith(", found [9, 9, 9, 9]")
    assert note == "The standings were not checked: they count games that disagree"


# --- tampering with the whole ---


def test_a_wrong_commitment_is_found(path: Path, told: Told) -> None:
    tamper(path, f"UPDATE meta SET value = '{'0' * 64}' WHERE key = 'commitment'")
    code, found = told(path)
    assert code == ExitCode.FAILED
    assert found["secret"]["what"] == "commitment"
    assert found["games_that_disagree"] == 0


def test_a_secret_put_in_with_its_commitment_fits_no_seed_and_no_deal(
    path: Path, told: Told
) -> None:
    other = Secret.from_seed("another")
    tamper(
        path,
        f"UPDATE meta SET value = '{other.hex()}' WHERE key = 'secret'",
        f"UPDATE meta SET value = '{other.commitment()}' WHERE key = 'commitment'",
    )
    found = told(path)[1]
    assert found["secret"]["what"] == "secret"
    assert found["games_that_disagree"] == GAMES


def _raise_rating(state: dict[str, Any]) -> None:
    state["entrants"][1]["rating"]["mu"] += 0.001


def _forget_faults(state: dict[str, Any]) -> None:
    for tally in state["entrants"]:
        tally["faults"] = {}


def _change_counts(state: dict[str, Any]) -> None:
    state["entrants"][1]["places"].reverse()


def _forget_bot(state: dict[str, Any]) -> None:
    state["entrants"].pop()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (_raise_rating, "bot 'bob', rating, mu"),
        (_forget_faults, "faults"),
        (_forget_bot, "entrants"),
        (_change_counts, "bot 'bob', places"),
        (lambda state: state.update(games_played=3), "games counted"),
        (lambda state: state.pop("entrants"), "standings"),
    ],
)
def test_standings_that_were_changed_are_found(
    path: Path, told: Told, change: Change, what: str
) -> None:
    tamper_snapshot(path, change)
    code, found = told(path)
    assert code == ExitCode.FAILED
    assert what in found["standings"]["what"]
    assert found["first"] is None


def test_standings_of_another_version_are_passed_over(path: Path, told: Told) -> None:
    tamper_snapshot(path, lambda state: state.update(snapshot=1))
    code, found = told(path)
    assert code == ExitCode.DONE
    assert found["notes"] == ["The stored standings are of another version, and not used"]


def test_a_suspension_that_was_invented_is_found(path: Path, told: Told) -> None:
    tamper(path, "INSERT INTO suspension VALUES (3, 100, 9, 20)")
    code, found = told(path)
    assert code == ExitCode.FAILED
    assert found["standings"]["what"].startswith("suspensions")


# --- judging anew ---


def test_judged_anew_an_honest_file_would_not_change(honest: Path, told: Told) -> None:
    code, found = told(honest, rejudge=True)
    assert code == ExitCode.DONE
    assert found == {"verify": 1, "agrees": True, "games": GAMES, "changes": []}


def test_judged_anew_all_results_that_would_change_are_listed(path: Path, told: Told) -> None:
    tamper_record(path, 3, lambda record: record.update(reason="cap", places=[1, 1, 1, 1]))
    tamper_record(path, 5, _add_action)
    tamper_record(path, 6, lambda record: record.update(penalty=[9, 9, 9, 9]))
    tamper_record(path, 8, _forget_action)
    tamper_record(path, 9, _change_action)
    tamper_record(path, 10, dict.clear)
    code, found = told(path, rejudge=True)
    assert code == ExitCode.FAILED
    slots = {change["slot"]: change for change in found["changes"]}
    assert list(slots) == [3, 6, 8, 9, 10], "of slot 5 the result stays, though it is over early"
    assert slots[3]["stored"]["reason"] == "cap"
    assert slots[3]["now"]["reason"] == "out"
    assert slots[8]["now"] is None
    assert slots[8]["remark"].startswith("not over after all")
    assert slots[9]["remark"].startswith("action 0: ")


def test_judged_anew_a_change_is_told_in_one_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper_record(path, 3, lambda record: record.update(reason="cap"))
    verify(path, rejudge=True, json=False)
    change, total = capsys.readouterr().out.splitlines()
    assert change.startswith("slot 3, game ")
    assert change.endswith(": reason cap → out")
    assert total == f"1 of {GAMES} games would end otherwise by these rules"


# --- forged numbers ---


@pytest.mark.parametrize(
    "forged",
    [
        "UPDATE result SET slot = 1000000000000 WHERE slot = 15",
        "UPDATE snapshot SET games_played = 1000000000000",
    ],
)
def test_a_number_beyond_all_schedules_is_named_and_not_counted_up_to(
    path: Path, told: Told, forged: str
) -> None:
    tamper(path, "PRAGMA foreign_keys = OFF", forged)
    code, found = told(path)
    assert code == ExitCode.FAILED
    assert (found["first"]["slot"], found["first"]["found"]) in [(15, "none"), (16, "none")]
    assert found["games_that_disagree"] < 20_000


@pytest.mark.parametrize(
    "forged", ["UPDATE result SET slot = 'x'", "UPDATE snapshot SET games_played = 'x'"]
)
def test_what_is_no_number_is_damage(path: Path, told: Told, forged: str) -> None:
    tamper(path, forged + " WHERE rowid = 1")
    with pytest.raises(StoreError, match=r"is damaged: restore a copy\. In its tables 'x' stands"):
        told(path)


# --- imported ---


@pytest.mark.parametrize("head", [False, True])
def test_what_was_imported_agrees_as_far_as_it_can_be_checked(
    path: Path, tmp_path: Path, told: Told, head: Any
) -> None:
    export(path, None, tmp_path / "r", head=head)
    import_records(tmp_path / "r", tmp_path / "copy.sqlite")
    code, found = told(tmp_path / "copy.sqlite")
    assert (code, found["games"], found["secret_told"]) == (ExitCode.DONE, GAMES, head)
    assert "void attempts and think times were left behind" in found["notes"][0]
    secret = "The secret was not imported with them: deals, ids and seats cannot be checked"
    assert [note.startswith(secret) for note in found["notes"][1:]] == [True] * (not head)
    tamper_record(tmp_path / "copy.sqlite", 3, _swap_cards)
    assert told(tmp_path / "copy.sqlite")[1]["first"]["slot"] == 3


@pytest.mark.skipif(shutil.which("node") is None, reason="a checker in another language")
@pytest.mark.parametrize(
    "plan",
    [replace(PLAN, options={"players": 4, "target": 30}), replace(RUMBA, deals=Deals.INDEPENDENT)],
)
def test_another_language_deals_the_same_by_the_page_alone(tmp_path: Path, plan: Plan) -> None:
    make(tmp_path / "x", plan, 8)
    games = tmp_path / "games.jsonl"
    export(tmp_path / "x", None, games, head=True)
    program = ["node", str(Path(__file__).parents[1] / "data" / "deals.mjs"), str(games)]
    hands = [json.loads(line)["hands"] for line in games.read_text().splitlines()[1:]]
    shuffles = sum(1 + len(hand["restocks"]) for game in hands for hand in game)
    found = subprocess.run(program, capture_output=True, check=True, text=True).stdout
    assert int(found) == shuffles > 8
    games.write_text(games.read_text().replace('"deck":["', '"deck":["9C","', 1))
    assert subprocess.run(program, capture_output=True, check=False).returncode == 1
