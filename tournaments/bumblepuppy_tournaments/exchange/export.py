"""`bumblepuppy export`: a tournament's games and results, for other programs."""

from __future__ import annotations

import csv
import io
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TextIO

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.exchange.head import Head
from bumblepuppy_tournaments.exchange.parquet import write_parquet
from bumblepuppy_tournaments.store.latest import latest_tournament
from bumblepuppy_tournaments.store.results import ResultRow, ResultsReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMATS: Final = ("jsonl", "csv", "parquet")


def export(db: Path | None, format_: str | None, output: Path | None, *, head: bool) -> None:
    """Write the records of a tournament file, or its results, in schedule order.

    Args:
        db: The tournament file; `None`: the one here that was played last.
        format_: One of `FORMATS`; `None`: by the ending of `output`, else `jsonl`.
        output: The file to write; `None`: standard output.
        head: Begin the records with a line about the tournament as a whole.

    Raises:
        ConfigError: the format is unknown, or cannot be had here; or `output` cannot be written,
            or holds the tournament.
        StoreError: there is no such tournament file.
    """
    chosen = _format(format_, output)
    if head and chosen != "jsonl":
        raise ConfigError(f"--head: only jsonl has one, and this is {chosen}: leave it out")
    with ResultsReader(db or latest_tournament()) as reader:
        if output and output.exists() and output.samefile(reader.path):
            raise ConfigError(f"--output {output}: this is the tournament file: name another")
        if chosen == "parquet":
            if output is None:
                raise ConfigError("--format parquet: it is no text: name a file by --output")
            with _told(output):
                write_parquet(reader.rows(), output)
            return
        with _opened(output) as file:
            if chosen == "csv":
                _write_csv(reader, file)
            else:
                _write_records(reader, file, head=head)


def _format(said: str | None, output: Path | None) -> str:
    if said is None:
        ending = output.suffix.lower().removeprefix(".") if output else ""
        return ending if ending in FORMATS else FORMATS[0]
    if said not in FORMATS:
        raise ConfigError(f"--format {said!r}: expected one of {', '.join(FORMATS)}")
    return said


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    """Give where to write to; lines end as they are written there."""
    if output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="")
        yield sys.stdout
        sys.stdout.flush()
    else:
        with _told(output), output.open("w", encoding="utf-8", newline="") as file:
            yield file


@contextmanager
def _told(output: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigError(f"--output {output}: cannot be written: {error.strerror}") from error


def _write_records(reader: ResultsReader, to: TextIO, *, head: bool) -> None:
    if head:
        to.write(Head.of(reader).to_json() + "\n")
    to.writelines(record + "\n" for record in reader.records())


def _write_csv(reader: ResultsReader, to: TextIO) -> None:
    """Write RFC 4180: lines end in CR LF, and quotes stand where they must."""
    table = csv.writer(to)
    table.writerow(ResultRow._fields)
    # 1 and 0 are read as numbers and as truth values by most that read tables.
    table.writerows(
        [int(cell) if isinstance(cell, bool) else cell for cell in row] for row in reader.rows()
    )
