"""Rule pages: one page of Markdown for each chart, made from its declaration alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from legation.books.twg.chart import Automatic, Battle, Becomes, Boxes, Colony, Half, Influence, Neutral, Start, Unrest
from legation.books.twg.powers import TITLES, title
from legation.books.twg.vocabulary import government
from legation.core.expr import YES, Expr
from legation.core.rules import Bespoke, Duty, Limit, Modifier, Permit, Registry, Rule

__all__ = ["ids_of", "index", "page"]

BOXES = (("axis", "The Axis attacks"), ("allies", "An Ally attacks"))


def page(neutral: Neutral, registry: Registry) -> str:
    """Everything the chart declares, in the order of the chart."""
    parts = [
        f"# {neutral.name}",
        "Made by `make docs` from the declaration of the chart; do not edit.",
        *_section("Set-up", _setup(neutral)),
        *_section("Conditions without a roll", _rules((*neutral.each_turn, *neutral.instantly, *neutral.automatic))),
        *_section("As a turn begins", _rules(neutral.as_turn_begins)),
        *_section("Political unrest", _upheavals(neutral)),
        *_section("Influence", _influence(neutral)),
        *_section("As the Diplomatic Phase ends", _rules(neutral.as_phase_ends)),
        *_section("When it is attacked", _boxes(neutral.attacked)),
        *_section("Colonies", _colonies(neutral)),
        *_section("Battles", _battles(neutral.battles)),
        *_section("To be remembered at the table", _said((*neutral.reminders, *neutral.in_battle))),
        *_section("What is allowed and what is not", _said(_permissions(neutral))),
        *_section("Rules", _ids(neutral, registry)),
    ]
    return _here("\n\n".join(parts), neutral) + "\n"


def index(charts: Iterable[Neutral]) -> str:
    """The list of all pages."""
    rows = [f"- [{n.name}]({n.slug}.md)" + _also(n) for n in sorted(charts, key=lambda n: n.name)]
    head = ["# The War Game: the neutrals", "Made by `make docs` from the declarations of the charts; do not edit."]
    return "\n\n".join([*head, "\n".join(rows)]) + "\n"


def _also(neutral: Neutral) -> str:
    names = [*(h.name for h in neutral.halves), *(c.name for c in neutral.colonies)]
    return f", with {', '.join(names)}" if names else ""


def _section(heading: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return [f"## {heading}", "\n".join(found)] if found else []


def _here(text: str, neutral: Neutral) -> str:
    slots = {"{Here}": neutral.name, "{here}": neutral.slug, "{By}": "the nation", "{by}": "the-nation"}
    for slot, word in slots.items():
        text = text.replace(slot, word)
    return text


def _if(when: Expr) -> str:
    return "" if when is YES else f", if {when.english}"


def _id(cite: str) -> str:
    return f" `{cite}`" if cite else ""


# -- the parts of a chart
def _setup(neutral: Neutral) -> Iterator[str]:
    lands: tuple[Neutral | Half, ...] = neutral.halves or (neutral,)
    for land in lands:
        of = f"{land.name}: " if neutral.halves else ""
        yield f"- {of}value {land.value}{_id(land.cite)}"
        for scenario, army in land.army.items():
            units = ", ".join(f"{n} {kind}" for kind, n in army.items()) or "none"
            yield f"- {of}army in {scenario}: {units}"
    for scenario, start in neutral.start.items():
        yield f"- {scenario}: {_start(start)}"
    if neutral.governments:
        yield f"- governments: {', '.join(neutral.governments)}"


def _start(start: Start) -> str:
    ruled = f", governed by {start.government}" if start.government != "none" else ""
    return f"{start.to}{ruled}{_id(start.cite)}"


def _rules(rules: Iterable[Automatic | Becomes | Rule | Bespoke]) -> Iterator[str]:
    for rule in rules:
        becomes = f" ({rule.to})" if isinstance(rule, Automatic | Becomes) else ""
        own = " *(a function of its own)*" if isinstance(rule, Bespoke) else ""
        yield f"- {rule.label}{becomes}{_if(rule.when)}{own}{_id(rule.cite)}"
        for more in getattr(rule, "then", ()):
            yield f"  - then {more.label}{_if(more.when)}{_id(more.cite)}"


def _upheavals(neutral: Neutral) -> Iterator[str]:
    return _said([neutral.unrest]) if isinstance(neutral.unrest, Limit) else _unrest(neutral.unrest, neutral.rolls)


def _unrest(rolls: Iterable[Unrest], who: str, depth: int = 0) -> Iterator[str]:
    pad = "  " * depth
    for roll in rolls:
        by = TITLES.get(roll.rolls or who, "")
        yield f"{pad}- **{roll.label}**{_if(roll.when)}: {_number(roll, by)}{_id(roll.cite)}"
        if roll.brings:
            yield f"{pad}  - brings {government(roll.brings)} to power"
        for band in roll.bands:
            yield f"{pad}  - {band.title}: {band.label}{_id(band.cite)}"
        for line in _rules(t for t in roll.then if not isinstance(t, Unrest)):
            yield f"{pad}  {line}"
        for line in _rules(roll.otherwise):
            yield f"{pad}  {line.replace('- ', '- otherwise ', 1)}"
        yield from _unrest(roll.at_once, roll.rolls or who, depth + 1)


def _number(roll: Unrest, by: str) -> str:
    wanted = ", if it wants to" if roll.optional else ""
    if roll.bands:
        return f"{by} rolls {roll.die}{wanted}"
    number = roll.at_most.english if isinstance(roll.at_most, Expr) else str(roll.at_most)
    if number == str(roll.die.sides):
        return f"no die is needed{wanted}"
    return f"{by} rolls {roll.die}{wanted}; {number} or less"


def _influence(neutral: Neutral) -> Iterator[str]:
    if isinstance(neutral.influence, Limit):
        yield from _said([neutral.influence])
    for right in neutral.grants:
        yield f"- **{title(*right.by)}**: {right.label}{_if(right.when)}{_id(right.cite)}"
        yield from (f"  - {line}" for line in _terms(right))
    yield from (f"- {said.label}{_id(said.cite)}" for said in neutral.countering)


def _terms(right: Influence) -> Iterator[str]:
    bonuses: tuple[Modifier, ...] = (*right.bonus, *((right.raises,) if right.raises else ()))
    for bonus in bonuses:
        yield f"+{bonus.value.english}: {bonus.label}{_if(bonus.when)}{_id(bonus.cite)}"
    if isinstance(right.least, Expr) and right.least.english != "0":
        yield f"requires dollars: {right.least.english}"
    if right.fee:
        yield f"${right.fee.dollars} to be paid: {right.fee.label}{_id(right.fee.cite)}"
    for rule in right.then:
        yield f"{rule.label}{_if(rule.when)}{_id(rule.cite)}"
    yield from (f"{said.label}{_id(said.cite)}" for said in right.anew.values())


def _boxes(boxes: Boxes) -> Iterator[str]:
    for side, says in BOXES:
        for box in boxes.against(side):
            yield f"- {says}: {box.label} ({box.to}){_if(box.when)}{_id(box.cite)}"


def _colonies(neutral: Neutral) -> Iterator[str]:
    empire = neutral.empire
    yield f"- {empire.label}{''.join(map(_id, (empire.cite, *empire.also)))}"
    for colony in neutral.colonies:
        yield from _colony(colony)


def _colony(colony: Colony) -> Iterator[str]:
    value = "no value of its own" if colony.value is None else f"value {colony.value}"
    yield f"- **{colony.name}**, {value}{_id(colony.cite)}"
    for scenario, start in colony.start.items():
        yield f"  - {scenario}: {_start(start)}"
    if colony.unless is not None:
        yield f"  - goes its own way if {colony.unless.english}"
    yield from (f"  {line}" for line in _boxes(colony.attacked))


def _battles(battles: Iterable[Battle]) -> Iterator[str]:
    for battle in battles:
        order = f": {battle.order.label}{_if(battle.order.when)}{_id(battle.order.cite)}" if battle.order else ""
        yield f"- **{battle.label}**{order}"
        said: tuple[Permit | Duty, ...] = (*battle.allowed, *battle.duties)
        yield from (f"  - {rule.label}{_id(rule.cite)}" for rule in said)
        yield from (f"  - when the dice are rolled: {rule.label}{_id(rule.cite)}" for rule in battle.at_dice())
        for end in battle.outcomes:
            told = "; ".join(rule.label + _id(rule.cite) for rule in battle.brings(end))
            yield f"  - {end}: {told or 'nobody is beaten'}"


def _permissions(neutral: Neutral) -> Iterator[Any]:
    """Each once, whatever questions it answers."""
    charts: tuple[Neutral | Colony, ...] = (neutral, *neutral.colonies)
    yield from dict.fromkeys(rule for chart in charts for rules in chart.asked.values() for rule in rules)


def _said(rules: Iterable[Limit | Permit | Duty | Any]) -> Iterator[str]:
    for rule in rules:
        yield f"- {rule.label}{_if(getattr(rule, 'when', YES))}{_id(rule.cite)}"


def ids_of(neutral: Neutral, registry: Registry) -> list[str]:
    """The ids that a chart declares; a general definition that it happens to use first is not its own."""
    found = [d for d in registry.declared.values() if d.chapter == neutral.name]
    codes = {d.cite.rsplit("-", 1)[0] for d in found if not isinstance(d.rule, Expr)}
    return [d.cite for d in found if d.cite.rsplit("-", 1)[0] in codes]


def _ids(neutral: Neutral, registry: Registry) -> Iterator[str]:
    """Every id of the chart with its kind: the index for who has an id and looks for its place."""
    by_kind: dict[str, list[str]] = {}
    for cite in ids_of(neutral, registry):
        by_kind.setdefault(registry.ledgers.entry(cite).kind, []).append(f"`{cite}`")
    yield from (f"- {kind}: {', '.join(cites)}" for kind, cites in sorted(by_kind.items()))
