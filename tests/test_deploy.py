"""The examples for containers and services, read: no engine runs them here."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

DEPLOY: Final = Path(__file__).parents[1] / "tournaments" / "deploy"
INSTRUCTIONS: Final = {
    *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE"),
    *("HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT", "CMD"),
}
HARDENING: Final = {
    "CapabilityBoundingSet": "",
    "DynamicUser": "yes",
    "LockPersonality": "yes",
    "NoNewPrivileges": "yes",
    "PrivateDevices": "yes",
    "PrivateTmp": "yes",
    "ProtectHome": "yes",
    "ProtectKernelModules": "yes",
    "ProtectSystem": "strict",
    "RestrictNamespaces": "yes",
    "RestrictSUIDSGID": "yes",
    "SystemCallArchitectures": "native",
}


def instructions() -> list[tuple[str, str]]:
    """Give the instructions of the Dockerfile, each with what it says."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.partition(" ")[2]) for line in lines if line.strip()]


def unit() -> dict[str, dict[str, list[str]]]:
    """Give the keys of the unit by section, each with all its values."""
    found: dict[str, dict[str, list[str]]] = {}
    text = (DEPLOY / "bumblepuppy.service").read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif line.strip() and not line.startswith("#"):
            key, equals, value = line.partition("=")
            assert equals, line
            section.setdefault(key, []).append(value)
    return found


def test_the_container_is_small_and_not_roots() -> None:
    said = instructions()
    assert {name for name, _ in said} <= INSTRUCTIONS
    bases = [value.split()[0] for name, value in said if name == "FROM"]
    assert all(re.fullmatch(r"python:\d\.\d+-slim", base) for base in bases)
    last = max(number for number, (name, _) in enumerate(said) if name == "FROM")
    users = [value for name, value in said[last:] if name == "USER"]
    assert users
    assert users[-1] not in {"root", "0"}
    assert not any(name == "RUN" for name, _ in said[said.index(("USER", users[-1])) :])


def test_the_container_asks_the_referee_how_it_is() -> None:
    (check,) = (value for name, value in instructions() if name == "HEALTHCHECK")
    assert '"bumblepuppy_server.probe", "localhost:7600"' in check
    (listen,) = (value for name, value in instructions() if name == "CMD")
    assert ":7600" in listen


def test_what_the_container_copies_is_there_and_no_more() -> None:
    everything, *kept = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()[1:]
    assert everything == "*"
    for name in kept[:-1]:
        assert (DEPLOY.parents[1] / name.removeprefix("!")).exists()


def test_the_service_is_kept_in_narrow_bounds() -> None:
    sections = unit()
    assert set(sections) == {"Unit", "Service", "Install"}
    service = sections["Service"]
    assert {key: service.get(key, ["?"])[-1] for key in HARDENING} == HARDENING
    assert "bumblepuppy serve" in service["ExecStart"][0]
    assert "bumblepuppy_server.probe" in service["ExecStartPost"][0]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_knows_every_key_of_the_service() -> None:
    command = ("systemd-analyze", "verify", str(DEPLOY / "bumblepuppy.service"))
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30).stderr
    complaints = [line for line in said.splitlines() if "bumblepuppy.service" in line]
    assert [line for line in complaints if "is not executable" not in line] == []
