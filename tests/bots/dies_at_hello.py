"""Ends its process as soon as it is welcome."""

import os

from stream import Stream

next(message for message in Stream() if message.HasField("welcome"))
os._exit(6)
