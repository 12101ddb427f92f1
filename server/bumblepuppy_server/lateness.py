"""Whose fault it is when answers are late: a bot's, or the host's (FA-1, FA-5).

A host that stands still, or starves its bots, makes innocent bots late. Two signs tell of it.

*The referee itself stood still* for longer than `STANDSTILL`: bots may have thought meanwhile, and
nobody has measured it. Every game with a question out is void.

*Several bots are late at the same moment.* When the first is late, nobody is blamed for `GRACE`;
then whoever is late by then is looked at together (an answer that comes in that time is late all
the same). The host is at fault if two bots or more bear witness to it, and they are more than those
that were asked in the same time and are not late; what is late is then void, and nobody is blamed.

A bot must not be able to escape a loss by this. Hence:

- A bot bears witness only if it has answered `PROVEN` questions in time since it was last late,
  whether it was blamed or not, and if it has a stream. Bots that hang, or that are slow by nature,
  are late again soon: they bear witness for nobody, and count neither for the host nor against it.
  Two bots that are in league, and fall silent together, can do so once in many games.
- Who has answered in time since the clock of the first late question began speaks for the host,
  though it has nothing to do any more: when two bots hang, all games soon wait for them.
- One bot that takes all the processors can make the others late, but it gains nothing by it but the
  same deal again.
- The last attempt at a game counts, whatever happens to it (`GameSpec.may_be_void`): a game can be
  put off twice, and not for ever.
- Bots at one table are asked one after the other: with one game, one bot is late at a time, and is
  blamed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Collection

    from bumblepuppy_server.clock import Charge, Moment
    from bumblepuppy_server.player import Player

STANDSTILL: Final = 2.0
"""Seconds by which the referee may be late at one step before its games are void."""
GRACE: Final = 0.25
"""Seconds from the first late answer until it is told whose fault that is."""
PROVEN: Final = 100
"""Questions that a bot must have answered in time before its being late tells of the host."""
FEWEST_WITNESSES: Final = 2
"""Bots that must be late together before it can be the host's fault."""


class Late(NamedTuple):
    """A question that was not answered in time."""

    player: Player
    question: tuple[str, int]
    """Its game and its number."""
    charge: Charge
    began: float
    """When its time began to run, by the referee's clock."""

    @classmethod
    def at(cls, now: Moment, player: Player, question: tuple[str, int], charge: Charge) -> Late:
        """Note a question that is late `now`."""
        return cls(player, question, charge, now.at - charge.elapsed - charge.lag)


class Verdict(NamedTuple):
    """Whose fault it is that answers are late."""

    late: Collection[Late]
    host: str
    """What shows that it is the host's, in words; empty if it is each bot's own."""


class Inquest:
    """What is late at present, until somebody is blamed for it, or nobody."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._answers: list[Late] = []
        """Questions whose answers came too late."""
        self._began: Moment | None = None

    @property
    def is_open(self) -> bool:
        """Whether an answer that came too late waits for its verdict."""
        return bool(self._answers)

    def take(self, late: Late) -> None:
        """Take a question whose answer came too late."""
        self._answers.append(late)

    def verdict(self, players: Collection[Player], now: Moment) -> Verdict | None:
        """Tell whose fault it is that answers are late; `None` if none is, or not yet.

        It is told at once where it cannot become the host's any more.

        Args:
            players: All bots that are here.
            now: The time.
        """
        late = self._answers + [
            Late.at(now, player, cast("tuple[str, int]", first), player.clock.unanswered(now))
            for player in players
            if player.clock.overdue(now) and (first := player.clock.first())
        ]
        if not late:
            return None
        self._began = self._began or now
        late_ones = {each.player for each in late}
        began = min(each.began for each in late)
        others = [player for player in players if player not in late_ones]
        asked = [player for player in others if len(player.clock)]
        done = [p for p in others if not len(p.clock) and p.in_time_at >= began]
        witnesses = [player.name for player in late_ones if player.is_proven]
        most = len(witnesses) + sum(player.is_proven for player in asked)
        if _is_enough(most, len(done)) and now.net_of(self._began) < GRACE:
            return None
        self._answers, self._began = [], None
        if not _is_enough(len(witnesses), len(asked) + len(done)):
            return Verdict(late, "")
        return Verdict(late, f"{', '.join(sorted(witnesses))} were late at the same moment")


def _is_enough(witnesses: int, others: int) -> bool:
    """Tell whether it is the host's fault by so many witnesses, against so many others."""
    return witnesses >= FEWEST_WITNESSES and witnesses > others
