"""Every land that can be conquered: the places that decide it, what it is worth, whose colony it is.

A country with a capital is listed under `CAPITALS`; areas without one, and colonies, have a ledger id each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from legation.books.awaw.minors.schema import FRONTS, VICHY_COLONIES
from legation.books.awaw.powers import (
    BRITAIN,
    BRP_VALUES,
    COMMONWEALTH,
    CURRENT_GS,
    FRANCE,
    ITALY,
    JAPAN,
    NOBODY,
    POWERS,
    RUSSIA,
    TITLES,
)
from legation.books.awaw.vocabulary import control_is, fallen
from legation.core.expr import Expr, all_of, any_of, holds, listed, named, number
from legation.core.facts import World
from legation.core.rules import Datum, Limit
from legation.core.turning import NEGATED, NUMBER, TURNED, is_turned

__all__ = [
    "AREAS",
    "CAPITALS",
    "CITIES",
    "COLONY_LANDS",
    "DIPLOMATIC",
    "ISLANDS",
    "LAND",
    "PART_OF",
    "TWINS",
    "Island",
    "Land",
    "belongs_to",
    "defaults",
    "key_places",
    "lands_with",
    "other_twin",
    "stands_as",
]


# -- what stands for a capital
CITIES = Datum("Hong Kong and Singapore fall when they are occupied", "83.41.cities", ("hong-kong", "singapore"))
MADRID = Datum("the BRPs of Spain go with Madrid alone", "83.31A.spain", ("madrid",))


@dataclass(frozen=True, eq=False)
class Land:
    """A country, colony or area: all `keys` (or all its `hexes`) conquer it; those in `pays` decide its BRPs.

    It acts through two doors: `is_held`, for what conquers it, and `brps_a_year`, for what it is worth.
    """

    slug: str
    seats: tuple[str, ...] = ()
    cite: str = ""
    hexes: int = 0
    brps: int | None = None
    owner: str = ""
    also: tuple[str, ...] = ()  # ids that say the same elsewhere
    paid_by: Datum | None = None  # places that decide its BRPs, where they are not those that conquer it

    turns: ClassVar[tuple[str, ...]] = (NUMBER, NEGATED)

    def tells_when(self) -> str:
        if self.hexes:
            return f"somebody controls all {self.hexes} of its hexes"
        return f"somebody controls {listed((TITLES[p] for p in self.keys), 'and')}" if self.keys else ""

    def tells(self) -> Iterator[str]:
        yield f"{self.name} is conquered" if self.keys or self.hexes else f"{self.name} cannot be taken on the map"
        if self.brps is not None:
            yield f"it is worth {self.brps} BRPs a year"
        if self.paid_by:
            yield f"its BRPs go with {listed((TITLES[p] for p in self.pays), 'and')}"
        if self.owner and self.owner != NOBODY:
            yield f"it is a colony of {TITLES[self.owner]}"

    @property
    def name(self) -> str:
        return TITLES[self.slug]

    @property
    def keys(self) -> tuple[str, ...]:
        """Its capital or key places; some cities are lands of their own."""
        return (self.slug,) if self.slug in CITIES.value else self.seats

    @property
    def pays(self) -> tuple[str, ...]:
        return (self.paid_by.value if self.paid_by else ()) or self.keys

    def refuse_capture(self, world: World) -> None:
        """What has neither a capital nor hexes on the map cannot be taken there."""
        if not (self.keys or self.hexes):
            Limit(f"{self.name} has no capital on the map that could be taken", self.cite).refuse(world)

    def is_held(self, world: World, faction: str, *friends: str) -> bool:
        """Whether a faction, with its friends, has everything that conquers the land."""
        if self.hexes:
            held = self._hexes_of(faction) >= self.hexes
        else:
            held = all_of(*(control_is(place, faction, *friends) for place in self.keys))
        for cite in self._ids:
            held = named(f"{self.name} is[ not] in the hands of {TITLES.get(faction, faction)}", held, cite=cite)
        return holds(held, world)

    def kept_by(self, faction: str, *friends: str) -> Expr:
        """One of the places that conquer it is a faction's, or its friends'."""
        if self.hexes:
            return self._hexes_of(faction) >= 1
        return any_of(*(control_is(place, faction, *friends) for place in self.keys))

    def pays_to(self, faction: str) -> Expr:
        """All that decides its BRPs is a faction's: so much it takes to gain them."""
        if self.hexes:
            return self._hexes_of(faction) >= self.hexes
        return all_of(*(control_is(place, faction) for place in self.pays))

    def still_pays(self, faction: str) -> Expr:
        """One of the places that decide its BRPs is a faction's."""
        if self.hexes:
            return self._hexes_of(faction) >= 1
        return any_of(*(control_is(place, faction) for place in self.pays))

    def brps_a_year(self) -> Expr:
        """What it is worth, as the board has it."""
        value = number(f"brp-value.{self.slug}", f"the BRP value of {self.name}")
        return value + 1 if self._is_turned(NUMBER) else value

    def _hexes_of(self, faction: str) -> Expr:
        return number(f"hexes.{faction}.{self.slug}", f"hexes of {self.name}")

    @property
    def _ids(self) -> tuple[str, ...]:
        return (self.cite, *self.also) if self.cite else self.also

    def _is_turned(self, how: str) -> bool:
        return bool(TURNED) and any(is_turned(cite, how) for cite in self._ids)


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
    Land("spain", ("madrid", "tangier"), "83.13", paid_by=MADRID),
)


def _colonies(owner: str, *rows: tuple[str, int, tuple[str, ...], str]) -> tuple[Land, ...]:
    return tuple(Land(slug, seats, cite, brps=brps, owner=owner) for slug, brps, seats, cite in rows)


COLONY_LANDS = (
    *_colonies(
        BRITAIN,
        ("egypt", 5, ("cairo",), "83.441A.egypt"),
        ("iraq", 0, ("baghdad",), "83.441A.iraq"),
        ("kuwait", 0, ("al-kuwait",), "83.441A.kuwait"),
        ("palestine", 5, ("jerusalem",), "83.441A.palestine"),
        ("transjordan", 0, ("amman",), "83.441A.transjordan"),
    ),
    *_colonies(
        BRITAIN,
        ("burma", 10, ("rangoon",), "83.441B.burma"),
        ("calcutta", 5, ("calcutta",), "83.441B.calcutta"),
        ("dacca", 5, ("dacca",), "83.441B.dacca"),
        ("malaya", 10, ("kuala-lumpur",), "83.441B.malaya"),
        ("sarawak", 0, ("kuching",), "83.441B.sarawak"),
        ("singapore", 5, (), "83.441B.singapore"),
    ),
    Land("hong-kong", (), "83.441B.hong-kong", brps=5, owner=BRITAIN, also=("83.12G",)),
    *_colonies(
        NOBODY,  # of the Netherlands, which is no power
        ("south-borneo", 10, ("balikpapan",), "83.442.borneo"),
        ("java", 10, ("batavia",), "83.442.java"),
        ("sumatra", 10, ("palembang",), "83.442.sumatra"),
    ),
    *_colonies(
        FRANCE,
        ("algeria", 5, ("algiers",), "83.443A.algeria"),
        ("lebanon-syria", 5, ("damascus",), "83.443A.lebanon-syria"),
        ("morocco", 5, ("rabat",), "83.443A.morocco"),
        ("tunisia", 5, ("tunis",), "83.443A.tunisia"),
    ),
    *_colonies(FRANCE, ("french-indochina", 10, ("saigon",), "83.443B.indochina")),
    *_colonies(
        ITALY,
        ("albania", 5, ("tirane",), "83.444.albania"),
        ("ethiopia", 0, (), "83.444.ethiopia"),
        ("libya", 5, ("tripoli",), "83.444.libya"),
    ),
    *_colonies(
        JAPAN,
        ("formosa", 5, ("taipei",), "83.445.formosa"),
        ("korea", 10, ("seoul",), "83.445.korea"),
        ("manchuria", 20, ("harbin", "mukden"), "83.445.manchuria"),
    ),
    *_colonies(RUSSIA, ("ukraine", 10, ("kiev",), "83.446A.ukraine")),
    *_colonies(
        RUSSIA,
        ("mongolia", 0, ("ulan-bator",), "83.446B.mongolia"),
        ("tannu-tuva", 0, ("kyzyl",), "83.446B.tannu-tuva"),
    ),
    *_colonies(NOBODY, ("spanish-morocco", 0, ("tangier",), "83.447.spanish-morocco")),
    Land("bhutan", ("bhutan",), "83.12H", brps=0, owner=BRITAIN),
    Land("nepal", (), "83.12I", hexes=3, brps=0, owner=BRITAIN),
)

LAND: dict[str, Land] = {land.slug: land for land in (*CAPITALS, *AREAS, *COLONY_LANDS)}
# A colony with a diplomatic table: the table says who benefits from its people, the map whose colony it is.
DIPLOMATIC = ("ukraine",)


# One country for diplomacy and declarations of war, two for conquest and BRPs.
TWINS = {"belgium": "belgium-luxembourg", "luxembourg": "belgium-luxembourg"}


def other_twin(slug: str) -> str:
    """The other country of a pair."""
    return next(name for name, pair in TWINS.items() if pair == TWINS[slug] and name != slug)


def stands_as(world: World, slug: str) -> str:
    """The country by which a land stands: of a pair the pair, until one of the two goes its own way."""
    pair = TWINS.get(slug)
    together = pair and world[f"status.{slug}"] == "neutral" and world[f"status.{pair}"] != "neutral"
    return pair if pair and together else slug


# An area for which nobody declares war apart, and the country to which it belongs.
PART_OF = {"eastern-poland": "poland", "bessarabia": "rumania", "finnish-border-hexes": "finland"}
PART_OF |= dict.fromkeys(("estonia", "latvia", "lithuania"), "baltic-states") | {"spanish-morocco": "spain"}


def belongs_to(world: World, slug: str) -> str:
    """The country with which a land goes: a Vichy colony that no power has with Vichy France, and a part of a country
    that nobody has taken from it with the whole."""
    if world[f"holder.{slug}"] == NOBODY and world[f"status.{slug}"] == "neutral" and slug in PART_OF:
        return PART_OF[slug]
    vichys = slug in VICHY_COLONIES and world[f"holder.{slug}"] in (NOBODY, FRANCE) and not world[f"free-french.{slug}"]
    return "vichy-france" if vichys and holds(fallen(FRANCE), world) else stands_as(world, slug)


@dataclass(frozen=True, eq=False)
class Island:
    """An island that goes with the first conquest of its country."""

    name: str
    countries: tuple[str, ...]
    hexes: tuple[str, ...]
    cite: str


ISLANDS = (
    Island("Lesbos", ("greece",), ("CC30",), "83.22B.lesbos"),
    Island("Chios", ("greece",), ("DD29",), "83.22B.chios"),
    Island("Andros", ("greece",), ("EE28",), "83.22B.andros"),
    Island("Crete", ("greece",), ("GG26", "GG27", "GG28"), "83.22B.crete"),
    Island("the Balearic Islands", ("spain",), ("Y15", "Y16"), "83.22B.balearics"),
    Island("Saare", ("baltic-states", "estonia"), ("F39",), "83.22B.saare"),
    Island("Gotland", ("sweden",), ("H36",), "83.22B.gotland"),
)


def key_places(slug: str) -> tuple[str, ...]:
    """The capital of a land, or the places that conquer it."""
    return LAND[slug].keys if slug in LAND else ()


def lands_with(place: str) -> tuple[Land, ...]:
    """The lands that a place, or a whole area of hexes, decides."""
    return tuple(land for land in LAND.values() if place in land.keys or (land.hexes and place == land.slug))


# Italian from the start, unless Gathering Storm was played.
BEFORE_THE_WAR = ("albania", "ethiopia")


def defaults(edition: str) -> dict[str, Any]:
    """How colonies and the Commonwealth stand before anything is reported."""
    found: dict[str, Any] = {f"status.{country}": "commonwealth" for country in COMMONWEALTH}
    found |= {f"front.{front}": front for front in FRONTS}
    if edition != CURRENT_GS:
        found["full-restrictions"] = True
    for land in LAND.values():
        if land.brps is not None and land.slug not in BRP_VALUES:
            found[f"brp-value.{land.slug}"] = land.brps
        if not land.owner or (edition == CURRENT_GS and land.slug in BEFORE_THE_WAR):
            continue
        owner = land.owner if land.owner in POWERS else NOBODY
        found[f"holder.{land.slug}"] = owner
        if land.slug not in DIPLOMATIC:
            found |= {f"status.{land.slug}": "colony", f"beneficiary.{land.slug}": owner}
            found[f"brp-grant.{land.slug}"] = (land.brps or 0) if owner != NOBODY else 0
    return found
