"""What comes from outside and may be anything: files in YAML, and records whose hashes fit but not their content."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

__all__ = ["check_depth", "from_yaml", "misshapen"]

DEEPEST = 100  # brackets within brackets; the parser itself has no such limit, and falls over
_BRACKETS = re.compile(rb"[\[{\]}]")
_STEPS = re.compile(rb"(?:[-?:][ \t]+){%d}" % DEEPEST)


def check_depth(text: bytes) -> None:
    """Refuse what no person writes and no parser survives, before one sees it."""
    deep = 0
    for found in _BRACKETS.finditer(text):
        deep += 1 if found[0] in b"[{" else -1
        if deep > DEEPEST:
            raise ValueError("brackets within brackets within brackets")
    if _STEPS.search(text):
        raise ValueError("lists within lists within lists")


def from_yaml(text: bytes) -> Any:
    """What a YAML text says; `ValueError` with what is wrong, whatever it is."""
    check_depth(text)
    try:
        return msgspec.yaml.decode(text)
    except RecursionError:
        raise ValueError("something stands within itself") from None
    except (msgspec.DecodeError, ValueError, TypeError, AttributeError, LookupError, OverflowError) as error:
        raise ValueError(" ".join(str(error).split())[:200] or "it cannot be read") from None


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _names(value: Any) -> bool:
    return isinstance(value, Mapping)


def _texts(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(v, str) for v in value.values())


def _list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(_number(v) for v in value)


def _die(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"d[1-9][0-9]{0,2}", value) is not None


# What stands in a cause, wherever it stands in one.
SHAPES = {
    **dict.fromkeys(("answer", "sealed", "amend", "undo", "roll", "consent", "preview", "branch", "amending"), _number),
    **dict.fromkeys(("commitment", "label", "source", "cite", "event", "reason", "setup", "rekey"), _text),
    **dict.fromkeys(("reveal", "report", "ruling", "details"), _names),
    **dict.fromkeys(("salts",), _texts),
    **dict.fromkeys(("closing", "waits_for", "lost"), _list),
    "dropped": _numbers,
    "die": _die,
}
NEEDS = {"roll": ("label", "die"), "amend": ("value", "dropped"), "event": ("details",)}


def misshapen(seq: int, cause: Mapping[str, Any]) -> str | None:
    """What is wrong with the form of a cause; None if nothing is."""
    for name, value in cause.items():
        fits = SHAPES.get(name)
        if fits is not None and not fits(value):
            return f"has a {name} of a form that no Legation writes"
        if name in NEEDS and not all(need in cause for need in NEEDS[name]):
            return f"has a {name} without its {NEEDS[name][-1]}"
    if not cause:
        return "has no cause"
    if cause.get("undo", 0) >= seq or cause.get("amend", 0) >= seq:
        return "takes back something that comes after it"
    return None
