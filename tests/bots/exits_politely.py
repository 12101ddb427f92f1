"""Closes its stream when it is first asked, and ends as if all were done."""

import sys

from stream import Stream

stream = Stream()
next(message for message in stream if message.requests)
stream.close()
sys.exit(0)
