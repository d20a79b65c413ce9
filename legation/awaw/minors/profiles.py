"""Rules 87 to 89, the first lines of each country: what it is, what it is worth, where its capital is."""

from __future__ import annotations

from legation.awaw.minors.inquiry import Topic, scope
from legation.awaw.minors.lands import LAND
from legation.awaw.minors.words import site_is
from legation.awaw.powers import BRP_VALUES, CURRENT_CLASSIC, CURRENT_GS, TITLES
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import edition
from legation.core.facts import World
from legation.core.rules import Duty

__all__ = ["DUTCH_ISLANDS", "FILIPINO_ISLANDS", "MIDDLE_EAST", "NEUTRAL", "PROVISIONS", "profile", "profile_of"]

MIDDLE_EAST = {
    "88.11A": ("arabia",),
    "88.11B": ("egypt", "suez"),
    "88.11C": ("ethiopia",),
    "88.11D": ("iraq", "kuwait", "lebanon-syria", "palestine", "transjordan"),
    "88.11E": ("persia",),
}
DUTCH_AREAS = ("java", "sumatra", "south-borneo")
DUTCH_ISLANDS = (
    *("Java", "Sumatra", "South Borneo", "Celebes", "Netherlands New Guinea", "Timor", "Bali", "Flores"),
    *("Sumbawa", "Halmahera", "Ceram", "Buru", "Biak", "Aroe", "Tanimbar"),
)
FILIPINO_ISLANDS = ("Luzon", "Mindanao", "Palawan", "Mindoro", "Panay", "Negros", "Cebu", "Leyte", "Samar")
NEUTRAL, BRITISH, FRENCH, DUTCH = "a neutral minor country", "a British colony", "a French colony", "a Dutch area"


def brps(land: str) -> int:
    value = LAND[land].brps
    return BRP_VALUES[land] if value is None else value


def _worth(land: str) -> str:
    return f"worth {brps(land)} BRPs" if brps(land) else "without BRPs"


def profile_of(land: str, kind: str, cite: str, *, seats: str | None = None) -> Duty:
    """One line: what the land begins as, its value, and what the rule says of its capital."""
    if seats is None:
        places = LAND[land].keys
        seats = f", capital{'s' if len(places) > 1 else ''} {' and '.join(TITLES[place] for place in places)}"
    return Duty(f"{kind}, {_worth(land)}{seats}", cite, site_is(land))


_indies = site_is("dutch-east-indies", *DUTCH_AREAS)
_all_middle_east = tuple(land for lands in MIDDLE_EAST.values() for land in lands)
PROFILE = Topic(
    "what the country is",
    (
        profile_of("netherlands", NEUTRAL, "87.31"),
        Duty("part of the Middle East", "88.11", site_is(*_all_middle_east)),
        *(
            Duty(f"the Middle East: {', '.join(TITLES[land] for land in lands)}", cite, site_is(*lands))
            for cite, lands in MIDDLE_EAST.items()
        ),
        profile_of("arabia", NEUTRAL, "88.21", seats=""),
        profile_of("egypt", BRITISH, "88.31"),
        profile_of("iraq", BRITISH, "88.51"),
        profile_of("palestine", BRITISH, "88.56.palestine"),
        profile_of("transjordan", BRITISH, "88.56.transjordan"),
        profile_of("kuwait", BRITISH, "88.56.kuwait"),
        profile_of("persia", NEUTRAL, "88.61"),
        Duty("it may join Russia, and fights Japan by itself", "89.11", site_is("communist-china")),
        Duty(f"a Dutch colony of {len(DUTCH_ISLANDS)} islands: {', '.join(DUTCH_ISLANDS)}", "89.21", _indies),
        Duty(f"worth {sum(map(brps, DUTCH_AREAS))} BRPs in three areas, each won by itself", "89.22", _indies),
        profile_of("java", DUTCH, "89.22A"),
        profile_of("sumatra", DUTCH, "89.22B"),
        profile_of("south-borneo", DUTCH, "89.22C"),
        Duty("Dutch forces are on the board from the start", "89.25.start", site_is("dutch-east-indies")),
        profile_of("french-indochina", FRENCH, "89.31"),
        Duty(
            f"associated with the United States; {len(FILIPINO_ISLANDS)} islands: {', '.join(FILIPINO_ISLANDS)}",
            "89.41",
            site_is("philippines"),
        ),
        Duty(
            f"its {brps('philippines')} BRPs are in the American total of Fall 1939",
            "89.42@current",
            site_is("philippines") & edition(CURRENT_CLASSIC, CURRENT_GS),
        ),
        Duty("two Filipino 1-2s are on the board from the start", "89.44.start", site_is("philippines")),
        Duty("neutral at the start", "89.51A.neutral", site_is("thailand")),
        Duty("two Thai 1-2s are on the board from the start", "89.51C.forces", site_is("thailand")),
    ),
)
TOPICS = {
    "profile": PROFILE,
    "supply": Topic("supply there", ()),
    "oil": Topic(
        "oil centers",
        (
            Duty("Mosul offsets three oil effects", "88.53", site_is("iraq", "mosul")),
            Duty(
                "Palembang and Brunei decide whether Japan has oil enough",
                "89.26",
                site_is("dutch-east-indies", "sumatra", "palembang", "sarawak", "brunei"),
            ),
        ),
    ),
}


def profile(world: World, land: str, topic: Topic) -> list[str]:
    """The lines for a dossier: this topic, with what others have added to it."""
    return [f"{said.label} [{said.cite}]" for said in topic.told(scope(world, {"in": land}))]


PROVISIONS = Provisions(
    "profiles",
    topics=TOPICS,
)
