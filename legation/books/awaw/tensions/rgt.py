"""Russo-German tensions: how near Russia is to mobilization, to wars of its own, and to war with Germany.

The level itself opens what it opens, without a die; most of that closes again when the level falls.
"""

from __future__ import annotations

from legation.books.awaw.certain import AtLeast
from legation.books.awaw.deeds import DECLARATION, HELD, PLACE, SIDE, TAKEN, by, is_place, upon
from legation.books.awaw.powers import ALLIED, AXIS, GERMANY, JAPAN, NOBODY, RUSSIA, TITLES, WESTERN_ALLIES
from legation.books.awaw.tensions.rows import Moment, TrackRow, at_end, automatic, captured, event, picture, status
from legation.books.awaw.tensions.schema import (
    EAST_OF_LINE,
    LIFTED,
    RUSSIAN_AREAS,
    STARTING_SIBERIAN_GARRISON,
    WATCHED,
    WEST_OF_LINE,
)
from legation.books.awaw.tensions.thresholds import Basis, Jump, Timing, TrackResult, TrackStart
from legation.books.awaw.tensions.track import Track
from legation.books.awaw.tensions.vocabulary import (
    axis_in_britain,
    brps_worth,
    declarations_on_minors,
    fighting_pictures,
    foothold,
    hex_of,
    is_theirs,
    played,
    powers_fighting_axis,
    reached_turn,
    russia_attacked_neutral,
    was,
    west_of_pact_line,
)
from legation.books.awaw.vocabulary import (
    at_war,
    conquered,
    control_is,
    controls,
    controls_any,
    declared_war,
    pact_line,
    result_is,
    surrendered,
    tension,
    turn,
)
from legation.books.awaw.vocabulary import event as happened
from legation.core.deeds import On, of
from legation.core.expr import NO, Expr, all_of, any_of, choice, largest, lift, named, number, per, sum_of, truth
from legation.core.rules import Duty, Rule, sets

__all__ = ["ALERT", "GARRISON", "HEEDS", "NO_DPS", "RGT", "SUBVERSION", "UNPREPARED", "AT_WAR"]

LEVEL = tension("rgt")
AT_50 = (LEVEL >= 50).worded("RGT has[ not] come to 50")
AT_WAR = at_war(GERMANY, RUSSIA)

TIMING = Timing(
    afresh=Basis("status rows count anew every turn", "RGT-TIME-1"),
    at_start=Basis("the picture when the turn begins", "RGT-TIME-2"),
    during=Basis("other status rows count once in a turn, whenever they come about", "RGT-TIME-3"),
    once=Basis("an event counts once, when it happens", "RGT-TIME-5"),
    taken_back=Basis("what a recaptured place had given is taken back", "RGT-TIME-6"),
)
NO_DPS = named(
    "no DPs go into Russo-German tensions", choice("target", "rgt", says="it is[ not] the RGT track"), cite="RGT-DIP-1"
)

# -- status rows
FIGHTING = powers_fighting_axis(at_start=TIMING.at_start.cite, neutrals="RGT-TIME-4")
ACQUIESCED = "RGT-APP-1"


def _agreed(what: Expr) -> Expr:
    """What the Pact is deemed to have settled."""
    return named("it was[ not] settled in Gathering Storm", played("gathering-storm") & what, cite=ACQUIESCED)


def _won(country: str, who: str, *results: str) -> Expr:
    """A diplomatic result in force, not an association that an enemy attack brought about."""
    by_attack = truth(f"by-attack.{country}", "it is[ not] associated because it was attacked")
    traded = truth(f"from-trade-pact.{country}", "it [comes|does not come] from a trade pact")
    theirs = result_is(country, *results) & choice(f"beneficiary.{country}", who, says="it is[ not] theirs")
    return theirs & ~by_attack & ~_agreed(traded)


_old = truth("italian-aggression-in-prequel", "Italy [attacked|did not attack] it in Gathering Storm")
# An Italian war of the prequel is settled; elsewhere any Axis declaration of war is a move.
NEW_AXIS_WARS = {
    "yugoslavia": declared_war(GERMANY, "yugoslavia") | (declared_war("italy", "yugoslavia") & ~_agreed(_old))
}


def _axis_move(country: str) -> Expr:
    attack = NEW_AXIS_WARS.get(country, declared_war(AXIS, country))
    return attack | _won(country, GERMANY, "7", "8", "9", "10")


def _russian_move(country: str) -> Expr:
    return declared_war(RUSSIA, country) | _won(country, RUSSIA, "0", "-1", "-2", "-3")


# Russia's own count: mobilizations in the Pacific are not made under this track.
MOBILIZED = number("mobilizations.rgt", "factories that Russia has mobilized")
CENTRAL_POLAND_FREE = named(
    "central Poland is [|not both ]German by the Pact[,|] and free",
    truth("pact-in-force", "the Pact is[ not] in force")
    & ~AT_WAR
    & pact_line("poland", "german-side", "through")
    & ~conquered("poland")
    & ~controls(AXIS, "warsaw"),
)
SIBERIA = number("siberian-brps", "BRPs of Russian units in Siberia")
STATUS = (
    picture(
        +1,
        "two or more powers fight the Axis",
        (FIGHTING >= 2).worded("two powers or more [fight|do not fight] the Axis"),
        cite="RGT-STAT-1",
    ),
    picture(
        +2,
        "one power alone fights the Axis",
        FIGHTING.is_number(1).worded("[just one power fights|not just one power fights] the Axis"),
        cite="RGT-STAT-2",
    ),
    picture(
        +3, "nobody fights the Axis", (FIGHTING < 1).worded("[nobody|somebody] fights the Axis"), cite="RGT-STAT-3"
    ),
    picture(
        +2,
        "Japan has surrendered",
        was("japan-surrendered", "Japan had[ not] surrendered", cite=TIMING.at_start.cite),
        cite="RGT-STAT-4",
    ),
    at_end(Moment.END, +1, "each factory Russia has mobilized", MOBILIZED, cite="RGT-STAT-5"),
    at_end(Moment.AXIS_END, +1, "central Poland is still free", CENTRAL_POLAND_FREE, cite="RGT-STAT-6"),
    status(+1, "the Axis gain ground in the Balkans", any_of(*map(_axis_move, WATCHED)), cite="RGT-STAT-7"),
    status(+1, "Axis troops in Britain", axis_in_britain(), cite="RGT-STAT-8"),
    status(-1, "Russia gains ground in the Balkans", any_of(*map(_russian_move, WATCHED)), cite="RGT-STAT-9"),
    at_end(Moment.END, -1, "each factory Russia leaves idle", number("idle-ics", "idle factories"), cite="RGT-STAT-10"),
    status(
        -1,
        "Japan has attacked a neutral Russia",
        russia_attacked_neutral() & at_war(JAPAN, RUSSIA) & ~at_war(JAPAN, WESTERN_ALLIES),
        cite="RGT-STAT-11",
    ),
    status(
        -1,
        "Russian reinforcements in Siberia",
        per(20, largest(SIBERIA - STARTING_SIBERIAN_GARRISON, lift(0)), up=True),
        cite="RGT-STAT-12",
    ),
)

# -- event rows; a Pact line that is not historical puts other rows in the place of most of them
MOVED_LINE = named(
    "the Pact line is [not ]where it was",
    ~truth("pact-line-historical", "it [lies|does not lie] where it did historically"),
    cite="RGT-PACT-1",
)
BY_FORCE = {
    "finland": (1, "RGT-EVT-3"),
    "hungary": (2, "RGT-EVT-4"),
    "rumania": (2, "RGT-EVT-5"),
    "bulgaria": (2, "RGT-EVT-6"),
    "turkey": (6, "RGT-EVT-7"),
}
DRIVEN_OUT = {
    "hungary": (4, "RGT-EVT-15"),
    "rumania": (4, "RGT-EVT-16"),
    "bulgaria": (4, "RGT-EVT-17"),
    "turkey": (12, "RGT-EVT-18"),
}
FINNISH_BORDER = foothold("finnish-border-hexes") | (
    is_theirs(AXIS, "finland") & ~happened("russia-entered-finnish-border-hexes")
)
BESSARABIA = controls(AXIS, "bessarabia") | (control_is("bessarabia", NOBODY) & conquered("rumania", AXIS))
PERSIAN_BORDER = foothold("persian-border")


def _classic(amount: int, label: str, *held: tuple[str, Expr], cite: str) -> TrackRow:
    """A place that counts with the historical line only; where the line runs is asked for when the place falls."""
    steps = tuple((place, when & ~MOVED_LINE) for place, when in held)
    return captured(amount, label, *steps, cite=cite, asked=Moment.DURING)


def _moved(amount: int, label: str, *held: tuple[str, Expr], cite: str) -> TrackRow:
    return captured(amount, label, *held, cite=cite, asked=Moment.DURING)


_west = truth("russian-foothold.baltic-states", "Russia controls [a|no] hex on the German side")
# Where the line divides a land, only the table knows which hexes lie west of it.
DIVIDED = {
    "baltic-states": any_of(
        hex_of(RUSSIA, "baltic-states") & pact_line("baltic-states", "german-side"),
        _west & pact_line("baltic-states", "through"),
    )
}


def _russian_in(country: str) -> Expr:
    return DIVIDED.get(country, hex_of(RUSSIA, country) & west_of_pact_line(country))


def _worth(country: str) -> Expr:
    return number(f"brp-value.{country}", f"the BRP value of {TITLES[country]}")


# Each of a pair is judged by itself, with its own cities; a hex of which nobody says whose it is counts for both.
PAIR, TWINS = "belgium-luxembourg", {"belgium": ("antwerp", "brussels"), "luxembourg": ("luxembourg",)}


def _russian_brps(country: str, line: Expr) -> Expr:
    """One for every five BRPs of a land west of this line in which Russia controls a hex."""
    if country != PAIR:
        return brps_worth(_russian_in(country) & line, _worth(country))
    hex_ = truth(f"russian-foothold.{PAIR}", "Russia controls [a|no] hex there")
    either = any_of(hex_, is_theirs(RUSSIA, PAIR))
    here = {one: either | is_theirs(RUSSIA, one) | AtLeast(controls_any(RUSSIA, *of)) for one, of in TWINS.items()}
    return sum_of(*(brps_worth(here[one] & west_of_pact_line(PAIR) & line, _worth(one)) for one in TWINS))


# Its conquest condition: whoever takes the last of its three cities has eastern Poland; who takes it has all three.
EASTERN_CITIES = ("brest-litovsk", "lvov", "vilna")
_the_others = of(
    PLACE,
    SIDE,
    build=lambda place, side: all_of(*(control_is(city, side) for city in EASTERN_CITIES if city != place)),
    says="the others are[ not] theirs",
)
HEEDS = (
    On(
        "an Italian attack on Yugoslavia that comes now was none of Gathering Storm",
        "RGT-APP-1",
        on=DECLARATION,
        when=by("italy") & upon("yugoslavia") & ~declared_war("italy", "yugoslavia"),
        sets=(sets("italian-aggression-in-prequel", False),),
        again=True,
    ),
    On(
        "who has all three cities of eastern Poland has it",
        "83.12A",
        on=TAKEN,
        at=HELD,
        when=is_place(*EASTERN_CITIES) & _the_others,
        sets=(sets("control.eastern-poland", str(SIDE)),),
        again=True,
    ),
    On(
        "eastern Poland is taken with its cities",
        "83.12A",
        on=TAKEN,
        at=HELD,
        when=is_place("eastern-poland"),
        sets=tuple(sets(f"control.{city}", str(SIDE)) for city in EASTERN_CITIES),
        again=True,
    ),
)

OTHERS_WEST = tuple(c for c in RUSSIAN_AREAS if c not in DRIVEN_OUT)
EVENTS = (
    captured(+2, "{place} falls", *((c, controls(AXIS, c)) for c in ("paris", "london")), cite="RGT-EVT-1"),
    captured(+1, "{place} falls", *((c, controls(AXIS, c)) for c in ("birmingham", "manchester")), cite="RGT-EVT-2"),
    *(
        _classic(worth, "the Axis in {place}", (country, hex_of(AXIS, country)), cite=cite)
        for country, (worth, cite) in BY_FORCE.items()
    ),
    event(
        +6,
        "the Axis declare war on the Baltic States",
        declared_war(AXIS, "baltic-states") & ~MOVED_LINE,
        asked=Moment.DURING,
        cite="RGT-EVT-8",
    ),
    _classic(+4, "the Axis in {place}", ("eastern-poland", controls(AXIS, "eastern-poland")), cite="RGT-EVT-9"),
    _classic(+2, "the Axis in {place}", ("finnish-border-hexes", FINNISH_BORDER), cite="RGT-EVT-10"),
    _classic(+2, "the Axis in {place}", ("bessarabia", BESSARABIA), cite="RGT-EVT-11"),
    _classic(+2, "the Axis on the {place}", ("persian-border", PERSIAN_BORDER), cite="RGT-EVT-12"),
    event(
        -1,
        "Russia declares war on a minor neutral",
        declarations_on_minors(RUSSIA) * ~MOVED_LINE,
        asked=Moment.DURING,
        cite="RGT-EVT-13",
    ),
    _classic(
        -1, "Russia occupies {place}", ("eastern-poland", control_is("eastern-poland", RUSSIA)), cite="RGT-EVT-14"
    ),
    *(
        _classic(-worth, "Russia in {place}", (country, _russian_in(country)), cite=cite)
        for country, (worth, cite) in DRIVEN_OUT.items()
    ),
    _moved(
        -2,
        "Russia in {place}",
        *((c, _russian_brps(c, ~MOVED_LINE)) for c in OTHERS_WEST),
        cite="RGT-EVT-19",
    ),
)

# -- the rows of a line that is not historical
CENTRAL_POLAND_IS_GERMAN = named(
    "central Poland [lies|does not lie] on the German side",
    pact_line("poland", "german-side", "through"),
    cite="RGT-PACT-4",
)


# What lies on the Russian side when the line runs through a country.
RUSSIAN_PARTS = {
    "finland": foothold("finnish-border-hexes"),
    "poland": controls_any(AXIS, "eastern-poland", *EASTERN_CITIES),
    "rumania": BESSARABIA,
}


# What of a country is wholly on the Russian side, where that is not told by the line alone.
BEYOND = {"poland": controls(AXIS, "warsaw") & ~CENTRAL_POLAND_IS_GERMAN}


def _beyond(country: str) -> Expr:
    """The Axis hold a hex on the Russian side of the line."""
    held = truth(f"foothold-beyond-line.{country}", "the Axis hold [a|no] hex on the Russian side")
    part = RUSSIAN_PARTS.get(country, NO) & pact_line(country, "through", "russian-side")
    return any_of(held, part, BEYOND.get(country, hex_of(AXIS, country) & pact_line(country, "russian-side")))


def _on_the_german_side(country: str) -> Expr:
    """A hex of the country is the Axis', and not all of it lies on the Russian side."""
    held = hex_of(AXIS, country)
    return held & ~pact_line(country, "russian-side") if country in EAST_OF_LINE else held


def _part(side: str, country: str) -> Expr:
    return number(f"{side}-side-brps.{country}", f"BRPs of {TITLES[country]} on the {side.title()} side")


PACT_LINE = (
    _moved(
        +1,
        "the Axis in {place}, German side",
        *((c, brps_worth(_on_the_german_side(c) & MOVED_LINE, _part("german", c))) for c in WEST_OF_LINE),
        cite="RGT-PACT-2",
    ),
    _moved(
        +2,
        "the Axis in {place}, Russian side",
        *((c, brps_worth(_beyond(c) & MOVED_LINE, _part("russian", c))) for c in EAST_OF_LINE),
        cite="RGT-PACT-3",
    ),
    _moved(+2, "the Axis on the {place}", ("persian-border", PERSIAN_BORDER & MOVED_LINE), cite="RGT-PACT-5"),
    event(
        -1,
        "Russia declares war on a minor neutral, with a moved line",
        declarations_on_minors(RUSSIA) * MOVED_LINE,
        asked=Moment.DURING,
        cite="RGT-PACT-6",
    ),
    _moved(
        -1,
        "Russia occupies {place}",
        ("eastern-poland", control_is("eastern-poland", RUSSIA) & MOVED_LINE),
        cite="RGT-PACT-7",
    ),
    _moved(
        -2,
        "Russia in {place}, beyond a moved line",
        *((c, _russian_brps(c, MOVED_LINE)) for c in RUSSIAN_AREAS),
        cite="RGT-PACT-8",
    ),
)

# -- results
SUBVERSION = TrackResult(15, "Russia may subvert minor countries", "RGT-RES-15", lasts=False)
ALERT = TrackResult(40, "Russian forces are on alert", "RGT-RES-40", lasts=False)
OIL = TrackResult(45, "no Axis oil from a Ploesti that Russia controls or cuts off", "RGT-RES-45a", lasts=False)
RESULTS = (
    TrackResult(10, "Russia begins to mobilize", "RGT-RES-10"),
    SUBVERSION,
    TrackResult(25, "Russia may declare war on minor neutrals without German interests", "RGT-RES-25", lasts=False),
    TrackResult(35, "Russia may declare war on minor neutrals with German interests", "RGT-RES-35", lasts=False),
    ALERT,
    OIL,
    TrackResult(
        45,
        "Germany loses its economic interest in Russia",
        "RGT-RES-45b",
        sets=(sets("economic-interest.russia", False),),
    ),
    TrackResult(50, "Russia may declare war on Germany", "RGT-RES-50a", lasts=False),
    TrackResult(50, "Allied partisans may be built in Europe", "RGT-RES-50b", lasts=False),
)
FALLS = Basis("mobilization goes on when the level falls; other results close again", "RGT-GEN-3")

# -- limits that end for good
GARRISON = Rule(
    "the garrisons on the frontier are free",
    "RGT-GAR-4",
    AT_WAR | AT_50,
    # The bars on Russian diplomacy end at the same moment, also if the level falls before the next phase.
    (sets("lifted.garrison", True), sets("event.russo-german-limits-lifted", True)),
)
LIFTS = (
    GARRISON,
    FALLS.rule(AT_WAR | (ALERT.level <= LEVEL), (sets("lifted.production", True),), "Russian production is free"),
    Rule("Siberia is open to all Russian units", "RGT-FP-4", AT_50, (sets("lifted.siberia", True),)),
)

# -- invasion
UNPREPARED = Rule(
    "Russia is unprepared for the invasion",
    "RGT-UNP-1",
    ~(ALERT.level <= LEVEL),
    (sets("unprepared-in", turn()),),
)
_now = reached_turn(
    "unprepared-in",
    "the turn in which an unprepared Russia was invaded",
    "an unprepared Russia was invaded [|not ]this turn",
)
_oil_is_cut = (OIL.level <= LEVEL) & any_of(
    *(is_theirs(RUSSIA, c) for c in ("rumania", "hungary", "bulgaria", "yugoslavia"))
)
REMINDERS = {
    AXIS: (
        Duty("Russian armor that began next to the Axis has no zone of control in movement", "RGT-UNP-2", _now),
        Duty("other Russian armor costs one extra movement factor, two in exploitation", "RGT-UNP-3", _now),
        Duty(
            "Russian infantry has −1 DM against armor in eastern Poland, the Baltic States and Russia,"
            " outside objectives and ICs, before exploitation",
            "RGT-UNP-4",
            _now,
        ),
        Duty("the Air Nationality DRM of Russian air units is one lower", "RGT-UNP-5", _now),
        Duty("all this holds for associates and minor allies of Russia away from home", "RGT-UNP-7", _now, again=True),
        Duty(OIL.label, OIL.cite, _oil_is_cut, again=True),
    ),
    ALLIED: (
        Duty("Russian armor moves two and infantry one, specialized units and the Pacific as usual", "RGT-UNP-6", _now),
        Duty("so do associates and minor allies of Russia away from home", "RGT-UNP-7", _now),
    ),
}

# -- the German attack
ATTACKED = Rule(
    "a German attack counts as RGT 50 from the next Russian turn on",
    "RGT-WAR-1",
    declared_war(GERMANY, RUSSIA) & (LEVEL < 50),
    (sets("tension.rgt", 50),),
)


def _struck(when: str, condition: Expr) -> Rule:
    return Rule(
        "how Russia stood when Japan declared war on it",
        "RGT-STAT-11",
        declared_war(JAPAN, RUSSIA)
        & choice("russia-when-japan-struck", "none", says="that is [not yet|already] written down")
        & condition,
        (sets("russia-when-japan-struck", when),),
        again=True,
    )


RGT = Track(
    "rgt",
    "RGT",
    between="Russia and Germany",
    level=Basis("one running total, which may pass 50 and fall below zero", "RGT-GEN-2"),
    begins=(TrackStart("the level is kept from Fall 1939 on", "RGT-GEN-1"),),
    timing=TIMING,
    automatic=automatic(+1, "every turn", cite="RGT-AUTO-1"),
    pictures=(*fighting_pictures(), ("japan-surrendered", surrendered(JAPAN))),
    remembers=(_struck("neutral", ~AT_WAR), _struck("fighting", AT_WAR)),
    rows=(*STATUS, *EVENTS, *PACT_LINE),
    jumps=(Jump(ATTACKED, Moment.ALLIED_START),),
    results=RESULTS,
    latched=FALLS,
    lifts=LIFTS,
    reminders=REMINDERS,
    page=(*(f"lifted.{limit}" for limit in LIFTED), "siberian-brps", "russian-ics", "russian-half", "russian-builds"),
    mobilizing="awaw.tension.russia",
    further=(NO_DPS, UNPREPARED),
)
