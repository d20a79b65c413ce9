"""Forms: board reports, events, rulings and amendments, read from what a book declares."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from legation.core.chronicle import chronicle
from legation.core.errors import NotFound, Refused
from legation.core.facts import Choice, Family, Flag, Schema, Teller
from legation.core.requests import Request
from legation.core.rewind import Amendment
from legation.core.sight import Sight
from legation.core.words import capital
from legation.web.present.desk import Field, fields_of
from legation.web.present.plates import has_dossier, places

__all__ = [
    "Detail",
    "EventForm",
    "Group",
    "amendable",
    "answer_value",
    "changed",
    "diff_of",
    "event_details",
    "event_forms",
    "fact_values",
    "families",
    "groups_of_family",
    "groups_of_place",
    "map_places",
    "typed",
]

MOST = 120  # facts on one form


@dataclass(frozen=True)
class Group:
    """Facts that are told together."""

    title: str
    bloc: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Detail:
    """One detail of an event; with options it is chosen, else typed."""

    name: str
    says: str
    options: tuple[tuple[str, str], ...]
    many: bool


@dataclass(frozen=True)
class EventForm:
    name: str
    title: str
    cite: str
    details: tuple[Detail, ...]


# -- reading what was typed
def answer_value(request: Request, form: Mapping[str, list[str]], schema: Schema) -> Any:
    """What a form says in answer to a request; the engine then judges it."""
    if request.kind == "report":
        return {} if "same" in form else fact_values(form, schema)
    if request.among:
        return {
            n: _number(form.get(f"among:{n}", ["0"])[-1]) for n in request.among if form.get(f"among:{n}", [""])[-1]
        }
    # without scripts a browser says `face`; with them it may send both, for a sheet that came live has that field too
    typed = [v for v in form.get("value", []) if v != ""] or form.get("face", [])
    if not typed:
        raise Refused(
            "choose an answer first", rule=request.cite, allowed=request.legal if len(request.legal) < 13 else None
        )
    try:
        return json.loads(typed[-1])
    except ValueError:
        return typed[-1]


def _number(text: str) -> int:
    try:
        return int(text.strip() or 0)
    except ValueError:
        raise Refused(f"{text.strip()!r} is no whole number") from None


def fact_values(form: Mapping[str, list[str]], schema: Schema, prefix: str = "fact:") -> dict[str, Any]:
    """The facts that a form tells; fields left empty are left out."""
    found: dict[str, Any] = {}
    for name, values in form.items():
        if not name.startswith(prefix) or not values or values[-1] == "":
            continue
        key, text = name.removeprefix(prefix), values[-1]
        domain = schema.spec(key).domain
        if isinstance(domain, Flag):
            found[key] = text == "true"
        elif isinstance(domain, Choice):
            found[key] = text
        else:
            found[key] = _number(text)
    return found


def typed(schema: Schema, key: str, text: str) -> Any:
    """One fact that was typed by its key."""
    return fact_values({f"fact:{key}": [text]}, schema).get(key)


def changed(sight: Sight, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Only what differs from what is known, or is not known (any more)."""
    return {k: v for k, v in facts.items() if sight.world.get(k) != v}


# -- board facts
def families(sight: Sight, *, any_teller: bool = False) -> list[Family]:
    told = (Teller.BOARD, Teller.SHEET)
    return [f for f in sight.world.schema.families if any_teller or f.told_by in told]


def map_places(sight: Sight) -> list[tuple[str, str]]:
    """Every place of the plates, by name."""
    slugs = dict.fromkeys(p for name in sight.book.views.plates for p in places(name))
    slugs |= dict.fromkeys(has_dossier(sight))
    return sorted(((s, sight.place(s)) for s in slugs), key=lambda pair: pair[1].removeprefix("The "))


def groups_of_place(sight: Sight, place: str) -> list[Group]:
    """All that the board can tell of a place, grouped by the nation it is about."""
    found: dict[str, list[str]] = {}
    for family in sight.book.views.family_of_places(sight):
        for key in family.keys():  # noqa: SIM118 - a family is no mapping
            names = key.split(".")[1:]
            if place not in names:
                continue
            nation = next((n for n in names if n != place and (n in sight.book.seats or sight.bloc(n))), "")
            found.setdefault(nation, []).append(key)
    groups = []
    for nation, keys in found.items():
        title = (
            sight.name(nation)
            if nation in sight.book.seats
            else capital(sight.say(nation))
            if nation
            else sight.place(place)
        )
        fields = fields_of(sight, keys[:MOST])
        groups.append(Group(title, sight.bloc(nation), tuple(_short(f, sight, place, nation) for f in fields)))
    return sorted(groups, key=lambda g: bool(g.bloc))


def _short(field: Field, sight: Sight, place: str, nation: str) -> Field:
    """A heading names the nation already, so the line leaves it out."""
    names = field.key.split(".")[1:]
    rest = [n for n in names if n not in (place, nation)]
    says = capital(" ".join(n.replace("-", " ") for n in rest)) if nation and rest else field.says
    return Field(field.key, says, field.kind, field.value, field.old, field.options, field.lo, field.hi, field.wanted)


def groups_of_family(sight: Sight, name: str, *, any_teller: bool = False) -> list[Group]:
    family = next((f for f in families(sight, any_teller=any_teller) if f.name == name), None)
    if family is None:
        raise NotFound("kind of fact", name, [f.name for f in families(sight, any_teller=any_teller)])
    keys = []
    for key in family.keys():  # noqa: SIM118 - a family is no mapping
        keys.append(key)
        if len(keys) >= MOST:
            break
    visible = [k for k in keys if sight.game.may_see(sight.seat, k)]
    return [Group(capital(name.replace("-", " ")), "", tuple(fields_of(sight, visible)))]


# -- events
# What a detail is, by the words in which a book says it; what none of them fits is typed.
MANY = re.compile(r"^(the )?nations\b")
ONE_NATION = re.compile(
    r"^(the nation\b|whose |the power\b|the allied power\b|who (gives|gets|receives|spends|controls|attacks)\b)"
)
PLACE = re.compile(r"^(the |a )?(territory|country|place|city|target)\b|\bterritory they\b|^where ", re.I)
_WORD, _OR = r"[a-z]+(?:-[a-z]+)*", r"(?:, or |, | or )"
WORDS = re.compile(rf"(?::|^) ?({_WORD}(?:{_OR}{_WORD})+)(?=[,;]|$| before)")
NATIONS = ("attacker", "by", "with", "power")
PLACES = ("target", "country", "on", "place", "retreat")


def event_forms(sight: Sight) -> list[EventForm]:
    found = []
    for name, event in sight.book.events.items():
        details = [_detail(sight, detail, says) for detail, says in event.takes.items()]
        found.append(EventForm(name, event.says, event.cite, tuple(details)))
    return found


def _detail(sight: Sight, name: str, says: str) -> Detail:
    nations = tuple((s, sight.name(s)) for s in sight.book.seats)
    options: tuple[tuple[str, str], ...] = ()
    many = bool(MANY.match(says))
    if words := WORDS.search(says):
        options = tuple((w, capital(w.replace("-", " "))) for w in re.split(_OR, words[1]))
    elif name == "on":  # a nation or a country
        options = tuple(dict.fromkeys((*nations, *map_places(sight))))
    elif many or ONE_NATION.match(says.lower()) or (name in NATIONS and not PLACE.search(says)):
        options = nations
    elif PLACE.search(says) or name in PLACES:
        options = tuple(_named(sight) if name == "place" else map_places(sight))
    return Detail(name, capital(says), options, many)


def _named(sight: Sight) -> list[tuple[str, str]]:
    """Every place of the map, and the cities that somebody can take."""
    cities = sight.world.schema.by_name.get("control")
    more = [(s, sight.place(s)) for s in cities.over[0]] if cities is not None and len(cities.over) == 1 else []
    return sorted({*map_places(sight), *more}, key=lambda pair: pair[1].removeprefix("The "))


def event_details(sight: Sight, name: str, form: Mapping[str, list[str]]) -> dict[str, Any]:
    if name not in sight.book.events:
        raise NotFound("event", name, sight.book.events)
    found: dict[str, Any] = {}
    for detail, says in sight.book.events[name].takes.items():
        values = [v for v in form.get(f"detail:{detail}", []) if v]
        if not values:
            continue
        found[detail] = values if MANY.match(says) else _plain(values[-1])
    return found


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# -- amendments
def diff_of(sight: Sight, amendment: Amendment) -> list[tuple[str, str, str, str]]:
    """What an amendment would change: fact, was, is, rule."""
    return [
        (capital(sight.world.schema.spec(c.fact).says), sight.told(c.fact, c.old), sight.told(c.fact, c.new), c.rule)
        for c in amendment.changes
        if sight.game.may_see(sight.seat, c.fact)
    ]


def amendable(sight: Sight) -> Iterable[tuple[int, str]]:
    """The answers that still count, newest first."""
    for line in reversed(chronicle(sight).lines):
        if "answer" in line.cause and not line.undone_by:
            yield line.seq, line.text
