"""What stands in the sentences of players: nations, territories, units, and what these are called besides."""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.twg.map.geography import geography
from legation.books.twg.map.own_board import on_board
from legation.books.twg.powers import ALL, CHINA, FRANCE, GERMANY, ITALY, JAPAN, UK, USA, USSR
from legation.books.twg.schema import ARMY, FORCES, LAND
from legation.core.facts import Schema
from legation.core.wording import Each, Either, Name, Number, Phrase, PlaceSlot, Several, Units

__all__ = [
    "ALL_UNITS",
    "ARMY_UNITS",
    "BATTLEFIELD",
    "BY_NATION",
    "DOLLARS",
    "ENDED",
    "LAND_UNITS",
    "LEFT",
    "NATION",
    "NATIONS",
    "NICKNAMES",
    "PLACE",
]
__all__ += ["SHIP"]


def _places(schema: Schema) -> Iterable[str]:
    """The territories of the board that the table plays on."""
    board = on_board(schema)
    return dict.fromkeys((*board.names, *(place for place in geography().all if place not in board.parts)))


CALLED = {
    "infantry": ("infantry", "infantry units", "inf"),
    "artillery": ("artillery", "artillery units", "guns", "art"),
    "armor": ("armor", "armour", "armor units", "tanks", "panzers"),
    "paratroops": ("paratroops", "paratroopers", "paras"),
    "fighter": ("fighters",),
    "bomber": ("bombers",),
    "destroyer": ("destroyers",),
    "minor-factory": ("minor factories",),
}
NATION = Name(ALL)
NATIONS, NATIONS_OR_NONE = Several(NATION), Several(NATION, none=("no nation", "nobody"))
PLACE = Name(_places)
BATTLEFIELD = PlaceSlot(_places)  # where it is fought; units come and go elsewhere, and a refuge may be lost meanwhile
DOLLARS = Number()
LAND_UNITS = Units(LAND, {kind: CALLED[kind] for kind in LAND})
ALL_UNITS = Units(FORCES, {kind: CALLED[kind] for kind in FORCES})
ARMY_UNITS = Units(ARMY, CALLED)


def _by_nation(value: object) -> int:
    """Units alone are the attacker's; else they are told by nation."""
    return 0 if isinstance(value, dict) and set(value) <= set(ALL) else 1


BY_NATION = Either(
    (Each(("{units} of {nation}", "{nation} {units}"), "nation", {"nation": NATION, "units": ALL_UNITS}), ALL_UNITS),
    choose=_by_nation,
)
LEFT = Each(
    ("{units} of {nation}", "{nation} {units}"),
    "nation",
    {"units": LAND_UNITS, "nation": NATION, "to": PLACE},
    adds=("in {to}", "to {to}", "who retreat to {to}"),
)

AWAY = "units of its army get away"
ENDED = Phrase(
    {
        "conquered": (
            *("takes it", "takes the territory", "takes them"),
            *("conquers it", "captures it", "liberates it", "it falls", "wins"),
        ),
        "repelled": (
            *("is thrown back", "is repelled", "is beaten off", "is beaten back", "is driven back"),
            *("is repulsed", "is defeated", "it holds out", "fails", "loses"),
            *("are thrown back", "are repelled", "are beaten off", "are beaten back"),
        ),
        "called-off": ("breaks off before the dice", "breaks off", "calls it off"),
        "conquered-with-retreat": (f"takes it, while {AWAY}", f"conquers it, while {AWAY}"),
        "repelled-with-retreat": (f"is thrown back, while {AWAY}", f"is repelled, while {AWAY}"),
    }
)
SHIP = Phrase(
    {
        "afloat": ("its ship stays afloat", "the ship stays afloat"),
        "sunk": ("its ship is sunk", "the ship is sunk", "its ship sinks", "sinks its ship"),
        "retreated": ("its ship gets away", "the ship gets away", "its ship retreats"),
    }
)

NICKNAMES = {
    GERMANY: ("Germans", "German", "Reich", "Third Reich", "German army"),
    ITALY: ("Italians", "Italian"),
    JAPAN: ("Japanese",),
    USSR: ("USSR", "Soviet Union", "Soviets", "Soviet", "Russia", "Russians", "Russian"),
    UK: ("United Kingdom", "Great Britain", "Britain", "England", "British"),
    FRANCE: ("French",),
    USA: ("USA", "US", "United States", "United States of America", "America", "Americans", "American"),
    CHINA: ("Chinese",),
    "belgium-holland": ("Belgium and Holland", "Belgium", "Holland", "Netherlands", "Low Countries"),
    "eire": ("Ireland",),
    "great-britain": ("Britain", "England"),
    "iran": ("Persia",),
    "indo-china": ("Indochina", "French Indochina"),
    "romania": ("Rumania", "Roumania"),
    "thailand": ("Siam",),
    "yugoslavia": ("Jugoslavia",),
    "anglo-egyptian-sudan": ("Sudan",),
    "formosa": ("Taiwan",),
    "ethiopia": ("Abyssinia",),
}
