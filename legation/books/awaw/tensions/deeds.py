"""What happens on the board, as the tension tracks take it in."""

from __future__ import annotations

from typing import Any

from legation.books.awaw.certain import BRITISH_CITIES
from legation.books.awaw.deeds import (
    ATOMIC,
    BOTH,
    COUNTRY,
    DECLARATION,
    ENTERED,
    HELD,
    HEX_AREAS,
    PLACE,
    POWER,
    SIDE,
    TAKEN,
    TOGETHER,
    by,
    is_place,
    upon,
)
from legation.books.awaw.minors.lands import LAND, TWINS
from legation.books.awaw.powers import (
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    GERMANY,
    HOME,
    JAPAN,
    MEMBERS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    RUSSIA,
    TITLES,
    USA,
    WESTERN_ALLIES,
    faction_of,
)
from legation.books.awaw.reports import AMOUNT, ONE_POWER, PLURALS, Reports
from legation.books.awaw.tensions import rgt, russian_wars, usjt
from legation.books.awaw.tensions.intake import change, judged, more, number_from, on_all, one_of, several, tracks_of
from legation.books.awaw.tensions.rgt import RGT, SUBVERSION
from legation.books.awaw.tensions.russian import STARTING_ICS
from legation.books.awaw.tensions.schema import EAST_OF_LINE, FOOTHOLDS, FRONTS, HEX_OWNERS, RUSSIAN_AREAS, UNITS_EAST
from legation.books.awaw.tensions.usat import EUROPEAN_AXIS, USAT
from legation.books.awaw.tensions.usjt import ENTRY, FINAL_DIE, URGENT_DIE, USJT
from legation.books.awaw.tensions.vocabulary import NAMED_AS_ONE, NEUTRAL_MINORS
from legation.books.awaw.vocabulary import CONTROLLERS, at_war, control_is, declared_war, war_key
from legation.core.deeds import On, adds, of
from legation.core.errors import Refused
from legation.core.expr import NO, Expr, all_of, any_of, choice, count, holds, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, do, done, go
from legation.core.rules import Rule, sets
from legation.core.wording import Name, Phrase, PlaceSlot, Wording

__all__ = ["EVENTS", "HEEDS", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events


@STEPS.step("awaw.tension.declaration")
def declaration(world: World, frame: Frame) -> Directive:
    """Somebody declares war; countries named together are one declaration.  The book's own event comes here first."""
    makers = several(frame.get("by"), POWERS, "power")
    targets = several(frame.get("on"), PARTIES, "power or country")
    if any(not world.known(track.fact) for track in tracks_of(world)):  # the levels decide who may declare war
        return call("awaw.tension.open", then="awaw.tension.declaration", keep=frame.vars)
    if USA in makers and set(targets) & set(AXIS_POWERS) and not holds(at_war(USA, "axis"), world):
        USAT.require("usat-res-50", world)
    if USA in makers and JAPAN in targets and not holds(at_war(USA, JAPAN), world):
        USJT.require(ENTRY.slug, world)
    then = "awaw.tension.declare"
    if RUSSIA in makers:
        then = "awaw.tension.russian-war"
    elif GERMANY in makers and RUSSIA in targets and not holds(at_war(GERMANY, RUSSIA), world):
        then = "awaw.tension.invasion"
    return go(then, by=makers, on=targets)


@STEPS.step("awaw.tension.declare")
def declare(world: World, frame: Frame) -> Directive:
    """The declaration stands: countries that it names together are counted as one."""
    return call("awaw.follows", then="awaw.tension.at-war", keep=frame.vars, at=TOGETHER, **_declaration(frame))


@STEPS.step("awaw.tension.at-war")
def at_war_now(world: World, frame: Frame) -> Directive:
    """They are at war, and every rule remembers the declaration."""
    return call("awaw.follows", then="awaw.tension.declared", keep=frame.vars, **_declaration(frame))


def _declaration(frame: Frame) -> dict[str, Any]:
    return {"deed": DECLARATION.name, "power": list(frame.by), "country": list(frame.on)}


@STEPS.step("awaw.tension.declared")
def declared(world: World, frame: Frame) -> Directive:
    """Every track takes a declaration in; a Japanese one may bring a die at once."""
    makers, targets = list(frame.by), list(frame.on)
    found = on_all(world, ())
    urgent = _urgent_die(world.with_changes(found, world.now), makers, targets)
    return do(found, then="awaw.tension.die", track=USJT.slug, urgent=urgent) if urgent else done(found)


def _urgent_die(world: World, makers: list[str], targets: list[str]) -> str:
    """The id under which a Japanese declaration of war has the USJT die rolled at once."""
    if JAPAN not in makers:
        return ""
    for rule, target in ((FINAL_DIE, USA), (URGENT_DIE, BRITAIN)):
        if target in targets and rule.applies(world):
            return rule.cite
    return ""


# -- a declaration of war
def _still_neutral(*names: str) -> Expr:
    """It has joined nobody, does not fight on alone and is nobody's."""
    return all_of(*(choice(f"status.{name}", "neutral", "hex-control") for name in names))


def _named_together(whose: str, who: str, cite: str) -> On:
    """Two minor neutrals that may be named as one are one declaration if they are, and were not attacked before.

    Countries that are neutral no more are none.
    """
    new = {names: upon(*names) & ~declared_war(whose, minor) for minor, names in NEUTRAL_MINORS.items()}
    neutral = {names[0]: is_new & _still_neutral(*names) for names, is_new in new.items()}
    as_one = count(*(neutral[one] & neutral[other] for one, other in NAMED_AS_ONE))
    beyond = count(*new.values()) - count(*neutral.values()) + as_one
    return On(
        f"two countries that {TITLES[whose]} may name as one are one declaration of war, and only neutral ones count",
        cite,
        on=DECLARATION,
        at=TOGETHER,
        when=by(whose) & (beyond >= 1).worded("two are[ not] named as one, or one that is neutral no more"),
        sets=(adds(f"joint-declarations.{who}", beyond),),
        again=True,
    )


def _at_peace(power: str) -> Expr:
    return ~any_of(*(truth(war_key(power, other)) for other in PARTIES if other != power))


_NEUTRAL_POWERS = count(*(upon(p) & _at_peace(p) for p in POWERS))
WAR = (
    *(_named_together(power, AXIS, "USAT-EVT-2") for power in AXIS_POWERS),  # each declares war for itself
    _named_together(WESTERN_ALLIES, WESTERN_ALLIES, "USAT-EVT-14"),
    _named_together(RUSSIA, RUSSIA, "USAT-EVT-17"),
    On(
        "the Western Allies attack a neutral major power",
        "USAT-EVT-14",
        on=DECLARATION,
        at=TOGETHER,
        when=by(WESTERN_ALLIES) & (_NEUTRAL_POWERS >= 1).worded("[a|no] neutral major power is attacked"),
        sets=(adds(f"neutral-powers-attacked.{WESTERN_ALLIES}", _NEUTRAL_POWERS),),
        again=True,
    ),
    On(
        "they are at war, and it is remembered who began",
        "PROC-17",
        on=DECLARATION,
        when=~truth(f"at-war.{BOTH}", "they are at war already"),
        sets=(sets(f"declared-war.{POWER}.{COUNTRY}", True), sets(f"at-war.{BOTH}", True)),
        again=True,
    ),
)


@REPORTS.event(
    "spend-offensive",
    "awaw.tension.offensive",
    "BRPs are spent on offensives",
    {
        "power": "who spends them",
        "brps": "how many",
        "partisans": "yes if they go against partisans",
        "front": "of Japan: asian, south-east-asian or pacific",
        "full": "of Japan: yes for a full offensive",
        "against": "of Japan: russia or communist-china if it goes against their units",
    },
    cite="USAT-EVT-1",
    words=Wording(
        ("{power} spend(s) {brps} BRP(s) on offensives", "{power} spend(s) {brps} BRP(s) on an offensive"),
        {
            "power": ONE_POWER,
            "brps": AMOUNT,
            "partisans": Phrase({True: "against partisans"}, unsaid=False),
            "front": Phrase({front: f"on the {front.replace('-', ' ').title()} front" for front in FRONTS}),
            "full": Phrase({True: ("in a full offensive", "for a full offensive")}, unsaid=False),
            "against": Name((RUSSIA, "communist-china")),
        },
        adds=("{front}", "{full}", "against units of {against}", "{partisans}"),
    ),
)
def offensive(world: World, frame: Frame) -> Directive:
    """BRPs spent on offensives; those against partisans are not counted."""
    power, brps = one_of(frame.get("power"), POWERS, "power"), number_from(frame, "brps")
    if power == JAPAN:
        return go("awaw.tension.japanese-offensive")
    counts = power in EUROPEAN_AXIS.value and not frame.get("partisans", False)
    return judged(world, [more(world, f"offensive-brps.{power}", brps)] if counts else [])


# -- places and areas change hands, and are entered
def _hex_of(flag: str, whose: str, areas: tuple[str, ...], cite: str) -> On:
    """Somebody gains the first hex of an area, or loses the last one."""
    return On(
        f"{TITLES[whose]} gain or lose a hex of the area",
        cite,
        on=TAKEN,
        at=HELD,
        when=is_place(*areas),
        sets=(sets(f"{flag}.{PLACE}", True, by(whose)), sets(f"{flag}.{PLACE}", False, ~by(whose))),
        again=True,
    )


def _troops_in(power: str, cities: tuple[str, ...], cite: str) -> On:
    """Who enters a power, or a city of it, has ground units there; so has who takes one."""
    return On(
        f"Axis ground units are in {TITLES[power]}",
        cite,
        on=ENTERED,
        when=by(AXIS) & is_place(power, *cities),
        sets=(sets(f"present.{AXIS}.ground.{power}", True),),
        again=True,
    )


_HAS_IT = "the Axis [hold|do not hold] the city"
_are_in = of(PLACE, build=lambda place: control_is(place, AXIS) if place in STARTING_ICS.value else NO, says=_HAS_IT)
_captured = number("captured-ics", "Russian ICs in Axis hands")
IC_FALLS = (
    On(
        "its IC falls with a city",
        "USAT-EVT-9",
        on=TAKEN,
        when=by(AXIS) & is_place(*STARTING_ICS.value) & ~_are_in,
        sets=(adds("captured-ics", 1),),
        again=True,
    ),
    On(
        "its IC is lost again with the city",
        "USAT-EVT-9",
        on=TAKEN,
        when=~by(AXIS) & _are_in & (_captured >= 1).worded("the Axis hold [|none of the ]Russian ICs"),
        sets=(adds("captured-ics", -1),),
        again=True,
    ),
)

BY_HEXES = tuple(dict.fromkeys((*FOOTHOLDS, *RUSSIAN_AREAS, *HEX_AREAS)))  # of which single hexes are taken
OR_BY_HEXES = ("bessarabia",)  # a place that may also be such an area
CAPTURED = tuple(dict.fromkeys((*PLACES, *BY_HEXES, *LAND)))
BEYOND_THE_LINE = Rule("the Axis gain or lose a hex on the Russian side of the line", "RGT-PACT-3", again=True)
HEEDS = (
    *WAR,
    On(
        "the place has a new controller",
        "USAT-TIME-6",
        on=TAKEN,
        at=HELD,
        when=is_place(*PLACES),
        sets=(sets(f"control.{PLACE}", str(SIDE)),),
        again=True,
    ),
    _hex_of("foothold", AXIS, FOOTHOLDS, "USAT-TIME-6"),
    _hex_of("russian-foothold", RUSSIA, RUSSIAN_AREAS, "RGT-TIME-6"),
    _troops_in(BRITAIN, BRITISH_CITIES, "USAT-STAT-5"),
    _troops_in(RUSSIA, tuple(place for place, home in HOME.items() if home == RUSSIA), "USAT-STAT-6"),
    *IC_FALLS,
    *rgt.HEEDS,
    *russian_wars.HEEDS,
    *usjt.HEEDS,
)


@REPORTS.event(
    "capture",
    "awaw.tension.capture",
    "A place is captured or recaptured",
    {
        "place": "a city, a hex that rules name, or an area of which somebody gains or loses the only hex",
        "by": "who controls it now; a side stands for its senior partner, or the one that is at war there",
        "beyond": "yes if the hex lies on the Russian side of a Pact line that runs through the country",
        "hex": "yes if it is one hex of a country, and not the country",
    },
    cite="USAT-TIME-6",
    words=Wording(
        (
            "{by} capture(s) {place}",
            "{by} recapture(s) {place}",
            "{by} occupies {place}",
            "{by} occupy {place}",
            "{by} gain(s) {hex} {place}",
        ),
        {
            "place": PlaceSlot(CAPTURED),
            "by": Name((*CONTROLLERS, *POWERS), PLURALS),
            "beyond": Phrase({True: "on the Russian side of the Pact line"}, unsaid=False),
            "hex": Phrase({True: ("one hex of it", "a hex of", "a hex in")}, unsaid=False),
        },
        adds=(", {hex}", "{beyond}"),
    ),
)
def capture(world: World, frame: Frame) -> Directive:
    """A place changes hands, or the Axis gain or lose their last hex of an area."""
    place = one_of(frame.get("place"), CAPTURED, "place")
    to = one_of(frame.get("by", NOBODY), (*CONTROLLERS, *POWERS), "controller")
    side = faction_of(to) or to
    if frame.get("beyond", False):
        place = one_of(place, EAST_OF_LINE, "country through which the line may run")
        return judged(world, BEYOND_THE_LINE.brings(world, {f"foothold-beyond-line.{place}": side == AXIS}))
    if to != NOBODY and not (frame.get("hex", False) or _by_hexes(world, place, side)):
        return go("awaw.minors.taken", place=place, by=to)
    power = MEMBERS.get(to, (to,))[0]  # a hex of an area is the faction's, whoever's units are there
    deed = {"deed": TAKEN.name, "power": power, "side": side, "place": place}
    return call("awaw.marches", then="awaw.tension.gained", keep=deed, power=to, place=place)


def _by_hexes(world: World, place: str, side: str) -> bool:
    """Whether the name stands for a hex of an area: one whose hexes count for a side that gains or loses them, or that
    is no country.  Elsewhere it stands for all of it."""
    if place in OR_BY_HEXES:
        return not world.known(f"hexes.{side}.{place}")
    if place not in BY_HEXES:
        return False
    is_country = place in TWINS.values() or (place in LAND and not LAND[place].hexes)
    kept = ((AXIS, "foothold", FOOTHOLDS), (RUSSIA, "russian-foothold", RUSSIAN_AREAS))
    here = ((whose, world[f"{flag}.{place}"]) for whose, flag, areas in kept if place in areas)
    return not is_country or any(whose == side or held for whose, held in here)


@STEPS.step("awaw.tension.gained")
def gained(world: World, frame: Frame) -> Directive:
    """Somebody has a hex of the area, or lost it."""
    return call("awaw.follows", then="awaw.tension.held", keep=frame.vars, **frame.vars)


@STEPS.step("awaw.tension.occupied")
def occupied(world: World, frame: Frame) -> Directive:
    """An area is somebody's as a whole, without a place on the map that would say so."""
    return call("awaw.follows", then="awaw.tension.judge", **frame.vars)


@STEPS.step("awaw.tension.held")
def held(world: World, frame: Frame) -> Directive:
    """The place is held, and every track looks at it."""
    return call("awaw.follows", then="awaw.tension.judge", at=HELD, **frame.vars)


@REPORTS.event(
    "entered",
    "awaw.tension.entered",
    "Units enter a country or area, or attack units there",
    {"place": "the country, area or city", "by": "the power"},
    cite="PROC-17",
    words=Wording(
        ("{by} enter(s) {place}", "units of {by} enter {place}"), {"place": PlaceSlot(PLACE.among), "by": ONE_POWER}
    ),
)
def entered(world: World, frame: Frame) -> Directive:
    """Units of a power enter an area without taking it."""
    place = one_of(frame.get("place"), PLACE.among, "place")
    power = one_of(frame.get("by"), POWERS, "power")
    entering = {"deed": ENTERED.name, "power": power, "place": place}
    return call("awaw.marches", then="awaw.tension.occupied", keep=entering, power=power, place=place)


@REPORTS.event(
    "capture-ics",
    "awaw.tension.ics",
    "Russian ICs are captured or lost again",
    {"held": "how many the Axis hold now"},
    cite="USAT-EVT-9",
    words=Wording(
        (
            "the Axis hold {held} Russian IC(s)",
            "the Axis capture {held} Russian IC(s)",
            "Germany holds {held} Russian IC(s)",
            "Germany captures {held} Russian IC(s)",
        ),
        {"held": AMOUNT},
    ),
)
def ics(world: World, frame: Frame) -> Directive:
    return judged(world, [change(world, "captured-ics", number_from(frame, "held", 0))])


ATOMIC_POWERS = (GERMANY, RUSSIA, *MEMBERS[WESTERN_ALLIES])


@REPORTS.event(
    "atomic-attack",
    "awaw.tension.atomic",
    "A successful strategic atomic attack",
    {"by": "the power, germany if nothing is said", "on": "of a German one: who controls the hex"},
    cite="USAT-EVT-10",
    words=Wording(
        (
            "{by} make(s) an atomic attack on a hex of {on}",
            "{by} make(s) an atomic attack on {on}",
            "{by} make(s) an atomic attack",
        ),
        {"by": Phrase({power: TITLES[power] for power in ATOMIC_POWERS}, unsaid=GERMANY), "on": PlaceSlot(HEX_OWNERS)},
    ),
)
def atomic(world: World, frame: Frame) -> Directive:
    """Who was hit by a German one, the tracks want to know; whoever made one has a DP for it."""
    power = frame.get("by", GERMANY)
    if power not in ATOMIC_POWERS:
        raise Refused("Germany, Russia and the Western Allies alone make atomic attacks", rule="DP-GER-14")
    changes = []
    if power == GERMANY:
        changes = [more(world, f"atomic-attacks-on.{one_of(frame.get('on'), HEX_OWNERS, 'owner of the hex')}", 1)]
    return do(changes, then="awaw.tension.occupied", deed=ATOMIC.name, power=power)


@REPORTS.event(
    "transfer-to-far-east",
    "awaw.tension.east",
    "Ground and air factors go to the Far East",
    {"who": "british, canadian, south-african, australian, indian or chindit", "factors": "how many"},
    cite="USAT-EVT-12",
    words=Wording(
        (
            "the Far East receives {factors} {who} factor(s)",
            "{factors} {who} factor(s) sent to the Far East",
            "{factors} {who} factor(s) go to the Far East",
            "{who} factors go to the Far East",
        ),
        {"who": Phrase({who: who.replace("-", " ").title() for who in UNITS_EAST}), "factors": AMOUNT},
    ),
)
def east(world: World, frame: Frame) -> Directive:
    """Ground and air factors go to the Far East; what goes after the war there began is not counted by the row."""
    who = one_of(frame.get("who"), UNITS_EAST, "kind of units")
    return judged(world, [more(world, f"sent-east.{who}", number_from(frame, "factors"))])


@REPORTS.event(
    "fleet-in-the-east",
    "awaw.tension.fleet",
    "British ships in India and the Far East",
    {"factors": "how many now"},
    cite="USAT-EVT-13",
    words=Wording(("Britain has {factors} naval factor(s) in India and the Far East",), {"factors": AMOUNT}),
)
def fleet(world: World, frame: Frame) -> Directive:
    return judged(world, [change(world, "naval-factors-east", number_from(frame, "factors", 0))])


@STEPS.step("awaw.tension.mining")
def mining(world: World, frame: Frame) -> Directive:
    """Norwegian waters are mined; without leave unless Norway agrees."""
    consent = frame.get("consent", False)
    changes = [change(world, "event.norwegian-waters-mined", True)]
    return judged(world, changes if consent else [*changes, change(world, "mined-without-consent", True)])


@REPORTS.event(
    "subversion",
    "awaw.tension.subversion",
    "A Russian subversion attempt",
    {"attempts": "how many", "modified": "how many of them modified a diplomatic die roll; none if nothing is said"},
    cite="USAT-EVT-20",
    words=Wording(
        ("Russia makes {attempts} subversion attempt(s)", "Russia attempts subversion {attempts} time(s)"),
        {"attempts": AMOUNT, "modified": AMOUNT},
        adds=((", modifying {modified} die roll(s)", "and modifies {modified} die roll(s)"),),
    ),
)
def subversion(world: World, frame: Frame) -> Directive:
    RGT.require(SUBVERSION.slug, world)
    attempts, modified = number_from(frame, "attempts"), number_from(frame, "modified", 0, 0)
    if modified > attempts:
        raise Refused(f"{attempts} attempts modify {attempts} rolls at most", rule=SUBVERSION.cite)
    uses, fruitless = more(world, "tally.russian-subversion", modified), attempts - modified
    return judged(world, [uses, more(world, "tally.fruitless-subversion", fruitless)])
