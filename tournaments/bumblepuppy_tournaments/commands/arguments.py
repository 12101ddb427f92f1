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
Seed = Annotated[str | None, typer.Option(help="Derive the deals from this; else from a secret.")]
Deals = Annotated[
    str | None, typer.Option(help="shared (by a match; usual among sample bots) | independent")
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
