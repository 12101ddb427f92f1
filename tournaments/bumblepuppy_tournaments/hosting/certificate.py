"""A certificate to try a network with: self-signed, for whoever has no other yet."""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.extras import how_to_install

if TYPE_CHECKING:
    from pathlib import Path

CERTIFICATE: Final = "bumblepuppy-cert.pem"
KEY: Final = "bumblepuppy-key.pem"
DAYS: Final = 90


def certificate_here(folder: Path, hosts: list[str], now: dt.datetime) -> tuple[Path, Path]:
    """Give the pair in a folder: the one that is there, so that guests know it, or a new one.

    Raises:
        ConfigError: as `make_certificate`; or half a pair is there.
    """
    pair = folder / CERTIFICATE, folder / KEY
    return pair if all(file.exists() for file in pair) else make_certificate(folder, hosts, now)


def make_certificate(folder: Path, hosts: list[str], now: dt.datetime) -> tuple[Path, Path]:
    """Make a key and a certificate for some names or addresses of this host.

    Returns:
        The files of the certificate, which every bot needs, and of the key, which nobody else may
        have.

    Raises:
        ConfigError: the library for it is missing, or a file is there already.
    """
    try:
        from cryptography import x509  # noqa: PLC0415 - an extra, needed here alone
        from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
        from cryptography.x509.oid import NameOID  # noqa: PLC0415
    except ImportError:
        raise ConfigError(
            f"--make-cert needs cryptography. Run\n  {how_to_install('cryptography')}"
        ) from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "bumblepuppy")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=DAYS))
        .add_extension(
            x509.SubjectAlternativeName([_named(host) for host in hosts]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return (
        _write(folder / CERTIFICATE, certificate.public_bytes(serialization.Encoding.PEM), 0o644),
        _write(folder / KEY, private, 0o600),
    )


def _named(host: str) -> Any:
    from cryptography import x509  # noqa: PLC0415 - an extra, needed here alone

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _write(path: Path, text: bytes, mode: int) -> Path:
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(text)
    except FileExistsError:
        raise ConfigError(f"{path}: is there already: use it, or take it away first") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from error
    return path
