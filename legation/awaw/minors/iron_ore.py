"""Rules 86.3 and 86.42: iron ore and heavy water for Germany, and the mines off Norway."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from legation.awaw.minors.inquiry import Saying, tell
from legation.awaw.minors.words import survived
from legation.awaw.norway import MAY_MINE, ORE_RULES, waters_mined
from legation.awaw.powers import ALLIED, AXIS, GERMANY
from legation.awaw.reports import Reports
from legation.awaw.vocabulary import beneficiary, controls, declared_war, event, result_is
from legation.core.book import Procedure
from legation.core.expr import any_of, choice, count, holds, lift, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do, done, go
from legation.core.rules import Limit, Modifier, Note
from legation.core.sweeps import sweep

__all__ = ["DECLARED", "EVENTS", "MOMENTS", "PROCEDURES", "STEPS", "of_its_own", "random_event", "reminders"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

# -- 86.32 and 86.42: what stops the ore
_coastal = choice("season", "winter", "spring", says="it is winter or spring")
_stockholm = controls(AXIS, "stockholm")
BERGEN = Saying("the Allies hold Bergen", "86.32A", _coastal & controls(ALLIED, "bergen"))
MINES = Saying(
    "Norwegian waters are mined, and Germany does not hold Bergen",
    "86.32B",
    _coastal & waters_mined() & ~controls(AXIS, "bergen"),
)
STOCKHOLM = Saying("the Allies hold Stockholm", "86.42A", controls(ALLIED, "stockholm"))
ATTACKED = Saying(
    "Sweden has survived a German attack", "86.42B", declared_war(GERMANY, "sweden") & survived("sweden") & ~_stockholm
)
UNWILLING = Saying(
    "a result of 0 or less is in force for Sweden",
    "86.42C",
    result_is("sweden", "0", "-1", "-2", "-3") & ~_stockholm,
)
COAST = Saying("no ore passes the coast of Norway", "86.42D", any_of(BERGEN.when, MINES.when))
CAUSES = (STOCKHOLM, ATTACKED, UNWILLING, COAST)

SHIPPED = Note("ore comes every turn, in winter and spring along the coast of Norway", "86.32", ("winter", "spring"))
CUT = Modifier(
    lift(-5), "BRPs off Germany's construction limit", "86.32.effect", any_of(*(cause.when for cause in CAUSES))
)
_cut_before = number("construction-cut.germany", "BRPs less for Germany at its last construction") >= 1
ONCE = Limit(
    "five BRPs in all, however many causes there are, and not five more each turn",
    "86.421.not-cumulative",
    (count(*(cause.when for cause in CAUSES)) >= 2) | (CUT.when & _cut_before),
)
RESTORED = Note("once the ore comes again nothing is taken off", "86.421.restored")
SETTLED = Note("it is settled when the Axis come to construction", "86.421.when")
FROM_THE_START = Saying(
    "an 8 or more for Norway counts from the start of the Axis player turn, and ends the mining",
    "86.36.same-turn",
    _coastal & event("norwegian-waters-mined") & result_is("norway", "8", "9", "10") & beneficiary("norway", AXIS),
)


def _applies(world: World, *sayings: Saying) -> list[Saying]:
    found = []
    for saying in sayings:
        applies = holds(saying.when, world)
        world.note(saying.cite, applies)
        if applies:
            found.append(saying)
    return found


def settled(world: World) -> list[Change]:
    """Whether ore comes this turn, and what Germany has less to build with."""
    SHIPPED.used(world)
    SETTLED.used(world)
    _applies(world, BERGEN, MINES, *CAUSES, FROM_THE_START)
    ONCE.forbids(world)
    cut = -int(CUT.amount(world))
    before = world["construction-cut.germany"]
    world.note(CUT.cite, cut > 0)
    world.note(RESTORED.cite, before > cut)
    return [
        Change("construction-cut.germany", before, cut, RESTORED.cite if before > cut else CUT.cite),
        Change("ore-settled-in", world["ore-settled-in"], world["turn"], SETTLED.cite),
    ]


@REPORTS.event(
    "axis-construction",
    "awaw.minors.axis-construction",
    "The Axis come to unit construction, with its oil effects",
    cite=SETTLED.cite,
)
def construction(world: World, frame: Frame) -> Directive:
    """First the mines, which German control of Norway ends, then the ore."""
    return do(sweep(world, ORE_RULES).changes, then="awaw.minors.ore")


@STEPS.step("awaw.minors.ore")
def ore(world: World, frame: Frame) -> Directive:
    return done(settled(world))


@STEPS.step("awaw.minors.ore-at-last")
def at_last(world: World, frame: Frame) -> Directive:
    """An Axis player turn in which nobody reported construction ends."""
    waits = frame.side == AXIS and world["ore-settled-in"] != world["turn"]
    return go("awaw.minors.axis-construction") if waits else done()


MOMENTS = {"combat-ends": ("awaw.minors.ore-at-last",)}

# -- 86.37: heavy water
HEAVY_WATER = (
    Modifier(lift(-2), "no heavy water: the Allies hold Oslo", "86.37A", controls(ALLIED, "oslo")),
    Modifier(
        lift(-2),
        "no heavy water: a 1-2 or less is in force for Norway",
        "86.37B",
        result_is("norway", "-3", "-2", "-1", "0", "1-2"),
    ),
)


def heavy_water(world: World) -> tuple[int, list[Modifier]]:
    """What modifies German dice for a controlled reaction, once however many reasons there are."""
    rows = []
    for row in HEAVY_WATER:
        applies = bool(row.amount(world))
        world.note(row.cite, applies)
        if applies:
            rows.append(row)
    return min((int(row.amount(world)) for row in rows), default=0), rows


@STEPS.step("awaw.minors.heavy-water")
def told(world: World, frame: Frame) -> Directive:
    value, rows = heavy_water(world)
    why = "; ".join(f"{row.label} [{row.cite}]" for row in rows) or "heavy water comes from Norway"
    cite = rows[0].cite if rows else HEAVY_WATER[0].cite
    return tell(f"{value:+d} on German research for a controlled reaction: {why}", cite)


PROCEDURES = {
    "heavy-water": Procedure("awaw.minors.heavy-water", "What modifies German research for a controlled reaction?"),
}


def reminders(world: World, half: str) -> Iterator[str]:
    """Mines that may be laid; ore and heavy water as things stand."""
    if half == ALLIED:
        if not holds(waters_mined(), world) and MAY_MINE.allows(world):
            yield f"the Western Allies may mine Norwegian waters when they declare wars [{MAY_MINE.cite}, 86.33]"
        return
    SETTLED.used(world)
    if causes := _applies(world, *CAUSES):
        why = ", ".join(f"{cause.label} [{cause.cite}]" for cause in causes)
        yield f"as it stands no iron ore, {CUT.amount(world)} BRPs to build with: {why}"
    rows = heavy_water(world)[1]
    if rows and not world["policy.heavy-water-stopped"]:
        yield f"{rows[0].label}: {rows[0].amount(world)} on research for a controlled reaction [{rows[0].cite}]"


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What a dossier says of ore and heavy water."""
    if land not in ("norway", "sweden"):
        return {}
    causes = _applies(world, *CAUSES)
    found = {"iron ore": [f"{cause.label} [{cause.cite}]" for cause in causes] or f"comes to Germany [{SHIPPED.cite}]"}
    rows = heavy_water(world)[1] if land == "norway" else []
    return {**found, **({"heavy water": [f"{row.label} [{row.cite}]" for row in rows]} if rows else {})}


def random_event(world: World, rng: Random) -> tuple[str, dict[str, str]]:
    return rng.choice((("axis-construction", {}), ("mining", {})))


DECLARED = (SHIPPED, BERGEN, MINES, CAUSES, CUT, ONCE, RESTORED, SETTLED, FROM_THE_START, HEAVY_WATER)
