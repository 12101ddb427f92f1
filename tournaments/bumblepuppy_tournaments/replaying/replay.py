"""`bumblepuppy replay GAME`: at a terminal an animated table, elsewhere a transcript."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from bumblepuppy_sdk.errors import BumblepuppyError, NotationError
from bumblepuppy_tournaments.bots.entrants import ConfigError, guess
from bumblepuppy_tournaments.replaying.frames import Replay
from bumblepuppy_tournaments.replaying.transcript import transcript
from bumblepuppy_tournaments.store.latest import latest_tournament
from bumblepuppy_tournaments.store.lock import StoreError
from bumblepuppy_tournaments.store.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bumblepuppy_server.outcome import Outcome


def show_replay(game: str, db: Path | None, seat: str | None, *, plain: bool, speed: float) -> None:
    """Show a game again.

    Raises:
        StoreError: there is no such file, or no such game in it, or it is void.
        ConfigError: nobody of that name played, or the speed is none.
        BumblepuppyError: the record is of no game by the rules installed here.
    """
    if not 0 <= speed <= 1000:
        raise ConfigError(f"--speed {speed:g}: expected actions a second, from 0 to 1000")
    with Reader(db or latest_tournament()) as reader:
        outcome = reader.outcomes(reader.slot_of(game))[-1]
    if outcome.void:
        raise StoreError(
            f"slot {outcome.record.slot} was void so far ({outcome.void}): nothing of it is kept"
            " to be shown; see `bumblepuppy why`"
        )
    replay = replay_of(outcome, seat)
    if plain or not _at_terminal():
        sys.stdout.writelines(line + "\n" for line in transcript(replay))
        sys.stdout.flush()
        return
    from bumblepuppy_tournaments.replaying.watching import watch  # noqa: PLC0415 - needs a terminal

    watch(replay, speed)


def replay_of(outcome: Outcome, seat: str | None) -> Replay:
    """Make a game ready to be shown, with all hands open or as a seat saw it.

    Raises:
        ConfigError: nobody of that name played.
        BumblepuppyError: the record is of no game by the rules installed here.
    """
    watcher = None if seat is None else watcher_of(seat, outcome.record.seats)
    try:
        return Replay(outcome, watcher)
    except BumblepuppyError as error:
        raise NotationError(f"game {outcome.record.game_id} does not replay: {error}") from error


def watcher_of(wanted: str, names: Sequence[str]) -> int:
    """Find the seat of a bot, by its name or by the number of the seat.

    Raises:
        ConfigError: there is none, or more than one.
    """
    seats = [seat for seat, name in enumerate(names) if name == wanted]
    if not seats and wanted.isdecimal() and int(wanted) < len(names):
        return int(wanted)
    if len(seats) == 1:
        return seats[0]
    if seats:
        numbers = ", ".join(map(str, seats))
        raise ConfigError(
            f"--seat {wanted!r}: it sat in more than one seat: give the number, of {numbers}"
        )
    hint = guess(wanted, names, "at the table")
    raise ConfigError(f"--seat {wanted!r}: nobody of that name played; {hint}")


def _at_terminal() -> bool:
    """Tell whether there is a screen to draw on, and keys to be pressed."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
