"""Rule 87.2: Eire, Ulster and the Irish partisans, as war and the combat phase touch them."""

from __future__ import annotations

from legation.awaw.ireland import BUILT, MOST
from legation.awaw.minors.entry import side_declared
from legation.awaw.minors.inquiry import Action
from legation.awaw.minors.news import Turned, turned
from legation.awaw.minors.words import actor_is, site_is, status_is
from legation.awaw.powers import ALLIED, BRITAIN, GERMANY, TITLES
from legation.awaw.vocabulary import declared_war
from legation.core.facts import Count, Family, World
from legation.core.machine import Directive, Frame, Steps, ask, done, go
from legation.core.requests import TABLE, amount
from legation.core.rules import Limit, Permit, Rule, sets

__all__ = ["ACTIONS", "CLAUSES", "DECLARED", "FAMILIES", "MOMENTS", "STEPS"]

STEPS = Steps()
IRELAND = "ireland"
FAMILIES = (
    Family(
        "ulster-counted-in", Count(0, 60), "the turn in which the partisans near Ulster were last counted", default=0
    ),
)

GERMAN_WAR = Rule(
    "a German declaration of war removes all Irish partisans for good",
    "87.23.german-dow",
    when=declared_war(GERMANY, IRELAND),
    sets=(sets(BUILT, 0), sets(MOST, 0), sets("policy.irish-partisans-gone", True)),
)


@STEPS.step("awaw.minors.irish-war")
def war(world: World, frame: Frame) -> Directive:
    """War on Ireland, by whom?"""
    found = Turned(world)
    if IRELAND in frame.targets:
        found.carry(GERMAN_WAR, tell=bool(world[BUILT]))
    return turned(found)


@STEPS.step("awaw.minors.irish-raids")
def raids(world: World, frame: Frame) -> Directive:
    """The Allied combat phase is over: who is in or next to Ulster?  Not if that was reported by itself."""
    if frame.side != ALLIED or not world[BUILT] or world["ulster-counted-in"] == world["turn"]:
        return done()
    question = amount(
        TABLE,
        f"How many Irish partisans are in Ulster or next to it?  Each costs {TITLES[BRITAIN]} a BRP",
        range(world[BUILT] + 1),
        cite="87.23.loss",
        why=f"{world[BUILT]} Irish partisans are in play",
        subject=IRELAND,
    )
    return ask(question, then="awaw.minors.irish-raided", into="partisans")


@STEPS.step("awaw.minors.irish-raided")
def raided(world: World, frame: Frame) -> Directive:
    return go("awaw.ulster")


MOMENTS = {"declared": ("awaw.minors.irish-war",), "combat-ends": ("awaw.minors.irish-raids",)}

_eire = site_is(IRELAND)
CLAUSES = {
    "enter": (
        Limit(
            "Eire is entered only after a declaration of war, for 10 BRPs",
            "87.22.entry",
            _eire & status_is("neutral", country=IRELAND) & ~side_declared(IRELAND),
        ),
    ),
}
ACTIONS = {
    "attack-irish-partisans": Action(
        "may Irish partisans be attacked there?",
        (
            Limit(
                "next to Ulster, Britain attacks them only after a declaration of war on Ireland",
                "87.23.british-attack",
                _eire & actor_is(BRITAIN) & ~declared_war(ALLIED, IRELAND),
            ),
        ),
        True,
        "87.23.british-attack",
        "nothing protects them there",
    ),
    "irish-partisan-enters": Action(
        "may an Irish partisan move or attack there?",
        (Permit("once built, they move and attack into Ulster", "87.23.ulster", site_is("ulster")),),
        True,
        "87.23.ulster",
        "they move about Eire freely",
    ),
}
DECLARED = (GERMAN_WAR,)
