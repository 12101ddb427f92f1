"""What the command line's options are called and mean, each kind once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Games = Annotated[int | None, typer.Option(help="Games to play in all; whole matches are played.")]
Db = Annotated[
    Path | None, typer.Option(help="The tournament file; else the one here that was played last.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Name = Annotated[str | None, typer.Option(help="The bot's name; else its file's.")]
Sandbox = Annotated[
    str | None, typer.Option(help="auto (default): bwrap where it works | bwrap | none")
]
Command = Annotated[
    list[str],
    typer.Argument(help="A Python file, or after -- any command.", metavar="BOT.py | -- COMMAND…"),
]
File = Annotated[
    Path | None,
    typer.Argument(
        help="The tournament file; else the one here that was played last.", metavar="FILE"
    ),
]
Rule = Annotated[list[str] | None, typer.Option(help="A rule: KEY=VALUE. Repeatable.")]
Bots = Annotated[
    list[str] | None,
    typer.Option(help="An entrant: NAME=FILE.py, NAME=COMMAND, or a sample bot. Repeatable."),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="round-robin (default) | gauntlet | swiss | knockout | ladder",
    ),
]
Challenger = Annotated[
    list[str] | None, typer.Option(help="A bot that plays a gauntlet. Repeatable.")
]
Rounds = Annotated[int | None, typer.Option(help="Rounds of a Swiss; else as many as it needs.")]
BestOf = Annotated[
    int | None, typer.Option(help="Blocks at a table of a Swiss or knockout; else 1.")
]
Apart = Annotated[
    bool | None, typer.Option("--apart", help="Keep bots of one author at different tables.")
]
Fill = Annotated[
    str | None, typer.Option(help="Let house bots take free seats, unrated: random | greedy")
]
Tau = Annotated[
    float | None, typer.Option(help="How much skill drifts a game; 0, in a ladder 0.083.")
]
Anchor = Annotated[
    list[str] | None,
    typer.Option(help="Hold a bot's rating fixed: NAME=MU, from 0 to 50. Repeatable."),
]
Until = Annotated[
    float | None,
    typer.Option(help="Stop when the order of all bots is known with this confidence."),
]
SprtBots = Annotated[
    tuple[str, str] | None,
    typer.Option("--sprt", help="Stop when it is decided between two bots.", metavar="BOT BOT"),
]
Bounds = Annotated[
    tuple[float, float] | None,
    typer.Option(help="Of --sprt: two differences of mean score, else 0 0.05.", metavar="LOW HIGH"),
]
Seed = Annotated[str | None, typer.Option(help="Derive the deals from this; else from a secret.")]
Deals = Annotated[
    str | None,
    typer.Option(help="shared (by a match; usual among sample bots) | block | independent"),
]
Concurrency = Annotated[
    int | None, typer.Option(help="Games at one time; else as many as suits the bots.")
]
Thinkers = Annotated[
    int | None,
    typer.Option(help="Bots that think at one time, if slow; else one a processor."),
]
AskForced = Annotated[
    bool | None,
    typer.Option("--ask-forced", help="Ask bots even where they have no choice."),
]
Suspend = Annotated[
    bool | None,
    typer.Option(
        "--suspend/--no-suspend",
        help="Play on without bots that spoil more than a tenth of 20 games or more (usual).",
    ),
]
ProcessorSeconds = Annotated[
    int | None, typer.Option(help="Processor time for each of a bot's processes.")
]
OpenFiles = Annotated[int | None, typer.Option(help="Files that a bot's process may have open.")]
FileSize = Annotated[int | None, typer.Option(help="MiB of the largest file that a bot may write.")]
Events = Annotated[
    Path | None,
    typer.Option(help="Tell what happens, a JSON object a line: a file to add to, or - to print."),
]
OnGameEnd = Annotated[
    str | None,
    typer.Option(metavar="COMMAND", help="Run at the end of each game, its event on the input."),
]
OnFinish = Annotated[
    str | None,
    typer.Option(metavar="COMMAND", help="Run when all games are played; as --on-game-end."),
]
