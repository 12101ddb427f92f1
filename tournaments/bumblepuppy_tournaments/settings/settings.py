"""What a run needs to know, whoever says it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bumblepuppy_server.limits import Limits
from bumblepuppy_server.sandbox import Choice
from bumblepuppy_server.spec import DEFAULT_MAX_FAULTS, Clocks
from bumblepuppy_tournaments.bots.entrants import refuse_twins
from bumblepuppy_tournaments.bots.house import is_house_bot
from bumblepuppy_tournaments.schedule.schedule import Deals, matches_for
from bumblepuppy_tournaments.settings.competition import Competition
from bumblepuppy_tournaments.settings.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bumblepuppy_tournaments.bots.entrants import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """What a command line says; `None` and empty say nothing."""

    game: str | None = None
    seats: int | None = None
    games: int | None = None
    options: Sequence[str] = ()
    """Each `key=value`."""
    bots: Sequence[str] = ()
    """Each `NAME=COMMAND`, or the name of a sample bot; they join those of the file."""
    seed: str | None = None
    concurrency: int | None = None
    workers: int | None = None
    thinkers: int | None = None
    ask_forced: bool | None = None
    suspend: bool | None = None
    db: Path | None = None
    roster: Path | None = None
    deals: str | None = None
    start: float | None = None
    move: float | None = None
    bank: float | None = None
    ping: float | None = None
    network: float | None = None
    max_faults: int | None = None
    memory: int | None = None
    processes: int | None = None
    processor_seconds: int | None = None
    open_files: int | None = None
    file_size: int | None = None
    sandbox: str | None = None
    events: Path | None = None
    on_game_end: str | None = None
    on_finish: str | None = None
    format: str | None = None
    challenger: Sequence[str] = ()
    rounds: int | None = None
    best_of: int | None = None
    apart: bool | None = None
    fill: str | None = None
    tau: float | None = None
    anchor: Sequence[str] = ()
    """Each `NAME=MU`."""
    until: float | None = None
    sprt: Sequence[str] = ()
    bounds: Sequence[float] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that a run needs to know."""

    game: str
    options: dict[str, object]
    """Every option in force."""
    seats: int
    games: int
    """How many are asked for; whole matches are played, see `whole_games`."""
    bots: tuple[Entrant, ...] = ()
    """Empty: whoever is there by default."""
    deals: Deals | None = None
    """Which games share a deal; `None`: see `safe_deals`."""
    clocks: Clocks = field(default_factory=Clocks)
    max_faults: int = DEFAULT_MAX_FAULTS
    ask_forced: bool = False
    """Bots are asked even where they have no choice."""
    suspend: bool = True
    """A bot that spoils too many games takes no part in the rest."""
    seed: str | None = None
    """What the deals are to follow from; `None`: from chance."""
    db: Path | None = None
    """The tournament file; `None`: the runner chooses."""
    roster: Path | None = None
    """The file with the bots that were submitted; `None`: the one beside the tournament file."""
    events: Path | None = None
    """A file for the events, or `-`; `None`: they are told nobody."""
    on_game_end: tuple[str, ...] = ()
    """The command of a hook, word by word; empty: none."""
    on_finish: tuple[str, ...] = ()
    """As `on_game_end`."""
    concurrency: int | None = None
    """Games at one time; `None`: the runner chooses."""
    workers: int | None = None
    """Processes that referee; `None`: the runner chooses."""
    thinkers: int | None = None
    """Bots that may think at one time; `None`: the runner chooses."""
    limits: Limits = field(default_factory=Limits)
    sandbox: Choice = Choice.AUTO
    competition: Competition = field(default_factory=Competition)
    config: Path | None = None
    """The file that these come from, if any."""

    @property
    def whole_games(self) -> int:
        """The games of as many whole matches as hold the games asked for, or the format has."""
        if self.competition.format.kind.is_endless:
            return matches_for(self.games, self.seats) * self.seats
        return self.plan().schedule(0).most_matches() * self.seats

    def with_bots(self, bots: Sequence[Entrant]) -> Settings:
        """Give the same settings with other bots.

        Raises:
            ConfigError: two bots have one name.
        """
        refuse_twins(bots)
        return replace(self, bots=tuple(bots))

    def plan(self) -> Plan:
        """Give what must not change while the tournament lasts.

        Raises:
            ConfigError: an anchor does not take part.
        """
        self.competition.refuse_strangers([bot.name for bot in self.bots])
        fillers = self.competition.fillers(self.bots, self.seats)
        return Plan(
            game=self.game,
            options=self.options,
            seats=self.seats,
            entrants=(*self.bots, *fillers),
            deals=self.deals or safe_deals(self.bots),
            clocks=self.clocks,
            max_faults=self.max_faults,
            ask_forced=self.ask_forced,
            suspend=self.suspend,
            seed=self.seed,
            format=self.competition.format,
            unrated=tuple(bot.name for bot in fillers),
            tau=self.competition.tau,
            anchors=self.competition.anchors,
        )


def safe_deals(bots: Sequence[Entrant]) -> Deals:
    """Choose which games share a deal, where nobody says.

    A process that plays a deal from every seat has seen every hand, and could remember it. The
    house bots do not; of others nobody knows, so that with them every game has a deal of its own.
    """
    return Deals.SHARED if all(map(is_house_bot, bots)) else Deals.INDEPENDENT
