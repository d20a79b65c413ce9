"""The nations' own turns under the 1939 rules: declarations of war, Collect Income, the table's play, and saving."""

from __future__ import annotations

from legation.core.expr import amount, holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Later, ask, call, do, done, go
from legation.core.requests import TABLE, Question, confirm
from legation.core.requests import amount as ask_amount
from legation.core.rules import Note, carry_out
from legation.twg import income, lend_lease
from legation.twg.aggression import remember_the_first
from legation.twg.funds import FULL, PURSES, purse
from legation.twg.geography import geography
from legation.twg.lend_lease import more
from legation.twg.phases import at_once, reminders
from legation.twg.powers import ALLIES, CHINA, FRANCE, GROUPS, TITLES, sentence
from legation.twg.spending import EARMARKS
from legation.twg.steps import steps

__all__ = ["RULES", "TURN_OF"]

AFTER_DIPLOMACY = Note("when diplomacy is done, the nations take their turns", cite="R39-PH-AFTER-DIP")
TOGETHER = Note("Germany and Italy take their turn together", cite="R39-PH-GERITA", value=GROUPS[0])
EACH_TURN = Note(
    "in its own turn every nation sees whether it is at war, and what it may collect", cite="R39-PH-EACH-TURN"
)
DECLARES = Note(
    "an Ally settles its state of war just before it collects, and it counts at once", cite="R39-PH-WARDECL"
)
LOOKS_BACK = Note("all that the Axis has done up to that moment counts", cite="R39-PH-WARDECL-LOOKBACK")
INCOME_FIRST = Note(
    "declarations of war, income, combat orders, combat, movement: in this order",
    cite="R39-PH-COLLECT-EARLY",
    value=("declarations of war", "Collect Income", "Combat Orders", "Combat", "Non-Combat"),
)
WESTERN_ORDER = Note(
    "fall of France or Indo-China, British declarations, French declarations, then both collect", cite="R39-PH-UKF-SEQ"
)
RULES = (AFTER_DIPLOMACY, TOGETHER, EACH_TURN, DECLARES, LOOKS_BACK, INCOME_FIRST, WESTERN_ORDER)
NO_INCOME = "R39-FALL-UNOCC-INCOME"
TURN_OF = {nation: group for group in GROUPS for nation in group}


@steps.step("twg.nations")
def begin(world: World, frame: Frame) -> Directive:
    """Group by group, in the order of play."""
    at = frame.get("at", 0)
    if at == 0:
        AFTER_DIPLOMACY.used(world)
    if at >= len(GROUPS):
        return done()
    return call("twg.nations.begin", then="twg.nations", keep={"at": at + 1}, group=list(GROUPS[at]))


@steps.step("twg.nation-turn")
def one(world: World, frame: Frame) -> Directive:
    """The turn of one nation, with whoever plays at the same time."""
    return go("twg.nations.begin", group=list(TURN_OF[frame.nation]))


@steps.step("twg.nations.begin")
def turn_begins(world: World, frame: Frame) -> Directive:
    """The land value is measured before anything else happens."""
    if tuple(frame.group) == TOGETHER.value:
        TOGETHER.used(world)
    EACH_TURN.used(world)
    INCOME_FIRST.used(world)
    return remember_the_first(world, then="twg.nations.measure")


@steps.step("twg.nations.measure")
def measure(world: World, frame: Frame) -> Directive:
    return do([c for nation in frame.group for c in income.turn_begins(world, nation)], then="twg.nations.fall")


@steps.step("twg.nations.fall")
def fall(world: World, frame: Frame) -> Directive:
    if FRANCE not in frame.group:
        return go("twg.nations.declare", declared=0)
    WESTERN_ORDER.used(world)
    return call("twg.vichy", then="twg.nations.fallen", keep={"french": _french(world)})


def _french(world: World) -> list[str]:
    """The French land, where the table has reported what it is worth in all."""
    if not world.known(f"own-land.{FRANCE}"):
        return []
    return [place for place in geography().original(FRANCE) if world.get(f"holder.{place}") == FRANCE]


@steps.step("twg.nations.fallen")
def fallen(world: World, frame: Frame) -> Directive:
    """What the table reported of French land before the rolls does not hold after them."""
    key = f"own-land.{FRANCE}"
    reported = world.get(key)
    old = reported is not None and _french(world) != frame.french
    return do([Change(key, reported, None, NO_INCOME)] if old else [], then="twg.nations.declare", declared=0)


@steps.step("twg.nations.declare")
def declare(world: World, frame: Frame) -> Directive:
    """Every Ally of the group, one after the other; China rolls for Lend/Lease instead."""
    if frame.declared >= len(frame.group):
        return go("twg.nations.pledges")
    nation, keep = frame.group[frame.declared], {"declared": frame.declared + 1}
    if nation not in ALLIES:
        return go("twg.nations.declare", **keep)
    DECLARES.used(world)
    LOOKS_BACK.used(world)
    step = "twg.china" if nation == CHINA else "twg.war.declare"
    return call(step, then="twg.nations.declare", keep=keep, nation=nation)


@steps.step("twg.nations.pledges")
def pledges(world: World, frame: Frame) -> Directive:
    if CHINA not in frame.group:
        return go("twg.nations.collect", collected=0)
    return call("twg.pledges", then="twg.nations.collect", keep={"collected": 0})


@steps.step("twg.nations.collect")
def collect(world: World, frame: Frame) -> Directive:
    if frame.collected >= len(frame.group):
        return go("twg.nations.duties", settled=0)
    nation = frame.group[frame.collected]
    return call("twg.income", then="twg.nations.collect", keep={"collected": frame.collected + 1}, nation=nation)


@steps.step("twg.nations.duties")
def duties(world: World, frame: Frame) -> Directive:
    """In Combat Orders comes first what Vichy units beside one's own demand."""
    if frame.settled >= len(frame.group):
        return go("twg.nations.play")
    nation = frame.group[frame.settled]
    return call("twg.orders", then="twg.nations.duties", keep={"settled": frame.settled + 1}, nation=nation)


@steps.step("twg.nations.play")
def play(world: World, frame: Frame) -> Directive:
    """The table plays; purchases, Lend/Lease, attacks and moves are reported as they happen."""
    if changes := at_once(world):
        return do(changes, then="twg.nations.play")

    def worded() -> Question:
        who = " and ".join(TITLES[n] for n in frame.group)
        duties = "".join(f" {sentence(duty)}." for duty in reminders(world))
        purses = "; ".join(f"{TITLES[n]} has {_purses(world, n)}" for n in frame.group)
        told = "Report purchases, Lend/Lease, attacks and moves; when all is done:"
        prompt = f"The turn of {who}: {purses}.{duties} {told}"
        return confirm(TABLE, prompt, cite=INCOME_FIRST.cite, yes="Their turn is over", no=None)

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
    return done(carry_out(rules, world)[1])


def _left(world: World, nation: str, which: str) -> Later:
    have = amount(purse(nation, which), world)

    def worded() -> Question:
        prompt = f"How much of its ${have} of {PURSES[which]} does {TITLES[nation]} still have?"
        return ask_amount(nation, prompt, range(have + 1), cite=EARMARKS.cite, why=f"there were ${have}")

    return Later(nation, "amount", range(FULL + 1), lambda left: left <= have, worded, ends=(0, have))


@steps.step("twg.nations.saved")
def saved(world: World, frame: Frame) -> Directive:
    nation, which = frame.nation, frame.purse
    EARMARKS.forbids(world.scoped(**{"paying-from": which}))
    spent = amount(purse(nation, which), world) - frame.left
    books = {f"funds.{nation}.{which}": frame.left, f"bought.{nation}": more(world, f"bought.{nation}", spent)}
    return do([world.change(fact, dollars, EARMARKS.cite) for fact, dollars in books.items()], then="twg.nations.save")
