"""Hosts in network namespaces of this machine, and the wires between them, which can be bad.

Each host has a TUN device; what it sends arrives at this process, which is all the wire there is:
it hands a packet on late, in order, or not at all. Linux has `tc netem` for the same, but not all
kernels have that.
"""

from __future__ import annotations

import contextlib
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TUN: Final = Path("/dev/net/tun")
_TUNSETIFF: Final = 0x400454CA
_IFF_TUN, _IFF_NO_PI = 0x0001, 0x1000
_LARGEST: Final = 1 << 16
_DESTINATION: Final = slice(16, 20)
"""Where an IPv4 packet says where it goes."""


@dataclass(frozen=True, slots=True)
class Wire:
    """How a host is connected."""

    delay: float = 0.0
    """Seconds that a packet takes, to the host as well as from it."""
    jitter: float = 0.0
    """Seconds by which it takes more, at most."""
    loss: float = 0.0
    """The share of packets that never arrive."""


class Host:
    """A host: a network namespace with an address."""

    def __init__(self, number: int, wire: Wire) -> None:
        self.namespace = f"bumblepuppy-{os.getpid()}-{number}"
        self.address = f"10.77.0.{number}"
        self.wire = wire
        self.is_pulled = False
        """Whether nothing goes through its cable."""
        self.lost = 0
        """Packets from it and to it that never arrived."""
        self._device = f"bp{os.getpid() % 100_000}-{number}"
        self.tun = os.open(_TUN, os.O_RDWR | os.O_NONBLOCK)
        self.latest: dict[str, float] = {}
        """By the address of another host: when the last packet to that arrives."""

    def set_up(self) -> None:
        """Make the namespace, and put the device in it."""
        flags = struct.pack("16sH22x", self._device.encode(), _IFF_TUN | _IFF_NO_PI)
        fcntl.ioctl(self.tun, _TUNSETIFF, flags)
        inside = ("ip", "-n", self.namespace)
        for words in (
            ("ip", "netns", "add", self.namespace),
            ("ip", "link", "set", self._device, "netns", self.namespace),
            (*inside, "addr", "add", f"{self.address}/24", "dev", self._device),
            (*inside, "link", "set", self._device, "up"),
            (*inside, "link", "set", "lo", "up"),
        ):
            subprocess.run(words, check=True, capture_output=True, text=True)

    def take_down(self) -> None:
        """Leave nothing of it."""
        os.close(self.tun)
        words = ("ip", "netns", "delete", self.namespace)
        subprocess.run(words, check=False, capture_output=True)

    def command(self, *words: str) -> tuple[str, ...]:
        """Give the command that runs another one on this host."""
        return ("ip", "netns", "exec", self.namespace, *words)


def why_not() -> str:
    """Say why this machine cannot do it; empty if it can."""
    host = None
    try:
        host = Host(1, Wire())
        host.set_up()
    except FileNotFoundError as error:
        return f"{error.filename} is missing"
    except OSError as error:
        return f"{_TUN}: {error.strerror}"
    except subprocess.CalledProcessError as error:
        return f"{' '.join(error.cmd)}: {error.stderr.strip()}"
    finally:
        if host:
            host.take_down()
    return ""


@contextlib.contextmanager
def hosts(wires: Sequence[Wire], seed: int = 0) -> Iterator[list[Host]]:
    """Set up a host at the end of each wire; all can reach each other."""
    with contextlib.ExitStack() as stack:
        found = []
        for number, wire in enumerate(wires, 1):
            host = Host(number, wire)
            stack.callback(host.take_down)
            host.set_up()
            found.append(host)
        over = threading.Event()
        carrying = threading.Thread(target=_carry, args=(found, over, random.Random(seed)))
        carrying.start()
        stack.callback(carrying.join)
        stack.callback(over.set)
        yield found


def _carry(found: Sequence[Host], over: threading.Event, chance: random.Random) -> None:
    """Carry packets until all is over."""
    by_tun = {host.tun: host for host in found}
    by_address = {bytes(map(int, host.address.split("."))): host for host in found}
    under_way: list[tuple[float, int, Host, bytes]] = []
    number = 0
    while not over.is_set():
        wait = under_way[0][0] - time.monotonic() if under_way else 0.1
        ready, _, _ = select.select(list(by_tun), [], [], min(max(0.0, wait), 0.1))
        now = time.monotonic()
        for tun in ready:
            for packet in _packets(tun):
                to = by_address.get(packet[_DESTINATION])
                if to and (due := _arrives(by_tun[tun], to, now, chance)):
                    number += 1
                    heapq.heappush(under_way, (due, number, to, packet))
        while under_way and under_way[0][0] <= now:
            _, _, to, packet = heapq.heappop(under_way)
            with contextlib.suppress(OSError):  # its queue is full, or it is gone
                os.write(to.tun, packet)


def _packets(tun: int) -> Iterator[bytes]:
    with contextlib.suppress(OSError):
        while True:
            yield os.read(tun, _LARGEST)


def _arrives(by: Host, to: Host, now: float, chance: random.Random) -> float | None:
    """Tell when a packet arrives, if it does."""
    at = now
    for host in (by, to):
        wire = host.wire
        if host.is_pulled or chance.random() < wire.loss:
            host.lost += 1
            return None
        at += wire.delay + chance.uniform(0, wire.jitter)
    by.latest[to.address] = at = max(at, by.latest.get(to.address, 0.0))
    return at
