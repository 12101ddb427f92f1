"""How a command ends that cannot be carried out: with one message, and an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

import typer

from bumblepuppy_tournaments.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """Turn what went wrong into one message and an exit code."""
    # Imported here, because the whole SDK comes with it, which --help can do without.
    from bumblepuppy_sdk.errors import BumblepuppyError  # noqa: PLC0415

    try:
        yield
    except BumblepuppyError as error:
        sys.stderr.write(f"bumblepuppy: {error}\n")
        raise typer.Exit(ExitCode.WRONG) from None
    except KeyboardInterrupt:
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    except BrokenPipeError:  # the reader of a pipe has seen enough
        _forget_output()
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    except OSError as error:
        _forget_output()
        sys.stderr.write(f"bumblepuppy: the system refuses: {error}\n")
        raise typer.Exit(ExitCode.WRONG) from None


def _forget_output() -> None:
    """Keep Python from trying once more at its end to write what nobody takes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
