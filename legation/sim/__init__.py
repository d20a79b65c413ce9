"""Many worlds at once: batches of them as arrays, and what is built on that; bots and advice besides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from legation.sim.batch import Batch

__all__ = ["Batch"]


def __getattr__(name: str) -> Any:
    """Bots need no arrays: NumPy is loaded with the first batch."""
    if name == "Batch":
        from legation.sim.batch import Batch

        return Batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
