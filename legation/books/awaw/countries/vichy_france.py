"""Vichy France: the fall of France, its table, and its colonies."""

from __future__ import annotations

from legation.books.awaw.certain import AtLeast
from legation.books.awaw.country import Country
from legation.books.awaw.deeds import (
    COLONY_ATTACK,
    DECLARATION,
    ENTERED,
    FALL,
    POWER,
    RALLY,
    by,
    is_place,
    upon,
)
from legation.books.awaw.diplomacy.gates import REACTION, Gate
from legation.books.awaw.diplomacy.results import (
    activates,
    associates,
    declares,
    dissolves,
    lends,
    opens_hexes,
    while_so,
)
from legation.books.awaw.groups.general import (
    EVERY_ROLL,
    PRO_AXIS,
    additional,
    alignment,
    for_the_axis,
    general_rows,
    the_middle,
)
from legation.books.awaw.minors.inquiry import Besides
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.minors.reductions import LOSS, worth_less
from legation.books.awaw.minors.schema import VICHY_COLONIES
from legation.books.awaw.minors.vocabulary import asked, holder_is
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    FRANCE,
    MEMBERS,
    NOBODY,
    RUSSIA,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.reports import Reports
from legation.books.awaw.tensions.intake import one_of
from legation.books.awaw.vocabulary import (
    HERE,
    allied_to,
    at_war,
    axis_in_africa,
    beneficiary,
    control_is,
    controls,
    controls_any,
    fallen,
    level,
    number_of,
    present,
    rolling,
    swung_back,
    tension,
    turn,
    year,
)
from legation.core.deeds import On
from legation.core.errors import Refused
from legation.core.expr import Expr, any_of, choice, count, holds, largest, named, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, go
from legation.core.rules import Assign, Limit, Permit, sets
from legation.core.tables import at, bands, extras, span, upfrom, upto
from legation.core.wording import Name, PlaceSlot, Wording

__all__ = ["VICHY_FRANCE"]

STEPS = Steps()
REPORTS = Reports(STEPS)

# -- who may name it
NEEDED = Permit(
    "the Axis and the Western Allies may name it, also while it is a German ally",
    "DT-VICHY-E1",
    rolling(AXIS) | rolling(WESTERN_ALLIES),
)
GATES = (
    Gate(
        Limit(
            "not in the year in which France fell",
            "DT-VICHY-E2",
            any_of(
                ~fallen("france"),
                number("year-of-fall.france").is_number(year()).worded("France [fell|did not fall] this year"),
            ),
        ),
        (REACTION,),
    ),
    Gate(
        Limit(
            "no American ground unit holds a port in France or North Africa",
            "DT-VICHY-E4",
            rolling(WESTERN_ALLIES) & ~present(USA, "ground", "french-and-north-african-ports"),
        ),
    ),
)


# -- its table
def landed(area: str) -> Expr:
    """American or British armor or infantry hold a port or bridgehead."""
    return any_of(*(present(power, "armor-infantry", area) for power in (USA, BRITAIN)))


def _gone(colony: str) -> Expr:
    """It is Free French, or conquered by the Allies."""
    free = truth(f"free-french.{colony}", f"{TITLES[colony]} is[ not] Free French")
    return free | choice(f"conqueror.{colony}", WESTERN_ALLIES, RUSSIA)


COLONIES = {colony: capital for colony in VICHY_COLONIES for capital in LAND[colony].keys}
_capitals = named(
    "capitals of Vichy colonies that the Allies or the Free French have",
    largest(number_of("vichy-capitals-allied"), AtLeast(count(*map(_gone, VICHY_COLONIES)))),
)
_last_turn = (
    number(f"attacked-in.{colony}", "the turn of the attack")
    .is_number(turn() - 1)
    .worded(f"{TITLES[colony]} was[ not] attacked in the turn before")
    & choice(f"attacked-by.{colony}", *MEMBERS[ALLIED], says=f"{TITLES[colony]} was[ not] attacked by the Allies")
    for colony in VICHY_COLONIES
)
_attacked = named(
    "French colonies that the Allies attacked in the turn before",
    largest(number_of("french-colonies-attacked-last-turn"), AtLeast(count(*_last_turn))),
)
_surrender = level("french-surrender")


def _still_vichys(colony: str) -> Expr:
    return choice(f"holder.{colony}", NOBODY, FRANCE, says="[nobody|somebody] else has it")


def _rallies(colony: str) -> tuple[Assign, ...]:
    """A colony that Vichy France has is held by Free French, friends of the Western Allies, from now on."""
    still = _still_vichys(colony)
    return (
        sets(f"control.{COLONIES[colony]}", WESTERN_ALLIES, still),
        sets(f"free-french.{colony}", True, still),
        sets(f"holder.{colony}", FRANCE, still),
    )


_ALL_RALLY = tuple(one for colony in COLONIES for one in _rallies(colony))
_gateways = named(
    "gateways to the Mediterranean that the Axis control (Malta, Suez or Alexandria, Gibraltar)",
    count(controls(AXIS, "malta"), controls_any(AXIS, "suez", "alexandria"), controls(AXIS, "gibraltar")),
)

TABLE = EVERY_ROLL.country(
    "Vichy France",
    here="vichy-france",
    cite="",
    basic=alignment(0, cite="DT-VICHY-A1"),
    modifiers=(
        *general_rows(
            "DT-VICHY-M1 DT-VICHY-M2 DT-VICHY-M3 DT-VICHY-M4 DT-VICHY-M5 DT-VICHY-M6",
            area="vichy-territory",
            counts_as_axis=~swung_back("vichy-france"),
            axis_hexes_only=True,
        ),
        additional(-1 * _capitals, "colonial capitals in Allied hands", _capitals >= 1, cite="DT-VICHY-M7"),
        additional(-1, "no Axis units in Africa", ~axis_in_africa(), cite="DT-VICHY-M8"),
        additional(
            -1, "the Allies are on the continent outside France", landed("continental-ports"), cite="DT-VICHY-M9"
        ),
        additional(-2, "the Allies are in France", landed("french-ports"), cite="DT-VICHY-M10"),
        additional(-1, "the United States are at war with the Axis", at_war(USA, AXIS), cite="DT-VICHY-M11"),
        additional(-1, "Spain is an Axis ally", allied_to(AXIS, "spain"), cite="DT-VICHY-M12"),
        additional(-1, "France surrendered late", _surrender < 0, cite="DT-VICHY-M13"),
        additional(+1, "France surrendered early", _surrender > 0, cite="DT-VICHY-M14"),
        additional(+1, "the United States are far from war", tension("USAT") < 25, cite="DT-VICHY-M15"),
        additional(
            _gateways, "the Axis hold Malta, Suez or Alexandria, Gibraltar", _gateways >= 1, cite="DT-VICHY-M16"
        ),
        additional(2 * _attacked, "colonies were just attacked", _attacked >= 1, cite="DT-VICHY-M17"),
    ),
    results=bands(
        upto(-3, "joins the Allies as an active ally", activates(ALLIED), cite="DT-VICHY-R1"),
        at(-2, "associates with the Allies", associates(ALLIED), cite="DT-VICHY-R2"),
        at(
            -1,
            "the Vichy forces disband, and Britain controls the hexes",
            dissolves(),
            opens_hexes(ALLIED),
            declares("vichy-forces-removed"),
            declares("vichy-colonies-uncontrolled"),
            cite="DT-VICHY-R3",
            permanent=True,
        ),
        at(
            0,
            "the Vichy forces disband",
            dissolves(),
            declares("vichy-forces-removed"),
            declares("vichy-colonies-uncontrolled"),
            cite="DT-VICHY-R4",
            permanent=True,
        ),
        *the_middle("DT-VICHY-R5 DT-VICHY-R6 DT-VICHY-R7", allied=("-3", "-2"), axis=("5-6", *PRO_AXIS)),
        *for_the_axis("DT-VICHY-R8 DT-VICHY-R9 DT-VICHY-R10 DT-VICHY-R11", small=10, large=20),
    ),
    supplements=extras(
        upto(
            -3,
            "the colonies and their forces go Free French",
            declares("vichy-colonies-free-french"),
            _ALL_RALLY,
            cite="DT-VICHY-R12",
        ),
        at(
            -2,
            "the colonies and their forces go Free French",
            declares("vichy-colonies-free-french"),
            _ALL_RALLY,
            cite="DT-VICHY-R13",
        ),
        upfrom(5, "may reinforce Lebanon-Syria", while_so("vichy-may-reinforce-lebanon-syria"), cite="DT-VICHY-R14"),
        span(5, 6, "one unit of volunteers for the eastern front", lends(1), cite="DT-VICHY-R15"),
        at(7, "two units of volunteers", lends(2), cite="DT-VICHY-R16"),
        at(8, "three units of volunteers", lends(3), cite="DT-VICHY-R17"),
        at(9, "three units of volunteers", lends(3), cite="DT-VICHY-R18"),
    ),
)


# -- the fall of France, and what becomes of the colonies
def _entered(colony: str) -> Expr:
    """Units come into it, or take its capital, while it is still a colony of Vichy France."""
    rallied = truth(f"free-french.{colony}", f"{TITLES[colony]} is[ not] Free French")
    nobodys = choice(f"holder.{colony}", NOBODY, FRANCE, says="[nobody|somebody] else has it")
    return is_place(colony, COLONIES[colony]) & fallen(FRANCE) & ~rallied & nobodys


ATTACKS = ((COLONY_ATTACK, is_place), (ENTERED, _entered))  # reported as such, or with what comes in


def _no_power_has(colony: str) -> On:
    """A colony that France still has as it falls: its city is neutral, nobody draws its BRPs, and whoever takes it
    conquers it."""
    drawn = beneficiary(colony, FRANCE)
    return On(
        f"{TITLES[colony]}, which France still has as it falls, is with no power any more",
        "83.43.start",
        on=FALL,
        when=holder_is(FRANCE, country=colony),
        sets=(
            sets(f"holder.{colony}", NOBODY),
            *(sets(f"control.{place}", NOBODY) for place in LAND[colony].keys),
            sets(f"beneficiary.{colony}", NOBODY, drawn),
            sets(f"brp-grant.{colony}", 0, drawn),
            sets(f"due.{colony}", NOBODY),
        ),
        again=True,
    )


def _not_won_back(colony: str) -> On:
    """A fallen France wins nothing back."""
    return On(
        f"{TITLES[colony]}, which France has just lost as it falls, is not won back",
        "83.43.start",
        on=FALL,
        when=choice(f"grace.{colony}", FRANCE),
        sets=(sets(f"grace.{colony}", NOBODY), sets(f"grace-brps.{colony}", 0)),
        again=True,
    )


FRENCH = tuple(slug for slug, land in LAND.items() if land.owner == FRANCE)
_axis_may_roll = (sets("reaction.vichy-france", True),)
_gone_for_good = number("value-lost.vichy-france", "BRPs that it has lost for good")
HEEDS = (
    *map(_no_power_has, FRENCH),
    *map(_not_won_back, FRENCH),
    On(
        "France falls, and there is a Vichy France with its forces",
        "DT-VICHY-E2",
        on=FALL,
        sets=(
            sets("fallen.france", True),
            sets("year-of-fall.france", number("year")),
            sets("deployed.vichy-france", True),
            sets("control.paris", NOBODY, control_is("paris", WESTERN_ALLIES)),
        ),
        again=True,
    ),
    On(
        "the Axis may roll for Vichy France after an Allied attack on it",
        "DT-VICHY-E3",
        on=DECLARATION | COLONY_ATTACK | ENTERED,
        when=by(ALLIED) & (upon("vichy-france") | is_place("vichy-france")),
        sets=_axis_may_roll,
    ),
    *(
        On(
            "which colony was attacked, by whom and when; the Axis may roll for Vichy France after it",
            "DT-VICHY-E3",
            on=deed,
            when=by(ALLIED) & attacked(colony),
            sets=(
                *_axis_may_roll,
                sets(f"attacked-by.{colony}", str(POWER)),
                sets(f"attacked-in.{colony}", number("turn")),
            ),
            again=True,
        )
        for colony in VICHY_COLONIES
        for deed, attacked in ATTACKS
    ),
    *(
        On(
            "what the Axis come to hold of Lebanon-Syria they have by a British attack",
            "USAT-STAT-7",
            on=deed,
            when=by(BRITAIN)
            & attacked("lebanon-syria")
            & ~truth("foothold.lebanon-syria", "the Axis have [a|no] hex of Lebanon-Syria")
            & ~controls(AXIS, "damascus"),
            sets=(sets("given-by-british-attack.lebanon-syria", True),),
            again=True,
        )
        for deed, attacked in ATTACKS
    ),
    *(
        On(
            f"{TITLES[colony]} goes over to the Free French, and is in Allied hands",
            "85.493",
            on=RALLY,
            when=is_place(colony),
            sets=_rallies(colony),
            again=True,
        )
        for colony in VICHY_COLONIES
    ),
    *worth_less(
        "vichy-france",
        "85.493",
        "Vichy France is worth 5 BRPs less for each colony that the Allies have had",
        any_of(*map(_gone, VICHY_COLONIES)),
        largest(_gone_for_good, count(*map(_gone, VICHY_COLONIES)) * LOSS),
    ),
)


@REPORTS.event(
    "fall-of-france",
    "awaw.france-falls",
    "France falls to the Axis",
    cite="DT-VICHY-E2",
    words=Wording(("France falls to the Axis", "France falls"), at=("france", "vichy-france", *VICHY_COLONIES)),
)
def france_falls(world: World, frame: Frame) -> Directive:
    """Vichy France comes into being, with its forces."""
    return go("awaw.over", deed=FALL.name)


@REPORTS.event(
    "colony-attack",
    "awaw.colony",
    "The Allies attack a Vichy colony",
    {"by": "the Allied power", "in": "the colony"},
    cite="DT-VICHY-E3",
    words=Wording(
        ("{by} attack(s) the Vichy colony of {in}", "{by} attack(s) a Vichy colony"),
        {"by": Name(MEMBERS[ALLIED]), "in": PlaceSlot(VICHY_COLONIES)},
    ),
)
def colony(world: World, frame: Frame) -> Directive:
    """The Allies attack a Vichy colony; without its name it is one of Vichy France."""
    power = one_of(frame.get("by"), MEMBERS[ALLIED], "Allied power")
    where = one_of(frame.get("in", "vichy-france"), ("vichy-france", *VICHY_COLONIES), "Vichy colony")
    return go("awaw.follows", deed=COLONY_ATTACK.name, power=power, place=where)


NOT_TAKEN = Besides("what somebody has taken from Vichy France does not go over", RALLY.rule, ~_still_vichys(HERE))


@REPORTS.event(
    "free-french",
    "awaw.free-french",
    "A Vichy colony goes over to the Free French",
    {"in": "the colony"},
    cite=RALLY.rule,
    words=Wording(
        ("{in} goes over to the Free French", "{in} rallies to the Free French"), {"in": PlaceSlot(VICHY_COLONIES)}
    ),
)
def free_french(world: World, frame: Frame) -> Directive:
    colony = one_of(frame.get("in"), VICHY_COLONIES, "Vichy colony")
    if not holds(fallen(FRANCE), world):
        raise Refused("there are Free French once France has fallen", rule=RALLY.rule)
    asked(NOT_TAKEN, colony).refuse(world)
    return call("awaw.follows", then="awaw.minors.revalued", deed=RALLY.name, place=colony)


VICHY_FRANCE = Country(
    "vichy-france",
    steps=STEPS,
    events=REPORTS.events,
    heeds=HEEDS,
    table=TABLE,
    gates=GATES,
    needed=NEEDED,
)
