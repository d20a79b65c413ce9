"""Plain data for JSON: the same from the command line and over HTTP."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec

from legation.core.errors import LegationError
from legation.core.span import Span
from legation.core.voice import show_value

__all__ = ["error_data", "from_json", "plain", "whole"]

HELP = ("allowed", "near", "questions")  # what an error offers: legal answers, near names, facts to report


def plain(value: Any) -> Any:
    """A value as JSON has it; a chance stands as a fraction and in percent."""
    if isinstance(value, Fraction):
        return {"chance": str(value), "percent": round(float(value) * 100, 2)}
    if isinstance(value, Span):
        return show_value(value)
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(v) for v in value]
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)


def whole(text: str) -> int | None:
    """The number that somebody has written in plain digits; None for anything else, such as ² or a number of a page."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def from_json(text: str) -> Any:
    """What a JSON text says; `ValueError` if it says nothing, whatever is wrong with it."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("brackets within brackets") from None


def error_data(error: LegationError) -> dict[str, Any]:
    """An error as it is told to a program."""
    return {
        "error": {
            "kind": type(error).__name__,
            "message": str(error),
            "rule": getattr(error, "rule", None),
            "allowed": plain(next((v for n in HELP if (v := getattr(error, n, None)) is not None), None)),
        }
    }
