"""What Russo-German tensions open and bind: mobilization, garrisons and production."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from legation.books.awaw.powers import RUSSIA
from legation.books.awaw.reports import AMOUNT, Reports
from legation.books.awaw.tensions.intake import change, judged, more, number_from, one_of
from legation.books.awaw.tensions.rgt import AT_WAR, RGT
from legation.books.awaw.tensions.schema import FREE_UNITS, FRONTIER, PRODUCED, RUSSIAN_UNITS
from legation.books.awaw.vocabulary import turn
from legation.core.errors import Refused
from legation.core.expr import Expr, choice, lift, named, number, truth, when_else
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, ask, do, done, go
from legation.core.requests import amount, choose
from legation.core.rules import Datum, Duty, Limit, Order, Permit, Rule, bespoke
from legation.core.voice import listed
from legation.core.wording import Number, Phrase, Wording
from legation.core.words import counted

__all__ = ["DECLARED", "EVENTS", "STARTING_ICS", "STEPS", "arrivals"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

# -- mobilization
STARTING_ICS = Datum(
    "seven ICs to begin with",
    "RGT-MOB-1",
    ("moscow", "leningrad", "stalingrad", "kharkov", "dnepropetrovsk", "rostov", "gorki"),
)
MORE_ICS = Datum("five more, from RGT 10 on", "RGT-MOB-2", 5)
SITES = Order(
    "new ICs go to Kuibyshev, Magnitogorsk and Sverdlovsk, then elsewhere",
    "RGT-MOB-3",
    ("kuibyshev", "magnitogorsk", "sverdlovsk"),
)
ELSEWHERE = "another-city"


@dataclass(frozen=True, eq=False)
class Stage(Permit):
    """One of the five mobilizations, and how many turns it comes after the one before."""

    gap: int = 0

    def tells(self) -> Iterator[str]:
        yield f"Russia may mobilize: {self.label}"


def _turns_later(turns: int) -> Expr:
    later = turn() >= number("mobilized-in.rgt", "the turn of the last Russian mobilization") + turns
    return later.worded(f"Russia mobilized last [|less than ]{counted(turns, 'turn')} ago[ or more|]")


def _stage(gap: int, label: str, *, cite: str) -> Stage:
    return Stage(label, cite, _turns_later(gap), gap)


FIVE = (
    Stage(
        "the first mobilization, at RGT 10", "RGT-MOB-4", truth("tension-result.rgt-res-10", "RGT has[ not] reached 10")
    ),
    _stage(2, "the second, two turns after the first", cite="RGT-MOB-5"),
    _stage(2, "the third, two turns after the second", cite="RGT-MOB-6"),
    _stage(1, "the fourth, in the turn after the third", cite="RGT-MOB-7"),
    _stage(1, "the fifth, in the turn after the fourth", cite="RGT-MOB-8"),
)
IN_WAR = Permit("in war with Germany, one every turn", "RGT-MOB-9", AT_WAR & _turns_later(1))
HALF_FIRST = Limit(
    "a second half is finished before the next mobilization",
    "RGT-MOB-10",
    (number("russian-half-in", "the turn in which a second half was completed") >= turn()).worded(
        "a second half is [still to be finished|finished]"
    ),
)
TWO_TURNS = Limit(
    "in peace the first two take two turns each, and do not come all at once",
    "RGT-MOB-11",
    ~AT_WAR
    & (number("mobilizations.rgt", "factories that Russia has mobilized") < 2).worded(
        "Russia has mobilized [less than two|two or more] factories"
    ),
)
FREE = Duty("a mobilized IC raises the force pool at no cost in BRPs or RPs", "RGT-MOB-12", to=RUSSIA)
HALVES = Datum("ten BRPs in the turn of the IC, ten in the next", "RGT-MOB-13", (10, 10))
WHOLE = Datum("all twenty BRPs at once", "RGT-MOB-14", 20)
DELAY = Datum(
    "infantry comes after two turns, air after four, armor after six",
    "RGT-MOB-17",
    {"air": 4, "armor": 6, "infantry": 2},
)
NEEDED = ("air", "armor")
# What is written down of a mobilization.
IC_BUILT = Rule("Russia has a new IC", SITES.cite, again=True)
IN_HALVES = Rule(HALVES.label, HALVES.cite, again=True)
TO_BE_BUILT = Rule(DELAY.label, DELAY.cite, again=True)


def _half_due(world: World) -> bool:
    return bool(world["russian-half"]) and world["turn"] > world["mobilized-in.rgt"]


def _next_due(world: World) -> str | None:
    """The id under which the next mobilization comes now, if it does."""
    made = world["mobilizations.rgt"]
    if made >= MORE_ICS.value or HALF_FIRST.forbids(world):
        return None
    due = (IN_WAR, FIVE[min(made, len(FIVE) - 1)])
    return next((permit.cite for permit in due if permit.allows(world)), None)


@STEPS.step("awaw.tension.russia")
def russia(world: World, frame: Frame) -> Directive:
    """Russia mobilizes, if a mobilization or the second half of one is due."""
    if _half_due(world):
        brps = HALVES.value[1] + carried_over(world)
        return go("awaw.tension.russia-takes", budget=brps, taken=dict(world["russian-half"]), last=True)
    cite = _next_due(world)
    if cite is None:
        return done()
    in_two = TWO_TURNS.forbids(world)
    brps = HALVES.value[0] if in_two else WHOLE.value
    return go("awaw.tension.russia-builds", cite=cite, budget=brps, last=not in_two)


@bespoke("RGT-MOB-18")
def carried_over(world: World) -> int:
    """What the first half of a mobilization leaves may be taken in the second."""
    return int(world["russian-half"]["left"])


@STEPS.step("awaw.tension.russia-builds")
def russia_builds(world: World, frame: Frame) -> Directive:
    """Where the new IC goes."""
    have = listed(city.title() for city in STARTING_ICS.value)
    free = f" {says[0].upper()}{says[1:]}." if frame.cite and (says := FREE.told(world)) else ""
    question = choose(
        RUSSIA,
        f"Where does the new IC go? {have} have one.{free}",
        _sites(world),
        cite=SITES.cite,
        subject=RGT.slug,
        did="builds the new IC in {}",
    )
    return ask(question, then="awaw.tension.russia-built", into="city")


def _sites(world: World) -> dict[str, str]:
    """The next city of the list if it can be used; a city that cannot be used is passed over for any other."""
    free = [city for city in SITES.of if city not in world["russian-ics"]]
    elsewhere = "any fully supplied Russian city of European Russia without an IC, the others being out of reach"
    return {**{city: city.title() for city in free[:1]}, ELSEWHERE: elsewhere}


@STEPS.step("awaw.tension.russia-built")
def russia_built(world: World, frame: Frame) -> Directive:
    changes = IC_BUILT.brings(world, {"russian-ics": [*world["russian-ics"], frame.city]})
    if built_with_rps(world, frame):
        return done(changes)
    due = next(permit for permit in (IN_WAR, *FIVE) if permit.cite == frame.cite)
    facts = {"mobilizations.rgt": world["mobilizations.rgt"] + 1, "mobilized-in.rgt": world["turn"]}
    changes += Rule(due.label, due.cite, again=True).brings(world, facts)
    return do(changes, then="awaw.tension.russia-takes", taken={})


@bespoke("RGT-MOB-19")
def built_with_rps(world: World, frame: Frame) -> bool:
    """ICs built with RPs, or lost, do not change the force pool."""
    return not frame.get("cite")


@STEPS.step("awaw.tension.russia-takes")
def russia_takes(world: World, frame: Frame) -> Directive:
    """How many BRPs of each kind; the required units come at the latest with the last part."""
    chosen = frame.get("chosen", {})
    left = frame.budget - sum(chosen.values())
    kind = next((k for k in DELAY.value if k not in chosen), None)
    if kind is None:
        return go("awaw.tension.russia-taken", left=left)
    missing = required(world, frame)
    question = amount(
        RUSSIA,
        f"How many BRPs of {kind} are in this mobilization? {left} {'is' if left == 1 else 'are'} left.",
        range(1 if kind in missing else 0, most_of(world, left, [k for k in missing if k != kind]) + 1),
        cite=REQUIRED if kind in NEEDED else ANY_MIX,
        why="each mobilization has an AAF and a 4-5 or 5-6 armor unit" if kind in NEEDED else "",
        subject=RGT.slug,
        did=f"mobilizes [{{BRP}}|nothing] of {kind}",
    )
    return ask(question, then="awaw.tension.russia-took", into="brps", kind=kind)


REQUIRED, ANY_MIX = "RGT-MOB-15", "RGT-MOB-16"


@bespoke(REQUIRED)
def required(world: World, frame: Frame) -> list[str]:
    """Each mobilization has an AAF and a 4-5 or 5-6 armor unit, at the latest in its second half."""
    chosen = frame.get("chosen", {})
    return [kind for kind in NEEDED if frame.last and kind not in chosen and not frame.taken.get(kind)]


@bespoke(ANY_MIX)
def most_of(world: World, left: int, kept_for: list[str]) -> int:
    """The rest is infantry, armor or army air as Russia likes."""
    return left - len(kept_for)


@STEPS.step("awaw.tension.russia-took")
def russia_took(world: World, frame: Frame) -> Directive:
    return go("awaw.tension.russia-takes", chosen={**frame.get("chosen", {}), frame.kind: frame.brps})


@STEPS.step("awaw.tension.russia-taken")
def russia_taken(world: World, frame: Frame) -> Directive:
    """The units are written down with the turn in which they may be built."""
    now = world["turn"]
    units = [{"turn": now + DELAY.value[k], "kind": k, "brps": n} for k, n in frame.chosen.items() if n]
    changes = TO_BE_BUILT.brings(world, {"russian-builds": [*world["russian-builds"], *units]})
    half: dict[str, Any] = {} if frame.last else {"left": frame.left, **{k: frame.chosen[k] for k in NEEDED}}
    facts: dict[str, Any] = {"russian-half": half} if half != world["russian-half"] else {}
    if frame.last and world["russian-half"]:
        facts["russian-half-in"] = now
    return done([*changes, *(IN_HALVES.brings(world, facts) if facts else ())])


@REPORTS.event(
    "build-ic",
    "awaw.tension.build-ic",
    "Russia builds an IC with RPs",
    cite="RGT-MOB-3",
    words=Wording(("Russia builds an IC with RPs", "Russia builds an IC")),
)
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
    required,
    most_of,
    DELAY,
    carried_over,
    built_with_rps,
)

# -- garrisons, production and Siberia
UNITS = ", ".join(RUSSIAN_UNITS)
CALLED = Phrase(
    {
        "infantry-2-3": "2-3 infantry",
        "infantry-3-3": "3-3 infantry",
        "armor-3-5": "3-5 armor",
        "aaf": "AAF",
        **{kind: f"{kind.replace('-', ' ')} units" for kind in RUSSIAN_UNITS if kind not in FRONTIER},
    }
)
_bound = ~truth("lifted.garrison", "the garrisons are[ not] free")
GARRISON_GROUND = Limit(
    "ten 2-3 and four 3-3 infantry and six 3-5 armor stay within four hexes of the frontier, two of Finland",
    "RGT-GAR-1",
    _bound,
)
GARRISON_AIR = Limit("15 AAF stay within three hexes of the frontier", "RGT-GAR-2", _bound)


def _needed_there() -> Expr:
    """How many units of a kind must stay near the frontier."""
    needed = lift(max(FRONTIER.values()))
    for kind, least in FRONTIER.items():
        needed = when_else(choice("unit", kind, says=f"they are [|no ]{CALLED.of[kind]} units"), least, needed)
    return named("how many of the kind must stay", needed)


NOT_BOUND = Permit(
    "units beyond these numbers and all other units are free",
    "RGT-GAR-3",
    choice("unit", *FREE_UNITS, says="they are [units|no units] of another kind")
    | (number("left-behind", "how many are left there") >= _needed_there()).worded("[enough|too few] stay behind"),
)
FEW_PRODUCED = Limit(
    "five BRPs of air and five of military production a year",
    "RGT-FP-1",
    ~truth("lifted.production", "it is[ not] free"),
)
MOST_PRODUCED = 5
PRODUCED_FREE = Permit(
    "produced units go where they like", "RGT-FP-2", choice("unit", "produced", says="they are [|no ]produced units")
)
FOR_SIBERIA = ("one-factor-infantry", "airborne", "mobilized", "produced")
TO_SIBERIA = Permit(
    "one-factor infantry, airborne and added units may go to Siberia",
    "RGT-FP-3",
    choice("unit", *FOR_SIBERIA, says="they are [units|no units] of such a kind"),
)

DECLARED_LIMITS = (GARRISON_GROUND, GARRISON_AIR, NOT_BOUND, FEW_PRODUCED, PRODUCED_FREE, TO_SIBERIA)


@REPORTS.event(
    "leave-frontier",
    "awaw.tension.frontier",
    "Russian units leave the German frontier",
    {"unit": UNITS, "left": "how many of the kind are then left near the frontier"},
    cite="RGT-GAR-1",
    words=Wording(
        ("Russian {unit} leave the German frontier",),
        {"unit": CALLED, "left": AMOUNT},
        adds=((", leaving {left} there"),),
    ),
)
def frontier(world: World, frame: Frame) -> Directive:
    """Russian units are to leave the frontier: how many of the kind are then left near it?"""
    unit = one_of(frame.get("unit"), RUSSIAN_UNITS, "kind of Russian unit")
    left = number_from(frame, "left", 0) if unit in FRONTIER else 0
    look = world.scoped(**{"unit": unit, "left-behind": left})
    if PRODUCED_FREE.allows(look) or NOT_BOUND.allows(look):
        return done()
    limit = GARRISON_AIR if unit == "aaf" else GARRISON_GROUND
    limit.refuse(look, f"{limit.label}: {FRONTIER.get(unit, 'all')} are needed, {left} would be left")
    return done()


@REPORTS.event(
    "produce",
    "awaw.tension.produce",
    "Russia adds units by production",
    {"kind": "air or military", "brps": "how many"},
    cite="RGT-FP-1",
    words=Wording(
        ("Russia produces {brps} BRP(s) of {kind} units", "Russia adds {brps} BRP(s) of {kind} units by production"),
        {"kind": Phrase({kind: kind for kind in PRODUCED}), "brps": AMOUNT},
    ),
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
    return done(change(world, fact, value) for fact, value in {**facts, "produced-year": world["year"]}.items())


@REPORTS.event(
    "send-to-siberia",
    "awaw.tension.siberia",
    "Russian units go to Siberia",
    {"unit": UNITS, "brps": "how many BRPs of units; a negative number if they leave"},
    cite="RGT-FP-3",
    words=Wording(("Russia sends {brps} BRP(s) of {unit} to Siberia",), {"unit": CALLED, "brps": Number(signed=True)}),
)
def siberia(world: World, frame: Frame) -> Directive:
    """Russian units go to Siberia, or leave it again."""
    unit = one_of(frame.get("unit"), RUSSIAN_UNITS, "kind of Russian unit")
    brps = number_from(frame, "brps", -world["siberian-brps"])
    if brps > 0 and not world["lifted.siberia"]:
        message = f"{TO_SIBERIA.label}, others only from RGT 50 on"
        TO_SIBERIA.demand(world.scoped(unit=unit), message, allowed=list(FOR_SIBERIA))
    return judged(world, [more(world, "siberian-brps", brps)])


DECLARED = (DECLARED_MOBILIZATION, DECLARED_LIMITS)
