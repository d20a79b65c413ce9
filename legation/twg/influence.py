"""Part II of the Diplomatic Phase: attempts step by step, with money, countering and sealed bids.

Who may try, and the number to roll, are in `rights`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

from legation.core.book import Duelling, Prospect
from legation.core.dice import d12
from legation.core.errors import NotFound, Refused
from legation.core.expr import amount, any_of, holds, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Later, ask, ask_sealed, call, do, done, go, roll
from legation.core.requests import Question, choose, confirm, sealed
from legation.core.requests import amount as ask_amount
from legation.core.rules import Copy, Limit, Note, Permit, Rule, carry_out, sets
from legation.twg.chart import ONE_CLASS, Influence, Neutral
from legation.twg.geography import geography, slug
from legation.twg.money import MOST, PURSES, at_best, binding, budget, owe
from legation.twg.neutrals import neutral_by_slug
from legation.twg.powers import ORDER, TITLES, sentence, title
from legation.twg.rights import (
    ATTEMPT,
    COUNT,
    GOES_ON,
    MONEY,
    NUMBER,
    ROW,
    chance_of,
    fee_due,
    keys_of,
    number_to_roll,
    odds_of,
    right,
    right_by_key,
    rights_of,
)
from legation.twg.steps import steps
from legation.twg.unrest import NO_MONEY, conditions_again

__all__ = ["RULES", "at_stake", "contests", "prospect"]

ANNOUNCE = Note("who wants to spend asks the other side first; the amount is named only afterwards", cite="DG-INF-16")
ELIGIBLE = Note("the nations in the attack boxes that are on the other side may counter", cite="DG-INF-17")
ONE_ONLY = Limit(
    "only one opposing nation may counter a roll", when=number("roll.counter", "counter-money") >= 1, cite="DG-INF-18"
)
SEALED = Note("both amounts are chosen in secret and shown together", cite="DG-INF-20")
EXAMPLES = (
    Note("the third attempt with $2: 6 or less", cite="DG-INF-15", value={"so far": 2, "money": 2, "counter": 0}),
    Note("$3 against $1 raise the number by 2", cite="DG-INF-21", value={"money": 3, "counter": 1}),
)
ONE_TO_THREE = Limit(
    "money on one roll is always $1 to $3, on either side",
    when=any_of(*(number(f"roll.{side}", f"{side} spent") >= MOST for side in ("money", "counter"))),
    cite="R39-GEN-INFL-MONEY",
)
FORGOT = Permit("an opponent who was not asked may still pay after the roll", cite="R39-FER-FORGOT")
LIKE_A_RETREAT = Note(
    "as with a defender who was not asked for a retreat, the decision is made with the result known",
    cite="R39-FER-FORGOT-ANALOGY",
)

RULES = (ANNOUNCE, ELIGIBLE, ONE_ONLY, SEALED, EXAMPLES, ONE_TO_THREE, FORGOT, LIKE_A_RETREAT)


def dollars(least: int, most: int) -> str:
    return f"${most}" if least == most else f"${least} to ${most}"


# -- steps
@steps.step("twg.influence")
def begin(world: World, frame: Frame) -> Directive:
    return go("twg.influence.nation", at=0)


@steps.step("twg.influence.country")
def one_country(world: World, frame: Frame) -> Directive:
    """Somebody wants to try just this: the chart or the state of things may forbid it."""
    neutral = neutral_by_slug().get(slug(frame.country))
    if neutral is None:
        raise NotFound("country", frame.country, neutral_by_slug())
    if neutral.no_influence:
        world.note(neutral.no_influence.cite, False)
        raise Refused(neutral.no_influence.label, rule=neutral.no_influence.cite)
    if not rights_of(world, frame.nation, [neutral.slug]):
        raise ATTEMPT.refuse(world, f"{TITLES[frame.nation]} may not try to influence {neutral.name} now")
    return go("twg.influence.nation", at=0, who=frame.nation, only=[neutral.slug])


@steps.step("twg.influence.nation", takes=("at", "who", "only"))
def nation(world: World, frame: Frame) -> Directive:
    """A nation chooses what it tries next, or passes."""
    who = frame.get("who")
    order = [who] if who else list(ORDER)
    if frame.at >= len(order):
        return done()
    mine, only = order[frame.at], frame.get("only")
    question = Later(
        mine,
        "choose",
        among=[*keys_of(mine, tuple(only or ())), "pass"],
        legal=lambda key: key == "pass" or right_by_key(world, mine, key) is not None,
        worded=lambda: _which(world, mine, only),
    )
    return ask(question, then="twg.influence.chosen", into="target", nation=mine)


def _which(world: World, mine: str, only: Iterable[str] | None) -> Question:
    rights = rights_of(world, mine, only)
    if rights:
        ATTEMPT.used(world)
        ROW.used(world)
    labels: dict[str, str] = {}
    odds: dict[str, Fraction] = {}
    for r in rights:
        key = r.key
        fee = fee_due(world, r.country, mine, r.influence)
        least = amount(r.influence.least, world)  # type: ignore[arg-type]
        terms = [*([f"${fee} to be paid"] if fee else []), *([f"for at least ${least}"] if least else [])]
        labels[key] = f"{r.label} ({', '.join(terms)})" if terms else r.label
        bids = world.scoped(roll__money=least, roll__counter=0) if least else world  # nobody has put money on it
        odds[key] = chance_of(bids, r.country, mine, r.influence)
    labels["pass"] = "No (further) attempt this turn"
    return choose(
        mine,
        "Which country do you try to influence?",
        labels,
        cite=ATTEMPT.cite,
        odds=odds,
        why="the charts allow no other now",
    )


@steps.step("twg.influence.chosen")
def chosen(world: World, frame: Frame) -> Directive:
    if frame.target == "pass":
        return go("twg.influence.nation", at=frame.at + 1)
    r = right_by_key(world, frame.nation, frame.target)
    assert r is not None, frame.target
    attempt = {"country": r.country.slug, "nation": frame.nation, "cite": r.influence.cite, "only": frame.get("only")}
    return call("twg.influence.attempt", then="twg.influence.nation", **attempt)


@steps.step("twg.influence.attempt")
def attempt(world: World, frame: Frame) -> Directive:
    """The fee, if one is due; then whether money is spent."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    for rule in influence.minds:
        (rule.forbids if isinstance(rule, Limit) else rule.allows)(world)
    world.weighed(lambda w: neutral.bind(GOES_ON, frame.nation).forbids(w))
    world.weighed(lambda w: NO_MONEY.forbids(w.scoped(rolling="influence")))
    COUNT.used(world)
    if influence.fee:
        due = fee_due(world, neutral, frame.nation, influence)
        world.note(influence.fee.cite, due > 0)
        if due and not holds(PURSES[frame.nation] >= due, world):
            return done()  # the purse, asked for only now, is too small
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


def _most(influence: Influence) -> int:
    return int(influence.most.value) if isinstance(influence.most, Note) else influence.most


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
    least = amount(influence.least, world)  # type: ignore[arg-type]
    free, rivals = least == 0, neutral.counters(frame.nation)
    options: dict[str, Callable[[], bool]] = {
        "nothing": lambda: free,
        "money": lambda: at_best(world, frame.nation, _most(influence)) >= max(1, least),
        "unasked": lambda: bool(rivals) and options["money"](),
    }
    if not free and not options["money"]():
        return done()  # what the attempt requires is not there any more

    def worded() -> Question:
        most = at_best(world, frame.nation, _most(influence))
        best = odds_of(world, neutral, frame.nation, influence, most)
        asked = f"{title(*rivals)} is asked first" if rivals else "nobody may counter"
        words = {
            "nothing": "Spend nothing",
            "money": f"Spend {dollars(max(1, least), most)} for up to {best}; {asked}",
            "unasked": f"Spend and roll before {asked.removesuffix(' first')}, who may then pay knowing the die",
        }
        return choose(
            frame.nation,
            f"Spend money on {neutral.name}?",
            {key: words[key] for key, is_open in options.items() if is_open()},
            cite=MONEY.cite,
            odds={"nothing": odds_of(world, neutral, frame.nation, influence)} if free else None,
            why=f"at most ${most} is left of a tenth of the land value and of the purse",
            subject=frame.country,
        )

    question = Later(frame.nation, "choose", options, lambda key: options[key](), worded, frame.country)
    return ask(question, then="twg.influence.announced", into="plan")


def counters(world: World, frame: Frame) -> list[str]:
    """The nations that may counter and have money left to do it."""
    neutral = neutral_by_slug()[frame.country]
    return [n for n in neutral.counters(frame.nation) if budget(world, n) >= 1]


@steps.step("twg.influence.announced")
def announced(world: World, frame: Frame) -> Directive:
    neutral, _ = right(frame.country, frame.nation, frame.cite)
    spending = frame.plan != "nothing"
    if spending and limits_of(world, frame)[1] < 1:
        return go("twg.influence.money")  # the table has told that nothing is left
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
        f"{sentence(TITLES[frame.nation])} spends money on {neutral.name}. "
        f"Counter with {dollars(1, budget(world, able[asked]))}?",
        cite=ELIGIBLE.cite,
        subject=frame.country,
        yes="Counter",
        no="Let it pass",
    )
    return ask(question, then="twg.influence.countered", into="counters", rival=able[asked], asked=asked + 1)


@steps.step("twg.influence.countered")
def countered(world: World, frame: Frame) -> Directive:
    closed = ONE_ONLY.forbids(world.scoped(roll__counter=int(frame.counters)))  # to all further nations
    return go("twg.influence.bid" if closed else "twg.influence.announced")


@steps.step("twg.influence.bid")
def bid(world: World, frame: Frame) -> Directive:
    """Both sides seal an amount."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    if most < max(1, least):
        return go("twg.influence.money")  # news from the table in the middle of the bidding
    if budget(world, frame.rival) < 1:
        return go("twg.influence.open")

    def bid_of(seat: str, prompt: str, legal: range, at_most: int) -> Later:
        def worded() -> Question:
            cite, why = binding(world, seat, SEALED.cite, at_most)
            return sealed(seat, prompt, legal, cite=cite, why=why, subject=frame.country)

        return Later(seat, "sealed", legal, legal.__contains__, worded, frame.country)

    mine = f"Your sealed bid for {neutral.name}"
    against = f"Your sealed bid against {TITLES[frame.nation]} in {neutral.name}"
    return ask_sealed(
        bid_of(frame.nation, mine, range(max(1, least), most + 1), _most(influence)),
        bid_of(frame.rival, against, range(1, budget(world, frame.rival) + 1), MOST),
        then="twg.influence.revealed",
        into="bids",
    )


def at_stake(world: World, frame: Frame) -> Duelling:
    """What a sealed bid is about: the chance of each pair of bids, and the land that a success would win."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    pairs = [(a, b) for a in range(max(1, least), most + 1) for b in range(1, budget(world, frame.rival) + 1)]
    chances = {(a, b): odds_of(world, neutral, frame.nation, influence, a, b) for a, b in pairs}
    return Duelling(frame.nation, frame.rival, chances, _land(world, neutral))


def contests(world: World, nation: str) -> dict[str, Duelling]:
    """What a nation could put money on now: each target with its richest rival, and the land that it would win."""
    found = {}
    for r in rights_of(world, nation):
        least = amount(r.influence.least, world)  # type: ignore[arg-type]
        most = 0 if isinstance(r.influence.most, Note) else at_best(world, nation, r.influence.most)
        purses = {rival: at_best(world, rival) for rival in r.country.counters(nation)}
        rival = max(purses, key=lambda n: purses[n], default="")
        chances = {
            (a, b): odds_of(world, r.country, nation, r.influence, a, b if a else 0) if a >= least else Fraction(0)
            for a in range(most + 1)
            for b in range(purses.get(rival, 0) + 1)
        }
        found[r.key] = Duelling(nation, rival, chances, _land(world, r.country))
    return found


def prospect(world: World, nation: str, key: str, dollars: int) -> Prospect | None:
    """The chance of an attempt with so much money, and the land that it would win."""
    r = right_by_key(world, nation, key)
    if r is None:
        return None
    least = amount(r.influence.least, world)  # type: ignore[arg-type]
    chance = odds_of(world, r.country, nation, r.influence, max(least, dollars))
    return Prospect(chance, _land(world, r.country))


def _land(world: World, neutral: Neutral) -> int:
    """A nation in halves has no value beside theirs."""
    places = geography().neutrals
    return sum(world.get(f"value.{place}") or 0 for place in neutral.members if place in places)


@steps.step("twg.influence.revealed")
def revealed(world: World, frame: Frame) -> Directive:
    SEALED.used(world)
    return go("twg.influence.throw", money=frame.bids[frame.nation], counter=frame.bids[frame.rival])


@steps.step("twg.influence.open")
def open_bid(world: World, frame: Frame) -> Directive:
    """Nobody counters: the amount is named openly."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    if most < max(1, least):
        return go("twg.influence.money")  # news from the table: so much is not left
    legal = range(max(1, least), most + 1)

    def worded() -> Question:
        cite, why = binding(world, frame.nation, MONEY.cite, _most(influence))
        return ask_amount(
            frame.nation,
            f"How many dollars on {neutral.name}?",
            legal,
            cite=cite,
            odds={n: odds_of(world, neutral, frame.nation, influence, n) for n in legal},
            why=why,
            subject=frame.country,
        )

    question = Later(frame.nation, "amount", legal, legal.__contains__, worded, frame.country)
    return ask(question, then="twg.influence.throw", into="money", counter=0)


@steps.step("twg.influence.throw")
def throw(world: World, frame: Frame) -> Directive:
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    target = _target(world, frame)
    world.weighed(lambda w: _examples(w, frame))
    sure = target >= d12.sides and frame.get("plan") != "unasked"  # who was not asked may still lower it
    rolled = not sure and target > 0
    world.note(NUMBER.cite, rolled)
    if not rolled:
        return go("twg.influence.result", roll=1 if sure else d12.sides)
    return roll(
        d12,
        label=f"turn {world.get('turn')}: {TITLES[frame.nation]} influences {neutral.name}",
        cite=influence.cite,
        seat=frame.nation,
        then="twg.influence.rolled",
        prompt=f"Roll d12 for influence in {neutral.name}: {target} or less succeeds",
        odds=lambda: {"success": Fraction(min(target, d12.sides), d12.sides)},
        subject=frame.country,
    )


def _examples(world: World, frame: Frame) -> None:
    ONE_TO_THREE.forbids(world.scoped(roll__money=frame.money, roll__counter=frame.counter))
    this = {"so far": world.get(f"attempts.{frame.country}.{frame.nation}"), "money": frame.money}
    for example in EXAMPLES:
        world.note(example.cite, example.value.items() <= {**this, "counter": frame.counter}.items())


def _target(world: World, frame: Frame) -> int:
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    scoped = world.scoped(roll__money=frame.money, roll__counter=frame.counter)
    return number_to_roll(scoped, neutral, frame.nation, influence)


@steps.step("twg.influence.rolled")
def rolled(world: World, frame: Frame) -> Directive:
    """Where the other side was not asked, it may pay now, knowing the die."""
    asked = frame.get("asked", 0)
    unasked = frame.get("plan") == "unasked" and frame.roll <= _target(world, frame)
    able = counters(world, frame) if unasked else []
    late = asked < len(able)
    if late or not able:
        world.note(FORGOT.cite, late)
    if not late:
        return go("twg.influence.result")
    LIKE_A_RETREAT.used(world)
    question = ask_amount(
        able[asked],
        f"You were not asked before the roll ({frame.roll} against {_target(world, frame)}). Pay now to counter?",
        range(budget(world, able[asked]) + 1),
        cite=FORGOT.cite,
        subject=frame.country,
    )
    return ask(question, then="twg.influence.late", into="counter", rival=able[asked], asked=asked + 1)


@steps.step("twg.influence.late")
def late(world: World, frame: Frame) -> Directive:
    """One payment ends the matter; who pays nothing leaves it to the next."""
    return go("twg.influence.result" if frame.counter else "twg.influence.rolled")


@steps.step("twg.influence.result")
def result(world: World, frame: Frame) -> Directive:
    """The attempt counts in any case; whether it succeeds is all that is kept of the die."""
    success = bool(frame.roll <= _target(world, frame))
    books = {name: frame.get(name) for name in ("country", "nation", "money", "counter", "rival")}
    return call("twg.influence.counted", then="twg.influence.carried-out", keep={"success": success}, **books)


@steps.step("twg.influence.counted")
def counted(world: World, frame: Frame) -> Directive:
    """The attempt counts, and the money is owed."""
    return done(carry_out(_bookkeeping(world, frame), world)[1])


ENDING = ("country", "nation", "cite", "only", "money", "counter", "rival", "success")


@steps.step("twg.influence.carried-out", takes=ENDING)
def carried_out(world: World, frame: Frame) -> Directive:
    """A success gives the class at once; then the conditions are looked at again."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    rules: tuple[Rule, ...] = ()
    if frame.success:
        ONE_CLASS.used(world)
        rules = (_success(neutral, frame.nation, influence), *influence.then)
    else:
        world.note(influence.cite, False)
        for rule in influence.then:
            world.note(rule.cite, False)
    return do(carry_out(rules, world)[1], then="twg.influence.settled")


@steps.step("twg.influence.settled", takes=("only",))
def settled(world: World, frame: Frame) -> Directive:
    return conditions_again(frame, None)


@cache
def _success(neutral: Neutral, nation: str, influence: Influence) -> Rule:
    rule: Rule = neutral.bind(influence.success(nation), nation)
    return rule


def _bookkeeping(world: World, frame: Frame) -> list[Rule]:
    rules = [_counts(frame.country, frame.nation)]
    for payer, dollars in ((frame.nation, frame.money), (frame.get("rival"), frame.counter)):
        if payer and dollars:
            rules.append(owe(world, payer, dollars))
    return rules


@cache
def _counts(place: str, who: str) -> Rule:
    so_far = f"attempts.{place}.{who}"
    counted = (sets(so_far, number(so_far) + 1), sets(f"tried.{place}.{who}", Copy("turn")))
    return Rule("the attempt counts", COUNT.cite, sets=counted)
