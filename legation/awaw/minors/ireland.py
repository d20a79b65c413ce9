"""Rule 87.2: Eire, Ulster and the Irish partisans: how many Germany may have, where, and what they cost Britain."""

from __future__ import annotations

from legation.awaw.deeds import CONQUERED, LOST, SEIZED, SIDE, is_so, upon
from legation.awaw.minors.entry import side_declared
from legation.awaw.minors.inquiry import Action
from legation.awaw.minors.news import Turned, turned
from legation.awaw.minors.words import actor_is, site_is, status_is
from legation.awaw.order_of_play import builds
from legation.awaw.powers import ALLIED, AXIS, BRITAIN, GERMANY, TITLES
from legation.awaw.provisions import Provisions
from legation.awaw.reports import AMOUNT, Reports
from legation.awaw.vocabulary import declared_war, factions_of, policy, result_is
from legation.core.deeds import On, filled
from legation.core.errors import NotFound, Refused
from legation.core.expr import choice, named, number
from legation.core.facts import Count, Family, World
from legation.core.machine import Directive, Frame, Steps, ask, done, go
from legation.core.requests import TABLE, amount
from legation.core.rules import Limit, Permit, Rule, carry_out, sets
from legation.core.wording import Phrase, Wording

__all__ = ["PROVISIONS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events
IRELAND = "ireland"
FAMILIES = (
    Family(
        "ulster-counted-in", Count(0, 60), "the turn in which the partisans near Ulster were last counted", default=0
    ),
)

BUILT, LAST, MOST = "irish-partisans-built", "irish-partisan-turn", "irish-partisans"

NOT_IN_ULSTER = Limit(
    "no partisan is built in Ulster; it may go there afterwards",
    "DT-IRELAND-R5",
    named("Ulster is British", choice("built-in", "ulster", says="it would be built in Ulster"), cite="87.23.ulster"),
)
ALLIED_WAR = Permit(
    "two Irish partisans, one a turn, after an Allied declaration of war on Ireland",
    "87.23.dow",
    declared_war(ALLIED, "ireland") & ~policy("irish-partisans-gone"),
)
_granted = number(MOST, "Irish partisans that Germany may have by the result in force")
BY_RESULT = {
    1: Permit("one Irish partisan after a 7", "87.23.result7", _granted.is_number(1)),
    2: Permit("two Irish partisans, one a turn, after an 8 or more", "87.23.result8", _granted.is_number(2)),
}
SUCH_A_HEX = Permit(
    "in a vacant Irish hex outside Allied zones of control, whoever has it, conquered or not",
    "87.23.where",
    choice("means", "vacant-hex", says="the hex is vacant and in no Allied zone of control"),
)
RAID = Rule(
    "an Irish partisan in or next to Ulster costs Britain a BRP",
    "DT-IRELAND-R6",
    when=named(
        "Irish partisans threaten Ulster",
        number("raiders", "partisans in or next to Ulster") >= 1,
        cite="87.23.loss",
    ),
    sets=(sets("booked.britain", number("booked.britain") - number("raiders")),),
)
IRA_ACTIVE = Rule("one Irish partisan, to be built again if it is lost", "DT-IRELAND-R4", again=True)
IRA_HELPED = Rule("two Irish partisans, one a turn", "DT-IRELAND-R9", again=True)
_conquered = upon("ireland") & is_so("lost")
HEEDS = (
    On(
        "an Allied conquest ends the Irish help for U-boats, but makes two partisans",
        "DT-IRELAND-R8",
        on=CONQUERED | SEIZED | LOST,
        when=_conquered
        & filled(SIDE, *factions_of(ALLIED), "allied-partisans", says="the Allies conquer it")
        & result_is("ireland", "7", "8"),
        sets=(sets(MOST, 2), sets("policy.irish-help-for-u-boats", False)),
    ),
    On(
        "an Axis conquest leaves Germany no Irish partisans",
        "DT-GEN-35",
        on=CONQUERED | SEIZED | LOST,
        when=_conquered & filled(SIDE, AXIS, "axis-partisans", says="the Axis conquer it"),
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
        raise Refused(NOT_IN_ULSTER.label, rule=NOT_IN_ULSTER.cite, allowed=["ireland"])
    if not SUCH_A_HEX.allows(world.scoped(means=frame.get("hex", "vacant-hex"))):
        raise Refused(f"only {SUCH_A_HEX.label}", rule=SUCH_A_HEX.cite, allowed=["vacant-hex"])
    most = _most(world)
    rule = IRA_HELPED if most > 1 else IRA_ACTIVE
    if built >= most:
        raise Refused(f"Germany may have {most} Irish partisans at this time", rule=rule.cite)
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
        raise Refused(f"{built} Irish partisans are in play", rule=RAID.cite, allowed=range(built + 1))
    told = world.change("ulster-counted-in", world["turn"])  # the table has counted them, whatever comes of it
    return done([*carry_out([RAID], world.scoped(raiders=near))[1], told])


# -- war and the combat phase
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


def of_its_own(world: World, land: str) -> dict[str, object]:
    """What a dossier says of Irish partisans."""
    return {"Irish partisans": f"{world[BUILT]} of {world[MOST]}"} if land == IRELAND else {}


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

PROVISIONS = Provisions(
    "ireland",
    steps=STEPS,
    events=EVENTS,
    declared=(NOT_IN_ULSTER, ALLIED_WAR, BY_RESULT, SUCH_A_HEX, RAID, GERMAN_WAR),
    actions=ACTIONS,
    clauses=CLAUSES,
    heeds=HEEDS,
    families=FAMILIES,
    moments=MOMENTS,
    dossier=of_its_own,
)
