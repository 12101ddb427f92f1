"""The referee: all the games of one process, and the bots that play them.

It does no input or output. The service hands it what bots say, asks it what to tell them, and
calls `tick` often; finished games go to `report`. Time is a parameter.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final, cast

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.wire import PROTOCOL
from bumblepuppy_sdk.wire.parts import message_field
from bumblepuppy_server.clock import Charge, Moment
from bumblepuppy_server.player import MOST_NOISE, Player
from bumblepuppy_server.refereed import RefereedGame
from bumblepuppy_server.table import Cause

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.spec import GameSpec

HUNG: Final = 3
"""A bot that lets this many questions in a row time out in silence is given up."""

MOST_THINGS: Final = 1024
"""Answers and echoes that one message may hold: several times what the quickest bot can owe."""

LONG: Final = 2.0
"""Seconds before anybody need be told that games wait for a bot."""

MOST_THINKERS: Final = 1 << 16
"""No limit, where nobody sets one."""

HEARTBEAT: Final = 2.0
"""Seconds between two heartbeats to each bot."""

_START: Final = message_field(pb.PlayResponse, "starts")
_REQUEST: Final = message_field(pb.PlayResponse, "requests")
_RESULT: Final = message_field(pb.PlayResponse, "results")
_CODE_OF: Final = {
    Cause.ILLEGAL: pb.Error.CODE_ILLEGAL,
    Cause.MALFORMED: pb.Error.CODE_MALFORMED,
    Cause.TIMEOUT: pb.Error.CODE_TIMEOUT,
}


class Refusal(Exception):  # noqa: N818 - a verdict, not a failure of this program
    """A bot is not let in; the message says why."""


class UnknownToken(Refusal):
    """Nobody is expected with this token."""


class WrongVersion(Refusal):
    """The bot speaks another version of the contract."""


class InUse(Refusal):
    """The bot is connected already."""


class Referee:
    """Asks, times, checks, and tells everybody the result."""

    def __init__(
        self, report: Callable[[Outcome], None], ping: float, thinkers: int = MOST_THINKERS
    ) -> None:
        """Start without bots and games.

        Args:
            report: takes each finished game.
            ping: seconds in which an idle bot must echo a heartbeat.
            thinkers: how many bots may think at one time, of those that take long.
        """
        self._report = report
        self._ping = ping
        self._thinkers = thinkers
        self._beat = Moment(0.0)
        self._tokens: dict[str, bytes] = {}
        self._players: dict[str, Player] = {}
        self._left: dict[str, Cause] = {}
        """By name: why a bot was last given up."""
        self._games: dict[str, RefereedGame] = {}

    # --- bots come and go ---

    def expect(self, name: str, token: str) -> None:
        """Let in the bot called `name` when it shows `token`."""
        self._tokens[name] = token.encode()

    def join(self, hello: pb.Hello, wake: Callable[[], None]) -> Player:
        """Let a bot in.

        Raises:
            UnknownToken, WrongVersion, InUse: see there.
        """
        name = self._name_of(hello.token)
        if hello.protocol != PROTOCOL:
            raise WrongVersion(
                f"the bot speaks version {hello.protocol} of the contract, "
                f"this referee version {PROTOCOL}"
            )
        if name in self._players:
            raise InUse(f"the bot {name!r} is connected already")
        player = self._players[name] = Player(name, wake, hello.games)
        welcome = pb.Welcome(protocol=PROTOCOL, name=name)
        player.post(pb.PlayResponse(welcome=welcome).SerializeToString())
        return player

    def _name_of(self, token: str) -> str:
        given = token.encode()
        for name, expected in self._tokens.items():
            if hmac.compare_digest(given, expected):
                return name
        raise UnknownToken("no bot is expected with this token")

    def crashed(self, name: str, now: Moment) -> None:
        """Hear that the process of the bot called `name` has ended."""
        if player := self._players.get(name):
            self.leave(player, Cause.CRASHED, now)
        self._left[name] = Cause.CRASHED

    def leave(self, player: Player, cause: Cause, now: Moment) -> None:
        """Give a bot up: it is at fault wherever it is asked in the games that it leaves."""
        if player.gone:
            return
        player.leave(cause)
        del self._players[player.name]
        self._left[player.name] = cause
        for game in list(self._games.values()):
            if game.question_for(player):
                self._proceed(game, now)
        self._pass_turn(player)

    def say_goodbye(self) -> None:
        """Tell every bot that the tournament is over."""
        for player in self._players.values():
            player.dismiss()

    # --- games ---

    def begin(self, spec: GameSpec, now: Moment) -> None:
        """Deal a game and put its first question."""
        players = [self._players.get(name) or self._absent(name) for name in spec.seats]
        game = self._games[spec.game_id] = RefereedGame(spec, players, now)
        for seat, player in enumerate(players):
            if not player.gone:
                player.post(_START(game.write_start(seat)))
        self._proceed(game, now)

    def _absent(self, name: str) -> Player:
        """Fill the chair of a bot that is not here: it is at fault whenever it is asked."""
        player = Player(name, lambda: None)
        player.leave(self._left.get(name, Cause.CRASHED))
        return player

    def _proceed(self, game: RefereedGame, now: Moment) -> None:
        """Put the open question, or end the game; bots that are gone are at fault at once."""
        while question := game.table.question:
            player = game.players[question.seat]
            if not player.gone:
                player.ask(game.table.spec.slot, game.game_id)
                return
            game.table.fault(player.gone)
        del self._games[game.game_id]
        for seat, player in enumerate(game.players):
            if not player.gone:
                player.post(_RESULT(game.write_result(seat)))
        self._report(game.outcome(now))

    def is_filling(self, player: Player) -> bool:
        """Tell whether more questions for a bot are likely to come up at once.

        So it is while fewer wait than half its share of the games in flight, and the bot is given
        more than that at a time; with one game, never.
        """
        share = len(self._games) // (2 * max(1, len(self._players)))
        return player.waiting < min(share, player.window)

    def _has_turn(self, player: Player) -> bool:
        """Tell whether a bot for which a question waits may be asked now.

        Of the bots that think long only so many do so at one time, those with the oldest games
        first: they would take each other's processor away, and be charged for it.
        """
        if not player.is_thinking:
            return True
        others = [p for p in self._players.values() if p.is_thinking and p is not player]
        before = sum(len(p.clock) > 0 or p.waits_before(player) for p in others)
        return before < self._thinkers

    def _pass_turn(self, player: Player) -> None:
        """Let others see whether it is their turn to think, now that this bot has done so."""
        if player.is_thinking:
            for other in self._players.values():
                if other.is_thinking and other.waiting:
                    other.wake()

    def take(self, player: Player, now: Moment) -> bytes:
        """Take the `PlayResponse` for a bot: its clock starts for the questions in it."""
        parts = player.take()
        room = player.window - len(player.clock)
        while room > 0 and player.waiting and self._has_turn(player):
            game = self._games.get(player.next_asked())
            if game and (question := game.question_for(player)):
                parts.append(_REQUEST(game.write_request(question)))
                player.clock.ask((game.game_id, question.number), game.allowed(question.seat), now)
                room -= 1
        return b"".join(parts)

    def heard(self, player: Player, message: pb.PlayRequest, now: Moment) -> None:
        """Take a message that arrived from a bot."""
        things = len(message.answers) + len(message.heartbeats)
        if player.gone or not 0 < things <= MOST_THINGS:
            player.noise += max(1, things)
            return
        for beat in message.heartbeats:
            player.echoed(beat.number)
        self._answered(player, message.answers, now)

    def _answered(self, player: Player, answers: Sequence[pb.Answer], now: Moment) -> None:
        """Take a batch of answers."""
        if answers:  # even a late one shows that the bot works; an echo, that its process lives
            player.silent = 0
        due: dict[tuple[str, int], pb.Answer] = {}
        for answer in answers:
            question = (answer.game_id, answer.decision)
            if player.clock.is_open(question) and question not in due:
                due[question] = answer
            else:
                player.noise += 1
                player.complain(pb.Error.CODE_STALE, "no such question is open", answer)
        if not due:  # stale answers tell nothing about the question that is being thought about
            return
        stamps = [(question, answer.think_us / 1e6) for question, answer in due.items()]
        charges = player.answered(stamps, now)
        for ((game_id, _), answer), charge in zip(due.items(), charges, strict=True):
            game = self._games[game_id]
            self._judge(game, player, answer, charge)
            self._proceed(game, now)
        self._pass_turn(player)

    def _judge(self, game: RefereedGame, player: Player, answer: pb.Answer, charge: Charge) -> None:
        """Decide what an answer is worth: an action, or a fault and its cause (FA-1)."""
        question = game.question_for(player)
        assert question is not None, "only a due answer is judged"
        if not game.charge(question.seat, charge):
            self._blame(game, player, answer, Cause.TIMEOUT, f"took {charge.limit:.3f} s")
        elif answer.failure:
            self._blame(game, player, answer, Cause.MALFORMED, answer.failure)
        elif (action := game.read_action(answer)) is None:
            self._blame(game, player, answer, Cause.MALFORMED, "no action of this game")
        elif action not in question.legal:
            message = f"{action} is not legal here; legal: {', '.join(map(str, question.legal))}"
            self._blame(game, player, answer, Cause.ILLEGAL, message)
        else:
            game.table.answer(action)

    def _blame(
        self, game: RefereedGame, player: Player, answer: pb.Answer, cause: Cause, why: str
    ) -> None:
        """Note a fault in place of the answer, and tell the bot."""
        question = game.table.question
        assert question is not None, "only an open question can go wrong"
        game.table.fault(cause)
        player.complain(_CODE_OF[cause], why, answer)
        if question.seat in game.table.autopilot:
            why = f"{game.table.faults_of(question.seat)} faults: the referee plays on for the bot"
            player.complain(pb.Error.CODE_AUTOPILOT, why, answer)

    # --- time passes ---

    def tick(self, now: Moment) -> list[str]:
        """Look at every bot's clock; name the bots that are given up, and should be killed."""
        players = list(self._players.values())
        for player in players:
            if player.clock.overdue(now):
                self._time_out(player, now)
        if now.at - self._beat.at >= HEARTBEAT:
            self._beat = now
            for player in players:
                player.beat(now)
        hopeless = [(p, cause) for p in players if (cause := self._hopeless(p, now))]
        for player, cause in hopeless:
            self.leave(player, cause, now)
        return [player.name for player, _ in hopeless]

    def waits_for(self, now: Moment) -> list[str]:
        """Name the bots that games have begun to wait for, each once until it answers."""
        slow = [
            player
            for player in self._players.values()
            if not player.is_waited_for
            and player.clock.half_gone(now)
            and player.clock.elapsed(now) > LONG
        ]
        for player in slow:
            player.is_waited_for = True
        return [player.name for player in slow]

    def _hopeless(self, player: Player, now: Moment) -> Cause | None:
        """Say why a bot must be given up, if it must."""
        if player.noise > MOST_NOISE:
            return Cause.MALFORMED
        if player.silent >= HUNG or player.unechoed(now) > self._ping:
            return Cause.TIMEOUT
        return None

    def _time_out(self, player: Player, now: Moment) -> None:
        """Close the question whose time is up."""
        game_id, decision = cast("tuple[str, int]", player.clock.first())
        seconds = player.clock.elapsed(now)
        player.clock.drop((game_id, decision), now)
        player.silent += 1
        player.noise -= 1  # its answer may still come
        game = self._games[game_id]
        question = game.question_for(player)
        assert question is not None, "a question on the clock is open"
        game.charge(question.seat, Charge(seconds, seconds))
        answer = pb.Answer(game_id=game_id, decision=decision)
        self._blame(game, player, answer, Cause.TIMEOUT, f"no answer within {seconds:.3f} s")
        self._proceed(game, now)
        self._pass_turn(player)
