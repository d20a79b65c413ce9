"""Finland: its table, and rule 86.2."""

from __future__ import annotations

from legation.books.awaw.country import Country, Guests
from legation.books.awaw.deeds import BORDER_WAR, DEMANDS, remembers, upon
from legation.books.awaw.diplomacy.gates import (
    Gate,
    free_hand,
    russia_may_prepare,
    russia_waits,
    the_west_need_not_wait,
)
from legation.books.awaw.groups.general import EVERY_ROLL, additional, alignment, general_results, general_rows
from legation.books.awaw.groups.scandinavia import with_places
from legation.books.awaw.minors.inquiry import Topic
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.reductions import taken_by_russia, worth_less
from legation.books.awaw.minors.vocabulary import actor_is, site_is
from legation.books.awaw.powers import AXIS, GERMANY, RUSSIA
from legation.books.awaw.vocabulary import (
    HERE,
    at_war,
    border_war_fought,
    event,
    hexes,
    swung_back,
    war_with_russia_or_pledge,
)
from legation.core.expr import choice
from legation.core.rules import Duty, Limit

__all__ = ["FINLAND"]

# -- who may name it, and whose units it takes
FREE_HAND = free_hand("Finland", "finland", cites="DT-FINLAND-E1 DT-FINLAND-E2 DT-FINLAND-E3", also="86.22")
WAITS = russia_waits("DT-FINLAND-E4", the_west_need_not_wait("DT-FINLAND-E6"))
NO_AUTOMATIC_ROLL = Gate(
    Limit(
        "Russian demands on Finland bring about no roll",
        "DT-FINLAND-E7",
        choice("roll-kind", "automatic", says="the roll would[ not] come of Russian demands"),
    )
)
FIVE_FACTORS = Limit(
    "Finland takes five Axis factors at most",
    "DT-GEN-32",
    choice("target", "finland") & choice("selector", AXIS),
)
ALWAYS_FIVE = Limit(
    "Finland takes five Axis factors at most, one armor unit among them, whatever its status",
    "DT-FINLAND-E8",
    choice("target", "finland") & choice("selector", AXIS),
)

# -- its table
_lost = hexes(RUSSIA, "finland-and-border-hexes")

TABLE = EVERY_ROLL.country(
    "Finland",
    here="finland",
    cite="",
    basic=alignment(0, cite="DT-FINLAND-A1"),
    modifiers=(
        *general_rows(
            "DT-FINLAND-M1 DT-FINLAND-M2 DT-FINLAND-M3 DT-FINLAND-M4 DT-FINLAND-M5 DT-FINLAND-M6",
            units="air or infantry",
            counts_as_axis=border_war_fought(HERE) & ~swung_back(HERE),
        ),
        additional(
            -3 * _lost,
            "hexes in Russian hands, which are more than the Axis hold of Russia",
            at_war(GERMANY, RUSSIA) & (_lost > hexes(AXIS, "russia")),
            cite="DT-FINLAND-M7",
        ),
        additional(+1, "Russia has made demands", event("russia-demanded-finland"), cite="DT-FINLAND-M8"),
        additional(
            +2, "Russia has entered the Baltic States", event("russia-entered-baltic-states"), cite="DT-FINLAND-M9"
        ),
        additional(
            +2,
            "Germany fights Russia, or is bound to declare that war this turn",
            war_with_russia_or_pledge(),
            cite="DT-FINLAND-M10",
        ),
    ),
    results=general_results(
        "DT-FINLAND-R1 DT-FINLAND-R2 DT-FINLAND-R3 DT-FINLAND-R4 DT-FINLAND-R5 DT-FINLAND-R6 "
        "DT-FINLAND-R7 DT-FINLAND-R8 DT-FINLAND-R9 DT-FINLAND-R10 DT-FINLAND-R11",
        small=5,
        large=None,
    ),
)


# -- what it remembers
HEEDS = (
    remembers(
        "Russia has made demands of Finland",
        "DT-FINLAND-M8",
        "event.russia-demanded-finland",
        on=DEMANDS | BORDER_WAR,  # nobody else has a claim on it
        when=upon("finland"),
    ),
    *worth_less(
        "finland",
        "85.492",
        "Finland is worth 5 BRPs less once Russia has had all border hexes",
        taken_by_russia("finnish-border-hexes"),
        land="finnish-border-hexes",
    ),
)

# -- 86.21, 86.24 and 86.25
PROFILE = (
    profile_of("finland", NEUTRAL, "86.21", seats=""),
    Duty(
        "Russia and Finland may fight for the Finnish border hexes", "86.24", site_is("finland", "finnish-border-hexes")
    ),
)
TOUGH = Duty(
    "no −1 for the defence of Finnish units outside their own country",
    "86.25",
    actor_is("finland") & ~site_is(*with_places("finland")),
)

FINLAND = Country(
    "finland",
    topics={"defence": Topic("what modifies the defence of units outside their country", (TOUGH,))},
    sayings={"profile": PROFILE},
    heeds=HEEDS,
    table=TABLE,
    gates=(NO_AUTOMATIC_ROLL,),
    waits=WAITS,
    prepares=russia_may_prepare("DT-FINLAND-E5"),
    free_hand=FREE_HAND,
    guests=Guests(5, armor=1, opened=FIVE_FACTORS, always=ALWAYS_FIVE),
)
