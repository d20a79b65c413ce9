"""Military Commerce: what each nation gets from dice at the top of a game turn.

A deal is one nation's dice.  Its frame keeps the dice still to be decided (`left`), the faces on the table, the safe
bids and the re-rolls left; every option is offered with what best play from there is worth (see `commerce_odds`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from legation.books.twg.money.commerce_odds import BestPlay
from legation.books.twg.money.purses import COMMERCE, FULL, level, levels
from legation.books.twg.powers import ALL, AXIS, CHINA, FRANCE, GERMANY, ITALY, JAPAN, TITLES, UK, USA, USSR, title
from legation.books.twg.steps import steps
from legation.books.twg.war.war_status import CLIMBERS
from legation.core.deeds import Deed, On, Role, enacted, filled, follows
from legation.core.dice import d12
from legation.core.expr import (
    Expr,
    all_of,
    amount,
    any_of,
    bound,
    holds,
    lift,
    named,
    number,
    smallest,
    sum_of,
    truth,
)
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Later, ask, call, do, done, go, roll
from legation.core.requests import Question, choose
from legation.core.rules import Datum, Limit, Order, Permit, Rule, carry_out, sets

__all__ = ["AGAIN", "EARMARKED", "IN_ORDER", "RULES", "SAFE", "SAFE_BID", "dice_of", "due", "eligible", "offers"]
__all__ += ["worth_of_deal"]

EARMARKED, ROLL = "R39-MC-DEF", "R39-MC-ROLL"  # carried out by functions of their own, and cited by what these bring

# -- how many dice
UP = Datum("what grows with time runs through 1, 2, 4, 8, 11", "R39-GEN-PATTERN-UP", (1, 2, 4, 8, 11))
DIE = Datum("every roll is made with a d12", "R39-GEN-D12", d12)
IN_ORDER = Order(
    "Germany, Italy, the USSR, the U.K., France, Japan and the U.S.A. deal in this order",
    "R39-PH-MC-ORDER",
    (GERMANY, ITALY, USSR, UK, FRANCE, JAPAN, USA),
)
LAST_TURN = len(UP.value)  # the series is as long as there are turns with Military Commerce


DOWN = Datum("what shrinks runs through it backwards", "R39-GEN-PATTERN-DOWN", UP.value[::-1])
PLACE = named(
    "the place in the series, however often a nation has collected; after the fifth there is none",
    number("turn", "the game turn"),
    cite="R39-MC-PROG",
)
NATION = Role("nation", "the nation", ALL)
NONE = Limit("China has no Military Commerce", "R39-MC-DICE-CHINA", filled(NATION, CHINA, says="it is[ not] China"))


def _begins_at(nation: str, place: int, cite: str) -> Datum:
    dice = DOWN.value[place - 1] if nation in AXIS else UP.value[place - 1]
    return Datum(f"the series of {title(nation)} begins with {dice} on turn 1", cite, place)


SERIES: Mapping[str, Datum] = {  # where in its series a nation stands on turn 1
    GERMANY: _begins_at(GERMANY, 1, "R39-MC-DICE-GERMANY"),
    ITALY: _begins_at(ITALY, 3, "R39-MC-DICE-ITALY"),
    JAPAN: _begins_at(JAPAN, 1, "R39-MC-DICE-JAPAN"),
    USSR: _begins_at(USSR, 1, "R39-MC-DICE-USSR"),
    UK: _begins_at(UK, 1, "R39-MC-DICE-UK"),
    FRANCE: _begins_at(FRANCE, 1, "R39-MC-DICE-FRANCE"),
    USA: _begins_at(USA, 1, "R39-MC-DICE-USA"),
}

# -- who still gets it
SHARED = "R39-AXIS-ELIG-SHARED"
PROVOKED = named(
    "the Axis has brought [an|no] Ally other than China to Full War or to its 40 percent",
    levels("40", "full"),
    cite=SHARED,
)


def _guaranteed(nation: str) -> Expr:
    flag = truth(
        f"commerce-guaranteed.{nation}",
        f"{title(nation)} has [its Military Commerce guaranteed|no guarantee for its Military Commerce]",
    )
    return named(f"{title(nation)} was[ not] attacked without provocation", flag, cite="R39-AXIS-LAND-GUAR")


def _missed(nation: str) -> Expr:
    return truth(
        f"commerce-missed.{nation}", f"{title(nation)} has [already|not yet] lost its Military Commerce of a turn"
    )


def _restored(nation: str) -> Expr:
    lost_before = all_of(_guaranteed(nation), _missed(nation))
    return named("it was [lost before, and comes back|not lost before]", lost_before, cite="R39-AXIS-LAND-RESTORE")


def _unbroken(nation: str) -> Expr:
    never_lost = all_of(_guaranteed(nation), ~_missed(nation))
    return named(
        "the guarantee [came before|did not come before] anything was lost", never_lost, cite="R39-AXIS-LAND-SAMETURN"
    )


IN_THE_AXIS = {GERMANY: "R39-AXIS-ELIG-GERMANY", ITALY: "R39-AXIS-ELIG-ITALY", JAPAN: "R39-AXIS-ELIG-JAPAN"}


def eligible(nation: str) -> Expr:
    """The nation still has a right to Military Commerce."""
    if cite := IN_THE_AXIS.get(nation):
        return named(
            f"{title(nation)} [still gets its|gets no] Military Commerce[| any more]",
            any_of(_restored(nation), _unbroken(nation), ~PROVOKED),
            cite=cite,
        )
    return ~level(nation, "full")


ELIGIBLE = {nation: eligible(nation) for nation in IN_ORDER.of}
UNTIL_FULL = {
    n: Limit(
        f"{title(n)} deals no more once a game turn begins with it at Full War",
        when=~ELIGIBLE[n],
        cite="R39-MC-ALLY-UNTIL-FULL",
    )
    for n in CLIMBERS
}
KEPT = {
    n: named(
        "what was collected is kept, though the right to more has ended since",
        ~ELIGIBLE[n],
        cite="R39-MC-KEEP",
    )
    for n in IN_ORDER.of
}

# -- what may be done with the dice
UNROLLED = number("deal.unrolled", "dice not yet decided")
ROLLED = number("deal.rolled", "dice on the table")
SAFE_BIDS = number("deal.safe", "safe bids taken")
REROLLS = number("deal.rerolls", "re-rolls left")

AGAIN = Permit(
    "two single dice may be rolled again, one after the other",
    when=(REROLLS >= 1).worded("[a|no] re-roll is left"),
    cite="R39-MC-REROLL",
)
SECOND = REROLLS.is_number(1).worded("[just one re-roll is|both re-rolls are, or none is,] left")
SAME_DIE = Permit("the second re-roll may be of the same die", when=SECOND, cite="R39-MC-REROLL-SAME")
ONE_BY_ONE = Permit("the second is decided when the first is known", when=SECOND, cite="R39-MC-REROLL-SEQ")
STANDS = Limit(
    "a re-roll takes the place of what lay there, and after the second one the dice stand",
    when=(REROLLS < 1).worded("[no re-roll is|a re-roll is] left"),
    cite="R39-MC-REROLL-FINAL",
)
SAFE_BID = 7  # dollars
SAFE = Permit(
    f"${SAFE_BID} may be taken for any die",
    when=(UNROLLED >= 1).worded("[a die is|no die is] still to be decided"),
    cite="R39-MC-SAFE",
)
TOO_LATE = Limit(
    "the safe bid is only for a die that is not rolled yet",
    when=(UNROLLED < 1).worded("[no die is|a die is] still to be decided"),
    cite="R39-MC-SAFE-BEFORE",
)
MIXED = Permit(
    "dice may be divided between rolls and safe bids",
    when=any_of(
        (ROLLED >= 1).worded("[a|no] die lies on the table"), (SAFE_BIDS >= 1).worded("[a|no] safe bid was taken")
    ),
    cite="R39-MC-DIVERS",
)
IN_VIEW = Permit(
    "dice may be dealt with one at a time, with the earlier ones in view",
    when=(UNROLLED >= 2).worded("[two dice or more are|less than two dice are] still to be decided"),
    cite="R39-MC-ONEBYONE",
)
MOST_REROLLS = 2
BEST_PLAY = BestPlay(SAFE_BID)


# -- what a deal brings
DEALT = Deed("dealt", "{nation} gets its Military Commerce", EARMARKED, (NATION,))
DICE, BIDS = number("moment.shown", "what the dice show"), number("moment.safely", "the safe bids")
INCOME, PURSE = sum_of(DICE, BIDS), f"funds.{NATION}.{COMMERCE}"
RECEIVED = (sets(f"commerce.{NATION}", INCOME),)
A_DIE = (DICE >= 1).worded("[a|no] die is rolled")
FOLLOWS = (
    On("the dice are rolled, and their sum is the income", ROLL, on=DEALT, when=A_DIE, sets=RECEIVED),
    On(SAFE.label, SAFE.cite, on=DEALT, when=~A_DIE, sets=RECEIVED, again=True),
    On(
        "Military Commerce is money from dice, apart from land income and earmarked",
        EARMARKED,
        on=DEALT,
        sets=(sets(PURSE, smallest(lift(FULL), number(PURSE) + INCOME)),),
    ),
)
MISSED = Rule(
    "the Military Commerce is lost",
    SHARED,
    sets=(sets(f"commerce-missed.{NATION}", True),),
    again=True,
)
RULES = (
    (UP, DOWN, DIE, PLACE, IN_ORDER, SERIES, NONE),
    (ELIGIBLE, next(iter(UNTIL_FULL.values())), KEPT, MISSED),
    (AGAIN, SAME_DIE, ONE_BY_ONE, STANDS, SAFE, TOO_LATE, MIXED, IN_VIEW, FOLLOWS),
)


def due(world: World) -> bool:
    """Whether this turn has Military Commerce at all."""
    return 1 <= (world.get("turn") or 0) <= LAST_TURN


def dice_of(world: World, nation: str) -> int:
    """How many dice a nation has now."""
    series = DOWN.value if nation in AXIS else UP.value
    begins = SERIES[nation].value if nation in SERIES else 1
    place = amount(PLACE, world) + begins - 1
    dice = int(series[place - 1]) if place <= len(series) else 0
    if nation in AXIS:
        return dice if holds(ELIGIBLE[nation], world) else 0
    return 0 if nation in UNTIL_FULL and UNTIL_FULL[nation].forbids(world) else dice


# -- steps
@steps.step("twg.commerce")
def begin(world: World, frame: Frame) -> Directive:
    """Nation by nation; China is not among them."""
    who = frame.get("who")
    order = [n for n in ([who] if who else [*IN_ORDER.of, CHINA]) if not bound(NONE, nation=n).forbids(world)]
    at = frame.get("at", 0)
    if not due(world) or at >= len(order):
        return done()
    nation = order[at]
    dice = dice_of(world, nation)
    if not dice:
        lost = nation in AXIS and amount(PLACE, world) + SERIES[nation].value - 1 <= LAST_TURN
        missed = [bound(MISSED, nation=nation)] if lost else []
        return do(carry_out(missed, world)[1], then="twg.commerce", at=at + 1)
    deal = {"nation": nation, "left": dice, "faces": [], "safe": 0, "rerolls": MOST_REROLLS}
    return call("twg.commerce.deal", then="twg.commerce", keep={"at": at + 1}, **deal)


def _deal(world: World, frame: Frame) -> World:
    """The world with this deal on top, for the rules that speak of it."""
    return world.scoped(
        deal__unrolled=frame.left, deal__rolled=len(frame.faces), deal__safe=frame.safe, deal__rerolls=frame.rerolls
    )


def offers(left: int, rerolls: int, faces: list[int], safe: int) -> dict[str, Fraction]:
    """Every option with the whole income that best play from there may expect."""
    shown = sum(faces) + SAFE_BID * safe
    return {key: shown + more for key, more in BEST_PLAY.options(left, rerolls, faces).items()}


def worth_of_deal(deal: Frame, safe: int) -> Fraction:
    """The whole income to expect if so many of the dice left are safe bids and the others are rolled."""
    rolled = deal.left - safe
    found = offers(rolled, deal.rerolls, list(deal.faces), deal.safe + safe)
    if rolled:
        return found["roll all" if rolled > 1 else "roll"]
    return max(found.values(), default=Fraction(SAFE_BID * (deal.safe + safe)))


def _all_of(left: int) -> str:
    return "both" if left == 2 else f"all {left}"


def _label(key: str, left: int) -> str:
    what, _, which = key.partition(" ")
    return {
        "roll": f"Roll {_all_of(left)} dice left" if which else "Roll one die",
        "safe": f"Take ${SAFE_BID * left} for {_all_of(left)} dice left" if which else f"Take ${SAFE_BID} for one die",
        "again": f"Roll the {which} again",
        "stop": "Leave it at that",
    }[what]


@steps.step("twg.commerce.deal", takes=("nation", "left", "faces", "safe", "rerolls", "renewed"))
def deal(world: World, frame: Frame) -> Directive:
    """What is done next; the nation sees what each option is worth."""
    now = _deal(world, frame)
    closed = [limit for limit in (TOO_LATE, STANDS) if limit.forbids(now)]
    if not frame.left and not (frame.faces and _again(now)):
        return go("twg.commerce.paid")
    question = Later(
        frame.nation,
        "choose",
        DEALS,
        lambda key: _may(now, frame, key),
        lambda: _offered(now, frame, closed[0] if closed else MIXED),
    )
    return ask(question, then="twg.commerce.chosen", into="choice")


DEALS = ("roll", "safe", "roll all", "safe all", *(f"again {face}" for face in d12.faces), "stop")


def _again(now: World) -> bool:
    """Whether a die may be rolled again; the second time, because it may be decided with the first one known."""
    return AGAIN.allows(now) and (not holds(SECOND, now) or ONE_BY_ONE.allows(now))


def _may(now: World, frame: Frame, key: str) -> bool:
    """Whether this is among the offers."""
    what, _, which = key.partition(" ")
    if what == "again":
        if not _again(now) or not any(face == int(which) for face in frame.faces):
            return False
        others = (face for at, face in enumerate(frame.faces) if at != frame.get("renewed"))
        return SAME_DIE.allows(now) or not holds(SECOND, now) or any(face == int(which) for face in others)
    if what == "stop":
        return not frame.left
    if what == "safe" and not SAFE.allows(now):
        return False
    if not frame.left > (1 if which else 0):
        return False
    mixes = frame.faces if what == "safe" else frame.safe
    if not MIXED.allows(now) and mixes:
        return False
    return IN_VIEW.allows(now) or bool(which) or not frame.left > 1


def _offered(now: World, frame: Frame, because: Limit | Permit) -> Question:
    legal = {key for key in DEALS if _may(now, frame, key)}
    worth = {key: value for key, value in _worth(frame).items() if key in legal}
    cite, why = because.cite, because.label
    lying = f"{_list(frame.faces)} on the table" if frame.faces else "nothing on the table yet"
    safe = f", ${SAFE_BID * frame.safe} safe" if frame.safe else ""
    return choose(
        frame.nation,
        f"Military Commerce of {TITLES[frame.nation]}: {_count(frame.left)} to go, {lying}{safe}, "
        f"{frame.rerolls} re-roll{'' if frame.rerolls == 1 else 's'} left. What next?",
        {key: _label(key, frame.left) for key in worth},
        cite=cite,
        worth=worth,
        why=why,
    )


def _worth(frame: Frame) -> dict[str, Fraction]:
    return offers(frame.left, frame.rerolls, frame.faces, frame.safe)


def _count(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice or 'no'} dice"


def _list(faces: list[int]) -> str:
    return ", ".join(map(str, sorted(faces)))


@steps.step("twg.commerce.chosen")
def chosen(world: World, frame: Frame) -> Directive:
    what, _, which = frame.choice.partition(" ")
    if what == "stop":
        return go("twg.commerce.paid")
    if what == "safe":
        dice = frame.left if which else 1
        return go("twg.commerce.deal", left=frame.left - dice, safe=frame.safe + dice)
    if what == "again":
        at = next(at for at, face in enumerate(frame.faces) if face == int(which))
        others = [*frame.faces[:at], *frame.faces[at + 1 :]]  # the die in the air comes last
        return go("twg.commerce.throw", faces=[*others, 0], renewed=len(others), throws=1)
    return go("twg.commerce.throw", renewed=None, throws=frame.left if which else 1)


@steps.step("twg.commerce.throw")
def throw(world: World, frame: Frame) -> Directive:
    if not frame.throws:
        return go("twg.commerce.deal")
    die = DIE.value
    return roll(
        die,
        label=f"turn {world.get('turn')}: Military Commerce of {TITLES[frame.nation]}",
        cite=ROLL if frame.renewed is None else AGAIN.cite,
        seat=frame.nation,
        then="twg.commerce.fell",
        prompt=f"Roll {die} for the Military Commerce of {TITLES[frame.nation]}",
    )


@steps.step("twg.commerce.fell")
def fell(world: World, frame: Frame) -> Directive:
    faces, rest = list(frame.faces), {"throws": frame.throws - 1}
    if frame.renewed is None:
        return go("twg.commerce.throw", faces=[*faces, frame.roll], left=frame.left - 1, **rest)
    faces[frame.renewed] = frame.roll
    return go("twg.commerce.deal", faces=faces, rerolls=frame.rerolls - 1)


@steps.step("twg.commerce.paid")
def paid(world: World, frame: Frame) -> Directive:
    """The money goes into the nation's commerce purse at once, and stays its own."""
    brought = world.scoped(moment__shown=sum(frame.faces), moment__safely=SAFE_BID * frame.safe)
    return done(enacted(follows(FOLLOWS, DEALT, nation=frame.nation), brought))
