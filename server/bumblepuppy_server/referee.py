"""The referee: all the games of one process, and the bots that play them.

It does no input or output. The service hands it what bots say, asks it what to tell them, and
calls `tick` often; finished games go to `report`. Time is a parameter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.wire import PROTOCOL
from bumblepuppy_sdk.wire.parts import message_field
from bumblepuppy_server.door import Door
from bumblepuppy_server.lateness import STANDSTILL, Inquest, Late
from bumblepuppy_server.refereed import RefereedGame
from bumblepuppy_server.spec import Drill
from bumblepuppy_server.table import Cause
from bumblepuppy_server.turns import MOST_THINKERS, has_turn, pass_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bumblepuppy_server.clock import Moment
    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.player import Player
    from bumblepuppy_server.spec import GameSpec

MOST_THINGS: Final = 1024
"""Answers and echoes that one message may hold: several times what the quickest bot can owe."""

_START: Final = message_field(pb.PlayResponse, "starts")
_REQUEST: Final = message_field(pb.PlayResponse, "requests")
_RESULT: Final = message_field(pb.PlayResponse, "results")
_FROM_A_LATER_VERSION: Final = (
    pb.PlayResponse(
        errors=[pb.Error(code=pb.Error.Code.ValueType(999), game_id="no game", message="a drill")]
    ).SerializeToString()
    + b"\xba\x3e\x05later"  # the field 999
)
_CODE_OF: Final = {
    Cause.ILLEGAL: pb.Error.CODE_ILLEGAL,
    Cause.MALFORMED: pb.Error.CODE_MALFORMED,
    Cause.TIMEOUT: pb.Error.CODE_TIMEOUT,
    Cause.DISCONNECTED: pb.Error.CODE_TIMEOUT,
}


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
        self._lag = 0.0
        """How late the referee had been, in sum, when it last looked at the clocks."""
        self._inquest = Inquest()
        self._door = Door()
        self._here = self._door.here
        self._games: dict[str, RefereedGame] = {}
        """By the name that the bots know it by."""

    # --- bots come and go ---

    def expect(self, name: str, digest: str, *, guest: bool = False) -> None:
        """Let in the bot called `name` when it shows the token with this hash, and no other.

        Who is here by another token has to say hello again, by the new one.
        """
        changed = self._door.expect(name, digest, guest=guest)
        if changed and (player := self._here.get(name)):
            player.cut_off()

    def expel(self, name: str, now: Moment) -> None:
        """Give the bot called `name` up if it is here, and let it in no more."""
        self._door.forget(name)
        if player := self._here.get(name):
            self.leave(player, Cause.DISCONNECTED, now, "its invitation was revoked")

    def ways(self) -> dict[str, float | None]:
        """Name the bots that are here; seconds to each and back, or `None` if nobody knows."""
        return {name: player.way for name, player in self._here.items() if not player.is_away}

    def join(self, hello: pb.Hello, wake: Callable[[], None]) -> Player:
        """Let a bot in, or in again if it has lost its stream.

        Raises:
            UnknownToken, WrongVersion, InUse: see there.
        """
        player = self._door.let_in(hello, wake)
        welcome = pb.Welcome(protocol=PROTOCOL, name=player.name)
        player.post(pb.PlayResponse(welcome=welcome).SerializeToString())
        self._tell_again(player)
        return player

    def _tell_again(self, player: Player) -> None:
        """Tell a bot that came back of its games under way, and what it was asked."""
        for game in self._games.values():
            for seat, other in enumerate(game.players):
                if other is player:
                    player.post(_START(game.write_start(seat, resumed=True)))
        for name, _ in cast("list[tuple[str, int]]", player.clock.questions):
            game = self._games[name]
            if question := game.question_for(player):
                player.post(_REQUEST(game.write_request(question)))

    def lost(self, player: Player, now: Moment) -> None:
        """Hear that a bot's stream has ended: its clock runs on, and it may come back."""
        if not player.gone:
            player.lose_stream(now)
            pass_turn(player, self._here.values(), self._thinkers)

    def crashed(
        self, name: str, now: Moment, cause: Cause = Cause.CRASHED, how: str = "", output: str = ""
    ) -> None:
        """Hear that the process of the bot called `name` has ended.

        Args:
            name: The bot.
            now: The time.
            cause: What the games that it leaves call it.
            how: The same in words, such as `ended with exit code 1`.
            output: The end of what it had printed.
        """
        how = f"its process {how}"
        if player := self._here.get(name):
            player.last_words = output
            self.leave(player, cause, now, how)
        else:
            self._door.note_end(name, cause, how, output)

    def leave(self, player: Player, cause: Cause, now: Moment, how: str = "") -> None:
        """Give a bot up: it is at fault wherever it is asked in the games that it leaves.

        `how` tells the cause in words.
        """
        if player.gone:
            return
        player.leave(cause, how)
        self._door.let_out(player)
        for game in list(self._games.values()):
            if game.question_for(player):
                self._proceed(game, now)
        pass_turn(player, self._here.values(), self._thinkers)

    def say_goodbye(self) -> None:
        """Tell every bot that the tournament is over."""
        for player in self._here.values():
            player.dismiss()

    def asked(self) -> list[str]:
        """Name the bots that have a question open."""
        return [player.name for player in self._here.values() if len(player.clock)]

    # --- games ---

    def begin(self, spec: GameSpec, now: Moment) -> None:
        """Deal a game and put its first question."""
        players = [
            self._door.absent(name) if seat in spec.suspended else self._door.bot(name)
            for seat, name in enumerate(spec.seats)
        ]
        game = self._games[spec.name] = RefereedGame(spec, players, now)
        for seat, player in enumerate(players):
            if not player.gone:
                player.post(_START(game.write_start(seat)))
        self._proceed(game, now)

    def _proceed(self, game: RefereedGame, now: Moment) -> None:
        """Put the open question, or end the game; bots that are gone are at fault at once."""
        while question := game.table.question:
            player = game.players[question.seat]
            if not player.gone:
                player.ask(game.table.spec.slot, game.name)
                return
            game.lose(question.seat, now)
        self._take_off(game, game.outcome(now))

    def _take_off(self, game: RefereedGame, outcome: Outcome) -> None:
        """Take a game that has ended off the tables, and tell everybody."""
        del self._games[game.name]
        for seat, player in enumerate(game.players):
            if player.is_away:  # it knows nothing for certain of what it was told last
                player.post(_START(game.write_start(seat, resumed=True)), kept=True)
            if not player.gone:
                player.post(_RESULT(game.write_result(seat)), kept=True)
        self._report(outcome)

    def is_filling(self, player: Player) -> bool:
        """Tell whether more questions for a bot are likely to come up at once.

        So it is while fewer wait than half its share of the games in flight, and the bot is given
        more than that at a time; with one game, never.
        """
        share = len(self._games) // (2 * max(1, len(self._here)))
        return player.waiting < min(share, player.window)

    def take(self, player: Player, now: Moment) -> bytes:
        """Take the `PlayResponse` for a bot: its clock starts for the questions in it."""
        parts = player.take()
        room = player.window - len(player.clock)
        while room > 0 and player.waiting and has_turn(player, self._here.values(), self._thinkers):
            parts.append(self._ask(player, now))
            room -= 1
        return b"".join(parts)

    def _ask(self, player: Player, now: Moment) -> bytes:
        """Put the next question that waits for a bot on its clock, and give it to be sent."""
        game = self._games[player.next_asked()]
        question = game.question_for(player)
        assert question is not None, "what waits is open"
        player.clock.ask((game.name, question.number), game.allowed(question.seat), now)
        return _REQUEST(game.write_request(question))

    def heard(self, player: Player, message: pb.PlayRequest, now: Moment) -> None:
        """Take a message that arrived from a bot."""
        things = len(message.answers) + len(message.heartbeats)
        if player.gone or not 0 < things <= MOST_THINGS:
            player.noise += max(1, things)
            return
        self._notice_standstill(now)
        for beat in message.heartbeats:
            player.echoed(beat.number, now)
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
        for (question, answer), charge in zip(due.items(), charges, strict=True):
            game = self._games[question[0]]
            if charge.limit > game.allowed_now:
                self._inquest.take(Late.at(now, player, question, charge))
                continue
            player.in_time += 1
            player.in_time_at = now.at
            if flaw := game.take_answer(answer, charge):
                self._blame(game, player, answer, *flaw)
            self._proceed(game, now)
        pass_turn(player, self._here.values(), self._thinkers)
        if self._inquest.is_open:
            self._settle(now)

    def _blame(
        self, game: RefereedGame, player: Player, answer: pb.Answer, cause: Cause, why: str
    ) -> None:
        """Note a fault in place of the answer, and tell the bot."""
        question = game.table.question
        assert question is not None, "only an open question can go wrong"
        game.fault(cause, why)
        player.complain(_CODE_OF[cause], why, answer)
        if question.seat in game.table.autopilot:
            why = f"{game.table.faults_of(question.seat)} faults: the referee plays on for the bot"
            player.complain(pb.Error.CODE_AUTOPILOT, why, answer)

    def drill(self, name: str, what: str, now: Moment) -> None:
        """Put a bot to a test, as `Drill` tells; a tournament does not."""
        player = self._here.get(name)
        match Drill(what):
            case _ if player is None:  # it left meanwhile
                pass
            case Drill.LATER_VERSION:
                player.post(_FROM_A_LATER_VERSION)
            case Drill.CUT_OFF:
                player.cut_off()
            case Drill.CALL_OFF:
                for game in [game for game in self._games.values() if player in game.players]:
                    self._take_off(game, game.voided("called off by a check", now))

    # --- time passes ---

    def tick(self, now: Moment) -> list[str]:
        """Look at every bot's clock; name the bots that are given up, and should be killed."""
        self._notice_standstill(now)
        self._lag = now.lag
        self._settle(now)
        players = list(self._here.values())
        for player in players:
            if player.is_out_of_reach(now) and player.waiting and not len(player.clock):
                player.post(self._ask(player, now))  # it costs as much time as to think
            player.beat(now)
        hopeless = [(p, *why) for p in players if (why := p.why_hopeless(self._ping, now))]
        for player, cause, how in hopeless:
            self.leave(player, cause, now, how)
        return [player.name for player, cause, _ in hopeless if cause is not Cause.DISCONNECTED]

    def _notice_standstill(self, now: Moment) -> None:
        """Void the games of which a question is out, if the referee itself stood still (FA-5)."""
        stood = now.lag - self._lag
        if stood > STANDSTILL:
            self._lag = now.lag
            for game in list(self._games.values()):
                if game.is_out and game.table.spec.may_be_void:
                    why = f"the referee stood still for {stood:.1f} s"
                    self._take_off(game, game.voided(why, now))

    def _settle(self, now: Moment) -> None:
        """Judge what is late, once it is clear whose fault that is."""
        if verdict := self._inquest.verdict(self._here.values(), now):
            for late in verdict.late:
                self._judge_late(late, verdict.host, now)

    def _judge_late(self, late: Late, host: str, now: Moment) -> None:
        """Blame a bot that was late, unless it is the host's fault: `host` says why."""
        player, (name, number), charge, _ = late
        player.in_time = 0
        game = self._games.get(name)
        question = game.question_for(player) if game else None
        if not game or not question or question.number != number:
            return  # it left meanwhile, or the game is void
        is_silent = player.clock.is_open(late.question)
        what = "no answer within" if is_silent else f"took {charge.limit:.3f} s of"
        why = f"{what} {game.allowed_now:.3f} s"
        game.charge(question.seat, charge)
        player.excuse(late.question, now)
        if host and game.table.spec.may_be_void:
            self._take_off(game, game.voided(host, now))
            return
        player.silent += is_silent and not player.is_away
        cause = Cause.DISCONNECTED if player.is_away else Cause.TIMEOUT
        self._blame(game, player, pb.Answer(game_id=name, decision=number), cause, why)
        self._proceed(game, now)
        pass_turn(player, self._here.values(), self._thinkers)

    def waits_for(self, now: Moment) -> list[str]:
        """Name the bots that games have begun to wait for, each once until it answers."""
        return [player.name for player in self._here.values() if player.is_newly_slow(now)]
