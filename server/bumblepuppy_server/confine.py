"""Keep one bot: start it within its limits, and see to it that nothing of it is left.

    python -I -S confine.py LIMITS COMMAND…

LIMITS are those of a process, such as `CORE=0,NOFILE=1024`. This stands between a tournament and a
bot, and waits:

- for the bot's end: whatever the bot has started is killed then, even if it went to a session of
  its own, and this ends in the way that the bot did;
- for its own standard input: a byte asks the bot politely to end. The end of the input ends the
  bot at once; the system sees to that when the tournament is killed.

It needs the standard library alone, and starts in a few milliseconds.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_TO_GO_FIRST = b"500"
"""Thousandths of the memory that a bot seems to hold more than it does, when the system is short of
memory and looks for whom to kill."""


def main() -> None:
    """Keep the bot, and end as it did."""
    limits, command = sys.argv[1], sys.argv[2:]
    _ask_linux(_PR_SET_CHILD_SUBREAPER, 1)  # who loses its parent becomes a child of this
    woken = _wake_on(signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    keeper = os.getpid()
    try:
        bot = os.fork()
    except OSError as error:
        sys.exit(f"cannot start {command[0]!r}: {error.strerror}")
    if bot == 0:
        _become(command, limits, keeper)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):  # else the bot's output would not end with the bot
        os.dup2(nowhere, output)
    _end_like(_sweep(bot, _wait(bot, woken)))


def _ask_linux(option: int, value: int) -> None:
    """Call `prctl`; other systems do without."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value)


def _wake_on(*numbers: signal.Signals) -> int:
    """Have signals written to a pipe, a byte each, and give its other end."""
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    for number in numbers:
        signal.signal(number, lambda *_: None)
    return woken


def _become(command: list[str], limits: str, keeper: int) -> NoReturn:
    """Become the bot, in a session of its own."""
    os.setsid()
    _ask_linux(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != keeper:  # it died before the system was asked
        os._exit(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
        signal.signal(number, signal.SIG_DFL)
    with contextlib.suppress(OSError):
        os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), _TO_GO_FIRST)
    for limit in limits.split(","):
        _limit(*limit.split("="))
    try:
        os.execvp(command[0], command)  # noqa: S606 - to run the command is the purpose
    except OSError as error:
        os.write(2, f"cannot run {command[0]!r}: {error.strerror}\n".encode())
        os._exit(1)


def _limit(name: str, value: str) -> None:
    """Lower a limit, unless it is lower already."""
    number = getattr(resource, f"RLIMIT_{name}")
    _, hard = resource.getrlimit(number)
    least = int(value) if hard == resource.RLIM_INFINITY else min(int(value), hard)
    # At the soft limit of its processor time a process gets a signal that tells why it ends.
    room = 1 if name == "CPU" and least != hard else 0
    resource.setrlimit(number, (least, least + room))


def _wait(bot: int, woken: int) -> int | None:
    """Wait for the bot's end, and give how it ended; or for the word to end it."""
    while True:
        ready, _, _ = select.select([0, woken], [], [])
        if 0 in ready:
            if not os.read(0, 1):
                return None
            _kill_group(bot, signal.SIGTERM)
        if woken in ready and set(os.read(woken, 4096)) != {signal.SIGCHLD}:
            return None
        if bot in (ended := dict(_ended(wait=False))):
            return ended[bot]


def _sweep(bot: int, status: int | None) -> int:
    """Kill all that is left, and give how the bot ended."""
    _kill_group(bot, signal.SIGKILL)  # at once, so that none of them can start another
    while True:
        for pid in _descendants():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not (ended := dict(_ended(wait=True))):
            break
        status = ended.get(bot, status)
    assert status is not None, "the bot was among them"
    return status


def _kill_group(bot: int, number: signal.Signals) -> None:
    with contextlib.suppress(OSError):  # the bot has yet to make it, or it is gone
        os.killpg(bot, number)


def _ended(*, wait: bool) -> Iterator[tuple[int, int]]:
    """Yield the children that have ended, and how; wait for the first, if told to."""
    options = 0 if wait else os.WNOHANG
    with contextlib.suppress(ChildProcessError):  # there is none
        while (child := os.waitpid(-1, options))[0]:
            yield child
            options = os.WNOHANG


def _descendants() -> list[int]:
    """List the processes that descend from this one; where there is no `/proc`, none."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():  # noqa: PTH112, PTH208 - quick
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                # After the command, which may hold anything, come the state and the parent.
                parent = int(file.read().rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(name))
    found = [os.getpid()]
    for pid in found:  # which grows
        found += children.get(pid, [])
    return found[1:]


def _end_like(status: int) -> NoReturn:
    """End as a process with this status did."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        with contextlib.suppress(OSError):  # for SIGKILL nothing need be set
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code & 0xFF)


if __name__ == "__main__":
    main()
