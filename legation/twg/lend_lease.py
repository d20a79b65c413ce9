"""Lend/Lease under the 1939 rules: who may give and receive, how much, and what the money is good for."""

from __future__ import annotations

from collections.abc import Iterable

from legation.core.book import Event
from legation.core.errors import NotFound, Refused
from legation.core.expr import (
    Expr,
    all_of,
    amount,
    any_of,
    choice,
    holds,
    lift,
    named,
    number,
    per,
    present,
    smallest,
    truth,
)
from legation.core.facts import World
from legation.core.machine import Directive, Frame, do, done
from legation.core.rules import Assign, Datum, Limit, Permit, Rule, carry_out, comes_up, sets
from legation.core.wording import Phrase, Wording
from legation.twg.funds import ANY, COMMERCE, FULL, GIVERS, HARDWARE, PURSES, level, released
from legation.twg.money import land_value
from legation.twg.powers import ALL, AXIS, CHINA, FRANCE, SIDES, TITLES, UK, USA, USSR, side_of, title
from legation.twg.steps import steps
from legation.twg.vocabulary import is_turn
from legation.twg.war_status import CLIMBERS, FULL_WAR_TURN, at_least
from legation.twg.words import DOLLARS, NATION

__all__ = ["EVENTS", "RULES", "ceiling", "RETURNS", "RETURN_ENDS", "end_of_turn", "soviet_rest"]

# -- who and how much
FROM = Datum(
    "among the Allies the U.K., the USSR and the U.S.A. give",
    cite="R39-MC-LL-GIVERS",
    value={n: tuple(g for g in GIVERS if g != n) for n in (*CLIMBERS, CHINA)},
)
GATE = {
    n: Limit(f"{title(n)} receives no Lend/Lease below 20 percent", when=~at_least(n, "20"), cite="R39-ALL-LL-GATE")
    for n in CLIMBERS
}
OPEN = {
    USSR: Permit(
        "the USSR may receive from the U.K. and the U.S.A.", when=at_least(USSR, "20"), cite="R39-SOV-BOTH20-LL"
    ),
    UK: Permit("the U.K. may receive from the USSR and the U.S.A.", when=at_least(UK, "20"), cite="R39-UKF-BOTH20-LL"),
    FRANCE: Permit("France may receive from all three", when=at_least(FRANCE, "20"), cite="R39-UKF-BOTH20-LL"),
    USA: Permit(
        "the U.S.A. may receive from the U.K. and the USSR", when=at_least(USA, "20"), cite="R39-USA-BOTH20-LL"
    ),
}
CHINA_CLOSED = named(
    "China receives Lend/Lease only in a turn in which its roll succeeds",
    ~any_of(
        truth("china-open", "China has[ not] made its roll in this turn"), level(USA, "full"), is_turn(FULL_WAR_TURN)
    ),
    cite="R39-CHN-LL",
)
ONE_TURN = "R39-CHN-ONE-TURN"


def ceiling(nation: str) -> Expr:
    """A third of all land, rounded down."""
    start = number(f"land-at-start.{nation}", "its land value as the turn began")
    return per(3, start)


MOST = {
    n: Limit(
        "a nation gives away no more than a third of its land value in a turn",
        when=((number(f"given-away.{n}", "given already") + number("lending", "to be given")) > ceiling(n)).worded(
            "it would give away [|no ]more than a third of its land value"
        ),
        cite="R39-MC-LL-MAX",
    )
    for n in ALL
}

# -- what the money is
SOURCES = Permit(
    "it may be taken from land money or from Military Commerce",
    when=choice("paying-from", ANY, COMMERCE, says="it is [land or|neither land nor] commerce money"),
    cite="R39-MC-LL-SOURCE",
)
LAND_MONEY = Datum("land money is for any use in the receiver's hands too", cite="R39-MC-LL-LAND", value=ANY)
COMMERCE_MONEY = Datum("commerce money is hardware-only in the receiver's hands", cite="R39-MC-LL-MC", value=HARDWARE)

# -- the USSR
RETURN_ENDS = named("at Full War the USSR returns nothing", level(USSR, "full"), cite="R39-SOV-LL-RETURN-END")
RETURN = "R39-SOV-LL-RETURN"


def _owed(donor: str) -> tuple[Assign, ...]:
    """What a donor has given since the last Soviet turn is to go back, as what it came."""
    facts = {f"lent.{donor}.{USSR}": f"to-return.{donor}", f"lent-tied.{donor}": f"tied-to-return.{donor}"}
    back = (sets(due, smallest(lift(FULL), number(due) + number(lent))) for lent, due in facts.items())
    return (*back, *(sets(lent, 0) for lent in facts))


RETURNS = Rule(
    "after an unprovoked attack the USSR returns its Lend/Lease",
    RETURN,
    when=present(
        (f"lent.{donor}.{USSR}" for donor in GIVERS), "[something|nothing] was lent to it since its last turn"
    ),
    sets=tuple(assign for donor in GIVERS for assign in _owed(donor)),
)

RULES = (
    (FROM, next(iter(GATE.values())), OPEN[USSR], OPEN[UK], OPEN[USA], CHINA_CLOSED, MOST[UK]),
    (SOURCES, LAND_MONEY, COMMERCE_MONEY, RETURN_ENDS, RETURNS),
)


def more(world: World, key: str, dollars: int) -> int:
    return max(0, min(FULL, amount(number(key), world) + dollars))


@steps.step("twg.lend")
def lend(world: World, frame: Frame) -> Directive:
    """One gift: checked, and handed over or, to a China that has not rolled yet, pledged."""
    giver, receiver, dollars, purse = (
        frame.get("giver"),
        frame.get("receiver"),
        frame.get("dollars"),
        frame.get("from", ANY),
    )
    for nation in (giver, receiver):
        if nation not in ALL:
            raise NotFound("nation", nation, ALL)
    if purse not in PURSES:
        raise NotFound("purse", purse, PURSES)
    if not isinstance(dollars, int) or dollars < 1:
        raise Refused(f"{dollars!r} is no sum of money", rule=SOURCES.cite)
    pledge = _check_parties(world, giver, receiver)
    _check_sum(world, giver, dollars, purse)
    money = sets(f"funds.{giver}.{purse}", more(world, f"funds.{giver}.{purse}", -dollars))
    total = sets(f"given-away.{giver}", more(world, f"given-away.{giver}", dollars))
    if pledge:
        kept = sets(f"pledged.{giver}.{purse}", more(world, f"pledged.{giver}.{purse}", dollars))
        rule = Rule(f"{title(giver)} pledges ${dollars} to China", ONE_TURN, sets=(money, total, kept))
    else:
        note = becomes(world, giver, receiver, purse)
        rule = Rule(
            f"Lend/Lease of ${dollars}",
            note.cite,
            sets=(money, total, *received(world, giver, receiver, note.value, dollars)),
        )
    return done(carry_out([rule], world)[1])


def _names(nations: Iterable[str]) -> list[str]:
    return [TITLES[nation] for nation in nations]


def _check_parties(world: World, giver: str, receiver: str) -> bool:
    """Refuse what may not be given at all; whether it is only pledged for now."""
    if giver == receiver or side_of(giver) != side_of(receiver):
        others = [n for n in SIDES[side_of(giver)] if n != giver]
        raise Refused(
            f"{TITLES[giver]} gives Lend/Lease to its own side only",
            rule=FROM.cite,
            allowed=others,
            said=_names(others),
        )
    if giver in AXIS:
        return False
    if giver not in FROM.value[receiver]:
        message = f"{TITLES[giver]} gives no Lend/Lease: {FROM.label}"
        raise Refused(message, rule=FROM.cite, allowed=list(FROM.value[receiver]), said=_names(FROM.value[receiver]))
    if receiver == CHINA:
        closed = holds(CHINA_CLOSED, world)
        rolled = world.get("china-rolled") == world.get("turn")
        if closed and rolled:
            raise Refused(f"{CHINA_CLOSED.english}, and it failed", rule="R39-CHN-LL")
        return closed
    opens, closed = OPEN[receiver].allows(world), GATE[receiver].forbids(world)
    if closed and not opens:
        raise Refused(GATE[receiver].label, rule=GATE[receiver].cite)
    return False


def _check_sum(world: World, giver: str, dollars: int, purse: str) -> None:
    if not SOURCES.allows(world.scoped(**{"paying-from": purse})):
        raise Refused(
            f"{PURSES[purse]} cannot be given on: {SOURCES.label}", rule=SOURCES.cite, allowed=[ANY, COMMERCE]
        )
    land = world.get(f"land-at-start.{giver}")
    if land is None:  # asked for in the middle of a game turn that began before its own
        land = amount(land_value(giver), world)
    asked = world.scoped(**{"lending": dollars, f"land-at-start.{giver}": land})
    if MOST[giver].forbids(asked):
        left = max(0, amount(ceiling(giver), asked) - (world.get(f"given-away.{giver}") or 0))
        raise Refused(f"{TITLES[giver]} may give ${left} more this turn: {MOST[giver].label}", rule=MOST[giver].cite)
    have = world.get(f"funds.{giver}.{purse}") or 0
    if have < dollars:
        raise Refused(f"{TITLES[giver]} has only ${have} of {PURSES[purse]}", rule=SOURCES.cite)


def becomes(world: World, giver: str, receiver: str, purse: str) -> Datum:
    """What a gift is in the receiver's hands: commerce money is free only between two nations that are both freed."""
    if purse == ANY:
        return LAND_MONEY
    freed = giver in AXIS and holds(all_of(released(giver), released(receiver)), world)
    return (
        Datum("freed commerce money stays free among the freed", cite=COMMERCE_MONEY.cite, value=ANY)
        if freed
        else COMMERCE_MONEY
    )


def received(world: World, giver: str, receiver: str, purse: str, dollars: int) -> tuple[Assign, ...]:
    keys = [f"funds.{receiver}.{purse}", f"lent.{giver}.{receiver}"]
    if receiver == USSR and purse != ANY:
        keys.append(f"lent-tied.{giver}")  # it goes back as what it came, if it has to
    return tuple(sets(key, more(world, key, dollars)) for key in keys)


# -- what was pledged to China
@steps.step("twg.pledges")
def pledges(world: World, frame: Frame) -> Directive:
    """After China's roll, before it collects: pledges are handed over or go back."""
    made = bool(world.get("china-open"))
    told = Rule("China has rolled", ONE_TURN, sets=(sets("china-rolled", world.get("turn") or 0),))
    rules = [told, *(rule for giver in GIVERS for rule in _redeemed(world, giver, made))]
    return done(carry_out(rules, world)[1])


def _redeemed(world: World, giver: str, made: bool) -> Iterable[Rule]:
    """What was pledged to China is handed over, or goes back to the giver."""
    for purse in PURSES:
        dollars = world.get(f"pledged.{giver}.{purse}") or 0
        if not dollars:
            continue
        note = becomes(world, giver, CHINA, purse)
        to, into = (CHINA, note.value) if made else (giver, purse)
        back = () if made else (sets(f"given-away.{giver}", more(world, f"given-away.{giver}", -dollars)),)
        lent = (sets(f"lent.{giver}.{CHINA}", number(f"lent.{giver}.{CHINA}") + dollars),) if made else ()
        money = sets(f"funds.{to}.{into}", number(f"funds.{to}.{into}") + dollars)
        label = f"the ${dollars} of {title(giver)} {'reach China' if made else 'go back'}"
        yield Rule(label, ONE_TURN, sets=(sets(f"pledged.{giver}.{purse}", 0), money, *lent, *back))


# -- what the USSR must return
def soviet_rest(world: World) -> list[Rule]:
    """The USSR pays what it still has to return, as far as its money goes, and every dollar keeps its earmark.

    What came as hardware-only money goes back as that, from such money first; the rest from any-use money first.
    """
    rules: list[Rule] = []
    if not holds(any_of(*(number(f"to-return.{donor}") >= 1 for donor in GIVERS)), world):
        return rules
    left = {p: amount(number(f"funds.{USSR}.{p}"), world) for p in (ANY, HARDWARE, COMMERCE)}
    for donor in GIVERS:
        due = amount(number(f"to-return.{donor}"), world)
        tied = min(due, amount(number(f"tied-to-return.{donor}"), world))
        for purse, of_tied in (*((p, True) for p in (HARDWARE, COMMERCE, ANY)), *((p, False) for p in left)):
            paid = min(tied if of_tied else due - tied, left[purse])
            if not paid:
                continue
            left[purse] -= paid
            due -= paid
            tied -= paid if of_tied else 0
            into = HARDWARE if of_tied or purse != ANY else ANY
            moved = (
                sets(f"funds.{USSR}.{purse}", left[purse]),
                sets(f"funds.{donor}.{into}", number(f"funds.{donor}.{into}") + paid),
                sets(f"to-return.{donor}", due),
                sets(f"tied-to-return.{donor}", tied),
            )
            rules.append(Rule(f"the USSR returns ${paid} to {title(donor)}", RETURN, sets=moved))
    return rules


@steps.step("twg.lend.return")
def give_back(world: World, frame: Frame) -> Directive:
    """The duty by itself, as after a reported attack."""
    ended = holds(RETURN_ENDS, world)
    due = comes_up(world, bool(frame.get("unprovoked", True)) and not ended, RETURNS)
    return do(carry_out([RETURNS] if due else [], world)[1], then="twg.lend.done")


@steps.step("twg.lend.done")
def lent(world: World, frame: Frame) -> Directive:
    """Paid at once, as far as its money goes."""
    return done(carry_out(soviet_rest(world), world)[1])


def end_of_turn(nation: str) -> list[Rule]:
    """As a nation's turn ends, what it had received is old; a Chinese success has run out."""
    old = tuple(sets(f"lent.{giver}.{nation}", 0) for giver in ALL if giver != nation)
    if nation == USSR:
        old += tuple(sets(f"lent-tied.{giver}", 0) for giver in GIVERS)
    rules = [Rule("the Lend/Lease of its last turn is old", FROM.cite, sets=old)]
    if nation == CHINA:
        rules.append(Rule("China's success is over", ONE_TURN, sets=(sets("china-open", False),)))
    return rules


LENT = Phrase({ANY: ("land money", "money for any use"), COMMERCE: ("Military Commerce money", "Military Commerce")})
EVENTS = {
    "lend": Event(
        "twg.lend",
        "A nation gives Lend/Lease to another.",
        {
            "giver": "who gives",
            "receiver": "who gets it",
            "dollars": "how much",
            "from": f"{ANY} (land money) or {COMMERCE}",
        },
        SOURCES.cite,
        Wording(
            (
                "{giver} lend(s) ${dollars} to {receiver}",
                "{giver} give(s) {receiver} ${dollars} of Lend/Lease",
                "{giver} give(s) ${dollars} of Lend/Lease to {receiver}",
                "{giver} lend(s) {receiver} ${dollars}",
            ),
            {"giver": NATION, "receiver": NATION, "dollars": DOLLARS, "from": LENT},
            adds=(("out of {from}", "from {from}"),),
        ),
    ),
}
