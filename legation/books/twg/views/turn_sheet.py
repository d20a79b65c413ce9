"""The turn sheet: what is due this turn, nation by nation, on paper."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from legation.books.twg.chart import chance
from legation.books.twg.charts import neutral_by_slug, neutrals
from legation.books.twg.diplomacy.battles import pending
from legation.books.twg.diplomacy.rights import may_pay
from legation.books.twg.diplomacy.unrest import roller
from legation.books.twg.map.geography import geography
from legation.books.twg.money import lend_lease
from legation.books.twg.odds import attempts_open, rolls_open
from legation.books.twg.powers import ALL, TITLES, USSR, sentence, title
from legation.books.twg.schema import CLASSES
from legation.books.twg.turn import reminders
from legation.books.twg.views.turn_sheet_money import commerce_lines, money_lines
from legation.books.twg.war import isolation, vichy, vichy_conflicts, war_status
from legation.core.errors import Unknown
from legation.core.facts import World
from legation.core.words import percent

__all__ = ["due_of", "turn_sheet"]

BANDS = "by the table of its chart"
TABLE = "For the table"


def turn_sheet(world: World, seat: str | None = None, rolled: Collection[str] = ()) -> dict[str, list[str]]:
    """By nation: commerce, rolls, rights with their odds, battles, war, money, duties, alliances; then the table's."""
    unknown: dict[str, list[str]] = {}
    found = {nation: _of(world, nation, unknown, rolled) for nation in ALL if seat in (None, nation)}
    sheet = {sentence(TITLES[nation]): lines for nation, lines in found.items() if lines}
    if shared := [*_reminders(world), *_to_report(world, unknown)]:
        sheet[TABLE] = shared
    return sheet


def due_of(world: World, nation: str, rolled: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
    """What is due of one nation beside its attempts and friends, each line with its rule."""
    lines = [
        *commerce_lines(world, nation),
        *_rolls(world, nation, {}, rolled),
        *_battles(world, nation),
        *_war(world, nation),
        *money_lines(world, nation),
        *_duties(world, nation),
    ]
    cut = (line.removesuffix("]").rpartition(" [") for line in lines)
    return tuple((text, rule) if text else (rule, "") for text, _, rule in cut)


def _of(world: World, nation: str, unknown: dict[str, list[str]], rolled: Collection[str]) -> list[str]:
    return [
        *commerce_lines(world, nation),
        *_rolls(world, nation, unknown, rolled),
        *_attempts(world, nation, unknown),
        *_battles(world, nation),
        *_war(world, nation),
        *money_lines(world, nation),
        *_duties(world, nation),
        *_alliances(world, nation),
    ]


def _rolls(world: World, nation: str, unknown: dict[str, list[str]], rolled: Collection[str]) -> Iterable[str]:
    for neutral in neutrals():
        due = rolls_open(world, neutral, unknown)
        for number, roll in enumerate(neutral.rolls_due):
            if roll not in due or roll.cite in rolled or roller(world, neutral.slug, [number]) != nation:
                continue
            how = BANDS if roll.bands else _odds(world, neutral.slug, number)
            choice = ", if wanted" if roll.optional else ""
            yield f"Roll {roll.die}{choice}: {neutral.name}, {roll.label}: {how} [{roll.cite}]"


def _odds(world: World, country: str, number: int) -> str:
    roll = neutral_by_slug()[country].rolls_due[number]
    try:
        share = chance(roll, world)
    except Unknown:
        return "the number hangs on what is not reported yet"
    return "certain" if share == 1 else f"{share * roll.die.sides} or less, {percent(share)}"


def _attempts(world: World, nation: str, unknown: dict[str, list[str]]) -> Iterable[str]:
    for neutral in neutrals():
        for a in attempts_open(world, neutral, unknown):
            if a.nation != nation:
                continue
            against = neutral.counters(nation) if may_pay(world, neutral, nation) else ()
            more = f", ${a.least} required" if a.least else ""
            more += f"; {title(*against)} may counter money" if against else ""
            yield (
                f"Influence: {neutral.name}, {a.right.label}: {a.number} or less, {percent(a.chance)}{more}"
                f" [{a.right.cite}]"
            )


def _battles(world: World, nation: str) -> Iterable[str]:
    try:
        found = pending(world)
    except Unknown:
        return
    for who, country, number in found:
        battle = neutral_by_slug()[country].battles[number]
        if who == nation:
            words = "may order" if battle.order is not None else "fights"
            yield f"Battle: {TITLES[nation]} {words}: {battle.label}"


def _war(world: World, nation: str) -> Iterable[str]:
    """With the 1939 rules: the war status, and what could raise it."""
    if war_status.in_force(world) and nation in war_status.CLIMBERS:
        level = world.get(f"war-status.{nation}")
        words = {"peace": "peace", "full": "Full War"}.get(str(level), f"{level} percent")
        yield f"War status: {words} [{war_status.MACHINE.cite}]"
    for declaration, number in war_status.outlook(world, nation):
        most = number.value(world)
        if not isinstance(most, int):
            yield f"War: {declaration.label}, once the value of lost land is reported [{declaration.cite}]"
        elif most >= 1:
            brings = f"{most} or less brings {declaration.level} percent"
            yield f"War: {declaration.label}, {brings} [{declaration.cite}]"


def _duties(world: World, nation: str) -> Iterable[str]:
    """What the nation must do or leave this turn."""
    for place in vichy.TERRITORIES:
        if nation in vichy.OTHERS and world.get(f"conflict.{place}.{nation}"):
            yield f"Vichy: attack or leave {geography().name(place)} [{vichy_conflicts.DECIDES}]"
    for donor in ALL if nation == USSR else ():
        if due := world.get(f"to-return.{donor}"):
            yield f"Lend/Lease: ${due} to be returned to {title(donor)} [{lend_lease.RETURN}]"
    for limit in isolation.standing(world, nation):
        yield f"Peace: {limit.label} [{limit.cite}]"


def _alliances(world: World, nation: str) -> Iterable[str]:
    for cls in reversed(CLASSES[1:]):
        places = [p for p in geography().neutrals if world.get(f"stance.{p}.{nation}") == cls]
        if places:
            name = "Total Control" if cls == "total" else cls.capitalize()
            yield f"{name}: {', '.join(geography().name(p) for p in places)}"


def _reminders(world: World) -> Iterable[str]:
    try:
        found = reminders(world)
    except Unknown:
        return
    yield from map(sentence, found)


def _to_report(world: World, unknown: dict[str, list[str]]) -> Iterable[str]:
    facts = dict.fromkeys(key for keys in unknown.values() for key in keys)
    yield from (f"To be reported: {world.schema.spec(key).says}" for key in facts)
