"""Shorter explanations; they live in the core, since the pages tell them too."""

from legation.core.shortened import TraceReason, brief, whole

__all__ = ["TraceReason", "brief", "whole"]
