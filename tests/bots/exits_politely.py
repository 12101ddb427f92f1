"""Closes its stream when it is first asked, and ends as if all were done."""

import os

from stream import Stream

stream = Stream()
next(message for message in stream if message.requests)
stream.close()
os._exit(0)  # `sys.exit` waits for gRPC's threads, now and then for seconds
