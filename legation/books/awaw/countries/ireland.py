"""Ireland: its table, and rule 87.2: Eire, Ulster and the Irish partisans."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.deeds import CONQUERED, LOST, SEIZED, SIDE, is_so, upon
from legation.books.awaw.diplomacy.results import OWN_TERMS, Effects, continues, declares, ends_policy, while_so
from legation.books.awaw.groups.general import EVERY_ROLL, alignment
from legation.books.awaw.minors.inquiry import Action, Topic
from legation.books.awaw.minors.news import Turned, turned
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.vocabulary import actor_is, side_declared, site_is, status_is
from legation.books.awaw.order_of_play import builds
from legation.books.awaw.powers import ALLIED, AXIS, BRITAIN, GERMANY, TITLES
from legation.books.awaw.reports import AMOUNT, Reports
from legation.books.awaw.vocabulary import HERE, conquered, declared_war, factions_of, policy, result_is
from legation.core.deeds import On, filled
from legation.core.errors import NotFound, Refused
from legation.core.expr import choice, largest, lift, named, number, smallest
from legation.core.facts import Count, Family, World
from legation.core.machine import Directive, Frame, Steps, ask, done, go
from legation.core.requests import TABLE as THE_TABLE
from legation.core.requests import amount
from legation.core.rules import Copy, Duty, Limit, Permit, Rule, carry_out, sets
from legation.core.tables import at, bands, extras, modifier, span, upfrom, upto
from legation.core.voice import how_many
from legation.core.wording import Phrase, Wording
from legation.core.words import counted

__all__ = ["IRELAND"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EIRE = "ireland"
FAMILY = Family(
    "ulster-counted-in",
    Count(0, 60, "turn"),
    "the turn in which the partisans near Ulster were last counted",
    default=0,
)

# -- its table
_RISEN = ("7", "8")  # the results under which the IRA is up in arms
_built = number("irish-partisans-built", "Irish partisans in play")
_unbuilt = named(
    "Irish partisans that Germany may still build",
    largest(number("irish-partisans", "Irish partisans that Germany may have") - _built, lift(0)),
)


def rises(partisans: int) -> Effects:
    """Germany may have so many Irish partisans; after a stronger result one may have to go."""
    return (
        sets("irish-partisans", partisans),
        sets("irish-partisans-built", smallest(_built, lift(partisans))),
        sets(f"beneficiary.{HERE}", Copy(f"award.{HERE}")),
    )


def calms() -> Effects:
    """Ireland no longer helps the Axis."""
    return (*ends_policy(AXIS, *_RISEN), sets("irish-partisans", 0), sets("irish-partisans-built", 0))


# No general rows: nobody gets Ireland's hexes or BRPs.
TABLE = EVERY_ROLL.country(
    "Ireland",
    here="ireland",
    cite="",
    basic=alignment(0, cite="DT-IRELAND-A1"),
    modifiers=(
        modifier(+1, "Ireland helps the IRA", result_is("ireland", "8"), cite="DT-IRELAND-M1"),
        modifier(-1 * _unbuilt, "unbuilt Irish partisans", _unbuilt >= 1, cite="DT-IRELAND-M2"),
    ),
    results=bands(
        upto(
            2,
            "Ireland stays quiet for the rest of the war",
            calms(),
            declares("irish-partisans-gone"),
            cite="DT-IRELAND-R1",
            permanent=True,
        ),
        span(3, 4, "Ireland does nothing for the Axis any more", OWN_TERMS, calms(), cite="DT-IRELAND-R2"),
        span(5, 6, "goes on as it is", OWN_TERMS, continues(AXIS, "5-6", keeps=_RISEN, ends=()), cite="DT-IRELAND-R3"),
        at(7, "the IRA rises: one Irish partisan", rises(1), cite="DT-IRELAND-R4"),
        upfrom(8, "Ireland helps the IRA: two Irish partisans, one a turn", rises(2), cite="DT-IRELAND-R9"),
    ),
    supplements=extras(
        upfrom(7, "help for the U-boats", while_so("irish-help-for-u-boats"), cite="DT-IRELAND-R7"),
    ),
)

# -- 87.21 to 87.23: Eire, Ulster and the partisans
BUILT, LAST, MOST = "irish-partisans-built", "irish-partisan-turn", "irish-partisans"

NOT_IN_ULSTER = Limit(
    "no partisan is built in Ulster; it may go there afterwards",
    "DT-IRELAND-R5",
    named(
        "Ulster is[ not] British",
        choice("built-in", "ulster", says="it would[ not] be built in Ulster"),
        cite="87.23.ulster",
    ),
)
ALLIED_WAR = Permit(
    "two Irish partisans, one a turn, after an Allied declaration of war on Ireland",
    "87.23.dow",
    declared_war(ALLIED, "ireland") & ~policy("irish-partisans-gone"),
)
_granted = number(MOST, "Irish partisans that Germany may have by the result in force")
BY_RESULT = {
    1: Permit(
        "one Irish partisan after a 7",
        "87.23.result7",
        _granted.is_number(1).worded("one Irish partisan is[ not] granted"),
    ),
    2: Permit(
        "two Irish partisans, one a turn, after an 8 or more",
        "87.23.result8",
        _granted.is_number(2).worded("two Irish partisans are[ not] granted"),
    ),
}
SUCH_A_HEX = Permit(
    "in a vacant Irish hex outside Allied zones of control, whoever has it, conquered or not",
    "87.23.where",
    choice(
        "means",
        "vacant-hex",
        says="the hex is [vacant and in no Allied zone of control|not vacant, or in an Allied zone of control]",
    ),
)
RAID = Rule(
    "an Irish partisan in or next to Ulster costs Britain a BRP",
    "DT-IRELAND-R6",
    when=named(
        "[|no ]Irish partisans threaten Ulster",
        number("raiders", "partisans in or next to Ulster") >= 1,
        cite="87.23.loss",
    ),
    sets=(sets("booked.britain", number("booked.britain") - number("raiders")),),
)
IRA_ACTIVE = Rule("one Irish partisan, to be built again if it is lost", "DT-IRELAND-R4", again=True)
IRA_HELPED = Rule("two Irish partisans, one a turn", "DT-IRELAND-R9", again=True)
# -- what a conquest ends
_conquered = upon("ireland") & is_so("lost")
HEEDS = (
    On(
        "an Allied conquest ends the Irish help for U-boats, but makes two partisans",
        "DT-IRELAND-R8",
        on=CONQUERED | SEIZED | LOST,
        when=_conquered
        & filled(SIDE, *factions_of(ALLIED), "allied-partisans", says="the Allies [conquer|do not conquer] it")
        & result_is("ireland", "7", "8"),
        sets=(sets(MOST, 2), sets("policy.irish-help-for-u-boats", False)),
    ),
    On(
        "an Axis conquest leaves Germany no Irish partisans",
        "DT-GEN-35",
        on=CONQUERED | SEIZED | LOST,
        when=upon("ireland") & filled(SIDE, AXIS, "axis-partisans", says="the Axis [conquer|do not conquer] it"),
        sets=(sets(MOST, 0),),
        again=True,
    ),
)


def _most(world: World) -> int:
    """How many Irish partisans Germany may have: by the result in force, or by an Allied declaration of war."""
    at_war = ALLIED_WAR.allows(world)
    by_result = [number for number, permit in BY_RESULT.items() if permit.allows(world)]
    return 2 if at_war else max(by_result, default=0)


ACTS = Phrase({"build": "builds", "lose": "loses"}, unsaid="build")
HEXES = Phrase(
    {
        "vacant-hex": "on a vacant hex",
        "occupied-hex": "on an occupied hex",
        "enemy-zone": ("in an enemy zone", "in an enemy zone of control"),
    }
)


@REPORTS.event(
    "irish-partisan",
    "awaw.irish-partisan",
    "An Irish partisan is built or lost",
    {"act": "build or lose", "in": "ireland or ulster", "hex": "vacant-hex, occupied-hex or enemy-zone"},
    cite="DT-IRELAND-R5",
    words=Wording(
        ("Germany {act} an Irish partisan",),
        {"act": ACTS, "in": Phrase({"ireland": "Ireland", "ulster": "Ulster"}), "hex": HEXES},
        adds=("in {in}", "{hex}"),
    ),
)
def partisan(world: World, frame: Frame) -> Directive:
    """Germany builds an Irish partisan, or loses one."""
    act, place = frame.get("act", "build"), frame.get("in", "ireland")
    if act not in ("build", "lose"):
        raise NotFound("act", act, ("build", "lose"))
    if place not in ("ireland", "ulster"):
        raise NotFound("place", place, ("ireland", "ulster"))
    built = world[BUILT]
    if act == "lose":
        if not built:
            raise Refused("there is no Irish partisan in play")
        return done(IRA_ACTIVE.brings(world, {BUILT: built - 1}))
    builds(world, GERMANY)
    if NOT_IN_ULSTER.forbids(world.scoped(**{"built-in": place})):
        raise Refused(NOT_IN_ULSTER.label, rule=NOT_IN_ULSTER.cite, allowed=["ireland"], said=["Ireland"])
    if not SUCH_A_HEX.allows(world.scoped(means=frame.get("hex", "vacant-hex"))):
        raise Refused(f"only {SUCH_A_HEX.label}", rule=SUCH_A_HEX.cite, allowed=["vacant-hex"])
    most = _most(world)
    rule = IRA_HELPED if most > 1 else IRA_ACTIVE
    if built >= most:
        raise Refused(
            f"Germany may have {counted(most, 'Irish partisan')} at this time, and has {built or 'none'}",
            rule=rule.cite,
        )
    if most > 1 and world[LAST] == world["turn"]:
        raise Refused("one Irish partisan a turn", rule=rule.cite)
    return done(rule.brings(world, {BUILT: built + 1, LAST: world["turn"]}))


@REPORTS.event(
    "ulster",
    "awaw.ulster",
    "An Allied combat phase ends with Irish partisans in or next to Ulster",
    {"partisans": "how many of them"},
    cite="DT-IRELAND-R6",
    words=Wording(
        ("an Allied combat phase ends with {partisans} Irish partisan(s) in or next to Ulster",), {"partisans": AMOUNT}
    ),
)
def ulster(world: World, frame: Frame) -> Directive:
    """An Allied combat phase is over."""
    near, built = frame.get("partisans", 0), world[BUILT]
    if not isinstance(near, int) or isinstance(near, bool) or not 0 <= near <= built:
        are = "is" if built == 1 else "are"
        raise Refused(f"{counted(built, 'Irish partisan')} {are} in play", rule=RAID.cite, allowed=range(built + 1))
    told = world.change("ulster-counted-in", world["turn"])  # the table has counted them, whatever comes of it
    return done([*carry_out([RAID], world.scoped(raiders=near))[1], told])


# -- war and the combat phase
GERMAN_WAR = Rule(
    "a German declaration of war removes all Irish partisans for good",
    "87.23.german-dow",
    when=declared_war(GERMANY, EIRE),
    sets=(sets(BUILT, 0), sets(MOST, 0), sets("policy.irish-partisans-gone", True)),
)


@STEPS.step("awaw.minors.irish-war")
def war(world: World, frame: Frame) -> Directive:
    """War on Ireland, by whom?"""
    found = Turned(world)
    if EIRE in frame.targets:
        found.carry(GERMAN_WAR, tell=bool(world[BUILT]))
    return turned(found)


@STEPS.step("awaw.minors.irish-raids")
def raids(world: World, frame: Frame) -> Directive:
    """The Allied combat phase is over: who is in or next to Ulster?  Not if that was reported by itself."""
    if frame.side != ALLIED or not world[BUILT] or world["ulster-counted-in"] == world["turn"]:
        return done()
    question = amount(
        THE_TABLE,
        f"How many Irish partisans are in Ulster or next to it?  Each costs {TITLES[BRITAIN]} a BRP",
        range(world[BUILT] + 1),
        cite="87.23.loss",
        why=f"of {how_many(world[BUILT], 'Irish partisan')} in play",
        subject=EIRE,
        did="counts [{Irish partisan}|no Irish partisans] in Ulster or next to it",
    )
    return ask(question, then="awaw.minors.irish-raided", into="partisans")


@STEPS.step("awaw.minors.irish-raided")
def raided(world: World, frame: Frame) -> Directive:
    return go("awaw.ulster")


def dossier(world: World, land: str) -> dict[str, object]:
    """What a dossier says of Irish partisans."""
    return {"Irish partisans": f"{world[BUILT]} of {world[MOST]}"} if land == EIRE else {}


_eire = site_is(EIRE)
CLAUSES = {
    "enter": (
        Limit(
            "Eire is entered only after a declaration of war, for 10 BRPs",
            "87.22.entry",
            _eire & status_is("neutral", country=EIRE) & ~side_declared(EIRE),
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
                _eire & actor_is(BRITAIN) & ~declared_war(ALLIED, EIRE),
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
PROFILE = (
    Duty("Ulster is British in every respect", "87.21", site_is("ireland", "ulster", "britain")),
    profile_of("ireland", NEUTRAL, "87.22", seats=""),
)

# -- 87.24: help for submarines
SUBMARINES = (
    Duty("Irish help adds one to the Axis combat dice", "87.24.bonus", policy("irish-help-for-u-boats")),
    Duty(
        "an Axis conquest of Ireland brings no help for submarines",
        "87.24.no-conquest",
        conquered("ireland", by=AXIS),
    ),
    Duty(
        "Irish help is over, or never came",
        "87.24.negated",
        result_is("ireland", "2", "3-4") | conquered("ireland", by=ALLIED),
    ),
)

IRELAND = Country(
    "ireland",
    steps=STEPS,
    events=REPORTS.events,
    declared=(NOT_IN_ULSTER, ALLIED_WAR, BY_RESULT, SUCH_A_HEX, RAID, GERMAN_WAR),
    actions=ACTIONS,
    topics={"atlantic-submarines": Topic("submarine warfare in the Atlantic", SUBMARINES)},
    clauses=CLAUSES,
    sayings={"profile": PROFILE},
    heeds=HEEDS,
    families=(FAMILY,),
    moments={"declared": ("awaw.minors.irish-war",), "combat-ends": ("awaw.minors.irish-raids",)},
    dossier=dossier,
    table=TABLE,
)
