"""Military Commerce: what each nation gets from dice at the top of a game turn.

A deal is one nation's dice.  Its frame keeps the dice still to be decided (`left`), the faces on the table, the safe
bids and the re-rolls left; every option is offered with what best play from there is worth (see `commerce_odds`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from legation.core.dice import d12
from legation.core.expr import Expr, all_of, amount, any_of, holds, named, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Later, ask, call, do, done, go, roll
from legation.core.requests import Question, choose
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets
from legation.twg import commerce_odds
from legation.twg.commerce_odds import SAFE as SAFE_BID
from legation.twg.funds import COMMERCE, FULL, level, levels, purse
from legation.twg.powers import AXIS, CHINA, FRANCE, GERMANY, ITALY, JAPAN, TITLES, UK, USA, USSR, title
from legation.twg.steps import steps
from legation.twg.war_status import CLIMBERS

__all__ = ["ORDER", "RULES", "dice_of", "due", "eligible", "offers"]

# -- how many dice
UP = Note("what grows with time runs through 1, 2, 4, 8, 11", cite="R39-GEN-PATTERN-UP", value=(1, 2, 4, 8, 11))
DOWN = Note("what shrinks runs through it backwards", cite="R39-GEN-PATTERN-DOWN", value=UP.value[::-1])
DIE = Note("every roll is made with a d12", cite="R39-GEN-D12", value=d12)
TURNS = range(1, len(UP.value) + 1)
PROGRESSION = Note(
    "the game turn gives the place in the series, however often the nation has collected; after turn 5 there is none",
    cite="R39-MC-PROG",
    value=TURNS,
)
EXTRA = Note("Military Commerce is money from dice, apart from land income and earmarked", cite="R39-MC-DEF")
FIRST = Note("it is rolled and paid before unrest and influence", cite="R39-MC-WHEN")
IN_ORDER = Note(
    "Germany, Italy, the USSR, the U.K., France, Japan and the U.S.A. deal in this order",
    cite="R39-PH-MC-ORDER",
    value=(GERMANY, ITALY, USSR, UK, FRANCE, JAPAN, USA),
)
ORDER: tuple[str, ...] = IN_ORDER.value


def _series(nation: str, series: tuple[int, ...], cite: str) -> Note:
    per_turn = dict(zip(TURNS, series, strict=False))
    return Note(f"the dice of {title(nation)}, turn by turn", cite=cite, value=per_turn)


SERIES: Mapping[str, Note] = {
    GERMANY: _series(GERMANY, DOWN.value, "R39-MC-DICE-GERMANY"),
    ITALY: _series(ITALY, DOWN.value[2:], "R39-MC-DICE-ITALY"),
    JAPAN: _series(JAPAN, DOWN.value, "R39-MC-DICE-JAPAN"),
    USSR: _series(USSR, UP.value, "R39-MC-DICE-USSR"),
    UK: _series(UK, UP.value, "R39-MC-DICE-UK"),
    FRANCE: _series(FRANCE, UP.value, "R39-MC-DICE-FRANCE"),
    USA: _series(USA, UP.value, "R39-MC-DICE-USA"),
    CHINA: _series(CHINA, (), "R39-MC-DICE-CHINA"),
}

# -- who still gets it
PROVOKED = named(
    "the Axis has brought an Ally other than China to Full War or to its 40 percent",
    levels("40", "full"),
    cite="R39-AXIS-ELIG-SHARED",
)


def _guaranteed(nation: str) -> Expr:
    flag = truth(f"commerce-guaranteed.{nation}", f"{title(nation)} has its Military Commerce guaranteed")
    return named(f"{title(nation)} was attacked without provocation", flag, cite="R39-AXIS-LAND-GUAR")


def _missed(nation: str) -> Expr:
    return truth(f"commerce-missed.{nation}", f"{title(nation)} has already lost its Military Commerce of a turn")


def eligible(nation: str) -> Expr:
    """The nation still has a right to Military Commerce."""
    if nation in AXIS:
        return named(
            f"{title(nation)} still gets its Military Commerce",
            any_of(_guaranteed(nation), ~PROVOKED),
            cite=f"R39-AXIS-ELIG-{nation.upper()}",
        )
    return ~level(nation, "full")


ELIGIBLE = {nation: eligible(nation) for nation in ORDER}
RESTORED = {
    n: named("it was lost before, and comes back", all_of(_guaranteed(n), _missed(n)), cite="R39-AXIS-LAND-RESTORE")
    for n in AXIS
}
UNBROKEN = {
    n: named(
        "the guarantee came before anything was lost",
        all_of(_guaranteed(n), ~_missed(n), PROVOKED),
        cite="R39-AXIS-LAND-SAMETURN",
    )
    for n in AXIS
}
LAST_TURN_RESTORED = {
    n: named(
        "restored on turn 5",
        all_of(RESTORED[n], number("turn", "the game turn").is_number(TURNS[-1])),
        cite="R39-AXIS-LAND-RESTORE-EX",
    )
    for n in AXIS
}
UNTIL_FULL = {
    n: Limit(
        f"{title(n)} deals no more once a game turn begins with it at Full War",
        when=~ELIGIBLE[n],
        cite="R39-MC-ALLY-UNTIL-FULL",
    )
    for n in CLIMBERS
}
KEPT = {
    n: Permit(
        "what was collected is kept, though the right to more has ended since",
        when=all_of(number(f"commerce.{n}", "Military Commerce of this turn") >= 1, ~ELIGIBLE[n]),
        cite="R39-MC-KEEP",
    )
    for n in ORDER
}

# -- what may be done with the dice
UNROLLED = number("deal.unrolled", "dice not yet decided")
ROLLED = number("deal.rolled", "dice on the table")
SAFE_BIDS = number("deal.safe", "safe bids taken")
REROLLS = number("deal.rerolls", "re-rolls left")

THROW = Permit("the dice are rolled, and their sum is the income", when=ROLLED >= 1, cite="R39-MC-ROLL")
AGAIN = Permit(
    "two single dice may be rolled again, one after the other",
    when=all_of(ROLLED >= 1, REROLLS >= 1),
    cite="R39-MC-REROLL",
)
SAME_DIE = Permit("the second re-roll may be of the same die", cite="R39-MC-REROLL-SAME")
ONE_BY_ONE = Note("the second is decided when the first is known", cite="R39-MC-REROLL-SEQ")
STANDS = Limit(
    "a re-roll takes the place of what lay there, and after the second one the dice stand",
    when=REROLLS < 1,
    cite="R39-MC-REROLL-FINAL",
)
SAFE = Permit(f"${SAFE_BID} may be taken for any die", when=UNROLLED >= 1, cite="R39-MC-SAFE")
TOO_LATE = Limit("the safe bid is only for a die that is not rolled yet", when=UNROLLED < 1, cite="R39-MC-SAFE-BEFORE")
MIXED = Permit(
    "dice may be divided between rolls and safe bids", when=all_of(ROLLED >= 1, SAFE_BIDS >= 1), cite="R39-MC-DIVERS"
)
IN_VIEW = Permit(
    "the next die may be decided with the earlier ones in view",
    when=all_of(UNROLLED >= 1, any_of(ROLLED >= 1, SAFE_BIDS >= 1)),
    cite="R39-MC-ONEBYONE",
)
MOST_REROLLS = 2

# -- the examples of the text
GERMANY_ON_2 = Note("Germany on turn 2: 8 dice", cite="R39-MC-EX-GER2", value=(GERMANY, 2, 8))
RANGE = Note("11 dice bring 11 to 132", cite="R39-MC-RANGE", value=11)
ONE_AND_THREE = Note("four dice with 1 and 3 the lowest: first the 1", cite="R39-MC-REROLL-EX", value=(4, [1, 3]))
THIRD_TIME = Note("a single die may be seen three times", cite="R39-MC-REROLL-ONE", value=1)
LAST_FOUR = Note("the last four dice are safe for $28", cite="R39-MC-DIVERS-EX", value=4)

RULES = (
    (UP, DOWN, DIE, PROGRESSION, EXTRA, FIRST, IN_ORDER, SERIES),
    (ELIGIBLE, RESTORED, UNBROKEN, LAST_TURN_RESTORED, next(iter(UNTIL_FULL.values())), next(iter(KEPT.values()))),
    (THROW, AGAIN, SAME_DIE, ONE_BY_ONE, STANDS, SAFE, TOO_LATE, MIXED, IN_VIEW),
    (GERMANY_ON_2, RANGE, ONE_AND_THREE, THIRD_TIME, LAST_FOUR),
)


def due(world: World) -> bool:
    """Whether this turn has Military Commerce at all."""
    return (world.get("turn") or 0) in TURNS


def dice_of(world: World, nation: str) -> int:
    """How many dice a nation has now; the rules that say so are noted."""
    turn = world["turn"]
    PROGRESSION.used(world)
    dice = int(SERIES[nation].used(world).get(turn, 0))
    if nation == CHINA:
        return dice
    (DOWN if nation in AXIS else UP).used(world)
    if nation in AXIS:
        may = holds(ELIGIBLE[nation], world)
        world.weighed(lambda w: [holds(rule[nation], w) for rule in (RESTORED, UNBROKEN, LAST_TURN_RESTORED)])
    else:
        may = not UNTIL_FULL[nation].forbids(world)
    return dice if may else 0


# -- steps
@steps.step("twg.commerce")
def begin(world: World, frame: Frame) -> Directive:
    """Nation by nation; China is not among them."""
    who = frame.get("who")
    order = [who] if who else list(ORDER)
    at = frame.get("at", 0)
    if at == 0:
        FIRST.used(world)
        IN_ORDER.used(world)
        dice_of(world, CHINA)
    if not due(world) or at >= len(order):
        return done()
    nation = order[at]
    dice = dice_of(world, nation)
    world.note(GERMANY_ON_2.cite, (nation, world.get("turn"), dice) == GERMANY_ON_2.value)
    if not dice:
        lost = nation in AXIS and bool(SERIES[nation].value.get(world["turn"]))
        missed = [Rule("the Military Commerce is lost", PROVOKED.cite, sets=(sets(f"commerce-missed.{nation}", True),))]  # type: ignore[attr-defined]
        return do(carry_out(missed if lost else [], world)[1], then="twg.commerce", at=at + 1)
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
    return {key: shown + more for key, more in commerce_odds.options(left, rerolls, faces).items()}


def _label(key: str, left: int) -> str:
    what, _, which = key.partition(" ")
    return {
        "roll": f"Roll all {left} dice left" if which else "Roll one die",
        "safe": f"Take ${SAFE_BID * left} for all {left} dice left" if which else f"Take ${SAFE_BID} for one die",
        "again": f"Roll the {which} again",
        "stop": "Leave it at that",
    }[what]


@steps.step("twg.commerce.deal", takes=("nation", "left", "faces", "safe", "rerolls", "renewed"))
def deal(world: World, frame: Frame) -> Directive:
    """What is done next; the nation sees what each option is worth."""
    now = _deal(world, frame)
    open_ = [permit for permit in (IN_VIEW, SAFE, AGAIN) if permit.allows(now)]
    closed = [limit for limit in (TOO_LATE, STANDS) if limit.forbids(now)]
    if not frame.left and AGAIN not in open_:
        return go("twg.commerce.paid")
    all_dice = frame.left + len(frame.faces) + frame.safe
    if frame.left == all_dice:
        world.note(RANGE.cite, all_dice == RANGE.value)
    elif not frame.left and frame.rerolls == MOST_REROLLS:
        world.weighed(lambda w: w.note(ONE_AND_THREE.cite, (all_dice, sorted(frame.faces)[:2]) == ONE_AND_THREE.value))
    if frame.rerolls == MOST_REROLLS - 1:
        ONE_BY_ONE.used(world)
    question = Later(
        frame.nation,
        "choose",
        DEALS,
        lambda key: _may(frame, key),
        lambda: _offered(frame, closed[0].cite if closed else MIXED.cite, (closed or open_)[0].label),
    )
    return ask(question, then="twg.commerce.chosen", into="choice")


DEALS = ("roll", "safe", "roll all", "safe all", *(f"again {face}" for face in d12.faces), "stop")


def _may(frame: Frame, key: str) -> bool:
    """Whether this is among the offers."""
    what, _, which = key.partition(" ")
    if what == "again":
        return frame.rerolls >= 1 and any(face == int(which) for face in frame.faces)
    return not frame.left if what == "stop" else bool(frame.left > (1 if which else 0))


def _offered(frame: Frame, cite: str, why: str) -> Question:
    worth = offers(frame.left, frame.rerolls, frame.faces, frame.safe)
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
        world.note(LAST_FOUR.cite, bool(which) and dice == LAST_FOUR.value)
        return go("twg.commerce.deal", left=frame.left - dice, safe=frame.safe + dice)
    if what == "again":
        at = next(at for at, face in enumerate(frame.faces) if face == int(which))
        if frame.rerolls < MOST_REROLLS:
            world.note(SAME_DIE.cite, at == frame.get("renewed"))
            if len(frame.faces) == 1:
                THIRD_TIME.used(world)
        others = [*frame.faces[:at], *frame.faces[at + 1 :]]  # the die in the air comes last
        return go("twg.commerce.throw", faces=[*others, 0], renewed=len(others), throws=1)
    return go("twg.commerce.throw", renewed=None, throws=frame.left if which else 1)


@steps.step("twg.commerce.throw")
def throw(world: World, frame: Frame) -> Directive:
    if not frame.throws:
        return go("twg.commerce.deal")
    die = DIE.used(world)
    return roll(
        die,
        label=f"turn {world.get('turn')}: Military Commerce of {TITLES[frame.nation]}",
        cite=THROW.cite if frame.renewed is None else AGAIN.cite,
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
    EXTRA.used(world)
    now = _deal(world, frame)
    THROW.allows(now)
    MIXED.allows(now)
    nation = frame.nation
    income = sum(frame.faces) + SAFE_BID * frame.safe
    money = min(FULL, amount(purse(nation, COMMERCE), world) + income)
    cite = THROW.cite if frame.faces else SAFE.cite
    received = {f"commerce.{nation}": income, f"funds.{nation}.{COMMERCE}": money}
    return done([world.change(fact, dollars, cite) for fact, dollars in received.items()])
