"""What money may buy: purses by permitted use, and paying out of them."""

from __future__ import annotations

from legation.books.twg.money.purses import ANY, COMMERCE, HARDWARE, INFANTRY, INFANTRY_USES, PURSES, USES, released
from legation.books.twg.powers import ALL, AXIS, TITLES
from legation.books.twg.spoken_names import DOLLARS, NATION
from legation.books.twg.steps import steps
from legation.core.book import Event
from legation.core.deeds import Deed, On, Role, adds, enacted, follows, told
from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, all_of, amount, any_of, choice, holds, number
from legation.core.facts import World
from legation.core.machine import Directive, Frame, done
from legation.core.rules import Limit, Permit
from legation.core.voice import quoted
from legation.core.wording import Phrase, Wording

__all__ = ["EVENTS", "EARMARKS", "RULES", "may_pay", "take"]

FROM_COMMERCE = choice("paying-from", COMMERCE, says="it is[ not] paid with Military Commerce money")
FROM_HARDWARE = choice("paying-from", COMMERCE, HARDWARE, says="it is[ not] paid with hardware-only money")
FOR_INFANTRY = choice("buying", *INFANTRY_USES, "paratrooper-training", says="it has [|nothing ]to do with infantry")
FOR_PARATROOPERS = choice("buying", "paratrooper-training", says="it is[ not] the training of paratroopers")

ONLY_HARDWARE = Limit(
    "Military Commerce money is only for influence and units other than infantry",
    when=all_of(FROM_COMMERCE, FOR_INFANTRY),
    cite="R39-MC-USE",
)
NO_INFANTRY = Limit(
    "hardware-only money buys no infantry, outposts, infantry upgrades or the like",
    when=all_of(FROM_HARDWARE, FOR_INFANTRY),
    cite="R39-MC-USE-INFANTRY",
)
PARATROOPERS = Permit(
    "the training of paratroopers may be paid with hardware-only money",
    when=FOR_PARATROOPERS,
    cite="R39-MC-USE-PARA",
)
EARMARKS = Limit(
    "earmarked money is kept apart, now and when it is saved",
    when=choice("paying-from", COMMERCE, HARDWARE, INFANTRY, says="the money is[ not] earmarked"),
    cite="R39-INC-BANK",
)


def lifted(nation: str) -> Permit:
    """An Axis nation that was attacked without provocation uses its own Military Commerce as it likes."""
    free: Expr = released(nation) if nation in AXIS else any_of()
    return Permit(
        "attacked without provocation, it may use its Military Commerce for anything",
        when=all_of(FROM_COMMERCE, free),
        cite="R39-MC-USE-LIFT",
    )


BUYER = Role("nation", "the nation", ALL)
PURSE = Role("purse", "the purse that pays", tuple(PURSES))
SUM = Role("dollars", "how much it pays")
PURCHASE = Deed("purchase", "{nation} pays ${dollars} for something", EARMARKS.cite, (BUYER, PURSE, SUM))
SPENT = On(
    "what is spent leaves its purse, and is counted",
    EARMARKS.cite,
    on=PURCHASE,
    sets=(
        adds(f"funds.{BUYER}.{PURSE}", 0 - told(SUM, "the sum")),
        adds(f"bought.{BUYER}", told(SUM, "the sum")),
    ),
    again=True,
)
LIFTED = {nation: lifted(nation) for nation in ALL}
RULES = (ONLY_HARDWARE, NO_INFANTRY, PARATROOPERS, EARMARKS, SPENT, LIFTED[AXIS[0]])


def refusal(world: World, nation: str, purse: str, use: str) -> Limit | None:
    """The rule by which this purse may not pay for this, if there is one."""
    asked = world.scoped(**{"paying-from": purse, "buying": use})
    free = LIFTED[nation].allows(asked)
    free = PARATROOPERS.allows(asked) or free
    tied = EARMARKS.forbids(asked)
    banned = [rule for rule in (ONLY_HARDWARE, NO_INFANTRY) if rule.forbids(asked) and not free]
    if tied and purse == INFANTRY and not holds(FOR_INFANTRY, asked):
        return EARMARKS
    return next(iter(banned), None)


def may_pay(world: World, nation: str, use: str) -> list[str]:
    """The purses that may pay for a use: the earmarked ones first, for the others are good for more."""
    order = (INFANTRY, HARDWARE, COMMERCE, ANY)
    return [purse for purse in order if refusal(world, nation, purse, use) is None]


def take(world: World, nation: str, purses: list[str], dollars: int) -> dict[str, int]:
    """How much of each purse pays, in this order; together they may have less."""
    taken: dict[str, int] = {}
    for purse in purses:
        taken[purse] = min(dollars, amount(number(f"funds.{nation}.{purse}"), world))
        dollars -= taken[purse]
    return {purse: paid for purse, paid in taken.items() if paid}


@steps.step("twg.spend")
def spend(world: World, frame: Frame) -> Directive:
    """A purchase: which money pays for it, and whether it may."""
    nation, use, dollars, purse = frame.get("nation"), frame.get("on"), frame.get("dollars"), frame.get("from")
    for word, known, kind in ((nation, ALL, "nation"), (use, USES, "use"), (purse or ANY, PURSES, "purse")):
        if word not in known:
            raise NotFound(kind, word, known)
    if not isinstance(dollars, int) or dollars < 1:
        raise Refused(f"{quoted(dollars)} is no sum of money", rule=EARMARKS.cite)
    if purse and (rule := refusal(world, nation, purse, use)):
        raise Refused(f"{PURSES[purse]} may not pay for {USES[use]}: {rule.label}", rule=rule.cite)
    purses = [purse] if purse else may_pay(world, nation, use)
    paid = take(world, nation, purses, dollars)
    lacking = dollars - sum(paid.values())
    if lacking:
        others = [p for p in PURSES if p not in purses and world.get(f"funds.{nation}.{p}")]
        rule = refusal(world, nation, others[0], use) if others else None
        cite = rule.cite if rule else EARMARKS.cite
        raise Refused(f"{TITLES[nation]} is ${lacking} short of money that may pay for {USES[use]}", rule=cite)
    roles = [{"nation": nation, "purse": purse, "dollars": str(n)} for purse, n in paid.items()]
    return done(enacted([rule for told in roles for rule in follows((SPENT,), PURCHASE, **told)], world))


BOUGHT = Phrase({use: (says, use.replace("-", " ")) for use, says in USES.items()})
EVENTS = {
    "spend": Event(
        "twg.spend",
        "A nation buys something; the referee knows which money may pay for it.",
        {
            "nation": "the nation",
            "on": "what for: " + ", ".join(USES),
            "dollars": "how much",
            "from": "the purse that pays, if it matters: " + ", ".join(PURSES),
        },
        EARMARKS.cite,
        Wording(
            (
                "{nation} spend(s) ${dollars} on {on}",
                "{nation} spend(s) {dollars} dollars on {on}",
                "{nation} pay(s) ${dollars} for {on}",
                "{nation} buy(s) {on} for ${dollars}",
            ),
            {"nation": NATION, "dollars": DOLLARS, "on": BOUGHT, "from": Phrase(PURSES)},
            adds=(("with {from}", "out of {from}"),),
        ),
    ),
}
