"""Rules 87 to 89, the first lines of each country: what it is, what it is worth, where its capital is."""

from __future__ import annotations

from legation.books.awaw.minors.inquiry import Topic, scope
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.minors.vocabulary import site_is
from legation.books.awaw.powers import BRP_VALUES, TITLES
from legation.books.awaw.provisions import Provisions
from legation.core.abilities import Remark
from legation.core.facts import World
from legation.core.rules import Duty

__all__ = ["BRITISH", "DUTCH", "NEUTRAL", "PROVISIONS", "brps", "profile", "profile_of"]

MIDDLE_EAST = {
    "88.11A": ("arabia",),
    "88.11B": ("egypt", "suez"),
    "88.11C": ("ethiopia",),
    "88.11D": ("iraq", "kuwait", "lebanon-syria", "palestine", "transjordan"),
    "88.11E": ("persia",),
}
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
        profile_of("palestine", BRITISH, "88.56.palestine"),
        profile_of("transjordan", BRITISH, "88.56.transjordan"),
        profile_of("kuwait", BRITISH, "88.56.kuwait"),
        profile_of("french-indochina", FRENCH, "89.31"),
    ),
)
TOPICS = {
    "profile": PROFILE,
    "supply": Topic("supply there", ()),
    "oil": Topic("oil centers", ()),
}


def profile(world: World, land: str, topic: Topic) -> list[Remark]:
    """The lines for a dossier: this topic, with what others have added to it."""
    return [Remark(said.cite, said.label) for said in topic.told(scope(world, {"in": land}))]


PROVISIONS = Provisions("profiles", topics=TOPICS)
