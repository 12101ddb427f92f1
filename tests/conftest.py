"""Settings for all tests."""

import os
import signal

from hypothesis import settings

# How long an example takes says more about the machine, and who else uses it, than about the code.
settings.register_profile("bumblepuppy", deadline=None)
settings.load_profile("bumblepuppy")

# The tests share the processors with all that they start, as `bumblepuppy report` does with bots.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell that runs the tests in the background has them ignore Ctrl-C, and all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
