"""`bumblepuppy verify`: whether a tournament file holds what follows from its secret and rules."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.checking.audit import Audit, Claims, check_secret
from bumblepuppy_tournaments.checking.judge import DisagreementError
from bumblepuppy_tournaments.checking.ledger import Ledger
from bumblepuppy_tournaments.checking.rejudge import Rejudged, count_of, rejudged
from bumblepuppy_tournaments.exit_codes import ExitCode
from bumblepuppy_tournaments.screen.text import one_line, printable
from bumblepuppy_tournaments.settings.config import MOST_CONCURRENCY
from bumblepuppy_tournaments.store.latest import latest_tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bumblepuppy_tournaments.checking.ledger import Entry

VERSION: Final = 1
"""The version of the JSON object, in the key `verify`."""
WHOLE: Final = {
    "secret": "The secret is not the one that was committed to",
    "standings": "The standings do not follow from the games",
}
"""What can disagree in a file as a whole, and how to say so."""


def verify(file: Path | None, *, rejudge: bool, json: bool) -> ExitCode:
    """Check a tournament file, or judge its games anew, and tell what disagrees.

    Raises:
        StoreError: there is no such file, or it holds no tournament.
    """
    with closing(Ledger(file or latest_tournament())) as ledger, _watched(ledger) as entries:
        report: Report | Rejudged = rejudged(entries) if rejudge else verified(ledger, entries)
    if json:
        found = {"verify": VERSION, "agrees": report.agrees, **report.to_dict()}
        lines = [one_line(found)]
    else:
        lines = [printable(line) for line in report.lines()]
    sys.stdout.writelines(line + "\n" for line in lines)
    sys.stdout.flush()
    return ExitCode.DONE if report.agrees else ExitCode.FAILED


@dataclass(slots=True, kw_only=True)
class Report:
    """What came of checking a tournament file."""

    games: int
    voids: int
    secret_told: bool
    disagreements: dict[str, DisagreementError] = field(default_factory=dict)
    """Of the file as a whole: see `WHOLE`."""
    notes: list[str] = field(default_factory=list)
    """What was not checked, and why."""
    found: dict[int, tuple[str | None, DisagreementError]]
    """By slot: the game's id, if there is one, and what disagrees in it first."""

    @property
    def agrees(self) -> bool:
        """Whether nothing disagrees."""
        return not (self.disagreements or self.found)

    def lines(self) -> list[str]:
        """Tell it in words."""
        lines = [f"{WHOLE[what]}: {error}" for what, error in self.disagreements.items()]
        if self.found:
            slot, (name, error) = min(self.found.items())
            lines.append(f"Games that disagree: {len(self.found)}. The first is")
            lines.append(f"  slot {slot}, {f'game {name}' if name else 'no game'}: {error}")
        lines += self.notes
        if self.agrees:
            voids = f"; void attempts, which do not count: {self.voids}" if self.voids else ""
            lines.append(f"{count_of(self.games)} checked, nothing disagrees{voids}")
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain JSON values."""
        slot, (name, error) = min(self.found.items(), default=(None, (None, None)))
        first = {"slot": slot, "game_id": name, **(_told(error) or {})} if error else None
        return {
            "games": self.games,
            "voids": self.voids,
            "secret_told": self.secret_told,
            "games_that_disagree": len(self.found),
            "first": first,
            **{what: _told(self.disagreements.get(what)) for what in WHOLE},
            "notes": self.notes,
        }


def _told(error: DisagreementError | None) -> dict[str, str] | None:
    if error is None:
        return None
    return {"what": error.what, "expected": error.expected, "found": error.found}


def verified(ledger: Ledger, entries: Iterable[Entry]) -> Report:
    """Check everything in a tournament file, whose `entries` are given."""
    secret = ledger.secret if ledger.secret_told else None
    played, state = ledger.snapshot() or (0, None)
    # Games begin in the schedule's order: no more can be missing than were ever in flight.
    most = ledger.attempts_stored() + MOST_CONCURRENCY
    claims = Claims(
        plan=ledger.plan,
        secret=secret,
        played=min(played, most),
        end=most if ledger.decided else min(most, ledger.games_planned),
        suspensions=ledger.suspensions(),
        membership=ledger.membership(),
        imported=ledger.imported,
    )
    audit = Audit(claims)
    for entry in entries:
        audit.take(entry)
    audit.close(ledger.seats_without_result())
    report = Report(
        games=audit.games, voids=audit.voids, secret_told=secret is not None, found=audit.found
    )
    report.notes += _not_checked(ledger)
    if secret:
        with _noting(report, "secret"):
            check_secret(secret, ledger.commitment, ledger.plan.seed)
    if state is None:
        report.notes.append("No standings are stored")
    elif not audit.can_judge_standings:
        report.notes.append("The standings were not checked: they count games that disagree")
    else:
        with _noting(report, "standings"):
            if not audit.check_standings(state):
                report.notes.append("The stored standings are of another version, and not used")
    return report


def _not_checked(ledger: Ledger) -> Iterator[str]:
    """Tell what a file does not hold, so that it cannot be checked."""
    if ledger.decided:
        games = count_of(ledger.games_planned)
        yield f"That it was over after {games} was not checked. {ledger.decided}"
    if ledger.imported:
        yield "The games were imported: void attempts and think times were left behind"
    if not ledger.secret_told:
        known = "was not imported with them" if ledger.imported else "is not told yet"
        yield f"The secret {known}: deals, ids and seats cannot be checked against it"


@contextmanager
def _noting(report: Report, what: str) -> Iterator[None]:
    try:
        yield
    except DisagreementError as error:
        report.disagreements[what] = error


# --- watching ---


@contextmanager
def _watched(ledger: Ledger) -> Iterator[Iterator[Entry]]:
    """Give all entries, and show a person at a terminal how far they have been gone through."""
    if not sys.stderr.isatty():
        yield ledger.entries()
        return
    from rich.console import Console  # noqa: PLC0415 - only terminals need it
    from rich.progress import Progress  # noqa: PLC0415 - only terminals need it

    with Progress(console=Console(stderr=True), transient=True) as progress:
        total = ledger.attempts_stored()
        yield iter(progress.track(ledger.entries(), total=total, description="games checked"))
