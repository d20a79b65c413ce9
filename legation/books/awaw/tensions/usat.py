"""U.S.-Axis tensions: how far Germany and Italy have brought the United States towards war.

"Axis" is the European Axis throughout, never Japan.
"""

from __future__ import annotations

from legation.books.awaw.certain import AtLeast, axis_hold_british_hex
from legation.books.awaw.order_of_play import IS_PUBLISHED, before_own_dice
from legation.books.awaw.powers import (
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    FRANCE,
    GERMANY,
    JAPAN,
    RUSSIA,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.tensions.rows import Moment, automatic, captured, event, picture, place_name, status
from legation.books.awaw.tensions.schema import NEUTRALS
from legation.books.awaw.tensions.thresholds import (
    DIE_FIRST,
    Basis,
    Grants,
    Mobilization,
    Schedule,
    Timing,
    TrackResult,
    TrackStart,
)
from legation.books.awaw.tensions.track import Track
from legation.books.awaw.tensions.vocabulary import (
    FULL_STEP,
    axis_in_britain,
    declarations_on_minors,
    declarations_on_powers,
    effective,
    fighting_pictures,
    foothold,
    in_diplomatic_phase,
    offensive_brps,
    offensive_steps,
    powers_fighting_axis,
    was,
)
from legation.books.awaw.vocabulary import (
    at_war,
    control_is,
    controls,
    controls_any,
    declared_war,
    egypt_lost,
    hexes,
    present,
    rolling,
    supplied_hexes,
    surrendered,
    tally,
    turn,
)
from legation.books.awaw.vocabulary import event as happened
from legation.core.expr import Expr, any_of, choice, largest, lift, named, number, per, sum_of, truth
from legation.core.rules import Datum, Limit, Modifier, Order, Permit, Rule, sets
from legation.core.tables import modifier
from legation.core.voice import listed

__all__ = ["BRITISH_HEX", "COVERT", "DP_ROWS", "EUROPEAN_AXIS", "NO_RUSSIAN_DPS", "TRIGGER", "USAT"]

TIMING = Timing(
    afresh=Basis("status rows count anew every turn", "USAT-TIME-1"),
    at_start=Basis("the picture when the turn begins", "USAT-TIME-2"),
    during=Basis("other status rows count once in a turn, whenever they come about", "USAT-TIME-3"),
    once=Basis("an event counts once, when it happens", "USAT-TIME-5"),
    taken_back=Basis("what a recaptured place had given is taken back", "USAT-TIME-6"),
)
EUROPEAN_AXIS = Datum("the Axis is the European Axis, never Japan", "USAT-GEN-3", AXIS_POWERS)
NEUTRALS_COUNT = "USAT-TIME-4"
WHILE_NEUTRAL = "{} was [not|already] attacked while it was neutral"

# -- DPs and covert operations
TRIGGER = Permit(
    "DPs in the United States are triggered in a diplomatic phase of one's own side, before any die",
    "USAT-DIP-1",
    before_own_dice("power") | (in_diplomatic_phase() & ~IS_PUBLISHED),
)
NO_RUSSIAN_DPS = named(
    "no Russian DPs go into the United States",
    rolling(RUSSIA) & choice("target", USA, says="it is[ not] the United States"),
    cite="USAT-DIP-3",
)
COVERT = Permit(
    "covert operations, with or without DPs", "USAT-DIP-4", choice("target", "usat", says="it is[ not] the USAT track")
)


def _dps(each: int, label: str, *powers: str, cite: str) -> Modifier:
    """So much for each DP that one of these powers triggers."""
    return modifier(
        each,
        label,
        choice("power", *powers, says=f"[|none of ]{listed((TITLES[p] for p in powers), '[or|and]')} triggers them"),
        cite=cite,
    )


DP_ROWS = (
    _dps(+1, "each Allied DP triggered", BRITAIN, FRANCE, USA, cite="USAT-DIP-5"),
    _dps(-1, "each Axis DP triggered", *AXIS_POWERS, cite="USAT-DIP-6"),
)

# -- status rows
FIGHTING = powers_fighting_axis(at_start=TIMING.at_start.cite, neutrals=NEUTRALS_COUNT)
EGYPTIAN_CITY = any_of(egypt_lost(), controls(AXIS, "cairo"), foothold("port-said"))
GIVEN_SYRIA = truth("given-by-british-attack.lebanon-syria", "it is so [only|not only] because Britain attacked it")
ON_THE_WAY_EAST = named(
    "the Axis hold [|none of ]Madrid, Gibraltar, an Egyptian city [or|and] a hex of the Middle East",
    any_of(
        controls_any(AXIS, "madrid", "gibraltar"),
        EGYPTIAN_CITY,
        *(foothold(area) for area in ("palestine", "transjordan", "iraq", "persia", "persian-border", "turkey")),
        foothold("lebanon-syria") & ~GIVEN_SYRIA,
    ),
)
STATUS = (
    picture(
        +1,
        "two or more powers fight the Axis",
        (FIGHTING >= 2).worded("two powers or more [fight|do not fight] the Axis"),
        cite="USAT-STAT-1",
    ),
    picture(
        +2,
        "one power alone fights the Axis",
        FIGHTING.is_number(1).worded("[just one power fights|not just one power fights] the Axis"),
        cite="USAT-STAT-2",
    ),
    picture(
        +3,
        "nobody fights the Axis",
        (FIGHTING < 1).worded("[nobody|somebody] fights the Axis")
        & ~happened("italy-surrendered-before-germany-fought"),
        cite="USAT-STAT-3",
    ),
    picture(
        +1,
        "Japan and the U.S. are at war",
        was("japan-at-war-with-usa", "Japan and the U.S. were[ not] at war", cite=TIMING.at_start.cite),
        cite="USAT-STAT-4",
    ),
    status(+1, "Axis troops in Britain", axis_in_britain(), cite="USAT-STAT-5"),
    status(+1, "Axis troops in Russia", at_war(AXIS, RUSSIA) & present(AXIS, "ground", RUSSIA), cite="USAT-STAT-6"),
    status(+1, "Axis on the way to the East", ON_THE_WAY_EAST, cite="USAT-STAT-7"),
    picture(
        +2,
        "Japan has surrendered",
        was("japan-surrendered", "Japan had[ not] surrendered", cite=TIMING.at_start.cite),
        cite="USAT-STAT-8",
    ),
)

# -- event rows
HEAVY_LOSS = 25
SPENT = offensive_brps(*AXIS_POWERS)
LOST = number("brps-lost-at-sea-and-to-bombs", "BRPs the Western Allies lost to transport shortages and bombing")
COMMONWEALTH = ("british", "canadian", "south-african")
BRITISH_EAST = sum_of(*(number(f"sent-east.{who}", f"{place_name(who)} factors sent east") for who in COMMONWEALTH))
SHIPS_EAST = number("naval-factors-east", "British naval factors in India and the Far East")
WAR_IN_THE_EAST = any_of(
    at_war(BRITAIN, JAPAN), declared_war(JAPAN, BRITAIN), declared_war(BRITAIN, JAPAN), surrendered(JAPAN)
)
PEACE_IN_THE_EAST = ~named("Britain and Japan have[ not] gone to war", WAR_IN_THE_EAST)


def _taken(*cities: str) -> tuple[tuple[str, Expr], ...]:
    return tuple((city, controls(AXIS, city)) for city in cities)


EVENTS = (
    event(
        +1,
        f"every {FULL_STEP} BRPs of Axis offensives",
        offensive_steps(SPENT),
        each_turn=True,
        asked=Moment.AXIS_END,
        cite="USAT-EVT-1",
    ),
    event(+1, "the Axis declare war on a minor neutral", declarations_on_minors(AXIS), cite="USAT-EVT-2"),
    event(+2, "the Axis declare war on a major power", declarations_on_powers(AXIS), cite="USAT-EVT-3"),
    event(
        +1,
        f"{HEAVY_LOSS} or more BRPs lost at sea and to bombs",
        LOST >= HEAVY_LOSS,
        each_turn=True,
        asked=Moment.END,
        cite="USAT-EVT-4",
    ),
    captured(+2, "{place} falls", *_taken("paris", "london"), cite="USAT-EVT-5"),
    captured(
        +1,
        "{place} falls",
        *_taken("birmingham", "manchester", "gibraltar", "malta", "baghdad"),
        ("egypt", EGYPTIAN_CITY),
        cite="USAT-EVT-6",
    ),
    captured(+2, "{place} falls", *_taken("moscow", "baku"), cite="USAT-EVT-7"),
    captured(+1, "{place} falls", *_taken("leningrad", "stalingrad", "maikop", "grozny"), cite="USAT-EVT-8"),
    captured(+1, "a Russian IC is captured", ("", number("captured-ics", "captured Russian ICs")), cite="USAT-EVT-9"),
    event(
        +5,
        "an atomic attack on a British hex",
        number(f"atomic-attacks-on.{BRITAIN}", "atomic attacks on British hexes"),
        cite="USAT-EVT-10",
    ),
    event(
        +3,
        "an atomic attack on a Russian hex",
        number(f"atomic-attacks-on.{RUSSIA}", "atomic attacks on Russian hexes"),
        cite="USAT-EVT-11",
    ),
    event(
        -1,
        "a British factor goes to the Far East",
        BRITISH_EAST,
        when=PEACE_IN_THE_EAST,
        cite="USAT-EVT-12",
    ),
    event(
        -1,
        "too many British ships in the East",
        per(5, largest(SHIPS_EAST - 10, lift(0)), up=True),
        when=PEACE_IN_THE_EAST,
        cite="USAT-EVT-13",
    ),
    event(
        -2,
        "the Western Allies declare war on a neutral",
        declarations_on_minors(WESTERN_ALLIES)
        + number(f"neutral-powers-attacked.{WESTERN_ALLIES}", "neutral major powers attacked"),
        cite="USAT-EVT-14",
    ),
    event(
        -1,
        "Norwegian waters mined unasked",
        truth("mined-without-consent", "they were[ not] mined without consent"),
        cite="USAT-EVT-15",
    ),
    event(-2, "Russia declares war on Germany", declared_war(RUSSIA, GERMANY), cite="USAT-EVT-16"),
    event(-1, "Russia declares war on a minor neutral", declarations_on_minors(RUSSIA), cite="USAT-EVT-17"),
    captured(
        -1,
        "Russia occupies {place}",
        ("eastern-poland", control_is("eastern-poland", RUSSIA)),
        cite="USAT-EVT-18",
    ),
    captured(
        -3,
        "Russia enters {place}",
        ("central-poland", control_is("warsaw", RUSSIA) | (hexes(RUSSIA, "central-poland") >= 1)),
        cite="USAT-EVT-19",
    ),
    event(
        -1,
        "Russia attempts subversion",
        tally("russian-subversion") + tally("fruitless-subversion"),
        cite="USAT-EVT-20",
    ),
)

# -- results
GRANTS = TrackResult(25, "the U.S. may grant BRPs to Britain and France", "USAT-RES-25a")
RESULTS = (
    GRANTS,
    TrackResult(25, "the first American ASW may go to the Atlantic", "USAT-RES-25b"),
    TrackResult(28, "the U.S. may build British CVEs", "USAT-RES-28"),
    TrackResult(35, "the U.S. may build American CVEs", "USAT-RES-35a"),
    TrackResult(35, "the second American ASW may go to the Atlantic", "USAT-RES-35b"),
    TrackResult(50, "the U.S. may declare war on the European Axis", "USAT-RES-50"),
)

# However it is told: by troops, by hexes, by hexes in supply or by a city.  Nobody is asked for any of them here.
BRITISH_HEX = Rule(
    "the Axis hold a hex of Britain, and have held one from now on",
    "PROC-17",
    AtLeast(
        any_of(
            present(AXIS, "ground", BRITAIN),
            axis_hold_british_hex(),
            supplied_hexes(AXIS, BRITAIN) >= 1,
        )
    ),
    (sets("event.axis-held-british-hex", True),),
    again=True,
)

USAT = Track(
    "usat",
    "USAT",
    between="the United States and the Axis",
    level=Basis("one running total, which may fall below zero", "USAT-GEN-2"),
    begins=(
        TrackStart("the level is kept from the first turn on; what came before is in the starting level", "USAT-GEN-1"),
    ),
    timing=TIMING,
    automatic=automatic(+1, "every turn", cite="USAT-AUTO-1"),
    pictures=(
        *fighting_pictures(),
        ("japan-at-war-with-usa", at_war(JAPAN, USA)),
        ("japan-surrendered", surrendered(JAPAN)),
    ),
    remembers=(
        *(
            Rule(
                "a neutral power counts as fighting in the turn in which it is attacked",
                NEUTRALS_COUNT,
                declared_war(AXIS, power)
                & (number(f"attacked-while-neutral.{power}") < 1).worded(WHILE_NEUTRAL.format(TITLES[power])),
                (sets(f"attacked-while-neutral.{power}", turn()),),
                again=True,
            )
            for power in NEUTRALS
        ),
        BRITISH_HEX,
    ),
    wipes=(sets("axis-turn-over", False),),
    rows=(*STATUS, *EVENTS),
    results=RESULTS,
    latched=Basis("a result stays when the level falls again", "USAT-GEN-4"),
    die=Rule("the die for the effective level", "USAT-DIE-1", ~at_war(USA, GERMANY)),
    faces=(-2, -1, 0, 0, +1, +2),
    schedule=Schedule(
        first=(
            Mobilization(10, (1940, "summer"), "the first mobilization", "USAT-MOB-2", ("USAT-RES-10",)),
            Mobilization(20, (1940, "winter"), "the second mobilization", "USAT-MOB-3", ("USAT-RES-20",)),
            Mobilization(30, (1941, "summer"), "the third mobilization", "USAT-MOB-4", ("USAT-RES-30",)),
        ),
        then=Datum("one every turn until all are made", "USAT-MOB-5", 12),
        in_war=Permit("in war with Germany, one every turn", "USAT-MOB-6", at_war(USA, GERMANY)),
        order=Order("mobilizations follow the die of the turn", "USAT-MOB-1", DIE_FIRST),
        ships=Datum("BRPs that a shipbuilding increase counts", "USAT-MOB-7", 5),
        brps=20,
    ),
    grants=Grants(
        GRANTS,
        none=Limit("grants only above the level that opens them", "USAT-BRP-1", effective("usat") <= GRANTS.level),
        entered=at_war(USA, AXIS),
        closed={RUSSIA: Limit("no grants to Russia before the U.S. is at war", "USAT-BRP-2", ~at_war(USA, AXIS))},
        to=(BRITAIN, FRANCE),
    ),
    further=(EUROPEAN_AXIS, TRIGGER, NO_RUSSIAN_DPS, COVERT, DP_ROWS),
)
