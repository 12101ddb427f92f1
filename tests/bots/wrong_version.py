"""Speaks a contract that is still to be written."""

from stream import Stream

Stream(protocol=2).hear_out()
