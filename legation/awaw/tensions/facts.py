"""Facts that only the tension tracks need."""

from __future__ import annotations

from legation.awaw.powers import ALLIED, AXIS, BRITAIN, FRANCE, GERMANY, ITALY, NOBODY, RUSSIA, USA, WESTERN_ALLIES
from legation.awaw.vocabulary import BOARD
from legation.core.facts import Choice, Count, Data, Family, Flag

__all__ = [
    "FOOTHOLDS",
    "HEX_OWNERS",
    "NEUTRALS",
    "PICTURES",
    "TRIGGERING",
    "UNITS_EAST",
    "WORLD",
    "account",
]

# What the start-of-turn rows look at: the powers that fight the Axis, and how Japan stands.
PICTURES = (BRITAIN, FRANCE, USA, RUSSIA, "japan-at-war-with-usa", "japan-surrendered")
NEUTRALS = (BRITAIN, FRANCE)  # the powers that count as fighting although they are still neutral
FOOTHOLDS = ("iraq", "lebanon-syria", "palestine", "persia", "port-said", "transjordan", "turkey")
UNITS_EAST = ("british", "canadian", "south-african", "australian", "indian", "chindit")
HEX_OWNERS = (BRITAIN, RUSSIA)
TRIGGERING = (GERMANY, ITALY, BRITAIN, FRANCE, USA)

WORLD = (
    Family(
        "at-start",
        Flag(),
        "when the turn began it was so: {0}",
        over=(PICTURES,),
        default=False,
        doc="A power is listed if it was at war with the European Axis.",
    ),
    Family(
        "attacked-while-neutral",
        Count(0, 60),
        "the turn in which Germany or Italy declared war on a neutral {0}",
        over=(NEUTRALS,),
        default=0,
    ),
    Family(
        "armed-neutral",
        Flag(),
        "{0} is fully mobilized and prefers not to declare war on the Axis",
        over=(NEUTRALS,),
        told_by=BOARD,
        default=False,
    ),
    Family(
        "foothold",
        Flag(),
        "the Axis, partisans aside, control a hex in {0}",
        over=(FOOTHOLDS,),
        told_by=BOARD,
        default=False,
    ),
    Family(
        "given-by-british-attack",
        Flag(),
        "the Axis hold {0} only because Britain attacked it",
        over=(("lebanon-syria",),),
        told_by=BOARD,
        default=False,
    ),
    Family(
        "joint-declarations",
        Count(0, 60),
        "countries that {0} named second or later in one declaration of war",
        over=((AXIS, WESTERN_ALLIES, RUSSIA),),
        told_by=BOARD,
        default=0,
    ),
    Family(
        "neutral-powers-attacked",
        Count(0, 9),
        "neutral major powers on which {0} declared war",
        over=((WESTERN_ALLIES,),),
        told_by=BOARD,
        default=0,
    ),
    Family(
        "offensive-brps",
        Count(0, 400),
        "BRPs that {0} spent on offensives this turn, not against partisans",
        over=((GERMANY, ITALY),),
        told_by=BOARD,
        stale_after=1,
    ),
    Family("axis-turn-over", Flag(), "the Axis player turn of this game turn is over", default=False),
    Family(
        "brps-lost-at-sea-and-to-bombs",
        Count(0, 400),
        "BRPs the Western Allies lost this turn to transport shortages and European Axis bombing",
        told_by=BOARD,
        stale_after=1,
    ),
    Family("captured-ics", Count(0, 40), "Russian ICs in Axis hands, evacuated ones aside", told_by=BOARD, default=0),
    Family(
        "atomic-attacks-on",
        Count(0, 40),
        "German atomic attacks so far on hexes of {0}",
        over=(HEX_OWNERS,),
        told_by=BOARD,
        default=0,
    ),
    Family(
        "sent-east",
        Count(0, 400),
        "{0} ground and air factors sent to the Far East so far",
        over=(UNITS_EAST,),
        told_by=BOARD,
        default=0,
    ),
    Family(
        "naval-factors-east", Count(0, 400), "British naval factors in India and the Far East", told_by=BOARD, default=0
    ),
    Family("mined-without-consent", Flag(), "the Allies mined Norwegian waters unasked", told_by=BOARD, default=False),
    Family("diplomatic-phase", Choice((NOBODY, AXIS, ALLIED)), "whose diplomatic phase it is", default=NOBODY),
    Family(
        "dps-triggered",
        Count(0, 60),
        "DPs in the United States that {0} has triggered this year",
        over=(TRIGGERING,),
        default=0,
    ),
)


def account(
    tracks: tuple[str, ...], charges: tuple[str, ...], results: tuple[str, ...], granted: tuple[str, ...]
) -> tuple[Family, ...]:
    """The books a track keeps: what is charged, what was reached, and what was done about it."""
    return (
        Family("charged", Count(-9999, 9999), "levels charged for {0}", over=(charges,), default=0),
        Family("tension-log", Data(), "this turn's changes of the {0} level", over=(tracks,), default=[]),
        Family("tension-begun", Count(0, 60), "the last turn the {0} track began", over=(tracks,), default=0),
        Family("die-rolled-in", Count(0, 60), "the turn of the last {0} die", over=(tracks,), default=0),
        Family("tension-result", Flag(), "the result {0} was reached", over=(results,), default=False),
        Family("tension-used", Count(0, 60), "the turn in which {0} was first used", over=(results,), default=0),
        Family("mobilizations", Count(0, 40), "American mobilizations made under {0}", over=(tracks,), default=0),
        Family("mobilized-in", Count(0, 60), "the turn of the last mobilization under {0}", over=(tracks,), default=0),
        Family("shipbuilding", Count(0, 99), "shipbuilding increases mobilized under {0}", over=(tracks,), default=0),
        Family("granted", Count(0, 9999), "BRPs granted to {0} this turn", over=(granted,), default=0),
    )
