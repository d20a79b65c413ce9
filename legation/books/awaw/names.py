"""What the facts of A World at War are about: results, statuses, areas, events, and how each is read aloud."""

from __future__ import annotations

from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    CHINA,
    FACTIONS,
    JAPAN,
    NOBODY,
    PARTIES,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.core.voice import affirmed

__all__ = [
    "AREAS",
    "CONTROLLERS",
    "DP_TARGETS",
    "EVENTS",
    "INTO_THE_REICH",
    "JOINED",
    "KINDS",
    "LEVELS",
    "NEW_COUNTRIES",
    "NORWAY_REACTS_TO",
    "NUMBERS",
    "OTHER_AREAS",
    "OWNERS",
    "PLEDGED_IN",
    "POLICIES",
    "POOL_UNITS",
    "RESULTS",
    "SEASONS",
    "STATUSES",
    "TALLIES",
    "TRACKS",
    "WORDS",
]

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
CONTROLLERS = (NOBODY, AXIS, WESTERN_ALLIES, RUSSIA, JAPAN, CHINA, "axis-partisans", "allied-partisans")
DP_TARGETS = (*TARGETS, "italy", "france", "usa", "intelligence")

# Areas in which factors, units or hexes are counted, besides every minor country and power.
OTHER_AREAS = {
    "africa": "Africa, Egypt east of Suez and the Ethiopia box included",
    "balkans": "the Balkans (without Rumanian hexes on the eastern front)",
    "balkan-countries": "Bulgaria, Hungary, Rumania and all that was Yugoslavia",
    "central-poland": "central Poland",
    "mainland-italy": "mainland Italy",
    "sicily": "Sicily",
    "far-east": "the Far East",
    "india-far-east": "India and the Far East",
    "finland-and-border-hexes": "Finland (the border hexes included)",
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
    "axis-held-british-hex": "the Axis have [|never ]held a hex of Britain",
    "british-surrender-accepted": "Germany has accepted [a|no] British surrender",
    "danzig-gained-by-demand": "Germany [gained|did not gain] Danzig by demands or a border war",
    "failed-balkan-support": "Germany left [a|no] Balkan country to a Russian attack",
    "finland-entered-before-its-alliance": "Russia [struck|did not strike] into Finland before it was with Germany",
    "german-polish-border-war": "Germany and Poland [fought|did not fight] for Danzig and the Corridor",
    "italy-fought-western-allies": "Italy has[ not] gone to war with the Western Allies",
    "italy-surrendered-before-germany-fought": "Italy [surrendered|did not surrender] before Germany was at war",
    "norwegian-waters-mined": "the Allies have[ not] mined Norwegian waters",
    "russia-demanded-eastern-poland": "Russia has[ not] demanded eastern Poland",
    "russia-demanded-finland": "Russia has made [|no ]demands of Finland",
    "russia-demanded-rumania": "Russia has made [|no ]demands of Rumania",
    "russia-entered-baltic-states": "Russia has[ not] moved into the Baltic States",
    "russia-entered-bessarabia": "Russia has[ not] moved into Bessarabia",
    "russia-entered-finnish-border-hexes": "Russia has[ not] moved into the Finnish border hexes",
    "russia-entered-rumania": "Russia has[ not] moved into Rumania",
    "russo-german-limits-lifted": "[war or RGT 50|neither war nor RGT 50] has lifted the limits on Russia",
    "sweden-attacked-by-allies-while-neutral": "the Allies [attacked|did not attack] a neutral Sweden",
    "twelfth-german-armor": "Germany has[ not] produced its twelfth 3-6 or 4-6 armor unit",
    "yugoslavia-fell-to-italy": "[Italy alone|not Italy alone] conquered Yugoslavia",
}

# What is counted over the whole game; nobody having reported one means none.
TALLIES = {
    "failed-invasions-europe": "Western invasions of Europe thrown back, those of France included",
    "failed-invasions-france": "Western invasions of conquered France thrown back",
    "german-atomic-attacks": "successful German strategic atomic attacks",
    "russian-atomic-attacks": "successful Russian strategic atomic attacks",
    "russian-occupation-policies": "results of Russian occupation policies",
    "fruitless-subversion": "Russian subversion attempts that modified no roll",
    "russian-subversion": "uses of Russian subversion to modify a roll",
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
    "undefended-russian-objectives-last-year": "undefended Russian objectives and ICs that the Axis entered last year",
    "vichy-capitals-allied": "Vichy colonial capitals in Allied hands",
}
LEVELS = {"british-resistance": "the British resistance level", "french-surrender": "the French surrender level"}

# What a result lets or forbids besides status and BRPs.
POLICIES = {
    "allied-entry-into-belgium": "Allied units may[ not] enter Belgium and Luxembourg",
    "allied-air-support-for-belgium": "Allied air units may[ not] support Belgian units in defence",
    "belgian-frontiers-closed": "[nobody|everybody] may cross from Belgium or Luxembourg into Germany or Holland",
    "danzig-in-the-reich": "Germany [has|does not have] Danzig and the Corridor in every respect",
    "heavy-water-stopped": "Germany has [no|its] heavy water[: two less for its Controlled Reaction research|]",
    "irish-help-for-u-boats": "the German Strategic Warfare effects dice count [one more|as they fall]",
    "irish-partisans-gone": "the Irish partisans are[ not] out of play for good",
    "no-western-war-on-belgium": "[no|a] Western declaration of war on Belgium or Luxembourg is allowed",
    "norwegian-ore-route-cut": "[no |]iron ore comes by way of Norway[: five BRPs less to build with, in all|]",
    "norwegian-mines-gone": "the mines off Norway are [gone, since Germany controlled the country|still there]",
    "norwegian-waters-may-be-mined": "Norway [lets the Allies|does not let the Allies] mine its waters",
    "polish-czech-armor": "Poland [has|does not have] the Czech 2-5 armor unit in its force pool",
    "swedish-iron-ore-stopped": "Germany has [no|its] Swedish iron ore[: five BRPs less to build with each turn|]",
    "swedish-units-free-in-finland": "[any number of|not all] Swedish factors may enter Finland",
    "ukrainian-units-stay-home": "Ukrainian units may [not ]leave the Ukraine",
    "russian-partisans-barred-from-ukraine": "Russian partisans may [not |]be built in the Ukraine",
    "extra-russian-partisan-in-ukraine": "Russia may have [one|no] more partisan in the Ukraine",
    "vichy-colonies-free-french": "the Vichy colonies are [Free French, with the forces in them|not Free French]",
    "vichy-colonies-uncontrolled": "Vichy colonies without a garrison [belong to nobody|stay with Vichy France]",
    "vichy-forces-removed": "[all|not all] Vichy forces are out of play",
    "vichy-may-reinforce-lebanon-syria": "Vichy France may[ not] reinforce Lebanon-Syria",
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
    "war-on-sweden": "the Axis [declared|did not declare] war on Sweden",
    "war-on-denmark": "the Axis [declared|did not declare] war on Denmark",
    "mining": "the Allies [mined|did not mine] Norwegian waters unasked",
    "finnish-border-war": "Russia and Finland [fought|did not fight] for the border hexes",
    "russian-war-on-finland": "Russia [declared|did not declare] war on Finland",
    "russian-war-on-sweden": "Russia [declared|did not declare] war on Sweden",
}

# How every slug is read aloud.
WORDS = {
    **{slug: slug.replace("-", " ") for slug in (*KINDS, *SEASONS)},
    "ground-air": "ground and air",
    "armor-infantry": "armor or infantry",
    "hex-control": "neutral, its hexes open",
    "pearl-harbor": "Pearl Harbor",
    "axis-partisans": "Axis partisans",
    "allied-partisans": "Allied partisans",
    "egypt-libya-french-north-africa": "Egypt, Libya and French North Africa",
    "any": "any",
    "german-side": "on the German side",
    "russian-side": "on the Russian side",
    "through": "on both sides",
    "no-pact": "without a pact",
    "asian": "Asian",
    "south-east-asian": "South-East Asian",
    **{f"-{number}": f"−{number}" for number in (1, 2, 3)},
    **{track: track.upper() for track in TRACKS},
    **OTHER_AREAS,
    **{slug: affirmed(says) for says_of in (EVENTS, POLICIES, NORWAY_REACTS_TO) for slug, says in says_of.items()},
    **TALLIES,
    **NUMBERS,
    **LEVELS,
    **POOL_UNITS,
    **TITLES,
}
