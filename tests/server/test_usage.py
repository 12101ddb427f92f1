"""What a bot and all that it has started use, as the system tells."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server.limits import MIB
from bumblepuppy_server.usage import Usage, can_look, kills_for_memory, usage_below
from evenings import needs_proc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = needs_proc

MANY = 1000
FAMILY = """
import os, signal, sys, time
hoard = bytearray(b"x" * ({mib} << 20))
end = time.process_time() + {seconds}
while time.process_time() < end: pass
for _ in range({children}):
    if os.fork() == 0:
        signal.pause()
print(flush=True)
signal.pause()
"""


def family(
    mib: int = 0, seconds: float = 0.0, children: int = 0
) -> contextlib.AbstractContextManager[int]:
    """Start a keeper, whose only child holds memory, has worked, and has children of its own."""
    return keeping(FAMILY.format(mib=mib, seconds=seconds, children=children))


@contextlib.contextmanager
def keeping(script: str) -> Iterator[int]:
    """Start a keeper, whose only child runs a script up to its first line of output."""
    keeper = ("sh", "-c", '"$0" -I -S -c "$1" & wait', sys.executable, script)
    with subprocess.Popen(keeper, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process.pid
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_there_are_processes_to_look_at() -> None:
    assert can_look()


def test_the_keeper_itself_is_not_counted() -> None:
    with family() as keeper:
        assert usage_below(keeper, MANY).processes == 1


def test_all_that_descend_from_it_are_counted() -> None:
    with family(children=3) as keeper:
        assert usage_below(keeper, MANY).processes == 4


def test_no_more_are_counted_than_need_be() -> None:
    with family(children=30) as keeper:
        assert usage_below(keeper, 10).processes == 11


def test_memory_that_processes_share_counts_once_if_it_is_counted_exactly() -> None:
    with family(mib=64, children=3) as keeper:
        assert usage_below(keeper, MANY).memory > 200 * MIB
        assert 64 * MIB < usage_below(keeper, MANY, exact=True).memory < 100 * MIB


def test_a_file_in_memory_is_not_held(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(bytes(64 * MIB))
    script = f"""
import mmap, signal
with open({str(tmp_path / "model")!r}, "rb") as file:
    seen = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
sum(seen[n] for n in range(0, len(seen), 4096))
print(flush=True)
signal.pause()
"""
    with keeping(script) as keeper:
        for exact in (False, True):
            assert 0 < usage_below(keeper, MANY, exact=exact).memory < 32 * MIB


def test_processor_time_is_that_of_all() -> None:
    with family(seconds=0.3) as keeper:
        assert usage_below(keeper, MANY).processor_s == pytest.approx(0.3, abs=0.15)


def test_who_is_gone_uses_nothing() -> None:
    process = subprocess.Popen(("true",))
    process.wait()
    assert usage_below(process.pid, MANY) == Usage(0, 0.0, 0)


def test_the_system_counts_whom_it_kills_for_want_of_memory() -> None:
    assert kills_for_memory() >= 0
