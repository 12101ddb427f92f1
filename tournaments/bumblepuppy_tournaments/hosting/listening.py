"""Where guests come to, how safely, and what they need to know."""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bumblepuppy_server.spec import Listen
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.hosting.certificate import certificate_here

LISTEN: Final = "127.0.0.1:7600"
"""Where bots come to, where nobody says: this machine alone."""
_ANY: Final = ("0.0.0.0", "::")  # noqa: S104 - to know it when it is asked for
"""What stands for all addresses of a machine, and is none to come to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the organiser wants guests to come to."""

    listen: str = LISTEN
    advertise: str | None = None
    """What guests know this machine by; `None`: the host of `listen`, or this machine's name."""
    certificate: Path | None = None
    key: Path | None = None
    make_cert: bool = False
    insecure: bool = False
    """Whether what is said may be read by anybody on the way."""

    def opened(self) -> Listen:
        """Check the place, and how safe it is.

        Raises:
            ConfigError: nobody can come there, or everybody on the way could read what is said.
        """
        host, port = _host_and_port(self.listen)
        certificate, key = self.certificate, self.key
        if (certificate is None) != (key is None):
            raise ConfigError("--tls-cert and --tls-key belong together: give both, or neither")
        if self.make_cert:
            if certificate:
                raise ConfigError("--make-cert and --tls-cert: choose one of them")
            hosts = dict.fromkeys([self._known_by, host, "localhost", "127.0.0.1"])
            certificate, key = certificate_here(Path(), list(hosts), dt.datetime.now(dt.UTC))
        if certificate and key:
            _refuse_bad_pair(certificate, key)
        elif not (self.insecure or _is_loopback(host)):
            raise ConfigError(
                f"--listen {self.listen}: beyond this machine anybody on the way could read tokens"
                " and cards. Give --tls-cert and --tls-key (--make-cert makes a pair to try), or"
                " say --insecure"
            )
        _refuse_taken(host, port, self.listen)
        return Listen(
            address=self.listen,
            certificate=str(certificate) if certificate else None,
            key=str(key) if key else None,
        )

    @property
    def _known_by(self) -> str:
        """By what name or address guests find this machine."""
        host, _ = _host_and_port(self.listen)
        return self.advertise or (socket.gethostname() if host in _ANY else host)

    def directions(self, listen: Listen) -> str:
        """Say what guests need to come there, now that it is open."""
        host, (_, port) = self._known_by, _host_and_port(self.listen)
        where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        lines = ["Each guest sets its own BUMBLEPUPPY_TOKEN, and"]
        if listen.certificate:
            lines.append(f"  BUMBLEPUPPY_REFEREE=tls:{where}")
            lines.append(f"  BUMBLEPUPPY_CERT={Path(listen.certificate).name}")
            lines.append("with a copy of that file; without it, if an authority has signed it.")
        else:
            lines.append(f"  BUMBLEPUPPY_REFEREE={where}")
        return "\n".join(lines)


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
