"""`bumblepuppy serve`: a tournament of bots that come over a network, and of some at home."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import select
import socket
import ssl
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bumblepuppy_server.spec import Listen
from bumblepuppy_tournaments.bots.entrants import ConfigError, Entrant
from bumblepuppy_tournaments.bots.roster import load_roster
from bumblepuppy_tournaments.hosting.certificate import make_certificate
from bumblepuppy_tournaments.hosting.invitations import FILE, load_invitations
from bumblepuppy_tournaments.hosting.lobby import Lobby
from bumblepuppy_tournaments.play.files import db_of, roster_of
from bumblepuppy_tournaments.play.run import run_tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from bumblepuppy_tournaments.exit_codes import ExitCode
    from bumblepuppy_tournaments.settings.settings import Settings

LISTEN: Final = "127.0.0.1:7600"
"""Where bots come to, where nobody says: this machine alone."""
ALLOWANCE: Final = 0.2
"""Seconds of each decision that are granted to the network, where nobody says."""
CONCURRENCY: Final = 64
"""Games in flight, where nobody says: who is far away gets many at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the organiser asks for."""

    load: Callable[[], Settings]
    listen: str = LISTEN
    certificate: Path | None = None
    key: Path | None = None
    make_cert: bool = False
    insecure: bool = False
    """Whether what is said may be read by anybody on the way."""
    start_at: str | None = None
    allowance: float | None = None
    plain: bool = False
    json: bool = False


def serve(wishes: Wishes) -> ExitCode:
    """Host a tournament.

    Raises:
        BumblepuppyError: something is wrong with what was asked for, or the run cannot go on.
    """
    listen = _listen(wishes)
    settings = wishes.load()
    start_at = read_time(wishes.start_at, dt.datetime.now().astimezone())
    invitations = db_of(settings).parent / FILE
    lobby = Lobby(listen, invitations, settings.game, start_at, _pressed_enter)
    return run_tournament(
        lambda: _with_guests(wishes, invitations),
        plain=wishes.plain,
        json=wishes.json,
        hosting=lobby,
        greeting=_how_to_come(listen),
    )


def _with_guests(wishes: Wishes, invitations: Path) -> Settings:
    """Give what is to be played: with the bots that were named, and those that are invited."""
    settings = wishes.load()
    at_home = list(settings.bots) or [
        entry.entrant for entry in load_roster(roster_of(settings)) if entry.plays(settings.game)
    ]
    guests = [
        Entrant(name=each.name, command=())
        for each in load_invitations(invitations)
        if not each.revoked
    ]
    if not guests:
        raise ConfigError(f"nobody is invited in {invitations}: bumblepuppy invite NAME")
    clocks = settings.clocks
    allowance = clocks.network or ALLOWANCE if wishes.allowance is None else wishes.allowance
    everybody = settings.with_bots([*at_home, *guests])
    return replace(
        everybody,
        clocks=replace(clocks, network=allowance),
        workers=1,  # a bot has one stream
        concurrency=settings.concurrency or CONCURRENCY,
        thinkers=settings.thinkers or len(everybody.bots),  # each on a machine of its own
    )


def _pressed_enter() -> bool:
    """Tell whether somebody at a terminal has pressed Enter."""
    if not sys.stdin.isatty():
        return False
    ready, _, _ = select.select([sys.stdin], [], [], 0)
    return bool(ready and sys.stdin.readline())


def read_time(text: str | None, now: dt.datetime) -> float | None:
    """Read when to begin: `18:00`, today or else tomorrow, or a date with a time in ISO 8601.

    Returns:
        Seconds since the epoch.

    Raises:
        ConfigError: it is neither, or long ago.
    """
    if text is None:
        return None
    try:
        with contextlib.suppress(ValueError):
            at = dt.datetime.combine(now.date(), dt.time.fromisoformat(text), now.tzinfo)
            return (at if at >= now else at + dt.timedelta(days=1)).timestamp()
        at = dt.datetime.fromisoformat(text)
    except ValueError:
        raise ConfigError(
            f"--start-at {text!r}: expected a time such as 18:00 or 2026-12-31T18:00"
        ) from None
    return (at if at.tzinfo else at.replace(tzinfo=now.tzinfo)).timestamp()


# --- where bots come to ---


def _listen(wishes: Wishes) -> Listen:
    """Check where bots are to come to, and how safely.

    Raises:
        ConfigError: nobody can come there, or everybody on the way could read what is said.
    """
    host, port = _host_and_port(wishes.listen)
    certificate, key = wishes.certificate, wishes.key
    if wishes.make_cert:
        hosts = list(dict.fromkeys([host, "localhost", "127.0.0.1", socket.gethostname()]))
        certificate, key = make_certificate(Path(), hosts, dt.datetime.now(dt.UTC))
    if (certificate is None) != (key is None):
        raise ConfigError("--tls-cert and --tls-key belong together: give both, or neither")
    if certificate and key:
        _refuse_bad_pair(certificate, key)
    elif not (wishes.insecure or _is_loopback(host)):
        raise ConfigError(
            f"--listen {wishes.listen}: beyond this machine anybody on the way could read tokens"
            " and cards. Give --tls-cert and --tls-key (--make-cert makes a pair to try), or say"
            " --insecure"
        )
    _refuse_taken(host, port, wishes.listen)
    return Listen(
        address=wishes.listen,
        certificate=str(certificate) if certificate else None,
        key=str(key) if key else None,
    )


def _host_and_port(listen: str) -> tuple[str, int]:
    host, colon, port = listen.rpartition(":")
    if not (colon and host and port.isdecimal() and 0 < int(port) < 1 << 16):
        raise ConfigError(f"--listen {listen!r}: expected HOST:PORT, such as 0.0.0.0:7600")
    return host.strip("[]"), int(port)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _refuse_bad_pair(certificate: Path, key: Path) -> None:
    for option, file in (("--tls-cert", certificate), ("--tls-key", key)):
        if not file.is_file():
            raise ConfigError(f"{option}: there is no file {str(file)!r}")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(
            f"--tls-cert {certificate} and --tls-key {key} are no pair in PEM: {error}"
        ) from error


def _refuse_taken(host: str, port: int, listen: str) -> None:
    """Refuse an address that cannot be listened at, before the referee would fail for it."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise ConfigError(f"--listen {listen}: cannot be listened at: {error.strerror}") from error


def _how_to_come(listen: Listen) -> str:
    """Say what guests need."""
    where = f"tls:{listen.address}" if listen.certificate else listen.address
    certificate = f" BUMBLEPUPPY_CERT={listen.certificate}" if listen.certificate else ""
    return (
        f"Guests come to {where}, each with its own token:\n"
        f"  BUMBLEPUPPY_REFEREE={where}{certificate} BUMBLEPUPPY_TOKEN=… python my_bot.py"
    )
