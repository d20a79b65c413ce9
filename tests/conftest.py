"""Settings for all tests: the same examples on every run and every machine."""

import gc

from hypothesis import settings

settings.register_profile("legation", derandomize=True, deadline=None)
settings.load_profile("legation")

# One process plays thousands of games; looking for garbage after every 700 worlds is a quarter of its time.
gc.set_threshold(20_000, 20, 50)
