"""What the diplomatic tables share: the order of rows, the rows of every roll, six general rows, eleven results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from legation.books.awaw.diplomacy.results import (
    GOES_ON,
    OWN_TERMS,
    activates,
    associates,
    continues,
    grants,
    opens_hexes,
)
from legation.books.awaw.powers import ALLIED, AXIS, TITLES
from legation.books.awaw.vocabulary import (
    HERE,
    JOINED,
    allied_to,
    associated_with,
    dps_of,
    factors,
    hexes_opened_to,
    put_off,
    rolling,
    tally,
    tension,
    unbuilt,
)
from legation.core.expr import NO, YES, Expr, any_of, named, number, per, when_else
from legation.core.rules import Modifier, Order
from legation.core.tables import Band, Table, at, bands, modifier, span, upfrom, upto

__all__ = [
    "EVERY_ROLL",
    "PRO_ALLIED",
    "PRO_AXIS",
    "STAGES",
    "additional",
    "alignment",
    "balkan",
    "by_side",
    "for_the_allies",
    "for_the_axis",
    "general_results",
    "general_rows",
    "inertia",
    "the_middle",
]

STAGES = (
    "alignment",
    "dp",
    "general",
    "balkan",
    "additional",
    "failed-invasions",
    "subversion",
    "covert",
    "inertial",
)
ORDER = Order(
    "the rows are added in this order, and the die to their sum",
    "PROC-14",
    STAGES,
    says="the leaning of the country, DPs, general rows, those of the Balkans, those of the country, failed invasions, "
    "Russian subversion, covert operations, and what habit adds",
)
ALIGNMENT = named("every country has a basic leaning that is part of each roll", YES, cite="DT-GEN-37")


# -- words for rows
def alignment(value: int, *, cite: str) -> Modifier:
    """The basic leaning of a country; the higher, the nearer to the Axis."""
    return modifier(value, "{Here} by nature", ALIGNMENT, cite=cite, stage="alignment")


def balkan(value: int | Expr, label: str, when: Expr | None = None, *, cite: str) -> Modifier:
    return modifier(value, label, when, cite=cite, stage="balkan")


def additional(value: int | Expr, label: str, when: Expr | None = None, *, cite: str) -> Modifier:
    """A row that stands under one country only."""
    return modifier(value, label, when, cite=cite, stage="additional")


def by_side(value: int, standing: Callable[[str], Expr]) -> Expr:
    """Up if the country stands so with the Axis, down if with the Allies."""
    with_axis = named("its present status is[ not] with the Axis", standing(AXIS), cite="PROC-18")
    courted = named("the Axis court [a|no] friend of the Allies", rolling(AXIS) & standing(ALLIED), cite="DT-GEN-10")
    with_allies = named("its present status is[ not] with the Allies", courted | standing(ALLIED), cite="PROC-18")
    return when_else(with_axis, value, when_else(with_allies, -value, 0))


def inertia(*, up: str, down: str) -> tuple[Modifier, Modifier]:
    """The sum is pulled one step toward zero, last of all and once."""
    net = number("roll.net", "the sum of all other modifiers")

    def pulled(when: Expr) -> Expr:
        return named(f"habit [pulls|does not pull], as [{when.english}|{when.denial}]", when, cite="PROC-23")

    return (
        modifier(+1, "habit holds them back from the Allies", pulled(net < 0), cite=up, stage="inertial"),
        modifier(-1, "habit holds them back from the Axis", pulled(net > 0), cite=down, stage="inertial"),
    )


# -- on every roll
_failed = tally("failed-invasions-france")

EVERY_ROLL = Table(
    "every country",
    "DT-GEN-19",
    stages=ORDER,
    looks_back="inertial",
    modifiers=(
        modifier(dps_of(AXIS) - dps_of(ALLIED), "diplomatic points in {Here}", cite="PROC-12", stage="dp"),
        modifier(
            +1, "an Allied invasion of France was thrown back", _failed >= 1, cite="DT-GEN-26", stage="failed-invasions"
        ),
        modifier(
            _failed - 1,
            "a second Allied invasion of France was thrown back",
            _failed >= 2,
            cite="DT-GEN-27",
            stage="failed-invasions",
        ),
        modifier(
            number("roll.subversion", "the effect of Russian subversion on this roll"),
            "Russian subversion in {Here}",
            tension("RGT") >= 15,
            cite="PROC-22",
            stage="subversion",
        ),
        modifier(
            number("roll.covert", "what covert operations do to this roll"),
            "covert operations",
            cite="PROC-21",
            stage="covert",
        ),
    ),
)


# -- the six general rows
def general_rows(
    cites: str,
    *,
    units: str = "air, armor or infantry",
    area: str = HERE,
    counts_as_axis: Expr = NO,
    waits: bool = False,
    standing: Expr = YES,
    axis_hexes_only: bool = False,
) -> tuple[Modifier, ...]:
    """Rows M1 to M6 of a table: standing with a side, unbuilt units, and troops in the country.

    `counts_as_axis` says when a country without alliance or association is still taken as leaning to the Axis;
    `waits` counts an alliance or association that is put off; `standing` says when association counts, for itself and
    for whose its units are;
    `axis_hexes_only` is for a table without an Allied row for hex control.
    """

    def ally(who: str) -> Expr:
        return allied_to(who) | put_off(HERE, "ally") if waits and who == AXIS else allied_to(who)

    def associate(who: str) -> Expr:
        return associated_with(who) | put_off(HERE, "associate") if waits and who == AXIS else associated_with(who)

    def counted(who: str) -> Expr:
        return _if_standing(associate(who), standing)

    def opened(who: str) -> Expr:
        return hexes_opened_to(who) & ~put_off(HERE, *JOINED) if waits else hexes_opened_to(who)

    m1, m2, m3, m4, m5, m6 = cites.split()
    return (
        modifier(by_side(3, ally), "{Here} is an ally", cite=m1),
        modifier(by_side(2, associate), "{Here} is associated", standing, cite=m2),
        modifier(
            when_else(opened(AXIS), 1, 0) if axis_hexes_only else by_side(1, opened),
            "{Here} has opened its hexes",
            cite=m3,
        ),
        unbuilt_row(units, ally, counted, counts_as_axis, cite=m4),
        *troop_rows(area, friendly=m5, enemy=m6, standing=standing),
    )


def _if_standing(associated: Expr, standing: Expr) -> Expr:
    return associated if standing is YES else associated & standing


def unbuilt_row(
    units: str, ally: Callable[[str], Expr], associate: Callable[[str], Expr], counts_as_axis: Expr, *, cite: str
) -> Modifier:
    """Each unbuilt unit works against the side the country leans to, else against the side that rolls."""
    with_axis = any_of(ally(AXIS), associate(AXIS))
    with_allies = any_of(ally(ALLIED), associate(ALLIED))
    leans_axis = named("{Here} [leans|does not lean] to the Axis", with_axis, cite="DT-GEN-21")
    leans_allied = named("{Here} [leans|does not lean] to the Allies", with_allies, cite="DT-GEN-21")
    taken_as_axis = named(
        "{Here} is[ not] taken as leaning to the Axis", ~with_axis & ~with_allies & counts_as_axis, cite="DT-GEN-22"
    )
    leans_to_nobody = named(
        "{Here} leans to [nobody|somebody]", ~leans_axis & ~leans_allied & ~taken_as_axis, cite="DT-GEN-23"
    )
    missing = unbuilt()
    against_axis = named(
        "{Here} [leans to the Axis, or to nobody while the Axis make the roll|leans to the Allies, or the Allies roll]",
        (leans_to_nobody & rolling(AXIS)) | (~leans_to_nobody & (taken_as_axis | leans_axis)),
    )
    return modifier(when_else(against_axis, -1 * missing, missing), f"unbuilt {units} units of {{Here}}", cite=cite)


def troop_rows(area: str, *, friendly: str, enemy: str, standing: Expr = YES) -> tuple[Modifier, Modifier]:
    """Axis factors push up and Allied ones down, each total by full fives; who rolls says which are friendly."""
    ours = named("Axis units are[ not] the friendly ones", rolling(AXIS), cite="DT-GEN-24")
    up, down = _fives(AXIS, area, standing), -1 * _fives(ALLIED, area, standing)
    return (
        modifier(when_else(ours, up, down), "friendly troops in {Here}", cite=friendly),
        modifier(when_else(ours, down, up), "enemy troops in {Here}", cite=enemy),
    )


def _fives(who: str, area: str, standing: Expr) -> Expr:
    """One for every complete five ground and air factors; the country's own count once it has taken a side."""
    foreign = factors(who, area)
    own = number(f"own-factors.{HERE}", "its own ground and air factors")

    def with_(side: str) -> Expr:
        return allied_to(side) | _if_standing(associated_with(side), standing)

    joined = named("its own units [count|do not count]", with_(who), cite="DT-GEN-33")
    aside = named("its own units [stand|do not stand] aside", ~(with_(AXIS) | with_(ALLIED)), cite="DT-GEN-25")
    factors_there = when_else(aside, foreign, when_else(joined, foreign + own, foreign))
    counted = named(f"factors of {TITLES[who]} that count there", factors_there)
    enough = named(
        f"{TITLES[who]} have [five factors or more|less than five factors] there", counted >= 5, cite="PROC-19"
    )
    return named(f"full fives of factors of {TITLES[who]}", when_else(enough, per(5, counted), 0))


# -- the eleven general results
PRO_ALLIED, PRO_AXIS = ("-3", "-2", "-1", "0"), ("7", "8", "9", "10")


def _brps(number: int | None) -> str:
    return "all its BRPs" if number is None else f"{number} BRPs"


def for_the_allies(cites: str, *, small: int, large: int | None) -> tuple[Band, ...]:
    """Results R1 to R4: alliance, association, hexes with many BRPs (None: all there are), a few BRPs."""
    r1, r2, r3, r4 = cites.split()
    return (
        upto(-3, "joins the Allies as an active ally", activates(ALLIED), cite=r1),
        at(-2, "associates with the Allies", associates(ALLIED), cite=r2),
        at(
            -1,
            f"opens its hexes to the Allies, {_brps(large)}",
            opens_hexes(ALLIED),
            grants(large, ALLIED),
            cite=r3,
        ),
        at(0, f"{small} BRPs for the Allies", grants(small, ALLIED), cite=r4),
    )


def the_middle(
    cites: str, *, allied: tuple[str, ...] = PRO_ALLIED, axis: tuple[str, ...] = PRO_AXIS
) -> tuple[Band, ...]:
    """Results R5 to R7: running policies go on or end; `allied` and `axis` say which results are such policies."""
    r5, r6, r7 = cites.split()
    return (
        span(
            1,
            2,
            "keeps a pro-Allied policy, drops a pro-Axis one",
            OWN_TERMS,
            continues(ALLIED, "1-2", keeps=allied, ends=axis),
            cite=r5,
        ),
        span(3, 4, "goes on as it is", GOES_ON, cite=r6),
        span(
            5,
            6,
            "keeps a pro-Axis policy, drops a pro-Allied one",
            OWN_TERMS,
            continues(AXIS, "5-6", keeps=axis, ends=allied),
            cite=r7,
        ),
    )


def for_the_axis(cites: str, *, small: int, large: int | None) -> tuple[Band, ...]:
    """Results R8 to R11: a few BRPs, hexes with many BRPs, association, alliance; as far as there are ids for them."""
    r8, r9, *more = cites.split()
    last = (
        partial(at, 9, "associates with the Axis", associates(AXIS)),
        partial(upfrom, 10, "joins the Axis as an active ally", activates(AXIS)),
    )
    return (
        at(7, f"{small} BRPs for Germany", grants(small, AXIS), cite=r8),
        at(
            8,
            f"opens its hexes to Germany, {_brps(large)}",
            opens_hexes(AXIS),
            grants(large, AXIS),
            cite=r9,
        ),
        *(result(cite=cite) for result, cite in zip(last, more, strict=False)),
    )


def general_results(
    cites: str,
    *,
    small: int,
    large: int | None,
    allied: tuple[str, ...] = PRO_ALLIED,
    axis: tuple[str, ...] = PRO_AXIS,
) -> tuple[Band, ...]:
    """Results R1 to R11 of a table that has them as they stand."""
    ids = cites.split()
    return bands(
        *for_the_allies(" ".join(ids[:4]), small=small, large=large),
        *the_middle(" ".join(ids[4:7]), allied=allied, axis=axis),
        *for_the_axis(" ".join(ids[7:]), small=small, large=large),
    )
