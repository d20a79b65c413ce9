"""Facts that only the tension tracks need."""

from __future__ import annotations

from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    MINORS,
    NOBODY,
    RUSSIA,
    TARGETS,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.vocabulary import BOARD, SHEET, TRACKS
from legation.core.facts import Choice, Count, Data, Family, Flag, Teller

__all__ = [
    "BOMBED",
    "EAST_OF_LINE",
    "FLEET",
    "FOOTHOLDS",
    "FREE_UNITS",
    "FRONTIER",
    "FRONTS",
    "HEX_OWNERS",
    "LIFTED",
    "LOBBY",
    "NEUTRALS",
    "OFFENSIVES",
    "PICTURES",
    "PRODUCED",
    "RUSSIAN_AREAS",
    "RUSSIAN_UNITS",
    "TRIGGERING",
    "UNITS_EAST",
    "WATCHED",
    "WEST_OF_LINE",
    "WORLD",
    "account",
]

PASSING = Teller.PASSING

# What the start-of-turn rows look at: the powers that fight the Axis, and how Japan stands.
PICTURES = (
    BRITAIN,
    FRANCE,
    USA,
    RUSSIA,
    "japan-at-war-with-usa",
    "japan-surrendered",
    "germany-at-war-with-usa",
    "russia-fights-germany-and-japan",
    "japan-fights-britain-alone",
)
NEUTRALS = (BRITAIN, FRANCE)  # the powers that count as fighting although they are still neutral
FOOTHOLDS = (
    "iraq",
    "lebanon-syria",
    "palestine",
    "persia",
    "port-said",
    "transjordan",
    "turkey",
    "baltic-states",
    "bulgaria",
    "finland",
    "finnish-border-hexes",
    "hungary",
    "persian-border",
    "rumania",
)

# -- Russo-German tensions
WATCHED = ("hungary", "rumania", "bulgaria", "yugoslavia", "turkey")  # in which each dislikes what the other does
WEST_OF_LINE = ("baltic-states", "finland", "hungary", "rumania", "bulgaria", "turkey")
EAST_OF_LINE = ("baltic-states", "finland", "poland", "rumania")
RUSSIAN_AREAS = (
    *(c for c in TARGETS if c not in ("finland", "ukraine", "vichy-france")),
    "baltic-states",
    "denmark",
    "netherlands",
)
LIFTED = ("garrison", "production", "siberia")
PRODUCED = ("air", "military")
STARTING_SIBERIAN_GARRISON = 45
FRONTIER = {"infantry-2-3": 10, "infantry-3-3": 4, "armor-3-5": 6, "aaf": 15}  # with how many must stay there
FREE_UNITS = ("one-factor-infantry", "airborne", "mobilized", "pacific", "associate", "minor-ally")
RUSSIAN_UNITS = (*FRONTIER, *FREE_UNITS, "produced")

# -- U.S.-Japanese tensions
FRONTS = ("asian", "south-east-asian", "pacific")
BOMBED = {"china": "asian", "india": "south-east-asian", "australia": "pacific"}  # with the front each belongs to
LOBBY = ("none", "three-steps", "one-result", "nine-steps")
OFFENSIVES = ("full", "limited", "small")
FLEET = ("home", "ordered-to-pearl-harbor", "pearl-harbor", "free")
UNITS_EAST = ("british", "canadian", "south-african", "australian", "indian", "chindit")
HEX_OWNERS = (BRITAIN, RUSSIA)
TRIGGERING = (GERMANY, ITALY, BRITAIN, FRANCE, USA)

US_AXIS = (
    Family(
        "at-start",
        Flag(),
        "{0} [fought|did not fight] the Axis when the turn began",
        over=(PICTURES,),
        but=(
            ("japan-at-war-with-usa", "Japan and the United States were[ not] at war when the turn began"),
            ("japan-surrendered", "Japan had[ not] surrendered when the turn began"),
            ("germany-at-war-with-usa", "Germany and the United States were[ not] at war when the turn began"),
            ("russia-fights-germany-and-japan", "Russia [fought|did not fight] Germany and Japan when the turn began"),
            ("japan-fights-britain-alone", "Japan [fought|did not fight] Britain alone when the turn began"),
        ),
        default=False,
        quiet=True,
        doc="A power is listed if it was at war with the European Axis.",
    ),
    Family(
        "attacked-while-neutral",
        Count(0, 60, "turn"),
        "the turn in which Germany or Italy declared war on a neutral {0}",
        over=(NEUTRALS,),
        default=0,
    ),
    Family(
        "armed-neutral",
        Flag(),
        "{0} is [|not ]fully mobilized[ and prefers not to declare war on the Axis|, or does not keep out of the war]",
        over=(NEUTRALS,),
        told_by=BOARD,
        default=False,
        because="a power that stays out says so itself",
    ),
    Family(
        "foothold",
        Flag(),
        "the Axis, partisans aside, control [a|no] hex in {0}",
        over=(FOOTHOLDS,),
        told_by=BOARD,
        default=False,
        because="places and areas that change hands are reported",
        apart=True,
    ),
    Family(
        "given-by-british-attack",
        Flag(),
        "the Axis [hold|do not hold] {0} only because Britain attacked it",
        over=(("lebanon-syria",),),
        told_by=BOARD,
        default=False,
        because="attacks on Vichy colonies are reported",
    ),
    Family(
        "joint-declarations",
        Count(0, 60),
        "wars {0} declared together with another, or on a country that was no neutral",
        over=((AXIS, WESTERN_ALLIES, RUSSIA),),
        told_by=BOARD,
        default=0,
        because="declarations of war are reported",
    ),
    Family(
        "neutral-powers-attacked",
        Count(0, 9),
        "neutral major powers on which {0} declared war",
        over=((WESTERN_ALLIES,),),
        told_by=BOARD,
        default=0,
        because="declarations of war are reported",
    ),
    Family(
        "offensive-brps",
        Count(0, 400),
        "BRPs that {0} spent on offensives this turn, not against partisans",
        over=((GERMANY, ITALY),),
        told_by=BOARD,
        stale_after=1,
        nothing=0,
        fleeting=True,
    ),
    Family(
        "axis-turn-over",
        Flag(),
        "the Axis player turn of this game turn is [over|not over yet]",
        default=False,
        quiet=True,
    ),
    Family(
        "brps-lost-at-sea-and-to-bombs",
        Count(0, 400),
        "BRPs the Western Allies lost this turn to transport shortages and European Axis bombing",
        told_by=BOARD,
        stale_after=1,
        nothing=0,
        fleeting=True,
    ),
    Family(
        "captured-ics",
        Count(0, 40),
        "Russian ICs in Axis hands, evacuated ones aside",
        told_by=BOARD,
        default=0,
        because="ICs that are captured or lost again are reported",
    ),
    Family(
        "atomic-attacks-on",
        Count(0, 40),
        "German atomic attacks so far on hexes of {0}",
        over=(HEX_OWNERS,),
        told_by=BOARD,
        default=0,
        because="atomic attacks are reported",
    ),
    Family(
        "sent-east",
        Count(0, 400),
        "{0} ground and air factors sent to the Far East so far",
        over=(UNITS_EAST,),
        told_by=BOARD,
        default=0,
        because="factors that go to the Far East are reported",
    ),
    Family(
        "naval-factors-east",
        Count(0, 400),
        "British naval factors in India and the Far East",
        told_by=BOARD,
        default=0,
        because="ships that go to the Far East are reported",
    ),
    Family(
        "mined-without-consent",
        Flag(),
        "the Allies [mined|did not mine] Norwegian waters unasked",
        told_by=BOARD,
        default=False,
        because="mining is reported",
    ),
    Family(
        "diplomatic-phase", Choice((NOBODY, AXIS, ALLIED)), "whose diplomatic phase it is", default=NOBODY, quiet=True
    ),
    Family(
        "dps-triggered",
        Count(0, 60),
        "DPs in the United States that {0} has triggered this year",
        over=(TRIGGERING,),
        default=0,
    ),
)


RUSSO_GERMAN = (
    Family(
        "pact-in-force",
        Flag(),
        "the Nazi-Soviet Pact is[ not] in force",
        told_by=BOARD,
        because="the campaign of 1939 begins with the Pact; after Gathering Storm it is asked for as the game begins",
    ),
    Family(
        "pact-line-historical",
        Flag(),
        "the Nazi-Soviet Pact line [lies|does not lie] where it did historically",
        told_by=BOARD,
        because="as it ran in 1939; after Gathering Storm it is asked for as the game begins",
    ),
    Family("german-side-brps", Count(0, 99), "BRPs of the German side of {0}", over=(WEST_OF_LINE,), told_by=SHEET),
    Family("russian-side-brps", Count(0, 99), "BRPs of the Russian side of {0}", over=(EAST_OF_LINE,), told_by=SHEET),
    Family(
        "foothold-beyond-line",
        Flag(),
        "the Axis control [a|no] hex in {0} on the Russian side of the Pact line",
        over=(EAST_OF_LINE,),
        told_by=BOARD,
        default=False,
        because="hexes that are taken on the far side of the line are reported",
    ),
    Family(
        "russian-foothold",
        Flag(),
        "Russia controls [a|no] hex in {0}",
        over=(RUSSIAN_AREAS,),
        told_by=BOARD,
        default=False,
        because="places and areas that change hands are reported",
        apart=True,
    ),
    Family(
        "from-trade-pact",
        Flag(),
        "the result for {0} [comes|does not come] from a trade pact of Gathering Storm",
        over=(WATCHED,),
        told_by=SHEET,
        because="the campaign of 1939 has no trade pacts",
    ),
    Family(
        "italian-aggression-in-prequel",
        Flag(),
        "Italy [attacked|did not attack] Yugoslavia in Gathering Storm",
        told_by=SHEET,
        because="the campaign of 1939 has no such attack",
    ),
    Family(
        "idle-ics",
        Count(0, 7),
        "factories that Russia leaves idle",
        told_by=BOARD,
        default=0,
        because="Russia uses its factories unless it says otherwise",
    ),
    Family(
        "siberian-brps",
        Count(0, 999),
        "BRPs of Russian units in Siberia",
        told_by=BOARD,
        default=STARTING_SIBERIAN_GARRISON,
        because="the scenario begins so, and units that go to Siberia or leave it are reported",
    ),
    Family(
        "russia-when-japan-struck",
        Choice((NOBODY, "neutral", "fighting"), ("it has not", "it was neutral", "it fought Germany")),
        "whether Russia was neutral or fought Germany when Japan declared war on it",
        default=NOBODY,
    ),
    Family(
        "economic-interest",
        Flag(),
        "Germany has [an|no] economic interest in {0}",
        over=((RUSSIA, *MINORS),),
        told_by=BOARD,
    ),
    Family(
        "brps-received",
        Count(0, 99),
        "BRPs that Germany has received for {0} this year",
        over=(MINORS,),
        told_by=BOARD,
        stale_after=1,
    ),
    Family(
        "abandoned-in", Count(0, 60, "turn"), "the turn in which Germany left {0} to Russia", over=(MINORS,), default=0
    ),
    Family("unit", Choice(RUSSIAN_UNITS), "the kind of Russian units in question", told_by=PASSING),
    Family("left-behind", Count(0, 999), "units of the kind that are left near the frontier", told_by=PASSING),
    Family("lifted", Flag(), "the Russian limits on {0} have[ not] ended", over=(LIFTED,), default=False),
    Family("produced", Count(0, 999), "BRPs of Russian {0} production this year", over=(PRODUCED,), default=0),
    Family("produced-year", Count(0, 1960, "year"), "the year of the last Russian production", default=0),
    Family("unprepared-in", Count(0, 60, "turn"), "the turn in which an unprepared Russia was invaded", default=0),
    Family("russian-half", Data(), "what the first half of a Russian mobilization has left and taken", default={}),
    Family("russian-half-in", Count(0, 60, "turn"), "the turn in which a second half was completed", default=0),
    Family("russian-builds", Data(), "mobilized Russian units and the turn in which they may be built", default=[]),
    Family("russian-ics", Data(), "cities with ICs that Russia has added", default=[]),
)

US_JAPANESE = (
    Family("japanese-brps", Count(0, 400), "BRPs of Japanese offensives on the {0} front", over=(FRONTS,), default=0),
    Family(
        "japanese-offensives",
        Count(0, 400),
        "Japanese {0} offensives that the China Lobby has made heard of",
        over=(OFFENSIVES,),
        default=0,
    ),
    Family(
        "front-counted",
        Flag(),
        "[an|no] offensive on the {0} front has counted this turn",
        over=(FRONTS,),
        default=False,
    ),
    Family("bombed", Flag(), "Japan has[ not] bombed {0} this turn", over=(tuple(BOMBED),), default=False),
    Family(
        "china-lobby",
        Choice(LOBBY, ("to nothing", "to three steps", "to one result", "to nine steps")),
        "how far the China Lobby of Storm Over Asia came",
        told_by=BOARD,
    ),
    Family("japanese-mobilizations", Count(0, 3), "mobilizations that Japan has made, of its last three", default=0),
    Family(
        "alarming-mobilizations",
        Count(0, 3),
        "Japanese mobilizations of the last three that alarm the United States",
        default=0,
    ),
    Family("japan-mobilized-in", Count(0, 60, "turn"), "the turn of the last Japanese mobilization", default=0),
    Family(
        "japanese-factories",
        Count(0, 8),
        "Japanese military factories",
        told_by=BOARD,
        default=8,
        because="Japan begins with them, and mobilizations are reported",
    ),
    Family("japanese-shipbuilding", Count(0, 30), "Japanese shipbuilding increases that count", default=0),
    Family(
        "deferred-shipbuilding",
        Flag(),
        "the increase Japan put off in Storm Over Asia is [made|not made yet]",
        default=False,
    ),
    Family("japanese-launches", Count(0, 99), "named ships of three or more factors Japan launched", default=0),
    Family("japanese-fortifications", Count(0, 99), "fortifications that Japan has built", default=0),
    Family(
        "oil-embargo",
        Flag(),
        "[an|no] oil embargo against Japan is in force",
        told_by=BOARD,
        default=False,
        because="the embargo is reported",
    ),
    Family(
        "japan-in-southern-indochina",
        Flag(),
        "[|no ]Japanese units are in French Indochina beyond its two northern hexes",
        told_by=BOARD,
        default=False,
        because="what Japanese units enter is reported",
    ),
    Family(
        "neutral-russia-attacked-in",
        Count(0, 60, "turn"),
        "the turn in which Japan attacked a neutral Russia",
        default=0,
    ),
    Family("britain-alone-in", Count(0, 60, "turn"), "the turn in which Japan attacked Britain alone", default=0),
    Family(
        "american-australia", Flag(), "Australia and its neighbours are[ not] under American control", default=False
    ),
    Family("rolled-early", Count(0, 60, "turn"), "the turn whose USJT die was rolled early", default=0, quiet=True),
    Family(
        "pacific-fleet",
        Choice(FLEET, ("home", "Pearl Harbor, by order", "Pearl Harbor", "wherever the U.S. likes")),
        "where the Pacific Fleet is bound",
        default=FLEET[0],
    ),
    Family("fleet-reinforcements", Count(0, 400), "naval factors that have joined the Pacific Fleet", default=0),
)

WORLD: tuple[Family, ...] = (
    *US_AXIS,
    *RUSSO_GERMAN,
    *US_JAPANESE,
    Family("starting-tension", Count(-99, 99), "the {0} level to begin with", over=(TRACKS,), told_by=SHEET),
)


def account(
    tracks: tuple[str, ...], charges: tuple[str, ...], results: tuple[str, ...], granted: tuple[str, ...]
) -> tuple[Family, ...]:
    """The books a track keeps: what is charged, what was reached, and what was done about it."""
    return (
        Family("charged", Count(-9999, 9999), "levels charged ({0})", over=(charges,), default=0, quiet=True),
        Family("tension-log", Data(), "this turn's changes of the {0} level", over=(tracks,), default=[]),
        Family(
            "tension-begun",
            Count(0, 60, "turn"),
            "the turn in which the {0} track began last",
            over=(tracks,),
            default=0,
            quiet=True,
        ),
        Family(
            "die-rolled-in", Count(0, 60, "turn"), "the turn of the last {0} die", over=(tracks,), default=0, quiet=True
        ),
        Family("tension-result", Flag(), "“{0}” is[ not] open", over=(results,), default=False),
        Family(
            "tension-used", Count(0, 60, "turn"), "the turn in which “{0}” was first used", over=(results,), default=0
        ),
        Family("mobilizations", Count(0, 40), "mobilizations made under {0}", over=(tracks,), default=0),
        Family(
            "mobilized-in",
            Count(0, 60, "turn"),
            "the turn of the last mobilization under {0}",
            over=(tracks,),
            default=0,
            quiet=True,
        ),
        Family("shipbuilding", Count(0, 99), "shipbuilding increases mobilized under {0}", over=(tracks,), default=0),
        Family("granted", Count(0, 9999), "BRPs granted to {0} this turn", over=(granted,), default=0),
    )
