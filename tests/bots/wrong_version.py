"""Speaks a contract that is still to be written."""

from stream import Stream

for _ in Stream(protocol=2):
    pass
