"""Collect Income under the 1939 rules: the share of the land, the Allied maximum and debts."""

from __future__ import annotations

from typing import Any

from legation.books.twg.money.commerce import ELIGIBLE, KEPT
from legation.books.twg.money.influence_money import ANY_MONEY, DEBT, land_value
from legation.books.twg.money.lend_lease import soviet_rest
from legation.books.twg.money.purses import ANY, COMMERCE, FULL, HARDWARE, PURSES, in_hand, land_income, level, purse
from legation.books.twg.money.spending import EARMARKS
from legation.books.twg.powers import ALL, ALLIES, AXIS, FRANCE, TITLES, UK, USA, USSR, title
from legation.books.twg.steps import steps
from legation.core.deeds import Deed, On, Role, adds, enacted, follows
from legation.core.expr import Expr, amount, any_of, holds, largest, lift, named, number, smallest, sum_of, when_else
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Later, ask, do, done, go
from legation.core.requests import Question
from legation.core.requests import amount as ask_amount
from legation.core.rules import Assign, Definition, Limit, Permit, Rule, booked, carry_out, sets

__all__ = ["RULES", "new_turn", "turn_begins"]

# -- how much of the land
STATES = Definition("the state of war says what a nation may collect, recruit and produce", "R39-GEN-STATES-MATTER")
AT_COLLECT, LAND = "R39-ALL-INCOME-WHEN", "land"
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

# -- the maximum
NO_MAXIMUM = {n: Permit("the Axis has no maximum", when=lift(n in AXIS), cite="R39-INC-AXIS-NOCAP") for n in ALL}
EXCESS = number("excess", "income above the land value")
OVER = (EXCESS >= 1).worded("its income is[ not] more than its land is worth")
MAXIMUM = Limit(
    "land income and Military Commerce of an Ally together may not exceed its land value",
    when=OVER,
    cite="R39-INC-CAP",
)
GIVES_UP = Permit("the player chooses which money to give up", when=OVER, cite="R39-INC-CAP-CHOICE")
LENT = {n: sum_of(*(number(f"lent.{g}.{n}", f"from {title(g)}") for g in ALLIES if g != n)) for n in ALLIES}
NOT_COUNTED = {
    n: named(
        "Lend/Lease received does not count towards the maximum",
        (LENT[n] >= 1).worded("it has received [|no ]Lend/Lease"),
        cite="R39-INC-CAP-LL",
    )
    for n in ALLIES
}


def _commerce(nation: str) -> Expr:
    """The Military Commerce of this turn: what was collected stays, also when the right to more has ended since."""
    brought = number(f"commerce.{nation}", "Military Commerce of this turn")
    return brought if nation not in ELIGIBLE else when_else(any_of(KEPT[nation], ELIGIBLE[nation]), brought, 0)


LANDS = {nation: land_value(nation) for nation in ALL}
INCOMES = {nation: land_income(nation, LANDS[nation]) for nation in ALL}
IN_HAND = {nation: in_hand(nation) for nation in ALL}
AT_START = {nation: number(f"land-at-start.{nation}", "its land value as the turn began") for nation in ALL}
OF_COMMERCE = {n: _commerce(n) for n in ALL}  # what was collected, wherever it has gone since
LEFT = {n: smallest(OF_COMMERCE[n], purse(n, COMMERCE)) for n in ALL}  # what was saved before is spent first


def _above(nation: str, most: Expr) -> Expr:
    """What an Ally has to give up, of the income that is still there; the Axis nothing."""
    if nation not in ALLIES:
        return lift(0)
    lent = when_else(NOT_COUNTED[nation], 0, LENT[nation])
    gross = OF_COMMERCE[nation] + INCOMES[nation] + lent - most
    return largest(lift(0), smallest(gross, LEFT[nation] + INCOMES[nation]))


def _fresh(nation: str) -> tuple[Assign, ...]:
    """A new page for a nation: what it has saved, and nothing yet of this turn."""
    mine = [f"{what}.{nation}" for what in ("commerce", "collected", "given-away", "bought", "paid")]
    lost = [f"given-up.{nation}.{what}" for what in (LAND, COMMERCE)] if nation in ALLIES else []
    return (sets(f"saved.{nation}", IN_HAND[nation]), *(sets(fact, 0) for fact in (*mine, *lost)))


NEW_PAGE = Rule(
    "as a game turn begins, the page of every nation is turned over, and what is left was saved",
    EARMARKS.cite,
    sets=tuple(assign for nation in ALL for assign in _fresh(nation)),
    again=True,
)
UNMEASURED = Rule(
    "the land of a nation is measured anew when its own turn begins",
    MAXIMUM.cite,
    sets=tuple(sets(f"land-at-start.{n}", None) for n in ALL),
    again=True,
)
MEASURED = {
    n: Rule(
        "the land value as the nation's turn begins is what its maximum is measured by",
        MAXIMUM.cite,
        sets=(sets(f"land-at-start.{n}", LANDS[n]),),
        again=True,
    )
    for n in ALL
}


# -- what is paid, and paid out
NATION = Role("nation", "the nation", ALL)
INTO = Role("into", "the purse that land money goes into", (ANY, HARDWARE))
SHARE = number("moment.share", "the share")
LOST = {
    LAND: number("moment.land", "what it gives up of that"),
    COMMERCE: number("moment.commerce", "what it gives up of its commerce"),
}
COLLECTS = Deed("collects", "{nation} collects its share", AT_COLLECT, (NATION, INTO))
PAYS = Deed("pays", "{nation} pays what it owes for influence", DEBT.cite, (NATION,))


def _held(which: str) -> Expr:
    return number(f"funds.{NATION}.{which}", PURSES[which])


def _grown(fact: str, by: Expr) -> Assign:
    """No purse holds more than it can."""
    return sets(fact, smallest(lift(FULL), number(fact) + by))


OWED = number(f"debt.{NATION}", "what it owes")
SO_MUCH = number("moment.tied", "so much earmarked money")
FROM_HARDWARE = smallest(SO_MUCH, _held(HARDWARE))
FROM_COMMERCE = smallest(SO_MUCH - FROM_HARDWARE, _held(COMMERCE))
FROM_ANY = smallest(OWED - SO_MUCH, _held(ANY))
IS_PAID = sum_of(FROM_HARDWARE, FROM_COMMERCE, FROM_ANY)
FOLLOWS = (
    On(
        "the share is paid at Collect Income, at the level just reached",
        AT_COLLECT,
        on=COLLECTS,
        sets=(
            _grown(f"funds.{NATION}.{INTO}", SHARE - LOST[LAND]),
            sets(f"funds.{NATION}.{COMMERCE}", largest(lift(0), _held(COMMERCE) - LOST[COMMERCE])),
            sets(f"collected.{NATION}", smallest(lift(FULL), SHARE)),
        ),
    ),
    On(
        "what is above the maximum is lost",
        MAXIMUM.cite,
        on=COLLECTS,
        when=(sum_of(*LOST.values()) >= 1).worded("it gives [something|nothing] up"),
        sets=tuple(sets(f"given-up.{NATION}.{what}", lost) for what, lost in LOST.items()),
        again=True,
    ),
    On(
        "influence is paid for from any money, as much of it tied as the player says",
        ANY_MONEY.cite,
        on=PAYS,
        sets=tuple(
            adds(f"funds.{NATION}.{which}", 0 - paid)
            for which, paid in ((HARDWARE, FROM_HARDWARE), (COMMERCE, FROM_COMMERCE), (ANY, FROM_ANY))
        ),
    ),
    On(
        "what could not be paid is owed on",
        DEBT.cite,
        on=PAYS,
        sets=(
            _grown(f"paid.{NATION}", IS_PAID),
            *(sets(f"{what}.{NATION}", smallest(lift(200), OWED - IS_PAID)) for what in ("debt", "unpaid", "arrears")),
        ),
        again=True,
    ),
)


def new_turn(world: World) -> list[Change]:
    """As a game turn begins, the page of every nation is turned over."""
    return [*booked([NEW_PAGE], world), *carry_out([UNMEASURED], world)[1]]


def turn_begins(world: World, nation: str) -> list[Change]:
    """The land value as the nation's turn begins is what its maximum and its Lend/Lease are measured by."""
    return booked([MEASURED[nation]], world)


# -- the steps
@steps.step("twg.income")
def collect(world: World, frame: Frame) -> Directive:
    """The share of the land that the state of war allows."""
    nation = frame.nation
    income = amount(INCOMES[nation], world)
    commerce = amount(OF_COMMERCE[nation], world)
    if NO_MAXIMUM[nation].allows(world):
        return go("twg.income.kept", up=0, income=income, commerce=commerce, excess=0)
    most = AT_START[nation] if world.known(f"land-at-start.{nation}") else LANDS[nation]
    above = _above(nation, most)
    excess = amount(above, world)
    keep: dict[str, Any] = {"income": income, "commerce": commerce, "excess": excess}
    asked = world.scoped(excess=excess)
    chooses = GIVES_UP.allows(asked)
    if not MAXIMUM.forbids(asked):
        return go("twg.income.kept", up=0, **keep)
    least, at_most = largest(lift(0), above - INCOMES[nation]), smallest(above, LEFT[nation])
    if not chooses:
        return go("twg.income.kept", up=amount(least, world), **keep)

    def worded() -> Question:
        return ask_amount(
            nation,
            f"{TITLES[nation]} collects ${income} from its land and ${commerce} of Military Commerce, ${excess} more "
            f"than its land value of {amount(most, world)}. How much of the ${excess} is given up from commerce (the "
            "rest from land money)?",
            range(amount(least, world), amount(at_most, world) + 1),
            cite=GIVES_UP.cite,
            why=f"${excess} is to be given up; commerce money cannot buy infantry, land money can",
            did=f"gives up [${{}}|nothing] of its commerce money, of ${excess} in all",
        )

    ends = (amount(least, world), amount(at_most, world))
    question = Later(nation, "amount", range(FULL), lambda v: ends[0] <= v <= ends[1], worded, ends=ends)
    return ask(question, then="twg.income.kept", into="up", **keep)


@steps.step("twg.income.kept")
def kept(world: World, frame: Frame) -> Directive:
    """What is kept goes into the purses; then debts are paid."""
    nation = frame.nation
    free = nation not in FREE or FREE[nation].allows(world) or not holds(level(nation, *SHARES), world)
    now = world.scoped(moment__share=frame.income, moment__land=frame.excess - frame.up, moment__commerce=frame.up)
    changes = enacted(follows(FOLLOWS, COLLECTS, nation=nation, into=ANY if free else HARDWARE), now)
    if nation == USSR:
        after = world.with_changes(changes, world.now)
        changes += enacted(soviet_rest(after), after)
    return do(changes, then="twg.income.debts")


@steps.step("twg.income.debts")
def debts(world: World, frame: Frame) -> Directive:
    """Influence is paid for from any money; where there is a choice, it is the player's."""
    nation = frame.nation
    owed = number(f"debt.{nation}", "what it owes")
    if not holds(owed >= 1, world):
        return go("twg.income.paid", tied=0)
    free, tied = purse(nation, ANY), sum_of(purse(nation, HARDWARE), purse(nation, COMMERCE))
    pays = smallest(owed, sum_of(free, tied))
    least, most = largest(lift(0), pays - free), smallest(pays, tied)

    def worded() -> Question:
        debt, have = amount(owed, world), amount(tied, world)
        return ask_amount(
            nation,
            f"{TITLES[nation]} owes ${debt} for influence. How much comes from hardware-only and commerce money "
            f"(${have})?",
            range(amount(least, world), amount(most, world) + 1),
            cite=ANY_MONEY.cite,
            why=f"${debt} is owed; the rest comes from the ${amount(free, world)} for any use",
            did=f"pays [${{}}|nothing] of its influence debt of ${debt} with hardware-only and commerce money",
        )

    ends = (amount(least, world), amount(most, world))
    question = Later(nation, "amount", range(FULL), lambda v: ends[0] <= v <= ends[1], worded, ends=ends)
    return ask(question, then="twg.income.paid", into="tied")


@steps.step("twg.income.paid")
def paid(world: World, frame: Frame) -> Directive:
    """What cannot be paid is carried to the next Collect Income."""
    return done(enacted(follows(FOLLOWS, PAYS, nation=frame.nation), world.scoped(moment__tied=frame.tied)))


RULES = (
    (STATES, FREE[USSR], FREE[UK], FREE[USA], tuple(INCOMES.values()), FOLLOWS),
    (NO_MAXIMUM[AXIS[0]], MAXIMUM, GIVES_UP, NOT_COUNTED[UK]),
    (NEW_PAGE, UNMEASURED, MEASURED[UK]),
)
