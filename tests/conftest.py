"""Settings for all tests."""

from hypothesis import settings

# How long an example takes says more about the machine, and who else uses it, than about the code.
settings.register_profile("bumblepuppy", deadline=None)
settings.load_profile("bumblepuppy")
