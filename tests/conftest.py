"""Settings for all tests: the same examples on every run and every machine."""

from hypothesis import settings

settings.register_profile("legation", derandomize=True, deadline=None)
settings.load_profile("legation")
