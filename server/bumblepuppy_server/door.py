"""Who is here: the bots that are expected, those that were let in, and those that left."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from bumblepuppy_sdk.wire import PROTOCOL
from bumblepuppy_server.player import Player
from bumblepuppy_server.table import Cause

if TYPE_CHECKING:
    from collections.abc import Callable

    from bumblepuppy.v1 import referee_pb2 as pb


def digest_of(token: str) -> str:
    """Give the hash by which a token is known: 64 hexadecimal digits of SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


class Refusal(Exception):  # noqa: N818 - a verdict, not a failure of this program
    """A bot is not let in; the message says why."""


class UnknownToken(Refusal):
    """Nobody is expected with this token."""


class WrongVersion(Refusal):
    """The bot speaks another version of the contract."""


class InUse(Refusal):
    """The bot is connected already."""


class Door:
    """Lets bots in and out."""

    def __init__(self) -> None:
        """Expect nobody yet."""
        self.here: dict[str, Player] = {}
        """By name."""
        self._digests: dict[str, str] = {}
        self._guests: set[str] = set()
        self._left: dict[str, Player] = {}
        """By name: a bot as it was when it was last given up."""

    def expect(self, name: str, digest: str, *, guest: bool = False) -> bool:
        """Let in the bot called `name` when it shows the token with this hash, and no other.

        Args:
            name: What it is called.
            digest: The hash, as `digest_of` gives it.
            guest: Whether it comes over a network, where connections break without a word.

        Returns:
            Whether another token was good before.
        """
        before = self._digests.get(name, digest)
        self._digests[name] = digest
        (self._guests.add if guest else self._guests.discard)(name)
        return before != digest

    def forget(self, name: str) -> None:
        """Let in the bot called `name` no more."""
        self._digests.pop(name, None)

    def let_in(self, hello: pb.Hello, wake: Callable[[], None]) -> Player:
        """Let a bot in, or in again if it has lost its stream.

        Raises:
            UnknownToken, WrongVersion, InUse: see there.
        """
        name = self._name_by(digest_of(hello.token))
        if hello.protocol != PROTOCOL:
            raise WrongVersion(
                f"the bot speaks version {hello.protocol} of the contract, "
                f"this referee version {PROTOCOL}"
            )
        player = self.here.get(name)
        if player is None:
            player = self.here[name] = Player(name, wake, hello.games, hello.sdk)
        elif player.is_away:
            player.come_back(wake)
        else:
            if name in self._guests:  # a process here cannot vanish unseen, and needs no proof
                player.challenge()
            raise InUse(f"the bot {name!r} is connected already")
        return player

    def _name_by(self, digest: str) -> str:
        for name, expected in self._digests.items():
            if hmac.compare_digest(digest, expected):
                return name
        raise UnknownToken("no bot is expected with this token")

    def let_out(self, player: Player) -> None:
        """Let a bot out that is given up."""
        self._left[player.name] = self.here.pop(player.name)

    def note_end(self, name: str, cause: Cause, how: str, last_words: str) -> None:
        """Note why a bot that is not here answers no more, now that its process has ended."""
        if left := self._left.get(name):  # it was given up before
            left.last_words = last_words
        self._left[name] = _gone(name, cause, how, last_words)

    def bot(self, name: str) -> Player:
        """Give the bot called `name`, here or absent."""
        return self.here.get(name) or self.absent(name)

    def absent(self, name: str) -> Player:
        """Fill the chair of a bot that is not here: it is at fault whenever it is asked."""
        return self._left.get(name) or _gone(name, Cause.CRASHED, "it is not here")


def _gone(name: str, cause: Cause, how: str, last_words: str = "") -> Player:
    player = Player(name, lambda: None)
    player.last_words = last_words
    player.leave(cause, how)
    return player
