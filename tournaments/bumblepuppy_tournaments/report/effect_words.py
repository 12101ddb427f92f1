"""The effects of seats and neighbours in words and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_tournaments.report.cells import (
    MOST_LINES,
    WIDEST_MATRIX,
    Grid,
    Title,
    and_more,
    count_of,
)
from bumblepuppy_tournaments.report.effects import ALPHA

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bumblepuppy_tournaments.report.effects import Effect
    from bumblepuppy_tournaments.report.report import Report
    from bumblepuppy_tournaments.report.subject import Subject


def effects_in_words(report: Report, subject: Subject) -> Iterator[str | Grid]:
    """Tell what seats, neighbours and the rotation do."""
    found = report.effects
    yield Title("Effects, in places: + is worse")
    if found.matches < report.matches:
        many = count_of(found.matches, "match", "matches")
        yield f"From the {many} in which nobody was suspended."
    yield from _family(
        found.seats, "Sitting in a seat costs", lambda e: ("", f"seat {e.of[0]}"), "seat"
    )
    names = subject.names
    yield from _family(
        found.after, "Sitting after a bot costs", lambda e: ("", names[e.of[0]]), "after"
    )
    yield from _named_pairs(found.pairs, names)
    if found.names:
        significant = sum(effect.significant for effect in found.names)
        yield f"Bots whose mean place differs from the middle: {significant} of {len(found.names)}."
    yield from _rotation(report)
    yield (
        f"±: 95 % interval, from the spread between matches. * marks what chance alone would show"
        f" somewhere in its list in less than {100 * ALPHA:.0f} % of tournaments (Holm)."
    )


def _family(
    family: Sequence[Effect], title: str, name: Callable[[Effect], tuple[str, str]], head: str
) -> Iterator[str | Grid]:
    if not family:
        yield f"{title}: cannot be told yet."
        return
    shown = family if len(family) <= WIDEST_MATRIX else [e for e in family if e.significant]
    yield f"{title} ({_significant(family)}):"
    if shown:
        yield Grid(("", head, "places", "p"), [(*name(e), _cost(e), _chance(e)) for e in shown])


def _named_pairs(pairs: Sequence[Effect], names: Sequence[str]) -> Iterator[str | Grid]:
    if not pairs:
        return
    found = sorted((e for e in pairs if e.significant), key=lambda e: -abs(e.cost) / e.margin)
    yield f"Sitting after one bot instead of others, bot by bot ({_significant(pairs)}):"
    rows = [
        ("", f"{names[e.of[1]]} after {names[e.of[0]]}", _cost(e), _chance(e))
        for e in found[:MOST_LINES]
    ]
    if rows:
        yield Grid(("", "pair", "places", "p"), rows)
    yield from and_more(len(found) - MOST_LINES)


def _rotation(report: Report) -> Iterator[str]:
    left = report.effects.variance_left
    if left is None:
        yield "What the rotation removed of the variance: cannot be told yet."
        return
    low, high = (round(100 * (end or 0.0)) for end in left[1:])
    if high < 100:
        tells = f"a match tells as much as {report.seats / left.value:.1f} such games"
    elif low > 100:
        tells = "what the games of a match have in common weighs more than what rotation removes"
    else:
        tells = "no less and no more beyond chance"
    yield (
        f"The variance of a match's mean places is {100 * left.value:.0f} % ({low} to {high}) of"
        f" what it were if its games were dealt and seated independently: {tells}."
    )


def _significant(family: Sequence[Effect]) -> str:
    return f"{sum(effect.significant for effect in family)} of {len(family)} beyond chance"


def _cost(effect: Effect) -> str:
    return f"{effect.cost:+.3f} ± {effect.margin:.3f}" + (" *" if effect.significant else "  ")


def _chance(effect: Effect) -> str:
    return "<0.001" if effect.chance < 0.001 else f"{effect.chance:.3f}"
