"""Diplomatic points: what each power is allotted at the year start, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legation.books.awaw.certain import axis_hold_british_hex
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    DP_POWERS,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    MEMBERS,
    POWERS,
    RUSSIA,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.vocabulary import (
    after_war,
    belgrade_counts_for,
    cities_controlled,
    control_is,
    controls,
    declared_war,
    egypt_lost,
    event,
    every,
    fallen,
    number_of,
    opening,
    present,
    supplied_hexes,
    tally,
    tension,
    year,
)
from legation.core.expr import (
    Expr,
    any_of,
    choice,
    count,
    lacking,
    largest,
    lift,
    named,
    number,
    per,
    smallest,
    sum_of,
    truth,
    when_else,
)
from legation.core.facts import Change, World
from legation.core.rules import Limit, Modifier, bespoke
from legation.core.span import exact
from legation.core.tables import SheetLine, looked_at, modifier
from legation.core.trace import Trace
from legation.core.voice import listed

__all__ = [
    "ALLOTMENTS",
    "ALLOTTED",
    "DECLARED",
    "WHO",
    "Allotment",
    "allotted",
    "check_told",
    "has_dps",
    "surrender_rows",
]


EGYPT_LOST = egypt_lost()
SICILY_TAKEN = truth("all-hexes.allied.sicily", "the Allies [control|do not control] every hex of Sicily")
LIBYA_TAKEN = truth("all-cities.allied.libya", "the Allies [hold|do not hold] every city in Libya")
NORTH_AFRICA_TAKEN = truth(
    "all-cities.western-allies.egypt-libya-french-north-africa",
    "the Western Allies [hold|do not hold] every city in North Africa",
)
WAFDISTS = named(
    "Wafdist partisans [hold Alexandria or|hold neither Alexandria nor] Suez",
    control_is("alexandria", "axis-partisans") | control_is("suez", "axis-partisans"),
    cite="88.32.wafdist",
)


def basic(points: int, *, cite: str) -> Modifier:
    return modifier(points, "basic allotment", cite=cite, stage="basic")


def supplementary(power: str, *, cite: str) -> Modifier:
    """One DP for every full 100 BRPs."""
    brps = number(f"brp-total.{power}", f"BRPs of {TITLES[power]}")
    return modifier(per(100, brps), "one for every 100 BRPs", brps >= 100, cite=cite, stage="supplementary")


def gain(points: int | Expr, label: str, when: Expr | None = None, *, cite: str) -> Modifier:
    return modifier(points, label, when, cite=cite, stage="territory")


loss = gain  # the sign stands in the row


def for_each(points: int, who: str, *places: str, cite: str) -> Modifier:
    """So many points for each of these places."""
    held = cities_controlled(who, *places)
    hold = "holds" if who in POWERS else "hold"
    each = "" if len(places) == 1 else " (for each)"
    worth = lift(points) if len(places) == 1 else points * held
    names = listed((TITLES[p] for p in places), "or")
    alone = f"[{hold}|{'does' if who in POWERS else 'do'} not hold] "
    verb = f"{hold} [|none of ]" if len(places) > 1 else alone
    some = (held >= 1).worded(f"{TITLES[who]} {verb}{listed((TITLES[p] for p in places), '[or|and]')}")
    return gain(worth, f"{TITLES[who]} {hold} {names}{each}", some, cite=cite)


def for_all(points: int, who: str, *places: str, cite: str) -> Modifier:
    """So many points once, for the whole set."""
    names = listed(TITLES[p] for p in places)
    hold = "holds" if who in POWERS else "hold"
    label = f"{TITLES[who]} {hold} {'all of ' if len(places) > 2 else ''}{names}"
    return gain(points, label, every(who, *places), cite=cite)


def counted(points: int, label: str, how_many: Expr, *, cite: str) -> Modifier:
    return gain(points * how_many, label, how_many >= 1, cite=cite)


def check_told(lines: Iterable[SheetLine], world: World, about: str) -> None:
    """All that these rows rest on was reported; `Unknown`, with what is lacking, before they can be added."""
    open_rows = [line.modifier for line in lines if not exact(line.amount)]
    needed = lacking(about, world, *(expr for row in open_rows for expr in (row.when, row.value)))
    if needed.questions:
        raise needed


@bespoke("PROC-2")
def added_up(world: World, lines: Iterable[SheetLine]) -> int:
    """All rows that apply are added, never to less than nothing."""
    return max(0, sum(int(line.amount) for line in lines))


@dataclass(frozen=True, eq=False)
class Allotment:
    """The rows of one power, and those that bear on its surrender level only."""

    power: str
    rows: tuple[Modifier, ...]
    surrender: tuple[Modifier, ...] = ()

    def lines(self, world: World) -> tuple[SheetLine, ...]:
        """Every row in play with what it gives."""
        return looked_at((row for row in self.rows if row.stage == "basic" or not OPENING.forbids(world)), world)

    @cached_property
    def sum(self) -> Expr:
        """The DPs of the year as an expression, for whoever asks for many worlds at once."""
        gains = ((row.gain, row.stage == "basic") for row in self.rows)
        return largest(lift(0), sum_of(*(gain if basic else when_else(OPENING.when, 0, gain) for gain, basic in gains)))

    def total(self, world: World) -> int:
        """The DPs of the year; `Unknown` with what must be reported first."""
        if not world.lasting:
            found: int = world.weigh(self.sum)
            return found
        lines = self.lines(world)
        check_told(lines, world, f"the DPs of {TITLES[self.power]}")
        return added_up(world, lines)

    def trace(self, world: World) -> Trace:
        """Every row with what it gives and why."""
        parts = tuple(
            Trace(
                line.modifier.label,
                line.amount,
                (line.modifier.when.trace(world), line.modifier.value.trace(world)),
                (),
                line.modifier.cite,
                line.applied,
            )
            for line in self.lines(world)
        )
        total: Any = 0
        for part in parts:
            total = total + part.value
        return Trace(f"DPs of {TITLES[self.power]}", total, parts, rule="PROC-2")


OPENING = Limit("in the opening set-up of a campaign only the basic rows count", "PROC-3", opening())


GERMAN = Allotment(
    GERMANY,
    (
        basic(3, cite="DP-GER-1"),
        supplementary(GERMANY, cite="DP-GER-2"),
        for_each(+2, AXIS, "paris", cite="DP-GER-3"),
        for_each(+1, AXIS, "london", "warsaw", "moscow", "leningrad", "stalingrad", "grozny", cite="DP-GER-4"),
        for_all(+1, AXIS, "brussels", "the-hague", "luxembourg", cite="DP-GER-5"),
        for_all(+1, AXIS, "copenhagen", "oslo", cite="DP-GER-6"),
        for_each(+1, AXIS, "madrid", cite="DP-GER-7"),
        for_all(+1, AXIS, "budapest", "bucharest", "sofia", cite="DP-GER-8"),
        gain(
            +1,
            "the Axis hold Belgrade, unless by an Italian conquest",
            belgrade_counts_for(GERMANY),
            cite="DP-GER-9",
        ),
        for_all(+1, AXIS, "riga", "helsinki", "stockholm", cite="DP-GER-10"),
        for_all(+1, AXIS, "ankara", "istanbul", "izmir", cite="DP-GER-11"),
        gain(
            +1, "the Axis hold and supply two hexes of Britain", supplied_hexes(AXIS, "britain") >= 2, cite="DP-GER-12"
        ),
        counted(
            +1,
            "Allied invasions thrown back, of France or elsewhere in Europe",
            largest(tally("failed-invasions-europe"), tally("failed-invasions-france")),
            cite="DP-GER-13",
        ),
        counted(+1, "German atomic attacks", tally("german-atomic-attacks"), cite="DP-GER-14"),
        counted(
            +1, "firestorms by German bombing last year", number_of("german-firestorms-last-year"), cite="DP-GER-15"
        ),
        loss(
            -1,
            "the Allies hold and supply two hexes of Germany",
            supplied_hexes(ALLIED, "germany") >= 2,
            cite="DP-GER-16",
        ),
        for_each(-2, ALLIED, "berlin", cite="DP-GER-17"),
        for_each(-1, ALLIED, "breslau", "essen", "cologne", "leipzig", cite="DP-GER-18"),
        loss(
            -1,
            "American troops are in France",
            after_war(USA, AXIS, present(USA, "armor-infantry", FRANCE), False),
            cite="DP-GER-19",
        ),
        loss(
            -1,
            "the Allies have all of Britain back",
            event("axis-held-british-hex") & ~axis_hold_british_hex(),
            cite="DP-GER-20",
        ),
    ),
)

_against_the_west = any_of(*(declared_war(ITALY, power) for power in MEMBERS[WESTERN_ALLIES]))
_year_of_war = number("year-of-war.italy", "the year in which Italy declared war")

ITALIAN = Allotment(
    ITALY,
    (
        basic(2, cite="DP-ITA-1"),
        supplementary(ITALY, cite="DP-ITA-2"),
        for_each(+1, AXIS, "malta", "gibraltar", "baghdad", "athens", cite="DP-ITA-3"),
        gain(
            +1,
            "the Axis hold Belgrade by an Italian conquest",
            belgrade_counts_for(ITALY),
            cite="DP-ITA-4",
        ),
        gain(+1, "the Axis hold Alexandria or Suez", EGYPT_LOST, cite="DP-ITA-5"),
        for_each(-2, ALLIED, "rome", cite="DP-ITA-6"),
        for_each(-1, ALLIED, "genoa", "milan", cite="DP-ITA-7"),
        loss(
            -1,
            "the Allies hold and supply two hexes of mainland Italy",
            after_war(ALLIED, ITALY, supplied_hexes(ALLIED, "mainland-italy")) >= 2,
            cite="DP-ITA-8",
        ),
        loss(
            -1,
            "the Allies hold all of Sicily",
            after_war(
                ALLIED,
                ITALY,
                SICILY_TAKEN,
                False,
            ),
            cite="DP-ITA-9",
        ),
        loss(
            -1,
            "the Allies hold every city in Libya",
            after_war(ALLIED, ITALY, LIBYA_TAKEN, False),
            cite="DP-ITA-10",
        ),
        loss(-1, "Germany declared war on Spain", declared_war(GERMANY, "spain"), cite="DP-ITA-11"),
    ),
    surrender=(
        modifier(
            +2,
            "it was the Western Allies who declared war",
            declared_war(WESTERN_ALLIES, ITALY),
            cite="DP-ITA-12",
            stage="surrender",
        ),
        modifier(
            -1 * named("years from 1940 to the Italian declaration of war", _year_of_war - 1940),
            "Italy declared war late: one for each year after 1940",
            _against_the_west & (_year_of_war > 1940),
            cite="DP-ITA-13",
            stage="surrender",
        ),
    ),
)

BRITISH = Allotment(
    BRITAIN,
    (
        basic(3, cite="DP-BRI-1"),
        supplementary(BRITAIN, cite="DP-BRI-2"),
        for_each(+1, WESTERN_ALLIES, "athens", "belgrade", "madrid", "oslo", "warsaw", cite="DP-BRI-3"),
        gain(
            +1,
            "the Western Allies hold every city from Egypt to Morocco",
            after_war(WESTERN_ALLIES, ITALY, NORTH_AFRICA_TAKEN, False),
            cite="DP-BRI-4",
        ),
        gain(
            +1,
            "the Western Allies hold Paris after its fall",
            fallen(FRANCE) & controls(WESTERN_ALLIES, "paris"),
            cite="DP-BRI-5",
        ),
        for_all(+1, WESTERN_ALLIES, "antwerp", "brussels", "the-hague", "luxembourg", cite="DP-BRI-6"),
        counted(
            +1,
            "objectives in Germany and Italy in Western hands",
            number_of("german-objectives-western")
            + after_war(WESTERN_ALLIES, ITALY, number_of("italian-objectives-western")),
            cite="DP-BRI-7",
        ),
        counted(
            +1, "firestorms by British bombing last year", number_of("british-firestorms-last-year"), cite="DP-BRI-8"
        ),
        for_each(-2, AXIS, "london", cite="DP-BRI-9"),
        for_each(-1, AXIS, "birmingham", "manchester", cite="DP-BRI-10"),
        loss(
            -1,
            "the Axis or Wafdist partisans hold Alexandria or Suez",
            EGYPT_LOST | WAFDISTS,
            cite="DP-BRI-11",
        ),
        for_each(-1, AXIS, "baghdad", "gibraltar", cite="DP-BRI-12"),
        loss(-1, "the Axis stand in Britain", axis_hold_british_hex(), cite="DP-BRI-13"),
    ),
)

FRENCH = Allotment(
    FRANCE,
    (
        basic(2, cite="DP-FRA-1"),
        supplementary(FRANCE, cite="DP-FRA-2"),
        for_each(+1, WESTERN_ALLIES, "brussels", cite="DP-FRA-3"),
        loss(-1, "the Axis hold and supply two hexes of France", supplied_hexes(AXIS, "france") >= 2, cite="DP-FRA-4"),
        for_each(-1, AXIS, "lyon", "marseilles", cite="DP-FRA-5"),
    ),
)

_usat = tension("USAT")
_brps = number("brp-total.usa", "BRPs of the United States")
_europe_alone = choice("option.theatre", "europe", says="there is [no|a] war in the Pacific in this game") & (
    year() >= 1942
)

AMERICAN = Allotment(
    USA,
    (
        modifier(
            largest(lift(0), smallest(lift(5), per(10, _usat))),
            "one for every 10 levels of USAT, five at most",
            cite="DP-USA-1",
            stage="basic",
        ),
        modifier(
            per(100, _brps)
            + named(
                "one for each year after 1941, at most 5, where there is no war in the Pacific in this game",
                when_else(_europe_alone, smallest(year() - 1941, lift(5)), 0),
            ),
            "one for every 100 BRPs, and a growing number without a Pacific",
            cite="DP-USA-2",
            stage="supplementary",
        ),
        gain(
            +1,
            "the Western Allies hold Paris after its fall",
            fallen(FRANCE) & controls(WESTERN_ALLIES, "paris"),
            cite="DP-USA-3",
        ),
        counted(+1, "Western atomic attacks", tally("western-atomic-attacks"), cite="DP-USA-4"),
        counted(
            +1,
            "firestorms by American bombing last year",
            after_war(USA, AXIS, number_of("american-firestorms-last-year")),
            cite="DP-USA-5",
        ),
    ),
)

RUSSIAN = Allotment(
    RUSSIA,
    (
        basic(3, cite="DP-RUS-1"),
        supplementary(RUSSIA, cite="DP-RUS-2"),
        for_each(+1, RUSSIA, "helsinki", "riga", "stockholm", "copenhagen", cite="DP-RUS-3"),
        for_each(+1, RUSSIA, "budapest", "bucharest", "sofia", "belgrade", "athens", cite="DP-RUS-4"),
        for_each(+1, RUSSIA, "warsaw", cite="DP-RUS-5"),
        for_all(+2, RUSSIA, "ankara", "istanbul", "izmir", cite="DP-RUS-6"),
        counted(
            +1,
            "objectives in Germany in Russian hands",
            after_war(RUSSIA, GERMANY, number_of("german-objectives-russian")),
            cite="DP-RUS-7",
        ),
        counted(
            +1,
            "objectives in Manchuria, China and Korea in Russian hands",
            after_war(RUSSIA, JAPAN, number_of("far-eastern-objectives-russian")),
            cite="DP-RUS-8",
        ),
        for_each(-2, AXIS, "moscow", cite="DP-RUS-9"),
        for_each(-1, AXIS, "leningrad", "stalingrad", "grozny", cite="DP-RUS-10"),
        counted(
            -1,
            "objectives and ICs left undefended last year",
            after_war(RUSSIA, AXIS, number_of("undefended-russian-objectives-last-year")),
            cite="DP-RUS-11",
        ),
        counted(
            -1,
            "Japan holds Vladivostok or Irkutsk (for each)",
            named(
                "places that Japan controls among Vladivostok and Irkutsk",
                count(*(control_is(city, JAPAN) for city in ("vladivostok", "irkutsk"))),
            ),
            cite="DP-RUS-12",
        ),
        counted(+1, "Russian atomic attacks", tally("russian-atomic-attacks"), cite="DP-RUS-13"),
        counted(
            +1,
            "firestorms by Russian bombing last year",
            after_war(RUSSIA, AXIS, number_of("russian-firestorms-last-year")),
            cite="DP-RUS-14",
        ),
    ),
)

ALLOTMENTS: Mapping[str, Allotment] = {
    sheet.power: sheet for sheet in (GERMAN, ITALIAN, BRITISH, FRENCH, AMERICAN, RUSSIAN)
}


def surrender_rows(world: World, power: str) -> int:
    """What bears on the surrender level of a power besides DPs."""
    lines = looked_at(ALLOTMENTS[power].surrender, world)
    check_told(lines, world, f"what bears on the surrender of {TITLES[power]}")
    return sum(int(line.amount) for line in lines)


ALLOTTED = "PROC-1"
WHO = Limit("only the six powers of the European war have DPs", "PROC-4", ~choice("power", *DP_POWERS))


def has_dps(world: World, power: str) -> bool:
    return not WHO.forbids(world.scoped(power=power))


@bespoke(ALLOTTED, reads=[number(f"allotment.{power}") for power in DP_POWERS])
def allotted(world: World, points: Mapping[str, int]) -> list[Change]:
    """DPs are allotted in the opening set-up and at every year start."""
    return [world.change(f"allotment.{power}", dps, ALLOTTED) for power, dps in points.items()]


DECLARED = (ALLOTMENTS, OPENING, allotted, added_up, WHO)
