"""Legation: the referee's desk for the diplomacy of two WWII board games."""

__all__ = ["__version__"]

__version__ = "0.1.0"
