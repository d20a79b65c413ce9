"""Rule 82.6: what forces a country has, by the two tables and their footnotes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.awaw.minors.facts import FORCE_UNITS
from legation.awaw.minors.inquiry import Action, Saying, Topic, scope, tell
from legation.awaw.minors.words import how_many, site_is
from legation.awaw.powers import CLASSIC, COLONIES, CURRENT_CLASSIC, CURRENT_GS, TITLES
from legation.awaw.vocabulary import edition, turn
from legation.core.book import Procedure
from legation.core.expr import YES, Expr, holds, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps
from legation.core.rules import Note, Permit

__all__ = [
    "ACTIONS",
    "COMMONWEALTH_TABLE",
    "DECLARED",
    "EUROPEAN",
    "PACIFIC",
    "PROCEDURES",
    "STEPS",
    "TOPICS",
    "forces",
]

STEPS = Steps()


@dataclass(frozen=True, eq=False)
class Row:
    """A line of a force table: unit counts by type, and partisans by whose they are."""

    country: str
    cite: str
    units: Mapping[str, int]
    partisans: Mapping[str, str] = field(default_factory=dict)
    when: Expr = YES


def _classic(since: int) -> Expr:
    """From a turn of the campaign of 1939 on."""
    return edition(*CLASSIC) & (turn() >= since)


def _storm(turns: int) -> Expr:
    """So many turns after war broke out."""
    return edition(CURRENT_GS) & (turn() - number("war-start-turn", "the turn in which war broke out") >= turns)


COMMONWEALTH_TABLE = (
    Row("canada", "82.61.canada.start", {"3-4": 1, "shipbuilding": 1}),
    Row("canada", "82.61.canada.add1@older", {"3-4": 1}, when=_classic(5)),
    Row("canada", "82.61.canada.add1@current-gs", {"3-4": 1}, when=_storm(4)),
    Row("canada", "82.61.canada.add2@older", {"4-5": 1}, when=_classic(7)),
    Row("canada", "82.61.canada.add2@current-gs", {"4-5": 1}, when=_storm(6)),
    Row("south-africa", "82.61.southafrica.start", {"3-4": 1, "1-3": 3}),
    Row("australia", "82.61.australia.start", {"2-2": 1, "1-2": 3, "cruisers": 2, "destroyers": 2, "shipbuilding": 1}),
    Row("australia", "82.61.australia.add1@older", {"2-2": 2, "1-2": 1, "air": 2}, when=_classic(5)),
    Row("australia", "82.61.australia.add1@current-gs", {"2-2": 2, "1-2": 1, "air": 2}, when=_storm(4)),
    Row("india", "82.61.india.start", {"2-2": 4, "1-2": 4}),
)
EUROPEAN = (
    Row("belgium", "82.61.belgium", {"2-3": 1, "1-3": 3, "air": 1}),
    Row("bulgaria", "82.61.bulgaria", {"1-3": 4, "air": 1}),
    Row("denmark", "82.61.denmark", {}),
    Row("egypt", "82.61.egypt", {}, partisans={"axis": "0:2"}),
    Row("finland", "82.61.finland", {"2-3": 5, "air": 1}),
    Row(
        "greece",
        "82.61.greece",
        {"2-3": 1, "1-3": 5, "air": 1, "cruisers": 1, "destroyers": 2},
        partisans={"western-allies": "1:2", "russia": "1:2"},
    ),
    Row("hungary", "82.61.hungary", {"2-3": 1, "1-3": 6, "air": 1}),
    Row("iraq", "82.61.iraq", {}, partisans={"axis": "0:2"}),
    Row("ireland", "82.61.ireland", {}, partisans={"axis": "2"}),
    Row("netherlands", "82.61.netherlands", {"2-3": 1, "air": 1}),
    Row("norway", "82.61.norway", {"1-3": 2}),
    Row("persia", "82.61.persia", {}, partisans={"axis": "0:2"}),
    Row("poland", "82.61.w-poland", {"2-3": 3, "1-3": 7, "air": 2}, partisans={"western-allies": "2:4"}),
    Row("rumania", "82.61.rumania", {"2-3": 2, "1-3": 6, "air": 1, "destroyers": 2}),
    Row(
        "spain",
        "82.61.spain",
        {"2-3": 7, "2-5": 1, "air": 2, "cruisers": 3, "destroyers": 3},
        partisans={"axis": "3", "western-allies": "2:4", "russia": "2:4"},
    ),
    Row(
        "sweden",
        "82.61.sweden",
        {"2-3": 5, "air": 1, "cruisers": 1, "destroyers": 2},
        partisans={"western-allies": "1:2", "russia": "1:2"},
    ),
    Row(
        "turkey",
        "82.61.turkey",
        {"2-3": 7, "2-5": 1, "air": 2, "cruisers": 2, "destroyers": 2},
        partisans={"axis": "3", "western-allies": "2:4", "russia": "2:4"},
    ),
    Row("ukraine", "82.61.ukraine", {"2-3": 2, "1-3": 3}),
    Row(
        "yugoslavia",
        "82.61.yugoslavia",
        {"2-3": 1, "1-3": 6, "air": 1},
        partisans={"western-allies": "2:4", "russia": "2:4"},
    ),
)
PACIFIC = (
    Row("communist-china", "82.61.communist-china", {"2-2": 4, "1-2": 4}, partisans={"russia": "1"}),
    Row("dutch-east-indies", "82.61.dutch-east-indies", {"1-2": 3, "air": 1, "cruisers": 1, "destroyers": 1}),
    Row("philippines", "82.61.philippines", {"1-2": 2}),
    Row("thailand", "82.61.thailand", {"1-2": 2}),
)
ROWS = (*COMMONWEALTH_TABLE, *EUROPEAN, *PACIFIC)

TABLES = Note("a country has the forces of its row", "82.61")
SAME_TABLE = Note("the current European table has the same rows", "82.61.table@current", len(EUROPEAN))
STORM = Note("Gathering Storm and Storm Over Asia may change a country's forces", "82.61.gs")
STORM_OVER_ASIA = Note("Storm Over Asia may change Australian and Indian forces and add Malayan infantry", "82.61.soa")
ASIAN = ("australia", "india", "malaya")
BY_RESULT = Note(
    "Irish partisans and Ukrainian units follow the diplomatic result", "82.61.note-dagger", ("ireland", "ukraine")
)
CHINESE = Note("one Communist Chinese partisan, and one more each year from 1942", "82.61.note-china", (1, 1941))
PARTISANS = Note("a:b is a at once, b at most after production results", "82.61.note-partisans")


def forces(world: World, country: str) -> tuple[dict[str, int], dict[str, str]]:
    """Units by type, and partisans by whose they are, as things stand."""
    TABLES.used(world)
    units: dict[str, int] = {}
    partisans: dict[str, str] = {}
    for row in ROWS:
        if row.country != country:
            continue
        applies = holds(row.when, world)
        world.note(row.cite, applies)
        if applies:
            partisans |= row.partisans
            for unit, count in row.units.items():
                units[unit] = units.get(unit, 0) + count
        if row in EUROPEAN:
            world.note(SAME_TABLE.cite, holds(edition(CURRENT_CLASSIC, CURRENT_GS), world))
    if world["edition"] == CURRENT_GS:
        (STORM_OVER_ASIA if country in ASIAN else STORM).used(world)
        for unit in FORCE_UNITS:
            if changed := world[f"force-change.{unit}.{country}"]:
                units[unit] = max(0, units.get(unit, 0) + changed)
    if country == "ukraine":
        units = {unit: world[f"ukrainian-units.{unit}"] for unit in ("2-3", "1-3")}
    if country == "ireland":
        partisans = {"axis": str(world["irish-partisans"])}
    if country in BY_RESULT.value:
        BY_RESULT.used(world)
    if country == "communist-china":
        base, since = CHINESE.used(world)
        partisans = {"russia": str(base + max(0, world["year"] - since))}
    if partisans:
        PARTISANS.used(world)
    return {unit: count for unit, count in units.items() if count}, partisans


@STEPS.step("awaw.minors.forces")
def told(world: World, frame: Frame) -> Directive:
    country = scope(world, {"in": frame.get("in")})["site"]
    units, partisans = forces(world, country)
    words = [f"{count} × {FORCE_UNITS[unit]}" for unit, count in units.items()]
    words += [f"partisans of {TITLES[side]} {count}" for side, count in partisans.items()]
    return tell(f"{TITLES[country]}: {', '.join(words) or 'no forces'}", TABLES.cite)


PROCEDURES = {"forces": Procedure("awaw.minors.forces", "What forces has a country?", {"in": "the country"})}

FRENCH = ("algeria", "lebanon-syria", "morocco", "tunisia")  # their garrisons are for other rules
_arabs = site_is("iraq", "kuwait", "arabia", "transjordan", "palestine", "lebanon-syria")
TOPICS = {
    "forces": Topic(
        "notes on a country's forces",
        (
            Saying("two partisans in all for the Arab countries", "82.61.note-star", _arabs),
            Saying("one two-factor cruiser and the battlecruiser Yavuz", "82.61.note-section", site_is("turkey")),
            Saying(
                "nobody resists an invader there, but war still costs 10 BRPs",
                "82.62.unopposed",
                site_is("portugal", "baltic-states", "denmark", "arabia", "luxembourg"),
            ),
            Saying(
                "a colony has no forces of its own",
                "82.62.colonies",
                site_is(*(c for c in COLONIES if c not in FRENCH)),
            ),
        ),
    )
}

_asia_at_war = (number("eastern-war-turn", "the turn in which Japan and Britain went to war") >= 1) | (turn() >= 11)
ACTIONS = {
    "indian-partisans": Action(
        "may Japan build Indian partisans?",
        (
            Permit(
                "two at most, after an Indian Subversion result",
                "82.61.india.partisans",
                truth("production.indian-subversion", "Japan has an Indian Subversion result") & (how_many() <= 2),
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
                site_is("australia", "india") & (how_many() <= 3) & _asia_at_war,
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
                (number("ukrainian-units.2-3") >= 1) | (number("ukrainian-units.1-3") >= 1),
            ),
        ),
        False,
        "82.63",
        "not before a diplomatic roll has succeeded",
    ),
}
DECLARED = (ROWS, TABLES, SAME_TABLE, STORM, STORM_OVER_ASIA, BY_RESULT, CHINESE, PARTISANS)
