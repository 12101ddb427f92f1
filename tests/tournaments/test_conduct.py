"""Conducting: every slot is played, whatever happens to referees; the order is the schedule's."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_sdk.records import Record
from bumblepuppy_server.arena import BotFailedToStartError, RefereeLostError
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_server.spec import ATTEMPTS
from bumblepuppy_tournaments.bots.entrants import Entrant
from bumblepuppy_tournaments.play import conduct
from bumblepuppy_tournaments.play.conduct import ConductError, Conductor
from bumblepuppy_tournaments.play.pace import Pace
from bumblepuppy_tournaments.schedule.deals import Secret, game_id
from bumblepuppy_tournaments.schedule.schedule import Slot
from bumblepuppy_tournaments.settings.plan import Plan, spec_of
from bumblepuppy_tournaments.store.writer import Reader, StoreError, Writer
from bumblepuppy_tournaments.table.standings import Score
from command_line import NAMES, needs_proc
from hat import Hat, Onlooker, fresh_hat
from tournament_games import numbers_of, outcome_of, outcomes_of, plan_of, spoiled

if TYPE_CHECKING:
    from bumblepuppy_server.spec import GameSpec
    from bumblepuppy_tournaments.play.progress import Progress

PLAN = plan_of(NAMES)
GAMES = 40


@pytest.fixture
def hat(monkeypatch: pytest.MonkeyPatch) -> type[Hat]:
    """Let games be drawn out of a hat."""
    fresh = fresh_hat(PLAN)
    monkeypatch.setattr(conduct, "Arena", fresh)
    return fresh


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.sqlite"


def conducted(
    path: Path, pace: Pace | None = None, onlooker: Onlooker | None = None, games: int = GAMES
) -> Onlooker:
    onlooker = onlooker or Onlooker()
    with Writer(path, PLAN, games) as writer:
        asyncio.run(Conductor(writer, pace or Pace(1, 4), onlooker).run())
    return onlooker


def records_in(path: Path) -> list[Record]:
    with Reader(path) as reader:
        return [Record.from_json(line) for line in reader.records()]


# --- all is well ---


@pytest.mark.usefixtures("hat")
def test_every_slot_is_played_once(path: Path) -> None:
    conducted(path)
    assert [record.slot for record in records_in(path)] == list(range(GAMES))


@pytest.mark.usefixtures("hat")
@pytest.mark.parametrize("pace", [Pace(1, 1), Pace(2, 3), Pace(3, 64)])
def test_the_standings_are_folded_in_schedule_order_whatever_ends_first(
    path: Path, tmp_path: Path, pace: Pace
) -> None:
    conducted(path, pace)
    with Writer(tmp_path / "in order.sqlite", PLAN, GAMES) as writer:
        fold = writer.fold()
        for record in records_in(path):
            outcome = outcome_of(PLAN, record.slot, record.seats, Random(record.slot))
            fold.add(Score.of(outcome, {name: i for i, name in enumerate(NAMES)}))
    with Reader(path) as reader:
        assert reader.standings().to_dict() == fold.standings.to_dict()


@pytest.mark.usefixtures("hat")
@pytest.mark.parametrize(("workers", "concurrency"), [(1, 1), (2, 3), (3, 8), (4, 2)])
def test_no_more_games_are_in_flight_than_asked_for_over_all_workers(
    path: Path, workers: int, concurrency: int
) -> None:
    conducted(path, Pace(workers, concurrency))
    assert Hat.most_open == concurrency
    assert Hat.opened == min(workers, concurrency)


@pytest.mark.usefixtures("hat")
def test_the_last_thing_shown_is_the_end(path: Path) -> None:
    last = conducted(path, Pace(2, 8)).seen[-1]
    assert (last.games_done, last.games_planned, last.seconds_left) == (GAMES, GAMES, 0.0)
    assert (last.workers, last.voids) == (2, 0)


@pytest.mark.usefixtures("hat")
def test_a_resumed_tournament_plays_only_what_is_left(path: Path) -> None:
    conducted(path, games=16)
    before = records_in(path)
    assert conducted(path).seen[-1].games_done == GAMES
    assert records_in(path)[:16] == before


@pytest.mark.usefixtures("hat")
def test_a_result_that_waits_for_an_earlier_one_is_not_played_again(path: Path) -> None:
    stored = [outcome for outcome in outcomes_of(PLAN, 10) if outcome.record.slot in {0, 1, 5, 9}]
    with Writer(path, PLAN, GAMES) as writer:
        fold = writer.fold()
        for outcome in stored:
            fold.add(Score.of(outcome, numbers_of(PLAN)))
        writer.append(stored, fold.standings)
    conducted(path)
    assert sorted(Hat.begun) == [slot for slot in range(GAMES) if slot not in {0, 1, 5, 9}]


def test_stopping_lets_the_games_in_flight_end_and_begins_no_more(
    path: Path, hat: type[Hat], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    with Writer(path, PLAN, GAMES) as writer:
        conductor = Conductor(writer, Pace(1, 8), Onlooker())

        def draw(place: Hat, spec: GameSpec) -> Outcome:
            if spec.slot == 16:
                conductor.stopping = True
                begun.extend(Hat.begun)
            return place.result_of(spec)

        monkeypatch.setattr(hat, "draw", draw)
        asyncio.run(conductor.run())
    assert 16 < len(begun) < GAMES
    assert [record.slot for record in records_in(path)] == begun


# --- bots ---


def test_a_bot_that_does_not_play_the_game_is_refused_before_any(
    path: Path, hat: type[Hat]
) -> None:
    hat.plays = ("rumba", "whist")
    with pytest.raises(ConductError) as refusal:
        conducted(path)
    assert str(refusal.value) == (
        "bot 'ann' does not play rolling-stone, but rumba, whist: "
        "give it a method play_rolling_stone, or leave it out"
    )
    assert records_in(path) == []


def test_a_bot_that_does_not_start_ends_the_run(
    path: Path, hat: type[Hat], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def enter(_: Hat) -> Hat:
        raise BotFailedToStartError("bot 'ann' ended")

    monkeypatch.setattr(hat, "__aenter__", enter)
    with pytest.raises(BotFailedToStartError, match="bot 'ann' ended"):
        conducted(path, Pace(2, 8))


def test_a_bot_that_is_given_up_is_told_of_once(
    path: Path, hat: type[Hat], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hat, "given_up", lambda _: {"ann": "bot 'ann' was killed"})
    (said,) = conducted(path, Pace(2, 8)).said
    assert said.startswith("bot 'ann' was killed\n")
    assert "not started again" in said


# --- bots that are suspended ---


@pytest.fixture
def spoiler(hat: type[Hat], monkeypatch: pytest.MonkeyPatch) -> str:
    """Let a bot be put on autopilot in every game; the hat plays too fast to be looked at often."""
    monkeypatch.setattr(conduct, "STORE_EVERY", 0.001)

    def draw(place: Hat, spec: GameSpec) -> Outcome:
        record = place.result_of(spec).record
        autopilot = [spec.seats.index("bob")]
        record = replace(record, autopilot=autopilot, suspended=spec.suspended)
        return replace(place.result_of(spec), record=record)

    monkeypatch.setattr(hat, "draw", draw)
    return "bob"


def first_without(path: Path, spoiler: str) -> int:
    """Give the first slot in which nobody fills the spoiler's seat; so must it be from there."""
    records = records_in(path)
    assert all(r.suspended in ([], [r.seats.index(spoiler)]) for r in records)
    empty = [bool(record.suspended) for record in records]
    assert empty == sorted(empty)
    return empty.index(True)


@pytest.mark.parametrize("pace", [Pace(1, 1), Pace(1, 7), Pace(2, 6)])
def test_who_spoils_too_much_is_suspended_from_the_next_match_on(
    path: Path, spoiler: str, pace: Pace
) -> None:
    onlooker = conducted(path, pace, games=120)
    first = first_without(path, spoiler)
    with Reader(path) as reader:
        (found,) = reader.suspensions()
    assert (found.entrant, found.first) == (NAMES.index(spoiler), first)
    assert found.spoiling == (20, 20)
    assert first % PLAN.seats == 0
    assert onlooker.said == [found.in_words(spoiler)]


def test_the_schedule_stays_as_it_is_when_somebody_is_suspended(
    path: Path, tmp_path: Path, spoiler: str, hat: type[Hat]
) -> None:
    conducted(path, games=80)
    assert first_without(path, spoiler) < 80
    hat.draw = Hat.draw  # type: ignore[method-assign]
    conducted(tmp_path / "undisturbed.sqlite", games=80)
    undisturbed = records_in(tmp_path / "undisturbed.sqlite")
    assert [record.seats for record in records_in(path)] == [r.seats for r in undisturbed]


def test_a_resumed_tournament_goes_on_without_the_suspended_and_does_not_start_them(
    path: Path, spoiler: str
) -> None:
    conducted(path, games=80)
    first = first_without(path, spoiler)
    assert conducted(path, games=120).said == []
    assert Hat.there[-1] == tuple(name for name in NAMES if name != spoiler)
    assert first_without(path, spoiler) == first
    assert len(records_in(path)) == 120


def test_after_a_kill_a_suspension_begins_beyond_all_games_that_are_stored(
    path: Path, spoiler: str
) -> None:
    outcomes = [spoiled(o, o.record.seats.index(spoiler)) for o in outcomes_of(PLAN, 46)]
    del outcomes[10]  # was in flight, later ones had ended
    with Writer(path, PLAN, 120) as writer:
        fold = writer.fold()
        for outcome in outcomes:
            fold.add(Score.of(outcome, numbers_of(PLAN)))
        writer.append(outcomes, fold.standings)
    conducted(path, games=120)
    assert first_without(path, spoiler) >= 48


def test_a_suspended_bot_is_dismissed_once_its_last_game_is_over(
    path: Path, spoiler: str, hat: type[Hat], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    at_dismissal: list[set[int]] = []
    draw = hat.draw

    def note(place: Hat, spec: GameSpec) -> Outcome:
        ended.append(spec.slot)
        return draw(place, spec)

    def dismiss(_: Hat, name: str) -> None:
        assert name == spoiler
        at_dismissal.append(set(ended))

    monkeypatch.setattr(hat, "draw", note)
    monkeypatch.setattr(hat, "dismiss", dismiss)
    conducted(path, Pace(1, 16), games=120)
    assert set(range(first_without(path, spoiler))) <= at_dismissal[0]


@pytest.mark.usefixtures("spoiler")
def test_nobody_is_suspended_where_the_plan_says_so(path: Path) -> None:
    onlooker = Onlooker()
    with Writer(path, replace(PLAN, suspend=False), 40) as writer:
        asyncio.run(Conductor(writer, Pace(1, 4), onlooker).run())
        assert writer.suspensions() == []
    assert onlooker.said == []
    assert [record.suspended for record in records_in(path)] == [[]] * 40


# --- referees that are lost (FA-5) ---


def test_fa_5_a_game_that_is_void_again_and_again_ends_the_run(
    path: Path, hat: type[Hat], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(self: Hat, spec: GameSpec) -> Outcome:
        if spec.slot == 5:
            self.lost = True
            raise RefereeLostError("a referee's process ended")
        return self.result_of(spec)

    monkeypatch.setattr(hat, "draw", lose)
    with pytest.raises(ConductError, match=rf"void {ATTEMPTS} times"):
        conducted(path, Pace(1, 1))
    assert [record.slot for record in records_in(path)] == [0, 1, 2, 3, 4]
    with Reader(path) as reader:
        assert reader.attempts() == {5: ATTEMPTS}


def test_fa_5_a_game_that_a_referee_calls_void_is_played_again_at_once_and_counts_then(
    path: Path, hat: type[Hat], monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(self: Hat, spec: GameSpec) -> Outcome:
        if spec.slot in {5, 9} and spec.attempt < ATTEMPTS:
            return Outcome.voided(spec, "the referee stood still for 3.0 s")
        return self.result_of(spec)

    monkeypatch.setattr(hat, "draw", draw)
    last = conducted(path, Pace(1, 4)).seen[-1]
    attempts = {record.slot: record.attempt for record in records_in(path)}
    assert attempts == {slot: ATTEMPTS if slot in {5, 9} else 1 for slot in range(GAMES)}
    assert last.voids == 2 * (ATTEMPTS - 1)


def test_a_referee_that_never_gets_ready_ends_the_run(
    path: Path, hat: type[Hat], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def enter(_: Hat) -> Hat:
        raise RefereeLostError("a referee's process ended")

    monkeypatch.setattr(hat, "__aenter__", enter)
    with pytest.raises(ConductError, match=rf"{ATTEMPTS} times before it was ready"):
        conducted(path)


@pytest.mark.usefixtures("hat")
def test_a_file_that_cannot_be_written_ends_the_run(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def append(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Writer, "append", append)
    with pytest.raises(StoreError, match="the disk is full"):
        conducted(path)


def workers_here() -> list[int]:
    """List the referees' processes that this one has started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            command = (process / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        if parent == os.getpid() and b"bumblepuppy_server.worker" in command:
            found.append(int(process.name))
    return found


REAL = Plan(
    game="rolling-stone",
    options=plan_of().options,
    seats=4,
    entrants=tuple(
        Entrant(name=name, command=("python", "-P", "-m", "bumblepuppy_bots.random_bot"))
        for name in NAMES
    ),
    seed="real",
)


@needs_proc
def test_fa_5_the_games_of_a_killed_referee_are_void_and_played_again_under_the_same_ids(
    path: Path,
) -> None:
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if not killed and 0 < progress.games_done < 90:
            (referee,) = workers_here()
            killed.append(referee)
            os.kill(referee, signal.SIGKILL)

    onlooker = Onlooker(at=kill)
    with Writer(path, REAL, 100) as writer:
        asyncio.run(Conductor(writer, Pace(1, 4), onlooker).run())
        secret, voids = writer.secret, writer.attempts()
    assert killed
    assert any("Its games are void, and played again" in line for line in onlooker.said)
    assert 0 < onlooker.seen[-1].voids == len(voids) <= 4
    records = records_in(path)
    assert [(record.slot, record.game_id, record.attempt) for record in records] == [
        (slot, game_id(secret, slot), 1 + voids.get(slot, 0)) for slot in range(100)
    ]
    assert not any(record.faults for record in records)


def test_a_slot_is_written_down_alike_at_each_attempt_but_for_its_number() -> None:
    secret = Secret.from_seed("x")
    slot = Slot(number=6, match=1, deal=1, seats=(2, 3, 0, 1))
    first, second = (spec_of(PLAN, secret, slot, attempt) for attempt in (1, 2))
    assert first.game_id == second.game_id
    assert first.deal_key == second.deal_key
    assert first.bot_seeds == second.bot_seeds
    assert first.seats == ["cyd", "dan", "ann", "bob"]
    assert (first.attempt, second.attempt) == (1, 2)
