"""What Finland, Norway and Sweden share, rule 86.5: where their units go as allies."""

from __future__ import annotations

from legation.books.awaw.minors.inquiry import Action
from legation.books.awaw.minors.vocabulary import actor_is, actor_status, site_is, with_means
from legation.books.awaw.powers import CURRENT_CLASSIC, CURRENT_GS, HOME, OLDER
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import edition
from legation.core.rules import Permit

__all__ = ["PROVISIONS", "with_places"]

NORTHERN = ("finland", "norway", "sweden")


def with_places(*countries: str) -> tuple[str, ...]:
    """Countries with the named places in them."""
    return (*countries, *(place for place, home in HOME.items() if home in countries))


_northern_ally = actor_is(*NORTHERN) & actor_status("ally")
_at_home = site_is(*with_places(*NORTHERN), "finnish-border-hexes")
ENTRY = (
    Permit(
        "the three countries, and Russian hexes at the Finnish border",
        "86.51@older",
        edition(OLDER) & _northern_ally & (_at_home | site_is("next-to-finland")),
    ),
    Permit(
        "the three countries, and Russian hexes up to three from the Finnish border, over land",
        "86.51@current",
        edition(CURRENT_CLASSIC, CURRENT_GS) & _northern_ally & (_at_home | site_is("next-to-finland", "near-finland")),
    ),
    Permit(
        "their ground and air units go by sea through the Baltic and along the Norwegian coast",
        "86.51.transport",
        _northern_ally & site_is("baltic-sea", "norwegian-coast") & with_means("sea-transport", "naval-redeployment"),
    ),
)

PROVISIONS = Provisions(
    "scandinavia",
    actions={
        "northern-ally-enters": Action(
            "may units of a Scandinavian ally be there?", ENTRY, False, ENTRY[0].cite, "it is too far from home"
        ),
    },
)
