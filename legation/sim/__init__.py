"""Many worlds at once: batches of them as arrays, and what is built on that."""

from legation.sim.batch import Batch

__all__ = ["Batch"]
