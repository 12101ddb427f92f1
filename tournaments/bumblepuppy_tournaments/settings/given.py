"""Values as somebody gave them, each with the place where it was given, to be checked and taken."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from bumblepuppy_server.sandbox import Choice
from bumblepuppy_tournaments.bots.entrants import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Given:
    """Named values; a later one takes the place of an earlier one."""

    def __init__(self) -> None:
        """Begin with none."""
        self._values: dict[str, tuple[object, str]] = {}

    def put(self, name: str, value: object, where: str) -> None:
        """Note a value, and what to call its place in errors."""
        self._values[name] = (value, where)

    def has(self, name: str) -> bool:
        """Tell whether a value was given."""
        return name in self._values

    def where(self, name: str) -> str:
        """Tell where a value was given; its bare name if it was not."""
        return self._values[name][1] if name in self._values else name

    def below(self, prefix: str) -> Iterator[tuple[str, object]]:
        """Yield the names that begin with `prefix`, and their values."""
        for name, (value, _) in self._values.items():
            if name.startswith(prefix):
                yield name, value

    def blame(self, prefix: str, message: str) -> str | None:
        """Tell where the value below `prefix` was given whose name stands quoted in `message`."""
        for name, _ in self.below(prefix):
            if repr(name.removeprefix(prefix)) in message:
                return self.where(name)
        return None

    def text(self, name: str, default: str) -> str:
        """Take a text."""
        value, where = self._values.get(name, (default, name))
        if not isinstance(value, str):
            raise ConfigError(f"{where}: expected a text, got {value!r}")
        return value

    def one_of(self, name: str, default: str, choices: Sequence[str]) -> str:
        """Take one of some words."""
        value = self.text(name, default)
        if value not in choices:
            expected = " or ".join(repr(str(choice)) for choice in choices)
            raise ConfigError(f"{self.where(name)}: expected {expected}, got {value!r}")
        return value

    def sandbox(self) -> Choice:
        """Take the word for where bots are to run."""
        return Choice(self.one_of("sandbox", Choice.AUTO, list(Choice)))

    def whole(self, name: str, default: int, *, most: int) -> int:
        """Take a whole number from 1 to `most`."""
        value = self.maybe_whole(name, most=most)
        return default if value is None else value

    def maybe_whole(self, name: str, *, most: int) -> int | None:
        """Take a whole number from 1 to `most`, if one was given."""
        if name not in self._values:
            return None
        value, where = self._values[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise ConfigError(f"{where}: expected a whole number from 1 to {most}, got {value!r}")
        return value

    def seconds(self, name: str, default: float, *, zero: bool = False) -> float:
        """Take a number of seconds, which may be 0 if `zero` is true."""
        value, where = self._values.get(name, (default, name))
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
        # A year is more than any clock; infinity and NaN fail here as well.
        if 0 < number <= 3.2e7 or (number == 0 and zero):
            return float(number)
        span = "0 or more" if zero else "more than 0"
        raise ConfigError(f"{where}: expected seconds, {span}, got {value!r}")

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """Take a number from `least` to `most`."""
        value, where = self._values.get(name, (default, name))
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ConfigError(f"{where}: expected a number, got {value!r}")
        if not least <= value <= most:
            raise ConfigError(
                f"{where}: expected a number from {least:g} to {most:g}, got {value!r}"
            )
        return float(value)

    def numbers(self, name: str) -> tuple[float, ...]:
        """Take a list of numbers; empty if none was given."""
        return tuple(map(float, self._items(name, int | float, "numbers")))

    def texts(self, name: str) -> tuple[str, ...]:
        """Take a list of texts; empty if none was given."""
        return tuple(self._items(name, str, "texts"))

    def _items(self, name: str, kind: Any, what: str) -> Sequence[Any]:
        value, where = self._values.get(name, ((), name))
        items = value if isinstance(value, list | tuple) else [None]
        if not all(isinstance(item, kind) and not isinstance(item, bool) for item in items):
            raise ConfigError(f"{where}: expected a list of {what}, got {value!r}")
        return items

    def seed(self, name: str) -> str | None:
        """Take a seed, a text or a whole number, if one was given."""
        if name not in self._values:
            return None
        value, where = self._values[name]
        if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
            raise ConfigError(f"{where}: expected a text or a whole number, got {value!r}")
        return str(value)

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Take true or false."""
        value, where = self._values.get(name, (default, name))
        if not isinstance(value, bool):
            raise ConfigError(f"{where}: expected true or false, got {value!r}")
        return value

    def path(self, name: str) -> Path | None:
        """Take the path of a file, if one was given."""
        if name not in self._values:
            return None
        value, where = self._values[name]
        if not isinstance(value, str | Path) or not str(value):
            raise ConfigError(f"{where}: expected the name of a file, got {value!r}")
        return Path(value)
