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
from bumblepuppy_server.evidence import Memory, SeatEvidence
from bumblepuppy_server.outcome import Outcome, SeatTime
from bumblepuppy_server.table import Cause, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bumblepuppy_sdk.cards import SuitSystem
    from bumblepuppy_sdk.games.base import Game
    from bumblepuppy_server.clock import Charge, Moment
    from bumblepuppy_server.player import Player
    from bumblepuppy_server.spec import GameSpec
    from bumblepuppy_server.table import Question

MARGIN: Final = 0.050
"""Seconds beyond every limit before an answer counts as late: the host's jitter, given away."""

MOST_EVENTS: Final = 1 << 11
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
        self.name = spec.name
        self._codec = rules.codec
        self._began = now
        self._bank = [spec.bank] * len(players)
        moves_ms = [int(spec.move_of(seat) * 1000) for seat in range(len(players))]
        self._common = [
            pb.DecisionRequest(game_id=spec.name, move_ms=move_ms).SerializeToString()
            for move_ms in moves_ms
        ]
        """By seat: the part that all its questions have in common."""
        self._news: list[bytes | list[bytes]] = []
        """The events so far: written once for all, or for each seat as it may see them."""
        self._told = [0] * len(players)
        """By seat: how many of them it has been told."""
        self._thought: list[list[float]] = [[] for _ in players]
        self._memories = [Memory() for _ in players]

    def question_for(self, player: Player) -> Question | None:
        """Give the open question, if it is put to `player`."""
        question = self.table.question
        return question if question and self.players[question.seat] is player else None

    @property
    def is_out(self) -> bool:
        """Whether the open question was sent, and its time runs or will."""
        question = self.table.question
        return question is not None and self._was_sent(question)

    def _was_sent(self, question: Question) -> bool:
        return self.players[question.seat].clock.is_open((self.name, question.number))

    def allowed(self, seat: int) -> float:
        """Give the seconds after which an answer of `seat` is late."""
        spec = self.table.spec
        return spec.move_of(seat) + spec.network + self._bank[seat] + MARGIN

    @property
    def allowed_now(self) -> float:
        """The same for the seat that is asked."""
        question = self.table.question
        assert question is not None, "only an open question has a time"
        return self.allowed(question.seat)

    def charge(self, seat: int, charge: Charge) -> None:
        """Charge a decision to its seat."""
        table, allowed = self.table, self.allowed(seat)
        assert table.question is not None, "only an open question is charged"
        self._memories[seat].remember((len(table.actions), table.question, allowed, charge))
        overtime = max(0.0, charge.limit - table.spec.network - table.spec.move_of(seat))
        self._bank[seat] = max(0.0, self._bank[seat] - overtime)
        self._thought[seat].append(charge.share)

    def fault(self, cause: Cause, how: str) -> None:
        """Play the default action in place of the seat that is asked (FA-1).

        Args:
            cause: Why.
            how: The same in words for the organiser; it may quote the bot.
        """
        table = self.table
        assert table.question is not None, "only an open question can go wrong"
        self._memories[table.question.seat].blame(len(table.actions), cause, how)
        table.fault(cause)

    def lose(self, seat: int, now: Moment) -> None:
        """Play the default action in place of a bot that is gone, and is asked in vain."""
        player, question = self.players[seat], self.table.question
        assert player.gone, "it is called for bots that are gone"
        assert question is not None, "only an open question can go wrong"
        if self._was_sent(question):  # it went with this question
            charge = player.clock.unanswered(now)
            asked = (len(self.table.actions), question, self.allowed(seat), charge)
            self._memories[seat].remember(asked)
        self.fault(player.gone, player.how_gone)

    def take_answer(self, answer: pb.Answer, charge: Charge) -> tuple[Cause, str] | None:
        """Play an answer; if it is no good, give the cause, and the same in words (FA-1)."""
        question = self.table.question
        assert question is not None, "only an open question is answered"
        self.charge(question.seat, charge)
        if answer.failure:
            return Cause.MALFORMED, answer.failure
        action = self._codec.read_action(answer.action, self._rules.suits)
        if action is None:
            return Cause.MALFORMED, "no action of this game"
        if action not in question.legal:
            legal = ", ".join(map(str, question.legal))
            return Cause.ILLEGAL, f"{action} is not legal here; legal: {legal}"
        self.table.answer(action)
        return None

    def write_start(self, seat: int, *, resumed: bool = False) -> bytes:
        """Write the `GameStart` of a seat: what it is told before the first card.

        If the game is `resumed`, the seat is then told all events once more.
        """
        if resumed:
            self._told[seat] = 0
        seed = self.table.spec.bot_seeds[seat]
        start = pb.GameStart(game_id=self.name, seat=seat, random_seed=seed, resumed=resumed)
        return start.SerializeToString() + self._rules.start

    def write_request(self, question: Question) -> bytes:
        """Write the open question, a `DecisionRequest`."""
        seat = question.seat
        parts = (
            self._common[seat],
            _DECISION(question.number),
            self._news_for(seat),
            _VIEW(self._codec.write_view(self.table.state.view(seat))),
            self._codec.write_legal(question.legal),
            _BANK(int(self._bank[seat] * 1000)),
        )
        return b"".join(parts)

    def write_result(self, seat: int) -> bytes:
        """Write how the game ended, a `GameResult`; one that is not over is void (FA-5)."""
        ended = self.table.state.result
        if ended is None:
            return pb.GameResult(game_id=self.name, reason=wire.VOID).SerializeToString()
        result = pb.GameResult(
            game_id=self.name,
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
        record = self.table.record()
        return Outcome(
            record=record,
            times=times,
            seconds=now.at - self._began.at,
            evidence=self.evidence() if record.faults else (),
        )

    def voided(self, why: str, now: Moment) -> Outcome:
        """Break the game off, which counts for nothing (FA-5); `why` is for the organiser."""
        question = self.table.question
        assert question is not None, "a game that is over is not void"
        player = self.players[question.seat]
        player.withdraw(self.name)
        player.excuse((self.name, question.number), now)
        return Outcome.voided(self.table.spec, why, self.evidence())

    def evidence(self) -> tuple[SeatEvidence, ...]:
        """Write down what is remembered of each seat."""
        actions, faults = self.table.actions, self.table.faults
        return tuple(
            memory.tell(
                actions,
                {fault.action for fault in faults if fault.seat == seat},
                self.players[seat].last_words,
            )
            for seat, memory in enumerate(self._memories)
        )
