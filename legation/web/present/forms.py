"""Forms: board reports, events, rulings and amendments, read from what a book declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from legation.core.book import Book
from legation.core.chronicle import chronicle
from legation.core.errors import NotFound, Refused
from legation.core.facts import Choice, Family, Flag, Schema, Teller
from legation.core.reading import Kind
from legation.core.rehearsal import Foretold, foretold
from legation.core.requests import QUIET, Request
from legation.core.rewind import Amendment
from legation.core.sentences import Understood, read_detail, say_detail, tongue_of
from legation.core.sight import Sight, continued, understood
from legation.core.to_json import from_json, whole
from legation.core.voice import affirmed, quoted
from legation.core.wording import Name, Several
from legation.core.words import capital
from legation.web.present.desk import Field, fields_of
from legation.web.present.plates import places

__all__ = [
    "NOTHING_SAID",
    "Detail",
    "EventForm",
    "Group",
    "Heard",
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
    "heard",
    "kinds_of_fact",
    "map_places",
    "more_or_not",
    "standing_of",
    "typed",
]

MOST = 120  # facts on one form
CHOSEN_PLACE = ("target", "country", "place")  # the details that the place of the page is
GO_ON = 40  # ways to go on with a sentence


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
    chosen: tuple[str, ...]
    typed: str


@dataclass(frozen=True)
class EventForm:
    name: str
    title: str
    cite: str
    details: tuple[Detail, ...]
    filled: bool  # with what a sentence told
    now: bool = False  # usual, or told in this phase before
    example: str = ""


@dataclass(frozen=True)
class Heard:
    """A sentence that was typed: how it is understood, or why not, and how it can go on."""

    text: str
    meant: Understood | None
    refused: Refused | None
    goes_on: tuple[str, ...]
    brings: Foretold | None = None

    @property
    def why(self) -> str:
        """What was not understood, as a sentence of its own."""
        said = capital(str(self.refused or ""))
        return said if said.endswith(("?", "…", ".")) else f"{said}."


NOTHING_SAID = Heard("", None, None, ())


# -- reading what was typed
def answer_value(request: Request, form: Mapping[str, list[str]], schema: Schema) -> Any:
    """What a form says in answer to a request; the engine then judges it."""
    if request.kind == "report":
        return QUIET if "quiet" in form else {**more_or_not(form), **fact_values(form, schema)}
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
        return from_json(typed[-1])
    except ValueError:
        return typed[-1]


def _number(text: str) -> int:
    said = text.strip() or "0"
    size = whole(said.removeprefix("-"))
    if size is None:
        raise Refused(f"{quoted(said[:40])} is no whole number")
    return -size if said.startswith("-") else size


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


def more_or_not(form: Mapping[str, list[str]]) -> dict[str, bool]:
    """Of numbers with a threshold, whether it is passed."""
    return {name.removeprefix("more:"): said[-1] == "true" for name, said in form.items() if name.startswith("more:")}


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


def kinds_of_fact(sight: Sight, *, any_teller: bool = False) -> list[tuple[str, str]]:
    """The families in plain words, by name: what they say, with an ellipsis for whom it is about."""
    found = []
    for family in families(sight, any_teller=any_teller):
        says = re.sub(r"[{][^}]*[}]", "…", affirmed(family.says)).strip()
        found.append((family.name, capital(says)))
    return sorted(found, key=lambda pair: pair[1])


def map_places(sight: Sight) -> list[tuple[str, str]]:
    """Every place of the plates, by name."""
    slugs = dict.fromkeys(p for name in sight.book.views.plates for p in places(sight.book, name))
    slugs |= dict.fromkeys(sight.dossiers)
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


def standing_of(sight: Sight, place: str) -> list[Group]:
    """How a place stands and who holds it, also where nothing has been set yet: what an umpire rules most."""
    keys = [
        key
        for family in sight.world.schema.families
        if family.name in sight.book.views.of_places
        for key in family.keys()  # noqa: SIM118 - a family is no mapping
        if key.split(".")[1:2] == [place] and sight.game.may_see(sight.seat, key)
    ]
    return [Group("How it stands", "", tuple(fields_of(sight, keys[:MOST])))] if keys else []


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
def heard(sight: Sight, text: str) -> Heard:
    """What is to be shown of a sentence: how it is understood, or what would do; and how it can go on."""
    goes_on = tuple(continued(sight.game, text, sight.seat, GO_ON))
    if not text.strip():
        return Heard(text, None, None, goes_on)
    try:
        meant = understood(sight.game, text, sight.seat)
        return Heard(text, meant, None, goes_on, foretold(sight, meant))
    except Refused as refused:
        return Heard(text, None, refused, goes_on)


def event_forms(sight: Sight, meant: Understood | None = None, place: str = "") -> list[EventForm]:
    """The forms of all events: one is filled in with what was understood, the others with a place, if one is chosen."""
    usual = sight.book.views.usual
    here = [x.cause["event"] for x in chronicle(sight).lines if x.kind == "event" and "event" in x.cause]
    first = dict.fromkeys([*usual, *(name for name in here if name in sight.book.events)])
    order = {name: i for i, name in enumerate(first)}
    found = []
    for name, event in sorted(sight.book.events.items(), key=lambda pair: (order.get(pair[0], 99), pair[1].says)):
        told = meant.details if meant and meant.event == name else {}
        details = [_detail(sight, name, detail, told.get(detail), place) for detail in event.takes]
        filled = bool(meant and meant.event == name)
        found.append(EventForm(name, event.says, event.cite, tuple(details), filled, name in order))
    return found


def _kind(book: Book, event: str, detail: str) -> Kind:
    words = book.events[event].words
    return words.slots[detail] if words else Kind()


def _detail(sight: Sight, event: str, name: str, value: Any, place: str) -> Detail:
    kind, says = _kind(sight.book, event, name), capital(sight.book.events[event].takes[name])
    tongue = tongue_of(sight.book, sight.world.schema)
    options = [(str(slug), capital(words)) for slug, words in kind.options(tongue)]
    many = isinstance(kind, Several)
    of = kind.of if isinstance(kind, Several) else kind
    if isinstance(of, Name):
        options.sort(key=lambda pair: pair[1].removeprefix("The "))
    chosen = tuple(str(v) for v in value) if isinstance(value, list) else () if value is None else (str(value),)
    if not chosen and name in CHOSEN_PLACE and place in dict(options):
        chosen = (place,)
    shown = "" if options or value is None else say_detail(sight.book, sight.world.schema, event, name, value)
    return Detail(name, says, tuple(options), many, chosen, shown)


def event_details(sight: Sight, name: str, form: Mapping[str, list[str]]) -> dict[str, Any]:
    """What a form tells of an event; fields left empty are left out."""
    if name not in sight.book.events:
        raise NotFound("event", name, sight.book.events)
    found: dict[str, Any] = {}
    for detail in sight.book.events[name].takes:
        kind, values = _kind(sight.book, name, detail), [v for v in form.get(f"detail:{detail}", []) if v]
        if not values:
            continue
        options = {str(value): value for value, _ in kind.options(tongue_of(sight.book, sight.world.schema))}
        if options:
            chosen = [options.get(value, value) for value in values]
            found[detail] = chosen if isinstance(kind, Several) else chosen[-1]
        else:
            read = read_detail(sight.book, sight.world, name, detail, values[-1])
            found[detail] = _plain(read) if isinstance(read, str) else read
    return found


def _plain(text: str) -> Any:
    try:
        return from_json(text)
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
