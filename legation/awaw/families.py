"""The families of facts of A World at War, by subject."""

from __future__ import annotations

from legation.awaw.names import (
    AREAS,
    CONTROLLERS,
    DP_TARGETS,
    EVENTS,
    INTO_THE_REICH,
    KINDS,
    LEVELS,
    NEW_COUNTRIES,
    NORWAY_REACTS_TO,
    NUMBERS,
    OWNERS,
    PLEDGED_IN,
    POLICIES,
    POOL_UNITS,
    RESULTS,
    SEASONS,
    STATUSES,
    TALLIES,
    TRACKS,
)
from legation.awaw.powers import (
    ALLIED,
    CHINA,
    DP_POWERS,
    EDITIONS,
    FACTIONS,
    FRANCE,
    ITALY,
    JAPAN,
    LANDS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    SIDES,
    TARGETS,
)
from legation.core.facts import Choice, Count, Data, Family, Flag, Teller

__all__ = [
    "BOARD",
    "CALENDAR",
    "COUNTRIES",
    "DIPLOMACY",
    "FAMILIES",
    "MAP",
    "POLITICS",
    "ROLL",
    "SHEET",
]

BOARD, SHEET = Teller.BOARD, Teller.SHEET

CALENDAR = (
    Family("turn", Count(0, 60), "the game turn, counted from Fall 1939"),
    Family("year", Count(1930, 1960), "the year"),
    Family("season", Choice(SEASONS), "the season"),
    Family("opening", Flag(), "this is the opening set-up of a campaign", default=False),
    Family("edition", Choice(EDITIONS), "the edition in play"),
    Family("prequel", Flag(), "{0} was played before", over=(("gathering-storm", "storm-over-asia"),), default=False),
)

POLITICS = (
    Family(
        "at-war",
        Flag(),
        "{0} and {1} are at war",
        over=(PARTIES, PARTIES),
        told_by=BOARD,
        default=False,
        doc="The party that comes first in the list of powers and countries is written first.",
    ),
    Family(
        "declared-war",
        Flag(),
        "{0} has declared war on {1}",
        over=(POWERS, PARTIES),
        told_by=BOARD,
        default=False,
    ),
    Family("surrendered", Flag(), "{0} has surrendered", over=(POWERS,), told_by=BOARD, default=False),
    Family(
        "fallen", Flag(), "{0} has fallen to the Axis at some time", over=((FRANCE,),), told_by=BOARD, default=False
    ),
    Family(
        "year-of-war",
        Count(1936, 1960),
        "the year in which {0} declared war on the Western Allies",
        over=((ITALY,),),
        told_by=BOARD,
    ),
    Family("exists", Flag(), "{0} is a country of its own", over=(NEW_COUNTRIES,), told_by=BOARD, default=False),
    Family("year-of-fall", Count(1936, 1960), "the year in which {0} fell", over=((FRANCE,),), told_by=BOARD),
    Family("event", Flag(), "{0}", over=(tuple(EVENTS),), told_by=BOARD, default=False),
    Family("tally", Count(0, 99), "{0}, so far", over=(tuple(TALLIES),), told_by=BOARD, default=0),
    Family(
        "border-war",
        Choice((NOBODY, "now", "over")),
        "the border war of Russia with {0}",
        over=(TARGETS,),
        told_by=BOARD,
        default=NOBODY,
    ),
    Family(
        "pact-line",
        Choice(("no-pact", "german-side", "through", "russian-side")),
        "where the Nazi-Soviet Pact line leaves {0}",
        over=((*TARGETS, "baltic-states"),),
        told_by=BOARD,
    ),
    Family("tension", Count(-9999, 9999), "the {0} level", over=(TRACKS,)),
    Family("effective-tension", Count(-9999, 9999), "the effective {0} level", over=(TRACKS,)),
)

MAP = (
    Family("control", Choice(CONTROLLERS), "who controls {0}", over=(PLACES,), told_by=BOARD),
    Family(
        "first-held", Count(0, 60), "the turn in which the Axis first controlled {0}", over=(("kiev",),), told_by=BOARD
    ),
    Family(
        "hexes",
        Count(0, 400),
        "hexes of {1} that {0} control",
        over=(OWNERS, AREAS),
        told_by=BOARD,
        stale_after=1,
    ),
    Family(
        "supplied-hexes",
        Count(0, 400),
        "hexes of {1} that {0} control and fully supply",
        over=(OWNERS, AREAS),
        told_by=BOARD,
        stale_after=1,
    ),
    Family(
        "factors",
        Count(0, 150),
        "{1} factors of {0} in {2}, partisans left out",
        over=(OWNERS, KINDS, AREAS),
        told_by=BOARD,
        stale_after=1,
    ),
    Family(
        "present",
        Flag(),
        "{0} have {1} units in {2}",
        over=(OWNERS, KINDS, AREAS),
        told_by=BOARD,
        stale_after=1,
    ),
    Family(
        "all-cities",
        Flag(),
        "{0} control every city in {1}",
        over=((*FACTIONS, ALLIED), ("egypt", "libya", "egypt-libya-french-north-africa")),
        told_by=BOARD,
        stale_after=1,
    ),
    Family(
        "all-hexes",
        Flag(),
        "{0} control every hex of {1}",
        over=((ALLIED,), ("sicily",)),
        told_by=BOARD,
        stale_after=1,
    ),
    Family("number-of", Count(0, 30), "{0}", over=(tuple(NUMBERS),), told_by=BOARD, stale_after=1),
    Family("level", Count(-30, 30), "{0}", over=(tuple(LEVELS),), told_by=BOARD, stale_after=1),
    Family("brp-total", Count(0, 999), "BRPs of {0} at the year start", over=(POWERS,), told_by=BOARD, stale_after=1),
    Family("brp-value", Count(0, 99), "BRP value of {0}", over=(LANDS,), told_by=SHEET),
)

COUNTRIES = (
    Family("status", Choice(STATUSES), "the status of {0}", over=(LANDS,), default="neutral"),
    Family("beneficiary", Choice((NOBODY, *POWERS)), "who benefits from {0}", over=(LANDS,), default=NOBODY),
    Family("result", Choice(RESULTS), "the diplomatic result in force for {0}", over=(TARGETS,)),
    Family("conqueror", Choice((NOBODY, *FACTIONS, JAPAN, CHINA)), "who conquered {0}", over=(LANDS,), default=NOBODY),
    Family("joined-in", Count(0, 60), "the turn in which {0} took a side or was conquered", over=(LANDS,), default=0),
    Family("resists", Flag(), "{0} resists the demands made of it", over=(TARGETS,), default=False),
    Family("permanent", Flag(), "the result for {0} is permanent", over=(TARGETS,), default=False),
    Family(
        "deferred", Choice((NOBODY, "associate", "ally")), "what {0} becomes later", over=(TARGETS,), default=NOBODY
    ),
    Family("by-attack", Flag(), "{0} is associated because it was attacked", over=(LANDS,), default=False),
    Family("swung-back", Flag(), "{0} turned from the Axis by a result of 0 or less", over=(TARGETS,), default=False),
    Family("deployed", Flag(), "the forces of {0} have come into play", over=(LANDS,), told_by=BOARD, default=False),
    Family(
        "own-factors",
        Count(0, 150),
        "ground and air factors of {0} itself in its own country",
        over=(TARGETS,),
        told_by=BOARD,
        stale_after=1,
    ),
    Family("unbuilt", Count(0, 20), "unbuilt units of {0}", over=(TARGETS,), told_by=BOARD, stale_after=1),
    Family("brp-grant", Count(0, 99), "BRPs a year that {0} yields", over=(LANDS,), default=0),
    Family("volunteers", Count(0, 9), "units that {0} may lend for the eastern front", over=(TARGETS,), default=0),
    Family(
        "volunteers-lost",
        Count(0, 9),
        "volunteers of {0} lost since the last roll for it",
        over=(TARGETS,),
        told_by=BOARD,
        default=0,
    ),
    Family("must-leave", Choice((NOBODY, *POWERS)), "whose units must leave {0}", over=(LANDS,), default=NOBODY),
    Family("rolled", Choice(RESULTS), "the last result obtained for {0}", over=(TARGETS,)),
    Family(
        "award", Choice((NOBODY, *POWERS)), "who was favoured by the last result for {0}", over=(TARGETS,), quiet=True
    ),
    Family("modifiers", Count(-9999, 9999), "the modifiers of the last roll for {0}", over=(TARGETS,)),
    Family("policy", Flag(), "{0}", over=(tuple(POLICIES),), default=False),
    Family("ukrainian-units", Count(0, 5), "Ukrainian {0} infantry units granted", over=(("2-3", "1-3"),), default=0),
    Family("base-gain", Count(0, 99), "BRPs that {0} adds to the German base", over=(INTO_THE_REICH,), default=0),
    Family(
        "pool-gain",
        Count(0, 9),
        "{0} that {1} adds to the German force pool",
        over=(tuple(POOL_UNITS), INTO_THE_REICH),
        default=0,
    ),
    Family(
        "buildable-from",
        Count(0, 99),
        "the turn from which Germany may build the {0} that it has from {1}",
        over=(tuple(POOL_UNITS), INTO_THE_REICH),
        default=0,
    ),
    Family("irish-partisans", Count(0, 2), "Irish partisans that Germany may have", default=0),
    Family("irish-partisans-built", Count(0, 2), "Irish partisans in play", told_by=BOARD, default=0),
    Family("irish-partisan-turn", Count(0, 60), "the turn in which an Irish partisan was last built", default=0),
)

DIPLOMACY = (
    Family(
        "booked",
        Count(-9999, 9999),
        "BRPs booked for {0} this year, for minor countries and colonies",
        over=(POWERS,),
        default=0,
    ),
    Family("allotment", Count(0, 999), "DPs of {0} this year", over=(DP_POWERS,), default=0),
    Family("dp", Count(0, 999), "DPs of {0} in {1}", over=(DP_POWERS, DP_TARGETS), known_to="seat", default=0),
    Family(
        "surrender-dps", Count(-9999, 9999), "DPs that bear on the surrender of {0}", over=((ITALY, FRANCE),), default=0
    ),
    Family(
        "surrender-modifiers", Count(-99, 99), "what else bears on the surrender of {0}", over=((ITALY,),), default=0
    ),
    Family("selected", Count(0, 1960), "the last year in which {1} selected {0}", over=(TARGETS, FACTIONS), default=0),
    Family(
        "selected-in-war",
        Flag(),
        "the last Allied selection of {0} came in the Russo-German war",
        over=(TARGETS,),
        default=False,
    ),
    Family("barred", Flag(), "{1} attacked {0} and may not select it again", over=(TARGETS, FACTIONS), default=False),
    Family("association-due", Flag(), "{0} is about to associate", over=(TARGETS,), default=False),
    Family("applies-to", Choice(("both", "belgium", "luxembourg")), "whom a Belgian result is for", default="both"),
    Family("reaction", Flag(), "the Axis have a reaction roll for {0}", over=(TARGETS,), default=False),
    Family(
        "allied-reaction", Flag(), "the Western Allies have a reaction roll for {0}", over=(TARGETS,), default=False
    ),
    Family(
        "reacted-to", Flag(), "a reaction for Norway was granted: {0}", over=(tuple(NORWAY_REACTS_TO),), default=False
    ),
    Family(
        "war-pledge",
        Flag(),
        "Germany counted on its war with Russia, still to be declared this turn, in a roll for {0}",
        over=(PLEDGED_IN,),
        default=False,
    ),
    Family("pending", Data(), "results for {0} that wait for the last die", over=(TARGETS,), default=[], quiet=True),
    Family("outcome", Data(), "what the last phase brought {0}", over=(TARGETS,), default=[], quiet=True),
    Family("subverted", Count(0, 9), "subversion used on {0} in this phase", over=(TARGETS,), default=0),
    Family("making-demands", Flag(), "Russia is making demands of {0}", over=(("finland", "rumania"),), default=False),
)

# Facts that hold only while one die is rolled; they are laid over the world and never recorded.
ROLL = (
    Family("selector", Choice((*FACTIONS, NOBODY)), "who selected the target"),
    Family("power", Choice(POWERS), "the power in question"),
    Family("favoured", Choice(SIDES), "the side that a result favours"),
    Family("chooser", Choice(SIDES), "the side that would choose"),
    Family("lesser", Choice(RESULTS), "the lesser result in question"),
    Family("award-due", Count(0, 99), "what a result for {0} is worth", over=(TARGETS,)),
    Family("raiders", Count(0, 2), "Irish partisans in or next to Ulster"),
    Family("built-in", Choice(("ireland", "ulster")), "where an Irish partisan would be built"),
    Family("target", Choice((*DP_TARGETS, *TRACKS)), "the target in question"),
    Family("own-terms", Flag(), "the new result says itself what becomes of the old one"),
    Family("roll-kind", Choice(("named", "reaction", "automatic")), "what sort of roll it is"),
    Family("roll", Count(-9999, 9999), "on this roll: {0}", over=(("net", "covert", "subversion", "named"),)),
)

FAMILIES = (*CALENDAR, *POLITICS, *MAP, *COUNTRIES, *DIPLOMACY, *ROLL)
