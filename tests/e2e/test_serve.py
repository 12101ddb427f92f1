"""`bumblepuppy serve`: real bots that come by TLS, go, and come back."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import grpc
import pytest

from bumblepuppy.v1 import referee_pb2 as pb
from bumblepuppy_sdk.connection import channel_to
from bumblepuppy_sdk.running import CERTIFICATE, REFEREE, TOKEN
from bumblepuppy_server.service import LARGEST, PLAY, SERVICE
from bumblepuppy_tournaments.hosting import certificate
from bumblepuppy_tournaments.hosting.invitations import FILE, invite, revoke
from bumblepuppy_tournaments.store.reader import Reader
from command_line import (
    PATIENCE,
    RANDOM,
    ended,
    needs_proc,
    processes_of,
    run,
    slots_in,
    start,
    wait_until,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = needs_proc
TODAY: Final = dt.date(2026, 1, 31)
LONG_AGO: Final = ("--start-at", "2026-01-31T18:00")
"""Begin at once, whoever is here."""


REFUSED: Final = "bumblepuppy: the referee refused the bot: "


class Cup:
    """A tournament in a folder, its host, and its guests."""

    def __init__(self, folder: Path, *guests: str, games: int) -> None:
        self.folder = folder
        self.file = folder / "cup.sqlite"
        bot = f'[[bot]]\nname = "home"\ncommand = "{RANDOM}"\n'
        settings = (
            f'game = "rumba"\nseats = 3\ngames = {games}\nsandbox = "none"\nsuspend = false\n{bot}'
        )
        (folder / "cup.toml").write_text(settings, encoding="utf-8")
        self.invitations = folder / FILE
        self.tokens = {name: invite(self.invitations, name, TODAY) for name in guests}
        certificate.make_certificate(folder, ["127.0.0.1"], dt.datetime.now(dt.UTC))
        with socket.create_server(("127.0.0.1", 0)) as trial:
            self.place = f"127.0.0.1:{trial.getsockname()[1]}"

    @contextlib.contextmanager
    def hosted(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """Serve it."""
        options = ("--listen", self.place, "--make-cert", "--concurrency", "4", "--plain")
        with ended(start("serve", "cup.toml", *options, *words, folder=self.folder)) as host:
            yield host

    def guest(
        self, name: str, token: str = "", trusts: Path | None = None
    ) -> subprocess.Popen[str]:
        """Have a guest come."""
        cert = trusts or self.folder / certificate.CERTIFICATE
        env = {REFEREE: f"tls:{self.place}", CERTIFICATE: str(cert)}
        return subprocess.Popen(
            (sys.executable, *shlex.split(RANDOM)[1:]),
            env={**os.environ, **env, TOKEN: token or self.tokens[name], "GRPC_VERBOSITY": "NONE"},
            stderr=subprocess.PIPE,
            text=True,
        )

    @contextlib.contextmanager
    def guests(self, *names: str) -> Iterator[list[subprocess.Popen[str]]]:
        """Have guests come, and see them out."""
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(ended(self.guest(name))) for name in names]

    def is_under_way(self, games: int = 1) -> bool:
        """Tell whether so many games have a result."""
        return len(slots_in(self.file)) >= games

    @property
    def faults(self) -> dict[str, int]:
        """By bot: its faults."""
        with Reader(self.file) as reader:
            return {row.name: sum(row.faults.values()) for row in reader.standings().rows()}


def code_and_words(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for the end of a process; give its exit code and what it said on standard error."""
    _, words = process.communicate(timeout=PATIENCE)
    return process.returncode, words


def is_open(place: str) -> bool:
    """Tell whether somebody listens there."""
    host, _, port = place.partition(":")
    with socket.socket() as trial:
        return trial.connect_ex((host, int(port))) == 0


def end_of(host: subprocess.Popen[str]) -> str:
    """Wait until all is played, and give what the host said."""
    out, err = host.communicate(timeout=PATIENCE)
    assert (host.returncode, err) == (0, "")
    return out


def test_a_tournament_of_bots_from_elsewhere_and_at_home_is_interrupted_and_played_on(
    tmp_path: Path,
) -> None:
    cup = Cup(tmp_path, "ann", "bob", games=60)
    with cup.hosted() as host, cup.guests("ann", "bob") as guests:
        wait_until(cup.is_under_way)
        host.send_signal(signal.SIGINT)
        said, _ = host.communicate(timeout=PATIENCE)
        assert host.returncode == 130
        assert [code_and_words(guest) for guest in guests] == [(0, ""), (0, "")]
    for name in ("ann", "bob"):
        assert f"'{name}' is here (bumblepuppy-python 0.1.0)" in said
        assert cup.tokens[name] not in said
    assert len(slots_in(cup.file)) < 60
    with cup.hosted() as host, cup.guests("ann", "bob"):
        end_of(host)
    assert cup.faults == {"ann": 0, "bob": 0, "home": 0}
    assert run("verify", "cup.sqlite", folder=tmp_path).code == 0
    with Reader(cup.file) as reader:
        assert json.loads(next(reader.records()))["network"] == 0.2


# --- who is not let in, and who is cut off ---


def spoken(cup: Cup, *messages: pb.PlayRequest) -> tuple[grpc.StatusCode, str]:
    """Send messages as somebody who has the certificate; give how the stream ends."""
    pair = (f"tls:{cup.place}", str(cup.folder / certificate.CERTIFICATE))
    with channel_to(*pair) as channel:
        play: Any = channel.stream_stream(f"/{SERVICE}/{PLAY}")
        call = play(iter([message.SerializeToString() for message in messages]))
        with pytest.raises(grpc.RpcError):
            for _ in call:
                pass
        return call.code(), call.details()


def test_who_is_refused_is_told_why_and_nobody_else_feels_it(tmp_path: Path) -> None:
    cup = Cup(tmp_path, "ann", "bob", games=60)
    (tmp_path / "other").mkdir()
    other, _ = certificate.make_certificate(
        tmp_path / "other", ["127.0.0.1"], dt.datetime.now(dt.UTC)
    )
    with cup.hosted() as host, cup.guests("ann") as (ann,):
        wait_until(lambda: is_open(cup.place))
        wrong, lost = cup.guest("ann", token="a guess"), cup.guest("ann", trusts=other)
        assert code_and_words(wrong) == (2, f"{REFUSED}no bot is expected with this token\n")
        code, words = code_and_words(lost)
        assert (code, words.count("a certificate that this bot is not told to trust")) == (1, 1)
        hello = pb.Hello(token=cup.tokens["bob"], protocol=2)
        assert spoken(cup, pb.PlayRequest(hello=hello)) == (
            grpc.StatusCode.FAILED_PRECONDITION,
            "the bot speaks version 2 of the contract, this referee version 1",
        )
        long = pb.PlayRequest(hello=pb.Hello(token="x" * (LARGEST + 1)))
        assert spoken(cup, long)[0] is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert code_and_words(cup.guest("ann")) == (
            2,
            f"{REFUSED}the bot 'ann' is connected already\n",
        )
        with cup.guests("bob") as (bob,):
            end_of(host)
            assert [code_and_words(guest)[0] for guest in (ann, bob)] == [0, 0]
    assert cup.faults == {"ann": 0, "bob": 0, "home": 0}


# --- who goes, and comes back ---


def test_a_guest_and_a_referee_that_are_killed_are_back_soon_and_nobody_is_at_fault(
    tmp_path: Path,
) -> None:
    cup = Cup(tmp_path, "ann", "bob", games=150)
    with cup.hosted() as host, cup.guests("ann", "bob") as (ann, bob):
        wait_until(cup.is_under_way)
        ann.kill()
        with cup.guests("ann") as (again,):
            played = len(slots_in(cup.file))
            wait_until(lambda: cup.is_under_way(played + 10))
            (referee,) = (p for p in processes_of(tmp_path) if "bumblepuppy_server.worker" in p)
            os.kill(int(referee.split()[0]), signal.SIGKILL)
            said = end_of(host)
            assert [code_and_words(guest)[0] for guest in (again, bob)] == [0, 0]
    assert "another takes its place" in said
    assert cup.faults == {"ann": 0, "bob": 0, "home": 0}


def test_who_comes_late_plays_the_rest_and_whose_invitation_is_revoked_plays_no_more(
    tmp_path: Path,
) -> None:
    cup = Cup(tmp_path, "ann", "bob", games=300)
    with cup.hosted(*LONG_AGO) as host, cup.guests("ann") as (ann,):
        wait_until(cup.is_under_way)
        with cup.guests("bob") as (bob,):
            wait_until(lambda: cup.is_under_way(100))
            revoke(cup.invitations, "ann")
            code, words = code_and_words(ann)
            assert (code, words.count("its invitation was revoked")) == (1, 1)
            assert code_and_words(cup.guest("ann"))[0] == 2
            said = end_of(host)
            assert code_and_words(bob)[0] == 0
    assert "'ann' has gone" in said
    faults = cup.faults
    assert faults["home"] == 0
    assert 0 < faults["bob"] < 3 * 150
    assert faults["ann"] > 0


def test_when_the_host_is_killed_guests_wait_for_the_same_command(tmp_path: Path) -> None:
    cup = Cup(tmp_path, "ann", "bob", games=60)
    with cup.guests("ann", "bob") as guests:
        with cup.hosted() as host:
            wait_until(cup.is_under_way)
        assert host.returncode == -signal.SIGKILL
        assert len(slots_in(cup.file)) < 60
        wait_until(lambda: not processes_of(tmp_path))
        with cup.hosted() as host:
            end_of(host)
        assert [code_and_words(guest)[0] for guest in guests] == [0, 0]
    assert cup.faults == {"ann": 0, "bob": 0, "home": 0}
