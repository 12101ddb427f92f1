"""Invitations: who may come over the network, each with a token of its own.

They stand in a TOML file beside the tournament's, which its owner alone may read. It holds the
tokens' hashes, so that a copy of it lets nobody in:

    [[invitation]]
    name = "ann"
    digest = "9f86d081884c7d65…"
    added = 2026-01-31
    revoked = false

A token has 192 bits of chance, so that a plain hash of it cannot be undone by trying.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from bumblepuppy_server.door import digest_of
from bumblepuppy_tournaments.bots.entrants import ConfigError, guess, read_name, refuse_unknown
from bumblepuppy_tournaments.bots.in_place import put_in_place
from bumblepuppy_tournaments.bots.tables import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE: Final = "invitations.toml"
"""The usual name of the file; it stands beside the tournament's."""
NOBODY: Final = ""
"""Stands for the hash of a token where none is good."""
_KEYS: Final = ("name", "digest", "added", "revoked")
_HEADING: Final = (
    "# Who may come over the network: see `bumblepuppy invite --help`. Keep it to yourself.\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """One bot that may come."""

    name: str
    digest: str
    """The hash of its token, as `digest_of` gives it."""
    added: dt.date
    revoked: bool = False
    """Whether its token is good no more."""


def load_invitations(path: Path) -> list[Invitation]:
    """Read the invitations; a file that does not exist holds none.

    Raises:
        ConfigError: it is no such file; the message says where and why.
    """
    tables = read_toml(path) if path.exists() else {}
    refuse_unknown(tables, ("invitation",), str(path))
    found = tables.get("invitation", [])
    if not (isinstance(found, list) and all(isinstance(each, dict) for each in found)):
        raise ConfigError(f"{path}: invitation: expected [[invitation]] tables, got {found!r}")
    read = [_invitation(each, f"{path}: invitation {i}") for i, each in enumerate(found, 1)]
    names = [each.name for each in read]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{path}: {name!r} is invited twice: take one of them out")
    return read


def digests_of(invitations: Iterable[Invitation]) -> dict[str, str]:
    """Give the tokens' hashes by name; `NOBODY` where the invitation was revoked."""
    return {each.name: NOBODY if each.revoked else each.digest for each in invitations}


def _invitation(table: dict[str, Any], where: str) -> Invitation:
    refuse_unknown(table, _KEYS, where)
    digest, added, revoked = table.get("digest"), table.get("added"), table.get("revoked", False)
    if not (isinstance(digest, str) and re.fullmatch("[0-9a-f]{64}", digest)):
        raise ConfigError(f"{where}: digest: expected 64 hexadecimal digits, got {digest!r}")
    if not (isinstance(added, dt.date) and isinstance(revoked, bool)):
        raise ConfigError(f"{where}: expected a date in added, and true or false in revoked")
    name = read_name(table.get("name"), f"{where}: name")
    return Invitation(name=name, digest=digest, added=added, revoked=revoked)


def invite(path: Path, name: str, today: dt.date) -> str:
    """Invite a bot, or give one that is invited another token; its old one is good no more.

    Returns:
        The token. It is kept nowhere: this is the one time that anybody sees it.

    Raises:
        ConfigError: the name cannot be one, or the file cannot be used.
    """
    name = read_name(name, "NAME")
    known = load_invitations(path)
    token = secrets.token_urlsafe(24)
    new = Invitation(name=name, digest=digest_of(token), added=today)
    if any(each.name == name for each in known):
        _write(path, [new if each.name == name else each for each in known])
    else:
        _write(path, [*known, new])
    return token


def revoke(path: Path, name: str) -> None:
    """Make a bot's token good no more.

    Raises:
        ConfigError: nobody of that name is invited, or the file cannot be used.
    """
    known = load_invitations(path)
    names = [each.name for each in known]
    if name not in names:
        raise ConfigError(
            f"{path}: nobody called {name!r} is invited; {guess(name, names, 'known')}"
        )
    _write(path, [replace(each, revoked=each.revoked or each.name == name) for each in known])


def _write(path: Path, invitations: list[Invitation]) -> None:
    text = _HEADING + "".join("\n" + "\n".join(_lines(each)) + "\n" for each in invitations)
    put_in_place(path, text, 0o600)


def _lines(each: Invitation) -> list[str]:
    return [
        "[[invitation]]",
        f"name = {json.dumps(each.name, ensure_ascii=False)}",
        f'digest = "{each.digest}"',
        f"added = {each.added.isoformat()}",
        f"revoked = {'true' if each.revoked else 'false'}",
    ]
