"""Part II of the Diplomatic Phase: attempts step by step, with money, countering and sealed bids.

Who may try, and the number to roll, are in `rights`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from legation.books.twg.chart import Influence, Neutral
from legation.books.twg.charts import neutral_by_slug
from legation.books.twg.diplomacy.rights import (
    ATTEMPT,
    MONEY,
    chance_of,
    counts,
    fee_due,
    keys_of,
    may_pay,
    needs_a_die,
    number_to_roll,
    odds_of,
    right,
    right_by_key,
    rights_of,
    still_open,
)
from legation.books.twg.diplomacy.unrest import conditions_again, order_of_play
from legation.books.twg.map.geography import geography, slug
from legation.books.twg.money.influence_money import MOST, PURSES, at_best, binding, budget, owe, stakes
from legation.books.twg.powers import TITLES, sentence, title
from legation.books.twg.steps import steps
from legation.core.abilities import Duelling, Prospect
from legation.core.dice import d12
from legation.core.errors import NotFound, Refused
from legation.core.expr import amount, holds, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Later, ask, ask_sealed, call, do, done, go, roll
from legation.core.requests import Question, choose, confirm, sealed
from legation.core.requests import amount as ask_amount
from legation.core.rules import Limit, Rule, bespoke, brought_by, carry_out, comes_up
from legation.core.turning import kept
from legation.core.words import percent

__all__ = ["PASSED", "RULES", "at_stake", "contests", "eligible", "prospect"]

PASSED = "Let it pass"

ONE_ONLY = Limit(
    "only one opposing nation may counter a roll",
    when=(number("roll.rivals", "the nations that counter this roll") >= 1).worded(
        "[a|no] nation counters this roll already"
    ),
    cite="DG-INF-18",
)
SEALED, FORGOT = "DG-INF-20", "R39-FER-FORGOT"


def dollars(least: int, most: int) -> str:
    if least == most:
        return f"${most}"
    return f"${least} {'or' if most == least + 1 else 'to'} ${most}"


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
    if isinstance(neutral.influence, Limit):
        neutral.bind(neutral.influence).refuse(world)
    if not rights_of(world, frame.nation, [neutral.slug]):
        raise Refused(f"{TITLES[frame.nation]} may not try to influence {neutral.name} now", rule=ATTEMPT)
    return go("twg.influence.nation", at=0, who=frame.nation, only=[neutral.slug])


@steps.step("twg.influence.nation", takes=("at", "who", "only"))
def nation(world: World, frame: Frame) -> Directive:
    """A nation chooses what it tries next, or passes."""
    who = frame.get("who")
    order = [who] if who else order_of_play(world)
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
    rights, silent = rights_of(world, mine, only), world.heard_by(None)
    labels: dict[str, str] = {}
    odds: dict[str, Fraction] = {}
    for r in rights:
        key = r.key
        fee = fee_due(world, r.country, mine, r.influence)
        least = amount(r.influence.least, world)  # type: ignore[arg-type]
        terms = [*([f"${fee} to be paid"] if fee else []), *([f"for at least ${least}"] if least else [])]
        labels[key] = f"{r.label} ({', '.join(terms)})" if terms else r.label
        bids = silent.scoped(roll__money=least, roll__counter=0) if least else silent  # nobody has put money on it
        odds[key] = chance_of(bids, r.country, mine, r.influence)
    labels["pass"] = "No further attempt this turn"
    return choose(
        mine,
        "Which country do you try to influence?",
        labels,
        cite=ATTEMPT,
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
    due = fee_due(world, neutral, frame.nation, influence)
    if influence.fee is None or not comes_up(world, due > 0, influence.fee):
        return go("twg.influence.money")
    if not holds(PURSES[frame.nation] >= due, world):
        return done()  # the purse, asked for only now, is too small
    return do(carry_out([influence.fee.paid(neutral.slug, frame.nation)], world)[1], then="twg.influence.money")


def lapsed(world: World, frame: Frame) -> bool:
    """A deed that was told of in the middle of an attempt has closed the country to it."""
    return world.lasting and not holds(still_open(frame.country, frame.nation, frame.cite), world)


def limits_of(world: World, frame: Frame) -> tuple[int, int]:
    """The least and the most that the influencer may spend on this roll."""
    _, influence = right(frame.country, frame.nation, frame.cite)
    least = amount(influence.least, world)  # type: ignore[arg-type]
    return least, budget(world, frame.nation, influence.most)


@steps.step("twg.influence.money")
def money(world: World, frame: Frame) -> Directive:
    """Nothing, or an announcement to spend, which the other side may answer."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    if lapsed(world, frame):
        return done()
    if not may_pay(world, neutral, frame.nation):
        return go("twg.influence.throw", money=0, counter=0)
    least = amount(influence.least, world)  # type: ignore[arg-type]
    free, rivals = least == 0, neutral.counters(frame.nation)

    def may_spend() -> int:
        return at_best(world, frame.nation, influence.most)

    def is_open(plan: str, most: Callable[[], int]) -> bool:
        return free if plan == "nothing" else (plan == "money" or bool(rivals)) and most() >= max(1, least)

    if not free and not is_open("money", may_spend):
        return done()  # what the attempt requires is not there any more

    def worded() -> Question:
        most = may_spend()
        best = odds_of(world, neutral, frame.nation, influence, most)
        asked = f"{title(*rivals)} is asked first" if rivals else "nobody may counter"
        words = {
            "nothing": "Spend nothing",
            "money": f"Spend {dollars(max(1, least), most)} for up to {percent(best)}; {asked}",
            "unasked": f"Spend and roll before {asked.removesuffix(' first')}, who may then pay knowing the die",
        }
        return choose(
            frame.nation,
            f"Spend money on {neutral.name}?",
            {plan: says for plan, says in words.items() if is_open(plan, lambda: most)},
            cite=MONEY.cite,
            odds={"nothing": odds_of(world, neutral, frame.nation, influence)} if free else None,
            why=f"at most ${most} is left of a tenth of the land value and of the purse",
            subject=frame.country,
        )

    plans = ("nothing", "money", "unasked")
    question = Later(frame.nation, "choose", plans, lambda plan: is_open(plan, may_spend), worded, frame.country)
    return ask(question, then="twg.influence.announced", into="plan")


@bespoke("DG-INF-17")
def eligible(world: World, neutral: Neutral, influencer: str, spending: bool = True) -> tuple[str, ...]:
    """The nations in the attack boxes that are on the other side may counter."""
    said = neutral.countering_of(influencer)
    return said.answer(world, influencer, spending) if said else neutral.counters(influencer)


def counters(world: World, frame: Frame) -> list[str]:
    """The nations that may counter what is announced, and have money left to do it."""
    rivals = eligible(world, neutral_by_slug()[frame.country], frame.nation, frame.plan != "nothing")
    return [n for n in rivals if budget(world, n) >= 1]


@bespoke("DG-INF-16")
def asked_first(world: World, frame: Frame) -> list[str]:
    """Who wants to spend asks the other side first; the amount is named only afterwards."""
    return [] if frame.plan == "unasked" else counters(world, frame)


@steps.step("twg.influence.announced")
def announced(world: World, frame: Frame) -> Directive:
    neutral, _ = right(frame.country, frame.nation, frame.cite)
    if lapsed(world, frame):
        return done()
    spending = frame.plan != "nothing"
    if spending and limits_of(world, frame)[1] < 1:
        return go("twg.influence.money")  # the table has told that nothing is left
    asked = frame.get("asked", 0)
    able = asked_first(world, frame)  # nobody, if nothing is spent
    if asked >= len(able):
        return go("twg.influence.open") if spending else go("twg.influence.throw", money=0, counter=0)
    question = confirm(
        able[asked],
        f"{sentence(TITLES[frame.nation])} spends money on {neutral.name}. "
        f"Counter with {dollars(1, budget(world, able[asked]))}?",
        cite="DG-INF-17",
        subject=frame.country,
        yes="Counter",
        no=PASSED,
    )
    return ask(question, then="twg.influence.countered", into="counters", rival=able[asked], asked=asked + 1)


@steps.step("twg.influence.countered")
def countered(world: World, frame: Frame) -> Directive:
    closed = ONE_ONLY.forbids(world.scoped(roll__rivals=int(frame.counters)))  # to all further nations
    return go("twg.influence.bid" if closed else "twg.influence.announced")


@steps.step("twg.influence.bid")
def bid(world: World, frame: Frame) -> Directive:
    """Both sides seal an amount."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    if most < max(1, least) or lapsed(world, frame):
        return go("twg.influence.money")  # news from the table in the middle of the bidding
    if budget(world, frame.rival) < 1:
        return go("twg.influence.open")
    mine = f"Your sealed bid for {neutral.name}"
    against = f"Your sealed bid against {TITLES[frame.nation]} in {neutral.name}"
    bids = (
        (frame.nation, mine, stakes(world, least, most), influence.most),
        (frame.rival, against, stakes(world, 0, budget(world, frame.rival)), MOST),
    )
    return in_secret(world, frame.country, bids)


@bespoke("DG-INF-20")
def in_secret(world: World, country: str, bids: Iterable[tuple[str, str, list[int], int]]) -> Directive:
    """Both amounts are chosen in secret and shown together."""

    def bid_of(seat: str, prompt: str, legal: list[int], at_most: int) -> Later:
        def worded() -> Question:
            cite, why = binding(world, seat, SEALED, at_most)
            return sealed(seat, prompt, legal, cite=cite, why=why, subject=country)

        return Later(seat, "sealed", legal, legal.__contains__, worded, country)

    return ask_sealed(*(bid_of(*bid) for bid in bids), then="twg.influence.revealed", into="bids")


def at_stake(world: World, frame: Frame) -> Duelling:
    """What a sealed bid is about: the chance of each pair of bids, and the land that a success would win."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    pairs = [(a, b) for a in stakes(world, least, most) for b in stakes(world, 0, budget(world, frame.rival))]
    chances = {(a, b): odds_of(world, neutral, frame.nation, influence, a, b) for a, b in pairs}
    return Duelling(frame.nation, frame.rival, chances, _land(world, neutral))


def contests(world: World, nation: str) -> dict[str, Duelling]:
    """What a nation could put money on now: each target with its richest rival, and the land that it would win."""
    found = {}
    for r in rights_of(world, nation):
        least = amount(r.influence.least, world)  # type: ignore[arg-type]
        most = at_best(world, nation, r.influence.most) if may_pay(world, r.country, nation) else 0
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
    return go("twg.influence.throw", money=frame.bids[frame.nation], counter=frame.bids[frame.rival])


@steps.step("twg.influence.open")
def open_bid(world: World, frame: Frame) -> Directive:
    """Nobody counters: the amount is named openly."""
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    least, most = limits_of(world, frame)
    if most < max(1, least) or lapsed(world, frame):
        return go("twg.influence.money")  # news from the table: so much is not left
    legal = stakes(world, least, most)

    def worded() -> Question:
        cite, why = binding(world, frame.nation, MONEY.cite, influence.most)
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
    if lapsed(world, frame):
        return done()
    target = _target(world, frame)
    if not needs_a_die(world, target, frame.get("plan") == "unasked"):
        return go("twg.influence.result", roll=1 if target > 0 else d12.sides)
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


def _target(world: World, frame: Frame) -> int:
    neutral, influence = right(frame.country, frame.nation, frame.cite)
    scoped = world.scoped(roll__money=frame.money, roll__counter=frame.counter)
    return number_to_roll(scoped, neutral, frame.nation, influence)


@bespoke("R39-FER-FORGOT")
def not_asked(world: World, frame: Frame) -> list[str]:
    """An opponent who was not asked may still pay after the roll, knowing the die."""
    unasked = frame.get("plan") == "unasked" and frame.roll <= _target(world, frame)
    return counters(world, frame)[frame.get("asked", 0) :] if unasked else []


@steps.step("twg.influence.rolled")
def rolled(world: World, frame: Frame) -> Directive:
    """Where the other side was not asked, it may pay now."""
    able = not_asked(world, frame)
    if lapsed(world, frame):
        return done()
    if not able:
        return go("twg.influence.result")
    question = ask_amount(
        able[0],
        f"You were not asked before the roll ({frame.roll} against {_target(world, frame)}). Pay now to counter?",
        [0, *stakes(world, 0, budget(world, able[0]))],
        cite=FORGOT,
        subject=frame.country,
    )
    return ask(question, then="twg.influence.late", into="counter", rival=able[0], asked=frame.get("asked", 0) + 1)


@steps.step("twg.influence.late")
def late(world: World, frame: Frame) -> Directive:
    """One payment ends the matter; who pays nothing leaves it to the next."""
    closed = ONE_ONLY.forbids(world.scoped(roll__rivals=int(frame.counter > 0)))
    return go("twg.influence.result" if closed else "twg.influence.rolled")


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
    success = _success(neutral, frame.nation, influence)
    brought = (success, *influence.then, *neutral.successes(frame.nation, influence))
    rules = brought_by({True: brought, False: ()}, frame.success, world)
    return do(counts_at_once(world, rules), then="twg.influence.settled")


@bespoke("DG-PH-4")
def counts_at_once(world: World, rules: Iterable[Rule]) -> list[Change]:
    """What diplomacy changes already counts in the same game turn, for income and for units."""
    return carry_out(rules, world)[1]


@steps.step("twg.influence.settled", takes=("only",))
def settled(world: World, frame: Frame) -> Directive:
    return conditions_again(frame, None)


@kept
def _success(neutral: Neutral, nation: str, influence: Influence) -> Rule:
    rule: Rule = neutral.bind(influence.success(nation), nation)
    return rule


def _bookkeeping(world: World, frame: Frame) -> list[Rule]:
    return [counts(frame.country, frame.nation), *(owe(payer, dollars) for payer, dollars in spent(world, frame))]


@bespoke("DG-INF-14")
def spent(world: World, frame: Frame) -> list[tuple[str, int]]:
    """The money of both sides is gone whatever the roll brings."""
    bids = ((frame.nation, frame.money), (frame.get("rival"), frame.counter))
    return [(payer, dollars) for payer, dollars in bids if payer and dollars]


RULES = (eligible, asked_first, ONE_ONLY, in_secret, not_asked, counts_at_once, spent)
