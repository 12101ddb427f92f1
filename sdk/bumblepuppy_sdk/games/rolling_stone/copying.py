"""Cheap copies, to search from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


class Copyable:
    """Something with slots whose copy shares nothing with it that can change.

    Lists, dicts and other copyables in its slots are copied, one level deep; all else is taken to
    be immutable.
    """

    __slots__ = ()

    def copy(self) -> Self:
        """Copy every slot."""
        twin = object.__new__(type(self))
        name: str
        for name in type(self).__slots__:
            value = getattr(self, name)
            changes = isinstance(value, (list, dict, Copyable))
            setattr(twin, name, value.copy() if changes else value)
        return twin
