"""The standings: what the results so far say about each entrant.

Games are folded in schedule order whatever the order in which they end (see `fold`), so that the
same results always make the same table, to the last digit. Folding a game costs the same however
many were folded before, and `snapshot` keeps all that is needed to fold the next one.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.table.ratings import ANCHORED, Rating, rate
from bumblepuppy_tournaments.table.suspension import Spoiling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_server.outcome import Outcome, SeatTime

VERSION: Final = 1
"""The version of the JSON object, in the key `standings`."""
SNAPSHOT_VERSION: Final = 2
"""Raise it when games are rated or counted otherwise: older snapshots are then not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What counts of a game."""

    slot: int
    seats: tuple[int, ...]
    """By seat: the entrant, from 0."""
    places: tuple[int, ...]
    """By seat; 1 is best, equal numbers are shared places."""
    faults: tuple[Mapping[str, int], ...]
    """By seat: the faults by cause."""
    times: tuple[SeatTime, ...]
    """By seat."""
    spoiled: frozenset[int] = frozenset()
    """The seats that were put on autopilot in it (FA-2)."""

    @classmethod
    def of(cls, outcome: Outcome, numbers: Mapping[str, int]) -> Score:
        """Take what counts from the outcome of a game that is not void.

        Args:
            outcome: The outcome.
            numbers: Each entrant's number by its name.
        """
        record = outcome.record
        faults: list[dict[str, int]] = [{} for _ in record.seats]
        for fault in record.faults:
            causes = faults[fault.seat]
            causes[fault.cause] = causes.get(fault.cause, 0) + 1
        return cls(
            slot=record.slot,
            seats=tuple(numbers[name] for name in record.seats),
            places=tuple(record.places),
            faults=tuple(faults),
            times=outcome.times,
            spoiled=frozenset(record.autopilot) - frozenset(record.suspended),
        )


@dataclass(slots=True)
class _Tally:
    """What has been counted of one entrant."""

    rating: Rating
    places: list[int]
    """How often it came first, second, ..."""
    faults: dict[str, int] = field(default_factory=dict)
    decisions: int = 0
    think_s: float = 0.0
    think_max_s: float = 0.0
    spoiled: int = 0
    """Games in which it was put on autopilot."""
    first_fault: int | None = None
    """The slot of the first game with a fault of its own."""
    suspended: Spoiling | None = None
    """What it was suspended for, if it is."""

    @classmethod
    def restored(cls, kept: Mapping[str, Any]) -> _Tally:
        """Read what `asdict` gave, after a journey through JSON."""
        rating, spoiling = Rating(**kept["rating"]), kept["suspended"]
        suspended = Spoiling(*spoiling) if spoiling else None
        return cls(**{**kept, "rating": rating, "suspended": suspended})

    def add(self, score: Score, seat: int) -> None:
        faults, time = score.faults[seat], score.times[seat]
        self.places[score.places[seat] - 1] += 1
        if faults and self.first_fault is None:
            self.first_fault = score.slot
        for cause, count in faults.items():
            self.faults[cause] = self.faults.get(cause, 0) + count
        self.decisions += time.decisions
        self.think_s += time.total_s
        self.think_max_s = max(self.think_max_s, time.max_s)
        self.spoiled += seat in score.spoiled

    def judge(self) -> None:
        """Suspend the entrant, once and for all, if it spoils too many games."""
        spoiling = Spoiling(self.spoiled, sum(self.places))
        if self.suspended is None and spoiling.is_too_much():
            self.suspended = spoiling


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entrant's line of the table."""

    rank: int
    """1 is best; entrants with the same conservative rating share the better rank."""
    name: str
    rating: Rating
    games: int
    mean_place: float | None
    """`None` before the first game."""
    places: tuple[int, ...]
    """How often it came first, second, ..."""
    faults: Mapping[str, int]
    """By cause; causes that never occurred are left out."""
    think_ms: float
    """The mean time for a decision, in milliseconds."""
    think_max_ms: float
    """The longest time for a decision, in milliseconds."""
    spoiled: int
    """Games in which it was put on autopilot."""
    first_fault: int | None
    """The slot of its first game with a fault."""
    suspended: bool
    """Whether it takes no part any more, because it spoiled too many games."""
    anchor: bool = False
    """Whether its rating is held fixed."""

    def to_dict(self) -> dict[str, Any]:
        """Give the row as plain JSON values, all of which follow from the records alone."""
        return {
            "rank": self.rank,
            "name": self.name,
            "games": self.games,
            "mu": self.rating.mu,
            "sigma": self.rating.sigma,
            "conservative": self.rating.conservative,
            "mean_place": self.mean_place,
            "places": {str(place): count for place, count in enumerate(self.places, 1)},
            "faults": dict(sorted(self.faults.items())),
            "first_fault": self.first_fault,
            "spoiled": self.spoiled,
            "suspended": self.suspended,
            **({"anchor": True} if self.anchor else {}),
        }


class Standings:
    """The table of a tournament, game by game.

    The next game to fold is always the one of slot `games_played`.
    """

    def __init__(  # noqa: PLR0913 - what a plan says of its table, see `of`
        self,
        game: str,
        names: Sequence[str],
        seats: int,
        games_planned: int,
        *,
        suspend: bool = True,
        unrated: Sequence[str] = (),
        tau: float = 0.0,
        anchors: Mapping[str, float] | None = None,
    ) -> None:
        """Begin with no game played.

        Args:
            game: Its name.
            names: The entrants', in the order in which they are numbered.
            seats: How many sit at a table.
            games_planned: How many games there are to be; it may be set anew.
            suspend: Whether those are suspended who spoil too many games.
            unrated: The names of those who only fill seats: they stand in no row, and games are
                rated as if they had not been there.
            tau: See `ratings.rate`.
            anchors: The ratings that are held fixed, by name: others are rated by them, and so
                are those of all tournaments with the same anchors on one scale.
        """
        self.game = game
        self.names = tuple(names)
        self.seats = seats
        self.games_planned = games_planned
        self.games_played = 0
        self.ranked: Sequence[int] = ()
        """The entrants as the format ranks them, best first; empty if it does not."""
        self._suspend = suspend
        self._unrated = frozenset(unrated)
        self._tau = tau
        self._anchors = {name: Rating(mu, ANCHORED) for name, mu in (anchors or {}).items()}
        self._tallies = [_Tally(self._anchors.get(name, Rating()), [0] * seats) for name in names]

    @property
    def decisions(self) -> int:
        """How many questions have been asked."""
        return sum(tally.decisions for tally in self._tallies)

    @property
    def suspended(self) -> dict[int, Spoiling]:
        """The entrants that are suspended, and what for."""
        tallies = enumerate(self._tallies)
        return {number: tally.suspended for number, tally in tallies if tally.suspended}

    def add(self, score: Score) -> None:
        """Fold the next game.

        Raises:
            ValueError: it is not the next one in schedule order.
        """
        if score.slot != self.games_played:
            raise ValueError(f"slot {self.games_played} is to be folded next, not {score.slot}")
        tallies = [self._tallies[entrant] for entrant in score.seats]
        self._rate(score, tallies)
        for seat, tally in enumerate(tallies):
            tally.add(score, seat)
            if self._suspend:
                tally.judge()
        self.games_played += 1

    def _rate(self, score: Score, tallies: Sequence[_Tally]) -> None:
        """Rate a game among those who are rated: a filled seat is no more than a circumstance."""
        rated = [
            seat
            for seat, entrant in enumerate(score.seats)
            if self.names[entrant] not in self._unrated
        ]
        if len(rated) < 2:
            return
        before = [tallies[seat].rating for seat in rated]
        ratings = rate(before, [score.places[seat] for seat in rated], self._tau)
        for seat, rating in zip(rated, ratings, strict=True):
            if self.names[score.seats[seat]] not in self._anchors:
                tallies[seat].rating = rating

    def rows(self) -> list[Row]:
        """Give the table, best first; equals in the order of their mean place, then their name."""
        rated = [i for i, name in enumerate(self.names) if name not in self._unrated]
        order = sorted(rated, key=lambda i: (*self._merit(i), self.names[i]))
        rows: list[Row] = []
        for position, number in enumerate(order, 1):
            rating = self._tallies[number].rating
            tied = rows and rows[-1].rating.conservative == rating.conservative
            rows.append(self._row(number, rows[-1].rank if tied else position))
        return rows

    def _merit(self, number: int) -> tuple[float, float]:
        tally = self._tallies[number]
        return -tally.rating.conservative, _mean_place(tally.places) or 0.0

    def _row(self, number: int, rank: int) -> Row:
        tally = self._tallies[number]
        return Row(
            rank=rank,
            name=self.names[number],
            rating=tally.rating,
            games=sum(tally.places),
            mean_place=_mean_place(tally.places),
            places=tuple(tally.places),
            faults=dict(tally.faults),
            think_ms=1000 * tally.think_s / max(tally.decisions, 1),
            think_max_ms=1000 * tally.think_max_s,
            spoiled=tally.spoiled,
            first_fault=tally.first_fault,
            suspended=tally.suspended is not None,
            anchor=self.names[number] in self._anchors,
        )

    def to_dict(self, *, times: bool = False) -> dict[str, Any]:
        """Give the standings as plain JSON values.

        Args:
            times: Add each entrant's think times, which differ from run to run of the same games.
        """
        rows = self.rows()
        entrants = [row.to_dict() for row in rows]
        if times:
            for entrant, row in zip(entrants, rows, strict=True):
                entrant["think_ms"] = {"mean": row.think_ms, "max": row.think_max_ms}
        return {
            "standings": VERSION,
            "game": self.game,
            "games_played": self.games_played,
            "games_planned": self.games_planned,
            "entrants": entrants,
            **({"ranked": [self.names[i] for i in self.ranked]} if self.ranked else {}),
        }

    def snapshot(self) -> dict[str, Any]:
        """Give all that was counted, as plain JSON values that lose no digit."""
        return {
            "snapshot": SNAPSHOT_VERSION,
            "games_played": self.games_played,
            "entrants": [asdict(tally) for tally in self._tallies],
        }

    def restore(self, snapshot: Mapping[str, Any]) -> bool:
        """Go on from a snapshot of the same tournament; refuse one of another version."""
        if snapshot.get("snapshot") != SNAPSHOT_VERSION:
            return False
        self.games_played = snapshot["games_played"]
        kept = [_Tally.restored(kept) for kept in snapshot["entrants"]]
        # Those who joined a ladder since then begin as all do.
        self._tallies[: len(kept)] = kept
        return True


def _mean_place(places: Sequence[int]) -> float | None:
    games = sum(places)
    return sum(i * count for i, count in enumerate(places, 1)) / games if games else None
