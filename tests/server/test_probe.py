"""The probe, against the health service of a real referee."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from typing import TYPE_CHECKING

import grpc
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from bumblepuppy_server.probe import main, status_of
from bumblepuppy_server.referee import Referee
from bumblepuppy_server.service import PlayService, Pulse, serve

if TYPE_CHECKING:
    from pathlib import Path

    from bumblepuppy_server.player import Player


class Deaf:
    def joined(self, player: Player) -> None:
        raise AssertionError(player)

    def failed(self, error: Exception) -> None:
        raise error


def test_a_referee_that_serves_is_well_and_one_that_is_gone_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"unix:{tmp_path}/referee"

    async def probed() -> int:
        referee = Referee(lambda _: None, ping=10.0)
        server = await serve(PlayService(referee, Pulse(), Deaf()), address)
        try:
            return await asyncio.to_thread(main, [address])
        finally:
            await server.stop(None)

    assert asyncio.run(probed()) == 0
    assert main([address]) == 1
    assert capsys.readouterr().err == f"{address}: UNAVAILABLE\n"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_it_speaks_tls_and_trusts_the_certificate_that_it_is_given(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        (
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-subj", "/CN=cup", "-addext", "subjectAltName=DNS:cup", "-days", "2"),
            *("-keyout", str(key), "-out", str(certificate)),
        ),
        check=True,
        capture_output=True,
    )
    pair = (key.read_bytes(), certificate.read_bytes())

    async def probed() -> list[str]:
        server, checks = grpc.aio.server(), health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(checks, server)
        port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([pair]))
        await server.start()
        address = f"127.0.0.1:{port}"
        try:
            await checks.set("", health_pb2.HealthCheckResponse.NOT_SERVING)
            found = [await asyncio.to_thread(status_of, address, pair[1], "cup")]
            await checks.set("", health_pb2.HealthCheckResponse.SERVING)
            found.append(await asyncio.to_thread(status_of, address, pair[1], "cup"))
            found.append(await asyncio.to_thread(status_of, address, pair[1], "else.where"))
            return [*found, await asyncio.to_thread(status_of, address)]
        finally:
            await server.stop(None)

    serving = ["NOT_SERVING", "SERVING"]
    assert asyncio.run(probed()) == [*serving, "UNAVAILABLE", "UNAVAILABLE"]


def test_a_certificate_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["localhost:1", "--tls-cert", str(tmp_path / "none.pem")])
    assert "none.pem: No such file" in capsys.readouterr().err
