"""The money page of a nation: land, income, this turn's lines, purses and debts, each with its rule.

Page, JSON and terminal print the same `Trace`: a part is a heading with its sum, a part of a part one line of it.
"""

from __future__ import annotations

from legation.books.twg.map.geography import geography
from legation.books.twg.money.commerce import EARMARKED
from legation.books.twg.money.income import AT_COLLECT, INCOMES, LANDS, MAXIMUM, STATES
from legation.books.twg.money.influence_money import DEBT, LEFT, PAYS, TENTH, TENTHS
from legation.books.twg.money.influence_money import PURSES as PROMISED
from legation.books.twg.money.lend_lease import FROM, MOST, RETURN
from legation.books.twg.money.purses import ANY, AXIS_INCOME, BASIS, COMMERCE, PURSES, holdings, in_force, own_land
from legation.books.twg.money.spending import EARMARKS
from legation.books.twg.powers import ALL, ALLIES, AXIS, FRANCE, USSR, title
from legation.books.twg.war.war_status import CLIMBERS, LADDER
from legation.core.expr import per
from legation.core.facts import World
from legation.core.trace import Trace

__all__ = ["ledger_page"]

PAID_BY = {"total": "DG-AFF-3", "sworn": "DG-AFF-8", "economic": "DG-AFF-14"}
FROM_ELSEWHERE = "as the table reported or the umpire ruled, and older Lend/Lease"


def ledger_page(world: World, nation: str) -> Trace:
    """Where a nation's money comes from and where it goes, line by line.

    With the 1939 rules its value is what is in hand; with the Guide alone the referee keeps no purses, and the page
    tells what the nation may still put into influence.
    """
    heading = f"The money of {title(nation)}"
    if not in_force(world):
        parts = (_land(world, nation), _tenth(world, nation), _promises(world, nation))
        return Trace(heading, LEFT[nation].value(world), parts)
    parts = (_income(world, nation), _turn(world, nation), _purses(world, nation))
    return Trace(heading, _in_hand(world, nation), parts)


def _in_hand(world: World, nation: str) -> int:
    return sum(world.get(f"funds.{nation}.{p}") or 0 for p in PURSES)


# -- land
def _land(world: World, nation: str) -> Trace:
    """The land that pays: the nation's own, and what each friend brings."""
    lines = [_own(world, nation)]
    for place in geography().neutrals:
        cls = str(world.get(f"stance.{place}.{nation}"))
        if cls in PAYS:
            lines.append(_worth(world, place, "Total Control" if cls == "total" else cls.capitalize(), PAID_BY[cls]))
    for place in geography().original(FRANCE) if nation in AXIS else ():
        if place != FRANCE and world.get(f"vichy.{place}") == nation:
            lines.append(_worth(world, place, "Vichy", PAID_BY["sworn"]))
    rule = BASIS[nation] if nation in BASIS and in_force(world) else None
    return Trace("land value", LANDS[nation].value(world), tuple(lines), rule=rule)


def _own(world: World, nation: str) -> Trace:
    """The nation's own land: place by place where the board sheet has every value, else the sum the table told."""
    own = own_land(nation)
    places = holdings(world, nation)
    if all(world.known(f"value.{place}") for place in places):
        return Trace("own land", own.value(world), tuple(_worth(world, place) for place in places))
    told = "as the table told" if world.known(own.facts[0]) else "not told yet"
    return Trace(f"own land, {told}", own.value(world), facts=own.facts)


def _worth(world: World, place: str, how: str = "", rule: str | None = None) -> Trace:
    name = geography().name(place)
    key = f"value.{place}"
    return Trace(f"{name}, {how}" if how else name, world.read(key), facts=(key,), rule=rule)


def _tenth(world: World, nation: str) -> Trace:
    """What may still go into influence this turn."""
    lines = [Trace("a tenth of the land value, rounded up", per(10, LANDS[nation], up=True).value(world), rule=TENTH)]
    if spent := world.get(f"spent.{nation}"):
        lines.append(Trace("put on rolls already", -spent, facts=(f"spent.{nation}",), rule=DEBT.cite))
    return Trace("left for influence this turn", TENTHS[nation].value(world), tuple(lines), rule=TENTH)


def _promises(world: World, nation: str) -> Trace:
    """What it can pay, less what it owes: nothing more can be promised while an earlier debt is unpaid."""
    told = "as the table told" if world.known(f"purse.{nation}") else "not told yet"
    says = f"what it can pay at its next Collect Income, {told}"
    lines = [Trace(says, world.read(f"purse.{nation}"), facts=(f"purse.{nation}",), rule=DEBT.cite)]
    lines += _owed(world, nation)
    if late := world.get(f"arrears.{nation}"):
        says = "of that still unpaid from earlier turns, so that nothing more can be promised"
        lines.append(Trace(says, late, facts=(f"arrears.{nation}",), rule=DEBT.cite))
    return Trace("can still be promised", PROMISED[nation].value(world), tuple(lines), rule=DEBT.cite)


def _income(world: World, nation: str) -> Trace:
    """The share of the land that may be collected now."""
    land, income = _land(world, nation), INCOMES[nation].value(world)
    if nation in CLIMBERS:
        share = LADDER.value[world.get(f"war-status.{nation}")]
        says = "land income, all of it" if share == 100 else f"land income at {share} percent, rounded up"
        return Trace(says, income, (land,), (f"war-status.{nation}",), LADDER.cite)
    rule = AXIS_INCOME if nation in AXIS else STATES.cite
    return Trace("land income, all of it", income, (land,), rule=rule)


# -- this turn
def _turn(world: World, nation: str) -> Trace:
    """What came in and went out this turn; the lines add up to what is in hand."""

    def line(says: str, key: str, sign: int, rule: str) -> Trace:
        return Trace(says, sign * (world.get(key) or 0), facts=(key,), rule=rule)

    lines = [
        line("saved from earlier turns", f"saved.{nation}", 1, EARMARKS.cite),
        line("Military Commerce", f"commerce.{nation}", 1, EARMARKED),
        line("land income collected", f"collected.{nation}", 1, AT_COLLECT),
    ]
    if nation in ALLIES:
        lines += [
            line("land money above the maximum", f"given-up.{nation}.land", -1, MAXIMUM.cite),
            line("commerce money above the maximum", f"given-up.{nation}.{COMMERCE}", -1, MAXIMUM.cite),
        ]
    lines += [line(f"Lend/Lease from {title(g)}", f"lent.{g}.{nation}", 1, FROM.cite) for g in ALL]
    lines += [
        line("Lend/Lease given away", f"given-away.{nation}", -1, MOST[nation].cite),
        line("influence paid", f"paid.{nation}", -1, DEBT.cite),
        line("units bought", f"bought.{nation}", -1, EARMARKS.cite),
    ]
    lines = [entry for entry in lines if entry.value]
    in_hand = _in_hand(world, nation)
    if rest := in_hand - sum(entry.value for entry in lines):
        lines.append(Trace(FROM_ELSEWHERE, rest))
    return Trace("this turn", in_hand, tuple(lines))


# -- what is there, and what is owed
def _purses(world: World, nation: str) -> Trace:
    lines = [
        Trace(says, dollars, facts=(f"funds.{nation}.{purse}",), rule=_rule_of(purse))
        for purse, says in PURSES.items()
        if (dollars := world.get(f"funds.{nation}.{purse}"))
    ]
    lines += _owed(world, nation)
    return Trace("in hand, less what is owed", sum(line.value for line in lines), tuple(lines))


def _rule_of(purse: str) -> str:
    return AT_COLLECT if purse == ANY else EARMARKS.cite


def _owed(world: World, nation: str) -> list[Trace]:
    lines = []
    if owed := world.get(f"debt.{nation}"):
        says = "owed for influence, to be paid at Collect Income"
        lines.append(Trace(says, -owed, facts=(f"debt.{nation}",), rule=DEBT.cite))
    for donor in ALL if nation == USSR else ():
        if due := world.get(f"to-return.{donor}"):
            says = f"Lend/Lease to be returned to {title(donor)}"
            lines.append(Trace(says, -due, facts=(f"to-return.{donor}",), rule=RETURN))
    return lines
