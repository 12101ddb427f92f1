"""What is told of a tournament before its first game and after its last."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bumblepuppy_tournaments.schedule.schedule import Deals, matches_for

if TYPE_CHECKING:
    from bumblepuppy_tournaments.play.agenda import Agenda
    from bumblepuppy_tournaments.settings.settings import Settings
    from bumblepuppy_tournaments.store.reader import Reader
    from bumblepuppy_tournaments.store.writer import Writer


def is_empty(reader: Reader) -> bool:
    """Tell whether no game has a result, not even one that waits for an earlier one."""
    return next(reader.records(), None) is None


def opening(settings: Settings, writer: Writer, agenda: Agenda) -> list[str]:
    """Tell what is worth knowing before the first game."""
    lines = []
    if settings.competition.format.kind.is_endless and settings.whole_games != settings.games:
        matches = matches_for(settings.games, settings.seats)
        lines.append(
            f"{settings.games} games are rounded up to {settings.whole_games}: "
            f"{matches} whole matches of {settings.seats}"
        )
    if settings.deals is None and writer.plan.deals is Deals.INDEPENDENT:
        lines.append(
            "Every game has its own deal, as a bot could remember one that comes back. "
            "For bots that you trust: --deals shared"
        )
    played = agenda.standings.games_played
    if agenda.is_over and agenda.verdict:
        lines.append(f"Nothing is left to play in {writer.path}. To play on, leave the rule out")
    elif agenda.is_over:
        lines.append(
            f"All {played} games in {writer.path} are played. More: a higher --games. "
            "Another tournament: another file by --db"
        )
    elif writer.resumed:
        lines.append(f"Playing on in {writer.path}, where {played} games are played")
        names = writer.plan.names
        lines += [found.in_words(names[found.entrant]) for found in writer.suspensions()]
        if writer.secret_told:
            lines.append("The secret of the deals is known by now: from here on they are no secret")
    return lines


def closing(writer: Writer, agenda: Agenda) -> list[str]:
    """Tell what is worth knowing after the last game."""
    verdict = [agenda.verdict] if agenda.verdict else []
    if agenda.is_over:
        writer.tell_secret()
        end = "No more games are needed." if agenda.is_decided else "All games are played."
        return [*verdict, f"{end} The secret of the deals: {writer.secret.hex()}"]
    if is_empty(writer):
        return ["Stopped before the first game was over."]
    return [
        *verdict,
        f"Stopped; all finished games are in {writer.path}. To play on:",
        f"  {this_command()}",
    ]


def this_command() -> str:
    """Give the command that was typed, to be typed again."""
    program = Path(sys.argv[0])
    found = shutil.which(program.name)
    typed = program.name if found and program.samefile(found) else sys.argv[0]
    return shlex.join([typed, *sys.argv[1:]])
