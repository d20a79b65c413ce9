"""Rule 82.6: what forces a country has, by the two tables and their footnotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from legation.books.awaw.calendar import season_of
from legation.books.awaw.minors.inquiry import Action, Topic, scope, tell
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.schema import FORCE_UNITS, VICHY_COLONIES
from legation.books.awaw.minors.vocabulary import how_many, site_is
from legation.books.awaw.powers import CLASSIC, COLONIES, CURRENT_CLASSIC, CURRENT_GS, OLDER, TITLES
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, edition, turn, year
from legation.core.book import Procedure
from legation.core.expr import YES, Expr, bound, named, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps
from legation.core.rules import Datum, Duty, Modifier, Permit, bespoke, judged
from legation.core.turning import NEGATED, NUMBER, TURNED, is_turned, other
from legation.core.words import counted

__all__ = ["COMMONWEALTH_TABLE", "ENTERED", "EUROPEAN", "PACIFIC", "PROVISIONS", "forces"]

STEPS = Steps()


Partisans = Mapping[str, int | tuple[int, int]]


@dataclass(frozen=True, eq=False)
class ForceRow:
    """A line of a force table: unit counts by type, and partisans by whose they are.

    Partisans are a number, or two: how many there are at once, and how many at most.
    """

    country: str
    cite: str
    units: Mapping[str, int]
    partisans: Partisans = field(default_factory=dict)
    when: Expr = YES
    by_result: Mapping[str, str] = field(default_factory=dict)  # facts that say how many there are at most
    more: Modifier | None = None  # partisans that come with time

    turns: ClassVar[tuple[str, ...]] = (NUMBER, NEGATED)

    def tells(self) -> Iterator[str]:
        units = ", ".join(f"{n} × {kind}" for kind, n in self.units.items())
        yield f"{TITLES[self.country]} has {units or 'no units'}"
        for whose, n in self.partisans.items():
            least, most = n if isinstance(n, tuple) else (n, n)
            many = str(most) if least == most else f"{least} at once and {most} at most"
            yield f"partisans of {TITLES[whose]}: {many}"

    def counts(self, world: World) -> tuple[Mapping[str, int], Partisans] | None:
        """What the line gives a country now; None if it does not hold."""
        if not judged(self, world):
            return None
        if TURNED and is_turned(self.cite, NUMBER):
            return other(dict(self.units)), other(dict(self.partisans))
        return self.units, self.partisans


def _classic(since: int) -> Expr:
    """From a turn of the campaign of 1939 on."""
    return edition(*CLASSIC) & (turn() >= since).worded(f"{season_of(since)} has[ not] come")


def _storm(turns: int) -> Expr:
    """So many turns after war broke out."""
    return edition(CURRENT_GS) & (turn() - number("war-start-turn", "the turn in which war broke out") >= turns).worded(
        f"war broke out [|less than ]{counted(turns, 'turn')} ago[ or more|]"
    )


COMMONWEALTH_TABLE = (
    ForceRow("canada", "82.61.canada.start", {"3-4": 1, "shipbuilding": 1}),
    ForceRow("canada", "82.61.canada.add1@older", {"3-4": 1}, when=_classic(5)),
    ForceRow("canada", "82.61.canada.add1@current-gs", {"3-4": 1}, when=_storm(4)),
    ForceRow("canada", "82.61.canada.add2@older", {"4-5": 1}, when=_classic(7)),
    ForceRow("canada", "82.61.canada.add2@current-gs", {"4-5": 1}, when=_storm(6)),
    ForceRow("south-africa", "82.61.southafrica.start", {"3-4": 1, "1-3": 3}),
    ForceRow(
        "australia", "82.61.australia.start", {"2-2": 1, "1-2": 3, "cruisers": 2, "destroyers": 2, "shipbuilding": 1}
    ),
    ForceRow("australia", "82.61.australia.add1@older", {"2-2": 2, "1-2": 1, "air": 2}, when=_classic(5)),
    ForceRow("australia", "82.61.australia.add1@current-gs", {"2-2": 2, "1-2": 1, "air": 2}, when=_storm(4)),
    ForceRow("india", "82.61.india.start", {"2-2": 4, "1-2": 4}),
)
_same_rows = named(
    "the current European table has the same rows", edition(CURRENT_CLASSIC, CURRENT_GS), cite="82.61.table@current"
)
_european = edition(OLDER) | _same_rows


def _row(country: str, cite: str, units: Mapping[str, int], **partisans: int | tuple[int, int]) -> ForceRow:
    """A line of the European table."""
    return ForceRow(
        country, cite, units, {side.replace("_", "-"): count for side, count in partisans.items()}, _european
    )


CHINESE = Modifier(
    year() - 1941, "one Communist Chinese partisan more each year from 1942", "82.61.note-china", year() >= 1942
)


EUROPEAN = (
    _row("belgium", "82.61.belgium", {"2-3": 1, "1-3": 3, "air": 1}),
    _row("bulgaria", "82.61.bulgaria", {"1-3": 4, "air": 1}),
    _row("denmark", "82.61.denmark", {}),
    _row("egypt", "82.61.egypt", {}, axis=(0, 2)),
    _row("finland", "82.61.finland", {"2-3": 5, "air": 1}),
    _row(
        "greece",
        "82.61.greece",
        {"2-3": 1, "1-3": 5, "air": 1, "cruisers": 1, "destroyers": 2},
        western_allies=(1, 2),
        russia=(1, 2),
    ),
    _row("hungary", "82.61.hungary", {"2-3": 1, "1-3": 6, "air": 1}),
    _row("iraq", "82.61.iraq", {}, axis=(0, 2)),
    replace(_row("ireland", "82.61.ireland", {}, axis=2), by_result={"axis": "irish-partisans"}),
    _row("netherlands", "82.61.netherlands", {"2-3": 1, "air": 1}),
    _row("norway", "82.61.norway", {"1-3": 2}),
    _row("persia", "82.61.persia", {}, axis=(0, 2)),
    _row("poland", "82.61.w-poland", {"2-3": 3, "1-3": 7, "air": 2}, western_allies=(2, 4)),
    _row("rumania", "82.61.rumania", {"2-3": 2, "1-3": 6, "air": 1, "destroyers": 2}),
    _row(
        "spain",
        "82.61.spain",
        {"2-3": 7, "2-5": 1, "air": 2, "cruisers": 3, "destroyers": 3},
        axis=3,
        western_allies=(2, 4),
        russia=(2, 4),
    ),
    _row(
        "sweden",
        "82.61.sweden",
        {"2-3": 5, "air": 1, "cruisers": 1, "destroyers": 2},
        western_allies=(1, 2),
        russia=(1, 2),
    ),
    _row(
        "turkey",
        "82.61.turkey",
        {"2-3": 7, "2-5": 1, "air": 2, "cruisers": 2, "destroyers": 2},
        axis=3,
        western_allies=(2, 4),
        russia=(2, 4),
    ),
    replace(
        _row("ukraine", "82.61.ukraine", {"2-3": 2, "1-3": 3}),
        by_result={unit: f"ukrainian-units.{unit}" for unit in ("2-3", "1-3")},
    ),
    _row(
        "yugoslavia",
        "82.61.yugoslavia",
        {"2-3": 1, "1-3": 6, "air": 1},
        western_allies=(2, 4),
        russia=(2, 4),
    ),
)
PACIFIC = (
    ForceRow("communist-china", "82.61.communist-china", {"2-2": 4, "1-2": 4}, {"russia": 1}, more=CHINESE),
    ForceRow("dutch-east-indies", "82.61.dutch-east-indies", {"1-2": 3, "air": 1, "cruisers": 1, "destroyers": 1}),
    ForceRow("philippines", "82.61.philippines", {"1-2": 2}),
    ForceRow("thailand", "82.61.thailand", {"1-2": 2}),
)
ROWS = (*COMMONWEALTH_TABLE, *EUROPEAN, *PACIFIC)

TABLES = Datum("a country has the forces of its row", "82.61", ROWS)
ASIAN = ("australia", "india", "malaya")
_storm_unit = number(f"force-change.{{unit}}.{HERE}", "what the prequels add to {Here} or take from it")
CHANGED = (
    Modifier(
        _storm_unit,
        "Gathering Storm and Storm Over Asia may have changed a country's forces",
        "82.61.gs",
        edition(CURRENT_GS) & ~site_is(*ASIAN),
    ),
    Modifier(
        _storm_unit,
        "Storm Over Asia may have changed Australian and Indian forces, and added Malayan infantry",
        "82.61.soa",
        edition(CURRENT_GS) & site_is(*ASIAN),
    ),
)
ENTERED = (
    Reminded("forces that Gathering Storm or Storm Over Asia has changed go into the game's sheet", "82.61.gs"),
    Reminded("so do those of Australia and India, and Malayan infantry, if it has added any", "82.61.soa"),
)


@bespoke("82.61.note-dagger", reads=[number("ukrainian-units.2-3"), number("irish-partisans")])
def by_result(world: World, rows: list[ForceRow]) -> dict[str, int]:
    """How many Irish partisans and Ukrainian units there are follows the diplomatic result."""
    return {unit: world[fact] for row in rows for unit, fact in row.by_result.items()}


@bespoke("82.61.note-partisans")
def notation(world: World, partisans: Partisans) -> list[str]:
    """Of two numbers of partisans the first are there at once, the second is the most after production results."""
    two = any(isinstance(count, tuple) for count in partisans.values())
    return ["a:b is a at once", "b at most after production results"] if two else []


def forces(world: World, country: str) -> tuple[dict[str, int], dict[str, int | tuple[int, int]]] | None:
    """Units by type, and partisans by whose they are, as things stand; None if no table has the country."""
    rows = [row for row in TABLES.value if row.country == country]
    held = [counts for row in rows if (counts := row.counts(world)) is not None]
    units: dict[str, int] = {}
    partisans: dict[str, int | tuple[int, int]] = {}
    for some, theirs in held:
        partisans |= theirs
        for unit, count in some.items():
            units[unit] = units.get(unit, 0) + count
    if limits := by_result(world, rows):
        units = {unit: min(count, limits[unit]) for unit, count in units.items()}
        partisans = {side: min(count, limits[side]) for side, count in partisans.items() if isinstance(count, int)}
    for more in (row.more for row in rows if row.more and partisans):
        partisans = {side: count + more.added(world) for side, count in partisans.items() if isinstance(count, int)}
    look = world.scoped(site=country)
    for unit in FORCE_UNITS:
        changed = sum(bound(row, unit=unit, here=country, Here=TITLES[country]).added(look) for row in CHANGED)
        units[unit] = max(0, units.get(unit, 0) + changed)
    found = {unit: count for unit, count in units.items() if count}
    return (found, partisans) if held or found else None


@STEPS.step("awaw.minors.forces")
def told(world: World, frame: Frame) -> Directive:
    country = scope(world, {"in": frame.get("in")})["site"]
    found = forces(world, country)
    if found is None:
        return tell(f"{TITLES[country]}: no forces, as no table names it", TABLES.cite)
    units, partisans = found
    words = [f"{count} × {FORCE_UNITS[unit]}" for unit, count in units.items()]
    for side, count in partisans.items():
        words.append(f"partisans of {TITLES[side]} {count if isinstance(count, int) else f'{count[0]}:{count[1]}'}")
    meaning = ", ".join(notation(world, partisans))
    return tell(
        f"{TITLES[country]}: {', '.join(words) or 'no forces'}{f' ({meaning})' if meaning else ''}", TABLES.cite
    )


PROCEDURES = {"forces": Procedure("awaw.minors.forces", "What forces has a country?", {"in": "the country"})}

_arabs = site_is("iraq", "kuwait", "arabia", "transjordan", "palestine", "lebanon-syria")
TOPICS = {
    "forces": Topic(
        "notes on a country's forces",
        (
            Duty("two partisans in all for the Arab countries", "82.61.note-star", _arabs),
            Duty("one two-factor cruiser and the battlecruiser Yavuz", "82.61.note-section", site_is("turkey")),
            Duty(
                "nobody resists an invader there, but war still costs 10 BRPs",
                "82.62.unopposed",
                site_is("portugal", "baltic-states", "denmark", "arabia", "luxembourg"),
            ),
            Duty(
                "a colony has no forces of its own",
                "82.62.colonies",
                site_is(*(c for c in COLONIES if c not in VICHY_COLONIES)),  # of these other rules speak
            ),
        ),
    )
}

_asia_at_war = (number("eastern-war-turn", "the turn in which Japan and Britain went to war") >= 1).worded(
    "Japan and Britain have[ not] gone to war"
) | (turn() >= 11).worded(f"{season_of(11)} has[ not] come")
ACTIONS = {
    "indian-partisans": Action(
        "may Japan build Indian partisans?",
        (
            Permit(
                "two at most, after an Indian Subversion result",
                "82.61.india.partisans",
                truth("production.indian-subversion", "Japan has [an|no] Indian Subversion result")
                & (how_many() <= 2).worded("it would be [|more than ]two[ at most|]"),
            ),
        ),
        False,
        "82.61.india.partisans",
        "two at most, and only after an Indian Subversion result",
    ),
    "enlarge-pool": Action(
        "may an infantry force pool grow?",
        (
            Permit(
                "three infantry factors, once Japan and Britain are at war or from Spring 1942",
                "82.61.expansion",
                site_is("australia", "india")
                & (how_many() <= 3).worded("it would be [|more than ]three[ at most|]")
                & _asia_at_war,
            ),
        ),
        False,
        "82.61.expansion",
        "three factors for Australia and for India, in war with Japan or from Spring 1942",
    ),
    "place-ukrainians": Action(
        "may Ukrainian units be placed?",
        (
            Permit(
                "diplomacy has succeeded in the Ukraine",
                "82.63",
                (number("ukrainian-units.2-3") >= 1).worded("[|no ]Ukrainian 2-3 infantry was granted")
                | (number("ukrainian-units.1-3") >= 1).worded("[|no ]Ukrainian 1-3 infantry was granted"),
            ),
        ),
        False,
        "82.63",
        "not before a diplomatic roll has succeeded",
    ),
}

PROVISIONS = Provisions(
    "forces",
    steps=STEPS,
    procedures=PROCEDURES,
    declared=(TABLES, CHANGED, ENTERED, by_result, CHINESE, notation),
    actions=ACTIONS,
    topics=TOPICS,
)
