"""`bumblepuppy check`: walks a contestant's bot through numbered steps, and names what failed.

The bot runs as in a tournament: its own process, the real referee, the usual clocks and limits.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.bot import method_name
from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.games import game_names, load_game
from bumblepuppy_server.arena import Arena, BotFailedToStartError
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.limits import MIB
from bumblepuppy_server.output import last_lines
from bumblepuppy_server.sandbox import Confinement
from bumblepuppy_server.spec import ATTEMPTS, FAREWELL, Clocks, Drill, GameSpec
from bumblepuppy_server.spinning import SPINS
from bumblepuppy_tournaments.bots.entrants import Entrant, refuse_twins
from bumblepuppy_tournaments.bots.house import house_bot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from bumblepuppy_server.outcome import Outcome
    from bumblepuppy_server.sandbox import Sandbox

GAMES_EACH: Final = 4
"""Games that are played at each number of seats."""

MOST_SEATS: Final = 8
"""Seats of the largest table that is tried; with more packs a game may allow more."""

IDLE: Final = 1.0
"""Seconds for which the bot is asked nothing."""

_DRILLS: Final = (
    (
        Drill.LATER_VERSION,
        "after a message with fields of a later version, and a complaint about an unknown game",
        "ignore what the contract does not name",
    ),
    (
        Drill.CUT_OFF,
        "after its stream was cut off",
        "call Play again at once with the same token (proto/README.md, Losing the stream)",
    ),
    (
        Drill.CALL_OFF,
        "after a game that was called off",
        "a result with the reason `void` has no places; forget the game",
    ),
)

_IN_A_SANDBOX: Final = (
    "It ran in a sandbox: no network, nothing to write in but /tmp, and nothing to read but the "
    "system, its own folder, and what its command names. Without one: --sandbox none"
)


class CheckFailedError(BumblepuppyError):
    """A step failed; the message names it, says what the bot did, and shows its last output."""


class Check:
    """Walks one bot through the steps; what went well is told, line by line."""

    def __init__(
        self, bot: Entrant, tell: Callable[[str], None], sandbox: Sandbox | None = None
    ) -> None:
        """Prepare to check `bot`, in a sandbox if there is one."""
        self._bot = bot
        self._sandbox = sandbox
        self._clocks = Clocks()
        self._tell = tell
        self._steps = 0

    async def run(self) -> list[str]:
        """Take all steps, and give the games that the bot plays.

        Raises:
            CheckFailedError: the first step that failed.
        """
        games = await self._greet()
        for name in games:
            seats = load_game(name).seats
            most = max(seats[0], min(seats[-1], MOST_SEATS))
            for number in dict.fromkeys((seats[0], most)):
                outcomes = await self.play(name, self._opponents(number - 1), GAMES_EACH)
                self.passed(f"{name} with {number} seats: {think_times(outcomes, self._bot.name)}")
        await self._drill(games[0])
        return games

    async def _drill(self, game: str) -> None:
        """See how the bot takes what may happen in a long tournament, at the smallest table."""
        bots = [self._bot, *self._opponents(load_game(game).seats[0] - 1)]
        told: list[str] = []
        async with self._arena(bots, told.append) as arena:
            for number, (drill, step, advice) in enumerate(_DRILLS):
                playing = asyncio.ensure_future(arena.play(self._spec(game, bots, 2 * number)))
                await asyncio.sleep(0)  # the game has begun
                arena.drill(self._bot.name, drill)
                again = self._spec(game, bots, 2 * number + 1)
                for outcome in (await playing, await arena.play(again)):
                    if not outcome.void:
                        self._refuse_faults(outcome, arena, f"does not go on {step}: {advice}.")
                self.passed(f"goes on {step}")
            await self._sit_idle(arena, told)
            if self._bot.name in await arena.say_goodbye():
                raise self._failed(
                    f"does not end within {2 * FAREWELL:g} s after the referee's goodbye:"
                    " end the process when `goodbye` is set"
                )
            self.passed("ends when the referee says goodbye")

    async def _sit_idle(self, arena: Arena, told: list[str]) -> None:
        """See what the bot does while it is asked nothing."""
        name = self._bot.name
        before = arena.usage(name).processor_s
        await asyncio.sleep(IDLE)
        usage = arena.usage(name)
        share = (usage.processor_s - before) / IDLE
        if share > SPINS:
            raise self._failed(
                f"uses {100 * share:.0f} % of a processor while it is asked nothing: let it wait"
                " for the stream, without a loop that looks again and again"
            )
        if flood := next((line for line in told if "prints more than" in line), ""):
            raise self._failed(f"{flood}: let it print less")
        memory, most = usage.memory / MIB, Confinement().limits.memory
        self.passed(
            f"waits quietly: {100 * share:.0f} % of a processor, {memory:.0f} of {most} MiB of"
            " memory"
        )

    def _opponents(self, number: int) -> list[Entrant]:
        """Give so many random bots, none of which has this bot's name."""
        bots = [house_bot("random", n) for n in range(1, number + 2)]
        return [bot for bot in bots if bot.name != self._bot.name][:number]

    async def _greet(self) -> list[str]:
        """Start the bot alone, and hear which games it plays."""
        began = time.monotonic()
        async with self._arena([self._bot]) as arena:
            seconds = time.monotonic() - began
            games = arena.games(self._bot.name)
        where = " in a sandbox" if self._sandbox else ""
        self.passed(
            f"starts{where}, and says hello after {seconds:.1f} s of {self._clocks.start:g} s"
        )
        known = [name for name in game_names() if name in games]
        if not known:
            raise self._failed(
                f"plays none of {', '.join(game_names())}, but {', '.join(games) or 'nothing'}:"
                f" give it a method such as {method_name(game_names()[0])}"
            )
        self.passed(f"plays {', '.join(known)}")
        return known

    @contextlib.asynccontextmanager
    async def _arena(
        self, bots: Sequence[Entrant], say: Callable[[str], None] = lambda _: None
    ) -> AsyncIterator[Arena]:
        commands = [BotCommand(bot.name, bot.argv) for bot in bots]
        try:
            confinement = Confinement(sandbox=self._sandbox)
            async with Arena(commands, self._clocks, say, confinement=confinement) as arena:
                yield arena
        except BotFailedToStartError as error:
            raise self._failed(f"does not start: {error}") from error

    async def play(self, game: str, others: Sequence[Entrant], games: int) -> list[Outcome]:
        """Play some games in all seats by turns.

        Raises:
            CheckFailedError: the bot was at fault.
        """
        bots = [self._bot, *others]
        refuse_twins(bots)
        async with self._arena(bots) as arena:
            outcomes = []
            for number in range(games):
                outcomes.append(await arena.play(self._spec(game, bots, number)))
                what = f"{game} with {len(bots)} seats: at fault in game {number + 1}"
                self._refuse_faults(outcomes[-1], arena, what)
        return outcomes

    def _spec(self, name: str, bots: Sequence[Entrant], number: int) -> GameSpec:
        """Write down a game whose deal is the same at each check, so that a failure comes back."""
        game, seats = load_game(name), len(bots)
        turn = number % seats
        names = [bot.name for bot in bots]
        label = f"check {name} {seats} seats, game {number}"
        digest = hashlib.sha256(label.encode()).hexdigest()
        return GameSpec(
            game_id=digest[:12],
            slot=number,
            attempt=ATTEMPTS,  # the last: nothing is void any more
            game=name,
            options=game.describe(game.options({"players": seats})),
            seats=[*names[turn:], *names[:turn]],
            deal_key=digest,
            bot_seeds=[number * seats + seat for seat in range(seats)],
            move=self._clocks.move,
            bank=self._clocks.bank,
        )

    def _refuse_faults(self, outcome: Outcome, arena: Arena, what: str) -> None:
        """Fail if the bot was at fault; `what` says where, or what to do."""
        record = outcome.record
        seat = record.seats.index(self._bot.name)
        causes = Counter(fault.cause for fault in record.faults if fault.seat == seat)
        if causes:
            faults = ", ".join(f"{count} {cause}" for cause, count in causes.items())
            shown = last_lines(arena.output(self._bot.name)) or "(nothing)"
            raise self._failed(f"{what} ({faults}). The last of its output:\n{shown}")

    def passed(self, step: str) -> None:
        """Tell that a step went well."""
        self._steps += 1
        self._tell(f"{self._steps} ✓ {step}")

    def _failed(self, step: str) -> CheckFailedError:
        hint = f"\n{_IN_A_SANDBOX}" if self._sandbox else ""
        return CheckFailedError(f"{self._steps + 1} ✗ {step}{hint}")


def think_times(outcomes: Sequence[Outcome], name: str) -> str:
    """Tell how long a bot thought."""
    times = [outcome.times[outcome.record.seats.index(name)] for outcome in outcomes]
    decisions = sum(time.decisions for time in times)
    mean = sum(time.total_s for time in times) / max(1, decisions)
    longest = max(time.max_s for time in times)
    return f"{decisions} decisions, {1000 * mean:.1f} ms each, at most {1000 * longest:.0f} ms"
