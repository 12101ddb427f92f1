"""`bumblepuppy play`: a table for one person and some bots, as many games as the person likes.

The person's client is a process of its own at this terminal, and the referee lets it in as it does
any bot: see `seat`. This process starts the bots, deals, and goes when the person goes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_sdk.errors import BumblepuppyError
from bumblepuppy_sdk.wire import codec_of
from bumblepuppy_server.arena import Arena
from bumblepuppy_server.launcher import BotCommand
from bumblepuppy_server.sandbox import Confinement, choose_sandbox
from bumblepuppy_server.spec import ATTEMPTS, Clocks
from bumblepuppy_tournaments.bots.entrants import ConfigError, Entrant, read_name
from bumblepuppy_tournaments.bots.roster import ROSTER
from bumblepuppy_tournaments.exit_codes import ExitCode
from bumblepuppy_tournaments.person.opponents import read_opponents
from bumblepuppy_tournaments.person.seat import Arrangement
from bumblepuppy_tournaments.person.table import NO_CLOCK
from bumblepuppy_tournaments.person.words import say
from bumblepuppy_tournaments.play.conduct import refuse_strangers
from bumblepuppy_tournaments.schedule.deals import Secret
from bumblepuppy_tournaments.schedule.schedule import Slot
from bumblepuppy_tournaments.screen.text import printable
from bumblepuppy_tournaments.settings.config import MOST_FAULTS, load_settings
from bumblepuppy_tournaments.settings.plan import spec_of
from bumblepuppy_tournaments.settings.settings import Overrides
from bumblepuppy_tournaments.telling.rules import choose_language

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from bumblepuppy_server.spec import GameSpec
    from bumblepuppy_tournaments.settings.plan import Plan
    from bumblepuppy_tournaments.settings.settings import Settings

_AWAY: Final = 86400.0
"""Seconds that a person's client may show no life: a terminal can be stopped, by Ctrl-Z."""
_CLIENT: Final = "bumblepuppy_tournaments.person.seat"
_INTERRUPTED: Final = (ExitCode.INTERRUPTED, -signal.SIGINT, -signal.SIGTERM)


class ClientLostError(BumblepuppyError):
    """The person's client ended by a mistake of ours; the message shows its last output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the person asks for; `None` and empty: as usual."""

    game: str
    against: Sequence[str]
    options: Sequence[str] = ()
    seed: str | None = None
    name: str | None = None
    move: float | None = None
    """Seconds for each of the person's decisions; `None`: as many as it takes."""
    language: str | None = None
    sandbox: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evening:
    """One game after the other, with the same players."""

    plan: Plan
    """Its first entrant is the person."""
    secret: Secret
    move: float
    """Seconds for each of the person's decisions."""
    language: str
    confinement: Confinement

    def spec(self, number: int) -> GameSpec:
        """Write down game `number`, from 0: each time everybody moves up one seat."""
        seats = len(self.plan.entrants)
        order = tuple((seat - number) % seats for seat in range(seats))
        slot = Slot(number=number, match=number, deal=number, seats=order)
        spec = spec_of(self.plan, self.secret, slot, ATTEMPTS)  # the last: none is void
        return replace(spec, moves=[spec.move if entrant else self.move for entrant in order])


def play(wishes: Wishes) -> ExitCode:
    """Play as long as the person likes.

    Raises:
        BumblepuppyError: something is wrong with what was asked for, or a bot does not start.
    """
    language = choose_language(wishes.language)
    evening, why_not = _arrange(wishes, language)
    if why_not:
        _note(f"No sandbox: {why_not}")
    sys.stdout.write(say(language, "waiting") + "\n")
    sys.stdout.flush()
    return asyncio.run(_host(evening))


def _arrange(wishes: Wishes, language: str) -> tuple[_Evening, str]:
    """Check what is asked for; tell also why there is no sandbox, if there should be one."""
    bots = read_opponents(wishes.against, Path(ROSTER))
    settings = _settings(wishes, len(bots) + 1)
    codec_of(settings.game)  # refuses a game that cannot be played over the wire
    name = read_name(wishes.name or say(language, "you"), "--name")
    if any(bot.name == name for bot in bots):
        raise ConfigError(f"--name: a bot is called {name!r} already: choose another name")
    plan = settings.with_bots([Entrant(name=name, command=()), *bots]).plan()
    sandbox, why_not = choose_sandbox(settings.sandbox, [Path(ROSTER)])
    evening = _Evening(
        plan=replace(plan, clocks=Clocks(ping=_AWAY)),
        secret=Secret.random() if plan.seed is None else Secret.from_seed(plan.seed),
        move=NO_CLOCK if wishes.move is None else min(plan.clocks.move, NO_CLOCK),
        language=language,
        confinement=Confinement(sandbox=sandbox),
    )
    return evening, why_not


def _settings(wishes: Wishes, seats: int) -> Settings:
    overrides = Overrides(
        game=wishes.game,
        seats=seats,
        options=wishes.options,
        seed=wishes.seed,
        move=wishes.move,
        max_faults=MOST_FAULTS,  # nobody is here to be kept from playing
        sandbox=wishes.sandbox,
    )
    try:
        return load_settings(overrides=overrides)
    except ConfigError as error:  # by the names that these have in this command
        said = str(error).replace("--seats:", "--against:").replace("--game:", "GAME:")
        raise ConfigError(said) from error


async def _host(evening: _Evening) -> ExitCode:
    person, *bots = evening.plan.entrants
    commands = [BotCommand(bot.name, bot.argv) for bot in bots]
    clocks, confinement, notes = evening.plan.clocks, evening.confinement, list[str]()
    try:
        async with Arena(commands, clocks, notes.append, confinement=confinement) as arena:
            refuse_strangers(arena, [bot.name for bot in bots], evening.plan.game)
            return await _play_on(evening, arena, arena.invite(person.name))
    finally:
        for note in notes:  # not before: it would have stood in the midst of a question
            if repr(person.name) not in note:  # that the bots wait for a person is no news
                _note(note)


async def _play_on(evening: _Evening, arena: Arena, env: Mapping[str, str]) -> ExitCode:
    async with _client(evening, env) as (ended, ready):
        for number in count():
            game = asyncio.ensure_future(arena.play(evening.spec(number)))
            either: set[asyncio.Future[Any]] = {game, ended}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not game.done():
                game.cancel()
                break
            game.result()
            if not await ready.read(1):
                break
        code, said = await ended
    if code in _INTERRUPTED:
        return ExitCode.INTERRUPTED
    if code:
        raise ClientLostError(f"your client ended with exit code {code}; its last output:\n{said}")
    return ExitCode.DONE


_Ended = asyncio.Future[tuple[int, str]]
"""How the person's client ended: its exit code, and what it had to complain of."""


@contextlib.asynccontextmanager
async def _client(
    evening: _Evening, env: Mapping[str, str]
) -> AsyncIterator[tuple[_Ended, asyncio.StreamReader]]:
    """Start the person's client; give its end, and where it says that another game is wanted.

    Ctrl-C at the terminal is the client's to hear as long as it lives.
    """
    loop, ready = asyncio.get_running_loop(), asyncio.StreamReader()
    ours, its = os.pipe()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(ready), os.fdopen(ours, "rb"))
    arrangement = Arrangement(
        language=evening.language, circle=[*map(printable, evening.plan.names)], ready=its
    )
    loop.add_signal_handler(signal.SIGINT, lambda: None)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", _CLIENT, arrangement.to_json()),
        env={**os.environ, **env},
        stderr=asyncio.subprocess.PIPE,
        pass_fds=(its,),
    )
    os.close(its)
    loop.add_signal_handler(signal.SIGTERM, process.terminate)
    ended = asyncio.ensure_future(_end_of(process))
    try:
        yield ended, ready
    finally:
        if process.returncode is None:
            process.kill()
        await ended
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)


async def _end_of(process: asyncio.subprocess.Process) -> tuple[int, str]:
    _, said = await process.communicate()
    assert process.returncode is not None, "it has ended"
    return process.returncode, said.decode("utf-8", "replace").strip()


def _note(line: str) -> None:
    sys.stderr.write(f"{line}\n")
