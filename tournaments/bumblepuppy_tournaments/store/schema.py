"""The tables of a tournament file, and how it is opened.

The results are the truth: they are only ever added to. The snapshot derives from them and may be
thrown away at any time.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from bumblepuppy_tournaments.store.lock import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID: Final = 0x42504D50
"""`BPMP`: marks a database as a tournament."""

FILES_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock")
"""How files are called that lie beside a tournament's while it is played, after its name."""

MIGRATIONS: Final = (
    """
    CREATE TABLE meta (
        key TEXT PRIMARY KEY,   -- plan, commitment, secret, games_planned, created
        value TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE entrant (
        id INTEGER PRIMARY KEY, -- as the schedule numbers them, from 0
        name TEXT NOT NULL UNIQUE,
        command TEXT NOT NULL,  -- a JSON list of words
        author TEXT
    );

    -- One row an attempt. A void one has no rows in seat, and its slot is played again.
    CREATE TABLE result (
        slot INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        game_id TEXT NOT NULL,
        void TEXT,              -- why it does not count
        reason TEXT NOT NULL,
        actions INTEGER NOT NULL,
        seconds REAL NOT NULL,
        record TEXT NOT NULL,   -- the game's record, as RECORDS.md tells
        UNIQUE (slot, attempt)
    );
    CREATE UNIQUE INDEX counted ON result (slot) WHERE void IS NULL;
    CREATE INDEX voided ON result (slot, attempt) WHERE void IS NOT NULL;
    CREATE INDEX named ON result (game_id);

    CREATE TABLE seat (
        slot INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        entrant INTEGER NOT NULL REFERENCES entrant (id),
        place INTEGER NOT NULL,
        penalty INTEGER NOT NULL,
        autopilot INTEGER NOT NULL,
        faults TEXT,            -- a JSON object of counts by cause; null for none
        decisions INTEGER NOT NULL,
        think_s REAL NOT NULL,
        think_max_s REAL NOT NULL,
        PRIMARY KEY (slot, attempt, seat),
        FOREIGN KEY (slot, attempt) REFERENCES result (slot, attempt)
    ) WITHOUT ROWID;

    -- The standings through the first games_played slots.
    CREATE TABLE snapshot (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        games_played INTEGER NOT NULL,
        state TEXT NOT NULL
    );
    """,
    """
    -- Who takes no part in the rest of the schedule, and since when.
    CREATE TABLE suspension (
        entrant INTEGER PRIMARY KEY REFERENCES entrant (id),
        first_slot INTEGER NOT NULL, -- from here on nobody fills its seat
        spoiled INTEGER NOT NULL,    -- why: so many games, of so many
        games INTEGER NOT NULL
    );

    ALTER TABLE seat ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE result ADD COLUMN evidence TEXT; -- JSON, by seat; null where nothing went wrong
    """,
    """
    -- Of a ladder: who joins and who leaves, and from which slot on.
    CREATE TABLE membership (
        slot INTEGER NOT NULL,
        entrant INTEGER NOT NULL REFERENCES entrant (id),
        takes_part INTEGER NOT NULL,
        PRIMARY KEY (slot, entrant)
    ) WITHOUT ROWID;
    """,
)
"""Each leads from one version of the tables to the next; the version is how many were applied."""

_REMEDIES: Final = {
    sqlite3.SQLITE_NOTADB: "is not a tournament file: name another by --db",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore a copy, or try `sqlite3 FILE .recover`",
    sqlite3.SQLITE_FULL: (
        "cannot grow, for the disk is full: free some space and run the same command again;"
        " the results so far are kept"
    ),
    sqlite3.SQLITE_IOERR: (
        "cannot be read or written: check the disk, and whether files may grow (ulimit -f), and run"
        " the same command again; the results so far are kept"
    ),
    sqlite3.SQLITE_READONLY: (
        "may not be written: change its permissions, or copy it and name the copy by --db;"
        " the results in it can still be read"
    ),
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: check that it and its folder may be used",
    sqlite3.SQLITE_BUSY: "is locked by another program: close that and run the command again",
}


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite says of the file `path` into words for people.

    Raises:
        StoreError: for any error of SQLite.
    """
    try:
        yield
    except sqlite3.Error as error:
        # The lower byte is the kind of error; the others are details.
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        remedy = _REMEDIES.get(kind, "cannot be used")
        raise StoreError(f"{path} {remedy} (SQLite: {error})") from error


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open an existing tournament file, which another process may be writing.

    Raises:
        StoreError: there is no such file, or it is no tournament of a version known here.
    """
    if not path.is_file():
        raise StoreError(f"there is no tournament file {path}: check the name, or play one first")
    with _opening(path, _mode_to_read(path.resolve())) as connection:
        connection.execute("PRAGMA query_only = ON")
        found = _version(connection, path)
        if found != len(MIGRATIONS):
            raise StoreError(
                f"{path} has tables of version {found}, and only {len(MIGRATIONS)} is read here:"
                " run its tournament again with this version of bumblepuppy to bring it up to date"
            )
    return connection


def _mode_to_read(path: Path) -> str:
    """Tell SQLite how to open a file that is only to be read.

    Where the folder may be written the file is opened like a writer's, for only then does the last
    to close it clear away the log beside it. Where it may not, SQLite cannot set up its shared
    index, which a file at rest, without a log, can be read without.
    """
    if os.access(path.parent, os.W_OK) and os.access(path, os.W_OK):
        return "mode=rw"
    at_rest = not path.with_name(path.name + "-wal").exists()
    return "mode=ro&immutable=1" if at_rest else "mode=ro"


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Open a tournament file, or make one; its tables are brought up to date.

    Raises:
        StoreError: the file is no tournament, of a newer version, or may not be written.
    """
    with _opening(path, "mode=rwc") as connection:
        version = 0 if _is_blank(connection) else _version(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing under NORMAL; a power cut may lose the last results,
        # which are then played again, but never the file.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            connection.executescript(
                f"BEGIN; {script} PRAGMA application_id = {APPLICATION_ID};"
                f" PRAGMA user_version = {number}; COMMIT;"
            )
    return connection


@contextmanager
def _opening(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Open a connection, and close it again if what is done in the block fails."""
    with plain_errors(path), ExitStack() as stack:
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(path))}?{mode}", uri=True, isolation_level=None
        )
        stack.callback(connection.close)
        yield connection
        stack.pop_all()


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Tell whether the file is new, or was left before its first table was made."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(tables == 0)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Read the version of the tables, and refuse what is no tournament or too new."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is a database, but no tournament: name another file by --db")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{path} was written by a newer bumblepuppy (tables of version {version}, and"
            f" {len(MIGRATIONS)} is the newest known here): upgrade bumblepuppy"
        )
    return int(version)
