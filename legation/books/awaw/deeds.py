"""The deeds of A World at War: what the table reports, who plays a part in it, and the words to speak of that.

A moment `HELD` comes when a place that is taken counts as held: all that looks at its controller sees the new one.
`TOGETHER` comes first of all: what several powers do, or is done to several countries, counts as one.  `ATTACKED` comes
when a declaration stands, `PRICED` when it is paid for, `SPARED` when several countries are named for one price, and
`SETTLED` when a country has joined its friend, or fallen.
What follows from a deed stands beside the rules that read it: in the tables of diplomacy, on the tension tracks, with
the minor countries, each as a tuple `HEEDS` of `On`s.  `consequences` gathers them; whoever carries a deed out says its
name there.  A place that is taken is entered, too; so is a country that is conquered.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from legation.books.awaw.powers import (
    CHINA,
    FACTIONS,
    HOME,
    JAPAN,
    LANDS,
    MEMBERS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    TITLES,
    faction_of,
    pair_of,
)
from legation.core.deeds import Deed, Deeds, On, Role, adds, filled
from legation.core.expr import YES, Expr, listed
from legation.core.rules import sets

__all__ = [
    "ALLIANCE",
    "ANSWER",
    "ASSOCIATION",
    "ATTACKED",
    "ATTACKER",
    "BOTH",
    "ATLANTIC_PORTS",
    "ATOMIC",
    "BORDER_WAR",
    "BRINGS",
    "HEX_AREAS",
    "CANAL",
    "CITIES_IN",
    "CLEARED",
    "COLONY_ATTACK",
    "CONQUERED",
    "COUNTRY",
    "CRISIS",
    "DEADLINE",
    "DECLARATION",
    "DEMANDED",
    "DEMANDS",
    "DREW",
    "ENTERED",
    "FACTION",
    "FALL",
    "FORMER",
    "GIVES_UP",
    "HELD",
    "HOW",
    "HOW_MANY",
    "LOST",
    "HEXES",
    "INVASION",
    "KATTEGAT",
    "KEY_PLACE",
    "LAND_LOST",
    "NEW",
    "NEW_YEAR",
    "OCCUPATION",
    "OLD",
    "OUTCOME",
    "OWED",
    "PARTISANS",
    "PAYDAY",
    "PAYS",
    "PLACE",
    "POWER",
    "PRICED",
    "SEIZED",
    "SETTLED",
    "RALLY",
    "RETURN",
    "SIDE",
    "SOUTHERN_EDGE",
    "SPARED",
    "STATE",
    "SURRENDER",
    "SWITCHES",
    "TAKEN",
    "TIME",
    "TIME_UP",
    "TOGETHER",
    "UNITS",
    "WAR",
    "WINNER",
    "WINTER_OVER",
    "WITH",
    "by",
    "cities_of",
    "into",
    "is_place",
    "is_so",
    "lands_of",
    "proper",
    "counted",
    "remembers",
    "upon",
]

PARTISANS = ("axis-partisans", "allied-partisans")
# Hexes and ports that rules name, but that are no land and have no city on the list of places.
CANAL = ("ll30", "ll31", "mm30", "mm31")
SOUTHERN_EDGE = ("nn27", "nn28", "nn29", "nn30")
ATLANTIC_PORTS = ("la-coruna", "vigo", "lisbon", "cadiz")
KATTEGAT = ("h33",)
HEXES = (*CANAL, *SOUTHERN_EDGE, *ATLANTIC_PORTS, *KATTEGAT)
HEX_AREAS = ("persian-border", "port-said", *(one for one in HEXES if one not in PLACES))

CONTROLLERS = (*FACTIONS, JAPAN, CHINA, *PARTISANS, NOBODY)

POWER = Role("power", "the power that does it; partisans or nobody, of a place", (*POWERS, *PARTISANS, NOBODY))
SIDE = Role("side", "who controls a place with it: its faction, or itself", CONTROLLERS)
ATTACKER = Role("attacker", "the power that attacked the country; nobody, if an event brings it in", (*POWERS, NOBODY))
COUNTRY = Role("country", "the country or power that it is done to", tuple(dict.fromkeys((*PARTIES, *LANDS))))
PLACE = Role("place", "the place, country or area", tuple(dict.fromkeys((*PLACES, *LANDS, *POWERS, *HEX_AREAS))))
OUTCOME = Role("outcome", "what came of it", ("granted", "refused"))
STATE = Role("state", "whether it goes on or is over", ("now", "over"))

BOTH = Role("both", "the two parties of a war")
HOW = Role(
    "how",
    "how a country comes into new hands",
    ("lost", "kept", "taken", "home", "courted", "freed"),
)
WITH = Role("with", "who conquered it together, and who alone", ("alone", "together"))
FORMER = Role("former", "the former friend of the country; nobody, if there was none", (*POWERS, NOBODY))
WINNER = Role("winner", "the power to which the country falls; nobody, if it does not", (*POWERS, NOBODY))
TIME = Role("time", "whether its capital is held in time", ("in-time", "late", "falls", "over"))
ANSWER = Role(
    "answer",
    "what becomes of a Russian war on a country in which Germany has an interest",
    ("abandoned", "fought", "backed-down", "paid"),
)
OLD = Role("old", "the faction that a country leaves", FACTIONS)
NEW = Role("new", "the faction that gains by it", FACTIONS)
FACTION = Role("faction", "a faction", FACTIONS)
UNITS = Role("units", "whether any faction may have units in the country", ("some", "none"))
WAR = Role("war", "the two parties of any war", tuple(pair_of(*pair) for pair in combinations(PARTIES, 2)))
DREW = Role("drew", "BRPs a year that its former friend drew of it")
OWED = Role("owed", "those of them that were still on their way")
HOW_MANY = Role("number", "how many countries war is declared on")
PAYS = Role("pays", "when its BRPs are booked", ("survivor", "at-once", "next-turn"))

DECLARATION = Deed(
    "declaration",
    "{power} declares war on {country}",
    "DT-GEN-34",
    (POWER, COUNTRY),
    works_out={BOTH: lambda power, country, **_: pair_of(power, country)},
)
ASSOCIATION = Deed(
    "association",
    "{country}, attacked by {attacker}, associates with {power}",
    "DT-GEN-34",
    (COUNTRY, POWER, ATTACKER, PAYS),
)
ALLIANCE = Deed("alliance", "{country} becomes an ally of {power}", "82.12.poland", (COUNTRY, POWER, ATTACKER, PAYS))
COLONY_ATTACK = Deed("colony-attack", "{power} attacks the Vichy colony {place}", "DT-VICHY-E3", (POWER, PLACE))
ENTERED = Deed("entered", "units of {power} enter {place}", "PROC-17", (POWER, PLACE))
TAKEN = Deed("taken", "{place} comes into the hands of {power}", "83.11", (POWER, SIDE, PLACE))
CONQUERED = Deed("conquered", "{country} has fallen to {power}", "83.11", (COUNTRY, POWER, SIDE, HOW, WITH))
SEIZED = Deed("seized", "{country} is seized by {power}", "83.11", (COUNTRY, POWER, SIDE, HOW))
LOST = Deed("lost", "{country} comes to {side}, and diplomacy has lost it", "DT-GEN-35", (COUNTRY, SIDE, HOW))
KEY_PLACE = Deed(
    "key-place",
    "what decides the BRPs of {country} comes to {power}, which does not conquer it",
    "83.31A.yss",
    (COUNTRY, POWER, SIDE),
)
CLEARED = Deed("cleared", "{power} has {country} again, where partisans were", "83.61.reconquest", (COUNTRY, POWER))
PAYDAY = Deed("payday", "a player turn of {power} begins, which is due for {country}", "83.31B.gain", (COUNTRY, POWER))
TIME_UP = Deed("time-up", "the time in which {power} may win {country} back is over", "83.31B.window", (COUNTRY, POWER))
WINTER_OVER = Deed("winter-over", "a year ends, and {power} is due for {country}", "83.31A.winter", (COUNTRY, POWER))
NEW_YEAR = Deed("new-year", "{power} counts its BRPs for a full year", "83.31A.yss", (POWER,))
DEADLINE = Deed(
    "deadline",
    "the time in which {power} must have the capital of {country} is over",
    "85.53A.deadline",
    (COUNTRY, POWER, FORMER, TIME, WINNER, SIDE),
)


def _side_of(power: str) -> str:
    return faction_of(power) or power


GIVES_UP = Deed(
    "gives-up",
    "{country}, a friend of {former}, surrenders",
    "85.52.order",
    (COUNTRY, FORMER, POWER, PLACE, UNITS, DREW, OWED),
    works_out={
        OLD: lambda former, **_: _side_of(former),
        NEW: lambda former, power, **_: faction_of(power) or _side_of(former),
    },
)
SWITCHES = Deed(
    "switches",
    "{country} leaves {former} for {power}",
    "85.53.who",
    GIVES_UP.roles,
    works_out={OLD: lambda former, **_: _side_of(former), NEW: lambda power, **_: _side_of(power)},
)
LAND_LOST = Deed("land-lost", "{country} has lost land for good", "85.49", (COUNTRY,))
FALL = Deed("fall-of-france", "France falls to the Axis", "DT-VICHY-E2")
SURRENDER = Deed("surrender", "{power} surrenders", "DT-GEN-38", (POWER,))
RETURN = Deed("back-in-the-war", "{power} is in the war again", "82.81C", (POWER,))
CRISIS = Deed(
    "crisis", "Russia declares war on {country}, where Germany has an interest", "RGT-WAR-5", (COUNTRY, ANSWER)
)
DEMANDS = Deed("demands", "{power} demands land of {country}", "PROC-25", (POWER, COUNTRY, OUTCOME))
BORDER_WAR = Deed("border-war", "{power} and {country} fight a border war", "82.41.border", (POWER, COUNTRY, STATE))
INVASION = Deed("failed-invasion", "a Western invasion of {place} is thrown back", "DP-GER-13", (PLACE,))
ATOMIC = Deed("atomic-attack", "{power} makes an atomic attack", "USAT-EVT-10", (POWER,))
OCCUPATION = Deed("occupation-policies", "Russian occupation policies have a result", "DT-UKRAINE-M9")
RALLY = Deed("free-french", "{place} goes over to the Free French", "85.493", (PLACE,))

TOGETHER, ATTACKED, HELD, SETTLED = "together", "attacked", "held", "settled"
PRICED, SPARED = "priced", "spared"

# What another deed is, too.
BRINGS: Mapping[Deed, tuple[Deed, ...]] = {TAKEN: (ENTERED,)}


# -- where a place lies
# Lands of a power that have a city; the cities of minor countries name their country themselves.
CITIES_IN: Mapping[str, tuple[str, ...]] = {
    "iraq": ("baghdad",),
    "lebanon-syria": ("damascus",),
    "palestine": ("jerusalem",),
    "persia": ("tehran",),
    "transjordan": ("amman",),
    "turkey": ("ankara", "istanbul", "izmir"),
}


def cities_of(*lands: str) -> tuple[str, ...]:
    """The places of these lands whose controller rules ask for; what Russia demands of a country is counted apart."""
    found = {place: {*lands_of(place)} for place in PLACES if place not in lands}
    return tuple(place for place, of in found.items() if of & {*lands} and not (of & DEMANDED) - {*lands})


def lands_of(place: str) -> tuple[str, ...]:
    """Every land in which a place lies, from the smallest to the largest; a land lies in itself."""
    found = [place, *(land for land, cities in CITIES_IN.items() if place in cities)]
    found += [part for part, places in _PARTS.items() if place in places]
    found += [whole for here in tuple(found) for whole in (HOME.get(here), _WHOLES.get(here)) if whole]
    return tuple(dict.fromkeys(found))


DEMANDED = {"bessarabia", "eastern-poland", "finnish-border-hexes"}
_PARTS = {
    "eastern-poland": ("vilna", "brest-litovsk", "lvov"),
    "egypt": (*CANAL, *SOUTHERN_EDGE, "port-said"),
    "spain": ("la-coruna", "vigo", "cadiz"),
}
_WHOLES = {
    "estonia": "baltic-states",
    "latvia": "baltic-states",
    "lithuania": "baltic-states",
    "finnish-border-hexes": "finland",
    "persian-border": "persia",
    "belgium": "belgium-luxembourg",
    "luxembourg": "belgium-luxembourg",
    "java": "dutch-east-indies",
    "south-borneo": "dutch-east-indies",
    "sumatra": "dutch-east-indies",
    "spanish-morocco": "spain",
}


# -- what is remembered
def remembers(label: str, cite: str, fact: str, *, on: Deed | Deeds, when: Expr = YES) -> On:
    """A deed leaves a fact behind for the rest of the game; the id is that of a rule which reads it."""
    return On(label, cite, on=on, when=when, sets=(sets(fact, True),), again=True)


def counted(label: str, cite: str, tally: str, *, on: Deed | Deeds, when: Expr = YES) -> On:
    """Such deeds are counted; the id is that of a rule which reads how many there were."""
    return On(label, cite, on=on, when=when, sets=(adds(tally, 1),), again=True)


# -- words
def by(*who: str) -> Expr:
    """A power, or a power of a faction or side, does it."""
    powers = [power for one in who for power in MEMBERS.get(one, (one,))]
    return filled(POWER, *dict.fromkeys(powers), says=f"it is[ not] done by {listed(map(_title, who), 'or')}")


def upon(*countries: str) -> Expr:
    """It is done to one of these countries or powers."""
    return filled(COUNTRY, *countries, says=f"it is[ not] done to {listed(map(_title, countries), 'or')}")


WAYS = {
    "lost": "it is[ not] lost to diplomacy",
    "kept": "what Germany gained there [stays|does not stay]",
    "taken": "it [changes|does not change] hands like any other land",
    "home": "its owner [has|does not have] it again",
    "courted": "its people can [still|no longer] be courted",
    "freed": "the Axis [free|do not free] it from Russia",
}


def is_so(*ways: str) -> Expr:
    """The country comes into new hands in one of these ways."""
    return filled(HOW, *ways, says=listed(map(WAYS.__getitem__, ways), "or"))


def is_place(*places: str) -> Expr:
    """It is one of these very places or areas."""
    return filled(PLACE, *places, says=f"it is[ not] {listed(map(_title, places), 'or')}")


def into(*lands: str) -> Expr:
    """The place is one of these lands, or lies in one."""
    places = (place for place in PLACE.among if not set(lands).isdisjoint(lands_of(place)))
    return filled(PLACE, *places, says=f"the place [lies|does not lie] in {listed(map(_title, lands), 'or')}")


def proper(*countries: str) -> Expr:
    """The place lies in one of these countries, but not in the part that Russia demands of it."""
    places = (place for place in PLACE.among if (lands := set(lands_of(place))) & {*countries} and not lands & DEMANDED)
    return filled(
        PLACE, *places, says=f"the place [lies|does not lie] in {listed(map(_title, countries), 'or')} proper"
    )


def _title(slug: str) -> str:
    return TITLES.get(slug, slug.upper() if slug in HEXES and slug[-1].isdigit() else slug.replace("-", " "))
