"""What people call a rule, when it applies and what it does, from its declaration.

The kernel's own kinds are told here.  A book's class says what it brings about by a method `tells`, in whole phrases:
`def tells(self) -> Iterable[str]`; and when, if its condition is not simply its `when`, by `tells_when`; and what it is
called, if not simply its `label`, by `tells_label`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import prod
from typing import Any

from legation.core.book import Book
from legation.core.declared_at import source_of
from legation.core.deeds import among
from legation.core.expr import (
    YES,
    Among,
    Const,
    Expr,
    Extreme,
    Less,
    Named,
    Per,
    Rank,
    Read,
    Sum,
    Times,
    WhenElse,
    in_words,
    is_truth,
)
from legation.core.facts import Choice, Count, Data, Family, Flag, Schema
from legation.core.rules import (
    Assign,
    Bespoke,
    Copy,
    Datum,
    Definition,
    Duty,
    Gain,
    Limit,
    Modifier,
    Order,
    Permit,
    Rule,
)
from legation.core.tables import Band, Table
from legation.core.voice import affirmed, denied, figure, how_many, listed, verb_for

__all__ = ["condition_of", "effects_of", "filled", "kind_of", "place_of", "rule_label", "source_of"]

# Where a slot stands for any of them.
ANYWHERE = {"here": "the country", "by": "the nation", "actor": "the power", "to": "its new owner"}


def place_of(book: Book, id: str) -> str:
    """The country or territory in whose chart or table a rule stands; nothing where it is of none."""
    declared = book.registry.declared.get(id)
    parts = declared.where.split(" › ") if declared else []
    names = {*book.subjects().values(), *_schema(book).titles.values()}
    bare = (part.partition("[")[0] for part in reversed(parts))
    return next((part for part in bare if part in names), "")


def _schema(book: Book) -> Schema:
    return book.schema(next(iter(book.scenarios)))


def filled(text: str, place: str) -> str:
    """The words of a declaration, with the name of its country, or words for any, in their slots."""
    if "{" not in text:
        return text
    text = text.replace("{Here}", place or ANYWHERE["here"]).replace("{here}", place or ANYWHERE["here"])
    return _SLOT.sub(lambda slot: ANYWHERE.get(slot[1].lower(), f"the {slot[1].lower()}"), text)


_SLOT = re.compile(r"(?:the )?\{([A-Za-z-]+)\}")


def rule_label(book: Book, id: str) -> str:
    """What a player would call a rule."""
    declared = book.registry.declared.get(id)
    if declared is None:
        return ""
    rule = declared.rule
    if hasattr(rule, "tells_label"):
        return filled(rule.tells_label(), place_of(book, id))
    label = rule.english if isinstance(rule, Named) else getattr(rule, "label", "") or getattr(rule, "name", "")
    return filled(str(label), place_of(book, id))


def kind_of(rule: Any) -> str:
    """What an id is declared as, in a word: the last of its class's name, of a `TrackRow` that it is a row."""
    if isinstance(rule, Expr):
        return "condition"
    return str(getattr(rule, "kind", "") or re.findall("[A-Z][a-z]*", type(rule).__name__)[-1].lower())


# -- when it applies
def condition_of(book: Book, id: str) -> str:
    """When a rule applies; nothing if it always does, or if it has no condition."""
    declared = book.registry.declared.get(id)
    if declared is None:
        return ""
    rule, schema = declared.rule, _schema(book)
    if hasattr(rule, "tells_when"):
        when = rule.tells_when()
    elif isinstance(rule, Named):
        when = None if _is_number(rule.inner, schema) else rule.inner
    else:
        when = getattr(rule, "when", None)
    if isinstance(when, str):
        return filled(when, place_of(book, id))
    deeds = listed((_role_names(deed.says) for deed in among(rule)), "or")
    parts = [part for part in (when if isinstance(when, tuple) else (when,)) if isinstance(part, Expr)]
    said = (_case(part, schema) for part in parts if not (isinstance(part, Const) and part.constant is True))
    about = [deeds] if deeds else []
    return filled("; ".join((*about, *said)), place_of(book, id))


ROLE = re.compile(r"\{(\w+)\}")


def _role_names(says: str) -> str:
    """A deed as anybody would do it: the attacker attacks the target."""
    return ROLE.sub(lambda role: ANYWHERE.get(role[1]) or f"the {role[1]}".replace("_", " "), says)


def _case(expr: Expr, schema: Schema) -> str:
    """A condition in words; of a number, that each one counts."""
    return f"{'for each of these: ' if _is_number(expr, schema) else ''}{worded(expr, schema)}"


def _is_number(expr: Expr, schema: Schema) -> bool:
    if isinstance(expr, Read):
        family = schema.by_name.get(expr.key.partition(".")[0])
        return family is not None and isinstance(family.domain, Count)
    if isinstance(expr, Named):
        return _is_number(expr.inner, schema)
    if isinstance(expr, Const):
        return not isinstance(expr.constant, bool)
    return isinstance(expr, Sum | Less | Times | Per | Extreme | WhenElse | Rank)


def worded(expr: Expr, schema: Schema) -> str:
    """An expression in English; a fact that has no words of its own in it is called what its family calls it."""
    return in_words(expr, schema).english


# -- what it brings about
def effects_of(book: Book, id: str) -> list[str]:
    """What a rule brings about, a phrase each."""
    declared = book.registry.declared.get(id)
    if declared is None:
        return []
    place = place_of(book, id)
    return [filled(phrase, place) for phrase in dict.fromkeys(_told(declared.rule, book, place))]


def _told(rule: Any, book: Book, place: str) -> Iterator[str]:
    if hasattr(rule, "tells"):
        yield from rule.tells()
    elif isinstance(rule, Rule):
        yield from _set(rule.sets, _schema(book), place)
        for more in rule.then:
            yield from _told(more, book, place)
        if not rule.sets and not rule.then:  # the step that asks for it does the rest
            yield rule.label
    elif isinstance(rule, Band):
        yield f"{rule.called}: {rule.label}"
    elif isinstance(rule, Table):
        yield from _table(rule)
    else:
        yield from _kernel(rule, book)


def _kernel(rule: Any, book: Book) -> Iterator[str]:
    schema = _schema(book)
    if isinstance(rule, Modifier):
        yield from _added(rule.value, rule.when, schema)
    elif isinstance(rule, Limit):
        yield _says("no", rule, schema)
    elif isinstance(rule, Permit):
        yield _says("yes", rule, schema)
    elif isinstance(rule, Duty):
        yield f"{schema.title(rule.to) if rule.to else 'the table'} is told: {rule.label}"
    elif isinstance(rule, Datum):
        yield _datum(rule, book)
    elif isinstance(rule, Order):
        steps = any(one in book.steps.by_name for one in rule.of)  # which only the label puts into words
        said = rule.says or ", ".join(_plain(one, schema) for one in rule.of)
        yield rule.label if steps else f"in this order: {said}"
    elif isinstance(rule, Bespoke):
        yield "the referee works it out step by step"
        yield from (f"it looks at {read}" for read in _reads(rule, schema))
    elif isinstance(rule, Named):
        if _is_number(rule.inner, schema):
            yield f"it comes to {worded(rule.inner, schema)}"
        else:  # it means its condition
            yield "it is always so" if isinstance(rule.inner, Const) else "other rules ask whether it is so"
    elif isinstance(rule, Definition):
        yield "a word of the rules; nothing is decided by it alone"


def _says(word: str, rule: Limit | Permit, schema: Schema) -> str:
    """What the referee says, with the reason if it is another than the condition."""
    if worded(rule.when, schema) == rule.label:
        return "the referee allows it" if word == "yes" else "the referee forbids it"
    return f"the referee says {word}: {rule.label}"


def _table(table: Table) -> Iterator[str]:
    parts = ((len(table.modifiers), "modifier"), (len(table.results), "result"))
    own = listed(how_many(number, what) for number, what in parts if number)
    if table.here and table.base:
        yield f"{table.name} takes over the modifiers of the table of {table.base.name}"
    if own:
        yield f"{own} of {'its' if table.here and table.base else f'{table.name}, each with an id of its'} own"


def _datum(rule: Datum, book: Book) -> str:
    """The value, unless the label already says it."""
    value = rule.value
    many = isinstance(value, tuple | list)
    if isinstance(value, bool) or (many and any(isinstance(v, str) and v in book.steps.by_name for v in value)):
        return rule.label
    if many and value and all(hasattr(v, "cite") for v in value):
        return f"{rule.label}: {len(value)} rows, each with an id of its own"
    said = _plain(value, _schema(book))
    known = re.search(rf"(?<!\w){re.escape(said.lower())}(?!\w)", rule.label.lower())
    several = isinstance(value, dict | tuple | list)
    return rule.label if known else f"{rule.label} ({said})" if several else f"{rule.label}: {said}"


def _reads(rule: Bespoke, schema: Schema) -> list[str]:
    """What a function looks at, in one phrase; of many facts of a kind, the first; nothing if it reads none."""
    said: list[str] = []
    for _, group in groupby(rule.reads, key=_kind_of_read):
        words = list(dict.fromkeys(_read(expr, schema) for expr in group))
        said += words if len(words) < MANY_READS else [f"{words[0]}, and the other {len(words) - 1} of the kind"]
    return ["; ".join(dict.fromkeys(said))] if said else []


def _kind_of_read(expr: Expr) -> str:
    return min(expr.reads(), default=expr.english).partition(".")[0]


def _read(expr: Expr, schema: Schema) -> str:
    if isinstance(expr, Among) and not expr.says:  # whatever it is
        return fact_says(schema, expr.key)
    return worded(expr, schema) if _is_number(expr, schema) else f"whether {worded(expr, schema)}"


MANY_READS = 5


def _added(value: Expr, when: Expr, schema: Schema) -> Iterator[str]:
    """What a number adds or takes off, case by case."""
    if isinstance(value, WhenElse) and not isinstance(value, Gain):
        truth = worded(value.truth, schema)
        yield from (f"if {truth}: {phrase}" for phrase in _added(value.yes, YES, schema))
        if not (isinstance(value.no, Const) and not value.no.constant):
            yield from (f"otherwise {phrase}" for phrase in _added(value.no, YES, schema))
    elif isinstance(value, Const):
        yield f"adds {figure(value.constant) if value.constant <= 0 else f'+{value.constant}'}"
    elif isinstance(value, Times) and isinstance(value.right, Const):
        times, counted = value.right.constant, worded(value.left, schema)
        points = figure(times) if times < 0 else f"+{times}"
        if is_truth(value.left):
            yield f"adds {points}" + ("" if counted == worded(when, schema) else f" if {counted}")
        else:
            yield f"adds {points} for each of these: {counted}"
    else:
        said = worded(value, schema)
        of_many = verb_for(said) == "are" and not said.startswith(("the ", "one ", "minus "))
        adds = "adds +1 for each of these:" if of_many else "takes off" if said.startswith("minus ") else "adds"
        yield f"{adds} {said.removeprefix('minus ')}"


def _plain(value: Any, schema: Schema) -> str:
    """A value as people read it."""
    if isinstance(value, dict):
        return "; ".join(f"{_plain(k, schema)}: {_plain(v, schema)}" for k, v in value.items()) or "none"
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(_plain(v, schema) for v in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return schema.titles.get(value) or value.replace("-", " ")
    return str(getattr(value, "label", value))


def _set(assigns: Iterable[Assign], schema: Schema, place: str) -> Iterator[str]:
    """What facts become: those that become the same are told together, and bookkeeping only where there is no more."""
    every = list(assigns)
    seen = [a for a in every if not getattr(schema.by_name.get(a.fact.partition(".")[0]), "quiet", False)]
    groups: dict[tuple[str, ...], list[Assign]] = {}
    for assign in seen or every:
        groups.setdefault(_alike(assign, schema), []).append(assign)
    for (*_, when), found in groups.items():
        yield from _several(found, when, schema, place)


def _alike(assign: Assign, schema: Schema) -> tuple[str, ...]:
    """What assignments must have in common to be told as one: also a condition that speaks of the name of each."""
    value, names = assign.value, assign.fact.split(".")[1:]
    said = worded(value, schema) if isinstance(value, Expr) else repr(value)
    when = worded(assign.when, schema)
    for name in names:
        if name in schema.titles and (own := schema.titles[name]) in when:
            when = when.replace(own, EACH_ONE)
    return assign.fact.partition(".")[0], said, when


EACH_ONE = "that one"


def _several(alike: list[Assign], when: str, schema: Schema, place: str) -> Iterator[str]:
    """Assignments of one value to facts of a family; where they are all that some names make, they are one phrase."""
    names = [assign.fact.split(".")[1:] for assign in alike]
    slots = [list(dict.fromkeys(each)) for each in zip(*names, strict=True)]
    differ = [n for n, slot in enumerate(slots) if len(slot) > 1]
    if len(alike) == 1 or not differ or prod(map(len, slots)) != len(alike):
        yield from (assigned(assign, schema, place) for assign in alike)
        return
    family = schema.by_name[alike[0].fact.partition(".")[0]]
    together = [listed([filled(_plain(name, schema), place) for name in slot], "and") for slot in slots]
    for n in differ:
        one = re.search(rf"\{{{n}\}} (?:is|was|\w\w+s)\b", family.says)  # the verb is said of one
        if one or EACH_ONE in when:
            together[n] = f"each of {together[n]}"
    if family.becomes and isinstance(alike[0].value, str):
        said = _taken(family, together, alike[0].value, schema)
    else:
        said = _becomes(family.says.format(*together), family.domain, alike[0].fact, alike[0].value, schema, place)
    yield f"{said}, if {when}" if alike[0].when is not YES else said


def assigned(assign: Assign, schema: Schema, place: str = "") -> str:
    """What a fact becomes, in words."""
    family = schema.by_name.get(assign.fact.partition(".")[0])
    domain = family and family.domain
    if family is not None and family.becomes and isinstance(assign.value, str):
        names = [filled(_plain(name, schema), place) for name in assign.fact.split(".")[1:]]
        said = _taken(family, names, assign.value, schema)
        return f"{said}, if {worded(assign.when, schema)}" if assign.when is not YES else said
    said = _becomes(_wording(schema, assign.fact, place), domain, assign.fact, assign.value, schema, place)
    return f"{said}, if {worded(assign.when, schema)}" if assign.when is not YES else said


def _taken(family: Family, names: Sequence[str], value: str, schema: Schema) -> str:
    """What happens when facts of a family take a value, in the family's own words."""
    called = family.domain.called.get(value) if isinstance(family.domain, Choice) else None
    return family.becomes.format(*names, value=called or _plain(value, schema))


def _changed(fact: str, value: Expr, schema: Schema, becomes: str) -> str:
    """What a number becomes; of one that only grows or shrinks, by how much."""
    parts = value.of if isinstance(value, Sum) else value.parts if isinstance(value, Less) else ()
    if len(parts) == 2 and isinstance(parts[0], Read) and parts[0].key == fact:
        by = worded(parts[1], schema)
        less = by.startswith(("minus ", "−"))
        grows = "grows" if isinstance(value, Sum) is not less else "shrinks"
        return f"{grows if becomes == 'becomes' else grows[:-1]} by {by.removeprefix('minus ').removeprefix('−')}"
    return f"{becomes} {worded(value, schema)}"


def _becomes(says: str, domain: Any, fact: str, value: Any, schema: Schema, place: str) -> str:
    if isinstance(domain, Flag) and isinstance(value, bool):
        return affirmed(says) if value else denied(says)
    says = affirmed(says)
    becomes = "become" if verb_for(says) == "are" else "becomes"
    if isinstance(value, Copy):
        as_now = fact_says(schema, value.fact, place)
        return f"{says} {becomes} {'' if as_now.startswith(_SAYS_WHICH) else 'the '}{as_now}"
    if isinstance(value, Expr):
        return f"{says} {_changed(fact, value, schema, becomes)}"
    if isinstance(domain, Data):
        return f"{says}: this is kept"
    if value is None:
        return f"{says} {'are' if becomes == 'become' else 'is'} not known any more"
    called = domain.called.get(str(value)) if isinstance(domain, Choice) else None
    return f"{says} {becomes} {called or filled(_plain(value, schema), place)}"


_SAYS_WHICH = ("the ", "how ", "who ", "whose ", "whom ", "what ", "where ", "whether ")


def fact_says(schema: Schema, key: str, place: str = "") -> str:
    """A fact in words, also one with open slots."""
    return affirmed(_wording(schema, key, place))


def _wording(schema: Schema, key: str, place: str) -> str:
    name = key.partition(".")[0]
    if name not in schema.by_name:
        return PASSING.get(name, name).replace("-", " ")
    return filled(schema.wording(key), place) if place else schema.wording(key)


PASSING = {"roll": "what the roll is about"}  # what is laid over a world while something is asked
