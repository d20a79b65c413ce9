"""Sweden: its table, which waits for Finland, and rule 86.4: its iron ore and its soldiers."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.countries.norway import ORE_RULES, ROUTE_CUT_BY
from legation.books.awaw.country import ANY_SIDE, Country
from legation.books.awaw.deeds import ALLIANCE, ASSOCIATION, DECLARATION, ENTERED, by, proper, remembers, upon
from legation.books.awaw.diplomacy.gates import russia_may_prepare, russia_waits, the_west_need_not_wait
from legation.books.awaw.diplomacy.results import Effects, activates, associates, grants, opens_hexes, waits, while_so
from legation.books.awaw.groups.general import (
    EVERY_ROLL,
    additional,
    alignment,
    for_the_allies,
    for_the_axis,
    general_rows,
    the_middle,
)
from legation.books.awaw.groups.scandinavia import with_places
from legation.books.awaw.here import at as bound_to
from legation.books.awaw.minors.inquiry import Action
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.vocabulary import actor_is, site_is, survived, with_means
from legation.books.awaw.powers import ALLIED, AXIS, GERMANY, NOBODY, RUSSIA
from legation.books.awaw.reports import Reports
from legation.books.awaw.vocabulary import (
    allied_to,
    associated_with,
    at_war,
    border_war_fought,
    conquered,
    controls,
    declared_war,
    event,
    put_off,
    result_is,
    turn,
)
from legation.core.deeds import On
from legation.core.expr import Expr, amount, any_of, choice, count, lift, named, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, do, done, go
from legation.core.rules import Duty, Limit, Modifier, Permit, Rule, carry_out, sets
from legation.core.sweeps import sweep
from legation.core.tables import at, bands, extras, upfrom, upto
from legation.core.voice import how_many, listed
from legation.core.wording import Wording

__all__ = ["SWEDEN"]

STEPS = Steps()
REPORTS = Reports(STEPS)


def finland_has_moved() -> Expr:
    """Finland is with the Axis or was conquered by the Allies."""
    return any_of(allied_to(AXIS, "finland"), associated_with(AXIS, "finland"), conquered("finland", by=ALLIED))


# -- its table
WAITS = russia_waits("DT-SWEDEN-E1", the_west_need_not_wait("DT-SWEDEN-E3"))

TABLE = EVERY_ROLL.country(
    "Sweden",
    here="sweden",
    cite="",
    basic=alignment(0, cite="DT-SWEDEN-A1"),
    modifiers=(
        *general_rows(
            "DT-SWEDEN-M1 DT-SWEDEN-M2 DT-SWEDEN-M3 DT-SWEDEN-M4 DT-SWEDEN-M5 DT-SWEDEN-M6",
            units="air or infantry",
            waits=True,
        ),
        additional(-1, "the Allies hold Oslo", controls(ALLIED, "oslo"), cite="DT-SWEDEN-M7"),
        additional(+1, "the Axis hold Oslo", controls(AXIS, "oslo"), cite="DT-SWEDEN-M8"),
        additional(+1, "Russia and Finland fought for the border", border_war_fought("finland"), cite="DT-SWEDEN-M9"),
        additional(
            +2,
            "Russia struck into Finland before it had a German ally",
            event("finland-entered-before-its-alliance"),
            cite="DT-SWEDEN-M10",
        ),
        additional(
            +2,
            "the Allies attacked a neutral Sweden",
            event("sweden-attacked-by-allies-while-neutral"),
            cite="DT-SWEDEN-M11",
        ),
    ),
    results=bands(
        *for_the_allies("DT-SWEDEN-R1 DT-SWEDEN-R2 DT-SWEDEN-R3 DT-SWEDEN-R4", small=5, large=10),
        *the_middle("DT-SWEDEN-R5 DT-SWEDEN-R6 DT-SWEDEN-R7"),
        *for_the_axis("DT-SWEDEN-R8 DT-SWEDEN-R9", small=5, large=10),
        at(
            9,
            "as an 8, and associates with the Axis after Finland",
            opens_hexes(AXIS, ~finland_has_moved()),
            grants(10, AXIS),
            waits("associate", ~finland_has_moved()),
            associates(AXIS, finland_has_moved()),
            cite="DT-SWEDEN-R10",
        ),
        upfrom(
            10,
            "as an 8, and joins the Axis after Finland",
            opens_hexes(AXIS, ~finland_has_moved()),
            grants(10, AXIS),
            waits("ally", ~finland_has_moved()),
            activates(AXIS, finland_has_moved()),
            cite="DT-SWEDEN-R11",
        ),
    ),
    supplements=extras(
        upto(0, "no more iron ore for Germany", while_so("swedish-iron-ore-stopped"), cite="DT-SWEDEN-R12"),
        upfrom(
            10,
            "Swedish units are free to enter Finland",
            while_so("swedish-units-free-in-finland"),
            cite="DT-SWEDEN-R13",
        ),
    ),
)


def _follows(status: str, effects: Effects, cite: str) -> Rule:
    """What was put off comes about in the turn after Finland has moved."""
    due = (
        put_off("sweden", status)
        & finland_has_moved()
        & (turn() > number("joined-in.finland", "the turn Finland moved"))
    )
    return Rule(
        f"Sweden becomes {status} after Finland",
        cite,
        when=due,
        sets=(*bound_to("sweden", effects), sets("deferred.sweden", NOBODY)),
        again=True,
    )


SWEDEN_FOLLOWS = (
    _follows("associate", associates(GERMANY), "DT-SWEDEN-R10"),
    _follows("ally", activates(GERMANY), "DT-SWEDEN-R11"),
)
IRON_ORE_FLOWS = Rule(
    "iron ore flows again: Germany has Stockholm",
    "DT-SWEDEN-R12",
    when=controls(AXIS, "stockholm"),
    sets=(sets("policy.swedish-iron-ore-stopped", False),),
    again=True,
)

# -- what it remembers
HEEDS = (
    remembers(
        "Russia strikes into Finland proper before it is with Germany",
        "DT-SWEDEN-M10",
        "event.finland-entered-before-its-alliance",
        on=ENTERED,
        when=by(RUSSIA) & proper("finland") & ~(allied_to(GERMANY, "finland") | associated_with(GERMANY, "finland")),
    ),
    On(
        "who attacks Sweden waits for it in vain",
        "DT-SWEDEN-R10",
        on=DECLARATION,
        when=by(AXIS) & upon("sweden"),
        sets=(sets("deferred.sweden", NOBODY),),
        again=True,
    ),
    On(
        "a Sweden that has been drawn into the war waits for Finland no more",
        "DT-SWEDEN-R10",
        on=ASSOCIATION | ALLIANCE,
        when=upon("sweden"),
        sets=(sets("deferred.sweden", NOBODY),),
        again=True,
    ),
    remembers(
        "the Allies attack a neutral Sweden",
        "DT-SWEDEN-M11",
        "event.sweden-attacked-by-allies-while-neutral",
        on=DECLARATION,
        when=by(ALLIED)
        & upon("sweden")
        & choice("status.sweden", "neutral", "hex-control", says="Sweden is[ not] neutral"),
    ),
)

# -- 86.42: what stops the iron ore
_stockholm = controls(AXIS, "stockholm")
_attacked = declared_war(GERMANY, "sweden") & survived("sweden") & ~_stockholm
_unwilling = result_is("sweden", "0", "-1", "-2", "-3") & ~_stockholm
CAUSES = (
    Reminded("the Allies hold Stockholm", "86.42A", controls(ALLIED, "stockholm")),
    Reminded("Sweden has survived a German attack", "86.42B", _attacked),
    Reminded("a result of 0 or less is in force for Sweden", "86.42C", _unwilling),
    Reminded("no ore passes the coast of Norway", "86.42D", ROUTE_CUT_BY),
)
INTERRUPTED = tuple(named(cause.label, cause.when, cite=cause.cite) for cause in CAUSES)

CUT = Modifier(lift(-5), "BRPs off Germany's construction limit", "86.32.effect", any_of(*INTERRUPTED))
_causes = count(*INTERRUPTED)
_cut_before = number("construction-cut.germany", "BRPs less for Germany at its last construction")
ONCE = Limit(
    "five BRPs in all, however many causes there are, and not five more each turn",
    "86.421.not-cumulative",
    (_causes >= 2).worded("there are [two causes or more|less than two causes]")
    | (CUT.when & (_cut_before >= 1).worded("[something|nothing] was taken off the last time")),
)
RESTORED = Rule(
    "once the ore comes again nothing is taken off",
    "86.421.restored",
    when=~CUT.when & (_cut_before >= 1).worded("[something|nothing] was taken off the last time"),
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
    words=Wording(("the Axis come to unit construction", "Axis unit construction begins"), at=("norway", "sweden")),
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


# -- 86.43 and 86.44: Swedish soldiers
SWEDES = Permit(
    "Swedish infantry fights in Finland once its border war with Russia has become a full war",
    "86.43",
    actor_is("sweden")
    & site_is(*with_places("finland"), "finnish-border-hexes")
    & with_means("ground")
    & border_war_fought("finland")
    & (declared_war(RUSSIA, "finland") | at_war(RUSSIA, "finland")),
)
TOUGH = Duty(
    "no −1 for the defence of Swedish units outside their own country",
    "86.44",
    actor_is("sweden") & ~site_is(*with_places("sweden")),
)


# -- what is told
def no_ore(world: World) -> list[str]:
    return [f"{words} [{cause.cite}]" for cause in CAUSES if (words := cause.told(world))]


def reminders(world: World, half: str) -> Iterator[str]:
    """The ore as things stand."""
    if half == AXIS and (causes := no_ore(world)):
        less = how_many(abs(CUT.amount(world)), "BRP")
        yield f"as it stands, no iron ore comes, and Germany has {less} less to build with: {listed(causes)}"


def dossier(world: World, land: str) -> dict[str, object]:
    """The ore comes from Sweden, along the coast of Norway."""
    return {"iron ore": no_ore(world) or "comes to Germany [86.32]"} if land in ("norway", SWEDEN.name) else {}


SWEDEN = Country(
    "sweden",
    steps=STEPS,
    events=REPORTS.events,
    declared=(CUT, ONCE, RESTORED, SETTLED, CAUSES),
    actions={
        "swedes-in-finland": Action(
            "may Swedish infantry fight in Finland?", (SWEDES,), False, SWEDES.cite, "only in a full Russo-Finnish war"
        ),
    },
    sayings={"profile": (profile_of("sweden", NEUTRAL, "86.41", seats=""),), "defence": (TOUGH,)},
    heeds=HEEDS,
    moments={"combat-ends": ("awaw.minors.ore-at-last",)},
    reminders=reminders,
    dossier=dossier,
    table=TABLE,
    waits=WAITS,
    prepares=russia_may_prepare("DT-SWEDEN-E2"),
    phase_rules={ANY_SIDE: (IRON_ORE_FLOWS,), AXIS: SWEDEN_FOLLOWS},
)
