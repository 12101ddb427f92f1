"""One bot at one seat of one game: from messages to the contestant's methods and back."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final, overload

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk import wire
from bumblepuppy_sdk.actions import Action
from bumblepuppy_sdk.bot import Bot, GameStart, method_of, seat_bot
from bumblepuppy_sdk.games import load_game
from bumblepuppy_sdk.games.base import Result
from bumblepuppy_sdk.games.events import Event
from bumblepuppy_sdk.wire.parts import bytes_field, message_field, number_field

if TYPE_CHECKING:
    from bumblepuppy_sdk.cards import SuitSystem

LONGEST_FAILURE: Final = 500
"""Characters of a failure that the referee is told."""

_DECISION: Final = number_field(pb.Answer, "decision")
_ACTION: Final = message_field(pb.Answer, "action")
_FAILURE: Final = bytes_field(pb.Answer, "failure")

Await = Callable[[Coroutine[Any, Any, Any]], Any]
"""Runs a coroutine to its end."""


class History(Sequence[Event]):
    """The events that a seat has seen, read from their messages only when somebody looks."""

    def __init__(self, codec: wire.Codec, system: SuitSystem) -> None:
        self._codec = codec
        self._system = system
        self._read: list[Event] = []
        self._unread: list[Sequence[pb.Event]] = []
        self._length = 0

    def extend(self, messages: Sequence[pb.Event]) -> None:
        """Add what happened since."""
        self._unread.append(messages)
        self._length += len(messages)

    def _all(self) -> list[Event]:
        if self._unread:
            read, system = self._codec.read_event, self._system
            self._read += [read(message, system) for news in self._unread for message in news]
            self._unread.clear()
        return self._read

    def __len__(self) -> int:
        """Count the events."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        """Give an event or several."""
        return self._all()[index]


class Seat:
    """A contestant's bot at a seat.

    Whatever the contestant's code raises is printed to stderr with its traceback and stays here:
    one broken game must not end the process that plays all the others.
    """

    def __init__(self, bot: type[Bot], message: pb.GameStart, await_: Await) -> None:
        game = load_game(message.game)
        self._await = await_
        self._options = wire.read_options(message.game, message.options)
        self._system = game.suits(self._options)
        self._codec = wire.codec_of(message.game)
        self._seat = message.seat
        self._history = History(self._codec, self._system)
        self._told = 0
        self._known = 0
        """How many of the events that come next are in the history already."""
        self._decided = -1
        """The decision that `_answer` is for."""
        self._answer = b""
        self._named = pb.Answer(game_id=message.game_id).SerializeToString()
        self._bot: Bot | None = None
        self._failure = ""
        start = GameStart(message.game_id, message.game, message.seat, self._options)
        with _Blame(self, f"starting game {message.game_id}"):
            instance = seat_bot(bot, start, message.random_seed)
            self._play = method_of(instance, message.game)
            self._bot = instance
            self._call(instance.on_start)

    def resume(self) -> None:
        """Go on with a game of which all events are told once more."""
        self._known = len(self._history)

    def decide(self, request: pb.DecisionRequest) -> bytes:
        """Give the `Answer` to a question; a bot that is asked again is not bothered again."""
        self._hear(request.events)
        if request.decision != self._decided:
            self._answer = self._ask(request)
            self._decided = request.decision
        return self._answer

    def _ask(self, request: pb.DecisionRequest) -> bytes:
        """Ask the bot, and write the `Answer` with its action, or its failure."""
        answer = self._named + _DECISION(request.decision)
        self._failure = ""  # a hook's failure is printed, and no decision's
        with _Blame(self, f"deciding in game {request.game_id}"):
            if self._bot is None:
                raise RuntimeError("the bot did not start in this game")
            view = self._codec.read_view(
                request.view,
                self._system,
                seat=self._seat,
                options=self._options,
                legal=wire.read_legal(request, self._codec, self._system),
                history=self._history,
                time=wire.read_time(request),
            )
            action = self._call(self._play, view)
            if not isinstance(action, Action):
                raise TypeError(f"expected one of view.legal, got {action!r}")
            return answer + _ACTION(self._codec.write_action(action))
        return answer + _FAILURE(self._failure.encode())

    def finish(self, message: pb.GameResult) -> None:
        """Tell the bot how the game ended; of one that is void it hears nothing more."""
        if message.reason == wire.VOID:
            return
        self._hear(message.events)
        if self._bot is None:
            return
        result = Result(message.reason, tuple(message.places), tuple(message.penalty))
        with _Blame(self, f"hearing the result of game {message.game_id}"):
            self._call(self._bot.on_result, result)

    def _hear(self, events: Sequence[pb.Event]) -> None:
        known = min(self._known, len(events))
        self._known -= known
        self._history.extend(events[known:] if known else events)
        # Most bots have no hook; they are spared the reading of every event.
        if self._bot is None or type(self._bot).on_event is Bot.on_event:
            return
        news = self._history[self._told :]
        self._told += len(news)
        for event in news:
            with _Blame(self, "hearing an event"):
                self._call(self._bot.on_event, event)

    def _call(self, method: Callable[..., Any], *given: object) -> Any:
        """Call a method of the contestant's; one that is `async` is run to its end."""
        result = method(*given)
        return self._await(result) if asyncio.iscoroutine(result) else result

    def blame(self, error: Exception, doing: str) -> None:
        """Remember and print what the contestant's code raised."""
        what = "".join(traceback.format_exception_only(error)).strip()
        # Whatever stands in it must fit into a message, and be text that one can hold.
        self._failure = what[:LONGEST_FAILURE].encode("utf-8", "replace").decode()
        sys.stderr.write(f"bumblepuppy: your bot failed while {doing}:\n")
        trace = error.__traceback__
        while trace and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next  # the author need not see how the SDK got there
        traceback.print_exception(type(error), error, trace)


class _Blame:
    """The boundary to the contestant's code: what it raises is its seat's failure."""

    def __init__(self, seat: Seat, doing: str) -> None:
        self._seat = seat
        self._doing = doing

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, Exception):
            self._seat.blame(error, self._doing)
            return True
        return False
