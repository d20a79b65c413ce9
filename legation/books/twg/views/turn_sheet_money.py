"""The money lines of the turn sheet: Military Commerce, income, Lend/Lease, purses and debts of one nation."""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.twg.money import commerce, influence_money, lend_lease
from legation.books.twg.money.income import AT_COLLECT, INCOMES, LANDS, MAXIMUM
from legation.books.twg.money.purses import AXIS_INCOME, PURSES, in_force
from legation.books.twg.money.spending import EARMARKS
from legation.books.twg.powers import AXIS, CHINA, SIDES, side_of, title
from legation.books.twg.war.war_status import CLIMBERS, LADDER
from legation.core.expr import amount, holds
from legation.core.facts import World
from legation.core.span import exact

__all__ = ["commerce_lines", "money_lines"]


def commerce_lines(world: World, nation: str) -> Iterable[str]:
    """The dice of this turn with what best play may expect, or what they have brought."""
    if not in_force(world) or nation == CHINA or not commerce.due(world):
        return
    cite = commerce.SERIES[nation].cite
    dice = commerce.dice_of(world, nation)
    if brought := world.get(f"commerce.{nation}"):
        yield f"Military Commerce: ${brought} this turn [{cite}]"
    elif dice:
        worth = float(commerce.BEST_PLAY.worth(dice, commerce.MOST_REROLLS))
        yield f"Military Commerce: {dice} {'die' if dice == 1 else 'dice'}, about ${worth:.2f} with best play [{cite}]"
    else:
        closed = commerce.PROVOKED if nation in AXIS else commerce.UNTIL_FULL[nation]
        yield f"Military Commerce: none this turn [{closed.cite}]"  # type: ignore[union-attr]


def money_lines(world: World, nation: str) -> Iterable[str]:
    if in_force(world):
        yield _income(world, nation)
        yield from _lend_lease(world, nation)
        if full := [f"${dollars} of {says}" for p, says in PURSES.items() if (dollars := _fund(world, nation, p))]:
            yield f"In hand: {', '.join(full)} [{EARMARKS.cite}]"
    if owed := world.get(f"debt.{nation}"):
        yield f"Money: ${owed} of influence to be paid at Collect Income [{influence_money.DEBT.cite}]"
    if late := world.get(f"arrears.{nation}"):
        cite = influence_money.DEBT.cite
        yield f"Money: ${late} still unpaid from earlier turns; nothing more can be promised [{cite}]"


def _fund(world: World, nation: str, purse: str) -> int:
    return world.get(f"funds.{nation}.{purse}") or 0


def _income(world: World, nation: str) -> str:
    land, income = LANDS[nation].value(world), INCOMES[nation].value(world)
    share = LADDER.value[world.get(f"war-status.{nation}")] if nation in CLIMBERS else 100
    cite = LADDER.cite if nation in CLIMBERS else AXIS_INCOME if nation in AXIS else AT_COLLECT
    if share == 0:
        return f"Income: none from land in peace [{cite}]"
    part = "all land" if share == 100 else f"{share} percent of the land"
    if not exact(income):
        return f"Income: {part}, once its own land is told [{cite}]"
    most = "" if nation in AXIS else f"; with commerce at most ${land} [{MAXIMUM.cite}]"
    return f"Income: {part}, ${income} of ${land} [{cite}]{most}"


def _lend_lease(world: World, nation: str) -> Iterable[str]:
    """What may still be given, and from whom something may come."""
    others = [n for n in SIDES[side_of(nation)] if n != nation]
    gives = nation in AXIS or any(nation in lend_lease.FROM.value[n] for n in others)
    land = LANDS[nation].value(world)
    if gives and exact(land):
        start = world.get(f"land-at-start.{nation}")
        asked = world.scoped(**{f"land-at-start.{nation}": land if start is None else start})
        left = max(0, amount(lend_lease.ceiling(nation), asked) - (world.get(f"given-away.{nation}") or 0))
        yield f"Lend/Lease: ${left} may still be given this turn [{lend_lease.MOST[nation].cite}]"
    if nation in AXIS:
        return
    givers = title(*lend_lease.FROM.value[nation])
    if nation == CHINA:
        closed = holds(lend_lease.CHINA_CLOSED, world)
        yield f"Lend/Lease: from {givers}{', if the roll of its turn succeeds' if closed else ''} [R39-CHN-LL]"
    elif holds(lend_lease.GATE[nation].when, world):
        yield f"Lend/Lease: none may be received below 20 percent [{lend_lease.GATE[nation].cite}]"
    else:
        yield f"Lend/Lease: may come from {givers} [{lend_lease.OPEN[nation].cite}]"
