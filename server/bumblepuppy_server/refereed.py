"""One game as the referee runs it: a table, the players at it, their banks, and its messages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk import wire
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.events import Event
from bumblepuppy_sdk.wire.parts import message_field, number_field
from bumblepuppy_server.chance import KeyedChance
from bumblepuppy_server.outcome import Outcome, SeatTime
from bumblepuppy_server.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.cards import SuitSystem
    from bumblepuppy_sdk.games.base import Game
    from bumblepuppy_server.clock import Charge, Moment
    from bumblepuppy_server.player import Player
    from bumblepuppy_server.spec import GameSpec
    from bumblepuppy_server.table import Question

MARGIN: Final = 0.050
"""Seconds beyond every limit before an answer counts as late: the host's jitter, given away."""

MOST_EVENTS: Final = 1 << 14
"""Events whose bytes are kept: more than come up again and again, and few megabytes."""

_DECISION: Final = number_field(pb.DecisionRequest, "decision")
_EVENT: Final = message_field(pb.DecisionRequest, "events")
"""Has the same number in `GameResult`."""
_VIEW: Final = message_field(pb.DecisionRequest, "view")
_BANK: Final = number_field(pb.DecisionRequest, "bank_ms")


@dataclass(frozen=True, slots=True)
class _Rules:
    """What all games of a tournament have in common: checked, and written, once."""

    game: Game
    options: Any
    codec: wire.Codec
    suits: SuitSystem
    start: bytes
    """Their part of a `GameStart`."""
    write_event: Callable[[Event], bytes]
    """Write a field `events`; the same few come up again and again."""

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, name: str, options: str) -> _Rules:
        """Read the rules of a game; `options` is JSON."""
        game, given = load_game(name), json.loads(options)
        checked = game.options(given)
        start = pb.GameStart(game=name)
        start.options.update(given)
        codec = wire.codec_of(name)
        return cls(
            game=game,
            options=checked,
            codec=codec,
            suits=game.suits(checked),
            start=start.SerializeToString(),
            write_event=lru_cache(MOST_EVENTS)(lambda event: _EVENT(codec.write_event(event))),
        )


class RefereedGame:
    """A game under way between connected bots. What it writes are messages' bytes."""

    def __init__(self, spec: GameSpec, players: Sequence[Player], now: Moment) -> None:
        """Deal the game of `spec` to `players`, given by seat."""
        rules = self._rules = _Rules.of(spec.game, json.dumps(spec.options))
        chance = KeyedChance(bytes.fromhex(spec.deal_key))
        self.table = Table(spec, rules.game.new(rules.options, chance))
        self.players = players
        self.game_id = spec.game_id
        self._codec = rules.codec
        self._began = now
        self._bank = [spec.bank] * len(players)
        move_ms = int(spec.move * 1000)
        self._common = pb.DecisionRequest(game_id=spec.game_id, move_ms=move_ms).SerializeToString()
        """The part that all questions of this game have in common."""
        self._news: list[bytes | list[bytes]] = []
        """The events so far: written once for all, or for each seat as it may see them."""
        self._told = [0] * len(players)
        """By seat: how many of them it has been told."""
        self._thought: list[list[float]] = [[] for _ in players]

    def question_for(self, player: Player) -> Question | None:
        """Give the open question, if it is put to `player`."""
        question = self.table.question
        return question if question and self.players[question.seat] is player else None

    def allowed(self, seat: int) -> float:
        """Give the seconds after which an answer of `seat` is late."""
        return self.table.spec.move + self._bank[seat] + MARGIN

    def charge(self, seat: int, charge: Charge) -> bool:
        """Charge a decision to its seat, and tell whether it came in time."""
        in_time = charge.limit <= self.allowed(seat)
        overtime = max(0.0, charge.limit - self.table.spec.move)
        self._bank[seat] = max(0.0, self._bank[seat] - overtime)
        self._thought[seat].append(charge.share)
        return in_time

    def read_action(self, answer: pb.Answer) -> Action | None:
        """Read an answer's action; `None` when it holds none of this game."""
        return self._codec.read_action(answer.action, self._rules.suits)

    def write_start(self, seat: int) -> bytes:
        """Write the `GameStart` of a seat: what it is told before the first card."""
        spec = self.table.spec
        start = pb.GameStart(game_id=spec.game_id, seat=seat, random_seed=spec.bot_seeds[seat])
        return start.SerializeToString() + self._rules.start

    def write_request(self, question: Question) -> bytes:
        """Write the open question, a `DecisionRequest`."""
        seat = question.seat
        parts = (
            self._common,
            _DECISION(question.number),
            self._news_for(seat),
            _VIEW(self._codec.write_view(self.table.state.view(seat))),
            self._codec.write_legal(question.legal),
            _BANK(int(self._bank[seat] * 1000)),
        )
        return b"".join(parts)

    def write_result(self, seat: int) -> bytes:
        """Write how the game ended, a `GameResult`."""
        ended = self.table.state.result
        assert ended is not None, "the game is not over"
        result = pb.GameResult(
            game_id=self.game_id,
            reason=ended.reason,
            places=self.table.places,
            penalty=ended.penalty,
        )
        return result.SerializeToString() + self._news_for(seat)

    def _news_for(self, seat: int) -> bytes:
        """Write what happened since the seat was last told, as it may see it."""
        news = self._news
        news += [self._write_event(event) for event in self.table.events[len(news) :]]
        told, self._told[seat] = self._told[seat], len(news)
        return b"".join([part[seat] if isinstance(part, list) else part for part in news[told:]])

    def _write_event(self, event: Event) -> bytes | list[bytes]:
        """Write an event once for all seats, or for each if some may not see all of it."""
        write = self._rules.write_event
        if type(event).seen_by is Event.seen_by:
            return write(event)
        return [write(event.seen_by(seat)) for seat in range(len(self.players))]

    def outcome(self, now: Moment) -> Outcome:
        """Sum up the finished game."""
        times = tuple(
            SeatTime(len(thought), sum(thought), max(thought, default=0.0))
            for thought in self._thought
        )
        return Outcome(record=self.table.record(), times=times, seconds=now.at - self._began.at)
