"""A game on a group's own board: its names are understood, and what is told of a part counts for the whole.

A territory that is split keeps, for the rules, the sum of the units in its parts.  Its holder is that of the part that
was last told or fought over; once a rule hands the whole to somebody who holds none of the parts, all of them follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from legation.books.twg.map.geography import geography, slug
from legation.books.twg.map.own_board import PARTED, REFERENCE, on_board
from legation.core.errors import NotFound, Refused
from legation.core.facts import Change, Schema, World
from legation.core.trace import Trace

__all__ = ["adjacent", "asked_of", "holder_of", "in_the_rules", "located", "somewhere", "spots_at", "still_held"]
__all__ += ["told", "touching_part"]

WHERE = ("at", "to", "from", "target", "retreat", "place")  # details of events that name a territory
CITE = "DG-OCC-11"  # the table keeps the board
MAP = "DG-OCC-10"  # what is adjacent is read off the map


def in_the_rules(schema: object, place: str) -> str:
    """The territory of the rules that a name of the group's board speaks of."""
    board, key = on_board(schema), slug(place)
    return board.wholes.get(key) or board.aliases.get(key, (key,))[0]


def spots_at(schema: Schema, place: str) -> tuple[str, ...]:
    """The territory of the rules that a name speaks of, with the part, or with the others that it is too."""
    board, key = on_board(schema), slug(place)
    if key in board.wholes:
        return board.wholes[key], key
    found = board.aliases.get(key, (key,))
    if found[0] in board.parts:
        either = " or ".join(board.parts[found[0]])
        raise Refused(f"{schema.title(found[0])} is split on this board: say {either}", rule=CITE)
    return found


def holder_of(world: World, part: str, whole: str) -> Any:
    """Who holds a part: as it was told, unless the whole has gone to somebody who held none of it."""
    mine = {p: world.get(f"holder.{p}") for p in on_board(world.schema).parts[whole]}
    now = world.get(f"holder.{whole}")
    return mine[part] if now in mine.values() else now


def told(world: World, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts that a person told in the names of the group's board, and what follows from them for the rules."""
    board = on_board(world.schema)
    if not board.names:
        return dict(facts)
    found: dict[str, Any] = {}
    for key, value in facts.items():
        family, *names = key.split(".")
        if names and names[0] in board.parts and family in PARTED:
            parts = [".".join([family, part, *names[1:]]) for part in board.parts[names[0]]]
            if not any(part in facts for part in parts):
                title, either = world.schema.title(names[0]), " or ".join(parts)
                raise Refused(f"{title} is split on this board: report {either}", rule=CITE)
            continue  # it follows from what is told of the parts
        for known in board.aliases.get(names[0], (names[0],)) if names else ():
            found[".".join([family, known, *names[1:]])] = value
        if not names:
            found[key] = value
    wholes = board.wholes
    for key in list(found):
        family, *names = key.split(".")
        if names and (whole := wholes.get(names[0])) and family in PARTED:
            found |= _of_the_whole(world, found, family, whole, names[1:])
    return found


def _of_the_whole(world: World, facts: Mapping[str, Any], family: str, whole: str, rest: list[str]) -> dict[str, Any]:
    keys = [".".join([family, part, *rest]) for part in on_board(world.schema).parts[whole]]
    target = ".".join([family, whole, *rest])
    if family == "holder":
        return {target: next(facts[key] for key in reversed(keys) if key in facts)}
    values = [facts[key] if key in facts else world.get(key) for key in keys]
    known: list[int] = [value for value in values if value is not None]
    if len(known) < len(keys):
        return {}
    return {target: max(known) if family == "garrison" else sum(known)}


def still_held(world: World, changes: list[Change]) -> list[Change]:
    """Without those by which an uncounted garrison is gone from a split territory while another part has one."""
    split, now = on_board(world.schema).parts, {change.fact: change.new for change in changes}

    def gone(change: Change) -> bool:
        family, place, *nation = f"{change.fact}.".split(".")
        if family != "garrison" or change.new or place not in split:
            return True
        others = (".".join([family, part, nation[0]]) for part in split[place])
        return not any(now[key] if key in now else world.get(key) for key in others)

    return [change for change in changes if gone(change)] if split else changes


def located(world: World, details: Mapping[str, Any]) -> tuple[dict[str, Any], list[Change]]:
    """The details of an event in the territories of the rules, and `besides` the part, or the others that it is too.

    A fight, or a move, is about one part: the holder of the whole is that part's.
    """
    board = on_board(world.schema)
    if not board.names:
        return dict(details), []
    found, parts, more = dict(details), {}, {}
    for detail in WHERE:
        if isinstance(name := details.get(detail), str):
            found[detail], *others = spots_at(world.schema, name)
            if others:
                more[detail] = others
            if slug(name) in board.wholes:
                parts[detail] = slug(name)
    if more:
        found["besides"] = more
    at_issue = next((detail for detail in ("target", "to", "at") if detail in parts), "")
    if not at_issue:
        return found, []
    key = f"holder.{found[at_issue]}"
    now, here = world.get(key), holder_of(world, parts[at_issue], found[at_issue])
    return found, [Change(key, now, here, CITE)] if here != now else []


def somewhere(world: World, rng: Random, name: str, details: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A chance event on this board: in one of the parts of a territory that is split, if it can happen there."""
    split = on_board(world.schema).parts
    for detail in WHERE:
        if details.get(detail) in split:
            part = rng.choice(split[details[detail]])
            if holder_of(world, part, details[detail]) != world.get(f"holder.{details[detail]}"):
                return None
            details = {**details, detail: part}
    return name, details


def asked_of(world: World, place: str) -> World:
    """The world for a question about a place: where that is a part, its holder is the one that counts."""
    board = on_board(world.schema)
    whole = board.wholes.get(slug(place))
    return world.scoped(**{f"holder.{whole}": holder_of(world, slug(place), whole)}) if whole else world


def adjacent(world: World, place: str) -> Trace:
    """What a territory touches by land on the map of this game; of one that is split, part by part."""
    board, schema = on_board(world.schema), world.schema
    key = in_the_rules(schema, place)
    if key not in geography().places:
        raise NotFound("territory", place, [schema.title(known) for known in geography().places])
    near = [other for other in geography().places if world.get(_border(key, other)) and other != key]
    parts = [part for part in board.parts.get(key, ()) if slug(place) in (key, part)]
    met = [f"{schema.title(p)} touches {schema.title(o)}" for p in parts for o in near if o in board.touches[p]]
    lines = [Trace(says, True, rule=MAP) for says in dict.fromkeys(met)]
    if not parts:  # of a territory that takes in several, each neighbour once
        once = {schema.title(other): _border(key, other) for other in near}
        lines = [Trace(says, True, facts=(border,), rule=MAP) for says, border in once.items()]
    whose = "the group's own map" if board is not REFERENCE or _changed(world, key) else "the reference map"
    name = schema.title(slug(place) if len(parts) == 1 else key)
    return Trace(f"{name} touches by land, on {whose}", len(lines), tuple(lines), rule=MAP)


def _border(one: str, other: str) -> str:
    return f"border.{min(one, other)}.{max(one, other)}"


def _changed(world: World, place: str) -> bool:
    return any(key.startswith("border.") and place in key.split(".") for key in world.set_facts())


def touching_part(schema: object, whole: str, place: str) -> tuple[str, ...] | None:
    """The parts of a split territory that border on a place; None if it is not split."""
    board = on_board(schema)
    if whole not in board.parts:
        return None
    return tuple(part for part in board.parts[whole] if place in board.touches[part])
