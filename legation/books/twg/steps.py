"""The named steps of this book; the modules of each phase register theirs here."""

from legation.core.machine import Steps

__all__ = ["steps"]

steps = Steps()
