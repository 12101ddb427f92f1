"""Runs, and does not turn to the referee."""

import signal

print("any minute now", flush=True)
signal.pause()
