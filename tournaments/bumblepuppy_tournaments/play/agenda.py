"""The agenda: which games of a tournament are still to be played, and in what order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bumblepuppy_tournaments.schedule.deals import schedule_seed
from bumblepuppy_tournaments.schedule.past import Past
from bumblepuppy_tournaments.schedule.roll import Roll
from bumblepuppy_tournaments.table.suspension import Suspensions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bumblepuppy_tournaments.schedule.schedule import Slot
    from bumblepuppy_tournaments.store.writer import Writer
    from bumblepuppy_tournaments.table.deciding import Rule
    from bumblepuppy_tournaments.table.standings import Score, Standings
    from bumblepuppy_tournaments.table.suspension import Suspension


class Agenda:
    """What is still to be played of a tournament file.

    Games are drawn from the schedule as far as their results allow, and folded into the standings
    in the schedule's order. A rule may end the tournament before all that was planned is played.
    """

    def __init__(self, writer: Writer, rule: Rule | None = None) -> None:
        """Stand where `writer`'s file stands.

        Args:
            writer: The file.
            rule: When the tournament is decided; `None`: never before all is played.
        """
        self._writer = writer
        self._rule = rule
        self._kind = writer.plan.format.kind
        self._past = Past(writer.plan.seats)
        self._judged = 0
        """How many matches the rule has seen."""
        self.fold = writer.fold(self._follow if rule or self._kind.looks_back else None)
        self._suspensions = Suspensions(writer.plan.seats, writer.suspensions())
        out = {each.entrant: each.first for each in writer.suspensions()}
        self._roll = Roll(writer.plan.seats, writer.membership(), out)
        self._attempts = writer.attempts()
        self._again: list[Slot] = []
        self.upcoming = writer.first_unused_slot()
        """The first slot that has not begun."""
        self._slots = self._to_play()
        self._drawn: Slot | None = None
        self._ended = False
        self._settled = (writer.games_planned, writer.decided)
        self.draw()
        self.settle()

    # --- what is to be played ---

    @property
    def standings(self) -> Standings:
        """The standings so far."""
        return self.fold.standings

    @property
    def planned(self) -> int:
        """How many games there are to be in all, as far as is known."""
        return self.standings.games_planned

    @property
    def is_over(self) -> bool:
        """Whether all is played and folded."""
        return self.standings.games_played >= self.planned

    @property
    def verdict(self) -> str:
        """What the rule says by now; empty without one."""
        return self._rule.in_words() if self._rule else ""

    def draw(self) -> bool:
        """Tell whether a game can be begun now; if none can, one may be when others are over."""
        if self.is_decided:
            return False
        if self._drawn is None and not self._again and not self._ended:
            try:
                self._drawn = next(self._slots)
            except StopIteration:
                self._ended = True
            self.standings.ranked = self._past.ranked
        return bool(self._again or self._drawn)

    def take(self) -> Slot | None:
        """Take the next game to play, if there is one now: first those to be played again."""
        if not self.draw():
            return None
        if self._again:
            return self._again.pop()
        slot, self._drawn = self._drawn, None
        if slot:
            self.upcoming = max(self.upcoming, slot.number + 1)
        return slot

    def _to_play(self) -> Iterator[Slot | None]:
        """Yield the slots that have no result yet; `None` while the next cannot be drawn."""
        seed = schedule_seed(self._writer.secret)
        for slot in self._writer.plan.schedule(seed, self._roll).unfold(self._past):
            if slot is None:
                yield None
                continue
            if self._is_beyond(slot.number):
                return
            if not self.fold.has(slot.number):
                yield slot
        # A format that knows its own end has come to it.
        self.standings.games_planned = self.upcoming

    def _is_beyond(self, slot: int) -> bool:
        """Tell whether a slot is no part of the tournament."""
        if slot < self.planned:
            return False
        if self._kind.is_endless or self.is_decided:
            return True
        # A tie plays on: more is to be played than was expected.
        self.standings.games_planned = slot + self._writer.plan.seats
        return False

    # --- results ---

    def settle(self) -> None:
        """Note in the file how many games there are to be, and why, if that has changed."""
        now = (self.planned, self.verdict if self.is_decided else "")
        if self._settled != now:
            self._settled = now
            self._writer.set_games(*now)

    def attempt(self, slot: Slot) -> int:
        """Give the number of the next attempt at a slot, from 1."""
        return self._attempts.get(slot.number, 0) + 1

    def play_again(self, slot: Slot, attempt: int) -> None:
        """Note that an attempt at a slot was void."""
        self._attempts[slot.number] = attempt
        self._again.append(slot)

    def is_surplus(self, slot: int) -> bool:
        """Tell whether a game was begun before the tournament was decided, and counts no more."""
        return self.is_decided and slot >= self.planned

    @property
    def is_decided(self) -> bool:
        """Whether a rule has ended the tournament, so that games in flight count no more."""
        return self._rule is not None and self._rule.is_decided

    def _follow(self, score: Score) -> bool:
        """Take a game that has been folded; tell whether the tournament ends with it."""
        self._past.add(score.seats, score.places)
        if self._rule is None or self._rule.is_decided:
            return False
        for match in self._past.matches[self._judged :]:
            self._rule.add(match)
        self._judged = len(self._past.matches)
        return self._rule.is_decided

    # --- suspensions ---

    def suspend(self) -> list[Suspension]:
        """Suspend whoever spoils too much by now; give those that were not before."""
        found = self._suspensions.take(self.standings, self.upcoming)
        for each in found:
            self._roll.suspend(each.entrant, each.first)
        return found

    def empty_seats(self, slot: Slot) -> list[int]:
        """Give the seats of a slot that nobody fills."""
        return self._suspensions.seats(slot)

    def out(self) -> set[int]:
        """Give the entrants who have no game left."""
        played = self.standings.games_played
        return self._suspensions.over(played) | self._roll.away(played)
