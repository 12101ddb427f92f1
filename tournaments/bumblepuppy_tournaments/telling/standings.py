"""Looking at a tournament file from a second terminal: `standings`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.play.progress import Progress
from bumblepuppy_tournaments.play.rate import Rate
from bumblepuppy_tournaments.screen.display import PlainDisplay, choose_display
from bumblepuppy_tournaments.screen.heading import Heading
from bumblepuppy_tournaments.screen.render import ranking, standings_json
from bumblepuppy_tournaments.store.latest import latest_tournament
from bumblepuppy_tournaments.store.writer import Reader
from bumblepuppy_tournaments.telling.explain import leads

if TYPE_CHECKING:
    from pathlib import Path

    from bumblepuppy_tournaments.table.standings import Standings

LOOK_EVERY: Final = 0.5
"""Seconds between two looks at a file that is being played."""


def show_standings(db: Path | None, *, watch: bool, json: bool) -> None:
    """Print the standings of a tournament file once, or renew them until the last game.

    Raises:
        StoreError: there is no such file, or it holds no tournament.
    """
    with Reader(db or latest_tournament()) as reader:
        if watch:
            _watch(reader, json=json)
        elif json:
            print(standings_json(reader.standings()))
        else:
            _show_once(reader)


def _show_once(reader: Reader) -> None:
    standings = reader.standings()
    with PlainDisplay(Heading.of(reader)) as display:
        display.say(f"{standings.games_played} of {standings.games_planned} games are played")
        if reader.secret_told:
            display.say(f"secret {reader.secret.hex()}")
        display.finish(standings)
        for line in ranking(standings):
            display.say(line)
        for line in leads(standings, reader.known_secret, reader.path):
            display.say(line)


def _watch(reader: Reader, *, json: bool) -> None:
    # The order of a format, for which all games are read, is shown at the end.
    standings = reader.fold().standings
    rate = Rate(time.monotonic(), standings.games_played, standings.decisions)
    with choose_display(Heading.of(reader), plain=False, json=json) as display:
        while standings.games_played < standings.games_planned:
            display.update(standings, _progress(standings, rate))
            time.sleep(LOOK_EVERY)
            standings = reader.fold().standings
        display.update(standings, _progress(standings, rate))
    standings = reader.standings()
    display.finish(standings)
    for line in ranking(standings):
        display.say(line)
    for line in leads(standings, reader.known_secret, reader.path):
        display.say(line)


def _progress(standings: Standings, rate: Rate) -> Progress:
    played, planned = standings.games_played, standings.games_planned
    games, decisions = rate.mark(time.monotonic(), played, standings.decisions)
    return Progress(
        games_done=played,
        games_planned=planned,
        games_per_s=games,
        decisions_per_s=decisions,
        seconds_left=(planned - played) / games if games else None,
    )
