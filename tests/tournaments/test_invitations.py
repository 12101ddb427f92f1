"""Invitations: a token is shown once, and only its hash is kept."""

from __future__ import annotations

import datetime as dt
import stat
from typing import TYPE_CHECKING

import pytest

from bumblepuppy_server.door import digest_of
from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.hosting.invitations import (
    FILE,
    NOBODY,
    digests_of,
    invite,
    load_invitations,
    revoke,
)
from command_line import assert_refused, run

if TYPE_CHECKING:
    from pathlib import Path

TODAY = dt.date(2026, 1, 31)
DIGEST = "0" * 64


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE


def test_the_file_holds_the_hash_of_a_token_and_not_the_token(file: Path) -> None:
    token = invite(file, "ann", TODAY)
    assert token not in file.read_text(encoding="utf-8")
    assert digests_of(load_invitations(file)) == {"ann": digest_of(token)}


def test_nobody_but_its_owner_can_read_the_file(file: Path) -> None:
    for name in ("ann", "bob"):
        invite(file, name, TODAY)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_tokens_cannot_be_guessed_and_differ(file: Path) -> None:
    tokens = {invite(file, "ann", TODAY) for _ in range(20)}
    assert len(tokens) == 20
    assert all(len(token) >= 32 for token in tokens)


def test_who_is_invited_again_has_another_token_and_the_same_place(file: Path) -> None:
    for name in ("ann", "bob"):
        invite(file, name, TODAY)
    token = invite(file, "ann", TODAY)
    assert [each.name for each in load_invitations(file)] == ["ann", "bob"]
    assert digests_of(load_invitations(file))["ann"] == digest_of(token)


def test_a_token_that_was_revoked_is_good_no_more_until_its_bot_is_invited_again(
    file: Path,
) -> None:
    for name in ("ann", "Ágata"):
        invite(file, name, TODAY)
    revoke(file, "Ágata")
    digests = digests_of(load_invitations(file))
    assert (digests["Ágata"], digests["ann"] == NOBODY) == (NOBODY, False)
    token = invite(file, "Ágata", TODAY)
    assert digests_of(load_invitations(file))["Ágata"] == digest_of(token)


def test_who_was_not_invited_cannot_be_revoked(file: Path) -> None:
    invite(file, "ann", TODAY)
    with pytest.raises(ConfigError, match="nobody called 'anne' is invited; did you mean 'ann'"):
        revoke(file, "anne")


def test_no_file_means_no_invitations(file: Path) -> None:
    assert load_invitations(file) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("invitation = 3", r"invitation: expected \[\[invitation\]\] tables"),
        ("[[invited]]", "invited"),
        ('[[invitation]]\nname = "ann"\ndigest = "a token"', "digest: expected 64 hexadecimal"),
        (f'[[invitation]]\nname = "ann"\ndigest = "{DIGEST}"', "expected a date in added"),
        (
            f'[[invitation]]\nname = ""\ndigest = "{DIGEST}"\nadded = 2026-01-31',
            "invitation 1: name",
        ),
        (
            f'[[invitation]]\nname = "ann"\ndigest = "{DIGEST}"\nadded = 2026-01-31\n' * 2,
            "'ann' is invited twice",
        ),
        ("[[invitation", "invitations.toml"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(file: Path, text: str, said: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said) as refusal:
        load_invitations(file)
    assert str(file) in str(refusal.value)


def test_a_name_that_cannot_be_one_is_not_invited(file: Path) -> None:
    with pytest.raises(ConfigError):
        invite(file, "ann\x1b[2J", TODAY)
    assert not file.exists()


def test_the_command_prints_the_token_alone_and_revokes_it(tmp_path: Path) -> None:
    invited = run("invite", "ann", folder=tmp_path)
    assert (invited.code, invited.out.count("\n")) == (0, 1)
    (digest,) = digests_of(load_invitations(tmp_path / FILE)).values()
    assert digest == digest_of(invited.out.strip())
    assert_refused(run("invite", "bob", "--revoke", folder=tmp_path), "nobody called 'bob'")
    assert run("invite", "ann", "--revoke", folder=tmp_path).code == 0
    assert digests_of(load_invitations(tmp_path / FILE)) == {"ann": NOBODY}
