"""What a player wants to know of a country: where it stands, what can happen to it, and what is one step away."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from legation.core.errors import Unknown
from legation.core.expr import Expr, all_of, amount, holds
from legation.core.facts import World
from legation.core.tipping import lacking
from legation.twg import rights
from legation.twg.battles import pending
from legation.twg.chart import Becomes, Influence, Neutral, Unrest, below, chance
from legation.twg.facts import ARMY, LAND
from legation.twg.neutrals import home_of, neutral_by_slug
from legation.twg.phases import reminders
from legation.twg.powers import ALL, TITLES
from legation.twg.vocabulary import BY, held_by_another

__all__ = ["Attempt", "attempts_open", "dossier", "number_of", "outlook", "rolls_open"]

Odds = dict[str, dict[str, Fraction]]
FEW = 6  # of the changes that are one step away


# -- what can happen now
class Attempt(NamedTuple):
    """A right of Part II that a nation has now, with the number it would roll for without any extra dollar."""

    country: Neutral
    nation: str
    right: Influence
    least: int
    number: int

    @property
    def chance(self) -> Fraction:
        return Fraction(max(0, min(self.number, 12)), 12)


def rolls_open(world: World, neutral: Neutral, unknown: dict[str, list[str]] | None = None) -> list[Unrest]:
    """The unrest rolls that are due; those nobody can tell of yet go to `unknown`, with what must be reported."""
    if world.get(f"ended.{neutral.slug}"):
        return []
    found = []
    for roll in neutral.rolls_due:
        value = roll.when.value(world)
        if value is True:
            found.append(roll)
        elif value is not False and unknown is not None:
            unknown[roll.label] = roll.when.unknowns(world)
    return found


def attempts_open(world: World, neutral: Neutral, unknown: dict[str, list[str]] | None = None) -> list[Attempt]:
    """The influence rights that are open; a right that hangs on an unreported fact goes to `unknown`."""
    if world.get(f"ended.{neutral.slug}"):
        return []
    found = []
    for nation, right in neutral.rights:
        label = f"{TITLES[nation]}: {right.label}"
        condition = rights.open_now(neutral, nation, right)
        value = condition.value(world)
        try:
            if value is True and any(r.influence is right for r in rights.rights_of(world, nation, [neutral.slug])):
                least = amount(right.least, world)  # type: ignore[arg-type]
                found.append(Attempt(neutral, nation, right, least, number_of(world, neutral, nation, right, least)))
            elif value is not True and value is not False and unknown is not None:
                unknown[label] = condition.unknowns(world)
        except Unknown as needed:
            if unknown is not None:
                unknown[label] = needed.questions
    return found


def number_of(world: World, neutral: Neutral, nation: str, right: Influence, dollars: int = 0) -> int:
    """The number to roll, or less, with so many dollars."""
    return rights.number_to_roll(world.scoped(roll__money=dollars, roll__counter=0), neutral, nation, right)


def outlook(world: World, subject: str) -> tuple[Odds, dict[str, list[str]]]:
    """The chance of each roll that is due and of each attempt by its dollars; and what hangs on unreported facts."""
    neutral = home_of()[subject]
    unknown: dict[str, list[str]] = {}
    found: Odds = {}
    due = rolls_open(world, neutral, unknown)
    while due:
        roll = due.pop(0)
        if roll.bands:
            sides = roll.die.sides
            found[roll.label] = {b.label: Fraction(sum(f in b for f in roll.die.faces), sides) for b in roll.bands}
            continue
        try:
            share = chance(roll, world)
            more = [r for r in roll.at_once if holds(neutral.bind(r.when), world)] if share == 1 else []
        except Unknown as needed:
            unknown[roll.label] = needed.questions
            continue
        if share < 1:
            found[roll.label] = {"succeeds": share, "fails": 1 - share}
        due = [*more, *due]  # where no die is needed, what counts are the rolls it leads to
    for attempt in attempts_open(world, neutral, unknown):
        most = attempt.right.most if rights.may_pay(world, neutral, attempt.nation) else 0
        found[f"{TITLES[attempt.nation]}: {attempt.right.label}"] = {
            f"${d}": rights.odds_of(world, neutral, attempt.nation, attempt.right, d)
            for d in range(attempt.least, max(attempt.least, most) + 1)
        }
    return found, unknown


# -- what is one step away
def _conditions(world: World, neutral: Neutral) -> Iterator[tuple[Expr, str, str]]:
    """Everything that is not so yet: the condition, what it would bring, and the chance of that."""
    for rule in neutral.whenever:
        yield rule.when, neutral.bind(rule.label), ""
    for roll in neutral.rolls_due:
        odds = ""
        if not roll.bands:
            try:
                odds = str(chance(roll, world))
            except Unknown:
                odds = "chance unknown"
        yield roll.when, f"{TITLES[roll.rolls]} rolls: {roll.label}", odds
    for nation, right in neutral.rights:
        if neutral.bind(below(right.into, BY), nation).value(world) is not True:
            continue
        free = [] if right.despite_others else [~held_by_another(neutral.slug, nation)]
        try:
            odds = str(rights.odds_of(world, neutral, nation, right, amount(right.least, world)))  # type: ignore[arg-type]
        except Unknown:
            odds = "chance unknown"
        yield all_of(*free, right.when), f"{TITLES[nation]} may try: {right.label}", odds


def tips(world: World, neutral: Neutral) -> list[str]:
    """What a single change on the board would bring about."""
    if world.get(f"ended.{neutral.slug}"):
        return []
    found = []
    for when, what, odds in _conditions(world, neutral):
        missing = lacking(when, world, world.schema.clock)
        if missing and len(missing) == 1 and missing[0].value(world) is False:
            found.append(f"if {missing[0].english}: {what}{f' ({odds})' if odds not in ('', '1') else ''}")
    return list(dict.fromkeys(found))


# -- the dossier
def dossier(world: World, subject: str, rules: list[str]) -> dict[str, Any]:
    neutral = home_of()[subject]
    lands = neutral.lands if subject == neutral.slug else (subject,)
    chart = neutral.slug if subject in neutral.lands else subject  # a half has the government of its nation
    at_home = chart == neutral.slug
    values = [world.get(f"value.{land}") for land in lands]
    armies = {k: sum(world.get(f"army.{land}.{k}") or 0 for land in lands) for k in ARMY}
    stances = {n: c for n in ALL if (c := world.get(f"stance.{subject}.{n}")) != "neutral"}
    since = world.get(f"in-power-since.{chart}") or 0
    found = {
        "name": world.schema.title(subject),
        "home": neutral.name,
        "colonies": [world.schema.title(c.slug) for c in neutral.colonies] if at_home else [],
        "value": None if None in values else sum(v or 0 for v in values),
        "stance": stances,
        "control": world.get(f"control.{subject}"),
        "government": world.get(f"government.{chart}"),
        "in power since turn": since or None,
        "army": {k: n for k, n in armies.items() if n},
        "occupied": {n: units for n in ALL if (units := _guests(world, lands, n))},
        "attempts": {n: c for n in ALL if (c := world.get(f"attempts.{chart}.{n}"))},
        "may influence": list(dict.fromkeys(_influencers(world, neutral))) if at_home else [],
        "may counter": _counters(world, neutral) if at_home else {},
        "progress": [_progress(a) for a in attempts_open(world, neutral)] if at_home else [],
        "attacked": {f"by {title}": str(box.to) for title, box in _boxes(world, subject)},
        "battle ordered": [neutral.battles[i].label for _, _, i in _pending(world, neutral)],
        "reminders": _reminders(world, neutral) if at_home else [],
        "remembers": _memory(world, neutral) if at_home else {},
        "one step away": tips(world, neutral)[:FEW] if at_home else [],
        "rules": rules,
    }
    return found


def _guests(world: World, lands: tuple[str, ...], nation: str) -> dict[str, int]:
    units = {k: sum(world.get(f"units.{p}.{nation}.{k}") or 0 for p in lands) for k in LAND}
    return {k: n for k, n in units.items() if n}


def _influencers(world: World, neutral: Neutral) -> Iterator[str]:
    """As far as is known: a right that hangs on an unreported fact may be open."""
    for nation in ALL:
        try:
            if rights.rights_of(world, nation, [neutral.slug]):
                yield nation
        except Unknown:
            yield nation


def _counters(world: World, neutral: Neutral) -> dict[str, list[str]]:
    paid = (nation for nation in neutral.suitors if rights.may_pay(world, neutral, nation))
    return {nation: list(rivals) for nation in paid if (rivals := neutral.counters(nation))}


def _progress(attempt: Attempt) -> dict[str, Any]:
    return {
        "nation": attempt.nation,
        "into": attempt.right.into,
        "needs": f"{attempt.number} or less",
        "chance": attempt.chance,
        "dollars": f"${attempt.least} required" if attempt.least else "",
    }


def _boxes(world: World, subject: str) -> Iterator[tuple[str, Becomes]]:
    """What an attack would make of it, by side; the first line that fits now."""
    home = home_of()[subject]
    for side, title in (("axis", "the Axis"), ("allies", "an Ally")):
        for box in home.boxes(subject).against(side):
            if home.bind(box.when).value(world) is True:
                yield title, box
                break


def _pending(world: World, neutral: Neutral) -> list[tuple[str, str, int]]:
    try:
        return pending(world, [neutral.slug])
    except Unknown:
        return []


def _reminders(world: World, neutral: Neutral) -> list[str]:
    try:
        return reminders(world, [neutral.slug])
    except Unknown:
        return []


def _memory(world: World, neutral: Neutral) -> dict[str, Any]:
    """What only this chart keeps in mind, where it is not as at the beginning."""
    found = {}
    for family in neutral_by_slug()[neutral.slug].remembers:
        for key in family.keys():  # noqa: SIM118 - a family is no mapping
            value = world.get(key)
            if value not in (None, family.default, False, 0, "none"):
                found[world.schema.spec(key).says] = value
    return found
