"""The facts that minor countries need beyond the book's vocabulary.

Status, beneficiary, yearly BRPs (`brp-grant`), conqueror and control of places are the book's own facts; they are not
repeated here.  What is added: who holds a conquered country or a colony, which payments and losses are on their way,
what a first attack was like, and the passing facts of a question put to the referee.
"""

from __future__ import annotations

from legation.awaw.powers import ALLIED, AXIS, LANDS, NOBODY, PARTIES, PLACES, POWERS
from legation.awaw.vocabulary import OTHER_AREAS
from legation.core.facts import Choice, Count, Family, Flag, Teller

__all__ = ["ACTORS", "FAMILIES", "FORCE_UNITS", "HALVES", "MEANS", "SITES", "WORDS"]

BOARD = Teller.BOARD
HALVES = (AXIS, ALLIED)  # the order of the player turns; Japan plays in the Axis half

# Who may be asked about, and where: powers, countries, colonies, areas, named places.
ACTORS = tuple(dict.fromkeys((*PARTIES, *LANDS)))
SITES = tuple(dict.fromkeys((*LANDS, *POWERS, *PLACES, *OTHER_AREAS)))

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
    "supplied-hex": "a supplied hex of the country, in no enemy zone of control",
    "enemy-zone": "a hex in an enemy zone of control",
    "box": "the Australia or India box",
    "air-mission": "another air mission",
    "naval-mission": "another naval mission",
    "elsewhere": "anything but defence against direct attacks",
    "inside": "units inside the country",
}

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
    Family("taken-in", Count(0, 60), "the turn in which {0} last changed hands", over=(LANDS,), default=0),
    Family(
        "grace-brps", Count(0, 99), "BRPs a year that {0} still counts for whoever lost it", over=(LANDS,), default=0
    ),
    Family("liberated", Flag(), "{0} was freed from Russia by the Axis", over=(LANDS,), default=False),
)

ATTACK = (
    Family("attacked-by", _power, "the power that attacked {0} first", over=(LANDS,), told_by=BOARD, default=NOBODY),
    Family("attacked-in", Count(0, 60), "the turn in which {0} was attacked", over=(LANDS,), told_by=BOARD, default=0),
    Family("survived", Flag(), "{0} survived the turn of the attack", over=(LANDS,), default=False),
    Family("refused", Flag(), "the association of {0} was refused", over=(LANDS,), told_by=BOARD, default=False),
    Family(
        "china-stays-independent", Flag(), "Communist China chose to stay independent", told_by=BOARD, default=False
    ),
    Family(
        "eastern-war-turn", Count(0, 60), "the turn in which Japan and Britain went to war", told_by=BOARD, default=0
    ),
    Family(
        "supplied-through",
        Count(0, 99),
        "factors supplied through {1} in the {0} supply determination",
        over=(("initial", "post-combat"), LANDS),
        told_by=BOARD,
        default=0,
    ),
    Family("axis-armor-in-finland", Count(0, 9), "Axis armor units in Finland", told_by=BOARD, default=0),
    Family("garrison", _power, "whose units stand in {0} by agreement", over=(LANDS,), told_by=BOARD, default=NOBODY),
)

FORCES = (
    Family("war-start-turn", Count(0, 60), "the turn in which war broke out", told_by=BOARD),
    Family(
        "force-change",
        Count(-20, 20),
        "{0} that the prequels add to or take from {1}",
        over=(tuple(FORCE_UNITS), LANDS),
        told_by=Teller.SHEET,
        default=0,
    ),
    Family("production", Flag(), "somebody has {0}", over=(tuple(PRODUCTION),), told_by=BOARD, default=False),
    Family("croatian-built", Count(0, 12), "Croatian units in play", told_by=BOARD, default=0),
    Family("croatian-built-now", Count(0, 12), "Croatian units built this turn", told_by=BOARD, default=0),
    Family("croatian-change", Count(-4, 8), "Croatian units more or fewer after Gathering Storm", told_by=Teller.SHEET),
)

# They hold only while a question is answered; they are laid over the world and never recorded.
ASKED = (
    Family("actor", Choice((NOBODY, *ACTORS)), "who would do it"),
    Family("site", Choice((NOBODY, *SITES)), "where it would be done"),
    Family("means", Choice((NOBODY, *MEANS)), "what it would be done with"),
    Family("foe", Choice((NOBODY, *ACTORS)), "against whom it would be done"),
    Family("how-many", Count(0, 999), "how many it would be", default=0),
)

FAMILIES = (*HOLDING, *ATTACK, *FORCES, *ASKED)
WORDS = {**MEANS, **FORCE_UNITS, **PRODUCTION}
