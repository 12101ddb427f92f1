"""How a bot's process finds its referee, and comes to its end."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Final

from bumblepuppy_sdk.errors import BumblepuppyError, RefusedError

if TYPE_CHECKING:
    from bumblepuppy_sdk.bot import Bot

REFEREE: Final = "BUMBLEPUPPY_REFEREE"
"""The environment variable with the referee's address: `unix:/path`, `host:port`, or
`tls:host:port`."""
TOKEN: Final = "BUMBLEPUPPY_TOKEN"  # noqa: S105 - the variable's name
"""The environment variable with the bot's token."""
CERTIFICATE: Final = "BUMBLEPUPPY_CERT"
"""The environment variable with the file of the certificates to trust, where the referee's is none
that everybody trusts; it asks for TLS."""


def run(bot: type[Bot]) -> None:
    """Play as `bot` until the referee says goodbye, then end the process.

    The referee's address and the bot's token come from the environment, where the runner puts
    them. Exit codes: 0 after a goodbye, 1 when the connection is lost, 2 when the referee refuses
    the bot or nobody set the environment.
    """
    try:
        address, token = os.environ[REFEREE], os.environ[TOKEN]
    except KeyError as missing:
        sys.stderr.write(
            f"{missing.args[0]} is not set. A bot is started by the tournament: try\n"
            f"  bumblepuppy check {sys.argv[0]}\n"
        )
        sys.exit(2)
    # Imported here, for gRPC is slow to import, and most who import this package play nothing.
    from bumblepuppy_sdk.client import Client  # noqa: PLC0415

    gc.freeze()  # what was imported stays: no need to look through it for garbage
    try:
        Client(bot, address, token, os.environ.get(CERTIFICATE)).play()
    except RefusedError as error:
        sys.stderr.write(f"bumblepuppy: the referee refused the bot: {error}\n")
        sys.exit(2)
    except BumblepuppyError as error:
        sys.stderr.write(f"bumblepuppy: {error}\n")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
