"""Rules 86.3 and 86.42: iron ore and heavy water for Germany, and the mines off Norway."""

from __future__ import annotations

from collections.abc import Iterator

from legation.awaw.minors.inquiry import tell
from legation.awaw.minors.news import Reminded
from legation.awaw.minors.words import survived
from legation.awaw.norway import MAY_MINE, ORE_RULES, waters_mined
from legation.awaw.powers import ALLIED, AXIS, GERMANY
from legation.awaw.provisions import Provisions
from legation.awaw.reports import Reports
from legation.awaw.vocabulary import controls, declared_war, result_is
from legation.core.book import Procedure
from legation.core.expr import amount, any_of, choice, count, holds, lift, named, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do, done, go
from legation.core.rules import Limit, Modifier, Rule, carry_out, sets
from legation.core.sweeps import sweep
from legation.core.wording import Wording

__all__ = ["PROVISIONS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

# -- 86.32 and 86.42: what stops the ore
_coastal = named(
    "in winter and spring the ore comes along the coast of Norway",
    choice("season", "winter", "spring", says="it is winter or spring"),
    cite="86.32",
)
_stockholm = controls(AXIS, "stockholm")
_bergen = named("the Allies hold Bergen", _coastal & controls(ALLIED, "bergen"), cite="86.32A")
_mines = named(
    "Norwegian waters are mined, and Germany does not hold Bergen",
    _coastal & waters_mined() & ~controls(AXIS, "bergen"),
    cite="86.32B",
)
_attacked = declared_war(GERMANY, "sweden") & survived("sweden") & ~_stockholm
_unwilling = result_is("sweden", "0", "-1", "-2", "-3") & ~_stockholm
CAUSES = (
    Reminded("the Allies hold Stockholm", "86.42A", controls(ALLIED, "stockholm")),
    Reminded("Sweden has survived a German attack", "86.42B", _attacked),
    Reminded("a result of 0 or less is in force for Sweden", "86.42C", _unwilling),
    Reminded("no ore passes the coast of Norway", "86.42D", any_of(_bergen, _mines)),
)
INTERRUPTED = tuple(named(cause.label, cause.when, cite=cause.cite) for cause in CAUSES)

CUT = Modifier(lift(-5), "BRPs off Germany's construction limit", "86.32.effect", any_of(*INTERRUPTED))
_causes = count(*INTERRUPTED)
_cut_before = number("construction-cut.germany", "BRPs less for Germany at its last construction")
ONCE = Limit(
    "five BRPs in all, however many causes there are, and not five more each turn",
    "86.421.not-cumulative",
    (_causes >= 2) | (CUT.when & (_cut_before >= 1)),
)
RESTORED = Rule(
    "once the ore comes again nothing is taken off",
    "86.421.restored",
    when=~CUT.when & (_cut_before >= 1),
    sets=(sets("construction-cut.germany", 0),),
)
SETTLED = Rule(
    "it is settled when the Axis come to construction",
    "86.421.when",
    sets=(sets("ore-settled-in", number("turn")),),
)


def settled(world: World) -> list[Change]:
    """Whether ore comes this turn, and what Germany has less to build with."""
    cut = -CUT.added(world)
    if not ONCE.forbids(world) and cut:
        cut = cut * int(amount(_causes, world)) + int(world["construction-cut.germany"])
    changes = [world.change("construction-cut.germany", cut, CUT.cite)] if cut else []
    return [*changes, *carry_out([RESTORED, SETTLED], world)[1]]


@REPORTS.event(
    "axis-construction",
    "awaw.minors.axis-construction",
    "The Axis come to unit construction, with its oil effects",
    cite=SETTLED.cite,
    words=Wording(("the Axis come to unit construction", "Axis unit construction begins")),
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
    added = {row: row.added(world) for row in HEAVY_WATER}
    return min(added.values()), [row for row, value in added.items() if value]


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
    if causes := [f"{words} [{cause.cite}]" for cause in CAUSES if (words := cause.told(world))]:
        why = ", ".join(causes)
        yield f"as it stands no iron ore, {CUT.amount(world)} BRPs to build with: {why}"
    rows = heavy_water(world)[1]
    if rows and not world["policy.heavy-water-stopped"]:
        yield f"{rows[0].label}: {rows[0].amount(world)} on research for a controlled reaction [{rows[0].cite}]"


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What a dossier says of ore and heavy water."""
    if land not in ("norway", "sweden"):
        return {}
    causes = [f"{words} [{cause.cite}]" for cause in CAUSES if (words := cause.told(world))]
    found: dict[str, object] = {"iron ore": causes or "comes to Germany [86.32]"}
    rows = heavy_water(world)[1] if land == "norway" else []
    return {**found, **({"heavy water": [f"{row.label} [{row.cite}]" for row in rows]} if rows else {})}


PROVISIONS = Provisions(
    "iron ore",
    steps=STEPS,
    events=EVENTS,
    procedures=PROCEDURES,
    declared=(CUT, ONCE, RESTORED, SETTLED, CAUSES, HEAVY_WATER),
    moments=MOMENTS,
    reminders=reminders,
    dossier=of_its_own,
)
