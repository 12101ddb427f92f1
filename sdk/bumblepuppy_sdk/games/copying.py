"""Cheap copies, to search from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

_COPY: Final[dict[type, Callable[[Any], Any]]] = {list: list.copy, dict: dict.copy}
"""By type: how to copy what can change. To look it up takes half the time of `isinstance`."""


class Copyable:
    """Something with slots whose copy shares nothing with it that can change.

    Lists, dicts and other copyables in its slots are copied, one level deep; all else is taken to
    be immutable.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Let copyables hold this one."""
        _COPY[cls] = cls.copy

    def copy(self) -> Self:
        """Copy every slot."""
        twin = object.__new__(type(self))
        name: str
        for name in type(self).__slots__:
            value = getattr(self, name)
            copy = _COPY.get(type(value))
            setattr(twin, name, copy(value) if copy else value)
        return twin
