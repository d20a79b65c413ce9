"""Iraq, the Persian Gulf and Arab partisans, rule 88.5."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.groups.moslem_partisans import Partisans, another, built_this_turn
from legation.books.awaw.minors.inquiry import Action
from legation.books.awaw.minors.profiles import BRITISH, profile_of
from legation.books.awaw.minors.vocabulary import actor_is, site_is
from legation.books.awaw.powers import ALLIED, AXIS, AXIS_POWERS, BRITAIN, GERMANY, USA, WESTERN_ALLIES
from legation.books.awaw.vocabulary import at_war, declared_war, surrendered
from legation.core.expr import any_of
from legation.core.rules import Duty, Limit, Permit

__all__ = ["ARABS", "IRAQ"]

# -- 88.51 to 88.55
_in_iraq = actor_is(AXIS) & site_is("iraq")
_fights_britain = any_of(*(actor_is(power) & at_war(power, BRITAIN) for power in AXIS_POWERS))
CLAUSES = {
    "enter": (
        Limit(
            "with Britain out, Germany must first declare war on the United States",
            "88.55.us",
            _in_iraq & surrendered(BRITAIN) & ~at_war(AXIS, USA) & ~declared_war(GERMANY, USA),
        ),
        Permit(
            "the Axis need no declaration of war on Iraq",
            "88.55",
            _in_iraq & (_fights_britain | surrendered(BRITAIN)),
        ),
    ),
}
ACTIONS = {
    "supply-by-sea": Action(
        "may sea supply run there?",
        (
            Permit(
                "Western Allied sea supply runs through the Indian Ocean to Basra",
                "88.52.basra",
                actor_is(WESTERN_ALLIES) & site_is("basra"),
            ),
        ),
        False,
        "88.52.basra",
        "through the Indian Ocean only the Western Allies, to Basra",
    ),
    "redeploy-by-basra": Action(
        "may units be redeployed by sea between Basra and there?",
        (
            Permit(
                "over the Indian Ocean: Suez, Abadan, Ethiopia, and the India, Australia and South Africa boxes",
                "88.54",
                actor_is(ALLIED)
                & site_is("suez", "abadan", "ethiopia", "india-box", "australia-box", "south-africa-box"),
            ),
        ),
        False,
        "88.54",
        "the Allies only, and only over the Indian Ocean",
    ),
}

# -- 88.57: partisans
ARABS = Partisans(
    "arab",
    "Arab",
    ("iraq", "kuwait", "palestine", "transjordan", "lebanon-syria", "arabia"),
    (Permit("two in all the Arab countries at most, as Moslem Unrest results allow", "88.57", another("arab")),),
    Limit("one Arab partisan a turn", "88.57.rate", built_this_turn("arab")),
)

IRAQ = Country(
    "iraq",
    declared=(ARABS,),
    actions=ACTIONS,
    clauses=CLAUSES,
    sayings={
        "profile": (profile_of("iraq", BRITISH, "88.51"),),
        "supply": (
            Duty(
                "Baghdad is a limited source of supply for whoever has it", "88.52.baghdad", site_is("iraq", "baghdad")
            ),
        ),
        "oil": (Duty("Mosul offsets three oil effects", "88.53", site_is("iraq", "mosul")),),
    },
)
