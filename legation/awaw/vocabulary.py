"""The facts of A World at War, and the words that its rules are written in.

Families come first, by subject; the predicates below them are what a declaration uses.  `{here}` stands for the country
of the table in which a predicate is used.
"""

from __future__ import annotations

from legation.awaw.powers import (
    ALLIED,
    AXIS,
    BALKANS,
    DP_POWERS,
    EDITIONS,
    FACTIONS,
    FRANCE,
    GERMANY,
    HOME,
    ITALY,
    JAPAN,
    LANDS,
    MEMBERS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.core.expr import Expr, any_of, choice, count, named, number, sum_of, truth, when_else
from legation.core.facts import Choice, Count, Family, Flag, Teller

__all__ = [
    "CONTROLLERS",
    "DP_TARGETS",
    "FAMILIES",
    "HERE",
    "INTO_THE_REICH",
    "JOINED",
    "NEW_COUNTRIES",
    "NORWAY_REACTS_TO",
    "PLEDGED_IN",
    "POOL_UNITS",
    "RESULTS",
    "SEASONS",
    "STATUSES",
    "TRACKS",
    "WORDS",
    "allied_to",
    "associated_by_result",
    "associated_with",
    "at_war",
    "attacked",
    "beneficiary",
    "border_war",
    "border_war_fought",
    "conquered",
    "control_is",
    "controls",
    "controls_any",
    "cities_controlled",
    "declared_war",
    "dp",
    "dps_of",
    "edition",
    "event",
    "every",
    "factions_of",
    "factors",
    "fallen",
    "first_held",
    "hexes",
    "hexes_opened_to",
    "level",
    "making_demands",
    "number_of",
    "opening",
    "pact_line",
    "policy",
    "present",
    "put_off",
    "reaction_roll",
    "result_is",
    "rolling",
    "subversion_elsewhere",
    "supplied_hexes",
    "surrendered",
    "swung_back",
    "tally",
    "tension",
    "turn",
    "unbuilt",
    "war_key",
    "war_with_russia_or_pledge",
    "year",
]

HERE = "{here}"
BOARD, SHEET = Teller.BOARD, Teller.SHEET

SEASONS = ("spring", "summer", "fall", "winter")
TRACKS = ("rgt", "usat", "usjt")

# Every band of every table, from the most Allied to the most Axis.
RESULTS = ("-3", "-2", "-1", "0", "2", "1-2", "1-4", "1-6", "3-4", "5", "5-6", "6", "7", "8", "9", "10")
JOINED = ("associate", "ally")
STATUSES = (
    "neutral",
    "hex-control",
    "independent",
    *JOINED,
    "surrendered",
    "conquered",
    "colony",
    "commonwealth",
    "dissolved",
    "incorporated",
)

OWNERS = (*FACTIONS, ALLIED, *(p for p in POWERS if p not in FACTIONS))
KINDS = ("ground-air", "ground", "air", "naval", "armor-infantry", "any")
CONTROLLERS = (NOBODY, AXIS, WESTERN_ALLIES, RUSSIA, JAPAN, "axis-partisans", "allied-partisans")
DP_TARGETS = (*TARGETS, "italy", "france", "usa", "intelligence")

# Areas in which factors, units or hexes are counted, besides every minor country and power.
OTHER_AREAS = {
    "africa": "Africa, Egypt east of Suez and the Ethiopia box included",
    "balkans": "the Balkans, without Rumanian hexes on the eastern front",
    "balkan-countries": "Bulgaria, Hungary, Rumania and Yugoslavia, or what became of it",
    "central-poland": "central Poland",
    "mainland-italy": "mainland Italy",
    "sicily": "Sicily",
    "far-east": "the Far East",
    "india-far-east": "India and the Far East",
    "finland-and-border-hexes": "Finland, the border hexes included",
    "finnish-border-hexes": "the Finnish border hexes",
    "next-to-rumania": "hexes next to Rumania",
    "french-ports": "ports or bridgeheads of France",
    "french-and-north-african-ports": "ports or bridgeheads of France, Morocco, Algeria or Tunisia",
    "continental-ports": "ports or bridgeheads of the continent outside France, Norway and Gibraltar",
    "vichy-territory": "Vichy France, Corsica and the colonies that the Western Allies have not attacked",
    "middle-east": "the Middle East",
    "bessarabia": "Bessarabia",
    "lithuania": "Lithuania",
    "nepal": "Nepal",
    "spanish-morocco": "Spanish Morocco",
    "attacked-vichy-colonies": "Vichy colonies that Britain and the United States have attacked",
}
AREAS = (*PARTIES, *OTHER_AREAS)

# What has happened stays so for the rest of the game.
EVENTS = {
    "axis-held-british-hex": "the Axis have held a hex of Britain",
    "british-surrender-accepted": "Germany has accepted a British surrender",
    "danzig-gained-by-demand": "Germany gained Danzig by demands or a border war",
    "failed-balkan-support": "Germany left a Balkan country to a Russian attack",
    "finland-entered-before-its-alliance": "Russia struck into Finland before it was with Germany",
    "german-polish-border-war": "Germany and Poland fought for Danzig and the Corridor",
    "italy-fought-western-allies": "Italy has gone to war with the Western Allies",
    "italy-surrendered-before-germany-fought": "Italy surrendered before Germany was at war",
    "norwegian-waters-mined": "the Allies have mined Norwegian waters",
    "russia-demanded-eastern-poland": "Russia has demanded eastern Poland",
    "russia-demanded-finland": "Russia has made demands of Finland",
    "russia-demanded-rumania": "Russia has made demands of Rumania",
    "russia-entered-baltic-states": "Russia has entered the Baltic States",
    "russia-entered-bessarabia": "Russia has entered Bessarabia",
    "russia-entered-finnish-border-hexes": "Russia has entered the Finnish border hexes",
    "russia-entered-rumania": "Russia has entered Rumania",
    "russo-german-limits-lifted": "war or RGT 50 has lifted the limits on Russia",
    "sweden-attacked-by-allies-while-neutral": "the Allies attacked a neutral Sweden",
    "twelfth-german-armor": "Germany has produced its twelfth 3-6 or 4-6 armor unit",
    "yugoslavia-fell-to-italy": "Italy alone conquered Yugoslavia",
}

# What is counted over the whole game; nobody having reported one means none.
TALLIES = {
    "failed-invasions-europe": "Western invasions of Europe thrown back",
    "failed-invasions-france": "Western invasions of conquered France thrown back",
    "german-atomic-attacks": "successful German strategic atomic attacks",
    "russian-atomic-attacks": "successful Russian strategic atomic attacks",
    "russian-occupation-policies": "results of Russian occupation policies",
    "russian-subversion": "uses of Russian subversion",
    "western-atomic-attacks": "successful Western Allied strategic atomic attacks",
}

# What is counted on the board at one moment, and levels that may fall below zero.
NUMBERS = {
    "american-firestorms-last-year": "firestorms by American bombing alone in the last year",
    "axis-cities-in-palestine-transjordan": "cities of Palestine and Transjordan in Axis hands",
    "british-firestorms-last-year": "firestorms by British bombing alone in the last year",
    "far-eastern-objectives-russian": "objective hexes of Manchuria, China and Korea in Russian hands",
    "french-colonies-attacked-last-turn": "French colonies attacked in the last Allied turn",
    "german-firestorms-last-year": "firestorms by German bombing alone in the last year",
    "german-objectives-russian": "German objective hexes in Russian hands",
    "german-objectives-western": "German objective hexes in Western hands",
    "italian-objectives-western": "Italian objective hexes in Western hands",
    "libyan-cities-allied": "Libyan cities in Allied hands",
    "russian-firestorms-last-year": "firestorms by Russian bombing alone in the last year",
    "undefended-russian-objectives-last-year": "undefended Russian objectives and ICs the Axis entered last year",
    "vichy-capitals-allied": "Vichy colonial capitals in Allied hands",
}
LEVELS = {"british-resistance": "the British resistance level", "french-surrender": "the French surrender level"}

# What a result lets or forbids besides status and BRPs.
POLICIES = {
    "allied-entry-into-belgium": "Allied units may enter Belgium and Luxembourg",
    "allied-air-support-for-belgium": "Allied air units may support Belgian units in defence",
    "belgian-frontiers-closed": "nobody crosses from Belgium or Luxembourg into Germany or the Netherlands",
    "danzig-in-the-reich": "Germany has Danzig and the Corridor in every respect",
    "heavy-water-stopped": "no heavy water for Germany: two less for its Controlled Reaction research",
    "irish-help-for-u-boats": "one more for the German Strategic Warfare effects dice",
    "irish-partisans-gone": "the Irish partisans are out of play for good",
    "no-western-war-on-belgium": "no Western declaration of war on Belgium or Luxembourg is allowed",
    "norwegian-ore-route-cut": "no iron ore by way of Norway: five BRPs less to build with, in all",
    "norwegian-mines-gone": "the mines off Norway are gone, since Germany controlled the country",
    "norwegian-waters-may-be-mined": "Norway lets the Allies mine its waters",
    "polish-czech-armor": "Poland has the Czech 2-5 armor unit in its force pool",
    "swedish-iron-ore-stopped": "no Swedish iron ore for Germany: five BRPs less to build with each turn",
    "swedish-units-free-in-finland": "any number of Swedish factors may enter Finland",
    "ukrainian-units-stay-home": "Ukrainian units may not leave the Ukraine",
    "russian-partisans-barred-from-ukraine": "no Russian partisans in the Ukraine",
    "extra-russian-partisan-in-ukraine": "one more Russian partisan in the Ukraine",
    "vichy-colonies-free-french": "the Vichy colonies are Free French, with the forces in them",
    "vichy-colonies-uncontrolled": "Vichy colonies without a garrison belong to nobody",
    "vichy-forces-removed": "all Vichy forces are out of play",
    "vichy-may-reinforce-lebanon-syria": "Vichy France may reinforce Lebanon-Syria",
}

# Countries that a civil war in Yugoslavia may bring about, countries of which Germany may take all or a part into the
# Reich, and what it adds to its force pool for them.
NEW_COUNTRIES = ("croatia", "serbia")
INTO_THE_REICH = ("austria", "czechoslovakia", "poland")
POOL_UNITS = {
    "armor-4-6": "4-6 armor units",
    "aaf": "AAF",
    "infantry-3-3": "3-3 infantry units",
    "infantry-factors": "infantry factors",
    "infantry-for-armor": "infantry units worth as much as a 4-6 armor unit",
}
PLEDGED_IN = ("finland", "poland")  # the rolls in which Germany may count on a war that it is about to declare

# What an opponent may do that makes Norway listen.
NORWAY_REACTS_TO = {
    "war-on-sweden": "the Axis declared war on Sweden",
    "war-on-denmark": "the Axis declared war on Denmark",
    "mining": "the Allies mined Norwegian waters unasked",
    "finnish-border-war": "Russia and Finland fought for the border hexes",
    "russian-war-on-finland": "Russia declared war on Finland",
    "russian-war-on-sweden": "Russia declared war on Sweden",
}

# How every slug is read aloud.
WORDS = {
    **{slug: slug.replace("-", " ") for slug in (*KINDS, *SEASONS)},
    "ground-air": "ground and air",
    "armor-infantry": "armor or infantry",
    "any": "any",
    **{track: track.upper() for track in TRACKS},
    **OTHER_AREAS,
    **EVENTS,
    **TALLIES,
    **NUMBERS,
    **LEVELS,
    **POLICIES,
    **POOL_UNITS,
    **NORWAY_REACTS_TO,
    **TITLES,
}

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
    Family("tension", Count(-999, 9999), "the {0} level", over=(TRACKS,)),
    Family("effective-tension", Count(-999, 9999), "the effective {0} level", over=(TRACKS,)),
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
    Family("conqueror", Choice((NOBODY, *FACTIONS, JAPAN)), "who conquered {0}", over=(LANDS,), default=NOBODY),
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
    Family("award", Choice((NOBODY, *POWERS)), "who was favoured by the last result for {0}", over=(TARGETS,)),
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
    Family("subverted", Count(0, 9), "subversion used on {0} in this phase", over=(TARGETS,), default=0),
    Family("making-demands", Flag(), "Russia is making demands of {0}", over=(("finland", "rumania"),), default=False),
)

# Facts that hold only while one die is rolled; they are laid over the world and never recorded.
ROLL = (
    Family("selector", Choice((*FACTIONS, NOBODY)), "who selected the target"),
    Family("power", Choice(POWERS), "the power in question"),
    Family("attacker", Choice(POWERS), "the power that attacked"),
    Family("capital-lost", Flag(), "the capital is in enemy hands"),
    Family("colony-attacked", Flag(), "a Vichy colony was attacked", default=False),
    Family("award-due", Count(0, 99), "what a result for {0} is worth", over=(TARGETS,)),
    Family("raiders", Count(0, 2), "Irish partisans in or next to Ulster"),
    Family("built-in", Choice(("ireland", "ulster")), "where an Irish partisan would be built"),
    Family("target", Choice((*DP_TARGETS, *TRACKS)), "the target in question"),
    Family("roll-kind", Choice(("named", "reaction", "automatic")), "what sort of roll it is"),
    Family("roll", Count(-9999, 9999), "on this roll: {0}", over=(("net", "covert", "subversion", "named"),)),
)

FAMILIES = (*CALENDAR, *POLITICS, *MAP, *COUNTRIES, *DIPLOMACY, *ROLL)


# -- words
def _title(slug: str) -> str:
    return "{Here}" if slug == HERE else WORDS.get(slug, slug.replace("-", " "))


def _does(who: str, verb: str) -> str:
    """`the Axis control`, `Russia controls`."""
    return f"{_title(who)} {'has' if verb == 'have' else verb + 's'}" if who in POWERS else f"{_title(who)} {verb}"


def year() -> Expr:
    return number("year", "the year")


def turn() -> Expr:
    return number("turn", "the game turn")


def opening() -> Expr:
    """The opening set-up of a campaign game."""
    return truth("opening", "this is the opening set-up of a campaign")


def edition(*which: str) -> Expr:
    return choice("edition", *which, says=f"the edition is {' or '.join(which)}")


def at_war(a: str, b: str) -> Expr:
    """Two parties are at war now; of a faction, any of its powers."""
    pairs = [(x, y) for x in MEMBERS.get(a, (a,)) for y in MEMBERS.get(b, (b,))]
    return named(f"{_title(a)} and {_title(b)} are at war", any_of(*(truth(war_key(x, y)) for x, y in pairs)))


def war_key(a: str, b: str) -> str:
    """`at-war` of two parties, the first in the list first."""
    first, second = sorted((a, b), key=PARTIES.index)
    return f"at-war.{first}.{second}"


def declared_war(who: str, whom: str) -> Expr:
    """A declaration of war was made at some time; of a faction, by any of its powers; `balkans` is any of them."""
    victims = BALKANS if whom == "balkans" else (whom,)
    declarations = (truth(f"declared-war.{power}.{victim}") for power in MEMBERS.get(who, (who,)) for victim in victims)
    return named(f"{_title(who)} declared war on {_title(whom)}", any_of(*declarations))


def attacked(country: str, by: tuple[str, ...] = POWERS) -> Expr:
    """Somebody has declared war on the country."""
    return named(f"{_title(country)} was attacked", any_of(*(truth(f"declared-war.{p}.{country}") for p in by)))


def surrendered(power: str) -> Expr:
    return truth(f"surrendered.{power}", f"{_title(power)} has surrendered")


def fallen(power: str) -> Expr:
    """It has been conquered at some time; a liberation does not take that back."""
    return truth(f"fallen.{power}", f"{_title(power)} has fallen")


def event(name: str, says: str | None = None) -> Expr:
    """Something happened and stays so for the rest of the game."""
    return named(says or EVENTS[name], truth(f"event.{name}", EVENTS[name]), cite="PROC-17")


def tally(name: str, says: str | None = None) -> Expr:
    return number(f"tally.{name}", says or TALLIES[name])


def level(name: str, says: str | None = None) -> Expr:
    return number(f"level.{name}", says or LEVELS[name])


def number_of(name: str, says: str | None = None) -> Expr:
    return number(f"number-of.{name}", says or NUMBERS[name])


def tension(track: str) -> Expr:
    """The actual level of a tension track."""
    return number(f"tension.{track.lower()}", f"the {track.upper()} level")


def border_war(country: str) -> Expr:
    """A border war with Russia is going on."""
    return choice(f"border-war.{country}", "now", says=f"Russia and {_title(country)} fight a border war")


def pact_line(country: str, *where: str) -> Expr:
    return choice(f"pact-line.{country}", *where, says=f"the Pact line leaves {_title(country)} {' or '.join(where)}")


def control_is(place: str, *controllers: str) -> Expr:
    who = " or ".join(_title(c) for c in controllers)
    return choice(f"control.{place}", *controllers, says=f"{who} control {_title(place)}")


def controls(who: str, place: str) -> Expr:
    """A faction or side controls a place, also through a country that is with it or has opened its hexes to it."""
    held = control_is(place, *factions_of(who))
    if (home := HOME[place]) in TARGETS:
        held = any_of(held, control_is(place, NOBODY) & _holds(home, who))
    return named(f"{_does(who, 'control')} {_title(place)}", held)


def _holds(country: str, who: str) -> Expr:
    statuses = choice(f"status.{country}", "hex-control", "associate", "ally", says=f"{_title(country)} is theirs")
    return statuses & beneficiary(country, who)


def cities_controlled(who: str, *places: str) -> Expr:
    """How many of these places somebody controls."""
    return count(*(controls(who, place) for place in places))


def first_held(place: str) -> Expr:
    """The turn in which the Axis first controlled a place."""
    return number(f"first-held.{place}", f"the turn in which the Axis first held {_title(place)}")


def controls_any(who: str, *places: str) -> Expr:
    return any_of(*(controls(who, place) for place in places))


def every(who: str, *places: str) -> Expr:
    """The whole set of places is under control."""
    return cities_controlled(who, *places) >= len(places)


def hexes(who: str, area: str) -> Expr:
    return number(f"hexes.{who}.{area}", f"hexes in {_title(area)} controlled by {_title(who)}")


def supplied_hexes(who: str, area: str) -> Expr:
    return number(f"supplied-hexes.{who}.{area}", f"supplied hexes of {_title(who)} in {_title(area)}")


def present(who: str, kind: str, area: str) -> Expr:
    """Somebody has units of a kind in an area."""
    units = "units" if kind == "any" else f"{kind} units".replace("-", " and ")
    return truth(f"present.{who}.{kind}.{area}", f"{_does(who, 'have')} {units} in {_title(area)}")


def factors(who: str, area: str, kind: str = "ground-air") -> Expr:
    """Factors in an area; of the Allied side, those of both factions."""
    owners = (WESTERN_ALLIES, RUSSIA) if who == ALLIED else (who,)
    says = f"{kind} factors of {_title(who)} in {_title(area)}"
    return named(says, sum_of(*(number(f"factors.{o}.{kind}.{area}", says) for o in owners)))


def beneficiary(country: str, who: str) -> Expr:
    """A power, or any power of a faction or side, benefits from the country."""
    return choice(
        f"beneficiary.{country}", *MEMBERS.get(who, (who,)), says=f"{_title(who)} benefit from {_title(country)}"
    )


def _status(country: str, status: str, who: str, says: str) -> Expr:
    return named(
        f"{_title(country)} is {says} {_title(who)}", choice(f"status.{country}", status) & beneficiary(country, who)
    )


def allied_to(who: str, country: str = HERE) -> Expr:
    """The country is an active minor ally."""
    return _status(country, "ally", who, "an active ally of")


def associated_with(who: str, country: str = HERE) -> Expr:
    return _status(country, "associate", who, "associated with")


def associated_by_result(who: str, country: str = HERE) -> Expr:
    """Associated after a diplomatic result, not because somebody attacked it."""
    by_attack = truth(f"by-attack.{country}", f"{_title(country)} associated because it was attacked")
    return named(
        f"{_title(country)} associated with {_title(who)} by a result", associated_with(who, country) & ~by_attack
    )


def hexes_opened_to(who: str, country: str = HERE) -> Expr:
    """The country's hexes are controlled after an 8 or a -1."""
    return _status(country, "hex-control", who, "open to")


def conquered(country: str = HERE, by: str | None = None) -> Expr:
    """The country is conquered; with `by`, by that faction or side."""
    fell = choice(f"status.{country}", "conquered", says=f"{_title(country)} is conquered")
    if by is None:
        return fell
    return fell & choice(f"conqueror.{country}", *factions_of(by), says=f"{_title(by)} conquered {_title(country)}")


def making_demands(country: str) -> Expr:
    """Russia makes territorial demands with this very roll."""
    return truth(f"making-demands.{country}", f"Russia is making demands of {_title(country)}")


def border_war_fought(country: str) -> Expr:
    """A border war with Russia is going on or is over."""
    return choice(f"border-war.{country}", "now", "over", says=f"Russia and {_title(country)} have fought a border war")


def swung_back(country: str) -> Expr:
    """A later result of 0 or less has turned the country from the Axis."""
    return truth(f"swung-back.{country}", f"{_title(country)} has turned from the Axis")


def subversion_elsewhere() -> Expr:
    """Uses of Russian subversion so far, without those on this target in this phase."""
    used = number("tally.russian-subversion", "uses of Russian subversion")
    here = number(f"subverted.{HERE}", "uses on {Here} in this phase")
    return named("uses of Russian subversion, other than here and now", used - here)


def war_with_russia_or_pledge() -> Expr:
    """Germany and Russia are at war, or Germany has bound itself to declare that war in this turn."""
    pledges = (truth(f"war-pledge.{country}", "Germany will declare that war this turn") for country in PLEDGED_IN)
    return any_of(at_war(GERMANY, RUSSIA), *pledges)


def reaction_roll() -> Expr:
    return choice("roll-kind", "reaction", says="this is a reaction roll")


def result_is(country: str, *results: str) -> Expr:
    return choice(f"result.{country}", *results, says=f"a {' or '.join(results)} is in force for {_title(country)}")


def policy(name: str) -> Expr:
    return truth(f"policy.{name}", POLICIES[name])


def put_off(country: str, *what: str) -> Expr:
    """The country will associate or ally later."""
    return choice(f"deferred.{country}", *what, says=f"{_title(country)} waits to become {' or '.join(what)}")


def unbuilt(country: str = HERE) -> Expr:
    """Unbuilt units; a country whose forces never came into play has none."""
    in_play = truth(f"deployed.{country}", f"the forces of {_title(country)} are in play")
    counted = named(f"the forces of {_title(country)} have come into play", in_play, cite="PROC-20")
    missing = number(f"unbuilt.{country}", f"unbuilt units of {_title(country)}")
    return named(f"unbuilt units of {_title(country)}", when_else(counted, missing, 0))


def rolling(who: str) -> Expr:
    """A faction or side makes this roll."""
    return choice("selector", *factions_of(who), says=_does(who, "make") + " the roll")


def factions_of(who: str) -> tuple[str, ...]:
    """The factions of a side; a faction is its own."""
    return tuple(faction for faction in FACTIONS if set(MEMBERS[faction]) <= set(MEMBERS[who]))


def dp(power: str, target: str = HERE) -> Expr:
    return number(f"dp.{power}.{target}", f"DPs of {_title(power)} in {_title(target)}")


def dps_of(who: str, target: str = HERE) -> Expr:
    """All DPs of a faction or side in a target."""
    return named(f"DPs of {_title(who)} in {_title(target)}", sum_of(*(dp(power, target) for power in MEMBERS[who])))
