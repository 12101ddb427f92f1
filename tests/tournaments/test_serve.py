"""What `serve` refuses before it opens a door, what it tells guests, and whom it lets play."""

from __future__ import annotations

import datetime as dt
import socket
import stat
from typing import TYPE_CHECKING, Any

import pytest

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.hosting import serve as hosting
from bumblepuppy_tournaments.hosting.certificate import (
    CERTIFICATE,
    KEY,
    certificate_here,
    make_certificate,
)
from bumblepuppy_tournaments.hosting.invitations import FILE, invite, revoke
from bumblepuppy_tournaments.hosting.listening import Place
from bumblepuppy_tournaments.hosting.serve import Wishes, read_time
from bumblepuppy_tournaments.settings.config import load_settings
from bumblepuppy_tournaments.settings.plan import differences
from bumblepuppy_tournaments.store.writer import Writer
from command_line import assert_refused, run

if TYPE_CHECKING:
    from pathlib import Path

    from bumblepuppy_tournaments.settings.settings import Settings

TODAY = dt.date(2026, 1, 31)
NOW = dt.datetime(2026, 1, 31, 17, 0, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_certificate(tmp_path_factory.mktemp("pair"), ["127.0.0.1"], dt.datetime.now(dt.UTC))


@pytest.fixture
def free() -> str:
    """An address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as trial:
        return f"127.0.0.1:{trial.getsockname()[1]}"


# --- where guests come to ---


def refusal_of(**place: Any) -> str:
    with pytest.raises(ConfigError) as refusal:
        Place(**place).opened()
    return str(refusal.value)


@pytest.mark.parametrize("listen", ["7600", ":7600", "here:", "here:0", "here:x", "here:65536", ""])
def test_an_address_without_host_or_port_is_refused(listen: str) -> None:
    assert "expected HOST:PORT" in refusal_of(listen=listen)


@pytest.mark.parametrize("listen", ["0.0.0.0:7600", "[::]:7600", "192.0.2.1:7600", "cup.example:1"])
def test_beyond_this_machine_tls_is_needed(listen: str) -> None:
    assert "--insecure" in refusal_of(listen=listen)


def test_on_this_machine_it_is_not(free: str) -> None:
    assert Place(listen=free).opened().certificate is None


def test_who_says_so_does_without(free: str) -> None:
    anywhere = f"0.0.0.0:{free.partition(':')[2]}"
    assert Place(listen=anywhere, insecure=True).opened().address == anywhere


def test_half_a_pair_is_refused(free: str, pair: tuple[Path, Path]) -> None:
    assert "belong together" in refusal_of(listen=free, certificate=pair[0])
    assert "belong together" in refusal_of(listen=free, key=pair[1])


def test_files_that_are_no_pair_are_refused(
    free: str, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    _, key = make_certificate(tmp_path, ["127.0.0.1"], NOW)
    assert "are no pair" in refusal_of(listen=free, certificate=pair[0], key=key)
    nowhere = tmp_path / "nowhere.pem"
    assert "there is no file" in refusal_of(listen=free, certificate=pair[0], key=nowhere)


def test_an_address_where_somebody_listens_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        listen = f"127.0.0.1:{other.getsockname()[1]}"
        assert "cannot be listened at: Address already in use" in refusal_of(listen=listen)


def test_guests_are_told_an_address_that_they_can_come_to(pair: tuple[Path, Path]) -> None:
    place = Place(listen="0.0.0.0:7600", advertise="cup.example", certificate=pair[0], key=pair[1])
    said = place.directions(place.opened())
    assert "  BUMBLEPUPPY_REFEREE=tls:cup.example:7600\n" in said
    assert f"  BUMBLEPUPPY_CERT={CERTIFICATE}\n" in said
    assert "0.0.0.0" not in Place(listen="0.0.0.0:7600").directions(place.opened())


def test_without_tls_they_are_told_of_none(free: str) -> None:
    place = Place(listen=free)
    said = place.directions(place.opened())
    assert said.endswith(f"  BUMBLEPUPPY_REFEREE={free}")


# --- a certificate to try ---


def test_only_its_owner_can_read_the_key(pair: tuple[Path, Path]) -> None:
    assert [stat.S_IMODE(file.stat().st_mode) for file in pair] == [0o644, 0o600]


def test_a_pair_that_is_there_is_used_again_so_that_guests_know_it(tmp_path: Path) -> None:
    first = certificate_here(tmp_path, ["127.0.0.1"], NOW)
    texts = [file.read_bytes() for file in first]
    assert certificate_here(tmp_path, ["127.0.0.1"], NOW) == first
    assert [file.read_bytes() for file in first] == texts


def test_what_is_there_already_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / KEY).write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match=f"{KEY}: is there already"):
        certificate_here(tmp_path, ["127.0.0.1"], NOW)
    assert (tmp_path / KEY).read_text(encoding="utf-8") == "mine"


# --- when it begins ---


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("18:00", 1),
        ("17:00", 0),
        ("16:30", -0.5),
        ("15:00", 22),
        ("2026-01-31T18:30", 1.5),
        ("2026-02-01 17:00", 24),
        ("2026-01-30T17:00", -24),
        ("2026-01-31T19:00+01:00", 1),
    ],
)
def test_a_time_of_day_is_the_next_unless_it_has_just_passed(text: str, hours: float) -> None:
    assert read_time(text, NOW) == NOW.timestamp() + 3600 * hours


def test_no_time_is_none() -> None:
    assert read_time(None, NOW) is None


@pytest.mark.parametrize("text", ["soon", "25:00", "2026-02-30T18:00", ""])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="expected a time such as"):
        read_time(text, NOW)


# --- who plays ---


class Cup:
    """The settings of a tournament, and its invitations."""

    def __init__(self, folder: Path, clocks: str = "") -> None:
        self.invitations = folder / FILE
        self._config = folder / "cup.toml"
        files = f'db = "{folder}/cup.sqlite"\nroster = "{folder}/none.toml"\n'
        text = f'game = "rumba"\nseats = 2\n{files}{clocks}'
        self._config.write_text(text, encoding="utf-8")

    def settings(self, allowance: float | None = None) -> Settings:
        wishes = Wishes(load=self._load, place=Place(), allowance=allowance)
        return hosting._with_guests(wishes, self.invitations)

    def _load(self) -> Settings:
        return load_settings(self._config)

    def begin(self) -> None:
        settings = self.settings()
        assert settings.db
        with Writer(settings.db, settings.plan(), settings.whole_games):
            pass

    @property
    def names(self) -> list[str]:
        return [bot.name for bot in self.settings().bots]


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    cup = Cup(tmp_path)
    for name in ("ann", "bob"):
        invite(cup.invitations, name, TODAY)
    return cup


def test_those_play_who_are_invited(cup: Cup) -> None:
    invite(cup.invitations, "cyd", TODAY)
    revoke(cup.invitations, "cyd")
    assert cup.names == ["ann", "bob"]
    assert all(bot.is_guest for bot in cup.settings().bots)


def test_without_invitations_nobody_can_play(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nobody is invited in"):
        Cup(tmp_path).settings()


def test_who_plays_is_fixed_when_a_file_is_begun(cup: Cup) -> None:
    cup.begin()
    revoke(cup.invitations, "ann")
    invite(cup.invitations, "cyd", TODAY)
    assert cup.names == ["ann", "bob"]


def test_who_takes_part_must_stay_in_the_invitations(cup: Cup) -> None:
    cup.begin()
    cup.invitations.unlink()
    invite(cup.invitations, "ann", TODAY)
    with pytest.raises(ConfigError, match=r"'bob' takes part in .* invite it again"):
        cup.settings()


@pytest.mark.parametrize(
    ("clocks", "typed", "allowance"),
    [("", None, 0.2), ("", 0.0, 0.0), ("clocks.network = 0.5", None, 0.5), ("", 3.0, 3.0)],
)
def test_the_network_is_granted_as_much_as_the_organiser_says(
    tmp_path: Path, clocks: str, typed: float | None, allowance: float
) -> None:
    cup = Cup(tmp_path, clocks)
    for name in ("ann", "bob"):
        invite(cup.invitations, name, TODAY)
    assert cup.settings(typed).clocks.network == allowance


@pytest.mark.parametrize("allowance", [-0.1, 10.1, float("nan"), float("inf")])
def test_an_allowance_without_bounds_is_refused(cup: Cup, allowance: float) -> None:
    with pytest.raises(ConfigError, match="--network-allowance: expected 0 to 10 seconds"):
        cup.settings(allowance)


def test_another_allowance_is_another_tournament(cup: Cup) -> None:
    plans = [cup.settings(allowance).plan() for allowance in (0.2, 0.3)]
    assert differences(plans[0], plans[0]) == []
    assert any("network" in line for line in differences(*plans))


def test_the_command_refuses_in_one_message(tmp_path: Path) -> None:
    assert_refused(run("serve", "--listen", "0.0.0.0:7600", folder=tmp_path), "--make-cert")
