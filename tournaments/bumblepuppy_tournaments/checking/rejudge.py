"""Judging games anew: which results would be others by the present rules, without any bot."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from bumblepuppy_sdk.errors import BumblepuppyError, NotationError
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.records import Record, start
from bumblepuppy_tournaments.checking.judge import MALFORMED, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bumblepuppy_tournaments.checking.ledger import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A game that would end otherwise by the present rules."""

    slot: int
    game_id: str
    stored: Verdict | None
    """`None`: the record cannot be read."""
    now: Verdict | None
    """`None`: there is no telling how it would have ended."""
    remark: str

    def in_words(self) -> str:
        """Tell it in a line."""
        parts = [self.remark] if self.remark else []
        if self.stored and self.now:
            was, now = asdict(self.stored), asdict(self.now)
            parts = [f"{key} {was[key]} → {now[key]}" for key in was if was[key] != now[key]]
            parts += [self.remark] if self.remark else []
        return f"slot {self.slot}, game {self.game_id}: {'; '.join(parts)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudged:
    """What came of judging all games anew."""

    games: int
    changes: list[Change]

    @property
    def agrees(self) -> bool:
        """Whether no result would change."""
        return not self.changes

    def lines(self) -> list[str]:
        """Tell it in words."""
        total = f"{len(self.changes)} of {count_of(self.games)} would end otherwise by these rules"
        return [*(change.in_words() for change in self.changes), total]

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain JSON values."""
        return {"games": self.games, "changes": [asdict(change) for change in self.changes]}


def rejudged(entries: Iterable[Entry]) -> Rejudged:
    """Judge all games that count anew by the present rules, their cards and actions as stored."""
    games, changes = 0, []
    for entry in entries:
        if entry.void is None:
            games += 1
            if change := _change(entry):
                changes.append(change)
    return Rejudged(games=games, changes=changes)


def _change(entry: Entry) -> Change | None:
    stored, now, remark = None, None, ""
    try:
        record = Record.from_json(entry.record)
    except NotationError as error:
        remark = str(error)
    else:
        stored = Verdict.stored(record)
        now, remark = judge_again(record)
        if now == stored:
            return None
    return Change(slot=entry.slot, game_id=entry.game_id, stored=stored, now=now, remark=remark)


def judge_again(record: Record) -> tuple[Verdict | None, str]:
    """Place a recorded game anew by the present rules, whatever its record says of its result.

    Returns:
        The result, if there is one, and a remark in words: where the game would have ended before
        its last action, or why there is no result. The remark may be empty.
    """
    actions = len(record.actions)
    number = 0
    try:
        game = load_game(record.game)
        state = start(record, game)
        suits = game.suits(state.options)
        for number, (seat, text) in enumerate(record.actions):
            if state.to_act is None:
                remark = f"over after {number} of {actions} actions"
                return Verdict.by_rules(state, record.autopilot), remark
            if state.to_act != seat:
                return None, f"action {number}: seat {seat} acts, but {state.to_act} must"
            state.apply(game.action(text, suits))
    except (BumblepuppyError, *MALFORMED) as error:
        return None, f"action {number}: {error}"
    verdict = Verdict.by_rules(state, record.autopilot)
    return verdict, "" if verdict else f"not over after all {actions} actions"


def count_of(games: int) -> str:
    """Say how many games, in words."""
    return f"{games} game" if games == 1 else f"{games} games"
