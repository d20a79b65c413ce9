"""Powers, factions, minor countries and places: the names of the game, with no rule in them."""

from __future__ import annotations

__all__ = [
    "ALLIED",
    "ALLIED_POWERS",
    "AXIS",
    "AXIS_POWERS",
    "CEDABLE",
    "CLAIMS",
    "RUSSIAN_BORDERS",
    "BALKANS",
    "BRITAIN",
    "BRP_VALUES",
    "CHINA",
    "CLASSIC",
    "COLONIES",
    "COMMONWEALTH",
    "CURRENT_CLASSIC",
    "CURRENT_GS",
    "DP_POWERS",
    "EDITIONS",
    "FACTIONS",
    "FRANCE",
    "GERMANY",
    "HOME",
    "ITALY",
    "JAPAN",
    "LANDS",
    "MEMBERS",
    "MINORS",
    "NOBODY",
    "OLDER",
    "PARTIES",
    "PLACES",
    "POWERS",
    "RUSSIA",
    "SEATS",
    "SIDES",
    "TARGETS",
    "TITLES",
    "USA",
    "WESTERN_ALLIES",
    "faction_of",
    "side_of",
]

GERMANY, ITALY, BRITAIN, FRANCE, USA, RUSSIA, JAPAN, CHINA = POWERS = (
    "germany",
    "italy",
    "britain",
    "france",
    "usa",
    "russia",
    "japan",
    "china",
)
NOBODY = "none"
SEATS = (GERMANY, ITALY, BRITAIN, FRANCE, USA, RUSSIA, JAPAN)

# Factions in diplomacy; Russia is a power and a faction.  "allied" stands for both Allied factions.
AXIS, WESTERN_ALLIES, ALLIED = "axis", "western-allies", "allied"
FACTIONS = (AXIS, WESTERN_ALLIES, RUSSIA)
SIDES = (AXIS, ALLIED)
MEMBERS: dict[str, tuple[str, ...]] = {
    AXIS: (GERMANY, ITALY),
    WESTERN_ALLIES: (USA, BRITAIN, FRANCE),  # from the senior partner down
    RUSSIA: (RUSSIA,),
    ALLIED: (USA, BRITAIN, FRANCE, RUSSIA),
}
AXIS_POWERS, ALLIED_POWERS = MEMBERS[AXIS], MEMBERS[ALLIED]
DP_POWERS = (*AXIS_POWERS, BRITAIN, FRANCE, USA, RUSSIA)

EDITIONS = OLDER, CURRENT_CLASSIC, CURRENT_GS = ("older", "current-classic", "current-gs")
CLASSIC = (OLDER, CURRENT_CLASSIC)

# Minor countries with a diplomatic table, and those that only take part in wars.
TARGETS = (
    "albania",
    "austria",
    "belgium-luxembourg",
    "bulgaria",
    "croatia",
    "czechoslovakia",
    "finland",
    "greece",
    "hungary",
    "ireland",
    "norway",
    "poland",
    "rumania",
    "serbia",
    "spain",
    "sweden",
    "turkey",
    "ukraine",
    "vichy-france",
    "yugoslavia",
)
BALKANS = ("bulgaria", "hungary", "rumania", "yugoslavia", "croatia", "serbia")
OTHERS = (
    "arabia",
    "baltic-states",
    "belgium",
    "denmark",
    "egypt",
    "iraq",
    "luxembourg",
    "netherlands",
    "persia",
    "philippines",
    "portugal",
    "thailand",
)
MINORS = (*TARGETS, *OTHERS)
PARTIES = (*POWERS, *MINORS)

# Colonies, the Commonwealth, and countries and areas that are conquered by themselves.
COLONIES = (
    "algeria",
    "bhutan",
    "burma",
    "calcutta",
    "dacca",
    "ethiopia",
    "formosa",
    "french-indochina",
    "hong-kong",
    "java",
    "korea",
    "kuwait",
    "lebanon-syria",
    "libya",
    "malaya",
    "manchuria",
    "mongolia",
    "morocco",
    "nepal",
    "palestine",
    "sarawak",
    "singapore",
    "south-borneo",
    "spanish-morocco",
    "sumatra",
    "tannu-tuva",
    "transjordan",
    "tunisia",
)
COMMONWEALTH = ("australia", "canada", "india", "south-africa")
PARTS = ("bessarabia", "eastern-poland", "finnish-border-hexes", "estonia", "latvia", "lithuania")
LANDS = (*MINORS, *COLONIES, *COMMONWEALTH, "communist-china", "dutch-east-indies", *PARTS)

# Places whose controller a rule asks for, with the country or power they belong to.
HOME: dict[str, str] = {
    "al-kuwait": BRITAIN,
    "alexandria": BRITAIN,
    "algiers": FRANCE,
    "amman": BRITAIN,
    "ankara": "turkey",
    "antwerp": "belgium-luxembourg",
    "athens": "greece",
    "baghdad": BRITAIN,
    "baku": RUSSIA,
    "balikpapan": "dutch-east-indies",
    "bangkok": "thailand",
    "batavia": "dutch-east-indies",
    "belgrade": "yugoslavia",
    "bergen": "norway",
    "berlin": GERMANY,
    "bessarabia": "rumania",
    "bhutan": BRITAIN,
    "birmingham": BRITAIN,
    "breslau": GERMANY,
    "brest-litovsk": "poland",
    "brussels": "belgium-luxembourg",
    "bucharest": "rumania",
    "budapest": "hungary",
    "cairo": BRITAIN,
    "calcutta": BRITAIN,
    "canton": CHINA,
    "chungking": CHINA,
    "cologne": GERMANY,
    "copenhagen": "denmark",
    "dacca": BRITAIN,
    "damascus": FRANCE,
    "danzig": "poland",
    "dnepropetrovsk": RUSSIA,
    "dublin": "ireland",
    "durazzo": "albania",
    "eastern-poland": "poland",
    "essen": GERMANY,
    "genoa": ITALY,
    "gibraltar": BRITAIN,
    "gorki": RUSSIA,
    "grozny": RUSSIA,
    "harbin": JAPAN,
    "helsinki": "finland",
    "hong-kong": BRITAIN,
    "irkutsk": RUSSIA,
    "istanbul": "turkey",
    "izmir": "turkey",
    "jauf": "arabia",
    "jerusalem": BRITAIN,
    "kaf": "arabia",
    "kharkov": RUSSIA,
    "kiev": RUSSIA,
    "kuala-lumpur": BRITAIN,
    "kuching": BRITAIN,
    "kyzyl": RUSSIA,
    "leipzig": GERMANY,
    "leningrad": RUSSIA,
    "lisbon": "portugal",
    "london": BRITAIN,
    "luxembourg": "belgium-luxembourg",
    "lvov": "poland",
    "lyon": FRANCE,
    "madrid": "spain",
    "maikop": RUSSIA,
    "malta": BRITAIN,
    "manchester": BRITAIN,
    "manila": "philippines",
    "marseilles": FRANCE,
    "milan": ITALY,
    "moscow": RUSSIA,
    "mukden": JAPAN,
    "nanking": CHINA,
    "oslo": "norway",
    "palembang": "dutch-east-indies",
    "paris": FRANCE,
    "parnu": "baltic-states",
    "peking": CHINA,
    "prague": "czechoslovakia",
    "rabat": FRANCE,
    "rangoon": BRITAIN,
    "riga": "baltic-states",
    "rome": ITALY,
    "rostov": RUSSIA,
    "saigon": FRANCE,
    "seoul": JAPAN,
    "sevastopol": RUSSIA,
    "shanghai": CHINA,
    "singapore": BRITAIN,
    "sofia": "bulgaria",
    "stalingrad": RUSSIA,
    "stockholm": "sweden",
    "sudetenland": "czechoslovakia",
    "suez": BRITAIN,
    "taipei": JAPAN,
    "tallinn": "baltic-states",
    "tangier": "spain",
    "tehran": "persia",
    "the-hague": "netherlands",
    "tirane": "albania",
    "tripoli": ITALY,
    "tunis": FRANCE,
    "ulan-bator": RUSSIA,
    "vichy": "vichy-france",
    "vienna": "austria",
    "vilna": "poland",
    "vladivostok": RUSSIA,
    "warsaw": "poland",
}
PLACES = tuple(HOME)

# What minor countries are worth in BRPs, where a source says so; the rest stands on the board only.
BRP_VALUES: dict[str, int] = {
    "albania": 5,
    "belgium": 15,
    "belgium-luxembourg": 20,
    "bulgaria": 10,
    "denmark": 10,
    "finland": 10,
    "greece": 10,
    "hungary": 10,
    "ireland": 0,
    "luxembourg": 5,
    "netherlands": 10,
    "norway": 10,
    "persia": 0,
    "philippines": 10,
    "portugal": 5,
    "rumania": 15,
    "spain": 30,
    "sweden": 15,
    "turkey": 30,
    "ukraine": 10,
}

_TITLES = {
    "usa": "the United States",
    AXIS: "the Axis",
    WESTERN_ALLIES: "the Western Allies",
    ALLIED: "the Allies",
    "belgium-luxembourg": "Belgium/Luxembourg",
    "baltic-states": "the Baltic States",
    "ukraine": "the Ukraine",
    "the-hague": "The Hague",
    "netherlands": "the Netherlands",
    "philippines": "the Philippines",
    "dutch-east-indies": "the Dutch East Indies",
    "finnish-border-hexes": "the Finnish border hexes",
    "lebanon-syria": "Lebanon-Syria",
    "hong-kong": "Hong Kong",
    "brest-litovsk": "Brest-Litovsk",
    NOBODY: "nobody",
}
TITLES: dict[str, str] = {
    slug: _TITLES.get(slug, slug.replace("-", " ").title())
    for slug in (*PARTIES, *LANDS, *PLACES, *FACTIONS, *SIDES, NOBODY)
}


RUSSIAN_BORDERS = ("finland", "poland", "rumania")  # with whom Russia may fight without a declaration of war
# Land that is demanded, and of whom; whether Bessarabia is given up, a die decides.
CLAIMS = {
    (RUSSIA, "finland"): "finnish-border-hexes",
    (RUSSIA, "poland"): "eastern-poland",
    (GERMANY, "poland"): "danzig",
}
CEDABLE = ("bessarabia", *CLAIMS.values())


def pair_of(a: str, b: str) -> str:
    """Two parties, the first in the list first."""
    return ".".join(sorted((a, b), key=PARTIES.index))


def faction_of(power: str) -> str | None:
    """The faction a power plays for; None for Japan, China and nobody."""
    return next((faction for faction in FACTIONS if power in MEMBERS[faction]), None)


def side_of(power: str) -> str | None:
    """Axis or Allied, of a power or a faction."""
    if power in SIDES:
        return power
    faction = power if power in FACTIONS else faction_of(power)
    return None if faction is None else AXIS if faction == AXIS else ALLIED
