"""Where a tournament's chance comes from: one secret of 32 bytes, and keys that branch off it.

Nobody who does not hold the secret can tell any key from random bytes, nor one branch from
another. The commitment, published first, pins the secret; the secret, published last, lets anybody
deal every game again. `tournaments/RECORDS.md` specifies all of this, with a worked example.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from typing import Final

from bumblepuppy_server.chance import bot_seed

ID_DIGITS: Final = 12
"""Hex digits of a game's name."""
_IS_SECRET: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Secret:
    """A tournament's secret; it stays out of `repr`, so that no log gives it away."""

    key: bytes = field(repr=False)
    """32 bytes."""

    @classmethod
    def random(cls) -> Secret:
        """Draw a secret that nobody can guess."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def from_seed(cls, seed: str | int) -> Secret:
        """Derive the secret from a seed: reproducible, and no secret to whoever knows the seed.

        A number and its decimal text are the same seed. A text of 64 hex digits is the secret
        itself, so that a secret revealed after a tournament deals the same cards again.
        """
        if _IS_SECRET.fullmatch(str(seed)):
            return cls.from_hex(str(seed))
        return cls(hashlib.sha256(f"bumblepuppy seed {seed}".encode()).digest())

    @classmethod
    def from_hex(cls, text: str) -> Secret:
        """Read a secret as the store and the organiser's announcement write it: 64 hex digits."""
        return cls(bytes.fromhex(text))

    def hex(self) -> str:
        """Give the secret away, as 64 hex digits."""
        return self.key.hex()

    def commitment(self) -> str:
        """Give the SHA-256 of the secret, 64 hex digits: binds to the secret without telling it."""
        return hashlib.sha256(self.key).hexdigest()

    def branch(self, label: str) -> bytes:
        """Give the 32 bytes of the branch `label`: HMAC-SHA-256 under the secret of its UTF-8."""
        return hmac.digest(self.key, label.encode(), "sha256")


def deal_key(secret: Secret, deal: int) -> bytes:
    """Give the key of deal number `deal` (from 0), for a `KeyedChance`."""
    return secret.branch(f"deal {deal}")


def game_id(secret: Secret, slot: int) -> str:
    """Name the game of a slot: 12 hex digits that tell nobody which games share a deal.

    Two of 100,000 games share a name with probability 0.00002; the slot is what tells games apart.
    """
    return secret.branch(f"game {slot}").hex()[:ID_DIGITS]


def bot_seeds(secret: Secret, slot: int, seats: int) -> list[int]:
    """Give by seat the seed, 64 bits, of the bot's own chance in the game of a slot.

    The branch is apart from the deals: what a bot does with its seed tells it nothing about cards.
    """
    key = secret.branch(f"bots {slot}")
    return [bot_seed(key, seat) for seat in range(seats)]


def schedule_seed(secret: Secret) -> bytes:
    """Give the seed, 32 bytes, that orders the schedule."""
    return secret.branch("schedule")
