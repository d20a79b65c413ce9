"""Rules 88.2 and 88.5: Arabia, Iraq and the Persian Gulf."""

from __future__ import annotations

from legation.awaw.minors.inquiry import Action
from legation.awaw.minors.words import actor_is, side_declared, site_is, status_is
from legation.awaw.powers import ALLIED, AXIS, AXIS_POWERS, BRITAIN, GERMANY, USA, WESTERN_ALLIES
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import at_war, declared_war, surrendered
from legation.core.expr import any_of
from legation.core.rules import Duty, Limit, Permit

__all__ = ["PROVISIONS"]

_in_iraq = actor_is(AXIS) & site_is("iraq")
_fights_britain = any_of(*(actor_is(power) & at_war(power, BRITAIN) for power in AXIS_POWERS))
CLAUSES = {
    "enter": (
        Limit(
            "neutral Arabia is entered only after a declaration of war, for 10 BRPs",
            "88.21.entry",
            site_is("arabia") & status_is("neutral", country="arabia") & ~side_declared("arabia"),
        ),
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
SAYINGS = {
    "supply": (
        Duty("Baghdad is a limited source of supply for whoever has it", "88.52.baghdad", site_is("iraq", "baghdad")),
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

PROVISIONS = Provisions(
    "iraq",
    actions=ACTIONS,
    clauses=CLAUSES,
    sayings=SAYINGS,
)
