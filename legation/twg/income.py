"""Collect Income under the 1939 rules: the share of the land, the Allied maximum and debts."""

from __future__ import annotations

from legation.core.expr import amount, lift, number, sum_of
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, do, done, go
from legation.core.requests import amount as ask_amount
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets
from legation.twg.commerce import KEPT
from legation.twg.funds import ANY, COMMERCE, FULL, HARDWARE, PURSES, land_income, level, own_land
from legation.twg.lend_lease import more, soviet_rest
from legation.twg.money import ANY_MONEY, DEBT, land_value
from legation.twg.powers import ALL, ALLIES, AXIS, FRANCE, TITLES, UK, USA, USSR, title
from legation.twg.spending import EARMARKS, take
from legation.twg.steps import steps
from legation.twg.war_status import BELGIAN_DUTCH, CLIMBERS, LADDER

__all__ = ["RULES", "new_turn", "turn_begins"]

# -- how much of the land
STATES = Note("the state of war says what a nation may collect, recruit and produce", cite="R39-GEN-STATES-MATTER")
AT_COLLECT = Note("the share is paid at Collect Income, at the level just reached", cite="R39-ALL-INCOME-WHEN")
AXIS_INCOME = Note("an Axis nation always collects all its land is worth", cite="R39-AXIS-INCOME", value=100)
NOTHING = {
    n: Limit("in peace there is no land income", when=level(n, "peace"), cite="R39-ALL-PEACE-INCOME") for n in CLIMBERS
}
BASIS = {
    USSR: Note("the Soviet share is of all land that pays the USSR", cite="R39-SOV-10-BASIS"),
    UK: Note("the British or French share is of all land that pays the nation", cite="R39-UKF-10-BASIS"),
    USA: Note("the American share is of all land that pays the U.S.A.", cite="R39-USA-10-BASIS"),
}
BASIS[FRANCE] = BASIS[UK]
SHARES = ("10", "20", "40")
FREE = {
    n: Permit("the share of the land is ordinary income, for any use", when=level(n, *SHARES), cite=cite)
    for n, cite in {
        USSR: "R39-SOV-10-USE",
        UK: "R39-UKF-10-USE",
        FRANCE: "R39-UKF-10-USE",
        USA: "R39-USA-10-USE",
    }.items()
}
ROUND_UP = Note("a share is rounded up once, on the total", cite="R39-INC-ROUND")
FRACTION = Note("neutrals pay the same share as own land; they are added first", cite="R39-INC-FRACTION")
BELGIAN_SHARE = Note(
    "France at 40 percent gets 40 percent of the Belgian and Dutch land too", cite="R39-INC-FRACTION-EX"
)

# -- the maximum
NO_MAXIMUM = {n: Permit("the Axis has no maximum", when=lift(n in AXIS), cite="R39-INC-AXIS-NOCAP") for n in ALL}
EXCESS = number("excess", "income above the land value")
MAXIMUM = Limit(
    "land income and Military Commerce of an Ally together may not exceed its land value",
    when=EXCESS >= 1,
    cite="R39-INC-CAP",
)
GIVES_UP = Permit("the player chooses which money to give up", when=EXCESS >= 1, cite="R39-INC-CAP-CHOICE")
NOT_COUNTED = {
    n: Limit(
        "Lend/Lease received does not count towards the maximum",
        when=sum_of(*(number(f"lent.{g}.{n}", f"from {title(g)}") for g in ALLIES if g != n)) >= 1,
        cite="R39-INC-CAP-LL",
    )
    for n in ALLIES
}
EXAMPLE = Note(
    "the U.K. with $77 of commerce and 40 percent of 118 gives up $7",
    cite="R39-INC-CAP-EX",
    value={"nation": UK, "commerce": 77, "land": 118, "income": 48},
)

RULES = (
    (STATES, AT_COLLECT, AXIS_INCOME, NOTHING[USSR], BASIS[USSR], BASIS[UK], BASIS[USA]),
    (FREE[USSR], FREE[UK], FREE[USA], ROUND_UP, FRACTION, BELGIAN_SHARE),
    (NO_MAXIMUM[AXIS[0]], MAXIMUM, GIVES_UP, NOT_COUNTED[UK], EXAMPLE),
)
LANDS = {nation: land_value(nation) for nation in ALL}
INCOMES = {nation: land_income(nation, LANDS[nation]) for nation in ALL}


def new_turn(world: World) -> list[Rule]:
    """As a game turn begins, the page of every nation is turned over."""
    fresh = []
    for n in ALL:
        saved = sum(world.get(f"funds.{n}.{p}") or 0 for p in PURSES)
        fresh += [
            sets(f"saved.{n}", saved),
            *(sets(f"{what}.{n}", 0) for what in ("commerce", "collected", "given-away")),
        ]
        fresh += [sets(f"{what}.{n}", 0) for what in ("bought", "paid")]
        if n in ALLIES:
            fresh += [sets(f"given-up.{n}.{what}", 0) for what in ("land", COMMERCE)]
    return [Rule("a new page is begun for every nation", EARMARKS.cite, sets=tuple(fresh))]


def turn_begins(world: World, nation: str) -> list[Rule]:
    """The land value as the nation's turn begins is what its maximum and its Lend/Lease are measured by."""
    land = amount(LANDS[nation], world)
    return [Rule("the land value is written down", MAXIMUM.cite, sets=(sets(f"land-at-start.{nation}", land),))]


# -- the steps
@steps.step("twg.income")
def collect(world: World, frame: Frame) -> Directive:
    """The share of the land that the state of war allows."""
    nation = frame.nation
    STATES.used(world)
    AT_COLLECT.used(world)
    income = amount(INCOMES[nation], world)
    land = amount(LANDS[nation], world)
    if nation in AXIS:
        AXIS_INCOME.used(world)
    elif nation in CLIMBERS:
        _note_share(world, nation, land)
    if nation in KEPT:
        KEPT[nation].allows(world)
    start = world.get(f"land-at-start.{nation}")
    most = land if start is None else int(start)
    commerce = min(world.get(f"commerce.{nation}") or 0, world.get(f"funds.{nation}.{COMMERCE}") or 0)
    excess = 0 if NO_MAXIMUM[nation].allows(world) else max(0, commerce + income - most)
    keep = {"income": income, "commerce": commerce, "excess": excess}
    if nation in AXIS:
        return go("twg.income.kept", up=0, **keep)
    asked = world.scoped(excess=excess)
    NOT_COUNTED[nation].forbids(world)
    GIVES_UP.allows(asked)
    this = {"nation": nation, "commerce": commerce, "land": most, "income": income}
    world.note(EXAMPLE.cite, this == EXAMPLE.value)
    if not MAXIMUM.forbids(asked):
        return go("twg.income.kept", up=0, **keep)
    question = ask_amount(
        nation,
        f"{TITLES[nation]} collects ${income} from its land and ${commerce} of Military Commerce, ${excess} more than "
        f"its land value of {most}. How much of the ${excess} is given up from commerce (the rest from land money)?",
        range(max(0, excess - income), min(excess, commerce) + 1),
        cite=GIVES_UP.cite,
        why=f"${excess} are to be given up; commerce money cannot buy infantry, land money can",
    )
    return ask(question, then="twg.income.kept", into="up", income=income, commerce=commerce, excess=excess)


def _note_share(world: World, nation: str, land: int) -> None:
    status = str(world.get(f"war-status.{nation}"))
    percent = LADDER.used(world)[status]
    NOTHING[nation].forbids(world)
    FREE[nation].allows(world)
    if status not in SHARES:
        return
    BASIS[nation].used(world)
    world.note(ROUND_UP.cite, land * percent % 100 > 0)
    world.note(FRACTION.cite, land > amount(own_land(nation), world))
    belgian = any(world.get(f"stance.{p}.{FRANCE}") == "total" for p in BELGIAN_DUTCH)
    world.note(BELGIAN_SHARE.cite, nation == FRANCE and status == "40" and belgian)


@steps.step("twg.income.kept")
def kept(world: World, frame: Frame) -> Directive:
    """What is kept goes into the purses; then debts are paid."""
    nation, from_land = frame.nation, frame.excess - frame.up
    income = frame.income - from_land
    purses = (
        sets(f"funds.{nation}.{ANY}", more(world, f"funds.{nation}.{ANY}", income)),
        sets(f"funds.{nation}.{COMMERCE}", more(world, f"funds.{nation}.{COMMERCE}", -frame.up)),
        sets(f"collected.{nation}", min(FULL, frame.income)),
    )
    rules = [Rule(f"the income of {title(nation)}", AT_COLLECT.cite, sets=purses)]
    if frame.excess:
        lost = (sets(f"given-up.{nation}.land", from_land), sets(f"given-up.{nation}.{COMMERCE}", frame.up))
        rules.append(Rule("what is above the maximum is lost", MAXIMUM.cite, sets=lost))
    after, changes = carry_out(rules, world.observed_by(None))
    if nation == USSR:
        changes += carry_out(soviet_rest(after), after)[1]
    return do(changes, then="twg.income.debts")


@steps.step("twg.income.debts")
def debts(world: World, frame: Frame) -> Directive:
    """Influence is paid for from any money; where there is a choice, it is the player's."""
    nation = frame.nation
    debt = world.get(f"debt.{nation}") or 0
    if not debt:
        return go("twg.income.paid", tied=0)
    free = world.get(f"funds.{nation}.{ANY}") or 0
    tied = sum(world.get(f"funds.{nation}.{p}") or 0 for p in (HARDWARE, COMMERCE))
    pays = min(debt, free + tied)
    question = ask_amount(
        nation,
        f"{TITLES[nation]} owes ${debt} for influence. How much comes from hardware-only and commerce money (${tied})?",
        range(max(0, pays - free), min(pays, tied) + 1),
        cite=ANY_MONEY.cite,
        why=f"${debt} are owed; the rest comes from the ${free} for any use",
    )
    return ask(question, then="twg.income.paid", into="tied")


@steps.step("twg.income.paid")
def paid(world: World, frame: Frame) -> Directive:
    """What cannot be paid is carried to the next Collect Income."""
    nation = frame.nation
    debt = world.get(f"debt.{nation}") or 0
    world.note(ANY_MONEY.cite, debt > 0)
    purses = take(world, nation, [HARDWARE, COMMERCE], frame.tied)
    purses |= take(world, nation, [ANY], debt - frame.tied)
    rest = debt - sum(purses.values())
    spent = tuple(sets(f"funds.{nation}.{p}", (world.get(f"funds.{nation}.{p}") or 0) - d) for p, d in purses.items())
    books = (
        sets(f"paid.{nation}", more(world, f"paid.{nation}", debt - rest)),
        *(sets(f"{what}.{nation}", min(200, rest)) for what in ("debt", "unpaid", "arrears")),
    )
    return done(carry_out([Rule(DEBT.label, DEBT.cite, sets=(*spent, *books))], world.observed_by(None))[1])
