"""The plan of a tournament: what must stay the same from its first game to its last."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.options import is_default
from bumblepuppy_server.spec import DEFAULT_MAX_FAULTS, Clocks, GameSpec
from bumblepuppy_tournaments.bots.entrants import Entrant
from bumblepuppy_tournaments.schedule.deals import bot_seeds, deal_key, game_id
from bumblepuppy_tournaments.schedule.formats import Format, Kind
from bumblepuppy_tournaments.schedule.schedule import Deals, Schedule
from bumblepuppy_tournaments.table.standings import Standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bumblepuppy_tournaments.schedule.deals import Secret
    from bumblepuppy_tournaments.schedule.schedule import Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the games of a tournament have in common.

    How many games are played, and by how many processes, is no part of it: both may change when a
    tournament is resumed.
    """

    game: str
    options: dict[str, Any]
    """Every option in force."""
    seats: int
    entrants: tuple[Entrant, ...]
    """In the order in which the schedule numbers them."""
    deals: Deals = Deals.SHARED
    clocks: Clocks = field(default_factory=Clocks)
    max_faults: int = DEFAULT_MAX_FAULTS
    ask_forced: bool = False
    """Bots are asked even where they have no choice."""
    suspend: bool = True
    """A bot that spoils too many games takes no part in the rest (see `suspension`)."""
    seed: str | None = None
    """What the secret was derived from; `None` if it was drawn at random."""
    format: Format = field(default_factory=Format)
    unrated: tuple[str, ...] = ()
    """Those of the entrants who only fill free seats."""
    tau: float = 0.0
    """What a rating's standard deviation grows by at each game (see `ratings.rate`)."""
    anchors: dict[str, float] = field(default_factory=dict)
    """The ratings that are held fixed, by the entrant's name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names, in order."""
        return tuple(entrant.name for entrant in self.entrants)

    def schedule(
        self, seed: bytes | int, roll: Callable[[int], Sequence[int]] | None = None
    ) -> Schedule:
        """Give the schedule.

        Args:
            seed: What its lots follow from: see `deals.schedule_seed`.
            roll: Who takes part in which match, where not always everybody does.

        Raises:
            ScheduleError: the format does not fit.
        """
        return Schedule(
            len(self.entrants),
            self.seats,
            seed,
            self.deals,
            format=self.format,
            names=self.names,
            authors=[entrant.author for entrant in self.entrants],
            roll=roll,
        )

    def standings(self, games: int) -> Standings:
        """Begin the standings of a tournament of so many games."""
        return Standings(
            self.game,
            self.names,
            self.seats,
            games,
            suspend=self.suspend,
            unrated=self.unrated,
            tau=self.tau,
            anchors=self.anchors,
        )

    def changed_options(self) -> dict[str, Any]:
        """Give the options that are not as they are by default; the seats tell the players."""
        game = load_game(self.game)
        return {
            name: value
            for name, value in self.options.items()
            if name != "players" and not is_default(game, self.options, name)
        }

    def to_dict(self) -> dict[str, Any]:
        """Give the plan as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Plan:
        """Read what `to_dict` gave, after a journey through JSON."""
        entrants = tuple(
            Entrant(**{**entrant, "command": tuple(entrant["command"])})
            for entrant in found["entrants"]
        )
        how = found.get("format", {})
        if how:
            kind, challengers = Kind(how["kind"]), tuple(how["challengers"])
            how = {**how, "kind": kind, "challengers": challengers}
        read = {
            "entrants": entrants,
            "deals": Deals(found["deals"]),
            "clocks": Clocks(**found["clocks"]),
            "format": Format(**how),
            "unrated": tuple(found.get("unrated", ())),
            "anchors": {name: float(mu) for name, mu in found.get("anchors", {}).items()},
        }
        return cls(**{**found, **read})


def spec_of(
    plan: Plan, secret: Secret, slot: Slot, attempt: int, suspended: Sequence[int] = ()
) -> GameSpec:
    """Write down the game of a slot for a referee; nobody fills the `suspended` seats."""
    return GameSpec(
        game_id=game_id(secret, slot.number),
        slot=slot.number,
        attempt=attempt,
        game=plan.game,
        options=plan.options,
        seats=[plan.names[entrant] for entrant in slot.seats],
        deal_key=deal_key(secret, slot.deal).hex(),
        bot_seeds=bot_seeds(secret, slot.number, plan.seats),
        move=plan.clocks.move,
        bank=plan.clocks.bank,
        network=plan.clocks.network,
        max_faults=plan.max_faults,
        ask_forced=plan.ask_forced,
        suspended=list(suspended),
    )


def differences(old: Plan, new: Plan) -> list[str]:
    """Tell in words what `new` wants otherwise than `old`; empty if they agree.

    The order of the entrants does not matter, and a seed that is not given again is no change.
    """
    return [
        *_changed("game", old.game, new.game),
        *_changed("seats", old.seats, new.seats),
        *_changed_options(old.options, new.options),
        *_changed_entrants(old.entrants, new.entrants),
        *_changed("deals", str(old.deals), str(new.deals)),
        *_changed_fields("clock ", old.clocks, new.clocks),
        *_changed("max_faults", old.max_faults, new.max_faults),
        *_changed("ask_forced", old.ask_forced, new.ask_forced),
        *_changed("suspend", old.suspend, new.suspend),
        *_changed_fields("", old.format, new.format),
        *_changed("tau", old.tau, new.tau),
        *_changed("anchors", old.anchors, new.anchors),
        *(_changed("seed", old.seed or "drawn at random", new.seed) if new.seed else ()),
    ]


def _changed(what: str, old: object, new: object) -> Iterator[str]:
    if old != new:
        yield f"{what} was {old!r} and is now {new!r}"


def _changed_fields(what: str, old: Clocks | Format, new: Clocks | Format) -> Iterator[str]:
    for each in fields(old):
        name = "format" if each.name == "kind" else each.name
        yield from _changed(f"{what}{name!r}", _shown(old, each.name), _shown(new, each.name))


def _shown(of: Clocks | Format, name: str) -> object:
    value = getattr(of, name)
    return str(value) if isinstance(value, Kind) else value


def _changed_options(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in [*old, *(name for name in new if name not in old)]:
        # The number of players has been told as the number of seats.
        if name != "players":
            yield from _changed(f"option {name!r}", old.get(name), new.get(name))


def _changed_entrants(old: tuple[Entrant, ...], new: tuple[Entrant, ...]) -> Iterator[str]:
    before, after = ({entrant.name: entrant for entrant in some} for some in (old, new))
    yield from (f"bot {name!r} is new" for name in after if name not in before)
    for name, was in before.items():
        now = after.get(name)
        if now is None:
            yield f"bot {name!r} took part and is now missing"
        else:
            commands = shlex.join(was.command), shlex.join(now.command)
            yield from _changed(f"the command of bot {name!r}", *commands)
            yield from _changed(f"the author of bot {name!r}", was.author, now.author)
