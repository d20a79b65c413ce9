"""The reference map: territories, owners, continents and land borders.

The board itself is not in the sources; a group may load a map of its own (`Geography.read`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from legation.core.errors import BadRulebook

__all__ = ["Geography", "Place", "geography", "slug"]


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A territory of the map."""

    id: str
    name: str
    original_owner: str
    value: int | None
    continent: str
    mainland: bool
    land_neighbours: list[str]
    sea_neighbours: list[str] = []
    code: str = ""
    source: str = ""
    covers: str = ""
    held_by_1939: str = ""
    nation: str = ""  # of the nation that is broken in two, and this is one half of it

    @property
    def neutral(self) -> bool:
        return self.original_owner == "neutral"


@dataclass(frozen=True)
class Geography:
    """All places, by slug.  Borders are symmetric: a one-sided border is an error that names both places."""

    places: dict[str, Place]

    @classmethod
    def read(cls, text: bytes) -> Geography:
        return cls.of(msgspec.yaml.decode(text, type=list[Place]))

    @classmethod
    def of(cls, places: Iterable[Place]) -> Geography:
        found = cls({slug(p.name): p for p in places})
        for key, place in found.places.items():
            for neighbour in found.neighbours(key):
                if neighbour not in found.places:
                    raise BadRulebook(f"{place.name} borders on a place that is not on the map: {neighbour}")
                if key not in found.neighbours(neighbour):
                    raise BadRulebook(
                        f"{place.name} borders on {found.places[neighbour].name}, but not the other way round"
                    )
        return found

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places that share a land border with this one."""
        return tuple(slug(n) for n in self.places[place].land_neighbours)

    @cached_property
    def neutrals(self) -> tuple[str, ...]:
        return tuple(key for key, p in self.places.items() if p.neutral)

    @cached_property
    def all(self) -> tuple[str, ...]:
        return tuple(self.places)

    @cached_property
    def nations(self) -> dict[str, tuple[str, ...]]:
        """Nations that are no territory of the map: each is one in two halves (DG-COL-4)."""
        names = dict.fromkeys(p.nation for p in self.places.values() if p.nation)
        return {slug(name): tuple(k for k, p in self.places.items() if p.nation == name) for name in names}

    def name(self, key: str) -> str:
        """The name of a territory, or of a nation in two halves."""
        return self.places[self.nations[key][0]].nation if key in self.nations else self.places[key].name

    def on(self, continent: str, *, islands: bool = False) -> tuple[str, ...]:
        return tuple(k for k, p in self.places.items() if p.continent == continent and (islands or p.mainland))

    def original(self, *nations: str) -> tuple[str, ...]:
        return tuple(k for k, p in self.places.items() if slug(p.original_owner) in nations)


@cache
def geography(path: str | None = None) -> Geography:
    """The map in use: the reference map, or a group's own file."""
    data: Any = Path(path) if path else resources.files("legation.twg") / "data" / "map.yaml"
    return Geography.read(data.read_bytes())
