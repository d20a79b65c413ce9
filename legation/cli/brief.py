"""Shorter explanations; they live in the core, since the pages tell them too."""

from legation.core.brief import Reason, brief, whole

__all__ = ["Reason", "brief", "whole"]
