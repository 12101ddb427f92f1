"""Text for a screen, a pipe or a program: what everything that is shown is made of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def printable(text: str) -> str:
    """Replace what would not be printed, but obeyed, by a terminal."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def one_line(found: Mapping[str, Any]) -> str:
    """Write one line of JSON, as scripts want it."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def duration(milliseconds: float) -> str:
    """Write a short time, such as `0.3ms` or `6.1s`."""
    if milliseconds >= 999.5:
        return f"{milliseconds / 1000:.1f}s"
    return f"{milliseconds:.0f}ms" if milliseconds >= 9.95 else f"{milliseconds:.1f}ms"


def option_text(value: object) -> str:
    """Write an option's value as `--option` reads it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
