"""What Russo-German tensions open and bind: mobilization, garrisons, production, and Russian declarations of war."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.awaw.powers import AXIS, AXIS_POWERS, BALKANS, GERMANY, MINORS, RUSSIA, TARGETS, TITLES
from legation.awaw.reports import Reports
from legation.awaw.tensions.facts import PRODUCED
from legation.awaw.tensions.rgt import AT_WAR, RGT, UNPREPARED
from legation.awaw.tensions.tools import change, judged, more, number_from, one_of
from legation.awaw.tensions.words import economic_interest, is_theirs
from legation.awaw.vocabulary import at_war, tension
from legation.core.book import Option
from legation.core.errors import Refused, Unknown
from legation.core.expr import amount as amount_of
from legation.core.expr import choice, holds, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, do, done, go
from legation.core.requests import amount, choose, confirm
from legation.core.rules import Limit, Note, Permit

__all__ = ["ANSWER_SUPPORT", "DECLARED", "EVENTS", "STEPS", "arrivals"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

# -- mobilization
STARTING_ICS = Note(
    "seven ICs to begin with",
    "RGT-MOB-1",
    ("moscow", "leningrad", "stalingrad", "kharkov", "dnepropetrovsk", "rostov", "gorki"),
)
MORE_ICS = Note("five more, from RGT 10 on", "RGT-MOB-2", 5)
SITES = Note(
    "new ICs go to Kuibyshev, Magnitogorsk and Sverdlovsk, then elsewhere",
    "RGT-MOB-3",
    ("kuibyshev", "magnitogorsk", "sverdlovsk"),
)
ELSEWHERE = "another-city"


@dataclass(frozen=True)
class Stage:
    """One of the five mobilizations, and how many turns it comes after the one before."""

    cite: str
    gap: int


FIVE = (
    Stage("RGT-MOB-4", 0),
    Stage("RGT-MOB-5", 2),
    Stage("RGT-MOB-6", 2),
    Stage("RGT-MOB-7", 1),
    Stage("RGT-MOB-8", 1),
)
IN_WAR = Permit("in war with Germany, one every turn", "RGT-MOB-9", AT_WAR)
HALF_FIRST = Note("a second half is finished before the next mobilization", "RGT-MOB-10")
TWO_TURNS = Note("in peace the first two take two turns each", "RGT-MOB-11", 2)
FREE = Note("a mobilized IC raises the force pool at no cost", "RGT-MOB-12")
HALVES = Note("ten BRPs in the turn of the IC, ten in the next", "RGT-MOB-13", (10, 10))
WHOLE = Note("all twenty BRPs at once", "RGT-MOB-14", 20)
REQUIRED = Limit("each mobilization has an AAF and a 4-5 or 5-6 armor unit", "RGT-MOB-15")
ANY_MIX = Permit("the rest is infantry, armor or army air as Russia likes", "RGT-MOB-16")
DELAY = Note("infantry comes after two turns, air after four, armor after six", "RGT-MOB-17")
CARRIED = Note("what the first half leaves may be taken in the second", "RGT-MOB-18")
NOT_BUILT = Limit("ICs built with RPs, or lost, do not change the force pool", "RGT-MOB-19")
KINDS = {"air": 4, "armor": 6, "infantry": 2}  # with the turns until they may be built
NEEDED = ("air", "armor")

DECLARED_MOBILIZATION = (
    STARTING_ICS,
    MORE_ICS,
    SITES,
    FIVE,
    IN_WAR,
    HALF_FIRST,
    TWO_TURNS,
    FREE,
    HALVES,
    WHOLE,
    REQUIRED,
    ANY_MIX,
    DELAY,
    CARRIED,
    NOT_BUILT,
)


def _half_due(world: World) -> bool:
    return bool(world["russian-half"]) and world["turn"] > world["mobilized-in.rgt"]


def _next_due(world: World) -> str | None:
    """The id under which the next mobilization comes now, if it does."""
    made, last, now = world["mobilizations.rgt"], world["mobilized-in.rgt"], world["turn"]
    if made >= MORE_ICS.value:
        return None
    stage, war = FIVE[made], IN_WAR.allows(world)
    if made == 0:
        world.note(MORE_ICS.cite, True)
        due = war or bool(world["tension-result.rgt-res-10"])
    else:
        due = now >= last + (1 if war else stage.gap) and now > world["russian-half-in"]
    world.note(stage.cite, due)
    return (IN_WAR.cite if war else stage.cite) if due else None


@STEPS.step("awaw.tension.russia")
def russia(world: World, frame: Frame) -> Directive:
    """Russia mobilizes, if a mobilization or the second half of one is due."""
    if _half_due(world):
        world.note(HALF_FIRST.cite, holds(AT_WAR, world))
        TWO_TURNS.used(world)
        brps = HALVES.used(world)[1] + world["russian-half"]["left"]
        if world["russian-half"]["left"]:
            CARRIED.used(world)
        return go("awaw.tension.russia-takes", budget=brps, taken=dict(world["russian-half"]), last=True)
    cite = _next_due(world)
    if cite is None:
        return done()
    FREE.used(world)
    world.note(NOT_BUILT.cite, False)
    in_two = not holds(AT_WAR, world) and world["mobilizations.rgt"] < TWO_TURNS.value
    world.note(TWO_TURNS.cite, in_two)
    brps = HALVES.used(world)[0] if in_two else WHOLE.used(world)
    return go("awaw.tension.russia-builds", cite=cite, budget=brps, last=not in_two)


@STEPS.step("awaw.tension.russia-builds")
def russia_builds(world: World, frame: Frame) -> Directive:
    """Where the new IC goes."""
    question = choose(
        RUSSIA,
        "Where does the new IC go?",
        _sites(world),
        cite=SITES.cite,
        subject=RGT.slug,
    )
    return ask(question, then="awaw.tension.russia-built", into="city")


def _sites(world: World) -> dict[str, str]:
    """The next city of the list if it can be used; a city that cannot be used is passed over for any other."""
    taken = {*STARTING_ICS.used(world), *world["russian-ics"]}
    free = [city for city in SITES.used(world) if city not in taken]
    elsewhere = "any fully supplied Russian city of European Russia without an IC, the others being out of reach"
    return {**{city: city.title() for city in free[:1]}, ELSEWHERE: elsewhere}


@STEPS.step("awaw.tension.russia-built")
def russia_built(world: World, frame: Frame) -> Directive:
    changes = [change(world, "russian-ics", [*world["russian-ics"], frame.city], SITES.cite)]
    if not frame.get("cite"):  # an IC built with RPs
        world.note(NOT_BUILT.cite, True)
        return done(changes)
    changes += [
        change(world, "mobilizations.rgt", world["mobilizations.rgt"] + 1, frame.cite),
        change(world, "mobilized-in.rgt", world["turn"], frame.cite),
    ]
    return do(changes, then="awaw.tension.russia-takes", taken={})


@STEPS.step("awaw.tension.russia-takes")
def russia_takes(world: World, frame: Frame) -> Directive:
    """How many BRPs of each kind; the required units come at the latest with the last part."""
    taken, chosen = frame.taken, frame.get("chosen", {})
    left = frame.budget - sum(chosen.values())
    kind = next((k for k in KINDS if k not in chosen), None)
    if kind is None:
        return go("awaw.tension.russia-taken", left=left)
    missing = [k for k in NEEDED if k not in chosen and frame.last and not taken.get(k)]
    least = 1 if kind in missing else 0
    world.note(REQUIRED.cite, bool(missing))
    if kind not in NEEDED:
        world.note(ANY_MIX.cite, left > 0)
    question = amount(
        RUSSIA,
        f"BRPs of {kind} in this mobilization; {left} left",
        range(least, left - len([k for k in missing if k != kind]) + 1),
        cite=REQUIRED.cite if kind in NEEDED else ANY_MIX.cite,
        why=REQUIRED.label if kind in NEEDED else "",
        subject=RGT.slug,
    )
    return ask(question, then="awaw.tension.russia-took", into="brps", kind=kind)


@STEPS.step("awaw.tension.russia-took")
def russia_took(world: World, frame: Frame) -> Directive:
    return go("awaw.tension.russia-takes", chosen={**frame.get("chosen", {}), frame.kind: frame.brps})


@STEPS.step("awaw.tension.russia-taken")
def russia_taken(world: World, frame: Frame) -> Directive:
    """The units are written down with the turn in which they may be built."""
    now = world["turn"]
    DELAY.used(world)
    units = [{"turn": now + KINDS[k], "kind": k, "brps": n} for k, n in frame.chosen.items() if n]
    changes = [change(world, "russian-builds", [*world["russian-builds"], *units], DELAY.cite)]
    half: dict[str, Any] = {} if frame.last else {"left": frame.left, **{k: frame.chosen[k] for k in NEEDED}}
    if half != world["russian-half"]:
        changes.append(change(world, "russian-half", half, HALVES.cite))
    if frame.last and world["russian-half"]:
        changes.append(change(world, "russian-half-in", now, HALVES.cite))
    return done(changes)


@REPORTS.event("build-ic", "awaw.tension.build-ic", "Russia builds an IC with RPs", cite="RGT-MOB-3")
def build_ic(world: World, frame: Frame) -> Directive:
    """An IC that Russia builds with RPs."""
    return go("awaw.tension.russia-builds", cite="")


def arrivals(world: World) -> list[str]:
    """Mobilized units that may be built from this turn on."""
    return [
        f"mobilized {unit['kind']} worth {unit['brps']} enters the Russian force pool [{DELAY.cite}]"
        for unit in world["russian-builds"]
        if unit["turn"] == world["turn"]
    ]


# -- garrisons, production and Siberia
FRONTIER = {"infantry-2-3": 10, "infantry-3-3": 4, "armor-3-5": 6, "aaf": 15}
EXEMPT = ("one-factor-infantry", "airborne", "produced", "mobilized", "pacific", "associate", "minor-ally")
UNITS = ", ".join((*FRONTIER, *EXEMPT))
_bound = ~truth("lifted.garrison", "the garrisons are free")
GARRISON_GROUND = Limit(
    "ten 2-3 and four 3-3 infantry and six 3-5 armor stay within four hexes of the frontier, two of Finland",
    "RGT-GAR-1",
    _bound,
)
GARRISON_AIR = Limit("15 AAF stay within three hexes of the frontier", "RGT-GAR-2", _bound)
NOT_BOUND = Limit("units beyond these numbers and all other units are free", "RGT-GAR-3")
FEW_PRODUCED = Limit(
    "five BRPs of air and five of military production a year", "RGT-FP-1", ~truth("lifted.production", "it is free")
)
MOST_PRODUCED = 5
PRODUCED_FREE = Permit("produced units go where they like", "RGT-FP-2")
TO_SIBERIA = Permit("one-factor infantry, airborne and added units may go to Siberia", "RGT-FP-3")
FOR_SIBERIA = ("one-factor-infantry", "airborne", "mobilized", "produced")

DECLARED_LIMITS = (
    GARRISON_GROUND,
    GARRISON_AIR,
    NOT_BOUND,
    FEW_PRODUCED,
    PRODUCED_FREE,
    TO_SIBERIA,
)


@REPORTS.event(
    "leave-frontier",
    "awaw.tension.frontier",
    "Russian units leave the German frontier",
    {"unit": UNITS, "left": "how many of the kind are then left near the frontier"},
    cite="RGT-GAR-1",
)
def frontier(world: World, frame: Frame) -> Directive:
    """Russian units are to leave the frontier: how many of the kind are then left near it?"""
    unit = one_of(frame.get("unit"), (*FRONTIER, *EXEMPT), "kind of Russian unit")
    world.note(PRODUCED_FREE.cite, unit == "produced")
    left = number_from(frame, "left", 0) if unit in FRONTIER else 0
    free = unit in EXEMPT or left >= FRONTIER[unit]
    world.note(NOT_BOUND.cite, free)
    limit = GARRISON_AIR if unit == "aaf" else GARRISON_GROUND
    if not free and limit.forbids(world):
        raise Refused(f"{limit.label}: {FRONTIER[unit]} are needed, {left} would be left", rule=limit.cite)
    return done()


@REPORTS.event(
    "produce",
    "awaw.tension.produce",
    "Russia adds units by production",
    {"kind": "air or military", "brps": "how many"},
    cite="RGT-FP-1",
)
def produce(world: World, frame: Frame) -> Directive:
    """Russia adds to its force pool by production."""
    kind, brps = one_of(frame.get("kind"), PRODUCED, "kind of production"), number_from(frame, "brps")
    same_year = world["produced-year"] == world["year"]
    before = {k: world[f"produced.{k}"] if same_year else 0 for k in PRODUCED}
    total = before[kind] + brps
    if FEW_PRODUCED.forbids(world) and total > MOST_PRODUCED:
        left = MOST_PRODUCED - before[kind]
        raise Refused(f"{FEW_PRODUCED.label}: {left} BRPs are left", rule=FEW_PRODUCED.cite, allowed=range(left + 1))
    facts = {f"produced.{k}": n for k, n in {**before, kind: total}.items()}
    return done(
        change(world, fact, value, FEW_PRODUCED.cite)
        for fact, value in {**facts, "produced-year": world["year"]}.items()
    )


@REPORTS.event(
    "send-to-siberia",
    "awaw.tension.siberia",
    "Russian units go to Siberia",
    {"unit": UNITS, "brps": "how many BRPs of units; a negative number if they leave"},
    cite="RGT-FP-3",
)
def siberia(world: World, frame: Frame) -> Directive:
    """Russian units go to Siberia, or leave it again."""
    unit = one_of(frame.get("unit"), (*FRONTIER, *EXEMPT), "kind of Russian unit")
    brps = number_from(frame, "brps", -world["siberian-brps"])
    if brps > 0:
        open_to_all = bool(world["lifted.siberia"])
        world.note("RGT-FP-4", open_to_all)
        may = open_to_all or unit in FOR_SIBERIA
        world.note(TO_SIBERIA.cite, may and not open_to_all)
        if not may:
            raise Refused(f"{TO_SIBERIA.label}, others only from RGT 50 on", rule=TO_SIBERIA.cite, allowed=FOR_SIBERIA)
    return judged(world, [more(world, "siberian-brps", brps)])


# -- Russian declarations of war
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
    choice("target", "baltic-states", says="it is the Baltic States"),
)
BY_LEVEL = Limit("the RGT level decides whether Russia may declare war on a minor country", "RGT-WAR-4")
SUPPORT = Note("Germany says at once whether it supports the country", "RGT-WAR-5")
ANSWER = Note("Russia may declare war on Germany as well and go on", "RGT-WAR-6", 35)
BACKS_DOWN = Note("Russia backs down and loses what it paid", "RGT-WAR-7", 10)
ABANDONED = Note("Germany gives up its interest and what it received this year", "RGT-WAR-8")
TOO_LATE = Limit(
    "who left the country to Russia intervenes only together with war on Russia", "RGT-WAR-9", ~at_war(AXIS, RUSSIA)
)

DECLARED_WAR = (ONLY_AT_50, BALTIC, BY_LEVEL, SUPPORT, ANSWER, BACKS_DOWN, ABANDONED, TOO_LATE)
DECLARED = (DECLARED_MOBILIZATION, DECLARED_LIMITS, DECLARED_WAR)


@STEPS.step("awaw.tension.russian-war")
def russian_war(world: World, frame: Frame) -> Directive:
    """May Russia declare these wars?  German interests bring Germany in."""
    if holds(AT_WAR, world):
        return go("awaw.tension.declare")
    if GERMANY in frame.on and ONLY_AT_50.forbids(world):
        raise Refused(ONLY_AT_50.label, rule=ONLY_AT_50.cite)
    attacked = [minor for minor in frame.on if minor in MINORS]
    try:
        interests = [minor for minor in attacked if _interest(world, minor)]
    except Unknown:
        return go("awaw.tension.interests", attacked=attacked)
    for minor in attacked:
        if words := _why_not(world, minor, minor in interests):
            if not frame.get("asked"):
                raise Refused(words, rule=BY_LEVEL.cite)
            off = confirm(RUSSIA, f"{words}. The declaration is withdrawn.", cite=BY_LEVEL.cite, yes="It is", no=None)
            return ask(off, then="awaw.tension.withdrawn", into="nod")
    return go("awaw.tension.support", left=[] if GERMANY in frame.on else interests)


@STEPS.step("awaw.tension.interests")
def german_interests(world: World, frame: Frame) -> Directive:
    """The table is asked where Germany has interests; what it says may forbid a declaration made in good faith."""
    for minor in frame.attacked:
        _interest(world, minor)
    return go("awaw.tension.russian-war", asked=True)


@STEPS.step("awaw.tension.withdrawn")
def withdrawn(world: World, frame: Frame) -> Directive:
    return done()


def _interest(world: World, minor: str) -> bool:
    """Whether Germany has an interest in a country, at a level at which that matters."""
    free = BALTIC.allows(world.scoped(target=minor)) or _is_axis(world, minor)
    level = amount_of(tension("rgt"), world)
    return not free and level >= RGT.named_results["rgt-res-25"].level and holds(economic_interest(minor), world)


def _is_axis(world: World, minor: str) -> bool:
    return minor in TARGETS and holds(is_theirs(AXIS, minor), world)


def _why_not(world: World, minor: str, interest: bool) -> str:
    """Why Russia may not declare war on a country now; nothing if it may."""
    if BALTIC.allows(world.scoped(target=minor)):
        return ""
    needed = RGT.named_results["rgt-res-35" if interest else "rgt-res-25"]
    mine = _is_axis(world, minor)
    refused = mine or amount_of(tension("rgt"), world) < needed.level
    world.note(BY_LEVEL.cite, refused)
    if refused:
        return f"{TITLES[minor]} is under Axis control" if mine else f"{needed.label}: only from RGT {needed.level} on"
    world.note(SUPPORT.cite, interest)
    return ""


@STEPS.step("awaw.tension.support")
def support(world: World, frame: Frame) -> Directive:
    """Germany decides for one country after another."""
    if not frame.left:
        return go("awaw.tension.declare")
    minor = frame.left[0]
    question = confirm(
        GERMANY,
        f"Russia declares war on {TITLES[minor]}: does Germany support it?",
        cite=SUPPORT.cite,
        subject=minor if minor in TARGETS else RGT.slug,
    )
    return ask(question, then="awaw.tension.supported", into="supports")


@STEPS.step("awaw.tension.supported")
def supported(world: World, frame: Frame) -> Directive:
    minor, *rest = frame.left
    world.note(ABANDONED.cite, not frame.supports)
    if not frame.supports:
        return do(_abandon(world, minor), then="awaw.tension.support", left=rest)
    may = not ONLY_AT_50.forbids(world) or world["option.russia-may-answer-support-below-50"] == "on"
    world.note(ANSWER.cite, may)
    if not may:
        return go("awaw.tension.answered", answer=False)
    question = confirm(
        RUSSIA,
        f"Germany supports {TITLES[minor]}: declare war on Germany for {ANSWER.value} BRPs?",
        cite=ANSWER.cite,
        subject=RGT.slug,
        no=f"Back down and lose {BACKS_DOWN.value} BRPs",
    )
    return ask(question, then="awaw.tension.answered", into="answer")


def _abandon(world: World, minor: str) -> list[Change]:
    """Germany leaves a country to Russia."""
    says = f"BRPs that Germany has received for {TITLES[minor]} this year"
    received = amount_of(number(f"brps-received.{minor}", says), world)
    facts: dict[str, Any] = {
        f"economic-interest.{minor}": False,
        f"abandoned-in.{minor}": world["turn"],
        "booked.germany": world["booked.germany"] - received,
        f"brps-received.{minor}": 0,
    }
    if minor in TARGETS and world[f"beneficiary.{minor}"] == GERMANY:
        facts |= {f"beneficiary.{minor}": "none", f"brp-grant.{minor}": 0, f"result.{minor}": "3-4"}
    if minor in BALKANS:
        facts["event.failed-balkan-support"] = True
    return [change(world, fact, value, ABANDONED.cite) for fact, value in facts.items()]


@STEPS.step("awaw.tension.answered")
def answered(world: World, frame: Frame) -> Directive:
    """Russia fights Germany too, or its declaration is off."""
    world.note(ANSWER.cite, frame.answer)
    world.note(BACKS_DOWN.cite, not frame.answer)
    note = ANSWER if frame.answer else BACKS_DOWN
    paid = [change(world, "booked.russia", world["booked.russia"] - note.value, note.cite)]
    if frame.answer:
        return do(paid, then="awaw.tension.declare", on=[*frame.on, GERMANY])
    rest = [target for target in frame.on if target != frame.left[0]]
    if not rest:
        return done(paid)
    return do(paid, then="awaw.tension.support", on=rest, left=frame.left[1:])


@STEPS.step("awaw.tension.invasion")
def invasion(world: World, frame: Frame) -> Directive:
    """Germany declares war on Russia: is Russia prepared?"""
    found = UNPREPARED.applies(world)
    changes = [change(world, "unprepared-in", world["turn"], UNPREPARED.cite)] if found else []
    return do(changes, then="awaw.tension.declare")


@REPORTS.event(
    "intervention",
    "awaw.tension.intervention",
    "Germany or Italy intervenes for a country that Russia has attacked",
    {"by": "germany or italy", "country": "the country"},
    cite="RGT-WAR-9",
)
def intervention(world: World, frame: Frame) -> Directive:
    """Germany or Italy intervenes for a country that Russia attacked."""
    one_of(frame.get("by"), AXIS_POWERS, "Axis power")
    minor = one_of(frame.get("country"), MINORS, "country")
    left_in = world[f"abandoned-in.{minor}"]
    if not left_in or left_in == world["turn"]:
        world.note(TOO_LATE.cite, False)
        return done()
    if TOO_LATE.forbids(world):
        raise Refused(TOO_LATE.label, rule=TOO_LATE.cite)
    return done()
