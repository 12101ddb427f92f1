"""`bumblepuppy games`: the games of a tournament file, listed and filtered."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from bumblepuppy_server.table import Cause
from bumblepuppy_tournaments.bots.entrants import ConfigError, guess
from bumblepuppy_tournaments.screen.text import one_line, printable
from bumblepuppy_tournaments.store.latest import latest_tournament
from bumblepuppy_tournaments.store.search import ANY, ORDERS, SearchReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from bumblepuppy_tournaments.store.search import Found, FoundSeat, Wanted

VERSION: Final = 1
"""The version of a line of JSON, in the key `game`."""
USUAL_LIMIT: Final = 20
"""Games that are listed for people, if they do not say how many."""
_HEAD: Final = ("slot", "game", "reason", "length", "seats")
_TO_THE_RIGHT: Final = {"slot", "length"}


def show_games(
    db: Path | None,
    wanted: Wanted,
    *,
    order: str,
    limit: int | None,
    json: bool,
) -> None:
    """List the games that are wanted, or attempts that were void.

    Raises:
        StoreError: there is no such file, or it holds no tournament.
        ConfigError: nothing of that kind can be looked for.
    """
    if limit is None and not json:
        limit = USUAL_LIMIT
    with SearchReader(db or latest_tournament()) as reader:
        _refuse_unknown(wanted, reader.plan.names, order)
        # One more than are shown, to see whether there are more.
        found = reader.find(wanted, order, limit + 1 if limit else None)
    shown = found[-limit:] if limit else found
    lines = [*map(_json_line, shown)] if json else [*table(shown)]
    if not json and len(found) > len(shown):
        lines.append(f"There are more: these are the last {limit}; --limit 0 lists all.")
    sys.stdout.writelines(line + "\n" for line in lines)
    sys.stdout.flush()


def _refuse_unknown(wanted: Wanted, names: Sequence[str], order: str) -> None:
    for bot in wanted.bots:
        if bot not in names:
            raise ConfigError(f"--bot {bot!r}: no entrant; {guess(bot, names, 'entrants')}")
    causes = [ANY, *(cause.value for cause in Cause)]
    if wanted.fault is not None and wanted.fault not in causes:
        hint = guess(wanted.fault, causes, "known")
        raise ConfigError(f"--fault {wanted.fault!r}: no cause of a fault; {hint}")
    if wanted.reason is not None and not wanted.reason.isprintable():
        raise ConfigError(f"--reason {wanted.reason!r}: no text")
    if order not in ORDERS:
        raise ConfigError(f"--order {order!r}: expected one of {', '.join(ORDERS)}")
    if wanted.place is not None and not wanted.bots:
        raise ConfigError("--place: whose? Name the bot by --bot as well")
    of_results = (wanted.place, wanted.fault, wanted.reason, wanted.longer, wanted.shorter)
    if wanted.void and any(value is not None for value in of_results):
        raise ConfigError("--void: a void game has no result to be looked for; --bot alone can be")


def table(games: Sequence[Found]) -> Iterator[str]:
    """Write games as aligned lines, the last one last."""
    if not games:
        yield "No game matches."
        return
    rows = [_HEAD, *(_cells(game) for game in games)]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, _HEAD, strict=True)
        yield " ".join(_padded(cell, width, head) for cell, width, head in cells).rstrip()


def _cells(game: Found) -> tuple[str, ...]:
    seats = " · ".join(map(_seat, game.seats))
    reason = game.reason if game.void is None else f"void: {game.void}"
    return (str(game.slot), game.game_id, printable(reason), str(game.length), seats)


def _seat(seat: FoundSeat) -> str:
    """Tell a bot's place, and by a star that it was at fault."""
    place = "" if seat.place is None else f" {seat.place}"
    return f"{printable(seat.name)}{place}{'*' if seat.faults else ''}"


def _padded(text: str, width: int, head: str) -> str:
    gap = " " * (width - cell_len(text))
    return gap + text if head in _TO_THE_RIGHT else text + gap


def _json_line(game: Found) -> str:
    return one_line({"game": VERSION, **asdict(game)})
