"""Part II of the Diplomatic Phase: influence, its progression, money, countering and sealed bids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from legation.core.dice import d12
from legation.core.expr import YES, Expr, all_of, amount, holds, number, when_else
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, ask, ask_sealed, call, do, done, go, roll
from legation.core.requests import amount as ask_amount
from legation.core.requests import choose, confirm, sealed
from legation.core.rules import Copy, Limit, Modifier, Note, Permit, Rule, carry_out, sets
from legation.core.span import exact
from legation.core.trace import Trace
from legation.twg.chart import RANK, Influence, Neutral
from legation.twg.money import MOST, budget, owe, purse
from legation.twg.neutrals import neutral_by_slug, neutrals
from legation.twg.powers import ORDER, TITLES
from legation.twg.steps import steps
from legation.twg.unrest import NO_MONEY, sweep_conditions
from legation.twg.vocabulary import BY, HERE, attempts, class_of, held_by_another

__all__ = ["PROGRESSION", "RULES", "Right", "lines", "odds_of", "rights_of"]

# -- when an attempt may be made
ATTEMPT = Note("in Part II a nation may try to influence the countries whose charts allow it", cite="DG-INF-1")
ONCE_A_TURN = number(f"tried.{HERE}.{BY}", "the turn of its last attempt") < number("turn", "this turn")
ROW = Note("the influence row of a chart says who may try, when, and for which class", cite="DG-INF-22")
FROM_TURN_1 = Note("“on turn 1” opens a right from the first Diplomatic Phase on", cite="DG-PH-9")
GOES_ON = Limit(
    "attempts go on with the next step, also after the condition was lost or the alliance fell",
    when=attempts(HERE, BY) >= 1,
    cite="DG-INF-8",
)

# -- the number to roll
STEPS = {"DG-INF-2": 1, "DG-INF-3": 2, "DG-INF-4": 4, "DG-INF-5": 8, "DG-INF-6": 11}
ORDINALS = ("first", "second", "third", "fourth", "fifth or later")


def _step(index: int) -> Expr:
    so_far = attempts(HERE, BY)
    return so_far >= index if index == len(STEPS) - 1 else so_far.is_number(index)


PROGRESSION = tuple(
    Modifier(value, f"{ORDINALS[i]} attempt", cite, when=_step(i), stage="step")  # type: ignore[arg-type]
    for i, (cite, value) in enumerate(STEPS.items())
)
COUNT = Note("the number depends on how many attempts the nation has made here; every roll counts", cite="DG-INF-7")
NUMBER = Note(
    "step, bonus and money, less counter-money: that or less succeeds; there is no limit at either end", cite="DG-INF-9"
)
MONEY = Modifier(
    number("roll.money", "dollars spent"),
    "influence money",
    "DG-INF-10",
    number("roll.money", "dollars spent") >= 1,
    "money",
)
COUNTER = Modifier(
    0 - number("roll.counter", "dollars spent against it"),
    "counter-money",
    "DG-INF-19",
    number("roll.counter", "dollars spent against it") >= 1,
    "money",
)
ANNOUNCE = Note("who wants to spend asks the other side first; the amount is named only afterwards", cite="DG-INF-16")
ELIGIBLE = Note("the nations in the attack boxes that are on the other side may counter", cite="DG-INF-17")
ONE_ONLY = Limit(
    "only one opposing nation may counter a roll", when=number("roll.counter", "counter-money") >= 0, cite="DG-INF-18"
)
SEALED = Note("both amounts are chosen in secret and shown together", cite="DG-INF-20")
FORGOT = Permit("an opponent who was not asked may still pay after the roll", cite="R39-FER-FORGOT")

RULES = (
    ATTEMPT,
    ROW,
    FROM_TURN_1,
    GOES_ON,
    PROGRESSION,
    COUNT,
    NUMBER,
    MONEY,
    COUNTER,
    ANNOUNCE,
    ELIGIBLE,
    ONE_ONLY,
    SEALED,
    FORGOT,
)


@dataclass(frozen=True)
class Right:
    """A right that a nation has now."""

    country: Neutral
    nation: str
    influence: Influence


def open_now(neutral: Neutral, nation: str, influence: Influence) -> Expr:
    """When a nation may try: the chart's condition, once a turn, below the class, and not while another holds it."""
    below = class_of(HERE, BY) < RANK[influence.into]
    free = YES if influence.despite_others else ~held_by_another(neutral.slug, nation)
    return all_of(neutral.bind(all_of(ONCE_A_TURN, below), nation), free, influence.when)


def rights_of(world: World, nation: str, only: Iterable[str] | None = None) -> list[Right]:
    """What a nation may try to influence now."""
    names = set(only or ())
    found = []
    for neutral in neutrals():
        if (names and neutral.slug not in names) or world.get(f"ended.{neutral.slug}"):
            continue
        for who, influence in neutral.rights:
            if who != nation:
                continue
            may = holds(open_now(neutral, nation, influence), world)
            if may and influence.fee and not _can_pay_fee(world, neutral, nation, influence):
                may = False
            if may:
                found.append(Right(neutral, nation, influence))
            else:
                world.note(influence.cite, False)
    return found


def right(country: str, nation: str, cite: str) -> tuple[Neutral, Influence]:
    neutral = neutral_by_slug()[country]
    return neutral, next(i for who, i in neutral.rights if who == nation and i.cite == cite)


def fee_due(world: World, neutral: Neutral, nation: str, influence: Influence) -> int:
    fee = influence.fee
    if fee is None or (fee.once and world.get(f"fee-paid.{neutral.slug}.{nation}")):
        return 0
    return fee.dollars


def _can_pay_fee(world: World, neutral: Neutral, nation: str, influence: Influence) -> bool:
    due = fee_due(world, neutral, nation, influence)
    return due == 0 or amount(purse(nation), world) >= due


def lines(neutral: Neutral, nation: str, influence: Influence) -> tuple[Modifier, ...]:
    """The rows that make up the number to roll."""
    return (*(neutral.bind(PROGRESSION, nation)), *influence.bonus, MONEY, COUNTER)


def number_to_roll(world: World, neutral: Neutral, nation: str, influence: Influence, *, note: bool = False) -> int:
    total = 0
    for line in lines(neutral, nation, influence):
        value = line.amount(world)
        if not exact(value):
            total += amount(when_else(line.when, line.value, 0), world)
            continue
        if note:
            world.note(line.cite, value != 0)
        total += int(value)
    return total


def odds_of(
    world: World, neutral: Neutral, nation: str, influence: Influence, money: int = 0, counter: int = 0
) -> Fraction:
    """The exact chance of success with so much money on either side."""
    target = number_to_roll(world.scoped(roll__money=money, roll__counter=counter), neutral, nation, influence)
    return Fraction(max(0, min(target, d12.sides)), d12.sides)


def trace_of(
    world: World, neutral: Neutral, nation: str, influence: Influence, money: int = 0, counter: int = 0
) -> Trace:
    """The number to roll, line by line."""
    scoped = world.scoped(roll__money=money, roll__counter=counter)
    parts = []
    for line in lines(neutral, nation, influence):
        value = line.amount(scoped)
        parts.append(
            Trace(
                line.label, value, (line.when.trace(scoped),), rule=line.cite, applied=not (exact(value) and value == 0)
            )
        )
    total = number_to_roll(scoped, neutral, nation, influence)
    return Trace(
        f"{TITLES[nation]} influences {neutral.name}: roll this or less on a d12", total, tuple(parts), rule="DG-INF-9"
    )


# -- steps
@steps.step("twg.influence")
def begin(world: World, frame: Frame) -> Directive:
    return go("twg.influence.nation", at=0)


@steps.step("twg.influence.nation")
def nation(world: World, frame: Frame) -> Directive:
    """A nation chooses what it tries next, or passes."""
    who = frame.get("who")
    order = [who] if who else list(ORDER)
    if frame.at >= len(order):
        return done()
    mine = order[frame.at]
    rights = rights_of(world, mine, frame.get("only"))
    if not rights:
        return go("twg.influence.nation", at=frame.at + 1)
    ATTEMPT.used(world)
    ROW.used(world)
    labels: dict[str, str] = {}
    odds: dict[str, Fraction] = {}
    for r in rights:
        key = key_of(r)
        fee = fee_due(world, r.country, mine, r.influence)
        labels[key] = f"{r.country.name}: {r.influence.label}" + (f" (${fee} to be paid)" if fee else "")
        odds[key] = odds_of(world, r.country, mine, r.influence)
    labels["pass"] = "No (further) attempt this turn"
    question = choose(
        mine,
        "Which country do you try to influence?",
        labels,
        cite=ATTEMPT.cite,
        odds=odds,
        why="its chart allows no other now",
    )
    return ask(question, then="twg.influence.chosen", into="target", nation=mine)


def key_of(r: Right) -> str:
    """Countries with one right are named by it; Spain's and Portugal's say which."""
    several = [i for who, i in r.country.rights if who == r.nation]
    return r.country.slug if len(several) == 1 else f"{r.country.slug}:{r.influence.into}"


@steps.step("twg.influence.chosen")
def chosen(world: World, frame: Frame) -> Directive:
    if frame.target == "pass":
        return go("twg.influence.nation", at=frame.at + 1)
    r = next(r for r in rights_of(world, frame.nation, frame.get("only")) if key_of(r) == frame.target)
    attempt = {"country": r.country.slug, "nation": frame.nation, "cite": r.influence.cite, "only": frame.get("only")}
    return call("twg.influence.attempt", then="twg.influence.nation", **attempt)


@steps.step("twg.influence.attempt")
def attempt(world: World, frame: Frame) -> Directive:
    """The fee, if one is due; then whether money is spent."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    for rule in influence.minds:
        (rule.forbids if isinstance(rule, Limit) else rule.allows)(world)
    neutral.bind(GOES_ON, frame.nation).forbids(world)
    NO_MONEY.forbids(world.scoped(rolling="influence"))
    FROM_TURN_1.used(world)
    COUNT.used(world)
    if influence.fee:
        world.note(influence.fee.cite, fee_due(world, neutral, frame.nation, influence) > 0)
    return do(_pay_fee(world, neutral, frame.nation, influence), then="twg.influence.money")


def _pay_fee(world: World, neutral: Neutral, nation: str, influence: Influence) -> list[Change]:
    due = fee_due(world, neutral, nation, influence)
    if not due or influence.fee is None:
        return []
    paid = (
        sets(f"debt.{nation}", number(f"debt.{nation}") + due),
        sets(f"fee-paid.{neutral.slug}.{nation}", True),
    )
    return carry_out([Rule(influence.fee.label, influence.fee.cite, sets=paid)], world)[1]


def limits_of(world: World, frame: Frame) -> tuple[int, int]:
    """The least and the most that the influencer may spend on this roll."""
    _, influence = right(frame.country, frame.nation, frame.cite)
    least = amount(influence.least, world)  # type: ignore[arg-type]
    if isinstance(influence.most, Note):
        return 0, int(influence.most.value)
    return least, budget(world, frame.nation, influence.most)


@steps.step("twg.influence.money")
def money(world: World, frame: Frame) -> Directive:
    """Nothing, or an announcement to spend, which the other side may answer."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    if isinstance(influence.most, Note):
        world.note(influence.most.cite, True)
        return go("twg.influence.throw", money=0, counter=0)
    least, most = limits_of(world, frame)
    options = {}
    if least == 0:
        options["nothing"] = "Spend nothing"
    if most >= max(1, least):
        options["money"] = f"Spend money (${max(1, least)} to ${most}); the other side is asked first"
        if counters(world, frame):
            options["unasked"] = "The die was rolled with money on it before the other side was asked"
    question = choose(
        frame.nation,
        f"Spend money on {neutral.name}?",
        options,
        cite=MONEY.cite,
        odds={"nothing": odds_of(world, neutral, frame.nation, influence)} if least == 0 else None,
        why=f"at most ${most} is left of a tenth of the land value and of the purse",
        subject=frame.country,
    )
    return ask(question, then="twg.influence.announced", into="plan")


def counters(world: World, frame: Frame) -> list[str]:
    """The nations that may counter and have money left to do it."""
    neutral = neutral_by_slug()[frame.country]
    return [n for n in neutral.counters(frame.nation) if budget(world, n) >= 1]


@steps.step("twg.influence.announced")
def announced(world: World, frame: Frame) -> Directive:
    neutral, _ = right(frame.country, frame.nation, frame.cite)
    spending = frame.plan != "nothing"
    for rule in neutral.countering:
        mine = neutral.bind(rule, frame.nation)
        if holds(mine.when, world):
            world.note(mine.cite, spending)
    if not spending:
        return go("twg.influence.throw", money=0, counter=0)
    ANNOUNCE.used(world)
    if frame.plan == "unasked":
        return go("twg.influence.open")
    ELIGIBLE.used(world)
    asked = frame.get("asked", 0)
    able = counters(world, frame)
    if asked >= len(able):
        return go("twg.influence.open")
    question = confirm(
        able[asked],
        f"{TITLES[frame.nation]} spends money on {neutral.name}. Counter with $1 to ${budget(world, able[asked])}?",
        cite=ELIGIBLE.cite,
        subject=frame.country,
        yes="Counter",
        no="Let it pass",
    )
    return ask(question, then="twg.influence.countered", into="counters", rival=able[asked], asked=asked + 1)


@steps.step("twg.influence.countered")
def countered(world: World, frame: Frame) -> Directive:
    if not frame.counters:
        ONE_ONLY.forbids(world.scoped(roll__counter=-1))
        return go("twg.influence.announced")
    ONE_ONLY.forbids(world.scoped(roll__counter=1))
    return go("twg.influence.bid")


@steps.step("twg.influence.bid")
def bid(world: World, frame: Frame) -> Directive:
    """Both sides seal an amount."""
    neutral, _ = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    mine = sealed(
        frame.nation,
        f"Your sealed bid for {neutral.name}",
        range(max(1, least), most + 1),
        cite=SEALED.cite,
        why=f"you may spend up to ${most} here",
        subject=frame.country,
    )
    theirs_most = budget(world, frame.rival)
    theirs = sealed(
        frame.rival,
        f"Your sealed bid against {TITLES[frame.nation]} in {neutral.name}",
        range(1, theirs_most + 1),
        cite=SEALED.cite,
        why=f"you may spend up to ${theirs_most} here",
        subject=frame.country,
    )
    return ask_sealed(mine, theirs, then="twg.influence.revealed", into="bids")


@steps.step("twg.influence.revealed")
def revealed(world: World, frame: Frame) -> Directive:
    SEALED.used(world)
    return go("twg.influence.throw", money=frame.bids[frame.nation], counter=frame.bids[frame.rival])


@steps.step("twg.influence.open")
def open_bid(world: World, frame: Frame) -> Directive:
    """Nobody counters: the amount is named openly."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    legal = range(max(1, least), most + 1)
    question = ask_amount(
        frame.nation,
        f"How many dollars on {neutral.name}?",
        legal,
        cite=MONEY.cite,
        odds={n: odds_of(world, neutral, frame.nation, influence, n) for n in legal},
        why=f"{TITLES[frame.nation]} may spend at most ${most} here (a tenth of its land value, its purse, ${MOST})",
        subject=frame.country,
    )
    return ask(question, then="twg.influence.throw", into="money", counter=0)


@steps.step("twg.influence.throw")
def throw(world: World, frame: Frame) -> Directive:
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    NUMBER.used(world)
    target = _target(world, frame, note=True)
    if target >= d12.sides or target <= 0:
        return go("twg.influence.result", roll=1 if target > 0 else d12.sides)
    return roll(
        d12,
        label=f"turn {world.get('turn')}: {TITLES[frame.nation]} influences {neutral.name}",
        cite=influence.cite,
        seat=frame.nation,
        then="twg.influence.rolled",
        prompt=f"Roll d12 for influence in {neutral.name}: {target} or less succeeds",
        odds={"success": Fraction(target, d12.sides)},
        subject=frame.country,
    )


def _target(world: World, frame: Frame, *, note: bool = False) -> int:
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    scoped = world.scoped(roll__money=frame.money, roll__counter=frame.counter)
    return number_to_roll(scoped, neutral, frame.nation, influence, note=note)


@steps.step("twg.influence.rolled")
def rolled(world: World, frame: Frame) -> Directive:
    """Where the other side was not asked, it may pay now, knowing the die."""
    able = counters(world, frame)
    late = frame.get("plan") == "unasked" and bool(able) and frame.roll <= _target(world, frame)
    world.note(FORGOT.cite, late)
    if not late:
        return go("twg.influence.result")
    rival = able[0]
    question = ask_amount(
        rival,
        f"You were not asked before the roll ({frame.roll} against {_target(world, frame)}). Pay now to counter?",
        range(budget(world, rival) + 1),
        cite=FORGOT.cite,
        subject=frame.country,
    )
    return ask(question, then="twg.influence.result", into="counter", rival=rival)


@steps.step("twg.influence.result")
def result(world: World, frame: Frame) -> Directive:
    """The attempt counts, the money is owed, and a success gives the class at once."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    success = frame.roll <= _target(world, frame)
    rules = [*_bookkeeping(world, frame)]
    if success:
        rules += [neutral.bind(influence.success(frame.nation), frame.nation), *influence.then]
    else:
        world.note(influence.cite, False)
        for rule in influence.then:
            world.note(rule.cite, False)
    after, changes = carry_out(rules, world)
    return done([*changes, *sweep_conditions(after, frame.get("only"))])


def _bookkeeping(world: World, frame: Frame) -> list[Rule]:
    place, who = frame.country, frame.nation
    rules = [
        Rule(
            "the attempt counts",
            COUNT.cite,
            sets=(
                sets(f"attempts.{place}.{who}", number(f"attempts.{place}.{who}") + 1),
                sets(f"tried.{place}.{who}", Copy("turn")),
            ),
        )
    ]
    for payer, dollars in ((who, frame.money), (frame.get("rival"), frame.counter)):
        if payer and dollars:
            rules.append(owe(world, payer, dollars))
    return rules
