"""Rule 88.4: the Ethiopia box, who may enter and leave it, and its surrender."""

from __future__ import annotations

from legation.books.awaw import deeds
from legation.books.awaw.countries.egypt import for_ethiopia
from legation.books.awaw.country import Country
from legation.books.awaw.deeds import HELD, PLACE, SIDE, SOUTHERN_EDGE, is_place
from legation.books.awaw.minors.inquiry import Action, scope
from legation.books.awaw.minors.news import Reminded, Turned, reminding, turned
from legation.books.awaw.minors.vocabulary import actor_is, holder_is, how_many, site_is, status_is, with_means
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    CURRENT_GS,
    FRANCE,
    GERMANY,
    ITALY,
    NOBODY,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.reports import AMOUNT, Reports
from legation.books.awaw.vocabulary import BOARD, CONTROLLERS, SHEET, at_war, conquered, edition, surrendered, turn
from legation.core.book import Procedure
from legation.core.deeds import On
from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, any_choice, choice, number, sum_of, truth
from legation.core.facts import Choice, Count, Family, Flag, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Duty, Limit, Permit, Rule, bespoke, sets
from legation.core.voice import quoted
from legation.core.wording import Name, Phrase, Wording
from legation.core.words import counted

__all__ = ["BOX_POWERS", "ETHIOPIA", "ROUTES"]

STEPS = Steps()
REPORTS = Reports(STEPS)

HEXES = SOUTHERN_EDGE
ROUTES = ("by-canal", "by-south-edge", "by-transports", "by-south-africa")
BOX_POWERS = (ITALY, GERMANY, BRITAIN, FRANCE, USA)
BOX_AXIS, BOX_ALLIES = (ITALY, GERMANY), (USA, BRITAIN, FRANCE)  # the Allies from the senior partner down
WORDS = {name: name.upper() for name in HEXES}
CLOCK, OUTCOME = "ethiopia-clock", "ethiopia-italian"
FAMILIES = (
    Family(
        "in-ethiopia",
        Count(0, 99),
        "ground factors of {0} in the Ethiopia box",
        over=(BOX_POWERS,),
        told_by=BOARD,
        default=0,
        because="Italy begins with three factors there, and whatever enters or leaves the box is reported",
    ),
    Family(
        "southern-hex",
        Choice(CONTROLLERS),
        "who controls {0}, on the southern edge of Egypt",
        over=(HEXES,),
        told_by=BOARD,
        default=WESTERN_ALLIES,
        because="they are British at set-up, and hexes that are taken are reported",
    ),
    Family("ethiopia-supply-line", Flag(), "the Axis can[not] trace supply from Egypt to Ethiopia", told_by=BOARD),
    Family(OUTCOME, Flag(), "Italy [conquered|did not conquer] Ethiopia in Gathering Storm", told_by=SHEET),
    Family(
        CLOCK, Count(0, 60, "turn"), "the turn from whose start the Allies have had twice the Axis there", default=0
    ),
    Family(
        "entered-ethiopia", Count(0, 99), "factors of {0} that entered the box this turn", over=(BOX_POWERS,), default=0
    ),
    Family(
        "entered-ethiopia-in",
        Count(0, 60, "turn"),
        "the turn in which {0} last entered the box",
        over=(BOX_POWERS,),
        default=0,
    ),
    Family(
        "ethiopia-route",
        Count(0, 60, "turn"),
        "the turn in which a unit of {1} last went to or from Ethiopia by {0}",
        over=(ROUTES, (AXIS, WESTERN_ALLIES)),
        default=0,
    ),
    Family(
        "lost-in-ethiopia",
        Count(0, 99),
        "factors of {0} that left the force pool for good in Ethiopia",
        over=(BOX_POWERS,),
        default=0,
    ),
)


def factors_of(*powers: str) -> Expr:
    return sum_of(*(number(f"in-ethiopia.{p}", f"factors of {TITLES[p]} in Ethiopia") for p in powers))


_here, _fell = site_is("ethiopia"), conquered("ethiopia", by=ALLIED)
_axis, _west = actor_is(AXIS), actor_is(WESTERN_ALLIES)
_axis_factors, _allied_factors = factors_of(*BOX_AXIS), factors_of(*BOX_ALLIES)
HEEDS = (
    On(
        "a hex of the southern edge has a new controller",
        "88.421B",
        on=deeds.TAKEN,
        at=HELD,
        when=is_place(*HEXES),
        sets=(sets(f"southern-hex.{PLACE}", str(SIDE)),),
        again=True,
    ),
)
_axis_edge = any_choice((f"southern-hex.{h}" for h in HEXES), AXIS, says="the Axis have [one|none] of NN27 to NN30")
_allied_edge = any_choice(
    (f"southern-hex.{h}" for h in HEXES), WESTERN_ALLIES, says="the Western Allies have [one|none] of NN27 to NN30"
)
_in_play = status_is("colony", country="ethiopia")

# -- 88.41: how it begins
ITALIAN = Rule(
    "an Italian colony without BRPs, with three Italian 1-3s",
    "88.41",
    again=True,
    when=truth(OUTCOME, "Italy [conquered|did not conquer] Ethiopia in Gathering Storm")
    & ~_in_play
    & ~conquered("ethiopia"),
    sets=(
        sets("status.ethiopia", "colony"),
        sets("holder.ethiopia", ITALY),
        sets("beneficiary.ethiopia", ITALY),
        sets("in-ethiopia.italy", 3),
    ),
)
OUT_OF_PLAY = Limit(
    "Italy did not conquer Ethiopia in Gathering Storm: it is neutral and out of the game",
    "88.41.gs",
    edition(CURRENT_GS) & _here & status_is("neutral", country="ethiopia"),
)


def opened(world: World) -> Turned:
    """A campaign that began with Gathering Storm: who has Ethiopia?"""
    found = Turned(world)
    if world["edition"] == CURRENT_GS:
        found.carry(ITALIAN)
    return found


# -- 88.42: in and out
def _free(route: str, side: str) -> Expr:
    """One unit a turn goes this way, and none has yet."""
    last = number(f"ethiopia-route.{route}.{side}", "the last such redeployment")
    return (
        with_means(route)
        & (last < turn()).worded("[nobody|somebody] has gone this way this turn")
        & (how_many() <= 1).worded("it is [one unit|more than one unit]")
    )


_at_war = at_war(WESTERN_ALLIES, ITALY)
NOT_THERE = (
    OUT_OF_PLAY,
    Limit("no air or naval units in the box", "88.423A", _here & with_means("air", "naval")),
    Limit(
        "only in the redeployment phase, and not by tactical redeployment",
        "88.423C",
        _here & with_means("movement", "tactical-redeployment"),
    ),
)
AXIS_WAYS = (
    Limit("after an Allied conquest no Axis unit comes or goes", "88.421", _here & _axis & _fell),
    Permit(
        "one Axis ground unit a turn through the canal",
        "88.421A",
        _here & _axis & _free("by-canal", AXIS) & for_ethiopia(),
    ),
    Permit(
        "one Axis ground unit a turn off the southern edge, from NN27 to NN30",
        "88.421B",
        _here & _axis & _free("by-south-edge", AXIS) & _axis_edge,
    ),
)
ALLIED_WAYS = (
    Permit(
        "Western Allied ground units by Indian Ocean transports",
        "88.422A",
        _here & _west & _at_war & with_means("by-transports"),
    ),
    Permit(
        "one Western Allied ground unit a turn off the southern edge, from NN27 to NN30",
        "88.422B",
        _here & _west & _at_war & _free("by-south-edge", WESTERN_ALLIES) & _allied_edge,
    ),
    Permit(
        "one Western Allied ground unit a turn between Ethiopia and the South Africa box",
        "88.422C",
        _here & _west & _at_war & _free("by-south-africa", WESTERN_ALLIES),
    ),
)
STAY = Limit(
    "Italian units stay in Ethiopia until Italy and Britain are at war",
    "88.421A.italian-stay",
    _here & actor_is(ITALY) & ~at_war(ITALY, BRITAIN),
)
JUST_CAME = Limit("a unit that came in this redeployment phase stays", "88.423B", _here & with_means("newcomer"))
NO_WAR = Limit("the Western Allies must be at war with Italy", "88.422", _here & _west & ~_at_war)
NO_ENTRY = Limit(
    "Western Allied units stay out until war with Italy",
    "88.423D",
    _here & _west & ~_at_war,
)
OTHERWISE = Limit(
    "units enter and leave Ethiopia only by the ways of their side, one a turn on most of them", "88.42", _here
)
ENTER = (*NOT_THERE, *AXIS_WAYS, NO_ENTRY, *ALLIED_WAYS, OTHERWISE)
LEAVE = (*NOT_THERE, STAY, JUST_CAME, *AXIS_WAYS, NO_WAR, *ALLIED_WAYS, OTHERWISE)
CLAUSES = {
    "enter": ENTER,
    "attack": (Limit("no offensive and no attrition in the Ethiopia box", "88.44", _here),),
}
ACTIONS = {
    "leave-ethiopia": Action("may units leave Ethiopia?", LEAVE, False, OTHERWISE.cite, OTHERWISE.label),
    "eliminate": Action(
        "may the owner eliminate units there of its own will?",
        (Limit("not in Ethiopia", "88.424", _here),),
        True,
        "88.424",
        "nothing forbids it",
    ),
    "reconquer": Action(
        "may the country be conquered back?",
        (Limit("the Axis may not conquer Ethiopia back", "88.432", _here & _axis & _fell),),
        True,
        "88.432",
        "nothing forbids it",
    ),
}
BOX = {
    "enter": Action("may units enter Ethiopia?", ENTER, False, OTHERWISE.cite, OTHERWISE.label),
    "leave": ACTIONS["leave-ethiopia"],
}

# -- 88.431: nobody's, until a unit comes
NOBODYS = Rule(
    "with no unit of either side in it, Ethiopia is nobody's until one comes",
    "88.431.none",
    when=_in_play
    & choice("holder.ethiopia", NOBODY, says="[nobody|somebody] holds Ethiopia")
    & (_allied_factors < 1).worded("[no|some] Allied factors are in Ethiopia")
    & (_axis_factors < 1).worded("[no|some] Axis factors are in Ethiopia"),
)


FIRST_COMER = Rule("nobody's Ethiopia goes to the first who comes", NOBODYS.cite, again=True)


@REPORTS.event(
    "ethiopia",
    "awaw.minors.ethiopia",
    "A ground unit enters or leaves the Ethiopia box",
    {
        "by": "the power",
        "act": "enter or leave",
        "factors": "of the unit, or of the units by transports",
        "with": "by-canal, by-south-edge, by-transports or by-south-africa",
    },
    cite="88.42",
    words=Wording(
        ("{by} {act} the Ethiopia box",),
        {
            "by": Name(BOX_POWERS),
            "act": Phrase({"enter": "enters", "leave": "leaves"}, unsaid="enter"),
            "factors": AMOUNT,
            "with": Phrase({route: route.replace("-", " ") for route in ROUTES}),
        },
        adds=("with {factors} factor(s)", "{with}"),
    ),
)
def redeployed(world: World, frame: Frame) -> Directive:
    """A unit comes or goes; the referee counts the factors and knows the way it may take."""
    power, act, how = frame.get("by"), frame.get("act", "enter"), frame.get("with")
    factors = frame.get("factors", 1)
    for value, options, what in ((power, BOX_POWERS, "power"), (act, tuple(BOX), "act"), (how, ROUTES, "way")):
        if value not in options:
            raise NotFound(what, value, options)
    there, side = world[f"in-ethiopia.{power}"], AXIS if power in BOX_AXIS else WESTERN_ALLIES
    room = 99 - there if act == "enter" else there
    if not isinstance(factors, int) or isinstance(factors, bool) or not 1 <= factors <= room:
        here = f"{TITLES[power]} has {counted(there, 'factor') if there else 'nothing'} there"
        raise Refused(f"{here}, and {quoted(factors)} would {act}", rule=OTHERWISE.cite)
    new = world[f"entered-ethiopia.{power}"] if world[f"entered-ethiopia-in.{power}"] == world["turn"] else 0
    newcomer = act == "leave" and factors > there - new
    verdict = BOX[act].verdict(scope(world, {"by": power, "in": "ethiopia", "with": how}))
    if newcomer and JUST_CAME.forbids(scope(world, {"in": "ethiopia", "with": "newcomer"})):
        raise Refused(JUST_CAME.label, rule=JUST_CAME.cite)
    if not verdict.allowed:
        raise Refused(verdict.reason, rule=verdict.rule)
    found = Turned(world)
    allowed = Rule(verdict.reason, verdict.rule, again=True)
    now_there = there + factors if act == "enter" else there - factors
    found.bring(allowed, {f"in-ethiopia.{power}": now_there, f"ethiopia-route.{how}.{side}": world["turn"]})
    if act == "enter":
        came = {f"entered-ethiopia.{power}": min(new, there) + factors, f"entered-ethiopia-in.{power}": world["turn"]}
        found.bring(allowed, came)
        if world["holder.ethiopia"] == NOBODY and world["status.ethiopia"] == "colony":
            _goes_to(found, power, FIRST_COMER)
    _watch(found)
    return done(found.changes)


# -- 88.43: the clock
TWICE = (
    (_allied_factors >= 1).worded("[some|no] Allied factors are in Ethiopia")
    & (_allied_factors >= 2 * _axis_factors).worded("the Allies [have twice|do not have twice] the Axis factors there")
    & holder_is(AXIS, country="ethiopia")
)
_begun = (number(CLOCK, "the first full turn of that") >= 1).worded("that has[ not] gone on for a full turn")
SURRENDERS = Rule(
    "Ethiopia surrenders: the Allies had twice the Axis factors for a full turn and the Axis half of the next",
    "88.43",
    when=TWICE & _begun & (turn() > number(CLOCK)).worded("that turn is [over|not over yet]"),
)


COUNT_BEGINS = Rule(
    "the count begins: the Allies have twice the Axis factors as a game turn begins",
    "88.43.when",
    when=TWICE & ~_begun,
    sets=(sets(CLOCK, turn()),),
    again=True,
)
COUNT_ENDS = Rule(
    "the count is over: the Allies no longer have twice the Axis factors",
    "88.43.when",
    when=~TWICE & _begun,
    sets=(sets(CLOCK, 0),),
    again=True,
)


@bespoke("88.43.when", reads=(number(CLOCK, "the first full turn of that"),))
def at_its_time(world: World, half: str) -> bool:
    """The surrender comes when an Axis player turn ends."""
    return half == AXIS


SUPPLIED = _axis_edge & truth("ethiopia-supply-line", "the Axis trace [|no ]supply from Egypt")
REMOVED = Rule(
    "all Axis units in Ethiopia are eliminated and leave their force pools for good",
    "88.43A.removed",
    when=(_axis_factors >= 1).worded("[some|no] Axis factors are in Ethiopia") & ~SUPPLIED,
    sets=tuple(
        sets(f"lost-in-ethiopia.{p}", number(f"lost-in-ethiopia.{p}") + number(f"in-ethiopia.{p}")) for p in BOX_AXIS
    ),
)
RETURNED = Rule(
    "Axis units in Ethiopia go back to their force pools, being supplied from Egypt",
    "88.43A.returned",
    when=(_axis_factors >= 1).worded("[some|no] Axis factors are in Ethiopia") & SUPPLIED,
)


def _watch(found: Turned) -> None:
    """Whenever the Allies have less than twice the Axis factors, the count begins anew."""
    found.carry(COUNT_ENDS)


def _goes_to(found: Turned, power: str, rule: Rule) -> None:
    """Ethiopia is the Allies' by conquest, or Germany's."""
    allied = power in BOX_ALLIES
    facts = {"holder.ethiopia": power if allied else GERMANY, "beneficiary.ethiopia": NOBODY}
    if allied:
        facts |= {"status.ethiopia": "conquered", "conqueror.ethiopia": WESTERN_ALLIES}
        facts["taken-in.ethiopia"] = found.world["turn"]
    found.bring(Rule(rule.label, rule.cite, again=True), facts | {CLOCK: 0})


def _senior(world: World) -> str:
    return next((p for p in BOX_ALLIES if world[f"in-ethiopia.{p}"]), BRITAIN)


# -- 88.431: Italy surrenders
ITALY_OUT = Rule(
    "Italian units leave Ethiopia before its control is settled",
    "88.431",
    when=surrendered(ITALY) & _in_play & holder_is(ITALY, country="ethiopia"),
    sets=(sets("in-ethiopia.italy", 0), sets("holder.ethiopia", NOBODY)),
)
GERMAN = Rule(
    "Germany keeps Ethiopia: as many Axis factors as Allied ones, or more",
    "88.431.axis",
    when=(_axis_factors >= 1).worded("[some|no] Axis factors are in Ethiopia")
    & (_axis_factors >= _allied_factors).worded("the Axis have [as many factors as|fewer factors than] the Allies"),
    sets=(sets("holder.ethiopia", GERMANY), sets("beneficiary.ethiopia", NOBODY)),
)
TAKEN = Rule(
    "the Allies conquer Ethiopia: they have more factors there",
    "88.431.allied",
    when=_allied_factors > _axis_factors,
)


def _settle(found: Turned) -> None:
    """Italy has surrendered with Ethiopia in its hands."""
    if not found.carry(ITALY_OUT, tell=True):
        return
    if found.carry(TAKEN, tell=True):
        _goes_to(found, _senior(found.world), TAKEN)
    elif not found.carry(GERMAN, tell=True):
        found.carry(NOBODYS, tell=True)


def turn_begins(world: World, half: str) -> Turned:
    """The count begins with a game turn, before the Axis half."""
    found = Turned(world)
    _settle(found)
    _watch(found)
    if half == AXIS:
        found.carry(COUNT_BEGINS)
    return found


def combat_ends(world: World, half: str) -> Turned:
    """The end of a player turn: if it is an Axis one, Ethiopia may surrender."""
    found = Turned(world)
    _settle(found)
    _watch(found)
    if at_its_time(world, half) and found.carry(SURRENDERS, tell=True):
        found.carry(REMOVED, RETURNED, tell=True)
        _goes_to(found, _senior(found.world), SURRENDERS)
        gone = Rule(SURRENDERS.label, SURRENDERS.cite, again=True)
        found.bring(gone, {f"in-ethiopia.{power}": 0 for power in BOX_AXIS})
    return found


SAYINGS = {
    "supply": (Duty("ground units of both sides in Ethiopia have unlimited supply", "88.45", _here),),
    "profile": (
        Duty(
            "an Italian colony without BRPs, a box of its own, with three Italian 1-3s at the start",
            "88.41",
            _here & ~OUT_OF_PLAY.when,
        ),
    ),
}
reminders = reminding(
    (
        AXIS,
        Reminded(
            "Ethiopia surrenders when this player turn ends, unless the Axis bring more factors in",
            "88.43.when",
            SURRENDERS.when,
        ),
    )
)


@STEPS.step("awaw.minors.ethiopia-turn")
def turn_step(world: World, frame: Frame) -> Directive:
    return turned(turn_begins(world, frame.side))


@STEPS.step("awaw.minors.ethiopia-combat")
def combat_step(world: World, frame: Frame) -> Directive:
    return turned(combat_ends(world, frame.side))


@STEPS.step("awaw.minors.open")
def open_step(world: World, frame: Frame) -> Directive:
    """A campaign begins: what Gathering Storm left behind."""
    return turned(opened(world))


PROCEDURES = {"ethiopia-at-start": Procedure("awaw.minors.open", "Who has Ethiopia when a campaign begins?")}
MOMENTS = {"turn-begins": ("awaw.minors.ethiopia-turn",), "combat-ends": ("awaw.minors.ethiopia-combat",)}


def dossier(world: World, land: str) -> dict[str, object]:
    """Who has how many factors in the box, and since when the clock runs."""
    if land != ETHIOPIA.name:
        return {}
    there = {TITLES[power]: n for power in BOX_POWERS if (n := world[f"in-ethiopia.{power}"])}
    return {"ground factors there": there, "Allies twice as strong since turn": world[CLOCK] or NOBODY}


COUNTED = (COUNT_BEGINS, COUNT_ENDS)


def starts(edition: str) -> dict[str, object]:
    return {} if edition == CURRENT_GS else {"in-ethiopia.italy": 3}


ETHIOPIA = Country(
    "ethiopia",
    steps=STEPS,
    events=REPORTS.events,
    procedures=PROCEDURES,
    declared=(ITALIAN, NOBODYS, SURRENDERS, at_its_time, REMOVED, RETURNED, ITALY_OUT, GERMAN, TAKEN, COUNTED),
    actions=ACTIONS,
    clauses=CLAUSES,
    sayings=SAYINGS,
    heeds=HEEDS,
    families=FAMILIES,
    words=WORDS,
    starts=starts,
    moments=MOMENTS,
    reminders=reminders,
    dossier=dossier,
)
