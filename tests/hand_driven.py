"""A referee driven by hand: its bots are in memory, and its time is a number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.games import load_game
from bumblepuppy_server.clock import Moment
from bumblepuppy_server.door import digest_of
from bumblepuppy_server.referee import Referee
from bumblepuppy_server.spec import GameSpec
from bumblepuppy_server.turns import MOST_THINKERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bumblepuppy_sdk.records import Record
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.player import Player

PING: Final = 10.0
GAMES: Final = {"rolling-stone": ("ann", "bob", "cyd", "dan"), "rumba": ("ann", "bob", "cyd")}
"""By game: bots for a table."""
BOTH_GAMES: Final = pytest.mark.parametrize("game", sorted(GAMES))


def spec_of(game: str, seats: Sequence[str] = (), number: int = 1, **changes: Any) -> GameSpec:
    """Specify a game; `number` chooses its deal, and `changes` are other fields of the spec."""
    names = list(seats or GAMES[game])
    rules = load_game(game)
    spec = GameSpec(
        game_id=f"{game}-{number}",
        slot=number,
        attempt=1,
        game=game,
        options=rules.describe(rules.options({"players": len(names)})),
        seats=names,
        deal_key=f"{number:064x}",
        bot_seeds=[100 * number + seat for seat in range(len(names))],
        move=1.0,
        bank=0.5,
    )
    return replace(spec, **changes)


class MemoryBot:
    """A bot in memory. It does what it is told, and remembers what it heard."""

    def __init__(self, bench: Bench, name: str) -> None:
        self._bench = bench
        self.woken = 0
        self._hello = pb.Hello(token=f"token of {name}", protocol=1)
        self.player = bench.referee.join(self._hello, self._wake)
        self.messages: list[pb.PlayResponse] = []
        self.open: list[pb.DecisionRequest] = []
        """The questions that it has not answered, oldest first."""

    def _wake(self) -> None:
        self.woken += 1

    def lose_stream(self) -> None:
        """Lose the stream, and what the referee had to say."""
        self._bench.referee.lost(self.player, self._bench.now)

    def come_back(self) -> None:
        """Open another stream; what was asked by the last one is forgotten."""
        self.player = self._bench.referee.join(self._hello, self._wake)
        self.messages.clear()
        self.open.clear()

    def listen(self) -> pb.PlayResponse:
        """Take what the referee has to say."""
        taken = self._bench.referee.take(self.player, self._bench.now)
        message = pb.PlayResponse.FromString(taken)
        self.messages.append(message)
        self.open += message.requests
        return message

    def send(self, *answers: pb.Answer, beats: Sequence[int] = ()) -> None:
        """Send a message."""
        echoes = [pb.Heartbeat(number=number) for number in beats]
        message = pb.PlayRequest(answers=answers, heartbeats=echoes)
        self._bench.referee.heard(self.player, message, self._bench.now)

    def answer(self, *, think: float = 0.0) -> pb.Answer:
        """Answer the oldest open question, by its first legal action."""
        answer = first_legal(self.open.pop(0), think=think)
        self.send(answer)
        return answer

    @property
    def is_here(self) -> bool:
        """Whether it has a stream."""
        return not self.player.gone and not self.player.is_away

    @property
    def starts(self) -> list[pb.GameStart]:
        """The games that it was told of."""
        return [start for message in self.messages for start in message.starts]

    @property
    def results(self) -> list[pb.GameResult]:
        """The results that it was told."""
        return [result for message in self.messages for result in message.results]

    @property
    def errors(self) -> list[str]:
        """The complaints that it was told, by their codes."""
        complaints = [error for message in self.messages for error in message.errors]
        return [
            pb.Error.Code.Name(error.code).removeprefix("CODE_").lower() for error in complaints
        ]


class Bench:
    """A referee, its bots, and its clock."""

    def __init__(self, *names: str, thinkers: int = MOST_THINKERS) -> None:
        self.outcomes: list[Outcome] = []
        self.referee = Referee(self.outcomes.append, PING, thinkers)
        self.now = Moment(1000.0)
        for name in names:
            self.referee.expect(name, digest_of(f"token of {name}"))
        self.bots = {name: MemoryBot(self, name) for name in names}

    @property
    def players(self) -> list[Player]:
        """The referee's side of the bots."""
        return [bot.player for bot in self.bots.values()]

    def wait(self, seconds: float, *, lag: float = 0.0) -> None:
        """Let time pass; `lag` seconds of it the referee itself was late."""
        self.now = Moment(self.now.at + seconds, self.now.lag + lag)

    def tick(self) -> list[str]:
        """Let the referee look at the clocks."""
        return self.referee.tick(self.now)

    def begin(self, spec: GameSpec) -> None:
        """Begin a game."""
        self.referee.begin(spec, self.now)

    def listen(self) -> None:
        """Let all bots that are here listen, and echo what there is to echo."""
        for bot in self.bots.values():
            if bot.is_here and (beats := bot.listen().heartbeats):
                bot.send(beats=[beat.number for beat in beats])

    def asked(self) -> MemoryBot:
        """Let all listen, and give the bot that has a question; there must be just one."""
        self.listen()
        (bot,) = (bot for bot in self.bots.values() if bot.open and bot.is_here)
        return bot

    def until_asked(self, name: str) -> MemoryBot:
        """Let the others play on until this bot has a question."""
        while (bot := self.asked()) is not self.bots[name]:
            bot.answer()
        return bot

    def play_on(self, *, without: str = "") -> None:
        """Let the bots, but perhaps one, answer what they are asked until nothing is open."""
        playing = [bot for name, bot in self.bots.items() if name != without]
        self.listen()
        while busy := [bot for bot in playing if bot.open and bot.is_here]:
            for bot in busy:
                bot.answer()
            self.listen()

    @property
    def record(self) -> Record:
        """The record of the only game that has ended."""
        (outcome,) = self.outcomes
        return outcome.record

    def faults(self, name: str) -> list[str]:
        """The causes of a bot's faults in the only game that has ended."""
        seats = self.record.seats
        return [fault.cause for fault in self.record.faults if seats[fault.seat] == name]


def bench_for(game: str) -> Bench:
    """Give a referee with the bots for a table of this game."""
    return Bench(*GAMES[game])


def first_legal(request: pb.DecisionRequest, *, think: float = 0.0) -> pb.Answer:
    """Answer with the first legal action."""
    return pb.Answer(
        game_id=request.game_id,
        decision=request.decision,
        action=request.legal[0],
        think_us=int(think * 1e6),
    )


def not_legal(request: pb.DecisionRequest) -> pb.Answer:
    """Answer with the play of a card that the seat does not hold."""
    game = request.view.WhichOneof("view")
    assert game is not None, "a request shows a table"
    held = getattr(request.view, game).hand
    answer = pb.Answer(game_id=request.game_id, decision=request.decision)
    action = getattr(answer.action, game)
    action.kind = type(action).KIND_PLAY
    action.card = next(number for number in range(1, 53) if number not in held)
    return answer
