"""The nations' own turns under the 1939 rules: declarations of war, Collect Income, the table's play, and saving."""

from __future__ import annotations

from legation.books.twg.money import income, lend_lease
from legation.books.twg.money.lend_lease import more
from legation.books.twg.money.purses import FULL, PURSES, purse
from legation.books.twg.money.spending import EARMARKS
from legation.books.twg.powers import ALL, ALLIES, CHINA, FRANCE, GROUPS, TITLES, sentence
from legation.books.twg.steps import steps
from legation.books.twg.turn import at_once, reminders
from legation.books.twg.war.aggression import remember_the_first
from legation.books.twg.war.vichy import french_land, out_of_date
from legation.books.twg.war.war_status import BRITISH_FIRST
from legation.core.deeds import Role, enacted, filled
from legation.core.expr import amount, bound, holds
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Later, ask, call, do, done, go
from legation.core.requests import TABLE, Question, confirm
from legation.core.requests import amount as ask_amount
from legation.core.rules import Datum, Definition, Order, Permit, Rule, bespoke, booked, sets

__all__ = ["RULES", "TURN_OF"]

TOGETHER = Datum("Germany and Italy take their turn together", "R39-PH-GERITA", GROUPS[0])
LOOKS_BACK = Definition("all that the Axis has done up to that moment counts", "R39-PH-WARDECL-LOOKBACK")
INCOME_FIRST = Order(
    "declarations of war, income, combat orders, combat, movement: in this order",
    "R39-PH-COLLECT-EARLY",
    ("twg.nations.declare", "twg.nations.collect", "twg.nations.duties", "twg.nations.battles", "twg.nations.play"),
)
WESTERN_ORDER = Order(
    "fall of France or Indo-China, British declarations, French declarations, then both collect",
    "R39-PH-UKF-SEQ",
    ("twg.nations.fall", "twg.nations.declare"),
)


@bespoke("R39-PH-EACH-TURN")
def in_their_turn(world: World, group: list[str]) -> list[str]:
    """in its own turn every nation sees whether it is at war, and what it may collect"""
    return list(group)


NATION = Role("nation", "the nation", ALL)
DECLARES = Permit(
    "an Ally settles its state of war just before it collects, and it counts at once",
    "R39-PH-WARDECL",
    filled(NATION, *ALLIES, says="it is[ not] an Ally"),
)
RULES = (TOGETHER, in_their_turn, DECLARES, LOOKS_BACK, INCOME_FIRST, WESTERN_ORDER)
TURN_OF = {nation: group for group in GROUPS for nation in group}


@steps.step("twg.nations")
def begin(world: World, frame: Frame) -> Directive:
    """Group by group, in the order of play."""
    at, groups = frame.get("at", 0), (TOGETHER.value, *GROUPS[1:])
    if at >= len(groups):
        return done()
    only, group = frame.get("only"), list(groups[at])
    return call("twg.nations.begin", then="twg.nations", keep={"at": at + 1}, group=group, only=only)


@steps.step("twg.nation-turn")
def one(world: World, frame: Frame) -> Directive:
    """The turn of one nation, with whoever plays at the same time."""
    return go("twg.nations.begin", group=list(TURN_OF[frame.nation]))


@steps.step("twg.nations.begin")
def turn_begins(world: World, frame: Frame) -> Directive:
    """The land value is measured before anything else happens."""
    return remember_the_first(world, then="twg.nations.measure")


@steps.step("twg.nations.measure")
def measure(world: World, frame: Frame) -> Directive:
    measured = [c for nation in frame.group for c in income.turn_begins(world, nation)]
    return do(measured, then=WESTERN_ORDER.of[0], declared=0, collected=0)


@steps.step("twg.nations.fall")
def fall(world: World, frame: Frame) -> Directive:
    if FRANCE not in frame.group:
        return go(INCOME_FIRST.of[0], declared=0, collected=0)
    return call("twg.vichy", then="twg.nations.fallen", keep={"french": french_land(world)})


@steps.step("twg.nations.fallen")
def fallen(world: World, frame: Frame) -> Directive:
    """What the table reported of French land before the rolls does not hold after them."""
    return do(out_of_date(world, frame.french), then=INCOME_FIRST.of[0], declared=0, collected=0)


@steps.step("twg.nations.declare")
def declare(world: World, frame: Frame) -> Directive:
    """Every Ally of the group, one after the other; China rolls for Lend/Lease instead."""
    group = in_their_turn(world, frame.group)
    if frame.declared >= len(group):
        return go("twg.nations.pledges")
    order = BRITISH_FIRST.sorted(group) if FRANCE in group else group
    nation, keep = order[frame.declared], {"declared": frame.declared + 1}
    if not bound(DECLARES, nation=nation).allows(world):
        return go("twg.nations.declare", **keep)
    step = "twg.china" if nation == CHINA else "twg.war.declare"
    return call(step, then="twg.nations.declare", keep=keep, nation=nation)


@steps.step("twg.nations.pledges")
def pledges(world: World, frame: Frame) -> Directive:
    then = INCOME_FIRST.after("twg.nations.declare")
    if CHINA not in frame.group:
        return go(then, settled=0)
    return call("twg.pledges", then=then, keep={"settled": 0})


@steps.step("twg.nations.collect")
def collect(world: World, frame: Frame) -> Directive:
    group = in_their_turn(world, frame.group)
    if frame.collected >= len(group):
        return go(INCOME_FIRST.after("twg.nations.collect"), settled=0)
    nation = group[frame.collected]
    return call("twg.income", then="twg.nations.collect", keep={"collected": frame.collected + 1}, nation=nation)


@steps.step("twg.nations.duties")
def duties(world: World, frame: Frame) -> Directive:
    """In Combat Orders comes first what Vichy units beside one's own demand."""
    if frame.settled >= len(frame.group):
        return go(INCOME_FIRST.after("twg.nations.duties"))
    nation = frame.group[frame.settled]
    return call("twg.orders", then="twg.nations.duties", keep={"settled": frame.settled + 1}, nation=nation)


@steps.step("twg.nations.battles")
def battles(world: World, frame: Frame) -> Directive:
    """Battles that charts order are fought in the combat of the nation that commands them."""
    then = INCOME_FIRST.after("twg.nations.battles")
    return call("twg.battles", then=then, only=frame.get("only"), of=frame.group)


@steps.step("twg.nations.play")
def play(world: World, frame: Frame) -> Directive:
    """The table plays; purchases, Lend/Lease, attacks and moves are reported as they happen."""
    if changes := at_once(world):
        return do(changes, then="twg.nations.play")

    def worded() -> Question:
        who = " and ".join(TITLES[n] for n in frame.group)
        duties = "".join(f" {sentence(duty)}." for duty in reminders(world))
        purses = "; ".join(f"{TITLES[n]} has {_purses(world, n)}" for n in frame.group)
        told = "Report purchases, Lend/Lease, attacks and moves, and say so when all is done."
        prompt = f"The turn of {who}: {purses}.{duties} {told}"
        ends = f"says that the turn of {who} is over"
        return confirm(
            TABLE, prompt, cite=INCOME_FIRST.cite, yes="Their turn is over", no=None, owners=frame.group, did=ends
        )

    question = Later(TABLE, "confirm", (True,), lambda answer: answer is True, worded)
    return ask(question, then="twg.nations.save", saving=0)


def _purses(world: World, nation: str) -> str:
    full = [f"${dollars} of {says}" for p, says in PURSES.items() if (dollars := world.get(f"funds.{nation}.{p}"))]
    return " and ".join(full) or "no money"


@steps.step("twg.nations.save", takes=("group", "saving"))
def save(world: World, frame: Frame) -> Directive:
    """What is left of each purse is saved, each for its own use."""
    purses = [(n, p) for n in frame.group for p in PURSES]
    for at in range(frame.saving, len(purses)):
        nation, which = purses[at]
        if holds(purse(nation, which) >= 1, world):
            question = _left(world, nation, which)
            return ask(question, then="twg.nations.saved", into="left", saving=at + 1, nation=nation, purse=which)
    rules = [rule for nation in frame.group for rule in lend_lease.end_of_turn(nation)]
    return done(enacted(rules, world))


def _left(world: World, nation: str, which: str) -> Later:
    have = amount(purse(nation, which), world)

    def worded() -> Question:
        prompt = f"How much of its ${have} of {PURSES[which]} does {TITLES[nation]} still have?"
        did = f"has [${{}}|nothing] left of its ${have} of {PURSES[which]}"
        return ask_amount(nation, prompt, range(have + 1), cite=EARMARKS.cite, why=f"there was ${have}", did=did)

    return Later(nation, "amount", range(FULL + 1), lambda left: left <= have, worded, ends=(0, have))


@steps.step("twg.nations.saved")
def saved(world: World, frame: Frame) -> Directive:
    nation, which = frame.nation, frame.purse
    spent = amount(purse(nation, which), world) - frame.left
    books = (
        sets(f"funds.{nation}.{which}", frame.left),
        sets(f"bought.{nation}", more(world, f"bought.{nation}", spent)),
    )
    rule = Rule("what is left of a purse is saved for its own use", EARMARKS.cite, sets=books)
    return do(booked([rule], world), then="twg.nations.save")
