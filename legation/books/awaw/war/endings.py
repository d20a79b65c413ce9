"""Wars end: when France falls, when a power surrenders, and when a country is conquered; Britain may come back."""

from __future__ import annotations

from legation.books.awaw.deeds import CONQUERED, DECLARATION, FALL, LOST, POWER, RETURN, SEIZED, SURRENDER, by, upon
from legation.books.awaw.powers import (
    ALLIED,
    ALLIED_POWERS,
    AXIS_POWERS,
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    MEMBERS,
    PARTIES,
    POWERS,
    RUSSIA,
    RUSSIAN_BORDERS,
    TITLES,
    WESTERN_ALLIES,
)
from legation.books.awaw.vocabulary import at_war, border_war, declared_war, event, out_of_the_war, surrendered, war_key
from legation.core.deeds import On
from legation.core.expr import any_of
from legation.core.rules import Assign, Definition, Rule, sets

__all__ = ["FIGHTING", "HEEDS", "OUT_OF_IT", "STAYS_SO", "at_peace"]

FIGHTING = "USAT-TIME-2"  # who fights when a turn begins; a power that is out of the war does not


def at_peace(party: str) -> tuple[Assign, ...]:
    """It is at war with nobody, and a border war of it is over."""
    borders = [country for country in RUSSIAN_BORDERS if party in (RUSSIA, country)]
    return (
        *(sets(war_key(party, other), False) for other in PARTIES if other != party),
        *(sets(f"border-war.{country}", "over", border_war(country)) for country in borders),
    )


def _stops(power: str) -> str:
    return f"{TITLES[power]} is out of the war, and fights nobody any more"


# A war that has ended since counts, too: of France, say, which has fallen.
_GERMANY_BEGAN = any_of(*(declared_war(GERMANY, power) for power in ALLIED_POWERS))
_GERMANY_FOUGHT = at_war(GERMANY, ALLIED) | declared_war(ALLIED, GERMANY) | _GERMANY_BEGAN
_ITALY_FOUGHT = at_war(ITALY, WESTERN_ALLIES) | event("italy-fought-western-allies")
_remembered = (sets("event.italy-surrendered-before-germany-fought", True),)

STAYS_SO = Definition("what has happened stays so; what is the case now is so as long as it lasts", "PROC-17")
HEEDS = (
    On(
        "Italy goes to war with the Western Allies, and that stays so",
        "PROC-17",
        on=DECLARATION,
        when=(by(ITALY) & upon(*MEMBERS[WESTERN_ALLIES])) | (by(WESTERN_ALLIES) & upon(ITALY)),
        sets=(sets("event.italy-fought-western-allies", True),),
        again=True,
    ),
    On("France has fallen, and fights nobody any more", FIGHTING, on=FALL, sets=at_peace(FRANCE), again=True),
    On("a surrender is remembered", "PROC-17", on=SURRENDER, sets=(sets(f"surrendered.{POWER}", True),), again=True),
    *(On(_stops(p), FIGHTING, on=SURRENDER, when=by(p), sets=at_peace(p), again=True) for p in POWERS),
    On(
        "a Britain that is in the war again fights the Axis",
        "82.81C",
        on=RETURN,
        when=by(BRITAIN),
        sets=(
            sets(f"surrendered.{BRITAIN}", False),
            *(sets(war_key(power, BRITAIN), True, ~surrendered(power)) for power in AXIS_POWERS),
        ),
        again=True,
    ),
    On(
        "Italy surrenders before Germany is at war",
        "USAT-STAT-3",
        on=SURRENDER,
        when=by(ITALY) & _ITALY_FOUGHT & ~_GERMANY_FOUGHT,
        sets=_remembered,
        again=True,
    ),
    *(
        On(
            "its conquest has ended the war",
            "DT-BALKANS-M14",
            on=CONQUERED | SEIZED | LOST,
            when=upon(country),
            sets=at_peace(country),
            again=True,
        )
        for country in PARTIES
        if country not in POWERS
    ),
)

# The same where the table reports no more than that a power has surrendered, or fallen.
OUT_OF_IT = (
    Rule(
        "Italy surrendered before Germany was at war",
        "USAT-STAT-3",
        when=surrendered(ITALY) & at_war(ITALY, WESTERN_ALLIES) & ~at_war(GERMANY, ALLIED),
        sets=_remembered,
        again=True,
    ),
    *(Rule(_stops(p), FIGHTING, when=out_of_the_war(p), sets=at_peace(p), again=True) for p in POWERS),
)
