"""Pretends to be somebody else."""

from stream import Stream

for _ in Stream(token="a token that nobody was given"):
    pass
