"""Hooks: an organiser's own programs, called when something has happened.

A hook may be slow, fail or hang: it is told of once, and the tournament neither waits for it nor
ends for it. So each hook has threads of its own that do nothing but wait for its processes.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import sys
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import TYPE_CHECKING, Final

from bumblepuppy_tournaments.bots.entrants import PYTHON, ConfigError
from bumblepuppy_tournaments.events.log import line_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bumblepuppy_tournaments.events.event import Event

AT_ONCE: Final = 2
"""Calls of one hook that may run at one time."""
MOST_WAITING: Final = 1000
"""Calls that may wait for their turn; beyond, events are left out."""
TIME_LIMIT: Final = 60.0
"""Seconds that a call may take."""


class Hook:
    """One program, to be called at events of one type."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        at: str,
        environment: Mapping[str, str],
        *,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        """Prepare to call a program.

        Args:
            name: What to call the hook in messages: its option.
            command: The program and its arguments.
            at: The type of the events.
            environment: What its processes are told in their environment besides.
            time_limit: Seconds that a call may take.

        Raises:
            ConfigError: there is no such program.
        """
        self._name, self._at = name, at
        self._command = _program(name, command)
        self._environment = {**os.environ, **environment}
        self._time_limit = time_limit
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="hook")
        self._calls: set[Future[None]] = set()
        self._processes: set[Popen[bytes]] = set()
        self._closing = False
        self.complaints: deque[str] = deque()
        """What is to be told to people: the first of everything that went wrong, once."""
        self._complained = False

    def take(self, event: Event) -> None:
        """Call the program about an event, soon; other events than its own are passed over."""
        if event["type"] != self._at:
            return
        if len(self._calls) >= MOST_WAITING:
            self._complain(f"is too slow: {MOST_WAITING} calls wait, and further events are lost")
            return
        call = self._pool.submit(self._call, event)
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    def is_idle_within(self, seconds: float) -> bool:
        """Wait a little, and tell whether no call is left."""
        return not wait(set(self._calls), seconds).not_done

    def close(self, patience: float) -> None:
        """Wait so many seconds for the calls that are left, and end what is not over by then."""
        try:
            left = wait(set(self._calls), patience).not_done
        finally:
            self._closing = True
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in set(self._processes):
                _kill(process)
            self._pool.shutdown()
        if left:
            self._complained = False
            self._complain(f"was not done in time: calls that were given up: {len(left)}")

    def _call(self, event: Event) -> None:
        about = {"BUMBLEPUPPY_EVENT": str(event["type"])}
        about |= {
            f"BUMBLEPUPPY_{k.upper()}": str(event[k]) for k in ("slot", "game_id") if k in event
        }
        try:
            process = Popen(  # noqa: S603 - the organiser's own
                self._command,
                env={**self._environment, **about},
                stdin=PIPE,
                stdout=DEVNULL,  # the screen is the tournament's
                stderr=DEVNULL,
                start_new_session=True,  # it is ended as a group, and hears no Ctrl-C
            )
        except OSError as error:
            self._complain(f"cannot be started: {error.strerror}")
            return
        self._processes.add(process)
        try:
            if self._closing:
                _kill(process)
            process.communicate(line_of(event).encode(), self._time_limit)
        except TimeoutExpired:
            _kill(process)
            process.communicate()
            self._complain(f"took more than {self._time_limit:g} s, and was ended")
        finally:
            self._processes.discard(process)
        if process.returncode and not self._closing:
            self._complain(
                f"failed with exit code {process.returncode}; to see why, run it yourself with"
                f" the event on its standard input: {shlex.join(self._command)}"
            )

    def _complain(self, what: str) -> None:
        if not self._complained:
            self._complained = True
            self.complaints.append(f"{self._name}: {what}")


def _program(name: str, command: Sequence[str]) -> list[str]:
    """Give the words to execute, as for bots: Python runs a `.py` file.

    Raises:
        ConfigError: there is no such program.
    """
    first, *rest = command
    if first == PYTHON:
        return [sys.executable, *rest]
    if first.endswith(".py") and Path(first).is_file():
        return [sys.executable, *command]
    if shutil.which(first) is None:
        raise ConfigError(f"{name}: there is no program {first!r}: check the spelling")
    return [*command]


def _kill(process: Popen[bytes]) -> None:
    """End a process that has not been waited for, and all of its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
