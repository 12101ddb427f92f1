"""Whether a format fits entrants, seats and deals."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bumblepuppy_tournaments.bots.entrants import guess
from bumblepuppy_tournaments.schedule.formats import Kind, ScheduleError

if TYPE_CHECKING:
    from bumblepuppy_tournaments.schedule.schedule import Schedule


def refuse_misfits(schedule: Schedule) -> None:
    """Refuse a schedule that cannot be drawn up.

    Raises:
        ScheduleError: with what does not fit, and what would.
    """
    entrants, seats = schedule.entrants, schedule.seats
    if seats < 2:
        raise ScheduleError(f"expected at least 2 seats, got {seats}")
    if entrants < seats:
        raise ScheduleError(
            f"{seats} seats need at least {seats} bots, but there are only {entrants}:"
            " enter more bots, play with fewer seats, or let --fill random take the free ones"
        )
    _refuse_what_other_formats_take(schedule)
    if schedule.format.kind is Kind.GAUNTLET:
        _refuse_challengers(schedule)
    if schedule.format.apart:
        _refuse_crowds(schedule)


def _refuse_what_other_formats_take(schedule: Schedule) -> None:
    how, kind = schedule.format, schedule.format.kind
    blocks = {Kind.SWISS, Kind.KNOCKOUT}
    if how.challengers and kind is not Kind.GAUNTLET:
        raise ScheduleError(f"challenger: a {kind} has none; --format gauntlet has")
    if how.rounds is not None and kind is not Kind.SWISS:
        raise ScheduleError(f"rounds: only --format swiss takes them, not {kind}")
    if how.best_of != 1 and kind not in blocks:
        raise ScheduleError(f"best_of: --format swiss and knockout take it, not {kind}")
    if how.apart and kind is not Kind.ROUND_ROBIN:
        raise ScheduleError(f"apart: authors are kept apart in a round-robin, not in a {kind}")
    in_blocks = kind in blocks or (kind is Kind.ROUND_ROBIN and schedule.entrants == schedule.seats)
    if schedule.deals == "block" and not in_blocks:
        raise ScheduleError(
            "deals: 'block' needs a format of whole blocks: a round-robin with as many bots as"
            " seats, a Swiss or a knockout; take 'shared', where a match shares its deal"
        )


def _refuse_challengers(schedule: Schedule) -> None:
    challengers, names = schedule.format.challengers, schedule.names
    if not challengers:
        raise ScheduleError("a gauntlet needs a challenger: name a bot by --challenger")
    for name in challengers:
        if name not in names:
            hint = guess(name, names, "there are")
            raise ScheduleError(f"challenger: there is no bot {name!r}; {hint}")
        if challengers.count(name) > 1:
            raise ScheduleError(f"challenger: {name!r} is named twice")
    field, needed = schedule.entrants - len(challengers), schedule.seats - 1
    if field < needed:
        raise ScheduleError(
            f"a gauntlet with {schedule.seats} seats needs a field of at least {needed} bots beside"
            f" its challengers, but there are only {field}: enter more, or name fewer challengers"
        )


def _refuse_crowds(schedule: Schedule) -> None:
    """Refuse authors with more bots than there are tables for a round of everybody."""
    authors = Counter(author for author in schedule.authors if author)
    for author, count in authors.items():
        most = schedule.entrants // schedule.seats
        if count > most:
            raise ScheduleError(
                f"apart: {author!r} entered {count} of {schedule.entrants} bots, and at tables of"
                f" {schedule.seats} no more than {most} of one author can be kept apart"
            )
