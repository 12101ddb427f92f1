"""One game as the referee runs it: a table, the players at it, their banks, and its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk import wire
from bumblepuppy_sdk.games import load_game
from bumblepuppy_server.chance import KeyedChance
from bumblepuppy_server.outcome import Outcome, SeatTime
from bumblepuppy_server.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy.v1 import referee_pb2 as pb
    from bumblepuppy_sdk.actions import Action
    from bumblepuppy_sdk.games.events import Event
    from bumblepuppy_server.clock import Charge, Moment
    from bumblepuppy_server.player import Player
    from bumblepuppy_server.spec import GameSpec
    from bumblepuppy_server.table import Question

MARGIN: Final = 0.050
"""Seconds beyond every limit before an answer counts as late: the host's jitter, given away."""


class RefereedGame:
    """A game under way between connected bots."""

    def __init__(self, spec: GameSpec, players: Sequence[Player], now: Moment) -> None:
        """Deal the game of `spec` to `players`, given by seat."""
        game = load_game(spec.game)
        options = game.options(spec.options)
        self.table = Table(spec, game.new(options, KeyedChance(bytes.fromhex(spec.deal_key))))
        self.players = players
        self._codec = wire.codec_of(spec.game)
        self._suits = game.suits(options)
        self._began = now
        self._bank = [spec.bank] * len(players)
        self._written = 0
        """How many of the table's events have been written."""
        self._news: list[list[pb.Event]] = [[] for _ in players]
        """By seat: the events that it has not been told, as it may see them."""
        self._thought: list[list[float]] = [[] for _ in players]

    @property
    def game_id(self) -> str:
        """The game's name."""
        return self.table.spec.game_id

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
        return self._codec.read_action(answer.action, self._suits)

    def write_start(self, seat: int, start: pb.GameStart) -> None:
        """Fill in what a seat is told before the first card."""
        spec = self.table.spec
        start.game_id = spec.game_id
        start.game = spec.game
        start.options.update(spec.options)
        start.seat = seat
        start.random_seed = spec.bot_seeds[seat]

    def write_request(self, question: Question, request: pb.DecisionRequest) -> None:
        """Fill in the open question."""
        request.game_id = self.game_id
        request.decision = question.number
        request.move_ms = int(self.table.spec.move * 1000)
        request.bank_ms = int(self._bank[question.seat] * 1000)
        self._codec.write_view(self.table.state.view(question.seat), request.view)
        for action in question.legal:
            self._codec.write_action(action, request.legal.add())
        self._write_news(question.seat, request)

    def write_result(self, seat: int, result: pb.GameResult) -> None:
        """Fill in how the game ended."""
        ended = self.table.state.result
        assert ended is not None, "the game is not over"
        result.game_id = self.game_id
        result.reason = ended.reason
        result.places.extend(self.table.places)
        result.penalty.extend(ended.penalty)
        self._write_news(seat, result)

    def _write_news(self, seat: int, to: pb.DecisionRequest | pb.GameResult) -> None:
        """Tell a seat what happened since it was last told."""
        for event in self.table.events[self._written :]:
            self._write_event(event)
        self._written = len(self.table.events)
        to.events.extend(self._news[seat])
        self._news[seat].clear()

    def _write_event(self, event: Event) -> None:
        """Write an event for every seat: once, but for those that may not see all of it."""
        public = self._codec.write_event(event)
        for seat, news in enumerate(self._news):
            seen = event.seen_by(seat)
            news.append(public if seen is event else self._codec.write_event(seen))

    def outcome(self, now: Moment) -> Outcome:
        """Sum up the finished game."""
        times = tuple(
            SeatTime(len(thought), sum(thought), max(thought, default=0.0))
            for thought in self._thought
        )
        return Outcome(record=self.table.record(), times=times, seconds=now.at - self._began.at)
