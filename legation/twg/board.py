"""A group's own board: values and borders that differ from the reference map, read from a file.

The file has the form of `data/map.yaml`, whole or in part.  Charts and rules name the territories, so they are not
split, merged or renamed, and keep their owners and continents; values and land borders become facts of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from legation.core.errors import Refused, nearest
from legation.twg.geography import Geography, Place, geography, slug

__all__ = ["board_sheet"]

FIXED = ("original_owner", "continent", "mainland", "nation")
ONLY_THESE = "a game's own board changes values and land borders only"


def board_sheet(text: bytes) -> dict[str, Any]:
    """The facts in which a board differs from the reference map; a refusal lists everything that is wrong with it."""
    given = _rows(text)
    reference = geography()
    places = {key: msgspec.to_builtins(place) for key, place in reference.places.items()}
    problems: list[str] = []
    for row in given:
        name = str(row.get("name") or row.get("id") or "")
        key = slug(name)
        if key not in places:
            near = nearest(key, places)
            meant = f"; did you mean {reference.name(near[0])}?" if near else ""
            problems.append(f"there is no territory {name!r} in the rules{meant}")
            continue
        for field, value in row.items():
            if field not in Place.__struct_fields__:
                problems.append(f"{name}: there is no {field!r}; known: {', '.join(Place.__struct_fields__)}")
            elif field in FIXED and value != places[key][field]:
                problems.append(f"{name}: its {field.replace('_', ' ')} cannot be {value!r}; {ONLY_THESE}")
        places[key] |= {f: v for f, v in row.items() if f in Place.__struct_fields__ and f not in ("name", "id")}
    try:
        own = Geography({key: msgspec.convert(place, Place) for key, place in places.items()})
    except msgspec.ValidationError as error:
        raise Refused(f"this is no map: {error}") from None
    problems += own.problems()
    facts = {} if problems else _differences(own, problems)
    if problems:
        raise Refused("; ".join(problems))
    return facts


def _rows(text: bytes) -> list[Mapping[str, Any]]:
    try:
        rows = msgspec.yaml.decode(text)
    except msgspec.DecodeError as error:
        raise Refused(f"this is no map: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Refused("a map is a list of territories, each with its name")
    return rows


def _differences(own: Geography, problems: list[str]) -> dict[str, Any]:
    reference = geography()
    facts: dict[str, Any] = {}
    for key, place in own.places.items():
        value = place.value
        if value != reference.places[key].value and value is not None:
            facts[f"value.{key}"] = value
    for a, b in sorted(own.borders ^ reference.borders):
        if b not in reference.near(a) or a not in reference.near(b):
            problems.append(
                f"{own.name(a)} and {own.name(b)} are too far apart to touch: only what lies two steps away, "
                "or across a strait, can become a neighbour"
            )
        facts[f"border.{a}.{b}"] = (a, b) in own.borders
    return facts
