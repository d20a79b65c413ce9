"""Norwegian waters: the mines, the ore that passes them, and the reaction rolls that deeds of the enemy bring."""

from __future__ import annotations

from legation.awaw.order_of_play import DECLARATIONS, in_phase
from legation.awaw.powers import ALLIED, AXIS, RUSSIA, WESTERN_ALLIES
from legation.awaw.reports import Reports
from legation.awaw.vocabulary import (
    NORWAY_REACTS_TO,
    associated_with,
    beneficiary,
    border_war_fought,
    conquered,
    controls,
    declared_war,
    event,
    policy,
)
from legation.core.errors import Refused
from legation.core.expr import Expr, any_of, choice, holds, named, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, call, do, done
from legation.core.rules import Limit, Permit, Rule, carry_out, sets
from legation.core.voice import affirmed
from legation.core.wording import Wording

__all__ = ["ALLIED_REACTIONS", "AXIS_REACTIONS", "DECLARED", "EVENTS", "MAY_MINE", "ORE_RULES", "STEPS"]
__all__ += ["may_mine_now", "waters_mined"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events
GONE = "policy.norwegian-mines-gone"


# -- mines
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
    words=Wording(("the Western Allies mine Norwegian waters", "the Allies mine Norwegian waters")),
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


# -- iron ore
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

DECLARED = (MAY_MINE, NO_WAY_BACK, UNASKED, LESS_TENSION, ORE_RULES, AXIS_REACTIONS, ALLIED_REACTIONS)
