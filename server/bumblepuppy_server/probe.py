"""Ask a referee whether it is well: `python -m bumblepuppy_server.probe HOST:PORT`.

For containers, services and whoever watches over them: it calls the standard health service, and
ends with 0 if the referee serves, else with 1 and a line that says why.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

if TYPE_CHECKING:
    from collections.abc import Sequence

PATIENCE: Final = 3.0
"""Seconds to wait for an answer."""


def status_of(
    address: str,
    certificate: bytes | None = None,
    host: str | None = None,
    seconds: float = PATIENCE,
) -> str:
    """Ask the health service at `address` how the referee is, and give the word for it.

    Args:
        address: As gRPC writes it: `host:port` or `unix:/path`.
        certificate: What the server is to be known by, in PEM: its own certificate, or that of
            who signed it. `None`: without TLS.
        host: The name in the server's certificate, where it is not that of the address.
        seconds: How long to wait.

    Returns:
        `SERVING`, or another status of `grpc.health.v1`, or of gRPC: `UNAVAILABLE`.
    """
    options = [("grpc.ssl_target_name_override", host)] if host else []
    if certificate is None:
        channel = grpc.insecure_channel(address)
    else:
        channel = grpc.secure_channel(address, grpc.ssl_channel_credentials(certificate), options)
    with channel:
        health = health_pb2_grpc.HealthStub(channel)
        request = health_pb2.HealthCheckRequest()
        try:
            answer = health.Check(request, timeout=seconds)
        except grpc.RpcError as error:
            return str(error.code().name)
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


def main(words: Sequence[str] | None = None) -> int:
    """Ask as the command line says, and give the exit code."""
    parser = argparse.ArgumentParser(prog="bumblepuppy_server.probe", description=__doc__)
    parser.add_argument("address", help="HOST:PORT, or unix:/PATH")
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="the server's certificate")
    parser.add_argument("--tls-host", metavar="HOST", help="the name that stands in it")
    said = parser.parse_args(words)
    try:
        certificate = said.tls_cert.read_bytes() if said.tls_cert else None
    except OSError as error:
        parser.error(f"--tls-cert {said.tls_cert}: {error.strerror}")
    status = status_of(said.address, certificate, said.tls_host)
    if status == "SERVING":
        return 0
    sys.stderr.write(f"{said.address}: {status}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
