"""What comes from outside and may be anything: files in YAML, and records whose hashes fit but not their content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

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


class _Shape(NamedTuple):
    """What a part of a cause has to be, and what must stand beside it."""

    kind: type
    fits: Callable[[Any], bool] | None = None
    needs: tuple[str, ...] = ()


def _in_reach(value: int) -> bool:
    return 0 < value < 2**31


def _texts(values: Iterable[Any]) -> bool:
    return all(isinstance(v, str) for v in values)


def _texts_by_name(values: dict[str, Any]) -> bool:
    return _texts(values.values())


def _numbers(values: list[Any]) -> bool:
    return all(v.__class__ is int and _in_reach(v) for v in values)


_is_die = re.compile("d[1-9][0-9]{0,2}").fullmatch


def _die(value: str) -> bool:
    return _is_die(value) is not None


_NUMBER, _TEXT, _NAMES, _LIST = _Shape(int, _in_reach), _Shape(str), _Shape(dict), _Shape(list, _texts)

# What stands in a cause, wherever it stands in one.
SHAPES = {
    **dict.fromkeys(("answer", "sealed", "undo", "consent", "preview", "branch", "amending"), _NUMBER),
    **dict.fromkeys(("commitment", "label", "source", "cite", "reason", "setup", "rekey"), _TEXT),
    **dict.fromkeys(("reveal", "report", "ruling", "details"), _NAMES),
    **dict.fromkeys(("closing", "waits_for", "lost"), _LIST),
    "salts": _Shape(dict, _texts_by_name),
    "dropped": _Shape(list, _numbers),
    "die": _Shape(str, _die),
    "roll": _Shape(int, _in_reach, ("label", "die")),
    "amend": _Shape(int, _in_reach, ("value", "dropped")),
    "event": _Shape(str, None, ("details",)),
}


def misshapen(seq: int, cause: dict[str, Any]) -> str | None:
    """What is wrong with the form of a cause, as it was decoded; None if nothing is."""
    for name, value in cause.items():
        shape = SHAPES.get(name)
        if shape is None:
            continue
        kind, fits, needs = shape
        if value.__class__ is not kind or (fits is not None and not fits(value)):
            return f"has a {name} of a form that no Legation writes"
        for need in needs:
            if need not in cause:
                return f"has a {name} without its {needs[-1]}"
    if not cause:
        return "has no cause"
    if ("undo" in cause and cause["undo"] >= seq) or ("amend" in cause and cause["amend"] >= seq):
        return "takes back something that comes after it"
    return None
