"""Pretends to be somebody else."""

from stream import Stream

Stream(token="a token that nobody was given").hear_out()
