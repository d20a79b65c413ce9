"""One HTTP client for all tests: making one costs more than most requests."""

from __future__ import annotations

import httpx

__all__ = ["WEB"]

WEB = httpx.Client(timeout=60, verify=False)
