"""The audit of a tournament: each game, then the standings, checked against all that it rests on.

Pure: it is handed what a file holds, in schedule order, and gathers what disagrees.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.records import Record
from bumblepuppy_server.outcome import Outcome
from bumblepuppy_tournaments.checking.judge import MALFORMED, DisagreementError, expect, judge
from bumblepuppy_tournaments.schedule.deals import Secret, deal_key, game_id, schedule_seed
from bumblepuppy_tournaments.schedule.past import Past
from bumblepuppy_tournaments.schedule.roll import Change, Roll
from bumblepuppy_tournaments.table.standings import SNAPSHOT_VERSION, Score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bumblepuppy_tournaments.checking.ledger import Entry
    from bumblepuppy_tournaments.schedule.schedule import Slot
    from bumblepuppy_tournaments.settings.plan import Plan
    from bumblepuppy_tournaments.table.suspension import Suspension

TOLERANCE: Final = 1e-6
"""By which a rating may differ: another machine's exponentials may, in the last digit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a tournament file tells of itself besides its games."""

    plan: Plan
    secret: Secret | None
    """What its deals follow from; `None`: not told yet, and they are believed."""
    played: int
    """Through how many games the stored standings go; each must have a result."""
    end: int
    """The slot from which on there can be no result: the schedule is not followed beyond, which a
    forged number could make a long way."""
    suspensions: Sequence[Suspension]
    membership: Sequence[Change]
    """Who joined and left, if it is a ladder."""
    imported: bool
    """Whether its void attempts were left behind, so that nobody can count them."""


class Audit:
    """Checks a tournament's games in schedule order, and what was made of them."""

    def __init__(self, claims: Claims) -> None:
        """Begin before the first game."""
        self.found: dict[int, tuple[str | None, DisagreementError]] = {}
        """By slot: the game's id, if there is one, and the first that disagrees in it."""
        self.games = 0
        """How many games that count were checked."""
        self.voids = 0
        """How many attempts do not count."""
        self._plan, self._secret, self._played = claims.plan, claims.secret, claims.played
        self._claims = claims
        self._first_out = {each.entrant: each.first for each in claims.suspensions}
        self._numbers = {name: number for number, name in enumerate(claims.plan.names)}
        self._standings = claims.plan.standings(0)
        self._past = Past(claims.plan.seats)
        seed = schedule_seed(claims.secret) if claims.secret else b""
        roll = Roll(claims.plan.seats, claims.membership, self._first_out)
        self._slots = claims.plan.schedule(seed, roll).unfold(self._past)
        self._slot = next(self._slots, None)
        self._counted = -1
        """The last slot with a game that counts, or that was found to have none."""
        self._voids_here = (-1, 0)
        """The slot of the last void attempt, and how many void ones it had."""

    def take(self, entry: Entry) -> None:
        """Check the next attempt in schedule order."""
        self._miss_until(min(entry.slot, self._played))
        try:
            self._check_slot(entry.slot)
            if entry.void is None:
                self.games += 1
                self._check_counted(entry)
            else:
                self.voids += 1
                self._check_void(entry)
        except DisagreementError as error:
            self._note(entry.slot, entry.game_id, error)
        except (BumblepuppyError, *MALFORMED) as error:
            wrong = DisagreementError("record", "one of this tournament", str(error))
            self._note(entry.slot, entry.game_id, wrong)

    def close(self, seats_without_result: Iterable[int]) -> None:
        """Note the games that should have a result, and have none."""
        self._miss_until(self._played)
        for slot in seats_without_result:
            self._note(slot, None, DisagreementError("seats", "none without a result", "some"))

    def _miss_until(self, slot: int) -> None:
        for missing in range(self._counted + 1, slot):
            self._counted = missing
            why = f"one, for the standings count {self._played} games"
            self._note(missing, None, DisagreementError("result", why, "none"))

    def _note(self, slot: int, name: str | None, error: DisagreementError) -> None:
        self.found.setdefault(slot, (name, error))

    # --- one game ---

    def _check_slot(self, slot: int) -> None:
        if slot >= self._claims.end:
            raise DisagreementError("slot", f"one below {self._claims.end}", slot)

    def _check_void(self, entry: Entry) -> None:
        slot, voids = self._voids_here
        self._voids_here = entry.slot, voids + 1 if slot == entry.slot else 1
        expect("attempt", self._voids_here[1], entry.attempt)
        self._check_identity(entry, Record.from_json(entry.record))
        expect("reason of a void attempt", "void", entry.reason)
        expect("seats counted of a void attempt", 0, len(entry.seats))

    def _check_counted(self, entry: Entry) -> None:
        if entry.slot <= self._counted:
            raise DisagreementError("results that count", 1, "another")
        self._counted = entry.slot
        slot, voids = self._voids_here
        if not self._claims.imported:
            expect("attempt", voids + 1 if slot == entry.slot else 1, entry.attempt)
        record = Record.from_json(entry.record)
        planned = self._check_identity(entry, record)
        key = deal_key(self._secret, planned.deal) if self._secret and planned else None
        judge(record, self._plan, key)
        outcome = Outcome(record=record, times=entry.times, seconds=0.0)
        score = Score.of(outcome, self._numbers)
        self._check_rows(entry, record, score)
        if entry.slot == self._standings.games_played < self._played:
            self._standings.add(score)
            self._past.add(score.seats, score.places)

    def _check_identity(self, entry: Entry, record: Record) -> Slot | None:
        """Check that a record is of its slot; give what was planned there, if that is known."""
        plan = self._plan
        expect("slot in the record", entry.slot, record.slot)
        expect("attempt in the record", entry.attempt, record.attempt)
        expect("game", plan.game, record.game)
        expect("options", plan.options, record.options)
        planned = self._planned(entry.slot) if self._secret else None
        if planned and self._secret:
            name = game_id(self._secret, entry.slot)
            expect("id", name, entry.game_id)
            expect("seats", [plan.names[i] for i in planned.seats], record.seats)
        expect("id in the record", entry.game_id, record.game_id)
        expect("bots in the seats", plan.seats, len(self._numbers.keys() & set(record.seats)))
        for seat in record.suspended:
            first = self._first_out.get(self._numbers[record.seats[seat]])
            if first is None or first > entry.slot:
                raise DisagreementError("suspended", f"no bot in seat {seat}", record.seats[seat])
        return planned

    def _planned(self, number: int) -> Slot | None:
        """Give what the schedule says of a slot; `None` where it follows from a game not seen.

        Raises:
            DisagreementError: the schedule comes to its end before.
        """
        while self._slot is None or self._slot.number < number:
            try:
                self._slot = next(self._slots)
            except StopIteration:
                raise DisagreementError("slot", "one of the schedule", number) from None
            if self._slot is None:
                return None
        return self._slot

    def _check_rows(self, entry: Entry, record: Record, score: Score) -> None:
        """Check that the tables tell what the record tells."""
        expect("reason in the tables", record.reason, entry.reason)
        expect("number of actions in the tables", len(record.actions), entry.actions)
        expect("number of seats in the tables", len(record.seats), len(entry.seats))
        for seat, row in enumerate(entry.seats):
            where = f"seat {seat} in the tables"
            expect(f"{where}, its entrant", score.seats[seat], row.entrant)
            expect(f"{where}, its place", record.places[seat], row.place)
            expect(f"{where}, its penalty", record.penalty[seat], row.penalty)
            expect(f"{where}, autopilot", seat in record.autopilot, bool(row.autopilot))
            expect(f"{where}, suspended", seat in record.suspended, bool(row.suspended))
            expect(f"{where}, its faults", score.faults[seat], json.loads(row.faults or "{}"))

    # --- what was made of the games ---

    @property
    def can_judge_standings(self) -> bool:
        """Whether all games that the stored standings count were found right."""
        return self._standings.games_played == self._played

    def check_standings(self, state: str) -> bool:
        """Compare the stored standings with the games, all of them having been taken.

        Args:
            state: The snapshot that is stored, as JSON.

        Returns:
            Whether they are of a version that is read here; others are counted anew by all.

        Raises:
            DisagreementError: they are not what follows from the games.
        """
        try:
            stored = json.loads(state)
            if stored.get("snapshot") != SNAPSHOT_VERSION:
                return False
            expect("games counted", self._played, stored["games_played"])
            # As it would come out of the file.
            counted = json.loads(json.dumps(self._standings.snapshot()["entrants"]))
            expect("entrants", len(counted), len(stored["entrants"]))
            for name, ours, theirs in zip(
                self._plan.names, counted, stored["entrants"], strict=True
            ):
                _expect_alike(f"bot {name!r}", ours, theirs)
        except MALFORMED as error:
            raise DisagreementError("standings", "a snapshot", str(error)) from None
        self._check_suspensions()
        return True

    def _check_suspensions(self) -> None:
        names = self._plan.names
        expected = {names[bot]: list(why) for bot, why in self._standings.suspended.items()}
        stored = {names[each.entrant]: list(each.spoiling) for each in self._claims.suspensions}
        expect("suspensions, games spoiled of games", expected, stored)


def check_secret(secret: Secret, commitment: str, seed: str | None) -> None:
    """Check that a secret is the one that was committed to, and follows from its seed, if any.

    Raises:
        DisagreementError: it is not.
    """
    expect("commitment", secret.commitment(), commitment)
    if seed is not None:
        expect("secret", Secret.from_seed(seed).hex(), secret.hex())


def _expect_alike(what: str, expected: Any, found: Any) -> None:
    """Compare plain JSON values, fractions with a tolerance."""
    if isinstance(expected, dict) and isinstance(found, dict):
        expect(f"{what}, keys", sorted(expected), sorted(found))
        for key, value in expected.items():
            _expect_alike(f"{what}, {key}", value, found[key])
    elif isinstance(expected, float) and isinstance(found, int | float):
        if not math.isclose(expected, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
            raise DisagreementError(what, expected, found)
    else:
        expect(what, expected, found)
