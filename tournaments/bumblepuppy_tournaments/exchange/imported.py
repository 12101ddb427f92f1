"""A tournament file that was made of records, which were played elsewhere."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bumblepuppy_tournaments.store.lock import WriterLock
from bumblepuppy_tournaments.store.reader import IMPORTED, Reader
from bumblepuppy_tournaments.store.schema import connect_to_write
from bumblepuppy_tournaments.store.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

    from bumblepuppy_tournaments.exchange.head import Head


class ImportedFile(Writer):
    """A new tournament file to put records in; nobody can play on in it afterwards."""

    def __init__(self, path: Path, head: Head) -> None:
        """Make the file `path` for the tournament of which `head` tells.

        Raises:
            StoreError: it cannot be made.
        """
        with ExitStack() as stack:
            stack.callback(WriterLock(path).release)
            connection = connect_to_write(path)
            stack.callback(connection.close)
            self.path, self._connection = path, connection
            self._write_head(head)
            Reader.__init__(self, path, connection)
            self._held = stack.pop_all()

    def _write_head(self, head: Head) -> None:
        meta = {
            "games_planned": str(head.games_planned),
            "commitment": head.commitment,
            IMPORTED: datetime.now(UTC).isoformat(timespec="seconds"),
        }
        if head.secret:
            meta |= {"secret": head.secret.hex(), "secret_told": "1"}
        self._describe(head.plan, meta, head.membership)
