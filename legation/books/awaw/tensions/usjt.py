"""U.S.-Japanese tensions: how far Japan has brought the United States towards war in the Pacific."""

from __future__ import annotations

from legation.books.awaw.deeds import ENTERED, TAKEN, by, is_place
from legation.books.awaw.powers import ALLIED, AXIS, BRITAIN, CHINA, GERMANY, JAPAN, RUSSIA, USA
from legation.books.awaw.tensions.rows import (
    Moment,
    TrackRow,
    automatic,
    captured,
    event,
    picture,
    place_name,
    standing,
    status,
)
from legation.books.awaw.tensions.schema import BOMBED, FRONTS
from legation.books.awaw.tensions.schema import LOBBY as LOBBY_STAGES
from legation.books.awaw.tensions.thresholds import (
    DIE_FIRST,
    Basis,
    Jump,
    Ladder,
    Mobilization,
    Schedule,
    TakenOver,
    Timing,
    TrackResult,
    TrackStart,
)
from legation.books.awaw.tensions.track import Track
from legation.books.awaw.tensions.vocabulary import (
    FULL_STEP,
    REMNANT,
    offensive_steps,
    played,
    reached_turn,
    russia_attacked_neutral,
    war_on_neutral_russia,
    was,
)
from legation.books.awaw.vocabulary import at_war, control_is, controls, declared_war, surrendered, tension, turn
from legation.core.deeds import Deed, On
from legation.core.expr import (
    Expr,
    all_of,
    any_of,
    choice,
    count,
    largest,
    lift,
    named,
    number,
    sum_of,
    truth,
    when_else,
)
from legation.core.rules import Datum, Duty, Limit, Order, Permit, Rule, sets

__all__ = [
    "DEFERRED",
    "FINAL_DIE",
    "FLEET_ARRIVES",
    "HEEDS",
    "MATCHED",
    "NEUTRAL_WAR",
    "NO_DPS",
    "NO_LOBBY",
    "OFFENSIVES_IGNORED",
    "STORM_OVER_ASIA",
    "URGENT_DIE",
    "USJT",
]

LEVEL = tension("usjt")
STORM_OVER_ASIA = played("storm-over-asia")
AT_WAR = at_war(JAPAN, USA)
NEUTRAL_WAR = war_on_neutral_russia()

_when_judged = Basis("two rows picture the start of the turn, others count when they come", "USJT-TIME-2")
TIMING = Timing(
    afresh=Basis("status rows count anew every turn from Fall 1939 on", "USJT-TIME-1"),
    at_start=_when_judged,
    during=_when_judged,
    once=Basis("an event counts once, when it happens", "USJT-TIME-3"),
    taken_back=Basis("what a recaptured place had given is taken back", "USJT-TIME-4"),
)
NO_DPS = named(
    "no DPs go into U.S.-Japanese tensions",
    choice("target", "usjt", says="it is[ not] the USJT track"),
    cite="USJT-DIP-1",
)

# -- status rows; the one that looks at the level itself comes first, right after the automatic step
ALARMING = number("alarming-mobilizations", "Japanese mobilizations that count")
STATUS = (
    status(+1, "the level is below zero", LEVEL < 0, cite="USJT-STAT-3"),
    picture(
        +1,
        "Germany and the U.S. are at war",
        was("germany-at-war-with-usa", "Germany and the U.S. were[ not] at war", cite=TIMING.at_start.cite),
        cite="USJT-STAT-1",
    ),
    picture(
        +2,
        "Germany and Japan both fight Russia",
        was(
            "russia-fights-germany-and-japan",
            "Germany and Japan [both|did not both] [fought|fight] Russia",
            cite=TIMING.at_start.cite,
        ),
        cite="USJT-STAT-2",
    ),
    standing(
        +1,
        "Japanese mobilizations of the last three",
        when_else(
            any_of(
                NEUTRAL_WAR,
                reached_turn(
                    "neutral-russia-attacked-in",
                    "the turn of the attack",
                    "a neutral Russia was[ not] attacked this turn",
                ),
            ),
            0,
            ALARMING,
        ),
        cite="USJT-STAT-4",
    ),
    status(+1, "an oil embargo on Japan", truth("oil-embargo", "[an|no] oil embargo is in force"), cite="USJT-STAT-5"),
    status(
        +1,
        "Japanese units in southern Indochina",
        truth("japan-in-southern-indochina", "[|no ]Japanese units are there"),
        cite="USJT-STAT-6",
    ),
)


def _in_the_south(on: Deed, *places: str) -> On:
    return On(
        "Japanese units are in southern Indochina",
        "USJT-STAT-6",
        on=on,
        when=by(JAPAN) & is_place(*places),
        sets=(sets("japan-in-southern-indochina", True),),
        again=True,
    )


# Who enters Saigon, or has all of the country, is in its south.
HEEDS = (_in_the_south(ENTERED, "saigon"), _in_the_south(TAKEN, "french-indochina"))

# -- event rows
MOST_INCREASES = 30
INCREASES = number("japanese-shipbuilding", "Japanese shipbuilding increases")


def _spent_on(front: str) -> Expr:
    return number(f"japanese-brps.{front}", f"BRPs on the {front.title()} front")


ALL_FRONTS = sum_of(*map(_spent_on, FRONTS))


def _front_counts(front: str) -> Expr:
    """Offensives on this front alone give a step this turn."""
    spent = _spent_on(front)
    enough = when_else(truth("axis-turn-over", "the Axis turn is [over|not over yet]"), REMNANT, FULL_STEP)
    return (spent >= enough).worded("[enough|not enough] was spent there") | truth(
        f"front-counted.{front}", "[an|no] offensive there has counted"
    )


def _bombs(land: str) -> Expr:
    return truth(f"bombed.{land}", f"Japan [bombs|does not bomb] {place_name(land)}")


STRUCK_NEUTRAL = named(
    "Russia was[ not] at peace with Germany, and it is [left out|counted]",
    STORM_OVER_ASIA & russia_attacked_neutral(),
    cite="USJT-RUS-1",
)
DEFERRED = Permit(
    "the increase put off in Storm Over Asia is free",
    "USJT-EVT-2",
    STORM_OVER_ASIA & ~truth("deferred-shipbuilding", "it has[ not] been made up for"),
)
EVENTS = (
    event(
        +1,
        "Japanese shipbuilding increases, each worth one more",
        named(
            "Japanese shipbuilding increases, the second twice, the third three times, and so on",
            sum_of(*((n <= INCREASES) * n for n in range(1, MOST_INCREASES + 1))),
        ),
        cite="USJT-EVT-1",
    ),
    event(+1, "Japan launches a large ship", number("japanese-launches", "large ships launched"), cite="USJT-EVT-3"),
    event(
        +1,
        "Japan builds a fortification",
        number("japanese-fortifications", "Japanese fortifications"),
        cite="USJT-EVT-4",
    ),
    event(
        +1,
        f"every {FULL_STEP} BRPs of Japanese offensives",
        offensive_steps(ALL_FRONTS) * ~STORM_OVER_ASIA,
        each_turn=True,
        cite="USJT-EVT-5",
    ),
    captured(
        +1,
        "{place} falls to Japan",
        *((c, control_is(c, JAPAN)) for c in ("canton", "chungking", "nanking", "peking", "shanghai")),
        cite="USJT-EVT-6",
    ),
    standing(
        +1,
        "Japan bombs where it does not attack",
        count(*(_bombs(land) & ~_front_counts(front) for land, front in BOMBED.items())),
        cite="USJT-EVT-7",
        happens=True,
    ),
    event(+2, "Japan declares war on Russia", declared_war(JAPAN, RUSSIA) & ~STRUCK_NEUTRAL, cite="USJT-EVT-8"),
    event(+4, "Japan declares war on Britain", declared_war(JAPAN, BRITAIN), cite="USJT-EVT-9"),
    captured(+2, "{place} falls", ("paris", controls(AXIS, "paris")), cite="USJT-EVT-10"),
    event(+5, "Britain surrenders", surrendered(BRITAIN), cite="USJT-EVT-11"),
    event(-2, "Russia declares war on Japan", declared_war(RUSSIA, JAPAN), cite="USJT-EVT-12"),
)


def _heard_of(amount: int, kind: str, label: str, cite: str) -> TrackRow:
    return event(amount, label, number(f"japanese-offensives.{kind}", f"{kind} offensives heard of"), cite=cite)


LOBBY = Order(
    "the China Lobby decides which Japanese offensives count, each stage with those before",
    "USJT-OFF-1",
    LOBBY_STAGES,
)
NO_LOBBY = Limit(
    "without it none does", "USJT-OFF-2", choice("china-lobby", LOBBY_STAGES[0], says="there is [no|a] China Lobby")
)
OFFENSIVES_IGNORED = Limit("Asian offensives do not count in a war on a neutral Russia", "USJT-OFF-6", NEUTRAL_WAR)
OFFENSIVES_IGNORED_AGAIN = Limit("nor in a war on a neutral Russia", "USJT-RUS-3", NEUTRAL_WAR)
STORM_ROWS = (
    _heard_of(+1, "full", "a Japanese full offensive", "USJT-OFF-3"),
    _heard_of(+1, "limited", "a Japanese limited offensive of eight BRPs or more", "USJT-OFF-4"),
    _heard_of(+1, "small", "any other Japanese offensive", "USJT-OFF-5"),
    event(
        +2,
        "Germany joins the war of Japan on Russia",
        all_of(STORM_OVER_ASIA, russia_attacked_neutral(), at_war(JAPAN, RUSSIA), at_war(GERMANY, RUSSIA)),
        cite="USJT-RUS-2",
    ),
)

# -- the die
URGENT_DIE = Rule("Japan attacks Britain alone: the die is rolled at once", "USJT-DIE-2", ~AT_WAR)
FINAL_DIE = Rule("Japan attacks the U.S.: a last die is rolled at once", "USJT-DIE-3", declared_war(JAPAN, USA))

# -- results
PACIFIC_FLEET = TrackResult(8, "the Pacific Fleet, two AAF and three infantry factors go to Pearl Harbor", "USJT-RES-8")
EMBARGO = TrackResult(20, "the U.S. may impose an oil embargo", "USJT-RES-20d")
FREE_HAND = TrackResult(45, "no limits on American deployment in the Far East", "USJT-RES-45a")
ENTRY = TrackResult(50, "the U.S. may declare war on Japan", "USJT-RES-50a")
GRANTS = {
    5: "USJT-RES-5",
    10: "USJT-RES-10b",
    15: "USJT-RES-15",
    20: "USJT-RES-20e",
    25: "USJT-RES-25b",
    30: "USJT-RES-30b",
    35: "USJT-RES-35b",
    40: "USJT-RES-40g",
    45: "USJT-RES-45b",
    50: "USJT-RES-50b",
}
RUNGS = tuple(
    TrackResult(level, f"the U.S. may grant {n} BRP{'s' * (n > 1)} a turn to China", cite)
    for n, (level, cite) in enumerate(GRANTS.items(), 1)
)
RESULTS = (
    *RUNGS,
    PACIFIC_FLEET,
    TrackResult(20, "China adds the Flying Tigers, one AAF", "USJT-RES-20b"),
    TrackResult(20, "an American air transport may go to India", "USJT-RES-20c"),
    EMBARGO,
    TrackResult(25, "two American AAF may go to Lingayen", "USJT-RES-25a"),
    TrackResult(35, "China adds a second AAF", "USJT-RES-35a"),
    TrackResult(37, "three more American infantry factors may go to the Pacific", "USJT-RES-37"),
    TrackResult(40, "American forces in the Far East are on alert", "USJT-RES-40a"),
    TrackResult(40, "the Western Allies may build fortifications", "USJT-RES-40b"),
    TrackResult(40, "the U.S. and Britain may place airbases", "USJT-RES-40c"),
    TrackResult(40, "Pacific naval construction may be speeded up or put off", "USJT-RES-40d"),
    TrackResult(40, "a Western Allied ASW a turn may go to the Pacific SW box", "USJT-RES-40e"),
    TrackResult(40, "submarines may go to the Pacific SW box", "USJT-RES-40f"),
    FREE_HAND,
    ENTRY,
)
FLEET_ARRIVES = Rule(
    "the Pacific Fleet must go to Pearl Harbor",
    "USJT-FLEET-2",
    truth("tension-result.usjt-res-8", "USJT has[ not] reached 8")
    & choice("pacific-fleet", "home", says="the fleet is[ not] at home"),
    (sets("pacific-fleet", "ordered-to-pearl-harbor"),),
)

# -- Japan attacks Britain alone
ALONE_IN = number("britain-alone-in", "the turn in which Japan attacked Britain alone")
ALONE = (ALONE_IN >= 1).worded("Japan has[ not] attacked Britain alone")
JUMP_TO = 20
ATTACK_ON_BRITAIN = (
    Jump(
        Rule(
            f"Japan attacks Britain alone: {JUMP_TO} or four more, whichever is higher",
            "USJT-BRIT-1",
            all_of(
                declared_war(JAPAN, BRITAIN),
                ~AT_WAR,
                (ALONE_IN < 1).worded("Japan has [not attacked|attacked] Britain alone before"),
            ),
            (sets("tension.usjt", largest(LEVEL, lift(JUMP_TO))), sets("britain-alone-in", turn())),
        )
    ),
    Jump(
        Rule(
            "Australia and its neighbours come under American control",
            "USJT-BRIT-7",
            ALONE & ~truth("american-australia", "they are[ not] American"),
            (sets("american-australia", True),),
        ),
        Moment.ALLIED_START,
    ),
)
_still_alone = ALONE & ~AT_WAR
_until_then = named(
    "the other rows count until the turn of the attack is over",
    ALONE_IN.is_number(turn()).worded("Japan [attacked Britain alone|did not attack Britain alone] this turn"),
    cite="USJT-BRIT-2",
)
_began_so = was("japan-fights-britain-alone", "Japan [fought|did not fight] Britain alone", cite="USJT-BRIT-3")
REMINDERS = {
    ALLIED: (
        Duty("American forces in the Far East are on alert and deploy as they like", "USJT-BRIT-4", ALONE),
        Duty("the U.S. and Japan may accelerate shipbuilding", "USJT-BRIT-5", ALONE),
        Duty(
            "the attack on Britain does not hurry American mobilization, which follows the USJT level",
            "USJT-BRIT-6",
            _still_alone,
        ),
    ),
    AXIS: (
        Duty(
            "Japan may not attack Australia and the British Pacific, New Guinea and attacked island groups excepted",
            "USJT-BRIT-7",
            truth("american-australia", "Australia is[ not] American") & ~AT_WAR,
            again=True,
        ),
    ),
}


def _neutral(cite: str) -> Limit:
    return Limit("made in a war on a neutral Russia, it does not count", cite, NEUTRAL_WAR)


MATCHED = (_neutral("USJT-RUS-4"), _neutral("USJT-JMOB-5"))
ELSEWHERE = Limit(
    "grants to Britain and France follow the USAT level",
    "USJT-BRP-3",
    ~choice("power", CHINA, says="they [go|do not go] to China"),
)
SHIPS = Datum("BRPs that a shipbuilding increase counts", "USJT-AMOB-7", 5)

USJT = Track(
    "usjt",
    "USJT",
    between="the United States and Japan",
    level=Basis("one running total, which some events lower", "USJT-GEN-1"),
    played=choice("option.theatre", "both", says="there is [a|no] war in the Pacific"),
    begins=(
        TrackStart("the level that Storm Over Asia has left", "USJT-GEN-2", when=STORM_OVER_ASIA),
        TrackStart("the level begins at zero", "USJT-GEN-3", 0, when=~STORM_OVER_ASIA),
    ),
    timing=TIMING,
    automatic=automatic(+1, "every turn", cite="USJT-AUTO-1"),
    pictures=(
        ("germany-at-war-with-usa", at_war(GERMANY, USA)),
        ("russia-fights-germany-and-japan", at_war(GERMANY, RUSSIA) & at_war(JAPAN, RUSSIA)),
        ("japan-fights-britain-alone", _still_alone),
    ),
    remembers=(
        Rule(
            "the turn in which Japan attacks a neutral Russia",
            "USJT-STAT-4",
            russia_attacked_neutral()
            & (number("neutral-russia-attacked-in", "the turn of the attack") < 1).worded(
                "it was [not yet|already] written down"
            ),
            (sets("neutral-russia-attacked-in", turn()),),
            again=True,
        ),
    ),
    rows=(*STATUS, *EVENTS, *STORM_ROWS),
    wipes=(
        *(sets(f"japanese-brps.{front}", 0) for front in FRONTS),
        *(sets(f"front-counted.{front}", False) for front in FRONTS),
        *(sets(f"bombed.{land}", False) for land in BOMBED),
    ),
    jumps=(
        *ATTACK_ON_BRITAIN,
        Jump(
            Rule(
                "Japan mobilizes a factory it still lacks",
                "USJT-JMOB-1",
                STORM_OVER_ASIA & (number("japanese-factories", "Japanese military factories") < 8),
                (sets("japanese-factories", number("japanese-factories", "Japanese military factories") + 1),),
            ),
            Moment.START,
        ),
    ),
    taken_over=TakenOver(
        automatic(+6, "Japan fights Britain alone", cite="USJT-BRIT-3"),
        _still_alone & ~_until_then,
        ALONE & ~_until_then & (~AT_WAR | _began_so),
    ),
    results=RESULTS,
    latched=Basis("a result stays when the level falls again", "USJT-GEN-4"),
    die=Rule("the die for the effective level", "USJT-DIE-1", ~AT_WAR),
    faces=(-2, -1, 0, 0, +1, +2),
    schedule=Schedule(
        first=(
            Mobilization(10, (1940, "winter"), "the first mobilization", "USJT-AMOB-2", ("USJT-RES-10a",)),
            Mobilization(20, (1941, "summer"), "the second mobilization", "USJT-AMOB-3", ("USJT-RES-20a",)),
            Mobilization(30, (1941, "winter"), "the third mobilization", "USJT-AMOB-4", ("USJT-RES-30a",)),
        ),
        then=Datum("one every turn until all are made", "USJT-AMOB-5", 12),
        in_war=Permit("in war with Japan, one every turn", "USJT-AMOB-6", AT_WAR),
        order=Order("mobilizations follow the die of the turn", "USJT-AMOB-1", DIE_FIRST),
        ships=SHIPS,
        brps=20,
    ),
    grants=Ladder(
        RUNGS,
        none=Limit(
            "grants to China only as far as the level allows",
            "USJT-BRP-1",
            ~truth("tension-result.usjt-res-5", "USJT has[ not] reached 5"),
        ),
        entered=AT_WAR,
        closed={
            RUSSIA: Limit("no grants to Russia before the U.S. is at war in Europe", "USJT-BRP-2", ~at_war(USA, AXIS))
        },
        to=(CHINA,),
    ),
    reminders=REMINDERS,
    page=("japanese-mobilizations", "japanese-shipbuilding", "oil-embargo", "pacific-fleet", "granted.china"),
    follow_up="awaw.tension.pacific",
    further=(
        NO_DPS,
        ELSEWHERE,
        URGENT_DIE,
        FINAL_DIE,
        DEFERRED,
        LOBBY,
        NO_LOBBY,
        OFFENSIVES_IGNORED,
        OFFENSIVES_IGNORED_AGAIN,
        FLEET_ARRIVES,
        MATCHED,
    ),
)
