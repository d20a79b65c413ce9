"""Norway: its table, the mines off its coast, its reaction rolls, and rule 86.3."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.country import Country
from legation.books.awaw.diplomacy.gates import Gate
from legation.books.awaw.diplomacy.results import while_so
from legation.books.awaw.groups.general import (
    EVERY_ROLL,
    PRO_ALLIED,
    additional,
    alignment,
    general_results,
    general_rows,
)
from legation.books.awaw.minors.inquiry import tell
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.schema import WAR_PRICE
from legation.books.awaw.minors.vocabulary import site_is
from legation.books.awaw.order_of_play import DECLARATIONS, in_phase
from legation.books.awaw.powers import ALLIED, AXIS, RUSSIA, WESTERN_ALLIES
from legation.books.awaw.reports import Reports
from legation.books.awaw.vocabulary import (
    NORWAY_REACTS_TO,
    associated_with,
    attacked,
    beneficiary,
    border_war_fought,
    conquered,
    controls,
    declared_war,
    event,
    policy,
    result_is,
)
from legation.core.book import Procedure
from legation.core.errors import Refused
from legation.core.expr import Expr, any_of, choice, holds, lift, named, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done
from legation.core.rules import Limit, Modifier, Permit, Rule, carry_out, sets
from legation.core.tables import extras, upto
from legation.core.voice import affirmed
from legation.core.wording import Wording

__all__ = ["MAY_MINE", "NORWAY", "ORE_RULES", "ROUTE_CUT_BY", "may_mine_now", "waters_mined"]

STEPS = Steps()
REPORTS = Reports(STEPS)
GONE = "policy.norwegian-mines-gone"

GATE = Gate(Limit("somebody has declared war on Norway", "DT-NORWAY-E1", attacked("norway")))

# -- its table
TABLE = EVERY_ROLL.country(
    "Norway",
    here="norway",
    cite="",
    basic=alignment(0, cite="DT-NORWAY-A1"),
    modifiers=(
        *general_rows(
            "DT-NORWAY-M1 DT-NORWAY-M2 DT-NORWAY-M3 DT-NORWAY-M4 DT-NORWAY-M5 DT-NORWAY-M6", units="infantry"
        ),
        additional(-2, "the Axis declared war on Sweden", declared_war(AXIS, "sweden"), cite="DT-NORWAY-M7"),
        additional(
            -1,
            "Sweden pursues a pro-Allied policy",
            result_is("sweden", *PRO_ALLIED)
            & ~truth("by-attack.sweden", "Sweden [associated|did not associate] because it was attacked"),
            cite="DT-NORWAY-M8",
        ),
        additional(-1, "the Axis declared war on Denmark", declared_war(AXIS, "denmark"), cite="DT-NORWAY-M9"),
        additional(
            +1,
            "the Allies mined Norwegian waters unasked",
            named(
                "the Allies [mined|did not mine] Norwegian waters unasked",
                truth("mined-without-consent", "the Allies [mined|did not mine] Norwegian waters unasked"),
                cite="86.35B",
            ),
            cite="DT-NORWAY-M10",
        ),
        additional(
            +1, "Russia and Finland fought for the border hexes", border_war_fought("finland"), cite="DT-NORWAY-M11"
        ),
        additional(+2, "Russia declared war on Finland", declared_war(RUSSIA, "finland"), cite="DT-NORWAY-M12"),
        additional(+2, "Russia declared war on Sweden", declared_war(RUSSIA, "sweden"), cite="DT-NORWAY-M13"),
    ),
    results=general_results(
        "DT-NORWAY-R1 DT-NORWAY-R2 DT-NORWAY-R3 DT-NORWAY-R4 DT-NORWAY-R5 DT-NORWAY-R6 "
        "DT-NORWAY-R7 DT-NORWAY-R8 DT-NORWAY-R9 DT-NORWAY-R10 DT-NORWAY-R11",
        small=5,
        large=None,
    ),
    supplements=extras(
        upto(
            0, "the Allies may mine Norwegian waters", while_so("norwegian-waters-may-be-mined"), cite="DT-NORWAY-R12"
        ),
        upto(2, "no more heavy water for Germany", while_so("heavy-water-stopped"), cite="DT-NORWAY-R13"),
    ),
)


# -- mines, 86.33 to 86.36
def germany_controls_norway(cite: str | None = None) -> Expr:
    """By hex control, association, alliance or conquest; `cite` is the rule on control by a result."""
    with_germany = choice("status.norway", "hex-control", "associate", "ally", says="Norway is with [a|no] power")
    by_result = named(
        "Germany [has|does not have] Norway by a result", with_germany & beneficiary("norway", AXIS), cite=cite
    )
    return any_of(by_result, conquered("norway", by=AXIS))


def waters_mined() -> Expr:
    """The mines are laid, and Germany has not controlled Norway since."""
    return event("norwegian-waters-mined") & ~policy("norwegian-mines-gone")


_bergen_is_german = controls(AXIS, "bergen")
_mined = waters_mined()
_consent = named(
    "Norway [consents|does not consent] to the mining",
    any_of(
        policy("norwegian-waters-may-be-mined"),
        result_is("norway", "0", "-1", "-2", "-3"),
        associated_with(WESTERN_ALLIES, "norway")
        & truth("by-attack.norway", "[a|no] German attack made it an associate"),
    ),
    cite="86.34",
)
_unasked = truth("mined-without-consent", "the Allies [mined|did not mine] Norwegian waters unasked")

MAY_MINE = Permit(
    "the Western Allies may mine Norwegian waters in the declaration of war phase of a fall or winter turn of theirs,"
    " while Germany holds neither Bergen nor Norway",
    "DT-NORWAY-E3",
    named(
        "it is [|not ]their declaration of war phase in fall or winter, "
        "[and Germany does not control|or Germany controls] Norway",
        choice("season", "fall", "winter", says="it is [|neither ]fall [or|nor] winter")
        & in_phase(DECLARATIONS, ALLIED)
        & ~germany_controls_norway(),
        cite="86.33",
    )
    & (~_bergen_is_german | _consent),
)
NO_WAY_BACK = Limit(
    "the mining has been announced and cannot be taken back",
    "DT-NORWAY-E4",
    named("the mining is[ not] announced", _mined, cite="86.33.final"),
)
LESS_TENSION = named(
    "[mining without consent lowers the USAT level by one|no mining without consent lowers the USAT level]",
    ~_consent,
    cite="86.35A",
)
UNASKED = Rule(
    "mining without consent turns Norway to the Axis, gives them a reaction roll and lowers USAT",
    "DT-NORWAY-E5",
    when=~_consent,
    sets=(sets("mined-without-consent", True),),
)


@REPORTS.event(
    "mining",
    "awaw.mining",
    "The Western Allies mine Norwegian waters",
    cite="DT-NORWAY-E3",
    words=Wording(
        (
            "the Western Allies mine Norwegian waters",
            "the Allies mine Norwegian waters",
            "Britain mines Norwegian waters",
        ),
        at=("norway",),
    ),
)
def mining(world: World, frame: Frame) -> Directive:
    """The Western Allies announce that they mine Norwegian waters; they cannot call it off, nor do it twice."""
    if NO_WAY_BACK.forbids(world):
        raise Refused(NO_WAY_BACK.label, rule=NO_WAY_BACK.cite)
    if not MAY_MINE.allows(world):
        raise Refused(MAY_MINE.label, rule=MAY_MINE.cite)
    anew = Change(GONE, world[GONE], False, MAY_MINE.cite)
    return do([*carry_out([UNASKED], world)[1], anew], then="awaw.mined", consent=not holds(LESS_TENSION, world))


def may_mine_now(world: World) -> bool:
    """Whether the Western Allies can announce it."""
    return not NO_WAY_BACK.forbids(world) and MAY_MINE.allows(world)


@STEPS.step("awaw.mined")
def mined(world: World, frame: Frame) -> Directive:
    """The tension tracks take it in."""
    return call("awaw.tension.mining", then="awaw.mines-laid", consent=frame.consent)


@STEPS.step("awaw.mines-laid")
def mines_laid(world: World, frame: Frame) -> Directive:
    return done()


# -- reaction rolls
def reacts_to(deed: str, when: Expr, *, grants: str, also: str | None = None) -> Rule:
    """A deed of the opponent gives a side one roll for Norway, in its next diplomatic phase."""
    done_before = truth(f"reacted-to.{deed}", "that gave [a roll already|no roll yet]")
    return Rule(
        f"a reaction roll for Norway: {affirmed(NORWAY_REACTS_TO[deed])}",
        "DT-NORWAY-E2",
        when=named(NORWAY_REACTS_TO[deed], when & ~done_before, cite=also),
        sets=(sets(f"{grants}.norway", True), sets(f"reacted-to.{deed}", True)),
        again=True,
    )


AXIS_REACTIONS = (
    reacts_to("mining", _unasked, grants="reaction", also="86.35C"),
    reacts_to("finnish-border-war", border_war_fought("finland"), grants="reaction"),
    reacts_to("russian-war-on-finland", declared_war(RUSSIA, "finland"), grants="reaction"),
    reacts_to("russian-war-on-sweden", declared_war(RUSSIA, "sweden"), grants="reaction"),
)
ALLIED_REACTIONS = (
    reacts_to("war-on-sweden", declared_war(AXIS, "sweden"), grants="allied-reaction"),
    reacts_to("war-on-denmark", declared_war(AXIS, "denmark"), grants="allied-reaction"),
)


# -- iron ore along the coast, 86.32
_route_is_cut = choice("season", "winter", "spring", says="it is [|neither ]winter [or|nor] spring") & any_of(
    controls(ALLIED, "bergen"), _mined & ~_bergen_is_german
)
MINES_GONE = Rule(
    "German control of Norway ends the mining",
    "DT-NORWAY-E6",
    when=named(
        "Germany has[ not] come to control Norway", _mined & germany_controls_norway("86.36.same-turn"), cite="86.36"
    ),
    sets=(sets(GONE, True),),
    again=True,
)
ROUTE_CUT = Rule(
    "no iron ore along the Norwegian coast: the Allies hold Bergen, or the waters are mined",
    "DT-NORWAY-E6",
    when=_route_is_cut,
    sets=(sets("policy.norwegian-ore-route-cut", True),),
)
ROUTE_OPEN = Rule(
    "the iron ore comes again",
    "DT-NORWAY-E6",
    when=policy("norwegian-ore-route-cut") & ~_route_is_cut,
    sets=(sets("policy.norwegian-ore-route-cut", False),),
    again=True,
)
ORE_RULES = (MINES_GONE, ROUTE_CUT, ROUTE_OPEN)
_coastal = named(
    "in winter and spring the ore comes along the coast of Norway",
    choice("season", "winter", "spring", says="it is [|neither ]winter [or|nor] spring"),
    cite="86.32",
)
_bergen = named("the Allies [hold|do not hold] Bergen", _coastal & controls(ALLIED, "bergen"), cite="86.32A")
_mines = named(
    "Norwegian waters are [mined, and Germany does not hold|not mined, or Germany holds] Bergen",
    _coastal & waters_mined() & ~controls(AXIS, "bergen"),
    cite="86.32B",
)
ROUTE_CUT_BY = any_of(_bergen, _mines)

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


# -- 86.38: one declaration of war for Denmark and Norway
JOINT = Reminded(f"one declaration of {WAR_PRICE} BRPs may name Norway and Denmark", "86.38", site_is("norway"))


# -- what is told
def reminders(world: World, half: str) -> Iterator[str]:
    """Mines that may be laid, and heavy water as things stand."""
    if half == ALLIED:
        if not holds(waters_mined(), world) and MAY_MINE.allows(world):
            yield f"the Western Allies may mine Norwegian waters when they declare wars [{MAY_MINE.cite}, 86.33]"
        return
    rows = heavy_water(world)[1]
    if rows and not world["policy.heavy-water-stopped"]:
        yield f"{rows[0].label}: {rows[0].amount(world)} on research for a controlled reaction [{rows[0].cite}]"


def dossier(world: World, land: str) -> dict[str, object]:
    rows = heavy_water(world)[1] if land == NORWAY.name else []
    return {"heavy water": [f"{row.label} [{row.cite}]" for row in rows]} if rows else {}


NORWAY = Country(
    "norway",
    steps=STEPS,
    events=REPORTS.events,
    procedures={
        "heavy-water": Procedure("awaw.minors.heavy-water", "What modifies German research for a controlled reaction?"),
    },
    declared=(MAY_MINE, NO_WAY_BACK, UNASKED, LESS_TENSION, ORE_RULES, HEAVY_WATER),
    sayings={"profile": (profile_of("norway", NEUTRAL, "86.31", seats=""), JOINT)},
    reminders=reminders,
    dossier=dossier,
    table=TABLE,
    gates=(GATE,),
    phase_rules={AXIS: AXIS_REACTIONS, ALLIED: ALLIED_REACTIONS},
)
