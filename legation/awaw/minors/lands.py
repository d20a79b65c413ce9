"""Every land that can be conquered: the places that decide it, what it is worth, whose colony it is.

A country with a capital is listed under `CAPITALS`; areas without one, and colonies, have a ledger id each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legation.awaw.minors.facts import FRONTS
from legation.awaw.powers import (
    BRITAIN,
    BRP_VALUES,
    COMMONWEALTH,
    CURRENT_GS,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    NOBODY,
    OLDER,
    POWERS,
    RUSSIA,
    TITLES,
    USA,
)
from legation.core.rules import Note

__all__ = [
    "AREAS",
    "CAPITALS",
    "COLONY_LANDS",
    "DIPLOMATIC",
    "ISLANDS",
    "LAND",
    "TWINS",
    "VALUED_BY",
    "Island",
    "Land",
    "defaults",
    "lands_with",
]


@dataclass(frozen=True, eq=False)
class Land:
    """A country, colony or area: all `keys` (or all its `hexes`) conquer it; those in `pays` decide its BRPs."""

    slug: str
    keys: tuple[str, ...] = ()
    cite: str = ""
    hexes: int = 0
    brps: int | None = None
    owner: str = ""
    also: tuple[str, ...] = ()  # ids that say the same elsewhere
    paid_by: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return TITLES[self.slug]

    @property
    def pays(self) -> tuple[str, ...]:
        return self.paid_by or self.keys


CAPITALS = tuple(
    Land(country, keys)
    for country, keys in {
        "austria": ("vienna",),
        "belgium": ("brussels",),
        "bulgaria": ("sofia",),
        "czechoslovakia": ("prague",),
        "denmark": ("copenhagen",),
        "finland": ("helsinki",),
        "greece": ("athens",),
        "hungary": ("budapest",),
        "ireland": ("dublin",),
        "netherlands": ("the-hague",),
        "norway": ("oslo",),
        "persia": ("tehran",),
        "philippines": ("manila",),
        "poland": ("warsaw",),
        "portugal": ("lisbon",),
        "rumania": ("bucharest",),
        "sweden": ("stockholm",),
        "thailand": ("bangkok",),
        "turkey": ("ankara",),
        "vichy-france": ("vichy",),
        "yugoslavia": ("belgrade",),
    }.items()
)

AREAS = (
    Land("eastern-poland", ("vilna", "brest-litovsk", "lvov"), "83.12A"),
    Land("baltic-states", ("riga", "parnu", "tallinn"), "83.12B"),
    Land("lithuania", (), "83.12B.lithuania@current-gs", hexes=4, brps=5),
    Land("latvia", ("riga",), "83.12B.latvia@current-gs", brps=5),
    Land("estonia", ("tallinn", "parnu"), "83.12B.estonia@current-gs", brps=5),
    Land("arabia", ("kaf", "jauf"), "83.12C", brps=0, also=("88.21.conquest",)),
    Land("bessarabia", (), "83.12D", hexes=5, brps=5),
    Land("finnish-border-hexes", (), "83.12E", hexes=3, brps=5),
    Land("luxembourg", ("luxembourg",), "83.12F"),
    Land("spain", ("madrid", "tangier"), "83.13", paid_by=("madrid",)),
)


def _colonies(owner: str, group: str, *rows: tuple[str, int, tuple[str, ...], str]) -> tuple[Land, ...]:
    return tuple(Land(slug, keys, f"{group}.{tag}", brps=brps, owner=owner) for slug, brps, keys, tag in rows)


COLONY_LANDS = (
    *_colonies(
        BRITAIN,
        "83.441A",
        ("egypt", 5, ("cairo",), "egypt"),
        ("iraq", 0, ("baghdad",), "iraq"),
        ("kuwait", 0, ("al-kuwait",), "kuwait"),
        ("palestine", 5, ("jerusalem",), "palestine"),
        ("transjordan", 0, ("amman",), "transjordan"),
    ),
    *_colonies(
        BRITAIN,
        "83.441B",
        ("burma", 10, ("rangoon",), "burma"),
        ("calcutta", 5, ("calcutta",), "calcutta"),
        ("dacca", 5, ("dacca",), "dacca"),
        ("hong-kong", 5, ("hong-kong",), "hong-kong"),
        ("malaya", 10, ("kuala-lumpur",), "malaya"),
        ("sarawak", 0, ("kuching",), "sarawak"),
        ("singapore", 5, ("singapore",), "singapore"),
    ),
    *_colonies(
        NOBODY,  # of the Netherlands, which is no power
        "83.442",
        ("south-borneo", 10, ("balikpapan",), "borneo"),
        ("java", 10, ("batavia",), "java"),
        ("sumatra", 10, ("palembang",), "sumatra"),
    ),
    *_colonies(
        FRANCE,
        "83.443A",
        ("algeria", 5, ("algiers",), "algeria"),
        ("lebanon-syria", 5, ("damascus",), "lebanon-syria"),
        ("morocco", 5, ("rabat",), "morocco"),
        ("tunisia", 5, ("tunis",), "tunisia"),
    ),
    *_colonies(FRANCE, "83.443B", ("french-indochina", 10, ("saigon",), "indochina")),
    *_colonies(
        ITALY,
        "83.444",
        ("albania", 5, ("tirane",), "albania"),
        ("ethiopia", 0, (), "ethiopia"),
        ("libya", 5, ("tripoli",), "libya"),
    ),
    *_colonies(
        JAPAN,
        "83.445",
        ("formosa", 5, ("taipei",), "formosa"),
        ("korea", 10, ("seoul",), "korea"),
        ("manchuria", 20, ("harbin", "mukden"), "manchuria"),
    ),
    *_colonies(RUSSIA, "83.446A", ("ukraine", 10, ("kiev",), "ukraine")),
    *_colonies(
        RUSSIA,
        "83.446B",
        ("mongolia", 0, ("ulan-bator",), "mongolia"),
        ("tannu-tuva", 0, ("kyzyl",), "tannu-tuva"),
    ),
    *_colonies(NOBODY, "83.447", ("spanish-morocco", 0, ("tangier",), "spanish-morocco")),
    Land("bhutan", ("bhutan",), "83.12H", brps=0, owner=BRITAIN),
    Land("nepal", (), "83.12I", hexes=3, brps=0, owner=BRITAIN),
)

# Hong Kong is one hex in the list of areas too.
HONG_KONG = Note("Hong Kong is its single hex", "83.12G", "hong-kong")

LAND: dict[str, Land] = {land.slug: land for land in (*CAPITALS, *AREAS, *COLONY_LANDS)}
# A colony with a diplomatic table: the table says who benefits from its people, the map whose colony it is.
DIPLOMATIC = ("ukraine",)


# One country for diplomacy and declarations of war, two for conquest and BRPs.
TWINS = {"belgium": "belgium-luxembourg", "luxembourg": "belgium-luxembourg"}


# The rule that says what a country is worth, where its own chapter does.
VALUED_BY = {"denmark": "86.11", "finland": "86.21", "norway": "86.31", "sweden": "86.41"}


@dataclass(frozen=True, eq=False)
class Island:
    """An island that goes with the first conquest of its country."""

    name: str
    country: str
    hexes: tuple[str, ...]
    cite: str


ISLANDS = (
    Island("Lesbos", "greece", ("CC30",), "83.22B.lesbos"),
    Island("Chios", "greece", ("DD29",), "83.22B.chios"),
    Island("Andros", "greece", ("EE28",), "83.22B.andros"),
    Island("Crete", "greece", ("GG26", "GG27", "GG28"), "83.22B.crete"),
    Island("the Balearic Islands", "spain", ("Y15", "Y16"), "83.22B.balearics"),
    Island("Saare", "baltic-states", ("F39",), "83.22B.saare"),
    Island("Gotland", "sweden", ("H36",), "83.22B.gotland"),
)


def lands_with(place: str) -> tuple[Land, ...]:
    """The lands that a place, or a whole area of hexes, decides."""
    return tuple(land for land in LAND.values() if place in land.keys or (land.hexes and place == land.slug))


def defaults(edition: str) -> dict[str, Any]:
    """How colonies and the Commonwealth stand before anything is reported."""
    found: dict[str, Any] = {f"status.{country}": "commonwealth" for country in COMMONWEALTH}
    found |= {f"status.{c}": "independent" for c in ("communist-china", "dutch-east-indies")}
    found |= {"status.philippines": "associate", "beneficiary.philippines": USA}
    found |= {f"deployed.{c}": True for c in ("dutch-east-indies", "philippines", "thailand")}
    if edition != OLDER:  # the American total of Fall 1939 has them already
        found["brp-grant.philippines"] = BRP_VALUES["philippines"]
    found |= {f"front.{front}": front for front in FRONTS}
    if edition != CURRENT_GS:
        found["in-ethiopia.italy"] = 3
    if edition != CURRENT_GS:  # the campaign of 1939 begins with the attack on Poland
        found["full-restrictions"] = True
        found |= {"attacked-by.poland": GERMANY, "attacked-in.poland": 1}
    for land in LAND.values():
        if land.brps is not None and land.slug not in BRP_VALUES:
            found[f"brp-value.{land.slug}"] = land.brps
        if not land.owner or (edition == CURRENT_GS and land.slug in ("albania", "ethiopia")):
            continue
        owner = land.owner if land.owner in POWERS else NOBODY
        found[f"holder.{land.slug}"] = owner
        if land.slug not in DIPLOMATIC:
            found |= {f"status.{land.slug}": "colony", f"beneficiary.{land.slug}": owner}
            found[f"brp-grant.{land.slug}"] = (land.brps or 0) if owner != NOBODY else 0
    return found
