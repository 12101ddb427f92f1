"""Closes its stream when it is first asked, and lives on."""

import signal

from stream import Stream

stream = Stream()
next(message for message in stream if message.requests)
stream.close()
signal.pause()
