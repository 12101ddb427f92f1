"""How entrants are matched, who fills free seats, and when a tournament is decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.bots.entrants import ConfigError, guess, read_name
from bumblepuppy_tournaments.bots.house import house_bot
from bumblepuppy_tournaments.schedule.formats import Format, Kind
from bumblepuppy_tournaments.table.deciding import Separated, Sprt, pair_of
from bumblepuppy_tournaments.table.ratings import MU

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_tournaments.bots.entrants import Entrant
    from bumblepuppy_tournaments.settings.given import Given
    from bumblepuppy_tournaments.settings.plan import Plan
    from bumblepuppy_tournaments.table.deciding import Rule

KEYS: Final = (
    *("format", "challenger", "rounds", "best_of", "apart", "fill", "tau", "anchor"),
    *("until", "sprt", "bounds"),
)
"""What they are called in a TOML file, and on the command line with hyphens."""
FILLERS: Final = ("random", "greedy")
LADDER_TAU: Final = 25 / 300
"""Points that skill may drift by from game to game in a ladder, where nobody says."""
HIGHEST_RATING: Final = 2 * MU
"""That an anchor can have; the lowest is 0."""
MOST_ROUNDS: Final = 1000
BOUNDS: Final = (0.0, 0.05)
"""The differences of score between which two bots are tested, where nobody says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    """What is played for."""

    format: Format = field(default_factory=Format)
    fill: str | None = None
    """The house bot that takes free seats; `None`: none does."""
    tau: float = 0.0
    """See `Plan.tau`."""
    anchors: dict[str, float] = field(default_factory=dict)
    """See `Plan.anchors`."""
    until: float | None = None
    """The confidence at which the order is decided; `None`: all games are played."""
    sprt: tuple[str, str] | None = None
    """Two bots, between whom it is decided; `None`: all games are played."""
    bounds: tuple[float, float] = BOUNDS
    """The differences of their scores between which it is decided."""

    def fillers(self, bots: Sequence[Entrant], seats: int) -> list[Entrant]:
        """Give the bots that take the seats for which there are not enough entrants."""
        if self.fill is None:
            return []
        taken = {bot.name for bot in bots}
        made: list[Entrant] = []
        number = 1
        while len(bots) + len(made) < seats:
            bot = house_bot(self.fill, number)
            number += 1
            if bot.name not in taken:
                made.append(bot)
        return made

    def refuse_strangers(self, names: Sequence[str]) -> None:
        """Refuse an anchor that is none of those who take part.

        Raises:
            ConfigError: it names the first.
        """
        for name in self.anchors:
            if name not in names:
                hint = guess(name, names, "those who take part")
                raise ConfigError(f"anchor: there is no bot {name!r}; {hint}")

    def rule(self, plan: Plan) -> Rule | None:
        """Give the rule by which a tournament is decided before all its games are played.

        Raises:
            DecidingError: it does not fit those who take part.
        """
        if self.until is not None:
            rated = [i for i, name in enumerate(plan.names) if name not in plan.unrated]
            return Separated(self.until, rated)
        if self.sprt is not None:
            return Sprt(self.sprt, pair_of(self.sprt, plan.names), *self.bounds)
        return None


def read_competition(given: Given) -> Competition:
    """Read it from what was said.

    Raises:
        ConfigError: something is wrong with it.
    """
    kind = Kind(given.one_of("format", Kind.ROUND_ROBIN, list(Kind)))
    sprt = given.texts("sprt")
    if sprt and len(sprt) != 2:
        raise ConfigError(f"{given.where('sprt')}: expected two bots, got {', '.join(sprt)}")
    if sprt and given.has("until"):
        raise ConfigError(f"{given.where('sprt')}: leave out either it or {given.where('until')}")
    if given.has("games") and not kind.is_endless:
        raise ConfigError(
            f"{given.where('games')}: how many games a {kind} has follows from its entrants and"
            " best_of, and a Swiss also from its rounds: leave it out"
        )
    return Competition(
        format=Format(
            kind=kind,
            challengers=given.texts("challenger"),
            rounds=given.maybe_whole("rounds", most=MOST_ROUNDS),
            best_of=given.whole("best_of", 1, most=MOST_ROUNDS),
            apart=given.flag("apart"),
        ),
        fill=given.one_of("fill", "", FILLERS) if given.has("fill") else None,
        tau=given.number("tau", LADDER_TAU if kind is Kind.LADDER else 0.0, 0.0, 25.0),
        anchors=_anchors(given),
        until=given.number("until", 0.95, 0.5, 0.9999) if given.has("until") else None,
        sprt=(sprt[0], sprt[1]) if sprt else None,
        bounds=_bounds(given),
    )


def _anchors(given: Given) -> dict[str, float]:
    found: dict[str, float] = {}
    for text in given.texts("anchor"):
        where = f"{given.where('anchor')} {text!r}"
        name, mu = _anchor(text, where)
        if name in found:
            raise ConfigError(f"{where}: {name!r} is an anchor already: leave one of them out")
        found[name] = mu
    return found


def _anchor(text: str, where: str) -> tuple[str, float]:
    name, _, number = text.rpartition("=")
    try:
        mu = float(number)
    except ValueError:
        mu = -1
    if not (name and 0 <= mu <= HIGHEST_RATING):
        raise ConfigError(
            f"{where}: expected NAME=MU, a rating from 0 to {HIGHEST_RATING:g}, such as tips=25"
        )
    return read_name(name.strip(), where), mu


def _bounds(given: Given) -> tuple[float, float]:
    found = given.numbers("bounds") or BOUNDS
    if len(found) != 2:
        raise ConfigError(f"{given.where('bounds')}: expected two numbers, got {len(found)}")
    if not given.has("sprt") and given.has("bounds"):
        raise ConfigError(f"{given.where('bounds')}: goes with sprt, which names two bots")
    return found[0], found[1]
