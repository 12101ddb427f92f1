"""The lock that keeps a second runner from a tournament file."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from bumblepuppy_sdk.errors import BumblepuppyError

if TYPE_CHECKING:
    from pathlib import Path


class StoreError(BumblepuppyError):
    """A tournament file cannot be used; the message names the file and the remedy."""


class WriterLock:
    """Held by the one process that writes a tournament file.

    The lock is on a file beside the tournament's, whose content is the holder's process number.
    The system lets it go when the holder ends, however it ends. It cannot be on the tournament
    file itself: closing a second handle on that would drop the database's own locks.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock for the tournament file `path`.

        Raises:
            StoreError: another process holds it, or there is no folder that can be written.
        """
        if not path.parent.is_dir():
            raise StoreError(f"there is no folder {path.parent} to put {path.name} in: make it")
        # Two links to one file are one tournament.
        whole = path.resolve()
        self._side = whole.with_name(whole.name + ".lock")
        try:
            self._handle = self._take(path)
        except OSError as error:
            raise StoreError(
                f"{path}: cannot make {self._side.name} beside it ({error.strerror}):"
                " play in a folder that you may write, by --db"
            ) from error
        os.ftruncate(self._handle, 0)
        os.write(self._handle, str(os.getpid()).encode())

    def _take(self, path: Path) -> int:
        while True:
            # Not inherited by the processes of the bots, which may outlive a killed runner.
            handle = os.open(self._side, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.read(handle, 20).decode() or "unknown"
                os.close(handle)
                raise StoreError(
                    f"{path} is being played by process {holder}: wait for it or stop it,"
                    " or name another file by --db"
                ) from None
            if self._is_current(handle):
                return handle
            os.close(handle)

    def _is_current(self, handle: int) -> bool:
        """Tell whether the locked file still has its name, or its last holder removed it."""
        try:
            return os.path.samestat(os.fstat(handle), self._side.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let the lock go, and clear the file away."""
        self._side.unlink(missing_ok=True)
        os.close(self._handle)
