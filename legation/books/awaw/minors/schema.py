"""The facts that minor countries need beyond the book's vocabulary.

Status, beneficiary, yearly BRPs (`brp-grant`), conqueror and control of places are the book's own facts; they are not
repeated here.  What is added: who holds a conquered country or a colony, which payments and losses are on their way,
what a first attack was like, and the passing facts of a question put to the referee.
"""

from __future__ import annotations

from legation.books.awaw.powers import ALLIED, AXIS, FACTIONS, GERMANY, LANDS, NOBODY, PARTIES, PLACES, POWERS, TARGETS
from legation.books.awaw.vocabulary import CONTROLLERS, NEW_COUNTRIES, OTHER_AREAS
from legation.core.facts import Choice, Count, Data, Family, Flag, Teller

__all__ = [
    "ACTORS",
    "BUILT",
    "FAMILIES",
    "FORCE_UNITS",
    "FRONTS",
    "HALVES",
    "MEANS",
    "REGIONS",
    "SITES",
    "VICHY_COLONIES",
    "WORDS",
]

BOARD = Teller.BOARD
HALVES = (AXIS, ALLIED)  # the order of the player turns; Japan plays in the Axis half

# Fronts, waters and groups of hexes that a question may be about, and in which nothing is counted.
REGIONS = {
    "eastern-front": "the eastern front",
    "next-to-finland": "Russian hexes at the Finnish border",
    "near-finland": "Russian hexes up to three from the Finnish border, over land",
    "next-to-thailand": "hexes next to Thailand",
    "baltic-sea": "the Baltic Sea",
    "norwegian-coast": "the North Sea coast of Norway",
    "kattegat": "the Kattegat (H32 and H33)",
    "d35": "the beach D35 in southern Norway",
    "western-front": "the western front",
    "mediterranean-front": "the Mediterranean front",
    "european-turkey": "European Turkey",
    "black-sea": "the Black Sea and its ports",
    "atlantic": "the Atlantic",
    "nationalist-china": "hexes of Nationalist China",
    "ulster": "Ulster",
    "port-said": "Port Said",
    "basra": "Basra",
    "abadan": "Abadan",
    "mosul": "Mosul",
    "brunei": "Brunei",
    "mediterranean": "a port of the Mediterranean",
    "india-box": "the India box",
    "australia-box": "the Australia box",
    "south-africa-box": "the South Africa box",
}

# Who may be asked about, and where: powers, countries, colonies, areas, named places.
ACTORS = tuple(dict.fromkeys((*PARTIES, *LANDS)))
SITES = tuple(dict.fromkeys((*LANDS, *POWERS, *PLACES, *OTHER_AREAS, *REGIONS)))

# What a question may be about: kinds of units, counters and deeds.  A topic adds its own words here.
MEANS = {
    "ground": "ground units",
    "armor": "armor units",
    "air": "air units",
    "naval": "naval units",
    "partisans": "partisans",
    "airbase": "an airbase",
    "rocket-base": "a rocket base",
    "railhead": "a railhead",
    "fort": "a fort",
    "interception": "interception of naval missions",
    "air-support": "defensive air support",
    "air-transport": "interception of air transport",
    "sea-supply": "attacks on sea supply lines",
    "offensive": "BRPs spent on offensive operations there",
    "attrition": "attrition against its forces",
    "counterair": "counterair against cover for naval interceptions",
    "outside": "attacks on units outside the country",
    "grant": "a grant of BRPs",
    "built-partisan": "a partisan that was built there after combat",
    "supplied-hex": "a supplied hex of the country, in no enemy zone of control",
    "enemy-zone": "a hex in an enemy zone of control",
    "box": "the Australia or India box",
    "air-mission": "another air mission",
    "naval-mission": "another naval mission",
    "elsewhere": "anything but defence against direct attacks",
    "inside": "units inside the country",
    "volunteers": "lent units",
    "adjacent-hex": "an enemy in a hex next to the home country",
    "advance": "an advance out of the home country after combat",
    "base": "a base for air or naval units",
    "operation": "an operation from a base at home",
    "fresh-hex": "a hex taken only in this player turn",
    "sea-transport": "sea transport",
    "naval-redeployment": "naval redeployment",
    "western-units": "an attack on Western Allied units",
    "repair": "a repair in a shipyard of the faction",
    "foreign-shipyard": "a repair in another shipyard",
    "cruiser-repair": "the repair of a damaged cruiser",
    "raid": "a raid",
    "sea-invasion": "a sea invasion",
    "strategic-redeployment": "strategic redeployment",
    "landing": "a landing of air units",
    "next-hex": "an enemy in a hex next to the area of its units",
    "advance-out": "an advance out of the area of its units after combat",
    "vlasov": "Vlasov units",
    "vacant-hex": "a vacant hex in no enemy zone of control",
    "occupied-hex": "a hex in which units stand",
    "movement": "movement outside the redeployment phase",
    "tactical-redeployment": "tactical redeployment",
    "by-canal": "naval redeployment through the Suez canal",
    "by-south-edge": "strategic redeployment off the southern edge of the map",
    "by-transports": "Indian Ocean transports",
    "by-south-africa": "strategic redeployment by the South Africa box",
    "newcomer": "a unit that came in this very phase",
    "raider": "raiding ships",
    "submarine": "submarines",
}

# BRPs for a declaration of war on a minor country.
WAR_PRICE = 10

# The columns of the force tables.
FORCE_UNITS = {
    **{unit: unit for unit in ("4-5", "3-4", "2-5", "2-3", "1-3", "2-2", "1-2")},
    "air": "air factor",
    "cruisers": "cruiser factor",
    "destroyers": "destroyer factor",
    "shipbuilding": "shipbuilding",
}
PRODUCTION = {
    "indian-subversion": "an Indian Subversion result",
    "moslem-unrest": "a Moslem Unrest result",
}

_power = Choice((NOBODY, *POWERS))

HOLDING = (
    Family("holder", _power, "the power that holds {0}, by conquest or as its colony", over=(LANDS,), default=NOBODY),
    Family("due", _power, "who is paid for {0} when its next player turn begins", over=(LANDS,), default=NOBODY),
    Family("grace", _power, "who may still win {0} back and keep its BRPs", over=(LANDS,), default=NOBODY),
    Family(
        "seat-drawer",
        _power,
        "who draws the BRPs of {0} with its capital, while the country itself is not conquered",
        over=(LANDS,),
        default=NOBODY,
    ),
    Family(
        "seat-brps", Count(0, 99), "BRPs a year that whoever has the capital of {0} draws", over=(LANDS,), default=0
    ),
    Family("taken-in", Count(0, 60, "turn"), "the turn in which {0} last changed hands", over=(LANDS,), default=0),
    Family(
        "grace-brps", Count(0, 99), "BRPs a year that {0} still counts for whoever lost it", over=(LANDS,), default=0
    ),
    Family("liberated", Flag(), "{0} was[ not] freed from Russia by the Axis", over=(LANDS,), default=False),
    Family(
        "partisans-wait",
        Data(),
        "places in which partisans were built, whose they are and in which turn",
        default={},
        quiet=True,
    ),
)

ATTACK = (
    Family(
        "attacked-by",
        _power,
        "the power that attacked {0} first",
        over=(LANDS,),
        told_by=BOARD,
        default=NOBODY,
        because="declarations of war and attacks on colonies are reported",
    ),
    Family(
        "attacked-in",
        Count(0, 60, "turn"),
        "the turn in which {0} was attacked",
        over=(LANDS,),
        told_by=BOARD,
        default=0,
        because="declarations of war and attacks on colonies are reported",
    ),
    Family("survived", Flag(), "{0} [survived|did not survive] the turn of the attack", over=(LANDS,), default=False),
    Family(
        "refused",
        Flag(),
        "the association of {0} was[ not] refused",
        over=(LANDS,),
        told_by=BOARD,
        default=False,
        because="whoever is asked to accept an associate says so",
    ),
    Family(
        "china-stays-independent",
        Flag(),
        "Communist China [chose|did not choose] to stay independent",
        told_by=BOARD,
        default=False,
        because="Communist China is asked when it may choose",
    ),
    Family(
        "eastern-war-turn",
        Count(0, 60, "turn"),
        "the turn in which Japan and Britain went to war",
        told_by=BOARD,
        default=0,
        because="declarations of war are reported",
    ),
    Family(
        "supplied-through",
        Count(0, 99),
        "factors supplied through {1} in the {0} supply determination",
        but=(("post-combat", "factors supplied through {1} in the supply determination after combat"),),
        over=(("initial", "post-combat"), LANDS),
        told_by=BOARD,
        stale_after=1,
        nothing=0,
        fleeting=True,
    ),
    Family(
        "axis-armor-in-finland", Count(0, 9), "Axis armor units in Finland", told_by=BOARD, stale_after=1, nothing=0
    ),
    Family(
        "garrison",
        _power,
        "whose units stand in {0} by agreement",
        over=(LANDS,),
        told_by=BOARD,
        default=NOBODY,
        because="units that enter a country by agreement are reported",
    ),
)

FORCES = (
    Family("war-start-turn", Count(0, 60, "turn"), "the turn in which war broke out", told_by=BOARD),
    Family(
        "force-change",
        Count(-20, 20),
        "{0} that the prequels add to or take from {1}",
        over=(tuple(FORCE_UNITS), LANDS),
        told_by=Teller.SHEET,
        default=0,
        because="no prequel has changed the force tables",
    ),
    Family("production", Flag(), "[somebody|nobody] has {0}", over=(tuple(PRODUCTION),), told_by=BOARD),
    Family("croatian-built", Count(0, 12), "Croatian units in play", told_by=BOARD, stale_after=1),
    Family(
        "croatian-built-now",
        Count(0, 12),
        "Croatian units built this turn",
        told_by=BOARD,
        stale_after=1,
        nothing=0,
        fleeting=True,
    ),
    Family("croatian-change", Count(-4, 8), "Croatian units more or fewer after Gathering Storm", told_by=Teller.SHEET),
)

ASSOCIATION = (
    Family("owed", _power, "who is paid for {0}, its new associate, at its next turn", over=(LANDS,), default=NOBODY),
    Family("owed-brps", Count(0, 99), "BRPs a year of {0} that are still to be booked", over=(LANDS,), default=0),
    Family(
        "rebuilt",
        Count(0, 9),
        "infantry of {0} rebuilt this turn",
        over=(LANDS,),
        told_by=BOARD,
        stale_after=1,
        nothing=0,
        fleeting=True,
    ),
    Family(
        "indochina-occupied-in",
        Count(0, 60, "turn"),
        "the turn in which Japan had all of French Indochina",
        told_by=BOARD,
        default=0,
        because="the occupation of Indochina is reported",
    ),
    Family("eastern-turns", Count(0, 2), "Allied player turns begun since Japan and Britain went to war", default=0),
)

SCANDINAVIA = (
    Family(
        "declaration-brps",
        Count(0, 990),
        "BRPs {0} spent on war with minor countries in the turn of its last declaration",
        over=(POWERS,),
        default=0,
    ),
    Family("declared-in", Count(0, 60, "turn"), "the turn in which {0} last declared war", over=(POWERS,), default=0),
    Family(
        "h33",
        Choice(CONTROLLERS),
        "who controls H33, at the Kattegat",
        told_by=BOARD,
        default=NOBODY,
        because="it is Danish at set-up, and hexes that are taken are reported",
    ),
    Family(
        "ore-settled-in", Count(0, 60, "turn"), "the turn in which the iron ore for Germany was last settled", default=0
    ),
    Family("construction-cut", Count(0, 5), "BRPs less for {0} to build with", over=((GERMANY,),), default=0),
)

FRONTS = ("western-front", "mediterranean-front", "eastern-front")
VICHY_COLONIES = ("algeria", "lebanon-syria", "morocco", "tunisia")
BUILT = {"infantry": "infantry", "armor": "armor units", "air": "air factors", "partisans": "partisans"}
ALLIES = (
    Family(
        "front",
        Choice((NOBODY, *FRONTS)),
        "the front on which {0} lies",
        over=(SITES,),
        told_by=Teller.SHEET,
        because="a front lies on itself",
    ),
    Family(
        "pro-russian",
        Flag(),
        "Gathering Storm [left|did not leave] {0} pro-Russian",
        over=(TARGETS,),
        told_by=Teller.SHEET,
        because="the campaign of 1939 has none; after Gathering Storm it is asked for as the game begins",
    ),
    Family(
        "occupier",
        Choice((NOBODY, *FACTIONS)),
        "whose units stand in {0}, its own and partisans left out",
        over=((*PLACES, *NEW_COUNTRIES),),
        told_by=BOARD,
        stale_after=1,
        nothing=NOBODY,
        doc="A country that has no capital on the list stands for its capital.",
    ),
    Family("must-declare", _power, "on whom the new friend of {0} must declare war", over=(TARGETS,), default=NOBODY),
    Family("stood-before", Data(), "how {0} stood before it was activated", over=(TARGETS,), quiet=True),
    Family("turned-to", _power, "to whom {0} has just changed sides", over=(TARGETS,), default=NOBODY),
    Family("turned-from", _power, "from whom {0} has just changed sides", over=(TARGETS,), default=NOBODY),
    Family("kept-brps", Count(0, 99), "BRPs a year of {0} that its former friend keeps", over=(TARGETS,), default=0),
    Family("caught", _power, "whose units were caught when {0} turned away", over=(TARGETS,), default=NOBODY),
    Family("forces-gone", Flag(), "the forces of {0} are[ not] gone for good", over=(LANDS,), default=False),
    Family("value-lost", Count(0, 99), "BRPs by which {0} is worth less than at first", over=(LANDS,), default=0),
    Family(
        "free-french",
        Flag(),
        "{0} is[ not] Free French",
        over=(VICHY_COLONIES,),
        told_by=BOARD,
        default=False,
        because="?",
    ),
    Family(
        "built",
        Count(0, 9),
        "{0} of {1} built this turn",
        over=(tuple(BUILT), LANDS),
        told_by=BOARD,
        default=0,
        because="units that a minor ally builds are reported",
    ),
    Family(
        "full-restrictions",
        Flag(),
        "the full restrictions on cooperation of Nationalist and Communist China are[ not] in force",
        told_by=Teller.SHEET,
        because="the campaign of 1939 begins with them",
    ),
    Family("chinese-regions", Count(0, 9), "regions of Communist China when the game began", told_by=Teller.SHEET),
    Family(
        "sinkiang-road",
        Flag(),
        "China [has|does not have] the Sinkiang Road",
        told_by=Teller.SHEET,
        default=False,
        because="the campaign of 1939 has no Sinkiang Road",
    ),
    Family("chinese-pause", Flag(), "Communist China built [nothing|something] last turn", default=False),
    Family("chinese-resistance", Count(-9, 9), "the Chinese resistance level", told_by=BOARD, stale_after=1),
)

# They hold only while a question is answered; they are laid over the world and never recorded.
ASKED = (
    Family("actor", Choice((NOBODY, *ACTORS)), "who would do it", told_by=Teller.PASSING),
    Family("site", Choice((NOBODY, *SITES)), "where it would be done", told_by=Teller.PASSING),
    Family("means", Choice((NOBODY, *MEANS)), "what it would be done with", told_by=Teller.PASSING),
    Family("foe", Choice((NOBODY, *ACTORS)), "against whom it would be done", told_by=Teller.PASSING),
    Family("how-many", Count(0, 999), "how many it would be", default=0, told_by=Teller.PASSING),
)

FAMILIES = (*HOLDING, *ATTACK, *FORCES, *ASSOCIATION, *SCANDINAVIA, *ALLIES, *ASKED)
WORDS = {**MEANS, **REGIONS, **FORCE_UNITS, **PRODUCTION, **BUILT}
