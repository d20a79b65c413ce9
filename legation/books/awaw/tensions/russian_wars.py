"""Russian declarations of war: what RGT allows, whom Germany supports, and what that costs (RGT-WAR)."""

from __future__ import annotations

from typing import Any

from legation.books.awaw.deeds import ANSWER, COUNTRY, CRISIS, upon
from legation.books.awaw.here import at
from legation.books.awaw.powers import AXIS, AXIS_POWERS, BALKANS, GERMANY, MINORS, NOBODY, RUSSIA, TARGETS, TITLES
from legation.books.awaw.reports import ONE_MINOR, Reports
from legation.books.awaw.tensions.intake import one_of
from legation.books.awaw.tensions.rgt import AT_WAR, RGT, UNPREPARED
from legation.books.awaw.tensions.thresholds import TrackResult
from legation.books.awaw.tensions.vocabulary import economic_interest, is_theirs, reached_turn
from legation.books.awaw.vocabulary import HERE, at_war, beneficiary, tension
from legation.core.book import Option
from legation.core.deeds import On, adds, filled, of
from legation.core.expr import NO, Expr, all_of, choice, holds, listed, number
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, done, go
from legation.core.requests import confirm
from legation.core.rules import Limit, Permit, bespoke, carry_out, sets
from legation.core.wording import Name, Wording

__all__ = ["ANSWER_SUPPORT", "DECLARED", "EVENTS", "HEEDS", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

ANSWER_SUPPORT = Option(
    "russia-may-answer-support-below-50",
    "on",
    ("on", "off"),
    "whether Russia may answer German support for a minor country with war on Germany while RGT is below 50",
    cite="RGT-WAR-6",
)
ONLY_AT_50 = Limit("Russia may declare war on Germany only from RGT 50 on", "RGT-WAR-2", tension("rgt") < 50)
BALTIC = Permit(
    "Russia may always declare war on the Baltic States",
    "RGT-WAR-3",
    choice("target", "baltic-states", says="it is[ not] the Baltic States"),
)
BY_LEVEL, SUPPORT, BACKS_DOWN, ABANDONED = "RGT-WAR-4", "RGT-WAR-5", "RGT-WAR-7", "RGT-WAR-8"
PRICE_OF_WAR, PRICE_OF_BACKING_DOWN = 35, 10  # BRPs; the second is that of any declaration
ANSWER_IT = Permit(
    "Russia may declare war on Germany as well and go on",
    "RGT-WAR-6",
    ~ONLY_AT_50.when | choice(f"option.{ANSWER_SUPPORT.name}", "on", says="it may[ not] do so below RGT 50"),
)
TOO_LATE = Limit(
    "who left the country to Russia intervenes only together with war on Russia",
    "RGT-WAR-9",
    all_of(
        (number(f"abandoned-in.{HERE}", "the turn in which Germany left {Here} to Russia") >= 1).worded(
            "Germany has[ not] left {Here} to Russia"
        ),
        ~reached_turn(
            f"abandoned-in.{HERE}", "the turn in which Germany left {Here} to Russia", "that was [|not ]in this turn"
        ),
        ~at_war(AXIS, RUSSIA),
    ),
)


def _ends(*how: str) -> Expr:
    return filled(ANSWER, *how, says=listed((ENDS[one] for one in how), "or"))


def _german(country: str) -> Expr:
    return beneficiary(country, GERMANY) if country in TARGETS else NO


ENDS = {
    "abandoned": "Germany [does not support|supports] it",
    "fought": "Russia [declares|does not declare] war on Germany as well",
    "backed-down": "Russia [backs|does not back] down",
    "paid": "Russia [fights|does not fight] Germany as well, whoever is attacked",
}
_received = number(f"brps-received.{COUNTRY}", "BRPs that Germany has received for the country this year")
_theirs = of(COUNTRY, build=_german, says="Germany [benefits|does not benefit] from the country")
HEEDS = (
    On(
        "the declaration of war on the minor country is paid for",
        SUPPORT,
        on=CRISIS,
        when=_ends("abandoned", "paid"),
        sets=(adds("booked.russia", -PRICE_OF_BACKING_DOWN),),
        again=True,
    ),
    On(
        "Russia declares war on Germany as well; what the minor country cost is spent, however it ends",
        ANSWER_IT.cite,
        on=CRISIS,
        when=_ends("fought"),
        sets=(adds("booked.russia", -(PRICE_OF_WAR + PRICE_OF_BACKING_DOWN)),),
        again=True,
    ),
    On(
        "Russia backs down and loses what it paid",
        BACKS_DOWN,
        on=CRISIS,
        when=_ends("backed-down"),
        sets=(adds("booked.russia", -PRICE_OF_BACKING_DOWN),),
    ),
    On(
        "Germany gives up its interest in a country that it does not support, and what it received this year",
        ABANDONED,
        on=CRISIS,
        when=_ends("abandoned"),
        sets=(
            sets(f"economic-interest.{COUNTRY}", False),
            sets(f"abandoned-in.{COUNTRY}", number("turn")),
            adds("booked.germany", 0 - _received),
            sets(f"brps-received.{COUNTRY}", 0),
            sets(f"beneficiary.{COUNTRY}", NOBODY, _theirs),
            sets(f"brp-grant.{COUNTRY}", 0, _theirs),
            sets(f"result.{COUNTRY}", "3-4", _theirs),
            sets("event.failed-balkan-support", True, upon(*BALKANS)),
        ),
    ),
)


@STEPS.step("awaw.tension.russian-war", aliases=("awaw.tension.interests",))
def russian_war(world: World, frame: Frame) -> Directive:
    """Russia declares wars that it may declare: German interests bring Germany in."""
    if holds(AT_WAR, world):
        return go("awaw.tension.declare")
    if GERMANY in frame.on:  # then no country is out of reach, and none is left to be supported
        ONLY_AT_50.refuse(world)
        return go("awaw.tension.support", left=[])
    return go("awaw.tension.support", left=to_support(world, [minor for minor in frame.on if minor in MINORS]))


@STEPS.step("awaw.tension.withdrawn")
def withdrawn(world: World, frame: Frame) -> Directive:
    return done()


@bespoke(SUPPORT, reads=[tension("rgt"), *map(economic_interest, MINORS)])
def to_support(world: World, attacked: list[str]) -> list[str]:
    """Germany says at once whether it supports a country in which it has an interest."""
    return [minor for minor in attacked if _interest(world, minor)]


def _interest(world: World, minor: str) -> bool:
    """Whether Germany has an interest in a country, at a level at which that matters."""
    free = BALTIC.allows(world.scoped(target=minor)) or _is_axis(world, minor)
    return not free and RGT.right("rgt-res-25").allows(world) and holds(economic_interest(minor), world)


def _is_axis(world: World, minor: str) -> bool:
    return minor in TARGETS and holds(is_theirs(AXIS, minor), world)


def _needed(interest: bool) -> TrackResult:
    """What the level must have opened for a war on a country, with or without a German interest in it."""
    return RGT.named_results[_slug(interest)]


def _slug(interest: bool) -> str:
    return "rgt-res-35" if interest else "rgt-res-25"


@bespoke(BY_LEVEL, reads=[tension("rgt")])
def level_forbids(world: World, minor: str, interest: bool) -> bool:
    """The RGT level decides whether Russia may declare war on a minor country; it never may on one of the Axis."""
    if BALTIC.allows(world.scoped(target=minor)):
        return False
    return _is_axis(world, minor) or not RGT.right(_needed(interest).slug).allows(world)


IS_AXIS = "is-axis"
WHY_NOT = {
    IS_AXIS: "{Here} is under Axis control",
    **{_slug(one): f"{_needed(one).label}: only from RGT {_needed(one).level} on" for one in (False, True)},
}


def why_not(world: World, minor: str) -> str:
    """Under which of these names Russia, at peace with Germany, may not declare war on a country; none if it may."""
    if holds(AT_WAR, world):
        return ""
    interest = bool(to_support(world, [minor]))
    if not level_forbids(world, minor, interest):
        return ""
    return IS_AXIS if _is_axis(world, minor) else _slug(interest)


@STEPS.step("awaw.tension.support")
def support(world: World, frame: Frame) -> Directive:
    """Germany decides for one country after another."""
    if not frame.left:
        return go("awaw.tension.declare")
    minor = frame.left[0]
    question = confirm(
        GERMANY,
        f"Russia declares war on {TITLES[minor]}: does Germany support it?",
        cite=SUPPORT,
        subject=minor if minor in TARGETS else RGT.slug,
        did=f"[supports|does not support] {TITLES[minor]} against Russia",
    )
    return ask(question, then="awaw.tension.supported", into="supports")


@STEPS.step("awaw.tension.supported")
def supported(world: World, frame: Frame) -> Directive:
    minor, *rest = frame.left
    if not frame.supports:
        return _crisis(minor, "abandoned", then="awaw.tension.support", on=frame.on, left=rest)
    if not ANSWER_IT.allows(world):
        return go("awaw.tension.answered", answer=False)
    question = confirm(
        RUSSIA,
        f"Germany supports {TITLES[minor]}: declare war on Germany for {PRICE_OF_WAR} BRPs?",
        cite=ANSWER_IT.cite,
        subject=RGT.slug,
        no=f"Back down and lose {PRICE_OF_BACKING_DOWN} BRPs",
        did=f"[declares war on Germany|backs down] over {TITLES[minor]}",
    )
    return ask(question, then="awaw.tension.answered", into="answer")


def _crisis(minor: str | list[str], answer: str, *, then: str, **keep: Any) -> Directive:
    deed = {"deed": CRISIS.name, "country": minor, "answer": answer}
    return call("awaw.follows", then=then, keep=keep, **deed)


@STEPS.step("awaw.tension.answered")
def answered(world: World, frame: Frame) -> Directive:
    """Russia fights Germany too, or its declaration is off."""
    minor, *left = frame.left
    if frame.answer:
        then = "awaw.tension.beside" if left else "awaw.tension.declare"
        return _crisis(minor, "fought", then=then, on=[*frame.on, GERMANY], left=left)
    rest = [target for target in frame.on if target != minor]
    then = "awaw.tension.support" if rest else "awaw.tension.withdrawn"
    return _crisis(minor, "backed-down", then=then, on=rest, left=left)


@STEPS.step("awaw.tension.beside")
def beside(world: World, frame: Frame) -> Directive:
    """At war with Germany, Russia attacks the other countries too: nobody is asked, and each is paid for."""
    return _crisis(frame.left, "paid", then="awaw.tension.declare", on=frame.on)


@STEPS.step("awaw.tension.invasion")
def invasion(world: World, frame: Frame) -> Directive:
    """Germany declares war on Russia: is Russia prepared?"""
    return do(carry_out((UNPREPARED,), world)[1], then="awaw.tension.declare")


@REPORTS.event(
    "intervention",
    "awaw.tension.intervention",
    "Germany or Italy intervenes for a country that Russia has attacked",
    {"by": "germany or italy", "country": "the country"},
    cite="RGT-WAR-9",
    words=Wording(("{by} intervene(s) for {country}",), {"by": Name(AXIS_POWERS), "country": ONE_MINOR}),
)
def intervention(world: World, frame: Frame) -> Directive:
    """Germany or Italy intervenes for a country that Russia attacked."""
    one_of(frame.get("by"), AXIS_POWERS, "Axis power")
    minor = one_of(frame.get("country"), MINORS, "country")
    at(minor, TOO_LATE).refuse(world)
    return done()


DECLARED = (ONLY_AT_50, BALTIC, level_forbids, to_support, ANSWER_IT, HEEDS, TOO_LATE)
