"""Messages put together from parts.

A message's bytes are those of its fields, one after the other. What comes up again and again (a
card played, an event that four seats are told of) is written once and kept as a part; a question is
then a dozen parts joined, at a fifth of the cost of building its message field by field. The field
numbers come from the contract, and what is written here is read by protobuf: a test compares them.

The functions here make the writer of one field of one kind of message.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from google.protobuf.message import Message

_SMALL: Final = [bytes((number,)) for number in range(128)]
_VARINT, _DELIMITED = 0, 2


@lru_cache(maxsize=1 << 14)
def varint(number: int) -> bytes:
    """Write a whole number from 0 on: seven bits a byte, the lowest first."""
    if number < 128:
        return _SMALL[number]
    return bytes((number & 127 | 128,)) + varint(number >> 7)


def varints(numbers: Iterable[int]) -> bytes:
    """Write whole numbers one after the other."""
    return b"".join(map(varint, numbers))


def _tag(message: type[Message], name: str, wire_type: int) -> bytes:
    return varint(message.DESCRIPTOR.fields_by_name[name].number << 3 | wire_type)


def number_field(message: type[Message], name: str) -> Callable[[int], bytes]:
    """Make the writer of a number, enum or bool; zero is left out, as proto3 has it."""
    tag = _tag(message, name, _VARINT)
    small = [b"", *(tag + byte for byte in _SMALL[1:])]

    def write(number: int) -> bytes:
        return small[number] if number < 128 else tag + varint(number)

    return write


def bytes_field(message: type[Message], name: str) -> Callable[[bytes], bytes]:
    """Make the writer of a text in UTF-8, or of `varints`; nothing is left out."""
    write = message_field(message, name)
    return lambda payload: write(payload) if payload else b""


def message_field(message: type[Message], name: str) -> Callable[[bytes], bytes]:
    """Make the writer of a message, given by its bytes; an empty one is a message too."""
    tag = _tag(message, name, _DELIMITED)
    short = [tag + byte for byte in _SMALL]

    def write(payload: bytes) -> bytes:
        length = len(payload)
        return (short[length] if length < 128 else tag + varint(length)) + payload

    return write
