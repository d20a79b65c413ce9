"""Lend/Lease under the 1939 rules: who may give and receive, how much, and what the money is good for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from legation.books.twg.deeds import another
from legation.books.twg.money.influence_money import land_value
from legation.books.twg.money.purses import ANY, COMMERCE, FULL, GIVERS, HARDWARE, PURSES, level, released
from legation.books.twg.powers import ALL, AXIS, CHINA, FRANCE, SIDES, TITLES, UK, USA, USSR, side_of, title
from legation.books.twg.spoken_names import DOLLARS, NATION
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import is_turn
from legation.books.twg.war.war_status import CLIMBERS, FULL_WAR_TURN, at_least
from legation.core.book import Event
from legation.core.deeds import Deed, On, Role, adds, enacted, filled, follows, told
from legation.core.errors import NotFound, Refused
from legation.core.expr import (
    YES,
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
from legation.core.voice import quoted
from legation.core.wording import Phrase, Wording

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

# -- who and how much
GIVER = Role("giver", "the nation that gives", ALL)
RECEIVER = Role("receiver", "the nation that gets it", ALL)
DONOR = Role("donor", "the Ally that gives", GIVERS)
PURSE = Role("purse", "the purse that it is taken from", tuple(PURSES))
INTO = Role("into", "the purse that it goes into", tuple(PURSES))
NOTE = Role("note", "the rule that says what it is in the receiver's hands")
TIED = Role("tied", "whether it is paid on what came as hardware-only money", ("yes", "no"))
MADE = Role("made", "whether the roll of China has succeeded", ("yes", "no"))
SUM = Role("dollars", "how much it is")
SO_MUCH = told(SUM, "the sum")


def _up(fact: str, when: Expr = YES) -> Assign:
    """No purse holds more than it can."""
    return sets(fact, smallest(lift(FULL), number(fact) + SO_MUCH), when)


def _down(fact: str) -> Assign:
    return adds(fact, 0 - smallest(SO_MUCH, number(fact)))


GIFT = Deed("gift", "{giver} gives {receiver} ${dollars}", SOURCES.cite, (GIVER, RECEIVER, PURSE, INTO, NOTE, SUM))
PLEDGE = Deed("pledge", "{donor} pledges ${dollars} to China", ONE_TURN, (DONOR, PURSE, SUM))
CHINA_ROLLS = Deed("china-rolls", "China has rolled for Lend/Lease", ONE_TURN)
REDEEMED = Deed("redeemed", "what {donor} has pledged to China is settled", ONE_TURN, (DONOR, PURSE, INTO, MADE, SUM))
PAID_BACK = Deed("paid-back", "the USSR returns ${dollars} to {donor}", RETURN, (DONOR, PURSE, INTO, TIED, SUM))
TURN_ENDS = Deed("turn-ends", "the turn of {receiver} ends", FROM.cite, (RECEIVER,))
TO_THE_USSR = filled(RECEIVER, USSR, says="the USSR gets it")
REACHES_CHINA = filled(MADE, "yes", says="China has made its roll")


def _given(datum: Datum) -> On:
    """Money that changes hands, as the rule says what it is then."""
    mine = filled(NOTE, datum.cite, says=datum.label)
    gone, got = (_down(f"funds.{GIVER}.{PURSE}"), _up(f"given-away.{GIVER}")), _up(f"funds.{RECEIVER}.{INTO}")
    lent = _up(f"lent.{GIVER}.{RECEIVER}")
    return On(datum.label, datum.cite, on=GIFT, when=mine, sets=(*gone, got, lent), again=True)


FOLLOWS = (
    _given(LAND_MONEY),
    _given(COMMERCE_MONEY),
    On(
        "hardware-only money that came to the USSR goes back as that, if it has to",
        COMMERCE_MONEY.cite,
        on=GIFT,
        each=(DONOR,),
        when=TO_THE_USSR & ~another(GIVER, DONOR) & ~filled(INTO, ANY, says="it is for any use"),
        sets=(_up(f"lent-tied.{DONOR}"),),
        again=True,
    ),
    On(
        "what is given to a China that has not rolled yet is pledged",
        ONE_TURN,
        on=PLEDGE,
        sets=(_down(f"funds.{DONOR}.{PURSE}"), _up(f"given-away.{DONOR}"), _up(f"pledged.{DONOR}.{PURSE}")),
        again=True,
    ),
    On("China has rolled", ONE_TURN, on=CHINA_ROLLS, sets=(sets("china-rolled", number("turn")),), again=True),
    On(
        "what was pledged reaches China",
        ONE_TURN,
        on=REDEEMED,
        when=REACHES_CHINA,
        sets=(
            sets(f"pledged.{DONOR}.{PURSE}", 0),
            adds(f"funds.{CHINA}.{INTO}", SO_MUCH),
            adds(f"lent.{DONOR}.{CHINA}", SO_MUCH),
        ),
        again=True,
    ),
    On(
        "what was pledged goes back",
        ONE_TURN,
        on=REDEEMED,
        when=~REACHES_CHINA,
        sets=(
            sets(f"pledged.{DONOR}.{PURSE}", 0),
            adds(f"funds.{DONOR}.{PURSE}", SO_MUCH),
            _down(f"given-away.{DONOR}"),
        ),
        again=True,
    ),
    On(
        "the USSR returns what it owes, and every dollar keeps its earmark",
        RETURN,
        on=PAID_BACK,
        sets=(
            _down(f"funds.{USSR}.{PURSE}"),
            adds(f"funds.{DONOR}.{INTO}", SO_MUCH),
            _down(f"to-return.{DONOR}"),
            replace(_down(f"tied-to-return.{DONOR}"), when=filled(TIED, "yes", says="it came as hardware-only money")),
        ),
        again=True,
    ),
    On(
        "as a nation's turn ends, the Lend/Lease of its last turn is old",
        FROM.cite,
        on=TURN_ENDS,
        each=(GIVER,),
        when=another(GIVER, RECEIVER),
        sets=(sets(f"lent.{GIVER}.{RECEIVER}", 0),),
        again=True,
    ),
    On(
        "as a nation's turn ends, the Lend/Lease of its last turn is old",
        FROM.cite,
        on=TURN_ENDS,
        each=(DONOR,),
        when=TO_THE_USSR,
        sets=(sets(f"lent-tied.{DONOR}", 0),),
        again=True,
    ),
    On(
        "China's success is over",
        ONE_TURN,
        on=TURN_ENDS,
        when=filled(RECEIVER, CHINA, says="it is China's"),
        sets=(sets("china-open", False),),
        again=True,
    ),
)
RULES = (
    (FROM, next(iter(GATE.values())), OPEN[USSR], OPEN[UK], OPEN[USA], CHINA_CLOSED, MOST[UK]),
    (SOURCES, LAND_MONEY, COMMERCE_MONEY, RETURN_ENDS, RETURNS, FOLLOWS),
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
        raise Refused(f"{quoted(dollars)} is no sum of money", rule=SOURCES.cite)
    pledge = _check_parties(world, giver, receiver)
    _check_sum(world, giver, dollars, purse)
    if pledge:
        return done(enacted(follows(FOLLOWS, PLEDGE, donor=giver, purse=purse, dollars=str(dollars)), world))
    note = becomes(world, giver, receiver, purse)
    roles = {"giver": giver, "receiver": receiver, "purse": purse, "into": note.value, "note": note.cite}
    return done(enacted(follows(FOLLOWS, GIFT, dollars=str(dollars), **roles), world))


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
            raise Refused(f"{CHINA_CLOSED.english}, and it has rolled in this one", rule="R39-CHN-LL")
        return closed
    opens, closed = OPEN[receiver].allows(world), GATE[receiver].forbids(world)
    if closed and not opens:
        raise Refused(GATE[receiver].label, rule=GATE[receiver].cite)
    return False


def _check_sum(world: World, giver: str, dollars: int, purse: str) -> None:
    if not SOURCES.allows(world.scoped(**{"paying-from": purse})):
        raise Refused(
            f"{PURSES[purse]} cannot be given on: {SOURCES.label}",
            rule=SOURCES.cite,
            allowed=[ANY, COMMERCE],
            said=[PURSES[ANY], PURSES[COMMERCE]],
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
        raise Refused(f"{TITLES[giver]} has {f'only ${have} of' if have else 'no'} {PURSES[purse]}", rule=SOURCES.cite)


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


# -- what was pledged to China
@steps.step("twg.pledges")
def pledges(world: World, frame: Frame) -> Directive:
    """After China's roll, before it collects: pledges are handed over or go back."""
    made = bool(world.get("china-open"))
    settled = (rule for giver in GIVERS for rule in _redeemed(world, giver, made))
    return done(enacted((*follows(FOLLOWS, CHINA_ROLLS), *settled), world))


def _redeemed(world: World, giver: str, made: bool) -> Iterable[On]:
    """What was pledged to China is handed over, or goes back to the giver."""
    for purse in PURSES:
        if dollars := world.get(f"pledged.{giver}.{purse}") or 0:
            into = becomes(world, giver, CHINA, purse).value
            roles = {"donor": giver, "purse": purse, "into": into, "made": "yes" if made else "no"}
            yield from follows(FOLLOWS, REDEEMED, dollars=str(dollars), **roles)


# -- what the USSR must return
def soviet_rest(world: World) -> list[On]:
    """The USSR pays what it still has to return, as far as its money goes, and every dollar keeps its earmark.

    What came as hardware-only money goes back as that, from such money first; the rest from any-use money first.
    """
    rules: list[On] = []
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
            roles = {"donor": donor, "purse": purse, "into": into, "tied": "yes" if of_tied else "no"}
            rules += follows(FOLLOWS, PAID_BACK, dollars=str(paid), **roles)
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
    return done(enacted(soviet_rest(world), world))


def end_of_turn(nation: str) -> tuple[On, ...]:
    """As a nation's turn ends, what it had received is old; a Chinese success has run out."""
    return follows(FOLLOWS, TURN_ENDS, receiver=nation)


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
                "{giver} give(s) ${dollars} to {receiver}",
                "{giver} give(s) {receiver} ${dollars}",
                "{giver} lend(s) {dollars} dollars to {receiver}",
                "{giver} lend(s) {receiver} {dollars} dollars",
            ),
            {"giver": NATION, "receiver": NATION, "dollars": DOLLARS, "from": LENT},
            adds=(("out of {from}", "from {from}"),),
        ),
    ),
}
