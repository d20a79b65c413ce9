"""The reference map: territories, owners, continents and land borders.

The board itself is not in the sources.  Borders and values are facts whose defaults stand here, so that a group can
give its game a board sheet of its own (`legation.books.twg.map.own_board`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import msgspec

from legation.core.errors import BadRulebook

__all__ = ["Geography", "Territory", "geography", "reference_map", "slug"]


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


class Territory(msgspec.Struct, frozen=True, kw_only=True):
    """A territory of the map."""

    id: str
    name: str
    original_owner: str
    continent: str
    mainland: bool
    land_neighbours: list[str]
    value: int | None = None  # of a player's land; what a neutral is worth stands in its chart
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

    places: dict[str, Territory]

    @classmethod
    def read(cls, text: bytes) -> Geography:
        return cls.of(msgspec.yaml.decode(text, type=list[Territory]))

    @classmethod
    def of(cls, places: Iterable[Territory]) -> Geography:
        found = cls({slug(p.name): p for p in places})
        for problem in found.problems():
            raise BadRulebook(problem)
        return found

    def problems(self) -> Iterator[str]:
        """Borders that lead nowhere, or only one way."""
        for key, place in self.places.items():
            for neighbour in self.neighbours(key):
                if neighbour not in self.places:
                    yield f"{place.name} borders on a place that is not on the map: {neighbour}"
                elif key not in self.neighbours(neighbour):
                    yield f"{place.name} borders on {self.places[neighbour].name}, but not the other way round"

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places that share a land border with this one."""
        return tuple(slug(n) for n in self.places[place].land_neighbours)

    @cached_property
    def borders(self) -> frozenset[tuple[str, str]]:
        """Every land border once, its places in the order of the alphabet."""
        return frozenset(tuple(sorted((a, b))) for a in self.places for b in self.neighbours(a))  # type: ignore[misc]

    def near(self, place: str) -> tuple[str, ...]:
        """The neighbours first, then what a group's own board could make one: across a strait, or two steps away."""
        land = self.neighbours(place)
        beyond = (further for n in land for further in self.neighbours(n))
        across = (slug(n) for n in self.places[place].sea_neighbours)
        found = dict.fromkeys((*land, *across, *beyond))
        return tuple(p for p in found if p != place and p in self.places)

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


def reference_map() -> str:
    """The file of the reference map, for a group to edit."""
    return Path(__file__).with_name("map.yaml").read_text(encoding="utf-8")


@cache
def geography() -> Geography:
    """The reference map; of two lands that touch, one may say so."""
    places = {place.name: place for place in msgspec.yaml.decode(reference_map().encode(), type=list[Territory])}
    touching = {(name, other) for name, place in places.items() for other in place.land_neighbours}
    for name, other in sorted((other, name) for name, other in touching if (other, name) not in touching):
        if name in places:  # or `of` tells that it is not on the map
            place = places[name]
            places[name] = msgspec.structs.replace(place, land_neighbours=[*place.land_neighbours, other])
    return Geography.of(places.values())
