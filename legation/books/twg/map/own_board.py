"""A group's own board, read from a file: values, borders, and territories that it splits, merges or renames.

The file has the form of `data/map.yaml`, whole or in part.  Rules and charts speak of the territories of the reference
map, so a territory that only the group's board has says by `stands_for` which of them it is.  Several that stand for
one are its parts: a rule about it speaks of any of them.  One that stands for several is all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import msgspec

from legation.books.twg.map.geography import Territory, geography, slug
from legation.core.errors import Refused, nearest
from legation.core.facts import Family, Schema
from legation.core.untrusted import from_yaml

__all__ = ["PARTED", "REFERENCE", "Board", "BoardSchema", "board_of", "on_board", "schema_on"]

FIXED = ("original_owner", "continent", "mainland", "nation")
FIELDS = (*Territory.__struct_fields__, "stands_for")
ONLY_THESE = "a board changes values, land borders and names, and splits or merges territories"
SUMMED = "South America"  # where charts add up the strength of all units on the continent
VICHY = "france"  # of whose land a chart names every territory
PARTED = ("units", "garrison", "garrison-strength", "holder", "value")  # the facts that a part has for itself


@dataclass(frozen=True)
class Board:
    """What a group's board has otherwise than the reference map."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)  # territory or part -> what the group calls it
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of a territory that is split
    touches: Mapping[str, frozenset[str]] = field(default_factory=dict)  # part -> the territories it borders on
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the group's name -> territories of the rules

    @property
    def words(self) -> list[str]:
        """What is split, merged and renamed, in sentences."""
        place = geography().name
        split = [f"{place(w)} is split into {_and(self.names[p] for p in parts)}" for w, parts in self.parts.items()]
        merged = [r for r in self.aliases.values() if len(r) > 1]
        one = [f"{_and(map(place, refs))} are one territory, {self.names[refs[0]]}" for refs in merged]
        members = {ref for refs in merged for ref in refs}
        alone = [key for key in self.names if key in geography().places and key not in members]
        return [*split, *one, *(f"{place(key)} is called {self.names[key]}" for key in alone)]

    @property
    def wholes(self) -> dict[str, str]:
        """Part -> the territory that it is a part of."""
        return {part: whole for whole, parts in self.parts.items() for part in parts}


REFERENCE = Board()


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


@dataclass(frozen=True)
class BoardSchema(Schema):
    """The facts of a game on a board of its own: parts have units, holders and values for themselves."""

    board: Board = REFERENCE


def on_board(schema: object) -> Board:
    """The board that worlds of this schema are played on."""
    return schema.board if isinstance(schema, BoardSchema) else REFERENCE


def schema_on(board: Board, base: Schema) -> Schema:
    """The schema of a game on this board."""
    wholes = board.wholes

    def with_parts(family: Family) -> Family:
        if family.name not in PARTED:
            return family
        return replace(family, over=((*family.over[0], *wholes), *family.over[1:]))

    owners = {f"holder.{part}": base.defaults.get(f"holder.{whole}") for part, whole in wholes.items()}
    return BoardSchema(
        tuple(map(with_parts, base.families)),
        base.clock,
        {**base.titles, **board.names},
        {**base.defaults, **{key: owner for key, owner in owners.items() if owner}},
        board=board,
    )


Printed = tuple[tuple[str, int, str], ...]  # territory, land value, and the id of the chart that prints it


@lru_cache(maxsize=64)
def board_of(text: str | bytes, printed: Printed = ()) -> Board:
    """The board in this file; a refusal lists everything that is wrong with it.

    A new board is held against the values that charts print.  The board of a game that has begun is taken as it is.
    """
    reader = _Reader(_rows(text if isinstance(text, bytes) else text.encode()), printed)
    found = reader.board()
    if reader.problems:
        raise Refused("; ".join(dict.fromkeys(reader.problems)))
    return found


def _rows(text: bytes) -> list[dict[str, Any]]:
    try:
        rows = from_yaml(text)
    except ValueError as error:
        raise Refused(f"this is no map: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Refused("a map is a list of territories, each with its name")
    return rows


class _Land(msgspec.Struct):
    """A territory of the group's board."""

    key: str
    name: str
    refs: tuple[str, ...]  # the territories of the rules that it is, or is a part of
    value: int | None
    neighbours: tuple[str, ...]
    has_value: bool = False  # the file says so
    has_neighbours: bool = False


class _Reader:
    """Reads the rows of a map and keeps what is wrong with them."""

    def __init__(self, rows: list[dict[str, Any]], printed: Printed) -> None:
        self.problems: list[str] = []
        self.printed = printed
        self.places = geography().places
        self.lands: dict[str, _Land] = {}
        self.by_ref: dict[str, list[_Land]] = {}
        for row in rows:
            self._read(row)
        for key, place in self.places.items():
            if key not in self.by_ref:
                self._add(_Land(key, place.name, (key,), place.value, tuple(place.land_neighbours)))

    def board(self) -> Board:
        parts = {ref: lands for ref, lands in self.by_ref.items() if len(lands) > 1}
        merged = [land for land in self.lands.values() if len(land.refs) > 1]
        for ref, lands in parts.items():
            self._check_parts(ref, lands)
        for land in merged:
            self._check_merged(land)
        values = self._values(parts, merged)
        if self.problems:
            return REFERENCE
        edges = set(self._edges())
        if self.problems:
            return REFERENCE
        split = {ref: tuple(land.key for land in lands) for ref, lands in parts.items()}
        called = {land.key: land.name for lands in parts.values() for land in lands}
        renamed = {ref: land for land in self.lands.values() for ref in land.refs if ref not in split}
        called |= {ref: land.name for ref, land in renamed.items() if land.name != self.places[ref].name}
        aliases = {slug(land.name): land.refs for land in renamed.values() if (slug(land.name),) != land.refs}
        own = frozenset(key for keys in split.values() for key in keys)
        touches = {key: frozenset(r for a, b in edges if a == key for r in self.lands[b].refs) for key in own}
        return Board({**values, **self._borders(edges)}, called, split, touches, aliases)

    # -- rows
    def _read(self, row: dict[str, Any]) -> None:
        name = str(row.get("name") or row.get("id") or "")
        told = row.get("stands_for", name)
        stands = [str(ref) for ref in (told if isinstance(told, list) else [told])]
        strange = [ref for ref in stands if slug(ref) not in self.places]
        self.problems += [f"there is no territory {ref!r} in the rules{self._meant(ref)}" for ref in strange]
        self.problems += [
            f"{name}: there is no {given!r}; known: {', '.join(FIELDS)}" for given in row if given not in FIELDS
        ]
        if not stands:
            self.problems.append(f"{name} stands for nothing: name the territory of the rules that it belongs to")
        if strange or not stands:
            return
        refs = tuple(map(slug, stands))
        first = self.places[refs[0]]
        for given in FIXED:
            if row.get(given, getattr(first, given)) != getattr(first, given):
                self.problems.append(f"{name}: its {given.replace('_', ' ')} cannot be {row[given]!r}; {ONLY_THESE}")
        inherited = [n for ref in refs for n in self.places[ref].land_neighbours if slug(n) not in refs]
        try:
            value = msgspec.convert(row.get("value", first.value), int | None)
            near = msgspec.convert(row.get("land_neighbours", list(dict.fromkeys(inherited))), tuple[str, ...])
        except msgspec.ValidationError as error:
            raise Refused(f"this is no map: {name}: {error}") from None
        plain = len(refs) == 1 and "stands_for" not in row
        key = refs[0] if plain else slug(name)
        self._add(_Land(key, name, refs, value, near, "value" in row, "land_neighbours" in row))

    def _meant(self, name: str) -> str:
        near = nearest(slug(name), self.places)
        return f"; did you mean {self.places[near[0]].name}?" if near else "; say by stands_for what it is there"

    def _add(self, land: _Land) -> None:
        if land.key in self.lands:
            self.problems.append(f"{land.name} stands on the map twice")
        elif land.key in self.places and land.key not in land.refs:
            self.problems.append(f"{land.name} is another territory in the rules: choose another name")
        self.lands[land.key] = land
        for ref in land.refs:
            self.by_ref.setdefault(ref, []).append(land)

    # -- what may be split and merged
    def _check_parts(self, ref: str, lands: list[_Land]) -> None:
        whole = self.places[ref].name
        for land in lands:
            others = ", ".join(other.name for other in lands if other is not land)
            if land.key == ref:
                self.problems.append(f"{whole} is split: call the part that is left otherwise than the whole")
            if len(land.refs) > 1:
                self.problems.append(f"{land.name} cannot take in {whole}, which is also {others}")
            if not land.has_neighbours:
                self.problems.append(f"{land.name} is a part of {whole}: give its land_neighbours")

    def _check_merged(self, land: _Land) -> None:
        members = [self.places[ref] for ref in land.refs]
        names = " and ".join(place.name for place in members)
        if charted := [place.name for place in members if place.neutral]:
            self.problems.append(f"{land.name}: {charted[0]} has a chart of its own and cannot be merged")
        elif len({place.original_owner for place in members}) > 1:
            self.problems.append(f"{land.name}: {names} belong to different nations and cannot be merged")
        elif len({place.continent for place in members}) > 1:
            self.problems.append(f"{land.name}: {names} lie on different continents and cannot be merged")
        elif members[0].continent == SUMMED:
            self.problems.append(f"{land.name}: charts add up all units in {SUMMED}; {names} cannot be merged")
        elif slug(members[0].original_owner) == VICHY:
            self.problems.append(f"{land.name}: the Vichy chart rolls for {names} one by one; they cannot be merged")

    # -- borders
    def _meet(self, name: str) -> tuple[str, ...]:
        """The board's territories that a neighbour's name can mean: of a territory that is split, its parts."""
        key = slug(name)
        if key in self.lands:
            return (key,)
        return tuple(land.key for land in self.by_ref.get(key, ()))

    def _edges(self) -> Iterator[tuple[str, str]]:
        """Every border in both directions; what leads nowhere, or only one way, is a problem."""
        named = {key: [self._meet(n) for n in land.neighbours] for key, land in self.lands.items()}
        reach = {key: {k for keys in found for k in keys} for key, found in named.items()}
        for key, land in self.lands.items():
            for name, keys in zip(land.neighbours, named[key], strict=True):
                mutual = [k for k in keys if key in reach[k]]
                if not keys:
                    near = nearest(slug(name), self.lands)
                    meant = f"; did you mean {self.lands[near[0]].name}?" if near else ""
                    self.problems.append(f"{land.name} borders on a place that is not on the map: {name}{meant}")
                elif not mutual and len(keys) > 1:
                    some = " or ".join(self.lands[k].name for k in keys)
                    self.problems.append(f"{land.name} borders on {name}, but no part of it ({some}) on {land.name}")
                elif not mutual:
                    other = self.lands[keys[0]].name
                    self.problems.append(f"{land.name} borders on {other}, but not the other way round")
                yield from ((key, k) for k in mutual)

    def _borders(self, edges: set[tuple[str, str]]) -> dict[str, Any]:
        """The borders between territories of the rules that differ from the reference map."""
        reference = geography()
        met = ((r, q) for a, b in edges for r in self.lands[a].refs for q in self.lands[b].refs if r != q)
        own = {(min(pair), max(pair)) for pair in met}
        own |= {pair for pair in reference.borders if self.by_ref[pair[0]][0] is self.by_ref[pair[1]][0]}
        facts = {}
        for a, b in sorted(own ^ reference.borders):
            merged = any(len(self.by_ref[ref][0].refs) > 1 for ref in (a, b))
            if (b not in reference.near(a) or a not in reference.near(b)) and not merged:
                self.problems.append(
                    f"{self.places[a].name} and {self.places[b].name} are too far apart to touch: only what lies two "
                    "steps away, or across a strait, can become a neighbour"
                )
            facts[f"border.{a}.{b}"] = (a, b) in own
        return facts

    # -- values
    def _values(self, parts: Mapping[str, list[_Land]], merged: list[_Land]) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for ref, lands in parts.items():
            told = {land.key: land.value for land in lands if land.has_value and land.value is not None}
            facts |= {f"value.{key}": value for key, value in told.items()}
            if len(told) == len(lands):
                facts[f"value.{ref}"] = sum(told.values())
        for land in merged:
            if land.has_value and land.value is not None:  # the whole is worth it once
                facts |= {f"value.{ref}": land.value if ref == land.refs[0] else 0 for ref in land.refs}
        for land in self.lands.values():
            alone = len(land.refs) == 1 and len(self.by_ref[land.refs[0]]) == 1
            if alone and land.value is not None and land.value != self.places[land.refs[0]].value:
                facts[f"value.{land.refs[0]}"] = land.value
        for place, value, cite in self.printed:
            told = facts.pop(f"value.{place}", value)  # to say the same again changes nothing
            if told != value:
                name, here = self.places[place].name, " and ".join(land.name for land in self.by_ref[place])
                self.problems.append(
                    f"{here}: the value {told} on this map contradicts the chart of {name}, which says {value} [{cite}]"
                    "; leave the value of a neutral to its chart"
                )
        return facts
