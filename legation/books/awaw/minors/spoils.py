"""Rule 83.2: what a conquest does: units, hexes, and countries that the Axis free from Russia."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.brps import accounts
from legation.books.awaw.deeds import (
    CONQUERED,
    COUNTRY,
    PARTISANS,
    POWER,
    SEIZED,
    SETTLED,
    SIDE,
    WITH,
    is_so,
    upon,
)
from legation.books.awaw.diplomacy.tables import KEPT
from legation.books.awaw.diplomacy.targets import FREED
from legation.books.awaw.minors.inquiry import Action, Topic
from legation.books.awaw.minors.lands import (
    DIPLOMATIC,
    ISLANDS,
    Land,
)
from legation.books.awaw.minors.partners import ONE_TAKES_ALL
from legation.books.awaw.minors.vocabulary import (
    asked,
    faction,
    liberated,
    site_is,
    status_is,
)
from legation.books.awaw.powers import (
    AXIS,
    CURRENT_CLASSIC,
    CURRENT_GS,
    FACTIONS,
    MINORS,
    NOBODY,
    RUSSIA,
    TARGETS,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import (
    HERE,
    conquered,
    declared_war,
    edition,
)
from legation.core.deeds import On, filled
from legation.core.expr import choice, holds, number
from legation.core.facts import World
from legation.core.rules import Duty, Limit, Permit, sets

__all__ = ["CAPITAL", "FIRST_TIME", "IN_ITS_FIRST_TURN", "PROVISIONS", "SURRENDER_INSTEAD", "comes_over"]

CAPITAL = "83.11"
SURRENDER_INSTEAD = ("australia", "india")
CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)

# -- 83.2 what it does
LIBERATED = Permit(
    "a country that the Axis free from Russia becomes an ally of the power that did it",
    "83.211",
    CURRENT
    & conquered(HERE, by=RUSSIA)
    & choice("selector", AXIS, says="the Axis [take|do not take] it")
    & ~declared_war(AXIS, HERE),
)
REBUILT = Duty(
    "the units of {Here}, freed from Russia, are rebuilt at the rate of a minor ally",
    "83.211.rebuild",
    liberated() & status_is("ally"),
)
FIRST_TIME = status_is("neutral", "hex-control", "independent", "associate", "ally", "surrendered")


def _gets_it(how: str, label: str, cite: str) -> On:
    """One conquers a country alone, or the senior of several that did."""
    with_whom = filled(WITH, how, says=f"it is[ not] conquered {how}")
    return On(label, cite, on=CONQUERED, when=with_whom, sets=(sets(f"holder.{COUNTRY}", str(POWER)),), again=True)


HEEDS = (
    On(
        "a country is conquered with its capital",
        CAPITAL,
        on=CONQUERED | SEIZED,
        when=is_so("lost", "taken"),
        sets=(sets(f"status.{COUNTRY}", "conquered"),),
        again=True,
    ),
    On(
        "its conqueror is remembered",
        CAPITAL,
        on=CONQUERED,
        when=is_so("lost", "taken"),
        sets=(sets(f"conqueror.{COUNTRY}", str(SIDE)),),
        again=True,
    ),
    On(
        "a colony that its owner has again is a colony",
        CAPITAL,
        on=CONQUERED,
        when=is_so("home") & ~upon(*DIPLOMATIC),
        sets=(sets(f"status.{COUNTRY}", "colony"),),
        again=True,
    ),
    On(
        "whose own it is, or can still be, has no conqueror",
        CAPITAL,
        on=CONQUERED,
        when=is_so("home", "courted", "freed"),
        sets=(sets(f"conqueror.{COUNTRY}", NOBODY),),
        again=True,
    ),
    On(
        "the turn of a conquest is remembered",
        CAPITAL,
        on=CONQUERED,
        sets=(sets(f"taken-in.{COUNTRY}", number("turn")),),
        again=True,
    ),
    _gets_it("alone", "its conqueror holds it", CAPITAL),
    _gets_it("together", "the senior of those that conquered it together holds it", ONE_TAKES_ALL),
    On(
        "a country that the Axis have freed from Russia is an ally",
        LIBERATED.cite,
        on=CONQUERED,
        when=is_so("freed"),
        sets=(sets(f"status.{COUNTRY}", "ally"), sets(f"liberated.{COUNTRY}", True)),
        again=True,
    ),
    On(
        "the forces of a country that the Axis free from Russia are not gone for good",
        "83.21.exception@current",
        on=CONQUERED,
        when=is_so("freed"),
        sets=(sets(f"deployed.{COUNTRY}", True),),
    ),
    On(
        "which power of the Axis gets a country freed from Russia follows the rules on conquests together",
        "83.211.coop",
        on=CONQUERED,
        when=is_so("freed"),
        sets=(sets(f"beneficiary.{COUNTRY}", str(POWER)),),
    ),
    On(
        "all units of the country are removed for good",
        "83.21",
        on=CONQUERED | SEIZED,
        at=SETTLED,
        when=choice(f"status.{COUNTRY}", "conquered", says="the country is[ not] conquered"),
        sets=(sets(f"deployed.{COUNTRY}", False),),
    ),
)


def comes_over(world: World, land: Land, power: str) -> str:
    """How a land comes into new hands."""
    slug, first = land.slug, holds(asked(FIRST_TIME, land.slug), world)
    free = slug in MINORS and not land.owner  # a colony is nobody's ally
    if free and asked(LIBERATED, slug).allows(world.scoped(selector=faction(power))):
        return "freed"
    if land.owner == power and (not first or slug in DIPLOMATIC):  # its colony again
        return "home"
    if slug in DIPLOMATIC:  # it is in new hands, and its people can be courted
        return "courted"
    german = KEPT.get(slug)
    out = first and slug in TARGETS and faction(power) in (*FACTIONS, *PARTISANS)
    return "lost" if out and not (german and german.forbids(world)) else "taken"


# -- what the table is told
_taken = number(f"taken-in.{HERE}", "the turn in which {Here} was taken")
IN_ITS_FIRST_TURN = (
    status_is("conquered")
    & (_taken >= 1)
    & _taken.is_number(number(f"attacked-in.{HERE}", "the turn in which {Here} was attacked")).worded(
        "{Here} fell in [the turn in which it was attacked|a later turn than that in which it was attacked]"
    )
)
SPOILS = Topic(
    "what goes with a conquest",
    (
        Duty(
            "all its hexes go to the conqueror at the end of the player turn, but where enemies stand",
            "83.22A",
            IN_ITS_FIRST_TURN,
        ),
        Duty("hexes must be taken one by one", "83.22A.normal", ~IN_ITS_FIRST_TURN),
        Duty(
            "no other hex changes hands with the capital",
            "83.23",
            status_is("conquered", "colony", "associate", "ally") & ~IN_ITS_FIRST_TURN,
        ),
        Duty("the rules for a first conquest never apply to a colony", "83.42", status_is("colony")),
        Duty(
            "islands go to the first conqueror, unless an enemy stands on them",
            "83.22B",
            site_is(*dict.fromkeys(country for island in ISLANDS for country in island.countries)),
        ),
        *(
            Duty(
                f"{island.name} ({', '.join(island.hexes)}) goes with the country",
                island.cite,
                site_is(*island.countries),
            )
            for island in ISLANDS
        ),
        Duty("it is not conquered, but surrenders by rules of its own", "83.14", site_is(*SURRENDER_INSTEAD)),
        Duty(
            "its first conquest by Japan has hex control rules of its own",
            "83.22C",
            site_is("dutch-east-indies", "philippines"),
        ),
        Duty("the country itself has no turn to win its capital back", "83.11.no-grace", status_is("conquered")),
        accounts.UNITS_STAY_GONE,
        accounts.NO_DPS,
    ),
)
TOPICS = {"conquest": SPOILS}
SAYINGS = {"ally-construction": (REBUILT,)}


def reminders(world: World, half: str) -> Iterator[str]:
    """Countries that the Axis have freed build again."""
    for country in MINORS if half == AXIS else ():
        if words := asked(REBUILT, country).told(world):
            yield f"{words} [{REBUILT.cite}]"


NO_POLAND = Limit(
    "in the classic game Poland is no target of diplomacy",
    "82.21.poland-classic",
    edition(CURRENT_CLASSIC) & site_is("poland"),
)
ACTIONS = {
    "court": Action(
        "may diplomacy move a country?", (FREED.limit, NO_POLAND), True, FREED.limit.cite, "nothing locks it"
    ),
}

PROVISIONS = Provisions(
    "spoils",
    declared=(LIBERATED,),
    actions=ACTIONS,
    topics=TOPICS,
    sayings=SAYINGS,
    heeds=HEEDS,
    reminders=reminders,
)
